"""Measuring rates side by side: repetitions interleaved, medians taken, ratios within one run.

A busy or warm machine slows every contestant of a round alike; so ratios are taken round by round,
and the median of them is reported.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median

# Plays for about so many seconds; returns how many decisions that were.
Play = Callable[[float], int]


class PeerMissingError(Exception):
    """A peer is not installed; the message says what it is."""


@dataclass
class Contest:
    """Contestants that are measured beside each other, and their decisions/s in each round."""

    players: Mapping[str, Play]
    rates: dict[str, list[float]] = field(default_factory=dict)

    def run(self, rounds: int, seconds: float, advance: Callable[[], None]) -> None:
        """Each round gives every contestant `seconds`; a first, short one warms up."""
        for play in self.players.values():
            play(min(seconds, 0.2))
            advance()
        for _ in range(rounds):
            for name, play in self.players.items():
                began = time.perf_counter()
                decisions = play(seconds)
                rate = decisions / (time.perf_counter() - began)
                self.rates.setdefault(name, []).append(rate)
                advance()

    def steps(self, rounds: int) -> int:
        """How often `run` calls `advance`."""
        return len(self.players) * (rounds + 1)

    def rate(self, name: str) -> float:
        return median(self.rates[name])

    def ratio(self, name: str, other: str) -> float:
        pairs = zip(self.rates[name], self.rates[other], strict=True)
        return median(first / second for first, second in pairs)


def repeat(chunk: Callable[[], int], seconds: float) -> int:
    """Calls `chunk` until the time is up; adds up what it returns."""
    until = time.perf_counter() + seconds
    total = 0
    while time.perf_counter() < until:
        total += chunk()
    return total
