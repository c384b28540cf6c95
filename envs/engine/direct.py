"""A seat's features straight from the state: what `encode` makes of what `redact` leaves.

A batch that nobody asks for records needs the features of the seat to act only. Here each feature
that the seat may see is written from its slot, and the others stay 0, as unknown entries read; what
is hidden is never even loaded. The tables are made from those of `redact` and `encode` and from
nothing else: a slot that they do not open to the seat is in no row. Tests and the conformance suite
hold the result to that of the two, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.compile import rule
from legation.envs.engine.encoder import EncoderTables
from legation.envs.engine.redaction import VisibilityTables

_ALWAYS = -1

# One entry of a field that a seat may see: slot, feature, the flag that shows it (or `_ALWAYS`).
Entry = tuple[int, int, int]


class DirectTables(NamedTuple):
    """Rows for each seat, one seat after the other.

    Attributes:
        ready: False where a game has features that this file does not know (numbers, tallies).
        at: `[S + 1, 4]`: where in `spans`, `groups`, `choices` and `known` a seat's rows begin.
        spans: `[N, 4]`, counts and flags: first slot, first feature, length, and flag of the first
            entry, that of the next being one further; -1: the seat always sees them.
        groups: `[G, 3]`: a flag, and first and last row (not included) of what it shows.
        members: `[M, 3]`, rows of groups: first slot, first feature, length.
        choices: `[C, 6]`, categories and indices: first slot, first feature, length, number of
            values, flag of the first entry or -1, and how much further that of the next one is.
        known: `[K, 4]`, "is known": first feature, length, flag and step as in `choices`.
        low, factor: `[F]`: feature = (value - low) * factor, of counts and flags.
    """

    ready: bool
    at: NDArray[np.int64]
    spans: NDArray[np.int64]
    groups: NDArray[np.int64]
    members: NDArray[np.int64]
    choices: NDArray[np.int64]
    known: NDArray[np.int64]
    low: NDArray[np.float32]
    factor: NDArray[np.float32]


def direct_tables(sight: VisibilityTables, encoder: EncoderTables, width: int) -> DirectTables:
    """The tables of a game whose encoder has `width` features."""
    low, factor = np.zeros(width, dtype=np.float32), np.zeros(width, dtype=np.float32)
    for (_, first, length, _, _), scale in zip(encoder.spans, encoder.scales, strict=True):
        low[first : first + length], factor[first : first + length] = scale
    lists: tuple[list[tuple[int, ...]], ...] = ([], [], [], [], [])
    spans, groups, members, choices, known = lists
    at = [(0, 0, 0, 0)]
    for seat in range(encoder.seats):
        flags = _flags_of(sight, seat)
        by_flag: dict[int, list[tuple[int, int, int]]] = {}
        entries = _own_entries(encoder.spans, (0, 1, 2, 3, 4), seat)
        for slot, first, length, flag, step in _runs(entries, flags, 1):
            if flag != _ALWAYS and step == 0:
                by_flag.setdefault(flag, []).append((slot, first, length))
            else:
                spans.append((slot, first, length, flag))
        for flag, rows in sorted(by_flag.items()):
            groups.append((flag, len(members), len(members) + len(rows)))
            members += rows
        for row in encoder.choices:
            values = int(row[3])
            own = _own_entries(row[None], (0, 1, 2, 4, 5), seat, values)
            for slot, first, length, flag, step in _runs(own, flags, values):
                choices.append((slot, first, length, values, flag, step))
        for slot, first, length in encoder.known:
            each = ((slot + i, first + i) for i in range(length))
            known += [row[1:] for row in _runs(each, flags, 1)]
        at.append((len(spans), len(groups), len(choices), len(known)))
    ready = not len(encoder.points) and not len(encoder.tallies)
    return DirectTables(
        ready=ready,
        at=np.array(at, dtype=np.int64),
        spans=_table(spans, 4),
        groups=_table(groups, 3),
        members=_table(members, 3),
        choices=_table(choices, 6),
        known=_table(known, 4),
        low=low,
        factor=factor,
    )


def _table(rows: list[tuple[int, ...]], width: int) -> NDArray[np.int64]:
    return np.array(rows, dtype=np.int64).reshape(-1, width)


def _flags_of(sight: VisibilityTables, seat: int) -> dict[int, list[int]]:
    """For each slot that the seat may see: the flags that show it, or `_ALWAYS`."""
    flags: dict[int, list[int]] = {}
    for flag, (first, length, step) in zip(sight.guard[seat], sight.guarded, strict=True):
        for i in range(int(length)) if flag >= 0 else ():
            flags.setdefault(int(first) + i, []).append(int(flag) + i * int(step))
    always = np.flatnonzero(sight.visible[seat])
    return flags | {int(slot): [_ALWAYS] for slot in always}


def _own_entries(
    rows: NDArray[np.int64], places: tuple[int, ...], seat: int, values: int = 1
) -> Iterator[tuple[int, int]]:
    """Slot and first feature of each entry that the seat reads; of own rows, its own."""
    for row in rows:
        slot, first, length, each, count = (int(row[place]) for place in places)
        if count and seat >= count:
            continue
        for i in range(length):
            yield slot + (seat * each if count else 0) + i, first + i * values


def _runs(
    entries: Iterator[tuple[int, int]], flags: dict[int, list[int]], values: int
) -> list[tuple[int, int, int, int, int]]:
    """Slot, feature, length, flag and step of runs of neighbours; what is never seen is left out.

    An entry that several flags show is in a run for each: a run writes what its flags show alone.
    """
    seen = [(s, f, flag) for s, f in entries for flag in flags.get(int(s), ())]
    runs: list[tuple[int, int, int, int, int]] = []
    for slot, feature, flag in seen:
        if runs:
            first, start, length, shown, step = runs[-1]
            steps = (0, 1) if length == 1 and shown != _ALWAYS else (step,)
            each = [n for n in steps if flag == shown + n * length]
            if each and slot == first + length and feature == start + values * length:
                runs[-1] = (first, start, length + 1, shown, each[0])
                continue
        runs.append((int(slot), int(feature), 1, flag, 0))
    return runs


@rule
def encode_direct(flat: Any, seat: Any, tables: Any, out: Any) -> None:
    """Writes the features of a seat from one flat record `[width]` of the state to `out [F]`."""
    out[:] = np.float32(0.0)
    out[seat] = np.float32(1.0)
    at, spans, groups, members = tables.at, tables.spans, tables.groups, tables.members
    for span in range(at[seat, 0], at[seat + 1, 0]):
        slot, first, length, flag = (
            spans[span, 0], spans[span, 1], spans[span, 2], spans[span, 3],
        )  # fmt: skip
        # As in `encode`: slices and a choice without a branch compile to vector instructions.
        values, features = flat[slot : slot + length], out[first : first + length]
        low, factor = tables.low[first : first + length], tables.factor[first : first + length]
        if flag < 0:
            for i in range(length):
                features[i] = (np.float32(values[i]) - low[i]) * factor[i]
        else:
            shown = flat[flag : flag + length]
            for i in range(length):
                number = (np.float32(values[i]) - low[i]) * factor[i]
                features[i] = number if shown[i] != 0 else features[i]
    for group in range(at[seat, 1], at[seat + 1, 1]):
        if flat[groups[group, 0]] != 0:
            for member in range(groups[group, 1], groups[group, 2]):
                slot, first = members[member, 0], members[member, 1]
                for i in range(members[member, 2]):
                    number = np.float32(flat[slot + i]) - tables.low[first + i]
                    out[first + i] = number * tables.factor[first + i]
    encode_values(flat, seat, tables, out)


@rule
def encode_values(flat: Any, seat: Any, tables: Any, out: Any) -> None:
    """The part of `encode_direct` for categories, indices and what is known."""
    at, choices, known = tables.at, tables.choices, tables.known
    for choice in range(at[seat, 2], at[seat + 1, 2]):
        slot, first, count = choices[choice, 0], choices[choice, 1], choices[choice, 3]
        flag, step = choices[choice, 4], choices[choice, 5]
        for i in range(choices[choice, 2]):
            if flag < 0 or flat[flag + i * step] != 0:
                value = flat[slot + i]
                if 0 <= value < count:
                    out[first + i * count + value] = np.float32(1.0)
    for row in range(at[seat, 3], at[seat + 1, 3]):
        first, flag, step = known[row, 0], known[row, 2], known[row, 3]
        for i in range(known[row, 1]):
            if flag < 0 or flat[flag + i * step] != 0:
                out[first + i] = np.float32(1.0)
