"""The encoded observation: float32 features derived from the schema.

The encoder reads a redacted record only, never the state, so it can't leak. A field's features
are its scaled counts and flags, or one flag a value for categories and indices; whatever is unknown
reads 0 everywhere. A flag says whether an entry is known, where neither the seat nor a mask that is
itself among the features tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.compile import rule
from legation.envs.engine.features import Numbers, RowOf
from legation.envs.engine.schema import (
    Category,
    Count,
    Field,
    Flag,
    Hidden,
    Index,
    KnownBy,
    Owner,
    Schema,
)


class EncoderTables(NamedTuple):
    """The features in their order: own seat, scaled, named, in numbers, tallied, known.

    Attributes:
        seats: number of seats.
        spans: `[R, 5]`, first slot, first feature and length of the counts and flags of a field;
            then, where only the reader's own row is read, the length of a row and their number
            (else 0, 0).
        scales: `[R, 2]`, low and factor of a span: feature = (value - low) * factor.
        choices: `[C, 6]`, first slot, first feature, length, and number of values of each entry of
            a category or index (feature = 1 for the one value it has); then as in `spans`.
        known: `[K, 3]`, first slot, first feature and length of a field that is not public:
            feature = 1 where the value is not unknown; the last features.
        points: `[P, 6]`, first slot, first feature, length, number of values, numbers of each value
            and where in `numbers` the first one's are: features = the numbers of the one it has.
        numbers: of all values of all fields in `points`.
        tallies: `[T, 6]`, first slot of places and of amounts, first feature, length, number of
            places, and where in `owners` the entries begin: feature of a place = sum of the
            amounts there times the factor in `tally_factors`.
        owners: of all entries of all tallies: the seat that counts them.
        named: `[N, 5]`, slot of the index, first slot, first feature, length of a row and number of
            rows, of fields of which the row named by an index is read.
        named_scales: `[N, 2]`, as `scales`.
    """

    seats: int
    spans: NDArray[np.int64]
    scales: NDArray[np.float32]
    choices: NDArray[np.int64]
    known: NDArray[np.int64]
    points: NDArray[np.int64]
    numbers: NDArray[np.float32]
    tallies: NDArray[np.int64]
    tally_factors: NDArray[np.float32]
    owners: NDArray[np.int64]
    named: NDArray[np.int64]
    named_scales: NDArray[np.float32]


@dataclass(frozen=True)
class Encoder:
    """The features of a schema.

    Attributes:
        names: `[F]`, one for each feature, such as `influence[italy, france]`.
        tables: what `encode` needs.
        layout: from which slot each feature is read: number of seats, `spans`, `scales`, and, entry
            by entry, `[C, 3]` of categories and indices (slot, first feature, number of values) and
            `[K]` of known slots; then, where there are any, own rows, numbers and tallies. Part of
            what a network's inputs mean, however `encode` does it.
    """

    names: tuple[str, ...]
    tables: EncoderTables
    layout: tuple[int | NDArray[Any], ...]

    @property
    def width(self) -> int:
        return len(self.names)


def build_encoder(schema: Schema) -> Encoder:
    names = [f"seat={seat}" for seat in schema.seats.item_ids]
    read = [
        item
        for item in schema.fields
        if item.encode not in (False, "implied") and len(set(schema.bounds(item))) > 1
    ]
    spans: list[tuple[int, int, int, int, int]] = []
    scales: list[tuple[float, float]] = []
    for item in read:
        if isinstance(item.kind, Count | Flag) and not _is_one_row(item):
            low, high = schema.bounds(item)
            scale = item.kind.scale if isinstance(item.kind, Count) else None
            length, rows = _own_row(schema, item)
            at = len(names)
            for slot, entries in _runs(schema, item):
                spans.append((slot, at, length or entries, length, rows))
                scales.append((low, 1.0 / (scale or high - low)))
                at += entries
            names += _entry_names(schema, item)
    choices: list[tuple[int, int, int, int, int, int]] = []
    for item in read:
        if isinstance(item.encode, Numbers):
            continue
        match item.kind:
            case Category(values=values):
                values_en = [value.en for value in values]
            case Index(axis=axis):
                values_en = list(schema.axis(axis).item_ids)
            case _:
                continue
        length, rows = _own_row(schema, item)
        at = len(names)
        for slot, entries in _runs(schema, item):
            choices.append((slot, at, length or entries, len(values_en), length, rows))
            at += entries * len(values_en)
        for name in _entry_names(schema, item):
            names += [f"{name}={value}" for value in values_en]
    points, numbers = _add_points(schema, read, names)
    tallies, factors, owners = _add_tallies(schema, names)
    named, named_scales = _add_named(schema, read, names)
    known: list[tuple[int, int, int]] = []
    told = {item.name for item in schema.fields if item in read or item.encode == "implied"}
    for item in read:
        if _needs_known_flag(item, told):
            at = len(names)
            for slot, entries in _runs(schema, item):
                known.append((slot, at, entries))
                at += entries
            names += [f"{name} is known" for name in _entry_names(schema, item)]
    tables = EncoderTables(
        seats=len(schema.seats),
        spans=np.array(spans, dtype=np.int64).reshape(-1, 5),
        scales=np.array(scales, dtype=np.float32).reshape(-1, 2),
        choices=np.array(choices, dtype=np.int64).reshape(-1, 6),
        known=np.array(known, dtype=np.int64).reshape(-1, 3),
        points=points,
        numbers=numbers,
        tallies=tallies,
        tally_factors=factors,
        owners=owners,
        named=named,
        named_scales=named_scales,
    )
    each = [
        (slot + i, feature + i * values, values)
        for slot, feature, length, values, _, _ in choices
        for i in range(length)
    ]
    layout: tuple[int | NDArray[Any], ...] = (
        tables.seats,
        tables.spans[:, :3],
        tables.scales,
        np.array(each, dtype=np.int64).reshape(-1, 3),
        np.array([slot + i for slot, _, length in known for i in range(length)], dtype=np.int64),
        *(_own_rows(spans, choices)),
        # Only where there are any: what other games' snapshots were trained on stays as it was.
        *((points, numbers) if len(points) else ()),
        *((tallies, factors, owners) if len(tallies) else ()),
        *((named, named_scales) if len(named) else ()),
    )
    return Encoder(tuple(names), tables, layout)


def _add_points(
    schema: Schema, read: list[Field], names: list[str]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Rows of `points`, and `numbers`; adds the names of their features."""
    points: list[tuple[int, ...]] = []
    numbers: list[float] = []
    for item in read:
        if isinstance(item.encode, Numbers):
            at, width = len(names), len(item.encode.names)
            for slot, entries in _runs(schema, item):
                points.append(
                    (slot, at, entries, len(item.encode.rows), width, len(numbers))
                )  # fmt: skip
                at += entries * width
            numbers += [number for row in item.encode.rows for number in row]
            for name in _entry_names(schema, item):
                names += [f"{name} {each}" for each in item.encode.names]
    return np.array(points, dtype=np.int64).reshape(-1, 6), np.array(numbers, dtype=np.float32)


def _add_tallies(
    schema: Schema, names: list[str]
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """Rows of `tallies`, their factors, and `owners`; adds the names of their features."""
    rows: list[tuple[int, ...]] = []
    owners: list[int] = []
    for tally in schema.tallies:
        place, amount = schema.slots[tally.place], schema.slots[tally.amount]
        kind = schema.field(tally.place).kind
        assert isinstance(kind, Index)
        items = schema.axis(kind.axis).item_ids
        rows.append(
            (place.start, amount.start, len(names), place.size, len(items), len(owners))
        )  # fmt: skip
        owners += tally.owners
        names += [f"{tally.name}[{item}]" for item in items]
    factors = np.array([1.0 / tally.scale for tally in schema.tallies], dtype=np.float32)
    return (
        np.array(rows, dtype=np.int64).reshape(-1, 6), factors, np.array(owners, dtype=np.int64)
    )  # fmt: skip


def _add_named(
    schema: Schema, read: list[Field], names: list[str]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Rows of `named`, and their scales; adds the names of their features."""
    rows: list[tuple[int, ...]] = []
    scales: list[tuple[float, float]] = []
    for item in read:
        if isinstance(item.encode, RowOf):
            low, high = schema.bounds(item)
            scale = item.kind.scale if isinstance(item.kind, Count) else None
            slots, count = schema.slots[item.name], schema.shape(item)[0]
            index = schema.slots[item.encode.index].start
            rows.append((index, slots.start, len(names), slots.size // count, count))
            scales.append((low, 1.0 / (scale or high - low)))
            names += _entry_names(schema, item, row=item.encode.index)
    return (
        np.array(rows, dtype=np.int64).reshape(-1, 5),
        np.array(scales, dtype=np.float32).reshape(-1, 2),
    )


def _runs(schema: Schema, item: Field) -> list[tuple[int, int]]:
    """First slot and length of each run of entries of a field that networks read."""
    slots = schema.slots[item.name]
    if item.entries is None:
        return [(slots.start, slots.size)]
    entries = np.array(item.entries, dtype=np.int64)
    cuts = np.flatnonzero(np.diff(entries) > 1) + 1
    return [(slots.start + int(run[0]), len(run)) for run in np.split(entries, cuts)]


def _own_rows(
    spans: list[tuple[int, int, int, int, int]], choices: list[tuple[int, int, int, int, int, int]]
) -> tuple[NDArray[Any], ...]:
    """First features, lengths and numbers of own rows; nothing where there are none."""
    rows = [(s[1], s[3], s[4]) for s in spans if s[4]] + [
        (c[1], c[4], c[5]) for c in choices if c[5]
    ]
    return (np.array(rows, dtype=np.int64),) if rows else ()


def _needs_known_flag(item: Field, read: set[str]) -> bool:
    """Who owns an entry is known from the seat, and the flags of a mask from the mask."""
    if isinstance(item.encode, RowOf):  # the schema sees to it
        return False
    if item.encode == "own_row":  # its reader is its owner
        return False
    match item.visibility:
        case KnownBy(mask=mask, public_if=revealed):
            return mask not in read or revealed is not None
        case Owner(public_if=revealed):
            return revealed is not None
        case Hidden():
            return True
        case _:
            return False


def _own_row(schema: Schema, item: Field) -> tuple[int, int]:
    """The length and number of rows of a field of which a seat reads its own; else (0, 0)."""
    if item.encode != "own_row":
        return 0, 0
    shape = schema.shape(item)
    return schema.slots[item.name].size // shape[0], shape[0]


def _is_one_row(item: Field) -> bool:
    return isinstance(item.encode, RowOf) and not item.encode.all_rows


def _entry_names(schema: Schema, item: Field, row: str = "") -> list[str]:
    """`influence[italy, france]`, ...: the entries of a field, in the order of their slots; of one
    row, where that has a name."""
    if not item.axes:
        return [item.name]
    axes = [schema.axis(axis).item_ids for axis in item.axes]
    if row:
        axes[0] = (row,)
    ids = product(*((("own",), *axes[1:]) if item.encode == "own_row" else axes))
    found = [f"{item.name}[{', '.join(entry)}]" for entry in ids]
    return found if item.entries is None else [found[i] for i in item.entries]


@rule
def encode(redacted: Any, seat: Any, unknown: Any, tables: Any, out: Any) -> None:
    """Writes the features of one redacted flat record `[width]` to `out [F]`."""
    out[:] = np.float32(0.0)
    if seat >= 0:
        out[seat] = np.float32(1.0)
    spans, scales, choices, known = tables.spans, tables.scales, tables.choices, tables.known
    # Slices, and no more than this in the inner loops: so they compile to vector instructions.
    for span in range(spans.shape[0]):
        slot, first, length = spans[span, 0], spans[span, 1], spans[span, 2]
        if spans[span, 4] > 0:  # the reader's own row
            if seat < 0 or seat >= spans[span, 4]:
                continue
            slot += seat * spans[span, 3]
        low, factor = scales[span, 0], scales[span, 1]
        values, features = redacted[slot : slot + length], out[first : first + length]
        for i in range(length):
            number = (np.float32(values[i]) - low) * factor
            features[i] = number if values[i] != unknown else np.float32(0.0)
    for choice in range(choices.shape[0]):
        slot, first, length = choices[choice, 0], choices[choice, 1], choices[choice, 2]
        count = choices[choice, 3]
        if choices[choice, 5] > 0:
            if seat < 0 or seat >= choices[choice, 5]:
                continue
            slot += seat * choices[choice, 4]
        for i in range(length):
            value = redacted[slot + i]
            if 0 <= value < count:
                out[first + i * count + value] = np.float32(1.0)
    for point in range(tables.points.shape[0]):
        encode_point(redacted, tables.points[point], tables.numbers, out)
    for tally in range(tables.tallies.shape[0]):
        row, factor = tables.tallies[tally], tables.tally_factors[tally]
        encode_tally(redacted, seat, unknown, row, factor, tables.owners, out)
    for row in range(tables.named.shape[0]):
        encode_named(redacted, unknown, tables.named[row], tables.named_scales[row], out)
    for span in range(known.shape[0]):
        slot, first, length = known[span, 0], known[span, 1], known[span, 2]
        values, features = redacted[slot : slot + length], out[first : first + length]
        for i in range(length):
            features[i] = np.float32(values[i] != unknown)


@rule
def encode_point(redacted: Any, row: Any, numbers: Any, out: Any) -> None:
    """Writes the numbers of the values of a field; none and unknown are below 0, and read 0."""
    width = row[4]
    for i in range(row[2]):
        value = redacted[row[0] + i]
        if 0 <= value < row[3]:
            for each in range(width):
                out[row[1] + i * width + each] = numbers[row[5] + value * width + each]


@rule
def encode_tally(
    redacted: Any, seat: Any, unknown: Any, row: Any, factor: Any, owners: Any, out: Any
) -> None:
    """Adds up what of the seat's own lies in each place."""
    for i in range(row[3]):
        place, amount = redacted[row[0] + i], redacted[row[1] + i]
        if owners[row[5] + i] == seat and 0 <= place < row[4] and amount != unknown:
            out[row[2] + place] += np.float32(amount) * factor


@rule
def encode_named(redacted: Any, unknown: Any, row: Any, scale: Any, out: Any) -> None:
    """The row that an index names; none and unknown are below 0, and name none."""
    place = redacted[row[0]]
    if 0 <= place < row[4]:
        for i in range(row[3]):
            value = redacted[row[1] + place * row[3] + i]
            if value != unknown:
                out[row[2] + i] = (np.float32(value) - scale[0]) * scale[1]
