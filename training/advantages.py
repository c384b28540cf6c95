"""Advantages per seat in interleaved turns.

A seat's decisions lie between those of the others. For each (game, seat) its own decisions form a
chain: the reward of one is all that the seat got until its next own decision or the end of the
episode, and the value it is compared with is the seat's own value at that next decision. Nothing is
bootstrapped across seats, and no reward is lost between turns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import bind


class Advantages(NamedTuple):
    """`advantages [T, B]` and value targets `targets [T, B]`, of the seat that decided."""

    advantages: NDArray[np.float32]
    targets: NDArray[np.float32]


def chain_advantages(
    seats: Any,
    values: Any,
    terminated: Any,
    returns: Any,
    potentials: Any,
    bootstrap: Any,
    end_potentials: Any,
    discount: Any,
    trace_decay: Any,
    shaping: Any,
    advantages: Any,
    targets: Any,
) -> None:
    steps, games = seats.shape
    number = bootstrap.shape[1]
    # Of each seat's next own decision, seen from the end: its value, advantage and potential, and
    # the reward until then.
    value_next = np.zeros(number)
    advantage_next = np.zeros(number)
    potential_next = np.zeros(number)
    reward = np.zeros(number)
    for b in range(games):
        for s in range(number):
            value_next[s] = bootstrap[b, s]
            advantage_next[s] = 0.0
            potential_next[s] = end_potentials[b, s]
            reward[s] = 0.0
        for t in range(steps - 1, -1, -1):
            if terminated[t, b]:
                for s in range(number):
                    value_next[s] = 0.0
                    advantage_next[s] = 0.0
                    potential_next[s] = 0.0
                    reward[s] = returns[t, b, s]
            seat = seats[t, b]
            here = potentials[t, b, seat]
            shaped = reward[seat] + shaping * (discount * potential_next[seat] - here)
            # GAE: delta_k + gamma lambda A_{k+1} (arXiv:1506.02438, eq. 11-16).
            delta = shaped + discount * value_next[seat] - values[t, b]
            advantage = delta + discount * trace_decay * advantage_next[seat]
            advantages[t, b] = advantage
            targets[t, b] = advantage + values[t, b]
            value_next[seat] = values[t, b]
            advantage_next[seat] = advantage
            potential_next[seat] = here
            reward[seat] = 0.0


_chain = bind(chain_advantages, "training", {})


def seat_advantages(
    seats: NDArray[np.int64],
    values: NDArray[np.float32],
    terminated: NDArray[np.bool_],
    returns: NDArray[np.float64],
    bootstrap: NDArray[np.float32],
    *,
    discount: float,
    trace_decay: float,
    shaping: float = 0.0,
    potentials: NDArray[np.float64] | None = None,
    end_potentials: NDArray[np.float64] | None = None,
) -> Advantages:
    """Generalised advantage estimates of interleaved decisions.

    Args:
        seats: `[T, B]`, who decided.
        values: `[T, B]`, the deciding seat's own value.
        terminated: `[T, B]`, the episode ended with that decision.
        returns: `[T, B, S]`, of the episode that ended there; 0 elsewhere.
        bootstrap: `[B, S]`, each seat's value of the position after the last decision.
        discount, trace_decay: gamma and lambda, per own decision.
        shaping: weight of the potentials, `potentials [T, B, S]` before each decision and
            `end_potentials [B, S]` after the last.
    """
    steps, games = seats.shape
    advantages = np.zeros((steps, games), dtype=np.float32)
    targets = np.zeros((steps, games), dtype=np.float32)
    if potentials is None or end_potentials is None:
        number = bootstrap.shape[1]
        potentials = np.broadcast_to(np.zeros(1), (steps, games, number))
        end_potentials = np.broadcast_to(np.zeros(1), (games, number))
    _chain(
        seats, values, terminated, returns, potentials, bootstrap, end_potentials,
        float(discount), float(trace_decay), float(shaping), advantages, targets,
    )  # fmt: skip
    return Advantages(advantages, targets)
