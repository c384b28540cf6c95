"""A rollout holds every phase of the game, from the first on."""

from __future__ import annotations

import numpy as np

from legation.envs import load_game
from legation.envs.engine import GameBatch
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
