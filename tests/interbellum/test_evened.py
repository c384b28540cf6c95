"""Handicaps are moved towards even powers, between stages that the training takes as they are."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from legation.envs import load_game
from legation.tests.interbellum.evened import ROUND, main, next_handicaps, schedule, stage_config
from legation.tests.interbellum.handicaps import first_places
from legation.training.config import make_config

GAME = load_game("interbellum")


def test_the_handicaps_go_a_part_of_the_way() -> None:
    rng = np.random.default_rng(1)
    behind = np.array([0.0, 200.0, 400.0, 100.0, 300.0])
    scores = rng.normal(2000.0, 150.0, (4000, 5)) - behind
    given = np.array([0.0, 50.0, 0.0, 0.0, 20.0])
    wanted = next_handicaps(given, scores, 0.6)
    assert wanted.min() == 0.0
    assert np.abs(wanted - (given + 0.6 * behind)).max() <= 2 * ROUND
    assert np.abs(first_places(scores + (wanted - given) / 0.6) - 0.2).max() < 0.1


def test_stages_begin_with_the_last_agent_and_settle() -> None:
    stages = list(schedule(search=9, most=8))
    assert [stage.number for stage in stages] == list(range(1, 19))
    assert [stage.last for stage in stages] == [False] * 10 + [True] * 8
    configs = [stage_config(s, "a" if s.number > 1 else "", GAME.options) for s in stages]
    assert configs[0].imitation.decisions > 0
    # As a checkpoint gives it back: the same command goes on.
    for config in configs:
        assert make_config(json.loads(json.dumps(config.to_dict()))) == config
    for config, after in itertools.pairwise(configs[1:]):
        assert config.start == "a"
        assert config.imitation.decisions == 0
        assert config.ppo.learning_rate >= after.ppo.learning_rate
        assert config.ppo.standing >= after.ppo.standing
        assert load_game("interbellum", **config.options).options == GAME.options
    # What goes on with itself ends as it began; the long one ends where only wins count.
    assert configs[0].ppo.learning_rate_end == configs[1].ppo.learning_rate
    assert all(c.ppo.learning_rate == c.ppo.learning_rate_end for c in configs[1:9] + configs[10:])
    assert configs[9].ppo.standing_until < 1.0


def test_bad_input_is_a_line_and_found_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "a"), "--option", "nosuch=1"]) == 2
    assert capsys.readouterr().err.startswith("legation: ")
    with pytest.raises(SystemExit):
        main([str(tmp_path / "a"), "--search", "0"])
    assert not list(tmp_path.iterdir())
    assert all(stage.ppo["learning_rate_end"] > 0 for stage in schedule(search=40, most=1))
