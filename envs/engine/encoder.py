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
        choices: `[C, 5]`, slot, first feature and number of values of a category or index
            (feature = 1 for the one value it has); then as in `spans`.
        known: slots whose feature is 1 where the value is not unknown; the last features.
    """

    seats: int
    spans: NDArray[np.int64]
    scales: NDArray[np.float32]
    choices: NDArray[np.int64]
    known: NDArray[np.int64]


@dataclass(frozen=True)
class Encoder:
    """`names [F]`, one for each feature, such as `influence[italy, france]`; and the tables."""

    names: tuple[str, ...]
    tables: EncoderTables

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
    choices: list[tuple[int, int, int, int, int]] = []
    for item in read:
        match item.kind:
            case Category(values=values):
                values_en = [value.en for value in values]
            case Index(axis=axis):
                values_en = list(schema.axis(axis).item_ids)
            case _:
                continue
        length, rows = _own_row(schema, item)
        for slot, name in enumerate(_entry_names(schema, item), schema.slots[item.name].start):
            choices.append((slot, len(names), len(values_en), length, rows))
            names += [f"{name}={value}" for value in values_en]
    known: list[int] = []
    names_read = {item.name for item in read}
    for item in read:
        if _needs_known_flag(item, names_read):
            known += schema.slots[item.name].indices.ravel().tolist()
            names += [f"{name} is known" for name in _entry_names(schema, item)]
    tables = EncoderTables(
        seats=len(schema.seats),
        spans=np.array(spans, dtype=np.int64).reshape(-1, 5),
        scales=np.array(scales, dtype=np.float32).reshape(-1, 2),
        choices=np.array(choices, dtype=np.int64).reshape(-1, 5),
        known=np.array(known, dtype=np.int64),
    )
    return Encoder(tuple(names), tables)


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
    spans, scales, choices = tables.spans, tables.scales, tables.choices
    for span in range(spans.shape[0]):
        slot, first, length = spans[span, 0], spans[span, 1], spans[span, 2]
        if spans[span, 4] > 0:  # the reader's own row
            if seat < 0 or seat >= spans[span, 4]:
                continue
            slot += seat * spans[span, 3]
        low, factor = scales[span, 0], scales[span, 1]
        # Slices, and no more than this in the loop: so it compiles to vector instructions.
        values, features = redacted[slot : slot + length], out[first : first + length]
        for i in range(length):
            number = (np.float32(values[i]) - low) * factor
            features[i] = number if values[i] != unknown else np.float32(0.0)
    for choice in range(choices.shape[0]):
        slot = choices[choice, 0]
        if choices[choice, 4] > 0:
            if seat < 0 or seat >= choices[choice, 4]:
                continue
            slot += seat * choices[choice, 3]
        value = redacted[slot]
        if 0 <= value < choices[choice, 2]:
            out[choices[choice, 1] + value] = np.float32(1.0)
    first_known = out.shape[0] - tables.known.shape[0]
    for i in range(tables.known.shape[0]):
        if redacted[tables.known[i]] != unknown:
            out[first_known + i] = np.float32(1.0)
