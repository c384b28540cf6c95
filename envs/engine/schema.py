"""The Schema: every field of a game's record, declared once.

From this one declaration come the record's layout, what each seat may see of it (`redaction.py`),
the numbers that networks read (`encoder.py`), the tables in the docs and the labels on pages.
A field without a visibility does not load: there is no default.
"""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.errors import LegationError
from legation.envs.engine.features import Numbers, RowOf, Tally
from legation.envs.engine.fields import (
    HIDDEN,
    KNOWN_BY,
    LANGUAGES,
    OWNER,
    PUBLIC,
    Axis,
    Category,
    Count,
    Field,
    Flag,
    Hidden,
    Index,
    Kind,
    KnownBy,
    Owner,
    Public,
    Text,
    Turn,
    Visibility,
)

__all__ = [
    "HIDDEN",
    "KNOWN_BY",
    "LANGUAGES",
    "OWNER",
    "PUBLIC",
    "Axis",
    "Category",
    "Count",
    "Field",
    "Flag",
    "Hidden",
    "Index",
    "Kind",
    "KnownBy",
    "Owner",
    "Public",
    "Schema",
    "Slots",
    "Text",
    "Turn",
    "Visibility",
]

# Fields that every record has. `actor` is hidden, as who has to move can be a secret (it tells what
# another seat has done); a seat sees from its own legal mask whether it has to act.
_ENGINE_FIELDS = frozenset({"rng", "actor", "over", "padding"})
_FORBIDDEN_NAMES = frozenset(dir(np.recarray)) | frozenset(dir(np.record)) | _ENGINE_FIELDS


@dataclass(frozen=True)
class Slots:
    """Where a field lies in the flat integer view of the record."""

    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def indices(self) -> NDArray[np.int64]:
        """Slot numbers in the shape of the field."""
        return np.arange(self.start, self.start + self.size).reshape(self.shape)


@dataclass(frozen=True)
class Schema:
    """All fields of a game, with the axes they use.

    Args:
        seats: the axis of seats; its length is the number of seats.
        axes: the other axes.
        fields: the fields; the engine adds `rng` (uint64), `actor` (seat, -1 at the end; hidden)
            and `over` (flag; public) in front of them.
        wide: use int32 in place of int16 for the whole record.
        overseers: seats that see every field but the hidden ones, such as a game master's.
        tallies: sums that networks read besides the fields.
        turn: what changes while one seat takes several decisions in a row, where that is little.
    """

    seats: Axis
    axes: tuple[Axis, ...]
    fields: tuple[Field, ...]
    wide: bool = False
    overseers: tuple[int, ...] = ()
    tallies: tuple[Tally, ...] = ()
    turn: Turn | None = None
    dtype: np.dtype[np.void] = field(init=False, repr=False, compare=False)
    slots: dict[str, Slots] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.seats.is_seats:
            raise LegationError(f"axis {self.seats.name!r} must be declared with is_seats=True")
        over = Field("over", Flag(), PUBLIC, Text("game over", "игра окончена"), encode=False)
        actor = Field(
            "actor",
            Index(self.seats.name, optional=True),
            HIDDEN,
            Text("seat to act", "чей ход"),
            encode=False,
        )
        for seat in self.overseers:
            if not 0 <= seat < len(self.seats):
                raise LegationError(f"overseer {seat} is no seat; valid: 0..{len(self.seats) - 1}")
        declared = {a.name for a in (self.seats, *self.axes)}
        if len(declared) != len(self.axes) + 1:
            raise LegationError("two axes of the schema have the same name")
        self._check_names()
        object.__setattr__(self, "fields", (actor, over, *self.fields))
        object.__setattr__(self, "dtype", self._record_dtype())
        object.__setattr__(self, "slots", self._layout())
        for item in self.fields:
            self._check_field(item)
            self._check_encoding(item)
        for tally in self.tallies:
            self._check_tally(tally)
        if self.turn is not None:
            self._check_turn(self.turn)

    @property
    def integer(self) -> np.dtype[np.signedinteger]:
        return np.dtype(np.int32 if self.wide else np.int16)

    @property
    def unknown(self) -> np.signedinteger:
        """What an observation holds where the seat may not see.

        Of the record's own type: compiled loops over fields stay as narrow as the fields.
        """
        return self.integer.type(np.iinfo(self.integer).min)

    @property
    def width(self) -> int:
        """Number of integers in the flat view of a record, the random stream included."""
        return self.dtype.itemsize // self.integer.itemsize

    def axis(self, name: str) -> Axis:
        for item in (self.seats, *self.axes):
            if item.name == name:
                return item
        raise LegationError(f"axis {name!r} is not declared in the schema")

    def field(self, name: str) -> Field:
        for item in self.fields:
            if item.name == name:
                return item
        raise LegationError(f"field {name!r} is not declared in the schema")

    def shape(self, item: Field) -> tuple[int, ...]:
        return tuple(len(self.axis(name)) for name in item.axes)

    def bounds(self, item: Field) -> tuple[int, int]:
        """Lowest and highest value the field may hold, both included."""
        match item.kind:
            case Count(low=low, high=high):
                return low, high
            case Category(values=values):
                return 0, len(values) - 1
            case Flag():
                return 0, 1
            case Index(axis=axis, optional=optional):
                return (-1 if optional else 0), len(self.axis(axis)) - 1

    def flat(self, records: NDArray[np.void]) -> NDArray[np.signedinteger]:
        """A free view of records `[B]` as integers `[B, width]`."""
        plain = records.view(np.ndarray)
        return plain.view(self.integer).reshape(len(records), self.width)

    @property
    def changing(self) -> NDArray[np.int64]:
        """Slots of the fields that may change within a turn of one seat; all without a `turn`."""
        names = self.slots if self.turn is None else ("actor", "over", *self.turn.changes)
        return np.concatenate([self.slots[name].indices.ravel() for name in names])

    def _check_names(self) -> None:
        seen: set[str] = set()
        for item in self.fields:
            if not isinstance(item.visibility, Visibility):
                raise LegationError(
                    f"field {item.name!r} has no visibility; "
                    "declare PUBLIC, OWNER(axis), KNOWN_BY(mask) or HIDDEN"
                )
            if not item.name.isidentifier() or keyword.iskeyword(item.name):
                raise LegationError(f"field {item.name!r}: a name is a Python identifier")
            if item.name in _FORBIDDEN_NAMES:
                raise LegationError(
                    f"field {item.name!r}: the name is taken (by NumPy's records or the engine); "
                    "choose another, for example with a suffix"
                )
            if item.name in seen:
                raise LegationError(f"field {item.name!r} is declared twice")
            seen.add(item.name)

    def _record_dtype(self) -> np.dtype[np.void]:
        members: list[tuple[str, object] | tuple[str, object, tuple[int, ...]]] = [
            ("rng", np.uint64)
        ]
        for item in self.fields:
            shape = self.shape(item)
            members.append((item.name, self.integer, shape) if shape else (item.name, self.integer))
        # NumPy copies fields and leaves what lies between them to chance; the bytes up to a
        # multiple of the stream's 8 are a field too, so that equal records have equal bytes.
        used = np.dtype(members).itemsize
        if used % 8:
            members.append(("padding", self.integer, ((8 - used % 8) // self.integer.itemsize,)))
        # np.record lets plain Python write s.field as compiled code does.
        return np.dtype((np.record, np.dtype(members, align=True)))

    def _layout(self) -> dict[str, Slots]:
        layout: dict[str, Slots] = {}
        assert self.dtype.fields is not None
        for item in self.fields:
            offset = int(self.dtype.fields[item.name][1])
            layout[item.name] = Slots(offset // self.integer.itemsize, self.shape(item))
        return layout

    def _check_field(self, item: Field) -> None:
        low, high = self.bounds(item)
        limits = np.iinfo(self.integer)
        if not limits.min < low <= high <= limits.max:
            raise LegationError(
                f"field {item.name!r}: its range {low}..{high} does not fit {self.integer}; "
                "declare the schema wide=True or mend the range"
            )
        match item.visibility:
            case Owner(axis=axis):
                if item.axes.count(axis) != 1 or not self.axis(axis).is_seats:
                    raise LegationError(
                        f"field {item.name!r}: OWNER({axis!r}) needs {axis!r} once among the "
                        "field's axes, declared with is_seats=True"
                    )
            case KnownBy(mask=mask):
                self._check_mask(item, mask)
            case _:
                return
        if item.visibility.public_if:
            self._check_reveal(item, item.visibility.public_if)

    def _check_encoding(self, item: Field) -> None:
        if item.encode == "own_row":
            first = item.axes[0] if item.axes else None
            match item.visibility:
                case Public():
                    own = first is not None and self.axis(first).is_seats
                case Owner(axis=axis):
                    own = first == axis
                case _:  # the reader might not know its own row
                    own = False
            if not own:
                raise LegationError(
                    f"field {item.name!r}: encode='own_row' needs OWNER(axis) with that axis "
                    "first, or PUBLIC with an axis of seats first"
                )
        if isinstance(item.encode, Numbers):
            if not isinstance(item.kind, Category | Index):
                raise LegationError(f"field {item.name!r}: Numbers are for categories and indices")
            absent = self.bounds(item)[0] < 0 or not isinstance(item.visibility, Public)
            fault = item.encode.fault(self.bounds(item)[1] + 1, absent)
            if fault:
                raise LegationError(f"field {item.name!r}: its Numbers: {fault}")
        if isinstance(item.encode, RowOf):
            self._check_row_of(item, item.encode.index)
        size = self.slots[item.name].size
        if item.entries is not None and (
            item.encode in (False, "own_row", "implied")
            or isinstance(item.encode, RowOf)
            or not item.entries
            or list(item.entries) != sorted(set(item.entries))
            or not 0 <= item.entries[0] <= item.entries[-1] < size
        ):
            raise LegationError(
                f"field {item.name!r}: entries are different numbers in 0..{size - 1}, in order, "
                "of a field that networks read whole"
            )

    def _check_row_of(self, item: Field, name: str) -> None:
        index = self.field(name)
        mask = item.visibility.mask if isinstance(item.visibility, KnownBy) else None
        if not (
            isinstance(item.kind, Count | Flag)
            and item.axes
            and not index.axes
            and isinstance(index.kind, Index)
            and index.kind.axis == item.axes[0]
            and index.encode is True
            and (
                item.visibility == PUBLIC
                or (
                    mask is not None
                    and item.visibility == KnownBy(mask)
                    and len(self.field(mask).axes) == 2
                    and self.field(mask).encode is not False
                )
            )
        ):
            raise LegationError(
                f"field {item.name!r}: RowOf({name!r}) is for counts and flags that are PUBLIC or "
                f"KNOWN_BY(mask), a mask of rows that networks read; {name!r} is an index of the "
                "first axis that they read, of one entry"
            )

    def _check_tally(self, tally: Tally) -> None:
        taken = [item.name for item in self.fields] + [item.name for item in self.tallies]
        if taken.count(tally.name) > 1:
            raise LegationError(f"tally {tally.name!r}: its name is taken by another or a field")
        amount, place = self.field(tally.amount), self.field(tally.place)
        if not (
            isinstance(amount.kind, Count)
            and amount.kind.low == 0
            and isinstance(place.kind, Index)
            and amount.axes == place.axes
            and len(tally.owners) == self.slots[tally.amount].size
            and all(0 <= owner < len(self.seats) for owner in tally.owners)
            and tally.scale > 0
        ):
            raise LegationError(
                f"tally {tally.name!r}: needs a field of counts from 0, a field of indices with "
                "the same axes, and for each entry the seat that counts it"
            )

    def _check_turn(self, turn: Turn) -> None:
        counter = self.field(turn.counter)
        if counter.axes or turn.counter in ("actor", "over", *turn.changes):
            raise LegationError(
                f"turn: its counter {turn.counter!r} must be a field without axes that is not "
                "among what changes"
            )
        for name in turn.changes:
            self.field(name)

    def _check_mask(self, item: Field, name: str) -> None:
        mask = self.field(name)
        rest: Sequence[str] = mask.axes[1:]
        fits = (
            isinstance(mask.kind, Flag)
            and bool(mask.axes)
            and self.axis(mask.axes[0]).is_seats
            and tuple(rest) == item.axes[: len(rest)]
        )
        if not fits:
            raise LegationError(
                f"field {item.name!r}: the mask {name!r} of KNOWN_BY must be a field of flags with "
                f"axes (seats, *leading axes of {item.axes}); it has {mask.axes}"
            )
        if isinstance(mask.visibility, KnownBy):
            raise LegationError(f"mask {name!r} must be PUBLIC, OWNER or HIDDEN, not KNOWN_BY")

    def _check_reveal(self, item: Field, name: str) -> None:
        flags = self.field(name)
        leading = item.axes[: len(flags.axes)]
        if (
            not isinstance(flags.kind, Flag)
            or flags.axes != leading
            or not isinstance(flags.visibility, Public)
        ):
            raise LegationError(
                f"field {item.name!r}: {name!r} of public_if must be a public field of flags with "
                f"the leading axes of {item.axes}, or none; it has {flags.axes}"
            )
