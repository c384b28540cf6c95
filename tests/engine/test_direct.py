"""Features straight from the state: blocks of neighbours, and numbers too large for narrow rows."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from legation.envs.engine import (
    KNOWN_BY,
    OWNER,
    PUBLIC,
    Axis,
    Count,
    Field,
    Flag,
    Index,
    Schema,
    Text,
)
from legation.envs.engine.direct import encode_direct
from legation.envs.engine.direct_tables import direct_tables
from legation.envs.engine.encoder import build_encoder, encode
from legation.envs.engine.lanes import scaled, scaled_where
from legation.envs.engine.redaction import redact, visibility_tables

X = Text("x", "x")
RNG = np.random.default_rng(5)


@pytest.mark.parametrize("kind", [np.int16, np.int32])
@pytest.mark.parametrize("lanes", [16, 8, 4])
def test_a_block_writes_its_own_features_and_no_others(lanes: int, kind: Any) -> None:
    block, where = scaled(lanes), scaled_where(lanes)

    @numba.njit
    def write(flat: Any, slot: Any, flag: Any, low: Any, factor: Any, out: Any, first: Any) -> None:
        block(flat[0], np.uint16(slot), low, factor, out[0], np.uint16(first))
        where(flat[0], slot, flag, low, factor, out[1], first)

    flat = RNG.integers(-999, 999, size=(1, 70)).astype(kind)
    flat[0, 40:] = RNG.integers(0, 2, size=30)
    out = np.full((2, 40), np.nan, dtype=np.float32)
    low, factor = np.float32(-3), np.float32(0.3)
    write(flat, 7, 41, low, factor, out, 5)
    right = np.full((2, 40), np.nan, dtype=np.float32)
    for i in range(lanes):
        right[0, 5 + i] = (np.float32(flat[0, 7 + i]) - low) * factor
        if flat[0, 41 + i]:
            right[1, 5 + i] = right[0, 5 + i]
    assert out.tobytes() == right.tobytes()


@pytest.mark.parametrize("length", [*range(1, 36), 9_000])
def test_runs_of_any_length_are_covered_once(length: int) -> None:
    seats = Axis("seat", ("ann", "bob"), (X, X), is_seats=True)
    places = Axis("place", tuple(f"p{i}" for i in range(length)), (X,) * length)
    suits = Axis("suit", ("a", "b", "c", "d"), (X,) * 4)
    made = Schema(
        seats,
        (places, suits),
        (
            Field("amount", Count(-2, 9), PUBLIC, X, ("place",)),
            Field("seen", Flag(), PUBLIC, X, ("place",)),
            Field("own", Count(0, 5), OWNER("seat", public_if="seen"), X, ("place", "seat")),
            Field("lead", Index("suit", optional=True), PUBLIC, X, ("place",)),
            Field("known", Flag(), OWNER("seat"), X, ("seat", "place")),
            Field("hand", Index("suit"), KNOWN_BY("known", public_if="seen"), X, ("place",)),
            Field("told", Index("suit", optional=True), KNOWN_BY("known"), X, ("place",)),
        ),
    )
    encoder, sight = build_encoder(made), visibility_tables(made)
    tables = direct_tables(sight, encoder.tables)
    assert tables.rows.dtype["slot"] == (np.uint32 if length > 1000 else np.uint16)
    state = np.zeros(1, made.dtype)
    state["amount"] = RNG.integers(-2, 10, size=length)
    state["seen"] = RNG.integers(0, 2, size=length)
    state["own"] = RNG.integers(0, 6, size=(length, 2))
    state["lead"], state["told"] = RNG.integers(-1, 4, size=(2, length))
    state["known"] = RNG.integers(0, 2, size=(2, length))
    state["hand"] = RNG.integers(0, 4, size=length)
    redacted = np.zeros(made.width, dtype=made.integer)
    out, direct = (np.full(encoder.width, np.nan, dtype=np.float32) for _ in range(2))
    for viewer, seat in ((0, 0), (1, 1), (2, -1)):
        redact(made.flat(state)[0], viewer, made.unknown, sight, redacted)
        encode(redacted, seat, made.unknown, encoder.tables, out)
        encode_direct(made.flat(state)[0], viewer, tables, direct)
        assert direct.tobytes() == out.tobytes()
