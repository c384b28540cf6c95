"""Line-ups: who sits where, in every rotation of every deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class LineUp:
    """A way to fill the seats, balanced: in each deal, an agent sits equally often in every seat.

    Attributes:
        name: such as `a vs 4×b`, or `mixed`.
        agents: numbers of the agents that take part, in the order in which tables show them.
        seating: `[D, R, S]`, the number of the agent in each seat, in rotation r of deal d.
        alone: the agent that sits alone against the rest, if one does.
    """

    name: str
    agents: tuple[int, ...]
    seating: NDArray[np.int64]
    alone: int | None = None


def one_against_rest(names: Sequence[str], one: int, rest: int, seats: int, deals: int) -> LineUp:
    """Agent `one` alone, in each seat in turn, against `rest` in all other seats. R = S."""
    rotations = np.where(np.eye(seats, dtype=np.bool_), one, rest)
    others = names[rest] if seats == 2 else f"{seats - 1}×{names[rest]}"
    seating = np.broadcast_to(rotations, (deals, seats, seats))
    return LineUp(f"{names[one]} vs {others}", (one, rest), seating, alone=one)


def self_play(name: str, seats: int, deals: int) -> LineUp:
    """One agent in all seats: how the seats compare. R = 1."""
    return LineUp(f"{seats}×{name}", (0,), np.zeros((deals, 1, seats), dtype=np.int64))


def mixed(agents: int, seats: int, deals: int, seed: int) -> LineUp:
    """All agents together, each once in every seat of a deal. R = number of agents.

    Each deal draws a pattern of its own, in which agents are as equally frequent as may be;
    rotation r replaces agent i by agent i + r (mod R). More agents than seats take turns.
    """
    rng = np.random.default_rng([seed, agents, seats])
    patterns = np.empty((deals, seats), dtype=np.int64)
    orders = np.empty((deals, agents), dtype=np.int64)
    for deal in range(deals):
        orders[deal] = rng.permutation(agents)
        fill = np.arange(max(agents, seats)) % agents
        patterns[deal] = rng.permutation(fill)[:seats]
    turned = (patterns[:, None, :] + np.arange(agents)[None, :, None]) % agents
    seating = np.take_along_axis(orders[:, None, :], turned, axis=2)
    return LineUp("mixed", tuple(range(agents)), seating)


def all_lineups(names: Sequence[str], seats: int, deals: int, seed: int) -> list[LineUp]:
    """One-against-the-rest for every ordered pair of agents, then the mixed line-up.

    An agent by itself plays itself. With two seats a pair is its own reverse, so it is played
    once; two agents in two seats need no mixed line-up either.
    """
    count = len(names)
    if count == 1:
        return [self_play(names[0], seats, deals)]
    pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
    if seats == 2:
        pairs = [(a, b) for a, b in pairs if a < b]
    lineups = [one_against_rest(names, a, b, seats, deals) for a, b in pairs]
    if (count, seats) != (2, 2):
        lineups.append(mixed(count, seats, deals, seed))
    return lineups
