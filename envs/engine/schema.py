"""The Schema: every field of a game's record, declared once.

From this one declaration come the record's layout, what each seat may see of it (`redaction.py`),
the numbers that networks read (`encoder.py`), the tables in the docs and the labels on pages.
A field without a visibility does not load: there is no default.
"""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.errors import LegationError


class Text(NamedTuple):
    """Words for people, in every language of the project."""

    en: str
    ru: str

    def in_language(self, language: str) -> str:
        if language not in self._fields:
            raise LegationError(f"unknown language {language!r}; valid: {', '.join(self._fields)}")
        return str(getattr(self, language))


LANGUAGES = Text._fields


@dataclass(frozen=True)
class Axis:
    """A named axis of fields and of action parameters: countries, seats, blocks, ...

    `is_seats` marks an axis whose index i stands for seat i, so that `OWNER` may name it.
    """

    name: str
    item_ids: tuple[str, ...]
    labels: tuple[Text, ...]
    is_seats: bool = False

    def __post_init__(self) -> None:
        if len(self.item_ids) != len(self.labels) or not self.item_ids:
            raise LegationError(f"axis {self.name!r}: needs one label for each of its items")
        if len(set(self.item_ids)) != len(self.item_ids):
            raise LegationError(f"axis {self.name!r}: item ids are not unique")

    def __len__(self) -> int:
        return len(self.item_ids)


@dataclass(frozen=True)
class Count:
    """A number in low..high, read by networks as (value - low) / scale."""

    low: int
    high: int
    scale: float | None = None


@dataclass(frozen=True)
class Category:
    """One of several named values 0..n-1, read by networks as one flag a value."""

    values: tuple[Text, ...]


@dataclass(frozen=True)
class Flag:
    """0 or 1."""


@dataclass(frozen=True)
class Index:
    """A place on an axis (a seat, a location); -1 stands for none where `optional`."""

    axis: str
    optional: bool = False


Kind = Count | Category | Flag | Index


@dataclass(frozen=True)
class Public:
    """Every seat and every spectator sees the field."""


@dataclass(frozen=True)
class Owner:
    """Seat i sees the entries whose index on `axis` is i, and no others.

    Where `public_if` names a field of flags with the first axes of this field (or none), everybody
    sees the entries whose flag is set: what was a secret, and has been revealed.
    """

    axis: str
    public_if: str | None = None


@dataclass(frozen=True)
class KnownBy:
    """Seat i sees an entry where the mask field has a 1 at [i, *leading indices of the entry].

    The mask is a field of flags whose first axis is an axis of seats; its other axes are the first
    axes of the field it guards. The mask itself has a visibility of its own. `public_if` as in
    `Owner`.
    """

    mask: str
    public_if: str | None = None


@dataclass(frozen=True)
class Hidden:
    """No seat sees the field."""


Visibility = Public | Owner | KnownBy | Hidden
PUBLIC = Public()
HIDDEN = Hidden()
OWNER = Owner
KNOWN_BY = KnownBy


@dataclass(frozen=True)
class Field:
    """One field of the record.

    Args:
        name: its name in rules, observations and files.
        kind: what its numbers mean, and their range.
        visibility: who may see it; required.
        label: its words for people.
        axes: names of its axes, in order; none for a scalar.
        encode: whether networks read it (constant tables and derived texts need not be). "own_row":
            of an `OWNER` field whose first axis is that of the owners, a network reads the row of
            its own seat only; the other rows are unknown to it anyway.
    """

    name: str
    kind: Kind
    visibility: Visibility
    label: Text
    axes: tuple[str, ...] = ()
    encode: bool | Literal["own_row"] = True


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
    """

    seats: Axis
    axes: tuple[Axis, ...]
    fields: tuple[Field, ...]
    wide: bool = False
    overseers: tuple[int, ...] = ()
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
        if item.encode == "own_row":
            owner = item.visibility.axis if isinstance(item.visibility, Owner) else None
            if not item.axes or item.axes[0] != owner:
                raise LegationError(
                    f"field {item.name!r}: encode='own_row' needs OWNER(axis) with that axis first"
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
