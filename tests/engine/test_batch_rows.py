"""GameBatch: some of the games moving or starting, new seeds, and copies."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from legation.envs.engine import GameBatch, LegationError
from tests.toys import kuhn


def states(batch: GameBatch) -> list[bytes]:
    return [batch.state(i).tobytes() for i in range(len(batch))]


def test_games_that_do_not_move_stay_as_they_are() -> None:
    batch = GameBatch(kuhn.build(3), games=4, seed=1)
    before = states(batch)
    moving = np.array([True, False, True, False])
    batch.step(np.array([kuhn.BET, 99, kuhn.CHECK, -1]), moving)  # actions of the others: anything
    changed = [a != b for a, b in zip(before, states(batch), strict=True)]
    assert changed == moving.tolist()
    assert batch.actor.tolist() == [1, 0, 1, 0]
    with pytest.raises(LegationError, match="bool of shape"):
        batch.step(np.zeros(4, dtype=np.int64), np.ones(3, dtype=np.bool_))


def test_reset_starts_what_a_new_batch_would() -> None:
    game = kuhn.build(2)
    batch = GameBatch(game, games=3, seed=1)
    batch.step(np.full(3, kuhn.BET))
    batch.reset(seed=8)
    assert states(batch) == states(GameBatch(game, games=3, seed=8))
    batch.reset()
    assert states(batch) == states(GameBatch(game, games=3, seed=8, first_episode=3))
    before = states(batch)
    batch.reset(rows=np.array([False, True, False]))
    assert batch.episode.tolist() == [3, 7, 5]
    assert states(batch)[::2] == before[::2]
    with pytest.raises(LegationError, match="not both"):
        batch.reset(seed=1, rows=np.array([False, True, False]))
    with pytest.raises(LegationError, match="seed is -1"):
        batch.reset(seed=-1)


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_a_copy_goes_on_as_the_original(way: str) -> None:
    batch = GameBatch(kuhn.build(2), games=8, seed=1, autoreset="disabled")
    rng = np.random.default_rng(0)
    batch.step(rng.integers(2, size=8))
    twin = copy.deepcopy(batch) if way == "deepcopy" else pickle.loads(pickle.dumps(batch))
    while not batch.over:
        actions = rng.integers(2, size=8)
        for each in (batch, twin):
            each.step(actions)
        assert states(twin) == states(batch)
        for name in ("actor", "legal_action_mask", "observations", "terminated", "returns"):
            np.testing.assert_array_equal(getattr(twin, name), getattr(batch, name))
    final = pickle.loads(pickle.dumps(batch))
    np.testing.assert_array_equal(final.returns, batch.returns)
