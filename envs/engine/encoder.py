"""The encoded observation: float32 features derived from the schema.

The encoder reads a redacted record only, never the state, so it can't leak. A field's features
are its scaled counts and flags, or one flag a value for categories and indices; whatever is unknown
reads 0 everywhere, and fields that are not public get a flag that says whether they are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.compile import rule
from legation.envs.engine.schema import Category, Count, Field, Flag, Index, Public, Schema


class EncoderTables(NamedTuple):
    """The features in their order: own seat, scaled, named, known.

    Attributes:
        seats: number of seats.
        spans: `[R, 3]`, first slot, first feature and length of the counts and flags of a field.
        scales: `[R, 2]`, low and factor of a span: feature = (value - low) * factor.
        choices: `[C, 3]`, slot, first feature and number of values of a category or index:
            feature = 1 for the one value it has.
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
    spans: list[tuple[int, int, int]] = []
    scales: list[tuple[float, float]] = []
    for item in read:
        if isinstance(item.kind, Count | Flag):
            low, high = schema.bounds(item)
            scale = item.kind.scale if isinstance(item.kind, Count) else None
            slots = schema.slots[item.name]
            spans.append((slots.start, len(names), slots.size))
            scales.append((low, 1.0 / (scale or high - low)))
            names += _entry_names(schema, item)
    choices: list[tuple[int, int, int]] = []
    for item in read:
        match item.kind:
            case Category(values=values):
                values_en = [value.en for value in values]
            case Index(axis=axis):
                values_en = list(schema.axis(axis).item_ids)
            case _:
                continue
        for slot, name in enumerate(_entry_names(schema, item), schema.slots[item.name].start):
            choices.append((slot, len(names), len(values_en)))
            names += [f"{name}={value}" for value in values_en]
    known: list[int] = []
    for item in read:
        if not isinstance(item.visibility, Public):
            known += schema.slots[item.name].indices.ravel().tolist()
            names += [f"{name} is known" for name in _entry_names(schema, item)]
    tables = EncoderTables(
        seats=len(schema.seats),
        spans=np.array(spans, dtype=np.int64).reshape(-1, 3),
        scales=np.array(scales, dtype=np.float32).reshape(-1, 2),
        choices=np.array(choices, dtype=np.int64).reshape(-1, 3),
        known=np.array(known, dtype=np.int64),
    )
    return Encoder(tuple(names), tables)


def _entry_names(schema: Schema, item: Field) -> list[str]:
    """`influence[italy, france]`, ...: the entries of a field, in the order of their slots."""
    if not item.axes:
        return [item.name]
    ids = product(*(schema.axis(axis).item_ids for axis in item.axes))
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
        low, factor = scales[span, 0], scales[span, 1]
        # Slices, and no more than this in the loop: so it compiles to vector instructions.
        values, features = redacted[slot : slot + length], out[first : first + length]
        for i in range(length):
            number = (np.float32(values[i]) - low) * factor
            features[i] = number if values[i] != unknown else np.float32(0.0)
    for choice in range(choices.shape[0]):
        value = redacted[choices[choice, 0]]
        if 0 <= value < choices[choice, 2]:
            out[choices[choice, 1] + value] = np.float32(1.0)
    first_known = out.shape[0] - tables.known.shape[0]
    for i in range(tables.known.shape[0]):
        if redacted[tables.known[i]] != unknown:
            out[first_known + i] = np.float32(1.0)
