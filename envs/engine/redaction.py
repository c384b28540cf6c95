"""Who may see what: the schema's visibility turned into tables, and applied.

Rows of the tables are viewers: seats 0..S-1, then SPECTATOR (public fields only), then PRIVILEGED
(everything but the random stream; for critics in training and for people after the end). A seat
that oversees the others sees all but the hidden fields.
What no declaration opens stays closed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.compile import rule
from legation.envs.engine.schema import Hidden, KnownBy, Owner, Public, Schema


class VisibilityTables(NamedTuple):
    """What a viewer sees always, and what it sees where a flag is set.

    Attributes:
        visible: `[S + 2, width]`, for each viewer, of the record's integers: all bits where it
            sees a slot, else none.
        guarded: `[D, 3]`, runs of slots: first, length, and step.
        guard: `[S + 1, D]`, for each seat and the spectator: the slot of the flag of a run's first
            slot, -1 for never; that of the next slot is `step` (0 or 1) further.
    """

    visible: NDArray[np.signedinteger]
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
        if not isinstance(item.visibility, Hidden):
            for seat in schema.overseers:
                visible[seat, indices.ravel()] = True
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
    runs, flags_of = _runs(guarded, guard)
    return VisibilityTables(
        visible=np.where(visible, -1, 0).astype(schema.integer),
        guarded=np.array(runs, dtype=np.int32).reshape(len(runs), 3),
        guard=np.array(flags_of, dtype=np.int32).reshape(len(runs), seats + 1).T.copy(),
    )


def _runs(slots: list[int], guard: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """`guarded` and, a row a run, `guard`, from the slots and the flags of each, viewer by viewer.

    Neighbours are joined where they have the same flag, or flags that are neighbours too.
    """
    runs: list[list[int]] = []
    flags: list[list[int]] = []
    for slot, row in zip(slots, guard, strict=True):
        step = _step(runs[-1], flags[-1], slot, row) if runs else None
        if step is None:
            runs.append([slot, 1, 0])
            flags.append(row)
        else:
            runs[-1] = [runs[-1][0], runs[-1][1] + 1, step]
    return runs, flags


def _step(run: list[int], flags: list[int], slot: int, row: list[int]) -> int | None:
    """The step with which a run goes on to a slot with the flags `row`; None: it does not."""
    first, length, step = run
    if slot == first + length:
        for each in (0, 1) if length == 1 else (step,):
            if row == [flag + each * length if flag >= 0 else flag for flag in flags]:
                return each
    return None


def flag_slots(tables: VisibilityTables, viewer: int) -> NDArray[np.int64]:
    """The slots of the flags that decide what a seat, or the spectator, sees."""
    slots = {
        int(flag) + i * int(step)
        for flag, (_, length, step) in zip(tables.guard[viewer], tables.guarded, strict=True)
        if flag >= 0
        for i in range(length)
    }
    return np.array(sorted(slots), dtype=np.int64)


@rule
def redact(flat: Any, viewer: Any, unknown: Any, tables: Any, out: Any) -> None:
    """Copies one flat record `[width]` to `out`, with `unknown` where the viewer may not see."""
    row = tables.visible[viewer]
    guarded, guard = tables.guarded, tables.guard
    for slot in range(flat.shape[0]):  # bits, not a choice: so it compiles to vector instructions
        out[slot] = (flat[slot] & row[slot]) | (unknown & ~row[slot])
    if viewer < guard.shape[0]:
        flags = guard[viewer]
        for entry in range(guarded.shape[0]):
            flag = flags[entry]
            first, length = guarded[entry, 0], guarded[entry, 1]
            if flag < 0:
                continue
            if guarded[entry, 2] == 0:
                if flat[flag] != 0:
                    for slot in range(first, first + length):
                        out[slot] = flat[slot]
            else:
                # Without a branch in the loop, so that it compiles to vector instructions.
                shown, values = flat[flag : flag + length], flat[first : first + length]
                seen = out[first : first + length]
                for i in range(length):
                    seen[i] = values[i] if shown[i] != 0 else seen[i]
