"""Clauses 4.1 to 4.3: the dice, exactly by enumeration and by sampling, and the ladder."""

from __future__ import annotations

from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from scipy.stats import chisquare

from legation.envs.engine import bind
from legation.envs.secret_orders import dice
from legation.tests.secret_orders.positions import base, set_tape

GAME = base()
DRAWS = 3000 if numba.config.DISABLE_JIT else 200_000
EXTENDED = [1, 4, 10, 16, 50, 324, 810, 1296, 1539, 1296, 810, 324, 50, 16, 10, 4, 1]


def _roll(s: Any) -> Any:
    return roll_dx(s)  # type: ignore[name-defined]  # noqa: F821


def _rolls(s: Any, kind: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        if kind == 0:
            out[i] = roll_d1(s)  # type: ignore[name-defined]  # noqa: F821
        elif kind == 1:
            out[i] = roll_d4(s)  # type: ignore[name-defined]  # noqa: F821
        else:
            out[i] = roll_dx(s)  # type: ignore[name-defined]  # noqa: F821


ROLL = bind(_roll, "secret_orders_tests", {"roll_dx": dice.roll_dx})
ROLLS = bind(
    _rolls,
    "secret_orders_tests",
    {"roll_d1": dice.roll_d1, "roll_d4": dice.roll_d4, "roll_dx": dice.roll_dx},
)


def test_t01_the_81_outcomes_of_4fd() -> None:
    totals = [sum(faces) for faces in product((-1, 0, 1), repeat=4)]
    assert [totals.count(x) for x in range(-4, 5)] == [1, 4, 10, 16, 19, 16, 10, 4, 1]
    assert dice.FD4_LAW.tolist() == [0] * 4 + [1, 4, 10, 16, 19, 16, 10, 4, 1] + [0] * 4


def test_t02_the_6561_pairs_of_extended_4fd() -> None:
    assert dice.FD4X_LAW.tolist() == EXTENDED
    assert dice.FD4X_LAW.sum() == 6561
    second_moment = sum(n * x * x for x, n in zip(range(-8, 9), EXTENDED, strict=True))
    assert second_moment == 18544  # clause 4.1: the variance is 18544/6561


@pytest.mark.parametrize(
    ("tape", "expected"),
    [("D4:+4 D4:+3", 7), ("D4:+4 D4:-2", 4), ("D4:+4 D4:+0", 4), ("D4:-4 D4:-1", -5),
     ("D4:-4 D4:+3", -4), ("D4:+3", 3)],
)  # fmt: skip
def test_t03_extended_dice_on_tapes(tape: str, expected: int) -> None:
    s = GAME.new_state()
    end = set_tape(s, tape)
    assert ROLL(s) == expected
    assert int(s.rng) == end


def test_t03_without_the_option() -> None:
    s = base(extended_dice=False).new_state()
    end = set_tape(s, "D4:+4")
    assert ROLL(s) == 4
    assert int(s.rng) == end


def test_t04_bands() -> None:
    bands = {0: (-12, -7), 1: (-6, -5), 2: (-4, -3), 3: (-2, -1), 4: (0,), 5: (1, 2), 6: (3, 4),
             7: (5, 6), 8: (7, 12)}  # fmt: skip
    for band, results in bands.items():
        assert [dice.band_of(x) for x in results] == [band] * len(results)


def test_t05_chances() -> None:
    law = dict(zip(range(-8, 9), dice.FD4X_LAW.tolist(), strict=True))

    def at_least(least: int, net: int) -> int:
        return sum(n for x, n in law.items() if x + net >= least)

    assert [at_least(1, net) for net in (-2, -1, 0, 1, 2, 3)] == [405, 1215, 2511, 4050, 5346, 6156]
    assert at_least(5, 0) == 31


def test_clause_4_3_the_whole_table() -> None:
    """Every row of the printed table of chances."""
    rows = {
        -4: [405, 2106, 2835, 1134, 50, 26, 5, 0, 0],
        -3: [81, 1134, 2835, 2106, 324, 66, 14, 1, 0],
        -2: [31, 374, 2106, 2835, 810, 374, 26, 5, 0],
        -1: [15, 66, 1134, 2835, 1296, 1134, 66, 14, 1],
        0: [5, 26, 374, 2106, 1539, 2106, 374, 26, 5],
        1: [1, 14, 66, 1134, 1296, 2835, 1134, 66, 15],
        2: [0, 5, 26, 374, 810, 2835, 2106, 374, 31],
        3: [0, 1, 14, 66, 324, 2106, 2835, 1134, 81],
        4: [0, 0, 5, 26, 50, 1134, 2835, 2106, 405],
        5: [0, 0, 1, 14, 16, 374, 2106, 2835, 1215],
    }
    for net, expected in rows.items():
        counts = [0] * 9
        for x, n in zip(range(-8, 9), EXTENDED, strict=True):
            counts[dice.band_of(x + net)] += n
        assert counts == expected, net


@pytest.mark.parametrize(
    ("kind", "law", "low"),
    [(0, [1, 1, 1], -1), (1, [1, 4, 10, 16, 19, 16, 10, 4, 1], -4), (2, EXTENDED, -8)],
    ids=["1FD", "4FD", "[4FD]"],
)
def test_sampled_dice_follow_the_exact_law(kind: int, law: list[int], low: int) -> None:
    s = GAME.new_state(seed=11)
    out = np.zeros(DRAWS, dtype=np.int64)
    ROLLS(s, kind, out)
    chances = np.array(law) / sum(law)
    counts = np.bincount(out - low, minlength=len(law)).astype(float)
    assert len(counts) == len(law)
    # Values that are expected less than five times are taken together, as the test demands.
    rare = chances * DRAWS < 5
    seen = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(chances[~rare], chances[rare].sum()) * DRAWS
    keep = expected > 0
    assert chisquare(seen[keep], expected[keep]).pvalue > 1e-3
