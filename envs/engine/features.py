"""What networks read besides plain fields: numbers for a value, one row of many, sums by place.

They keep an observation small where one flag for each value of each entry would not: of sixty
pieces on seventy places, say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Numbers:
    """How networks read a category or an index: a few numbers in place of one flag a value.

    Rows differ, and none is all 0 where an entry may be unknown or none (which read 0): so nothing
    is lost.

    Args:
        names: of the numbers, such as `("east", "north")`.
        rows: for each value, from 0 on, its numbers, each in 0..1.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]

    def fault(self, values: int, absent: bool) -> str | None:
        """What is wrong with it for a field of so many values; `absent`: an entry may read 0."""
        if len(self.rows) != values:
            return f"has {len(self.rows)} rows; the field has {values} values"
        if any(len(row) != len(self.names) for row in self.rows) or not self.names:
            return f"needs a number for each of its names in every row: {', '.join(self.names)}"
        if any(not 0 <= number <= 1 for row in self.rows for number in row):
            return "holds a number that is not in 0..1"
        read = [tuple(np.float32(number) for number in row) for row in self.rows]
        if len(set(read)) != len(read):
            return "has two rows that are the same"
        if absent and any(not any(row) for row in read):
            return "has a row of zeros, which is how none and unknown read"
        return None


@dataclass(frozen=True)
class RowOf:
    """How networks read a field of many rows: the row alone that another field names.

    Such as the masteries of the unit that the reader is about to act with.

    Args:
        index: a field of one entry, an index of the first axis of this one; where it is none or
            unknown, the row reads 0.
        all_rows: read all rows as well, each in its place.
    """

    index: str
    all_rows: bool = False


@dataclass(frozen=True)
class Tally:
    """A sum for each item of an axis: what of the reader's own lies there.

    It is made of the redacted record: an entry whose amount or place the reader doesn't know counts
    nothing.

    Args:
        name: of the features, as in `strength[skane]`.
        amount: the field of counts from 0 up that is summed.
        place: a field of indices with the same axes: where each entry lies.
        owners: for each entry, the seat that counts it.
        scale: the sums are divided by it.
    """

    name: str
    amount: str
    place: str
    owners: tuple[int, ...]
    scale: float = 1.0
