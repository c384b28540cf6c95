"""A viewer's features straight from the state: what `encode` makes of what `redact` leaves.

A batch that nobody asks for records needs the features of the seat to act only. Here each feature
that the viewer may see is written from its slot, and the others stay 0, as unknown entries read;
what is hidden reaches no feature. Tests and the conformance suite hold the result to that of the
two, byte for byte.

Indices are unsigned, so that none has to be tested for being negative; and choices between numbers
stand where branches would, since what a game holds is nothing that a processor could foresee.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine.compile import inlined_rule
from legation.envs.engine.direct_tables import KINDS
from legation.envs.engine.lanes import (
    chosen,
    chosen_where,
    filled,
    picked,
    picked_where,
    scaled,
    scaled_where,
)

# Where in a row of `at` the rows of each kind begin: see `DirectTables`.
_SCALED, _FLAGGED, _GUARDED = (KINDS.index(f"{k}_16") for k in ("scaled", "flagged", "guarded"))
_SPREAD, _FILLED, _GROUPS = (KINDS.index(k) for k in ("spread_2", "ones_16", "groups"))
_FOURS, _FLAGGED_FOURS = KINDS.index("fours"), KINDS.index("flagged_fours")
_PICKED, _PICKED_WHERE = KINDS.index("choices_8"), KINDS.index("flagged_choices_8")
_CHOICES, _GUARDED_CHOICES = KINDS.index("choices"), KINDS.index("guarded_choices")
_ONES, _NAMED = KINDS.index("ones"), KINDS.index("named")
_POINTS, _TALLIES, _CLEARS = (len(KINDS) + k for k in (1, 3, 5))

_scaled_16, _scaled_8, _scaled_4 = scaled(16), scaled(8), scaled(4)
_flagged_16, _flagged_8, _flagged_4 = scaled_where(16), scaled_where(8), scaled_where(4)
_spread_2, _spread_3 = scaled_where(16, 2), scaled_where(16, 3)
_filled_16, _filled_8, _filled_4 = filled(16), filled(8), filled(4)
_picked_8, _picked_4 = picked(8), picked(4)
_picked_where_8, _picked_where_4 = picked_where(8), picked_where(4)


@inlined_rule
def encode_direct(flat: Any, viewer: Any, tables: Any, out: Any) -> None:
    """Writes the features of a viewer from one flat record `[width]` of the state to `out [F]`.

    The viewer is a seat, or, one above them, the spectator. S + 1 more than that, where the game
    declares turns: only what may change within a turn; `out` holds the rest already.
    """
    at, rows, scales = tables.at[viewer], tables.rows, tables.scales
    for k in range(at[_CLEARS], at[_CLEARS + 1]):
        clear = tables.clears[k]
        out[clear.first : clear.ends] = np.float32(0.0)
    for k in range(at[_SCALED], at[_SCALED + 1]):
        row = rows[k]
        scale = scales[row.count]
        _scaled_16(flat, row.slot, scale.low, scale.factor, out, row.first)
    for k in range(at[_SCALED + 1], at[_SCALED + 2]):
        row = rows[k]
        scale = scales[row.count]
        _scaled_8(flat, row.slot, scale.low, scale.factor, out, row.first)
    for k in range(at[_SCALED + 2], at[_SCALED + 3]):
        row = rows[k]
        scale = scales[row.count]
        _scaled_4(flat, row.slot, scale.low, scale.factor, out, row.first)
    for k in range(at[_SCALED + 3], at[_FLAGGED]):
        write_scaled(flat, rows[k], scales, out)
    if at[_FLAGGED] < at[_FOURS]:
        encode_where_shown(flat, at, rows, scales, out)
    encode_choices(flat, at, rows, out)
    for k in range(at[_NAMED], at[_NAMED + 1]):
        row = rows[k]
        place = flat[row.slot]
        if (row.flag == 0 or flat[row.flag] != 0) and place >= 0 and place < row.count:
            case = row.first + np.uint64(place)
            begin, end = tables.cases[case], tables.cases[case + np.uint64(1)]
            encode_groups(flat, begin, end, rows, scales, out)
    for k in range(at[_POINTS], at[_POINTS + 1]):
        encode_point(flat, tables.points[k], tables.numbers, out)
    for k in range(at[_TALLIES], at[_TALLIES + 1]):
        add_to_tally(flat, tables.tallies[k], scales, out)


@inlined_rule
def write_scaled(flat: Any, row: Any, scales: Any, out: Any) -> None:
    scale = scales[row.count]
    out[row.first] = (np.float32(flat[row.slot]) - scale.low) * scale.factor


@inlined_rule
def encode_where_shown(flat: Any, at: Any, rows: Any, scales: Any, out: Any) -> None:
    """Counts and flags that are seen where a flag is set."""
    for k in range(at[_FLAGGED], at[_FLAGGED + 1]):
        row = rows[k]
        scale = scales[row.count]
        _flagged_16(flat, row.slot, row.flag, scale.low, scale.factor, out, row.first)
    for k in range(at[_FLAGGED + 1], at[_FLAGGED + 2]):
        row = rows[k]
        scale = scales[row.count]
        _flagged_8(flat, row.slot, row.flag, scale.low, scale.factor, out, row.first)
    for k in range(at[_FLAGGED + 2], at[_SPREAD]):
        row = rows[k]
        scale = scales[row.count]
        _flagged_4(flat, row.slot, row.flag, scale.low, scale.factor, out, row.first)
    for k in range(at[_SPREAD], at[_SPREAD + 1]):
        row = rows[k]
        scale = scales[row.count]
        _spread_2(flat, row.slot, row.flag, scale.low, scale.factor, out, row.first)
    for k in range(at[_SPREAD + 1], at[_GUARDED]):
        row = rows[k]
        scale = scales[row.count]
        _spread_3(flat, row.slot, row.flag, scale.low, scale.factor, out, row.first)
    for k in range(at[_GUARDED], at[_GUARDED + 1]):
        row = rows[k]
        scale = scales[row.count]
        if flat[row.flag] != 0:
            _scaled_16(flat, row.slot, scale.low, scale.factor, out, row.first)
    for k in range(at[_GUARDED + 1], at[_GUARDED + 2]):
        row = rows[k]
        scale = scales[row.count]
        if flat[row.flag] != 0:
            _scaled_8(flat, row.slot, scale.low, scale.factor, out, row.first)
    for k in range(at[_GUARDED + 2], at[_FILLED]):
        row = rows[k]
        scale = scales[row.count]
        if flat[row.flag] != 0:
            _scaled_4(flat, row.slot, scale.low, scale.factor, out, row.first)
    for k in range(at[_FILLED], at[_FILLED + 1]):
        if rows[k].flag == 0 or flat[rows[k].flag] != 0:
            _filled_16(out, rows[k].first)
    for k in range(at[_FILLED + 1], at[_FILLED + 2]):
        if rows[k].flag == 0 or flat[rows[k].flag] != 0:
            _filled_8(out, rows[k].first)
    for k in range(at[_FILLED + 2], at[_GROUPS]):
        if rows[k].flag == 0 or flat[rows[k].flag] != 0:
            _filled_4(out, rows[k].first)
    encode_groups(flat, at[_GROUPS], at[_FOURS], rows, scales, out)


@inlined_rule
def encode_groups(flat: Any, begin: Any, end: Any, rows: Any, scales: Any, out: Any) -> None:
    """Groups of counts and flags; one flag, or none, shows all of a group."""
    k, one = np.uint64(begin), np.uint64(1)
    while k < end:
        group = rows[k]
        after = k + one + group.count
        if group.flag == 0 or flat[group.flag] != 0:
            for member in range(k + one, after):
                write_scaled(flat, rows[member], scales, out)
        k = after


@inlined_rule
def encode_choices(flat: Any, at: Any, rows: Any, out: Any) -> None:
    """Categories and indices, and what is always known.

    A value that is none, such as -1, writes a 0 to the first of its features, where a 0 is.
    """
    for k in range(at[_FOURS], at[_FLAGGED_FOURS]):
        chosen(flat, rows[k].slot, out, rows[k].first)
    for k in range(at[_FLAGGED_FOURS], at[_PICKED]):
        row = rows[k]
        chosen_where(flat, row.slot, row.flag, out, row.first)
    for k in range(at[_PICKED], at[_PICKED + 1]):
        row = rows[k]
        _picked_8(flat, row.slot, row.count, out, row.first)
    for k in range(at[_PICKED + 1], at[_PICKED_WHERE]):
        row = rows[k]
        _picked_4(flat, row.slot, row.count, out, row.first)
    for k in range(at[_PICKED_WHERE], at[_PICKED_WHERE + 1]):
        row = rows[k]
        _picked_where_8(flat, row.slot, row.flag, row.count, out, row.first)
    for k in range(at[_PICKED_WHERE + 1], at[_CHOICES]):
        row = rows[k]
        _picked_where_4(flat, row.slot, row.flag, row.count, out, row.first)
    none = np.uint64(0)
    for k in range(at[_CHOICES], at[_CHOICES + 1]):
        row = rows[k]
        value = flat[row.slot]
        real = (value >= 0) & (value < row.count)
        out[row.first + (np.uint64(value) if real else none)] = np.float32(real)
    for k in range(at[_GUARDED_CHOICES], at[_GUARDED_CHOICES + 1]):
        row = rows[k]
        value = flat[row.slot]
        real = (value >= 0) & (value < row.count) & (flat[row.flag] != 0)
        feature = row.first + (np.uint64(value) if real else none)
        out[feature] = np.float32(1.0) if real else out[feature]
    for k in range(at[_ONES], at[_ONES + 1]):
        out[rows[k].first] = np.float32(1.0)


@inlined_rule
def encode_point(flat: Any, point: Any, numbers: Any, out: Any) -> None:
    """The numbers of the values of a run of entries; those of none and unknown are 0."""
    # All that stays the same in names of its own: `out` might hold it, for all the compiler knows.
    one, width, values = np.uint64(1), np.uint64(point.width), np.uint64(point.values)
    slot, first, begin = np.uint64(point.slot), np.uint64(point.first), np.uint64(point.numbers)
    flag, step = np.uint64(point.flag), np.uint64(point.step)
    two = width == np.uint64(2)
    always = flag == 0
    for _ in range(point.length):
        if always or flat[flag] != 0:
            value = flat[slot]
            place = np.uint64(value) if value >= 0 else values
            at = begin + width * (place if place < values else values)
            out[first] = numbers[at]
            if two:
                out[first + one] = numbers[at + one]
            else:
                for i in range(one, width):
                    out[first + i] = numbers[at + i]
        slot += one
        first += width
        flag += step


@inlined_rule
def add_to_tally(flat: Any, row: Any, scales: Any, out: Any) -> None:
    """Adds what of the viewer's own lies in a place; what is nowhere, or unknown, adds 0 to one."""
    place = flat[row.place]
    shown = (row.one == 0) | (flat[row.one] != 0) | (flat[row.other] != 0)
    shown &= (row.some == 0) | (flat[row.some] != 0) | (flat[row.more] != 0)
    shown &= (place >= 0) & (place < row.count)
    amount = np.float32(flat[row.amount]) * scales[row.scale].factor if shown else np.float32(0.0)
    out[row.first + np.uint64(place if shown else 0)] += amount
