"""Which features may change while one seat takes several decisions in a row: see `Turn`."""

from __future__ import annotations

from collections.abc import Iterable

from legation.envs.engine.direct_runs import Row, entries_of
from legation.envs.engine.encoder import EncoderTables


def features_of(
    encoder: EncoderTables, viewer: int, flags: dict[int, tuple[int, ...]], slots: set[int]
) -> set[int]:
    """The features of a viewer that one of `slots` has a say in.

    As a value, as the flag that shows another, or as the place that another is counted to. Of what
    is made of several entries, such as a tally or the row of an index, all features or none.
    """
    found: set[int] = set()

    def asks(slot: int) -> bool:
        shown = (slot, *flags[slot]) if slot in flags else ()
        return not slots.isdisjoint(shown)

    own_rows = (
        *((row, (0, 1, 2, 3, 4), 1) for row in encoder.spans),
        *((row, (0, 1, 2, 4, 5), int(row[3])) for row in encoder.choices),
        *((row, (0, 1, 2), int(row[4])) for row in encoder.points),
    )
    for row, places, width in own_rows:
        for slot, first, _ in entries_of(row, places, viewer, flags, width):
            if asks(slot):
                found.update(range(first, first + width))
    for row in encoder.known:
        for _, first, shown in entries_of(row, (0, 1, 2), viewer, flags):
            if not slots.isdisjoint(shown):
                found.add(first)
    for place, amount, first, length, count, owners in encoder.tallies.tolist():
        mine = [i for i in range(length) if encoder.owners[owners + i] == viewer]
        if any(asks(place + i) or asks(amount + i) for i in mine):
            found.update(range(first, first + count))
    for index, slot, first, length, count in encoder.named.tolist():
        if asks(index) or any(asks(slot + i) for i in range(length * count)):
            found.update(range(first, first + length))
    return found


def runs_in(features: Iterable[int]) -> list[Row]:
    """First and end of each run of neighbours."""
    runs: list[Row] = []
    for feature in sorted(features):
        if runs and runs[-1][1] == feature:
            runs[-1] = (runs[-1][0], feature + 1)
        else:
            runs.append((feature, feature + 1))
    return runs
