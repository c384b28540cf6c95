"""The configuration: what is wrong is said in words, with the key and what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legation.agents.load import ZOO
from legation.envs import GAMES
from legation.envs.engine import LegationError
from legation.training.config import (
    make_config,
    merge,
    preset_values,
    presets,
    read_toml,
)

ROOT = Path(__file__).parents[2]
STAGES = sorted(ZOO.glob("**/stage-*.toml"))


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("preset", presets())
def test_presets_are_valid(preset: str, game: str) -> None:
    config = make_config({"game": game, **preset_values(preset, game)})
    assert config.iterations >= 1


@pytest.mark.parametrize("path", STAGES, ids=lambda path: path.relative_to(ZOO).as_posix())
def test_stages_of_shipped_agents_are_valid(path: Path) -> None:
    game = path.relative_to(ZOO).parts[0]
    values = merge(preset_values("standard", game), read_toml(path))
    config = make_config({"game": game, **values}, str(path))
    # `make zoo` says where all but the first begin.
    first = path.stem == "stage-1"
    assert not config.start or (first and (ROOT / config.start).is_file())


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"gmae": "x"}, ["gmae", "Did you mean 'game'"]),
        ({"game": "g", "ppo": {"epoch": 3}}, ["ppo.epoch", "epochs"]),
        ({"game": "g", "league": {"pastt": 0.1}}, ["league.pastt", "past"]),
        ({"game": "g", "games": 0}, ["games = 0", "at least 1"]),
        ({"game": "g", "decisions": -5}, ["decisions = -5"]),
        ({"game": "g", "seed": "abc"}, ["seed = 'abc'", "a whole number"]),
        ({"game": "g", "ppo": {"clip": 2.0}}, ["ppo.clip = 2.0", "below 1"]),
        ({"game": "g", "ppo": {"anneal": "step"}}, ["ppo.anneal", "linear", "exponential"]),
        ({"game": "g", "network": {"hidden": [0]}}, ["network.hidden"]),
        ({"game": "g", "network": {"hidden": 5}}, ["network.hidden = 5", "a list", "[256, 128]"]),
        (
            {"game": "g", "network": {"per_seat": True, "split": "goal"}},
            ["network", "split and per_seat", "choose one"],
        ),
        (
            {"game": "g", "ppo": {"potential": "returns", "discount": 0.99}},
            ["ppo", "discount = 1"],
        ),
        ({"game": "g", "games": 1.5}, ["games = 1.5", "a whole number"]),
        ({"game": "g", "autocast": "maybe"}, ["autocast = 'maybe'", "true or false"]),
        ({"game": "g", "ppo": {"entropy": "x"}}, ["ppo.entropy = 'x'", "a number"]),
        (
            {"game": "g", "ppo": {"value_weight": float("inf")}},
            ["ppo.value_weight = inf", "finite"],
        ),
        ({"game": "g", "ppo": 3}, ["ppo = 3", "a table of keys"]),
        ({"game": "g", "league": {"self_play": 0.9}}, ["add up to 1"]),
        ({"game": "g", "league": {"anchor_agents": []}}, ["anchor_agents is empty"]),
        ({"game": "g", "league": {"anchor_seats": [-1]}}, ["league.anchor_seats.0 = -1"]),
        (
            {
                "game": "g",
                "league": {"anchors": 0.0, "mixed": 0.3, "anchor_agents": []},
            },
            ["mixed is above 0", "anchor_agents is empty"],
        ),
        ({}, ["game", "must be given"]),
    ],
)
def test_wrong_values_are_named(values: dict[str, object], words: list[str]) -> None:
    with pytest.raises(LegationError) as caught:
        make_config(values, "my.toml")
    message = str(caught.value)
    assert message.startswith("my.toml: ")
    for word in words:
        assert word in message


def test_unknown_preset() -> None:
    with pytest.raises(LegationError, match=r"unknown preset 'demmo'.*Did you mean 'demo'"):
        preset_values("demmo", "any")


def test_broken_toml_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("games = [")
    with pytest.raises(LegationError, match=r"broken\.toml is not valid TOML"):
        read_toml(path)
    with pytest.raises(LegationError, match="can't read"):
        read_toml(tmp_path / "none.toml")


def test_merge_goes_table_by_table_and_replaces_options() -> None:
    below = {"a": 1, "ppo": {"clip": 0.1, "epochs": 2}, "options": {"x": 1}}
    over = {"ppo": {"epochs": 5}, "options": {"y": 2}}
    merged = merge(below, over)
    assert merged == {"a": 1, "ppo": {"clip": 0.1, "epochs": 5}, "options": {"y": 2}}


def test_a_configuration_survives_json() -> None:
    import json

    config = make_config({"game": "g", "options": {"rounds": 3, "fog": True}})
    again = make_config(json.loads(json.dumps(config.to_dict())))
    assert again == config
    assert again.options["fog"] is True


def test_options_that_are_lists_compare_alike_wherever_they_come_from() -> None:
    """Or a run with a game's own options could not be resumed."""
    config = make_config({"game": "interbellum", "options": {"score_glory": (0, 25, 100, 75)}})
    assert make_config(json.loads(json.dumps(config.to_dict()))) == config
