"""The hand-written player with weights from a file."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from legation.agents.load import load
from legation.agents.weighted import (
    WeightedAgent,
    read_weights,
    weighted_module,
    weights_text,
)
from legation.envs import load_game
from legation.envs.engine import Game, GameBatch, LegationError

HEURISTIC = "secret_orders"
MODULE = weighted_module(HEURISTIC)
TEXT = weights_text(HEURISTIC, MODULE.WEIGHTS, "by hand")


@pytest.fixture(scope="module")
def duo() -> Game:
    return load_game(HEURISTIC, scenario="duel")


def test_weights_set_by_hand_play_as_the_heuristic(duo: Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT, encoding="utf-8")
    np.testing.assert_array_equal(read_weights(file, HEURISTIC), MODULE.WEIGHTS)
    heuristic, mine = load("heuristic", duo), load(file, duo)
    assert mine.name == "mine.toml"
    mine = pickle.loads(pickle.dumps(mine))
    batch = GameBatch(duo, games=8, seed=1, encode=False)
    for step in range(60):
        seen = batch.observe()
        actions = heuristic.act(seen, np.random.default_rng(step))
        np.testing.assert_array_equal(mine.act(seen, np.random.default_rng(step)), actions)
        batch.step(actions)


def test_other_weights_play_otherwise(duo: Game, tmp_path: Path) -> None:
    weights = MODULE.WEIGHTS.copy()
    weights[:, MODULE.NAMES.index("enough")] = 9.0
    file = tmp_path / "idle.toml"
    file.write_text(weights_text(HEURISTIC, weights, "idle"), encoding="utf-8")
    seen = GameBatch(duo, games=4, seed=1, encode=False).observe()
    assert (load(file, duo).act(seen, np.random.default_rng(0)) == 0).all()  # ends at once
    assert (load("heuristic", duo).act(seen, np.random.default_rng(0)) != 0).all()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "secret_orders"', 'game = "embassies"', "game is 'embassies'"),
        ("gold = 0.0004", "gold = nan", r"empire\.gold is nan; it must be a number in 0"),
        ("gold = 0.0004", "gold = -1.0", r"empire\.gold is -1\.0"),
        ("gold = 0.0004", 'gold = "much"', r"empire\.gold is 'much'"),
        ("gold = 0.0004\n", "", r"empire\.gold is missing; it must be a number"),
        ("gold = 0.0004", "gold = 1\ngolld = 1", r"golld.*Did you mean"),
        ("gold = 0.0004", f"gold = 1{'0' * 400}", r"empire\.gold is 1000"),
        ("[empire]", "[emperor]", "empire is missing"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    file = tmp_path / "bad.toml"
    assert old in TEXT
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LegationError, match=words):
        read_weights(file, HEURISTIC)


def test_who_takes_no_weights_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT, encoding="utf-8")
    with pytest.raises(LegationError, match="heuristic of embassies takes no weights"):
        load(file, load_game("embassies"))
    with pytest.raises(LegationError, match="for which game"):
        load(file)
    with pytest.raises(LegationError, match=re.escape("nowhere.toml")):
        load(tmp_path / "nowhere.toml", load_game(HEURISTIC))


def test_what_ships_and_what_does_not(duo: Game) -> None:
    spec = "zoo/secret_orders/teacher.toml"
    named = [load(spec), load(f"secret_orders:{spec}"), load(spec, duo)]
    assert {agent.name for agent in named} == {spec}
    assert {len(agent.weights) for agent in named if isinstance(agent, WeightedAgent)} == {64}
    with pytest.raises(LegationError, match=r"nope\.toml.*teacher\.toml"):
        load("zoo/secret_orders/nope.toml")
    with pytest.raises(LegationError, match=r"teacher\.toml.*embassies"):
        load("zoo/embassies/teacher.toml")


@pytest.mark.parametrize("name", ["gold", "focus_loss", "exposed"])
def test_whatever_the_weights_the_actions_are_legal(duo: Game, name: str) -> None:
    """Also where no action is worth anything, on positions that it would not have come to."""
    weights = MODULE.WEIGHTS.copy()
    weights[:, MODULE.NAMES.index(name)] = 1e9
    agent, rng = WeightedAgent("odd", HEURISTIC, weights), np.random.default_rng(3)
    batch = GameBatch(duo, games=16, seed=5, encode=False)
    for _ in range(120):
        seen = batch.observe()
        chosen = agent.act(seen, rng)
        assert seen.legal_action_mask[np.arange(16), chosen].all()
        batch.step(load("uniform", duo).act(seen, rng))
