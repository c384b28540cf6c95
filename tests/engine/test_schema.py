"""Declarations that are refused, and what follows from those that are not."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from legation.envs.engine import (
    HIDDEN,
    KNOWN_BY,
    OWNER,
    PUBLIC,
    Axis,
    Category,
    Count,
    Field,
    Flag,
    Index,
    LegationError,
    Schema,
    Text,
)
from legation.tests.toys.whisper import SCHEMA

X = Text("x", "х")
SEATS = Axis("seat", ("a", "b"), (X, X), is_seats=True)
ABOUT = Axis("about", ("a", "b"), (X, X), is_seats=True)
ITEM = Axis("item", ("i", "j", "k"), (X, X, X))
MASK = Field("mask", Flag(), HIDDEN, X, ("seat", "item"))


def schema(*fields: Field, wide: bool = False) -> Schema:
    return Schema(SEATS, (ABOUT, ITEM), fields, wide=wide)


@pytest.mark.parametrize("visibility", [None, "PUBLIC", KNOWN_BY, OWNER])
def test_a_field_without_a_visibility_does_not_load(visibility: Any) -> None:
    with pytest.raises(LegationError, match="'f' has no visibility"):
        schema(Field("f", Flag(), visibility, X))


@pytest.mark.parametrize("name", ["actor", "rng", "over", "padding", "copy", "shape", "sum"])
def test_a_taken_name_is_refused(name: str) -> None:
    with pytest.raises(LegationError, match="name is taken"):
        schema(Field(name, Flag(), PUBLIC, X))


@pytest.mark.parametrize("name", ["two words", "", "1st", "class", "a-b"])
def test_a_name_that_is_no_identifier_is_refused(name: str) -> None:
    with pytest.raises(LegationError, match="identifier"):
        schema(Field(name, Flag(), PUBLIC, X))


def test_a_name_is_taken_once() -> None:
    with pytest.raises(LegationError, match="declared twice"):
        schema(Field("f", Flag(), PUBLIC, X), Field("f", Flag(), HIDDEN, X))


@pytest.mark.parametrize("kind", [Count(0, 40_000), Count(-32_768, 0), Count(3, 2), Category(())])
def test_a_range_that_does_not_fit_is_refused(kind: Any) -> None:
    with pytest.raises(LegationError, match="does not fit int16"):
        schema(Field("f", kind, PUBLIC, X))


def test_wide_records_have_wider_ranges() -> None:
    wide = schema(Field("f", Count(0, 40_000), PUBLIC, X), wide=True)
    assert wide.dtype["f"] == np.int32
    assert wide.unknown == -(2**31)


@pytest.mark.parametrize("axes", [("item",), ("item", "item"), (), ("seat", "seat")])
def test_owner_needs_its_axis_of_seats_once(axes: tuple[str, ...]) -> None:
    with pytest.raises(LegationError, match="OWNER"):
        schema(Field("f", Flag(), OWNER(axes[0] if axes else "seat"), X, axes))


def test_an_unknown_axis_is_refused() -> None:
    with pytest.raises(LegationError, match="'nowhere' is not declared"):
        schema(Field("f", Flag(), PUBLIC, X, ("nowhere",)))


def test_seats_must_be_seats() -> None:
    with pytest.raises(LegationError, match="is_seats=True"):
        Schema(ITEM, (), ())


def test_axes_have_names_and_items_of_their_own() -> None:
    with pytest.raises(LegationError, match="same name"):
        Schema(SEATS, (SEATS,), ())
    with pytest.raises(LegationError, match="not unique"):
        Axis("x", ("a", "a"), (X, X))
    with pytest.raises(LegationError, match="one label for each"):
        Axis("x", ("a", "b"), (X,))


@pytest.mark.parametrize(
    ("mask", "axes"),
    [
        (MASK, ("seat",)),  # guards fields over items
        (Field("mask", Count(0, 1), HIDDEN, X, ("seat", "item")), ("item",)),  # no flags
        (Field("mask", Flag(), HIDDEN, X, ("item",)), ("item",)),  # not over seats
        (Field("mask", Flag(), HIDDEN, X), ("item",)),
    ],
)
def test_a_mask_that_does_not_fit_is_refused(mask: Field, axes: tuple[str, ...]) -> None:
    with pytest.raises(LegationError, match="the mask 'mask' of KNOWN_BY must be"):
        schema(mask, Field("f", Flag(), KNOWN_BY("mask"), X, axes))


def test_a_mask_is_not_guarded_itself() -> None:
    first = Field("first", Flag(), HIDDEN, X, ("seat", "about"))
    second = Field("second", Flag(), KNOWN_BY("first"), X, ("about",))
    with pytest.raises(LegationError, match="not KNOWN_BY"):
        schema(first, second, Field("f", Flag(), KNOWN_BY("second"), X))
    with pytest.raises(LegationError, match="'none' is not declared"):
        schema(Field("f", Flag(), KNOWN_BY("none"), X))


def test_bounds() -> None:
    made = schema(
        Field("f1", Count(-3, 9), PUBLIC, X),
        Field("f2", Category((X, X, X)), PUBLIC, X),
        Field("f3", Index("item", optional=True), PUBLIC, X),
        Field("f4", Index("item"), PUBLIC, X),
    )
    found = [made.bounds(made.field(f"f{i}")) for i in (1, 2, 3, 4)]
    assert found == [(-3, 9), (0, 2), (-1, 2), (0, 2)]
    assert made.bounds(made.field("actor")) == (-1, 1)


@pytest.mark.parametrize("extra", range(9))
@pytest.mark.parametrize("wide", [False, True])
def test_equal_records_have_equal_bytes_however_copied(extra: int, wide: bool) -> None:
    """NumPy leaves the bytes between fields to chance: no record may have any."""
    made = schema(*(Field(f"f{i}", Flag(), PUBLIC, X) for i in range(extra)), wide=wide)
    dirty = np.full(made.dtype.itemsize, 7, np.uint8)
    record = dirty.view(made.dtype)[0]
    ways = [
        record.copy(),
        copy.deepcopy(record),
        pickle.loads(pickle.dumps(record)),
        np.array([record], dtype=made.dtype)[0],
        dirty.view(made.dtype).copy()[0],
        np.repeat(dirty.view(made.dtype), 2)[1],
    ]
    assert {way.tobytes() for way in ways} == {record.tobytes()}


def test_the_flat_view_is_a_view() -> None:
    records = np.zeros(2, SCHEMA.dtype)
    flat = SCHEMA.flat(records)
    flat[1, SCHEMA.slots["stash"].indices[2]] = 5
    assert records["stash"].tolist() == [[0, 0, 0], [0, 0, 5]]
    assert flat.shape == (2, SCHEMA.width)
