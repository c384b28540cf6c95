"""Chance: a small random stream that lives inside each game's record.

Every game of a batch draws from its own stream, keyed by (seed, episode number), so results
depend neither on the size of the batch, nor on threads, nor on the order of calls.

The stream is MWC64X (Thomas, "The MWC64X random number generator", 2011): a 32-bit multiply with
carry. Streams are keyed by Philox2x32-10 (Salmon et al., "Parallel random numbers: as easy as
1, 2, 3", SC 2011). Both work on 32-bit halves held in 64 bits: nothing ever overflows, so the
same lines run compiled and in plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine.compile import rule

_MASK32 = np.uint64(0xFFFFFFFF)
_SHIFT32 = np.uint64(32)
_MWC = np.uint64(4294883355)
_PHILOX_MULTIPLIER = np.uint64(0xD256D193)
_PHILOX_WEYL = np.uint64(0x9E3779B9)
_PHILOX_ROUNDS = 10


def seed_key(seed: int) -> np.uint64:
    """Mixes a user's seed (any int >= 0) into the 64-bit key of a family of streams."""
    return np.uint64(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


@rule
def stream(key: Any, episode: Any) -> Any:
    """The initial state of the stream number `episode` of `key` (both uint64)."""
    # Philox2x32: the counter is the episode, whitened with the upper half of the key.
    left = np.uint64(episode) & _MASK32
    right = (np.uint64(episode) >> _SHIFT32) ^ (np.uint64(key) >> _SHIFT32)
    round_key = np.uint64(key) & _MASK32
    for _ in range(_PHILOX_ROUNDS):
        product = _PHILOX_MULTIPLIER * left
        left = (product >> _SHIFT32) ^ round_key ^ right
        right = product & _MASK32
        round_key = (round_key + _PHILOX_WEYL) & _MASK32
    # MWC needs a carry in 1 .. multiplier - 2; 0 and the other end are fixed points.
    carry = left % (_MWC - np.uint64(2)) + np.uint64(1)
    return (carry << _SHIFT32) | right


@rule
def next_word(s: Any) -> Any:
    """The next 32 random bits of the game's own stream, as uint64."""
    low = s.rng & _MASK32
    high = s.rng >> _SHIFT32
    s.rng = _MWC * low + high
    return low ^ high


@rule
def draw(s: Any, bound: Any) -> Any:
    """A number in 0 .. bound - 1 from the game's own stream, for bounds up to 2**20.

    Multiply and shift (Lemire, "Fast random integer generation in an interval", 2019) without
    its rejection step: the bias is below bound / 2**32.
    """
    return np.int64((next_word(s) * np.uint64(bound)) >> _SHIFT32)


@rule
def draw_from(chance: Any, bound: Any) -> Any:
    """As `draw`, from a stream held in `chance [1]` (uint64): for agents, who have no state."""
    low = chance[0] & _MASK32
    high = chance[0] >> _SHIFT32
    chance[0] = _MWC * low + high
    return np.int64(((low ^ high) * np.uint64(bound)) >> _SHIFT32)
