"""The encoded observation: float32 features derived from the schema.

The encoder reads a redacted record only, never the state, so it can't leak. A field's features
are its scaled counts and flags, or one flag a value for categories and indices; whatever is unknown
reads 0 everywhere, and fields that are not public get a flag that says whether they are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.compile import rule
from legation.envs.engine.schema import Category, Count, Flag, Index, Public, Schema


class EncoderTables(NamedTuple):
    """The features in their order: own seat, scaled, equal, known.

    Attributes:
        seats: number of seats.
        scaled_slot, scaled_low, scaled_factor: feature = (value - low) * factor.
        equal_slot, equal_value: feature = 1 where the value is that one.
        known_slot: feature = 1 where the value is not unknown.
    """

    seats: int
    scaled_slot: NDArray[np.int32]
    scaled_low: NDArray[np.float32]
    scaled_factor: NDArray[np.float32]
    equal_slot: NDArray[np.int32]
    equal_value: NDArray[np.int32]
    known_slot: NDArray[np.int32]


@dataclass(frozen=True)
class Encoder:
    """`names [F]`, one for each feature, such as `influence[italy, france]`; and the tables."""

    names: tuple[str, ...]
    tables: EncoderTables

    @property
    def width(self) -> int:
        return len(self.names)


def build_encoder(schema: Schema) -> Encoder:
    own = [f"seat={seat}" for seat in schema.seats.item_ids]
    scaled: list[tuple[str, int, float, float]] = []
    equal: list[tuple[str, int, int]] = []
    known: list[tuple[str, int]] = []
    for item in schema.fields:
        if not item.encode:
            continue
        low, high = schema.bounds(item)
        if low == high:
            continue
        for place in np.ndindex(schema.shape(item)):
            slot = int(schema.slots[item.name].indices[place])
            name = _entry_name(schema, item.name, item.axes, place)
            match item.kind:
                case Count(scale=scale):
                    scaled.append((name, slot, float(low), 1.0 / (scale or high - low)))
                case Flag():
                    scaled.append((name, slot, 0.0, 1.0))
                case Category(values=values):
                    equal += [(f"{name}={v.en}", slot, k) for k, v in enumerate(values)]
                case Index(axis=axis):
                    ids = schema.axis(axis).item_ids
                    equal += [(f"{name}={v}", slot, k) for k, v in enumerate(ids)]
            if not isinstance(item.visibility, Public):
                known.append((f"{name} is known", slot))
    names = (*own, *(s[0] for s in scaled), *(e[0] for e in equal), *(k[0] for k in known))
    tables = EncoderTables(
        seats=len(schema.seats),
        scaled_slot=np.array([s[1] for s in scaled], dtype=np.int32),
        scaled_low=np.array([s[2] for s in scaled], dtype=np.float32),
        scaled_factor=np.array([s[3] for s in scaled], dtype=np.float32),
        equal_slot=np.array([e[1] for e in equal], dtype=np.int32),
        equal_value=np.array([e[2] for e in equal], dtype=np.int32),
        known_slot=np.array([k[1] for k in known], dtype=np.int32),
    )
    return Encoder(names, tables)


def _entry_name(schema: Schema, name: str, axes: tuple[str, ...], place: tuple[int, ...]) -> str:
    if not axes:
        return name
    ids = (schema.axis(axis).item_ids[i] for axis, i in zip(axes, place, strict=True))
    return f"{name}[{', '.join(ids)}]"


@rule
def encode(redacted: Any, seat: Any, unknown: Any, tables: Any, out: Any) -> None:
    """Writes the features of one redacted flat record `[width]` to `out [F]`."""
    for other in range(tables.seats):
        out[other] = np.float32(1.0 if other == seat else 0.0)
    first = tables.seats
    slots, low, factor = tables.scaled_slot, tables.scaled_low, tables.scaled_factor
    for f in range(slots.shape[0]):
        value = redacted[slots[f]]
        number = (np.float32(value) - low[f]) * factor[f]
        out[first + f] = number if value != unknown else np.float32(0.0)
    first += slots.shape[0]
    slots, values = tables.equal_slot, tables.equal_value
    for f in range(slots.shape[0]):
        out[first + f] = np.float32(1.0 if redacted[slots[f]] == values[f] else 0.0)
    first += slots.shape[0]
    slots = tables.known_slot
    for f in range(slots.shape[0]):
        out[first + f] = np.float32(1.0 if redacted[slots[f]] != unknown else 0.0)
