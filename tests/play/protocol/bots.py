"""Bots without processes, for tests: quick ones, slow ones, broken ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import numpy as np

from legation.envs.engine import Observation
from legation.play.bots import Advice, Choice


class PlainBots:
    """Draws a legal action, and says that all are equally likely.

    Attributes:
        decisions: how often it was asked.
        seen: what it was shown last.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self.decisions = 0
        self.seen: Observation | None = None
        self._seconds = seconds
        self._lock = threading.Lock()

    def decide(
        self, seen: Observation, strength: str, seed: Sequence[int], limit: float | None = None
    ) -> Choice:
        with self._lock:
            self.decisions += 1
            self.seen = seen
        time.sleep(self._seconds)
        legal = seen.legal_actions()
        action = int(np.random.default_rng(list(seed)).choice(legal))
        return Choice(action, "forced" if len(legal) == 1 else strength, self._seconds)

    def advise(
        self,
        seen: Observation,
        best: int = 3,
        seed: Sequence[int] = (0,),
        limit: float | None = None,
        strength: str | None = None,
        playouts: bool = True,
    ) -> Advice | None:
        legal = seen.legal_actions()
        share = 1.0 / len(legal)
        actions = tuple((action, share) for action in legal[:best])
        return Advice(actions, 0.25, 0.5, strength or "uniform")


class BrokenBots(PlainBots):
    """Fails with words that nobody outside may read."""

    def decide(
        self, seen: Observation, strength: str, seed: Sequence[int], limit: float | None = None
    ) -> Choice:
        raise RuntimeError("the secret of the server")
