"""Handicaps are moved towards even powers, between stages that the training takes as they are."""

from __future__ import annotations

import numpy as np

from legation.envs import load_game
from legation.tests.interbellum.evened import ROUND, STEP, next_handicaps, stage_config
from legation.tests.interbellum.handicaps import first_places

GAME = load_game("interbellum")


def test_the_handicaps_go_a_part_of_the_way() -> None:
    rng = np.random.default_rng(1)
    behind = np.array([0.0, 200.0, 400.0, 100.0, 300.0])
    scores = rng.normal(2000.0, 150.0, (4000, 5)) - behind
    given = np.array([0.0, 50.0, 0.0, 0.0, 20.0])
    wanted = next_handicaps(given, scores)
    assert wanted.min() == 0.0
    assert np.abs(wanted - (given + STEP * behind)).max() <= 2 * ROUND
    assert np.abs(first_places(scores + (wanted - given) / STEP) - 0.2).max() < 0.1


def test_stages_begin_with_the_last_agent_and_keep_what_they_learn_with() -> None:
    first = stage_config("", GAME.options, 3_000_000, 1)
    later = stage_config("zoo/interbellum", GAME.options, 3_000_000, 2)
    assert first.imitation.decisions > 0
    assert later.imitation.decisions == 0
    assert first.decisions == later.decisions + 2 * first.imitation.decisions
    assert later.start == "zoo/interbellum"
    assert later.ppo.learning_rate == later.ppo.learning_rate_end == first.ppo.learning_rate_end
    assert load_game("interbellum", **later.options).options == GAME.options
