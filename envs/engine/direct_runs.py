"""What a viewer may see of a row of the encoder's tables: runs of neighbours, cut into blocks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.redaction import VisibilityTables

BLOCKS = (16, 8, 4)
ALWAYS = 0  # in place of a flag; slot 0 belongs to the random stream

# Slot, feature, and the flags that show it (one of them is enough): none where it is always seen.
Entry = tuple[int, int, tuple[int, ...]]
Row = tuple[int, ...]


def flags_of(sight: VisibilityTables, viewer: int) -> dict[int, tuple[int, ...]]:
    """For each slot that the viewer may see: the flags that show it; none: it always sees it."""
    flags: dict[int, tuple[int, ...]] = {}
    for flag, (first, length, step) in zip(sight.guard[viewer], sight.guarded, strict=True):
        for i in range(int(length)) if flag >= 0 else ():
            slot = int(first) + i
            flags[slot] = (*flags.get(slot, ()), int(flag) + i * int(step))
    return flags | {int(slot): () for slot in np.flatnonzero(sight.visible[viewer])}


def entries_of(
    row: NDArray[np.int64],
    places: tuple[int, ...],
    viewer: int,
    flags: dict[int, tuple[int, ...]],
    values: int = 1,
    wanted: Container[int] | None = None,
) -> Iterator[Entry]:
    """The entries of a row of the encoder's tables that the viewer may see; of own rows, its own;
    of some features, if they are `wanted`.

    `places`: where in the row are the first slot, first feature and length, and, where there can
    be own rows, the length of one and their number.
    """
    slot, first, length, each, count = (*(int(row[place]) for place in places), 0, 0)[:5]
    if count and viewer >= count:
        return
    slot += viewer * each if count else 0
    for i in range(length):
        feature = first + i * values
        if slot + i in flags and (wanted is None or feature in wanted):
            yield slot + i, feature, flags[slot + i]


def runs_of(entries: Sequence[Entry], values: int = 1) -> list[tuple[int, int, int, int, int]]:
    """Slot, feature, length, flag and step of runs of neighbours with one flag, or one each.

    An entry that several flags show is in a run for each: a run writes what its flags show alone.
    """
    runs: list[tuple[int, int, int, int, int]] = []
    most = max((len(seen) for _, _, seen in entries), default=0)
    for turn in range(max(most, 1)):
        fresh = True
        for slot, feature, seen in entries:
            if turn >= max(len(seen), 1):
                fresh = True
                continue
            flag = seen[turn] if seen else ALWAYS
            joined = None if fresh else _joined(runs[-1], slot, feature, flag, values)
            if joined is None:
                runs.append((slot, feature, 1, flag, 0))
            else:
                runs[-1] = joined
            fresh = False
    return runs


def _joined(
    run: tuple[int, int, int, int, int], slot: int, feature: int, flag: int, values: int
) -> tuple[int, int, int, int, int] | None:
    """The run with one more entry, or None where it does not go on so."""
    first, start, length, shown, step = run
    if slot != first + length or feature != start + values * length:
        return None
    if ALWAYS in (flag, shown):
        return (first, start, length + 1, shown, 0) if flag == shown else None
    for each in (0, 1) if length == 1 else (step,):
        if flag == shown + each * length:
            return first, start, length + 1, shown, each
    return None


def spread_of(
    runs: list[tuple[int, int, int, int, int]],
) -> tuple[list[tuple[int, int, int, int, int]], list[tuple[int, tuple[int, int, int]]]]:
    """Runs, without those that make blocks of 16 flags with 2 or 3 entries each; and the blocks.

    Each block: entries of a flag; first slot, feature and flag.
    """
    rest: list[tuple[int, int, int, int, int]] = []
    blocks: list[tuple[int, tuple[int, int, int]]] = []
    k = 0
    while k < len(runs):
        slot, first, times, flag, step = runs[k]
        alike = 0
        if step == 0 and flag != ALWAYS and times in (2, 3):
            while k + alike < len(runs) and runs[k + alike] == (
                slot + alike * times, first + alike * times, times, flag + alike, 0,
            ):  # fmt: skip
                alike += 1
        if alike < 16:
            rest.append(runs[k])
            k += 1
            continue
        for at in (*range(0, alike - 16, 16), alike - 16):
            blocks.append((times, (slot + at * times, first + at * times, flag + at)))
        k += alike
    return rest, blocks


def pieces_of(length: int, widths: tuple[int, ...] = BLOCKS) -> Iterator[tuple[int, int]]:
    """Begin and width of blocks that cover a run; the last one may overlap the one before."""
    for width in widths:
        if length >= width:
            yield from ((at, width) for at in range(0, length - width + 1, width))
            if length % width:
                yield length - width, width
            return
    yield from ((at, 1) for at in range(length))
