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
    LegationError,
    Numbers,
    RowOf,
    Schema,
    Tally,
    Text,
    Turn,
)
from legation.envs.engine.direct import encode_direct
from legation.envs.engine.direct_tables import direct_tables, lines_of
from legation.envs.engine.encoder import build_encoder, encode
from legation.envs.engine.kernels import NONE, SEVERAL, only_legal
from legation.envs.engine.lanes import (
    filled,
    matching,
    picked,
    picked_where,
    scaled,
    scaled_where,
)
from legation.envs.engine.redaction import redact, visibility_tables

X = Text("x", "x")
ROWS = ((0.1, 0.2), (0.3, 0.4))
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


@pytest.mark.parametrize("kind", [np.int16, np.int32])
@pytest.mark.parametrize("lanes", [8, 4])
def test_a_block_of_choices_writes_one_feature_of_each(lanes: int, kind: Any) -> None:
    block, where, values = picked(lanes), picked_where(lanes), 5

    @numba.njit
    def write(flat: Any, slot: Any, flag: Any, count: Any, out: Any, first: Any) -> None:
        block(flat[0], np.uint16(slot), np.uint16(count), out[0], np.uint16(first))
        where(flat[0], slot, flag, count, out[1], first)

    for _ in range(20):
        flat = RNG.integers(-2, values + 2, size=(1, 40)).astype(kind)
        flat[0, 20:] = RNG.integers(0, 2, size=20)
        out = np.zeros((2, values * lanes + 8), dtype=np.float32)
        out[:, [0, 1, 2, -5, -4, -3, -2, -1]] = np.nan
        right = out.copy()
        write(flat, 7, 21, values, out, 3)
        for i in range(lanes):
            for value in range(values):
                right[0, 3 + values * i + value] = flat[0, 7 + i] == value
                right[1, 3 + values * i + value] = flat[0, 7 + i] == value and flat[0, 21 + i]
        assert out.tobytes() == right.tobytes()


@pytest.mark.parametrize("times", [2, 3])
def test_a_flag_may_show_several_neighbours(times: int) -> None:
    block, ones = scaled_where(16, times), filled(8)

    @numba.njit
    def write(flat: Any, slot: Any, flag: Any, low: Any, factor: Any, out: Any, first: Any) -> None:
        block(flat[0], np.uint16(slot), flag, low, factor, out[0], np.uint16(first))
        ones(out[1], np.uint16(first))

    flat = RNG.integers(-99, 99, size=(1, 80)).astype(np.int16)
    flat[0, 60:] = RNG.integers(0, 2, size=20)
    out = np.full((2, 60), np.nan, dtype=np.float32)
    low, factor = np.float32(-3), np.float32(0.3)
    write(flat, 7, 61, low, factor, out, 5)
    right = np.full((2, 60), np.nan, dtype=np.float32)
    right[1, 5:13] = 1
    for i in range(16 * times):
        if flat[0, 61 + i // times]:
            right[0, 5 + i] = (np.float32(flat[0, 7 + i]) - low) * factor
    assert out.tobytes() == right.tobytes()


@pytest.mark.parametrize("count", [16, 17, 32, 50, 63])
def test_bits_of_the_values_that_match(count: int) -> None:
    bits = matching(count)

    @numba.njit
    def find(values: Any, wanted: Any) -> Any:
        return bits(values, wanted)

    values = RNG.integers(-2, 3, size=(1, count)).astype(np.int16)
    for wanted in (-2, 0, 2, 7):
        right = sum(1 << i for i in range(count) if values[0, i] == wanted)
        assert find(values, wanted) == right


@pytest.mark.parametrize("size", [3, 16, 40, 71])
def test_the_only_legal_action(size: int) -> None:
    @numba.njit
    def find(mask: Any) -> Any:
        return only_legal(mask)

    assert find(np.zeros(size, dtype=np.bool_)) == NONE
    for action in range(size):
        mask = np.zeros(size, dtype=np.bool_)
        mask[action] = True
        assert find(mask) == action
        for other in range(action):
            two = mask.copy()
            two[other] = True
            assert find(two) == SEVERAL


@pytest.mark.parametrize("size", [2, 4])
def test_every_slot_that_is_read_is_near_one_that_is_fetched(size: int) -> None:
    read = {0, 5, *range(40, 90), 200, *range(1000, 1020)}
    slots = lines_of(read, size)
    for begin in range(64):  # where in a line of memory the record begins
        fetched = {(begin + size * slot) // 64 for slot in slots}
        assert {(begin + size * slot) // 64 for slot in read} <= fetched


@pytest.mark.parametrize("length", [*range(1, 36), 40, 48, 9_000])
def test_runs_of_any_length_are_covered_once(length: int) -> None:
    seats = Axis("seat", ("ann", "bob"), (X, X), is_seats=True)
    places = Axis("place", tuple(f"p{i}" for i in range(length)), (X,) * length)
    suits = Axis("suit", ("a", "b", "c", "d"), (X,) * 4)
    pair, three = (Axis(f"n{n}", tuple(f"i{i}" for i in range(n)), (X,) * n) for n in (2, 3))
    made = Schema(
        seats,
        (places, suits, pair, three),
        (
            Field("amount", Count(-2, 9), PUBLIC, X, ("place",)),
            Field("seen", Flag(), PUBLIC, X, ("place",)),
            Field("own", Count(0, 5), OWNER("seat", public_if="seen"), X, ("place", "seat")),
            Field("lead", Index("suit", optional=True), PUBLIC, X, ("place",)),
            Field("known", Flag(), OWNER("seat"), X, ("seat", "place")),
            Field("hand", Index("suit"), KNOWN_BY("known", public_if="seen"), X, ("place",)),
            Field("told", Index("suit", optional=True), KNOWN_BY("known"), X, ("place",)),
            Field("two", Count(-1, 5), KNOWN_BY("known"), X, ("place", "n2")),
            Field("three", Count(-1, 5), KNOWN_BY("known"), X, ("place", "n3")),
            Field("rank", Index("n3", optional=True), PUBLIC, X, ("place",)),
            Field("grade", Index("n3", optional=True), KNOWN_BY("known"), X, ("place",)),
            Field("suite", Index("n3"), KNOWN_BY("known", public_if="seen"), X, ("place",)),
            Field("end", Flag(), PUBLIC, X),
            Field("last", Index("n3"), OWNER("seat", public_if="end"), X, ("seat", "place")),
        ),
    )
    encoder, sight = build_encoder(made), visibility_tables(made)
    tables = direct_tables(sight, encoder)
    assert tables.rows.dtype["slot"] == (np.uint32 if length > 1000 else np.uint16)
    state = np.zeros(1, made.dtype)
    state["amount"] = RNG.integers(-2, 10, size=length)
    state["seen"] = RNG.integers(0, 2, size=length)
    state["own"] = RNG.integers(0, 6, size=(length, 2))
    state["lead"], state["told"] = RNG.integers(-1, 4, size=(2, length))
    state["known"] = RNG.integers(0, 2, size=(2, length))
    state["hand"] = RNG.integers(0, 4, size=length)
    state["two"] = RNG.integers(-1, 6, size=(length, 2))
    state["three"] = RNG.integers(-1, 6, size=(length, 3))
    state["rank"], state["grade"] = RNG.integers(-1, 3, size=(2, length))
    state["suite"] = RNG.integers(0, 3, size=length)
    state["end"] = length % 2
    state["last"] = RNG.integers(0, 3, size=(2, length))
    redacted = np.zeros(made.width, dtype=made.integer)
    out, direct = (np.full(encoder.width, np.nan, dtype=np.float32) for _ in range(2))
    for viewer, seat in ((0, 0), (1, 1), (2, -1)):
        redact(made.flat(state)[0], viewer, made.unknown, sight, redacted)
        encode(redacted, seat, made.unknown, encoder.tables, out)
        encode_direct(made.flat(state)[0], viewer, tables, direct)
        assert direct.tobytes() == out.tobytes()


def test_within_a_turn_only_what_changes_is_written() -> None:
    seats = Axis("seat", ("ann", "bob"), (X, X), is_seats=True)
    places = Axis("place", tuple(f"p{i}" for i in range(21)), (X,) * 21)
    fields = (
        Field("counter", Count(0, 9), PUBLIC, X),
        Field("amount", Count(-2, 9), PUBLIC, X, ("place",)),
        Field("grade", Index("place", optional=True), PUBLIC, X, ("place",)),
        Field("known", Flag(), OWNER("seat"), X, ("seat", "place")),
        Field("seen", Flag(), PUBLIC, X, ("place",)),
        Field("hand", Index("seat"), KNOWN_BY("known", public_if="seen"), X, ("place",)),
        Field("two", Count(-1, 5), KNOWN_BY("known"), X, ("place", "seat")),
        Field("own", Count(0, 5), OWNER("seat"), X, ("seat", "place"), encode="own_row"),
        Field("at", Index("place", optional=True), PUBLIC, X),
        Field("row", Count(0, 5), PUBLIC, X, ("place", "seat"), encode=RowOf("at")),
        Field("kind", Index("seat"), PUBLIC, X, ("place",), encode=Numbers(("a", "b"), ROWS)),
    )
    spent = Tally("spent", "own", "lies", (0,) * 21 + (1,) * 21, scale=4)
    lies = Field("lies", Index("place", optional=True), OWNER("seat"), X, ("seat", "place"))
    names = [item.name for item in (*fields, lies)]
    for changes in (*((name,) for name in names[1:]), tuple(names[1:]), ()):
        turn = Turn("counter", changes)
        made = Schema(seats, (places,), (*fields, lies), tallies=(spent,), turn=turn)
        encoder, sight = build_encoder(made), visibility_tables(made)
        counter = made.slots["counter"].start
        tables = direct_tables(sight, encoder, counter, made.changing.tolist())
        states = np.zeros(2, made.dtype)
        for name in names:
            low, high = made.bounds(made.field(name))
            states[name][0] = RNG.integers(low, high + 1, size=states[name].shape[1:])
        states[1] = states[0]
        for name in changes:
            low, high = made.bounds(made.field(name))
            states[name][1] = RNG.integers(low, high + 1, size=states[name].shape[1:])
        before, after = made.flat(states)
        for viewer in range(3):
            right, out = (np.full(encoder.width, np.nan, dtype=np.float32) for _ in range(2))
            encode_direct(after, viewer, tables, right)
            encode_direct(before, viewer, tables, out)
            encode_direct(after, viewer + 3, tables, out)
            assert out.tobytes() == right.tobytes(), changes
            rest = np.full(encoder.width, np.nan, dtype=np.float32)
            encode_direct(after, viewer + 3, tables, rest)
            assert np.isnan(rest).any()


@pytest.mark.parametrize(
    "turn", [Turn("places", ()), Turn("own", ("own",)), Turn("actor", ()), Turn("p", ())]
)
def test_a_turn_is_told_by_one_field_that_stays(turn: Turn) -> None:
    seats = Axis("seat", ("ann", "bob"), (X, X), is_seats=True)
    fields = (
        Field("places", Count(0, 5), PUBLIC, X, ("seat",)),
        Field("own", Count(0, 5), PUBLIC, X),
    )
    with pytest.raises(LegationError, match=turn.counter):
        Schema(seats, (), fields, turn=turn)
