"""What a schema is made of: words, axes, kinds of numbers, visibilities, fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from legation.envs.engine.errors import LegationError
from legation.envs.engine.features import Numbers, RowOf


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

    `is_seats` marks an axis whose index i stands for seat i, so that `OWNER` may name it. `turned`:
    where seats are alike, the item of the next seat that is what item i is of its own.
    """

    name: str
    item_ids: tuple[str, ...]
    labels: tuple[Text, ...]
    is_seats: bool = False
    turned: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.item_ids) != len(self.labels) or not self.item_ids:
            raise LegationError(f"axis {self.name!r}: needs one label for each of its items")
        if len(set(self.item_ids)) != len(self.item_ids):
            raise LegationError(f"axis {self.name!r}: item ids are not unique")
        if self.turned is not None and sorted(self.turned) != list(range(len(self))):
            raise LegationError(f"axis {self.name!r}: turned must name each of its items once")

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
        encode: whether networks read it (constant tables and derived texts need not be).
            "own_row": of a field whose first axis is that of its owners, or of a public one whose
            first axis is of seats, a network reads the row of its own seat only. "implied": the
            other features tell it; networks read neither it nor, where it is a mask, which entries
            it hides. `Numbers`: a category or index in few numbers. `RowOf`: the row that another
            field names.
        entries: where given, the flat numbers of the entries that networks read; the others are
            the same in every position.
        constant: the rules never write it, so that it has what the game's options say in every
            position; the conformance suite and the bot protocol hold to that.
    """

    name: str
    kind: Kind
    visibility: Visibility
    label: Text
    axes: tuple[str, ...] = ()
    encode: bool | Literal["own_row", "implied"] | Numbers | RowOf = True
    entries: tuple[int, ...] | None = None
    constant: bool = False


@dataclass(frozen=True)
class Turn:
    """Decisions that one seat takes in a row.

    From one decision of a seat to its next one no field changes but those of `changes`, as long as
    the field `counter` stays as it is. A batch then writes their features alone; the conformance
    suite holds every game to what it declares.
    """

    counter: str
    changes: tuple[str, ...]
