"""Who may see what: the schema's visibility turned into tables, and applied.

Rows of the tables are viewers: seats 0..S-1, then SPECTATOR (public fields only), then PRIVILEGED
(everything but the random stream; for critics in training and for people after the end).
What no declaration opens stays closed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.compile import rule
from legation.envs.engine.schema import Hidden, KnownBy, Owner, Public, Schema


class VisibilityTables(NamedTuple):
    """`visible [S + 2, width]`; `guarded [D]`: slots seen at run time where the flag in slot
    `guard [S + 1, D]` of the viewer (a seat, or the spectator) is set; -1: never."""

    visible: NDArray[np.bool_]
    guarded: NDArray[np.int32]
    guard: NDArray[np.int32]


def visibility_tables(schema: Schema) -> VisibilityTables:
    seats = len(schema.seats)
    visible = np.zeros((seats + 2, schema.width), dtype=np.bool_)
    guarded: list[int] = []
    guard: list[list[int]] = []
    for item in schema.fields:
        slots = schema.slots[item.name]
        indices = slots.indices
        visible[seats + 1, indices.ravel()] = True
        match item.visibility:
            case Public():
                visible[:, indices.ravel()] = True
            case Owner(axis=axis):
                position = item.axes.index(axis)
                for owner in range(min(seats, slots.shape[position])):
                    visible[owner, indices.take(owner, axis=position).ravel()] = True
            case KnownBy(mask=mask):
                flags = schema.slots[mask].indices
                leading = len(flags.shape) - 1
                for place in np.ndindex(slots.shape):
                    guarded.append(int(indices[place]))
                    row = [
                        int(flags[(seat, *place[:leading])]) if seat < len(flags) else -1
                        for seat in range(seats)
                    ]
                    guard.append([*row, -1])
            case Hidden():
                pass
        revealed = getattr(item.visibility, "public_if", None)
        if revealed:
            flags = schema.slots[revealed].indices
            for place in np.ndindex(slots.shape):
                guarded.append(int(indices[place]))
                guard.append([int(flags[place[: flags.ndim]])] * (seats + 1))
    return VisibilityTables(
        visible=visible,
        guarded=np.array(guarded, dtype=np.int32),
        guard=np.array(guard, dtype=np.int32).reshape(len(guarded), seats + 1).T.copy(),
    )


@rule
def redact(flat: Any, viewer: Any, unknown: Any, tables: Any, out: Any) -> None:
    """Copies one flat record `[width]` to `out`, with `unknown` where the viewer may not see."""
    row = tables.visible[viewer]
    guarded, guard = tables.guarded, tables.guard
    for slot in range(flat.shape[0]):
        out[slot] = flat[slot] if row[slot] else unknown
    if viewer < guard.shape[0]:
        flags = guard[viewer]
        for entry in range(guarded.shape[0]):
            if flags[entry] >= 0 and flat[flags[entry]] != 0:
                out[guarded[entry]] = flat[guarded[entry]]
