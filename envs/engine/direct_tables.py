"""The tables of `direct.py`: for each viewer, what it may see, cut into pieces.

They are made from those of `redact` and `encode` and from nothing else: a slot that they do not
open to the viewer is in no row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.direct_runs import (
    ALWAYS,
    Entry,
    Row,
    entries_of,
    flags_of,
    pieces_of,
    runs_of,
    spread_of,
)
from legation.envs.engine.direct_turns import features_of, runs_in
from legation.envs.engine.encoder import Encoder, EncoderTables
from legation.envs.engine.lanes import LINE
from legation.envs.engine.redaction import VisibilityTables

# The kinds of rows, in their order for each viewer; see `DirectTables`.
KINDS = (
    "scaled_16", "scaled_8", "scaled_4", "scaled_1",
    "flagged_16", "flagged_8", "flagged_4", "spread_2", "spread_3",
    "guarded_16", "guarded_8", "guarded_4", "ones_16", "ones_8", "ones_4", "groups",
    "fours", "flagged_fours", "choices_8", "choices_4", "flagged_choices_8", "flagged_choices_4",
    "choices", "guarded_choices", "ones", "named",
)  # fmt: skip


class DirectTables(NamedTuple):
    """Rows for each viewer: the seats, and the spectator.

    Attributes:
        seats: S.
        counter: slot of the counter of turns; -1 where the game declares none.
        at: `[S + 1, kinds + 5]`, where a viewer's rows of each kind begin; the next one is where
            they end. First the kinds in `rows`, then its `points`, `tallies` and `clears`. With a
            counter, S + 1 more: what may change within a turn.
        lines: a slot in each of the lines of memory that hold what a viewer reads.
        rows: `slot`, `first` (feature), `count` and `flag` (slot), by kind:
            scaled: 16, 8, 4 or 1 neighbours always seen; feature = (value - low) * factor, with
            row `count` of `scales`. flagged: the same, seen where their flag is set; that of the
            next one is one further. spread: 16 flags, each of which shows 2 or 3 neighbours.
            guarded: the same, with one flag for all of them. ones: feature = 1, for 16, 8 or 4
            neighbours, seen where one flag is set, or always (0).
            groups: a row with a `flag`, and `count` rows after it, as of scaled_1, that it shows.
            choices: feature first + value = 1 where value is in 0 .. count - 1. fours: the same
            for 4 neighbours with 4 values each. guarded, flagged: as above. With a number: for 8 or
            4 neighbours, of each of which one flag at most is asked.
            ones: feature = 1.
            named: an index in `slot` below `count`; rows `cases[first + index]` to the next are
            groups.
        scales: `low` and `factor`.
        cases: see named.
        points: runs of `length` entries that read `width` numbers each: first `slot` and feature
            (`first`), number of `values`, where `numbers` of the first one begin (those of any
            other value are behind the last one's, and 0); flag of the first entry, or 0, and by
            how much that of the next is further.
        numbers: of all values of all fields in `points`.
        tallies: entries that the viewer counts: slots of `place` and `amount`, `first` feature and
            number of places (`count`), row of `scales`, and flags: (one or other), and (some or
            more); a pair of 0 is always set.
        clears: runs of features that are 0 unless a row writes them: `first`, and where one `ends`.
    """

    seats: int
    counter: int
    at: NDArray[np.uint32]
    lines: NDArray[np.uint32]
    rows: NDArray[np.void]
    scales: NDArray[np.void]
    cases: NDArray[np.uint32]
    points: NDArray[np.void]
    numbers: NDArray[np.float32]
    tallies: NDArray[np.void]
    clears: NDArray[np.void]


def direct_tables(
    sight: VisibilityTables, encoding: Encoder, counter: int = -1, changing: Iterable[int] = ()
) -> DirectTables:
    """The tables of a game, of whose slots those `changing` may change within a turn."""
    encoder = encoding.tables
    made = _Rows(sight, encoder)
    for viewer in range(encoder.seats + 1):
        made.add(viewer, set(range(encoding.width)))
    if counter >= 0:
        for viewer in range(encoder.seats + 1):
            made.add(viewer, features_of(encoder, viewer, flags_of(sight, viewer), set(changing)))
    scales = [*encoder.scales, *encoder.named_scales]
    scales += [np.array([0, factor], np.float32) for factor in (*encoder.tally_factors, 1)]
    return DirectTables(
        seats=encoder.seats,
        counter=counter,
        at=np.array(made.at, dtype=np.uint32),
        lines=np.array(lines_of(made.read, sight.visible.dtype.itemsize), dtype=np.uint32),
        rows=_records(("slot", "first", "count", "flag"), made.rows),
        scales=_records(("low", "factor"), [tuple(scale) for scale in scales], np.float32),
        cases=np.array(made.cases, dtype=np.uint32),
        points=_records(
            ("slot", "first", "length", "values", "width", "numbers", "flag", "step"), made.points
        ),
        numbers=np.array(made.numbers, dtype=np.float32),
        tallies=_records(
            ("place", "amount", "first", "count", "scale", "one", "other", "some", "more"),
            made.tallies,
        ),
        clears=_records(("first", "ends"), made.clears),
    )


def _slots(encoder: EncoderTables) -> list[int]:
    """The slots that features are read from, but for rows that an index names."""
    runs = [(row[0], row[3] * row[4] or row[2]) for row in encoder.spans]
    runs += [(row[0], row[4] * row[5] or row[2]) for row in encoder.choices]
    runs += [(row[0], row[2]) for row in encoder.points]
    runs += [(slot, row[3]) for row in encoder.tallies for slot in row[:2]]
    return [int(slot) + i for slot, length in runs for i in range(int(length))]


def lines_of(read: set[int], size: int) -> list[int]:
    """Slots of numbers of `size` bytes in all lines of memory that hold one of `read`.

    Where in a line a record begins is not known; so the last slot before a gap is among them.
    """
    width = LINE // size
    found = [min(read)]
    last = found[0]
    for slot in sorted(read):
        if slot - last >= width and last != found[-1]:
            found.append(last)
        if slot - found[-1] >= width:
            found.append(slot)
        last = slot
    return found if last == found[-1] else [*found, last]


def _records(
    names: Sequence[str], rows: Sequence[tuple[Any, ...]], kind: Any = None
) -> NDArray[np.void]:
    """Rows as records of the narrowest numbers that hold them."""
    if kind is None:
        kind = np.uint16 if all(n < 2**16 for row in rows for n in row) else np.uint32
    # np.record, as of states: plain Python reads row.slot as compiled code does.
    dtype = np.dtype((np.record, np.dtype([(name, kind) for name in names])))
    return np.array([tuple(row) for row in rows], dtype=dtype)


class _Rows:
    """Collects the rows of one viewer after the other."""

    def __init__(self, sight: VisibilityTables, encoder: EncoderTables) -> None:
        self._sight, self._encoder = sight, encoder
        self.at: list[list[int]] = []
        self.rows: list[Row] = []
        self.cases: list[int] = []
        self.points: list[Row] = []
        self.numbers: list[float] = []
        self.tallies: list[Row] = []
        self.clears: list[Row] = []
        self._wanted: set[int] = set()  # features
        self.read = {0}  # slots, but for those that an index names
        self._slots = _slots(encoder)
        # The row of `scales` of numbers that are read as they are.
        self._whole = len(encoder.spans) + len(encoder.named) + len(encoder.tallies)
        self._numbers_at = [self._add_numbers(row) for row in encoder.points]

    def _add_numbers(self, point: NDArray[np.int64]) -> int:
        _, _, _, values, width, at = (int(n) for n in point)
        begin = len(self.numbers)
        self.numbers += self._encoder.numbers[at : at + values * width].tolist() + [0.0] * width
        return begin

    def add(self, viewer: int, wanted: set[int]) -> None:
        """Rows of a viewer that write the features `wanted`, or 0 to them."""
        encoder, flags = self._encoder, flags_of(self._sight, viewer)
        self._wanted = wanted
        read = [slot for slot in self._slots if slot in flags]
        self.read.update(read, *(flags[slot] for slot in read))
        by_kind: dict[str, list[Row]] = {kind: [] for kind in KINDS}
        groups: dict[int, list[Row]] = {}
        for scale, span in enumerate(encoder.spans):
            entries = list(entries_of(span, (0, 1, 2, 3, 4), viewer, flags, 1, wanted))
            self._add_scaled(entries, scale, by_kind, groups)
        # "Is known" reads as the flag that shows the entry.
        for known in encoder.known:
            entries = list(entries_of(known, (0, 1, 2), viewer, flags, 1, wanted))
            self._add_known(entries, by_kind, groups)
        by_kind["groups"] = _grouped(groups)
        for choice in encoder.choices:
            values = int(choice[3])
            entries = list(entries_of(choice, (0, 1, 2, 4, 5), viewer, flags, values, wanted))
            _add_choices(entries, values, by_kind)
        if viewer < encoder.seats and viewer in wanted:
            by_kind["ones"].append((0, viewer, 0, 0))  # who reads
        by_kind["named"], cases = self._named(flags)
        where: list[int] = []
        for kind in KINDS:
            where.append(len(self.rows))
            self.rows += by_kind[kind]
        where += [len(self.rows), len(self.points)]
        for members in cases:
            self.cases.append(len(self.rows))
            self.rows += members
        self.cases.append(len(self.rows))
        self._add_points(viewer, flags)
        where += [len(self.points), len(self.tallies)]
        self._add_tallies(viewer, flags)
        where += [len(self.tallies), len(self.clears)]
        self.clears += runs_in(wanted)
        self.at.append([*where, len(self.clears)])

    def _add_scaled(
        self,
        entries: list[Entry],
        scale: int,
        by_kind: dict[str, list[Row]],
        groups: dict[int, list[Row]],
    ) -> None:
        runs, spread = spread_of(runs_of(entries))
        for times, (slot, first, flag) in spread:
            by_kind[f"spread_{times}"].append((slot, first, scale, flag))
        for slot, first, length, flag, step in runs:
            kind = "scaled" if flag == ALWAYS else "flagged" if step else "guarded"
            for at, width in pieces_of(length):
                row = (slot + at, first + at, scale, flag + at * step)
                if width > 1 or flag == ALWAYS:
                    by_kind[f"{kind}_{width}"].append(row)
                else:
                    groups.setdefault(row[3], []).append(row)

    def _add_known(
        self, entries: list[Entry], by_kind: dict[str, list[Row]], groups: dict[int, list[Row]]
    ) -> None:
        for _, first, length, flag, step in runs_of(entries):
            for at, width in pieces_of(length):
                row = (flag + at * step, first + at, self._whole, flag + at * step)
                if step and width > 1:
                    by_kind[f"flagged_{width}"].append(row)
                elif width > 1:
                    by_kind[f"ones_{width}"].append((0, first + at, 0, flag))
                elif flag == ALWAYS:
                    by_kind["ones"].append((0, first + at, 0, 0))
                else:
                    groups.setdefault(row[3], []).append(row)

    def _named(self, flags: dict[int, tuple[int, ...]]) -> tuple[list[Row], list[list[Row]]]:
        """Rows of the indices that a viewer may see, and for each value of each, its groups."""
        rows: list[Row] = []
        cases: list[list[Row]] = []
        named = [[int(n) for n in row] for row in self._encoder.named]
        for index in sorted({row[0] for row in named} & flags.keys()):
            own = [(n, row) for n, row in enumerate(named) if row[0] == index]
            own = [(n, row) for n, row in own if row[2] in self._wanted]
            if not own:
                continue
            count = own[0][1][4]
            for flag in flags[index] or (ALWAYS,):
                rows.append((index, len(self.cases) + len(cases), count, flag))
            for place in range(count):
                groups: dict[int, list[Row]] = {}
                for n, (_, slot, first, length, _) in own:
                    scale = len(self._encoder.spans) + n
                    for i in range(length):
                        at = slot + place * length + i
                        for flag in (flags[at] or (ALWAYS,)) if at in flags else ():
                            groups.setdefault(flag, []).append((at, first + i, scale, flag))
                cases.append(_grouped(groups))
        return rows, cases

    def _add_points(self, viewer: int, flags: dict[int, tuple[int, ...]]) -> None:
        for point, numbers in zip(self._encoder.points, self._numbers_at, strict=True):
            values, width = int(point[3]), int(point[4])
            entries = list(entries_of(point, (0, 1, 2), viewer, flags, width, self._wanted))
            for slot, first, length, flag, step in runs_of(entries, width):
                self.points.append((slot, first, length, values, width, numbers, flag, step))

    def _add_tallies(self, viewer: int, flags: dict[int, tuple[int, ...]]) -> None:
        encoder = self._encoder
        for n, (place, amount, first, length, count, owners) in enumerate(encoder.tallies):
            scale = len(encoder.spans) + len(encoder.named) + n
            for i in range(int(length)) if first in self._wanted else ():
                seen = [flags.get(int(slot) + i) for slot in (place, amount)]
                if encoder.owners[owners + i] != viewer or None in seen:
                    continue
                pairs = [(*each, *each)[:2] if each else (0, 0) for each in seen]
                if pairs[0] == pairs[1]:  # no need to ask twice
                    pairs[1] = (0, 0)
                self.tallies.append(
                    (int(place) + i, int(amount) + i, int(first), int(count), scale)
                    + pairs[0] + pairs[1]
                )  # fmt: skip


def _add_choices(entries: list[Entry], values: int, by_kind: dict[str, list[Row]]) -> None:
    # What one run leaves 0 another one may write, where an entry is in more than one.
    once = all(len(seen) <= 1 for _, _, seen in entries)
    for slot, first, length, flag, step in runs_of(entries, values):
        always, kind = flag == ALWAYS, "choices" if flag == ALWAYS else "guarded_choices"
        pieces = [(i, 1) for i in range(length)]
        if values == 4 and length >= 4 and (always or step == 1):
            pieces = [(i, 1) for i in (*range(0, length - 4, 4), length - 4)]
            kind = "fours" if always else "flagged_fours"
        elif once and length >= 4 and (always or step == 1):
            pieces = [piece for piece in pieces_of(length, (8, 4)) if piece[1] > 1]
            kind = "choices" if always else "flagged_choices"
        for at, width in pieces:
            row = (slot + at, first + at * values, values, flag + at * step)
            by_kind[kind if width == 1 else f"{kind}_{width}"].append(row)


def _grouped(groups: dict[int, list[Row]]) -> list[Row]:
    rows: list[Row] = []
    for flag, members in sorted(groups.items()):
        rows += [(0, 0, len(members), flag), *members]
    return rows
