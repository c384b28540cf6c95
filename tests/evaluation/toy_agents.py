"""Agents whose results are known in advance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Observations


class Always:
    """Takes one action, whatever it sees."""

    def __init__(self, name: str, action: int) -> None:
        self.name = name
        self.action = action
        self.widths: set[int] = set()

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        self.widths.add(observations.encoded.shape[1])
        return np.full(len(observations), self.action, dtype=np.int64)
