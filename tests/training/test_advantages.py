"""Advantages of interleaved seats, held against a plain computation of each seat's own chain."""

from __future__ import annotations

import numpy as np
import pytest

from legation.training.advantages import seat_advantages

T, B, S = 40, 3, 4


def plain_chain(
    rewards: list[float], values: list[float], last_value: float, discount: float, decay: float
) -> list[float]:
    """Textbook GAE of one agent's own decisions: `rewards[k]` follows decision k."""
    advantages = [0.0] * len(values)
    running = 0.0
    following = [*values[1:], last_value]
    for k in reversed(range(len(values))):
        delta = rewards[k] + discount * following[k] - values[k]
        running = delta + discount * decay * running
        advantages[k] = running
    return advantages


@pytest.mark.parametrize("shaping", [0.0, 0.7])
def test_equals_the_chain_of_each_seat(shaping: float) -> None:
    rng = np.random.default_rng(5)
    seats = rng.integers(S, size=(T, B))
    values = rng.normal(size=(T, B)).astype(np.float32)
    terminated = rng.random((T, B)) < 0.1
    returns = np.where(terminated[..., None], rng.normal(size=(T, B, S)), 0.0)
    bootstrap = rng.normal(size=(B, S)).astype(np.float32)
    potentials = rng.normal(size=(T, B, S))
    end_potentials = rng.normal(size=(B, S))
    discount, decay = 0.97, 0.9
    found = seat_advantages(
        seats, values, terminated, returns, bootstrap, discount=discount, trace_decay=decay,
        shaping=shaping, potentials=potentials, end_potentials=end_potentials,
    )  # fmt: skip
    checked = 0
    for b in range(B):
        ends = [*np.flatnonzero(terminated[:, b]), T - 1 if not terminated[-1, b] else None]
        first = 0
        for end in (e for e in ends if e is not None):
            for seat in range(S):
                own = [t for t in range(first, end + 1) if seats[t, b] == seat]
                if not own:
                    continue
                over = bool(terminated[end, b])
                phi = [potentials[t, b, seat] for t in own]
                phi.append(0.0 if over else end_potentials[b, seat])
                rewards = [shaping * (discount * phi[k + 1] - phi[k]) for k in range(len(own))]
                rewards[-1] += returns[end, b, seat] if over else 0.0
                last = 0.0 if over else float(bootstrap[b, seat])
                expected = plain_chain(
                    rewards, [float(values[t, b]) for t in own], last, discount, decay
                )
                np.testing.assert_allclose(found.advantages[own, b], expected, atol=1e-5)
                checked += len(own)
            first = end + 1
    assert checked == T * B
    np.testing.assert_allclose(found.targets, found.advantages + values, atol=1e-6)


def test_a_seat_that_did_not_move_last_still_gets_its_return() -> None:
    seats = np.array([[0], [1], [0]])
    terminated = np.array([[False], [False], [True]])
    returns = np.zeros((3, 1, 2))
    returns[2, 0] = [-2.0, 2.0]
    zeros = np.zeros((3, 1), dtype=np.float32)
    found = seat_advantages(
        seats, zeros, terminated, returns, np.zeros((1, 2), np.float32),
        discount=1.0, trace_decay=1.0,
    )  # fmt: skip
    assert found.advantages.ravel().tolist() == [-2.0, 2.0, -2.0]


def test_rewards_do_not_cross_episodes() -> None:
    seats = np.array([[0], [0]])
    terminated = np.array([[True], [False]])
    returns = np.zeros((2, 1, 1))
    returns[0, 0, 0] = 1.0
    found = seat_advantages(
        seats, np.zeros((2, 1), np.float32), terminated, returns, np.full((1, 1), 5.0, np.float32),
        discount=1.0, trace_decay=1.0,
    )  # fmt: skip
    assert found.advantages.ravel().tolist() == [1.0, 5.0]
