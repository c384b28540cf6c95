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
    """The features in their order: own seat, scaled, named, known.

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
    """

    seats: int
    spans: NDArray[np.int64]
    scales: NDArray[np.float32]
    choices: NDArray[np.int64]
    known: NDArray[np.int64]


@dataclass(frozen=True)
class Encoder:
    """The features of a schema.

    Attributes:
        names: `[F]`, one for each feature, such as `influence[italy, france]`.
        tables: what `encode` needs.
        layout: from which slot each feature is read: number of seats, `spans`, `scales`, and, entry
            by entry, `[C, 3]` of categories and indices (slot, first feature, number of values) and
            `[K]` of known slots. Part of what a network's inputs mean, however `encode` does it.
    """

    names: tuple[str, ...]
    tables: EncoderTables
    layout: tuple[int | NDArray[Any], ...]

    @property
    def width(self) -> int:
        return len(self.names)


def build_encoder(schema: Schema) -> Encoder:
    names = [f"seat={seat}" for seat in schema.seats.item_ids]
    read = [item for item in schema.fields if item.encode and len(set(schema.bounds(item))) > 1]
    spans: list[tuple[int, int, int, int, int]] = []
    scales: list[tuple[float, float]] = []
    for item in read:
        if isinstance(item.kind, Count | Flag):
            low, high = schema.bounds(item)
            scale = item.kind.scale if isinstance(item.kind, Count) else None
            slots, (length, rows) = schema.slots[item.name], _own_row(schema, item)
            spans.append((slots.start, len(names), length or slots.size, length, rows))
            scales.append((low, 1.0 / (scale or high - low)))
            names += _entry_names(schema, item)
    choices: list[tuple[int, int, int, int, int, int]] = []
    for item in read:
        match item.kind:
            case Category(values=values):
                values_en = [value.en for value in values]
            case Index(axis=axis):
                values_en = list(schema.axis(axis).item_ids)
            case _:
                continue
        slots, (length, rows) = schema.slots[item.name], _own_row(schema, item)
        entries = length or slots.size
        choices.append((slots.start, len(names), entries, len(values_en), length, rows))
        for name in _entry_names(schema, item):
            names += [f"{name}={value}" for value in values_en]
    known: list[tuple[int, int, int]] = []
    names_read = {item.name for item in read}
    for item in read:
        if _needs_known_flag(item, names_read):
            slots = schema.slots[item.name]
            known.append((slots.start, len(names), slots.size))
            names += [f"{name} is known" for name in _entry_names(schema, item)]
    tables = EncoderTables(
        seats=len(schema.seats),
        spans=np.array(spans, dtype=np.int64).reshape(-1, 5),
        scales=np.array(scales, dtype=np.float32).reshape(-1, 2),
        choices=np.array(choices, dtype=np.int64).reshape(-1, 6),
        known=np.array(known, dtype=np.int64).reshape(-1, 3),
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
    )
    return Encoder(tuple(names), tables, layout)


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


def _entry_names(schema: Schema, item: Field) -> list[str]:
    """`influence[italy, france]`, ...: the entries of a field, in the order of their slots."""
    if not item.axes:
        return [item.name]
    axes = [schema.axis(axis).item_ids for axis in item.axes]
    ids = product(*((("own",), *axes[1:]) if item.encode == "own_row" else axes))
    return [f"{item.name}[{', '.join(entry)}]" for entry in ids]


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
    for span in range(known.shape[0]):
        slot, first, length = known[span, 0], known[span, 1], known[span, 2]
        values, features = redacted[slot : slot + length], out[first : first + length]
        for i in range(length):
            features[i] = np.float32(values[i] != unknown)
