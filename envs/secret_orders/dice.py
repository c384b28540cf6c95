"""Clause 4.1 and 4.2: Fudge dice and the ladder of outcomes, with their exact laws."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from legation.envs.engine import draw, rule
from legation.envs.secret_orders.tables import BAND_LOWER

FACES = 3  # of 1FD: -1, 0, +1, with 1/3 each
FD4_TOTAL = FACES**4
LOWEST, HIGHEST = -8, 8  # of [4FD]


@rule
def roll_d1(s: Any) -> Any:
    """1FD."""
    return draw(s, FACES) - 1


@rule
def roll_d4(s: Any) -> Any:
    """4FD: four dice, read off one number of 81."""
    n = draw(s, FD4_TOTAL)
    return n % 3 + n // 3 % 3 + n // 9 % 3 + n // 27 - 4


@rule
def extend(first: Any, second: Any) -> Any:
    """[4FD] of a first roll of +4 or -4 and the second one: it counts where it goes on that way."""
    return first + max(second, 0) if first > 0 else first + min(second, 0)


@rule
def roll_dx(s: Any) -> Any:
    """[4FD]: after +4 or -4 one more roll, never a third; plain 4FD without the option."""
    first = roll_d4(s)
    if s.option_extended_dice and (first == 4 or first == -4):
        return extend(first, roll_d4(s))
    return first


@rule
def hits(s: Any, percent: Any) -> Any:
    """R100: "p %" hits iff the number is below p."""
    return draw(s, 100) < percent


@rule
def pick(s: Any, n: Any) -> Any:
    """PICK(n); nothing is drawn for n = 1."""
    return draw(s, n) if n > 1 else 0


@rule
def band_of(x: Any) -> Any:
    """Clause 4.2: the code 0..8 of a result."""
    band = 0
    for code in range(1, BAND_LOWER.shape[0]):
        if x >= BAND_LOWER[code]:
            band = code
    return band


@rule
def clamp(x: Any, low: Any, high: Any) -> Any:
    return min(max(x, low), high)


@rule
def trunc_div(a: Any, b: Any) -> Any:
    """a / b rounded towards zero, b > 0."""
    return a // b if a >= 0 else -((-a) // b)


@rule
def ceil_div(a: Any, b: Any) -> Any:
    """a / b rounded up, a >= 0, b > 0."""
    return (a + b - 1) // b


@rule
def round_div(a: Any, b: Any, mode: Any) -> Any:
    """a / b, b > 0, by the option `round_mode`: 0 half_away, 1 floor, 2 trunc."""
    if mode == 1:
        return a // b
    if mode == 2:
        return trunc_div(a, b)
    return (2 * a + b) // (2 * b) if a >= 0 else -((2 * -a + b) // (2 * b))


def fd4_law() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Of 81: how often 4FD gives -8..8, by enumeration; `law[x + 8]`."""
    law = np.zeros(HIGHEST - LOWEST + 1, dtype=np.int64)
    for faces in product((-1, 0, 1), repeat=4):
        law[sum(faces) - LOWEST] += 1
    return law


def fd4x_law() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Of 6561: how often [4FD] gives -8..8, by enumeration of both rolls."""
    law = np.zeros(HIGHEST - LOWEST + 1, dtype=np.int64)
    single = fd4_law()
    for first in range(-4, 5):
        for second in range(-4, 5):
            if abs(first) < 4:
                x = first
            elif first > 0:
                x = first + max(second, 0)
            else:
                x = first + min(second, 0)
            law[x - LOWEST] += single[first - LOWEST] * single[second - LOWEST]
    return law


FD4_LAW, FD4X_LAW = fd4_law(), fd4x_law()
