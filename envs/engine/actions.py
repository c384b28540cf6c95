"""The ActionSpace: named families of actions over parameters, numbered 0..A-1.

A family is declared once; the numbers, the labels in both languages, the names in files and who may
see which parameter all come from that declaration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import prod

import numpy as np

from legation.envs.engine.errors import LegationError, unknown
from legation.envs.engine.schema import PUBLIC, Axis, Flag, KnownBy, Public, Schema, Text


@dataclass(frozen=True)
class OwnerOnly:
    """Only the seat that took the action sees that it was taken."""


OWNER_ONLY = OwnerOnly()


@dataclass(frozen=True)
class AsAsked:
    """Seen as the decision was asked: the flags count as they were just before the action.

    For families that are used in open and in hidden decisions alike, and for hidden decisions that
    follow one another: a mask as it is just after an action may be that of the next decision.

    Args:
        mask: a field of flags (seats,): these seats see it.
        public_if: a public flag of no axis: where it is set, everybody sees it.
    """

    mask: str
    public_if: str | None = None


AS_ASKED = AsAsked


@dataclass(frozen=True)
class Parameter:
    """A named parameter over the items of an axis, or over the numbers `low..high`."""

    name: str
    axis: Axis | None = None
    low: int = 0
    high: int = 0
    hidden: bool = False  # other seats see the action without this parameter

    def __post_init__(self) -> None:
        if self.axis is None and self.low > self.high:
            raise LegationError(
                f"parameter {self.name!r} has no values: its range is {self.low}..{self.high}"
            )

    @property
    def size(self) -> int:
        return len(self.axis) if self.axis else self.high - self.low + 1

    def item_id(self, position: int) -> str | int:
        return self.axis.item_ids[position] if self.axis else self.low + position

    def label(self, position: int, language: str) -> str:
        if self.axis:
            return self.axis.labels[position].in_language(language)
        return str(self.low + position)

    def position(self, value: object) -> int:
        """The place of an item's id, or of a number, among this parameter's values."""
        if self.axis and isinstance(value, str):
            if value in self.axis.item_ids:
                return self.axis.item_ids.index(value)
            raise unknown(self.name, value, self.axis.item_ids)
        low, high = (0, len(self.axis) - 1) if self.axis else (self.low, self.high)
        if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
            raise LegationError(f"parameter {self.name!r} is {value!r}; valid: {low}..{high}")
        if low <= int(value) <= high:
            return int(value) - low
        raise LegationError(f"parameter {self.name!r} is {value!r}; valid: {low}..{high}")


@dataclass(frozen=True)
class Family:
    """A block of actions.

    Args:
        name: its name in rules, files and Python.
        label: its words, with the parameters' names in braces.
        parameters: none or more; the last one varies fastest in the numbering.
        visible_to: who sees that such an action was taken, besides the seat itself: PUBLIC;
            OWNER_ONLY; KNOWN_BY(mask), the seats whose flag in the mask field (seats,) is set just
            before or just after it; or AS_ASKED(mask, public_if), the flags as they were just
            before. What is revealed later is seen in the fields. There is no default.
    """

    name: str
    label: Text
    visible_to: Public | OwnerOnly | KnownBy | AsAsked
    parameters: tuple[Parameter, ...] = ()

    @property
    def size(self) -> int:
        return prod(p.size for p in self.parameters)


@dataclass(frozen=True)
class Action:
    """An action in names: its family and the ids of its parameters."""

    index: int
    family: str
    parameters: dict[str, str | int]


@dataclass(frozen=True)
class ActionSpace:
    """All families of a game, numbered one after the other."""

    families: tuple[Family, ...]
    offsets: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        offsets: dict[str, int] = {}
        total = 0
        for family in self.families:
            if family.name in offsets:
                raise LegationError(f"action family {family.name!r} is declared twice")
            if not isinstance(family.visible_to, Public | OwnerOnly | KnownBy | AsAsked):
                raise LegationError(
                    f"action family {family.name!r} does not say who sees it; "
                    "declare PUBLIC, OWNER_ONLY, KNOWN_BY(mask) or AS_ASKED(mask, public_if)"
                )
            offsets[family.name] = total
            total += family.size
        object.__setattr__(self, "offsets", offsets)

    @cached_property
    def size(self) -> int:
        return sum(f.size for f in self.families)

    def check_masks(self, schema: Schema) -> None:
        """Refuses a family whose mask is not a field (seats,) of the schema."""
        for family in self.families:
            if isinstance(family.visible_to, KnownBy | AsAsked):
                mask = schema.field(family.visible_to.mask)
                over_seats = len(mask.axes) == 1 and schema.axis(mask.axes[0]).is_seats
                if not over_seats or not isinstance(mask.kind, Flag):
                    raise LegationError(
                        f"action family {family.name!r}: the mask {mask.name!r} must be a field "
                        f"of flags with the one axis of seats; it has {mask.axes}"
                    )
                if family.visible_to.public_if:
                    flag = schema.field(family.visible_to.public_if)
                    public = isinstance(flag.visibility, Public) and isinstance(flag.kind, Flag)
                    if not public or flag.axes or isinstance(family.visible_to, KnownBy):
                        raise LegationError(
                            f"action family {family.name!r}: {flag.name!r} of public_if must be a "
                            "public flag without axes, and is for AS_ASKED only"
                        )

    def family_of(self, action: int) -> Family:
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            raise LegationError(f"an action is an integer in 0..{self.size - 1}, not {action!r}")
        if not 0 <= action < self.size:
            raise LegationError(f"action {int(action)} does not exist; valid: 0..{self.size - 1}")
        found = self.families[0]
        for family in self.families:
            if self.offsets[family.name] <= action:
                found = family
        return found

    def positions(self, action: int) -> tuple[Family, tuple[int, ...]]:
        family = self.family_of(action)
        shape = tuple(p.size for p in family.parameters)
        if not shape:
            return family, ()
        places = np.unravel_index(int(action) - self.offsets[family.name], shape)
        return family, tuple(int(p) for p in places)

    def describe(self, action: int) -> Action:
        family, places = self.positions(action)
        items = {
            p.name: p.item_id(place) for p, place in zip(family.parameters, places, strict=True)
        }
        return Action(int(action), family.name, items)

    def index(self, family: str, **parameters: object) -> int:
        """The number of an action from names: `index("place", country="italy", amount=3)`."""
        by_name = {f.name: f for f in self.families}
        if family not in by_name:
            raise unknown("action family", family, by_name)
        expected = by_name[family].parameters
        names = [p.name for p in expected]
        if set(parameters) != set(names):
            raise LegationError(
                f"action {family!r} takes the parameters ({', '.join(names)}); "
                f"given: ({', '.join(parameters)})"
            )
        number = 0
        for parameter in expected:
            number = number * parameter.size + parameter.position(parameters[parameter.name])
        return self.offsets[family] + number

    def label(self, action: int, language: str = "en", *, redacted: bool = False) -> str:
        """The action in words; `redacted` leaves out the parameters that others may not see."""
        family, places = self.positions(action)
        words = {
            p.name: "?" if redacted and p.hidden else p.label(place, language)
            for p, place in zip(family.parameters, places, strict=True)
        }
        return family.label.in_language(language).format(**words)


__all__ = [
    "AS_ASKED",
    "OWNER_ONLY",
    "PUBLIC",
    "Action",
    "ActionSpace",
    "AsAsked",
    "Family",
    "OwnerOnly",
    "Parameter",
]
