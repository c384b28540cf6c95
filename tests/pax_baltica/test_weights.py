"""The hand-written player with other weights: they count, where they should, and break nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from legation.agents.heuristics.pax_baltica_map import MOST_FADE
from legation.agents.heuristics.pax_baltica_weights import (
    LONG_YEARS,
    NAMES,
    ROWS,
    WEIGHTS,
)
from legation.agents.load import load
from legation.agents.uniform import uniform_agent
from legation.agents.weighted import WeightedAgent, WeightedPlayers, read_weights, weights_text
from legation.envs.engine import Game, GameBatch
from legation.tests.pax_baltica.matches import HEURISTIC
from legation.tests.pax_baltica.positions import (
    BY_SCENARIO,
    CAMPAIGN,
    COALITION,
    NARVA,
    SWEDEN,
    act_position,
)

slow_without_jit = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too slow in plain Python"
)


def extremes() -> NDArray[np.float64]:
    """`[K, R, P]`: nothing or very much of one weight, of all, and of some and others."""
    rng, most = np.random.default_rng(8), 1e9
    one = [np.where(np.arange(len(NAMES)) == p, x, WEIGHTS) for p in range(len(NAMES))
           for x in (0.0, most)]  # fmt: skip
    all_of_them = [np.zeros_like(WEIGHTS), np.full_like(WEIGHTS, most)]
    mixed = [most * rng.integers(2, size=WEIGHTS.shape) for _ in range(22)]
    return np.stack([*one, *all_of_them, *mixed])


def chosen(game: Game, state: Any, weights: NDArray[np.float64]) -> str:
    seen = game.observe_many([game.observe(state, int(state.actor))])
    agent = WeightedAgent("other", game.id, weights)
    return game.label(int(agent.act(seen, np.random.default_rng(0))[0]))


def with_weight(row: str, name: str, value: float) -> NDArray[np.float64]:
    weights = WEIGHTS.copy()
    weights[ROWS.index(row), NAMES.index(name)] = value
    return weights


@slow_without_jit
def test_weights_set_by_hand_play_as_the_heuristic(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(weights_text(CAMPAIGN.id, WEIGHTS, "by hand"), encoding="utf-8")
    np.testing.assert_array_equal(read_weights(file, CAMPAIGN.id), WEIGHTS)
    mine = load(file, CAMPAIGN)
    batch = GameBatch(CAMPAIGN, games=8, seed=1, encode=False)
    for step in range(120):
        seen = batch.observe()
        actions = HEURISTIC.act(seen, np.random.default_rng(step))
        np.testing.assert_array_equal(mine.act(seen, np.random.default_rng(step)), actions)
        batch.step(actions)


@pytest.mark.parametrize(("side", "name"), [(SWEDEN, "sweden"), (COALITION, "coalition")])
def test_each_side_plays_by_the_row_for_what_is_left(side: int, name: str) -> None:
    short, long = (with_weight(row, "politics_gain", 1e9) for row in (name, f"{name}_long"))
    state = act_position(CAMPAIGN, side)
    for left, own, other in ((LONG_YEARS, long, short), (LONG_YEARS - 1, short, long)):
        state.year = state.last_year - left
        assert chosen(CAMPAIGN, state, own) == "politics"
        assert chosen(CAMPAIGN, state, other) == chosen(CAMPAIGN, state, WEIGHTS) != "politics"
    state = act_position(NARVA, side)
    assert chosen(NARVA, state, short) == "politics" != chosen(NARVA, state, long)


@slow_without_jit
def test_no_pull_grows_with_distance() -> None:
    """A search that multiplies weights may push a fade above 1, where pulls would go round."""
    agents = []
    for fade in (MOST_FADE, 1.5, 1e9):
        weights = WEIGHTS.copy()
        weights[:, NAMES.index("fade")] = fade
        agents.append(WeightedAgent(f"{fade}", NARVA.id, weights))
    batch = GameBatch(NARVA, games=8, seed=2, encode=False)
    for step in range(60):
        seen = batch.observe()
        first, *others = (agent.act(seen, np.random.default_rng(step)) for agent in agents)
        for actions in others:
            np.testing.assert_array_equal(actions, first)
        batch.step(first)


@slow_without_jit
@pytest.mark.parametrize("game", BY_SCENARIO.values(), ids=BY_SCENARIO)
def test_whatever_the_weights_games_are_played_to_their_end(game: Game) -> None:
    """A batch refuses illegal actions."""
    weights, players = extremes(), WeightedPlayers(game.id)
    batch = GameBatch(game, games=len(weights), seed=5, autoreset="disabled", encode=False)
    rng = np.random.default_rng(3)
    while not batch.over:
        moving = np.flatnonzero(batch.actor >= 0)
        actions = np.zeros(len(weights), dtype=np.int64)
        actions[moving] = players.act(batch.observe(moving), weights, moving, rng)
        batch.step(actions)
    assert batch.terminated.any()


@slow_without_jit
@pytest.mark.parametrize("game", BY_SCENARIO.values(), ids=BY_SCENARIO)
def test_whatever_the_weights_the_actions_are_legal(game: Game) -> None:
    """Also in positions that none of them would have come to."""
    weights, players, uniform = extremes(), WeightedPlayers(game.id), uniform_agent(game.id)
    batch = GameBatch(game, games=len(weights), seed=6, encode=False)
    rng, which = np.random.default_rng(4), np.arange(len(weights))
    for _ in range(400):
        seen = batch.observe()
        actions = players.act(seen, weights, which, rng)
        assert seen.legal_action_mask[which, actions].all()
        batch.step(uniform.act(seen, rng))
