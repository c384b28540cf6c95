"""Chance: uniform, separate streams, the same compiled and in plain Python."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from legation.envs.engine import draw, draw_from, stream
from legation.envs.engine.rng import next_word, seed_key

_KEY = np.uint64(0x0123456789ABCDEF)


def draws(state: int, bound: int, count: int) -> np.ndarray:
    chance = np.array([state], dtype=np.uint64)
    return np.array([draw_from(chance, bound) for _ in range(count)])


@pytest.mark.parametrize("bound", [2, 3, 6, 52, 1000])
def test_draws_are_uniform(bound: int) -> None:
    found = draws(int(stream(_KEY, np.uint64(bound))), bound, 20_000)
    counts = np.bincount(found, minlength=bound)
    assert len(counts) == bound
    assert stats.chisquare(counts).pvalue > 1e-3


def test_first_draws_of_neighbouring_streams_are_uniform_and_independent() -> None:
    """Episodes 0, 1, 2, ... of one seed: what a Monte Carlo estimate averages over."""
    first = np.array([draws(int(stream(_KEY, np.uint64(e))), 6, 2) for e in range(12_000)])
    table = np.zeros((6, 6))
    np.add.at(table, (first[:, 0], first[:, 1]), 1)
    assert stats.chisquare(table.ravel()).pvalue > 1e-3
    lagged = np.zeros((6, 6))
    np.add.at(lagged, (first[:-1, 0], first[1:, 0]), 1)
    assert stats.chisquare(lagged.ravel()).pvalue > 1e-3


def test_streams_differ() -> None:
    keys = [seed_key(seed) for seed in range(50)]
    states = {int(stream(key, np.uint64(e))) for key in keys for e in range(50)}
    assert len(states) == 2500


def test_streams_are_never_at_a_fixed_point() -> None:
    for key in (np.uint64(0), np.uint64(2**64 - 1), _KEY):
        for episode in (0, 1, 2**32 - 1, 2**32, 2**63):
            state = int(stream(key, np.uint64(episode)))
            carry = state >> 32
            assert 0 < carry < 4294883355 - 1
            assert len(set(draws(state, 1000, 20).tolist())) > 10


def test_large_seeds_and_their_halves_count() -> None:
    assert seed_key(2**100) != seed_key(0)
    assert stream(_KEY, np.uint64(2**32)) != stream(_KEY, np.uint64(0))
    assert stream(_KEY, np.uint64(0)) != stream(_KEY ^ np.uint64(1 << 63), np.uint64(0))
    assert stream(_KEY, np.uint64(0)) != stream(_KEY ^ np.uint64(1), np.uint64(0))


def test_mwc64x_as_published() -> None:
    """The recurrence of the paper in Python's unbounded integers."""
    word = int(stream(_KEY, np.uint64(3)))
    chance = np.array([word], dtype=np.uint64)
    for _ in range(1000):
        low, high = word & 0xFFFFFFFF, word >> 32
        expected = ((low ^ high) * 997) >> 32
        word = low * 4294883355 + high
        assert int(draw_from(chance, 997)) == expected
        assert int(chance[0]) == word


def test_a_record_draws_as_a_bare_stream_does() -> None:
    """`draw` in plain Python, on anything that has an `rng`."""
    plain = getattr(draw, "py_func", draw)
    word = getattr(next_word, "py_func", next_word)
    s = SimpleNamespace(rng=stream(_KEY, np.uint64(9)))
    found = [int(np.int64((word(s) * np.uint64(17)) >> np.uint64(32))) for _ in range(50)]
    assert found == draws(int(stream(_KEY, np.uint64(9))), 17, 50).tolist()
    assert callable(plain)
