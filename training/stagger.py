"""Games of a batch at different points of their episodes.

Games that start together stay together for many episodes: each rollout would hold openings only,
the next one endings only, and the network would be pulled to and fro between them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Game, GameBatch

_SAMPLE = 32  # games whose lengths are averaged


def stagger(batch: GameBatch, rng: np.random.Generator) -> None:
    """Plays uniformly until game i of B has i / B of an episode of mean length behind it."""
    games = len(batch)
    length = mean_length(batch.game, rng)
    steps = (np.arange(games) * length / games).astype(np.int64)
    for step in range(int(steps.max(initial=0))):
        batch.step(_uniform(batch, rng), moving=steps > step)


def mean_length(game: Game, rng: np.random.Generator) -> float:
    """Decisions that are not forced in an episode of uniform play, on average."""
    sample = GameBatch(
        game,
        games=_SAMPLE,
        seed=int(rng.integers(2**62)),
        autoreset="disabled",
        encode=False,
    )
    total = 0
    while not sample.over:
        total += int(np.count_nonzero(sample.actor >= 0))
        sample.step(_uniform(sample, rng))
    return total / _SAMPLE


def _uniform(batch: GameBatch, rng: np.random.Generator) -> NDArray[np.int64]:
    masks = batch.legal_action_mask
    actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=1)
    return actions
