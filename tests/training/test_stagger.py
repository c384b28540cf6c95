"""A rollout holds every phase of the game, from the first on."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents import load
from legation.envs import load_game
from legation.envs.engine import GameBatch
from legation.training.config import make_config
from legation.training.loop import one_iteration
from legation.training.metrics import Stopwatch
from legation.training.rollout import empty_rollout
from legation.training.run import new_run
from legation.training.stagger import mean_length, stagger


def _staggered(seed: int) -> GameBatch:
    batch = GameBatch(load_game("embassies"), games=64, seed=3)
    stagger(batch, np.random.default_rng(seed))
    return batch


def test_games_stand_at_all_points_of_an_episode() -> None:
    batch = _staggered(1)
    rounds = batch.observe().records["round_number"]
    assert set(range(1, 10)) <= set(rounds.tolist())
    assert rounds[0] == 1, "the first game has nothing behind it"
    assert np.corrcoef(np.arange(64), rounds)[0, 1] > 0.9


def test_it_repeats() -> None:
    first, second = _staggered(1).snapshot(), _staggered(1).snapshot()
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_mean_length_counts_decisions_of_one_episode() -> None:
    game = load_game("embassies", alliances="off")
    length = mean_length(game, np.random.default_rng(0))
    # Ten rounds of five powers, each with at least a placement and an attack or a pass.
    assert 50 < length < game.max_decisions


def test_every_rollout_holds_all_phases_after_the_warm_start_too() -> None:
    values: dict[str, Any] = {
        "game": "embassies",
        "decisions": 3 * 64 * 2,
        "games": 64,
        "steps": 2,
        "evaluate_against": "",
        "network": {"hidden": [8]},
        "ppo": {"epochs": 1},
        "league": {"self_play": 1.0, "anchors": 0.0, "past": 0.0},
        "imitation": {"decisions": 64 * 2},
    }
    config, game = make_config(values), load_game("embassies")
    run = new_run(config, game, [], load("uniform", game))
    rollout = empty_rollout(run.batch, config.steps, privileged=False, potentials=False)
    for _ in range(3):
        one_iteration(run, rollout, Stopwatch())
        assert len(set(run.batch.observe().records["round_number"].tolist())) >= 9
