"""The options of a game: what each may be, how it is written, and what is wrong with a value.

An option's value is a text, a whole number, a flag, or a list (a tuple) of numbers: plain enough
for records, configurations and the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite

from legation.envs.engine.errors import LegationError, unknown
from legation.envs.engine.schema import Text

OptionValue = str | int | bool | tuple[int, ...] | tuple[float, ...]

_TRUE, _FALSE = ("true", "on", "yes"), ("false", "off", "no")


@dataclass(frozen=True)
class Option:
    """One of several values; the first is the default. `words` say what each value means, in their
    order; values that are no texts need none."""

    name: str
    values: tuple[str | int | bool, ...]
    label: Text
    words: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        if len(self.words) not in (0, len(self.values)):
            raise LegationError(
                f"option {self.name!r} has {len(self.values)} values and words for "
                f"{len(self.words)}; it needs words for each, or none"
            )

    @property
    def default(self) -> OptionValue:
        return self.values[0]

    @property
    def valid(self) -> str:
        return f"one of: {', '.join(option_text(v) for v in self.values)}"

    def check(self, value: object, where: str = "") -> OptionValue:
        if isinstance(value, str | int | float):
            for own in self.values:
                # A flag is no number, though True == 1; but 2.0, as JSON may have it, is 2.
                if own == value and isinstance(own, bool) == isinstance(value, bool):
                    return own
        valid = [option_text(v) for v in self.values]
        raise unknown(f"value of option {self.name!r}:", value, valid, where=where)

    def parse(self, text: str) -> object:
        for value in self.values:
            if isinstance(value, bool):
                if text.lower() in (_TRUE if value else _FALSE):
                    return value
            elif str(value) == text:
                return value
        return text


@dataclass(frozen=True)
class WholeOption:
    """A whole number in `low..high`."""

    name: str
    low: int
    high: int
    default: int
    label: Text

    @property
    def valid(self) -> str:
        return f"a whole number in {self.low}..{self.high}"

    def check(self, value: object, where: str = "") -> OptionValue:
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong(self, value, where)
        if not self.low <= value <= self.high:
            raise _wrong(self, value, where)
        return int(value)

    def parse(self, text: str) -> object:
        return _number(text, whole=True)


@dataclass(frozen=True)
class ListOption:
    """A list of as many numbers as `default` has, each in `low..high`.

    Whole ones where `whole`. Where `total` is given, they add up to it (within 1e-9).
    """

    name: str
    low: float
    high: float
    default: tuple[int, ...] | tuple[float, ...]
    label: Text
    whole: bool = True
    total: float | None = None

    @property
    def valid(self) -> str:
        what = "whole numbers" if self.whole else "numbers"
        total = "" if self.total is None else f" that add up to {self.total:g}"
        return (
            f"{len(self.default)} {what} in {self.low:g}..{self.high:g}{total}, "
            f"such as {option_text(self.default)}"
        )

    def check(self, value: object, where: str = "") -> OptionValue:
        if not isinstance(value, list | tuple) or len(value) != len(self.default):
            raise _wrong(self, value, where)
        for number in value:
            kinds = int if self.whole else int | float
            if isinstance(number, bool) or not isinstance(number, kinds):
                raise _wrong(self, value, where)
            if not self.low <= number <= self.high or not isfinite(number):
                raise _wrong(self, value, where)
        if self.total is not None and abs(sum(value) - self.total) > 1e-9:
            raise _wrong(self, value, where)
        return tuple(int(n) for n in value) if self.whole else tuple(float(n) for n in value)

    def parse(self, text: str) -> object:
        parts = text.strip("()[] ").split(",")
        return tuple(_number(part.strip(), whole=self.whole) for part in parts)


def _no_others(value: OptionValue) -> dict[str, OptionValue]:
    return {}


@dataclass(frozen=True)
class TextOption:
    """A text, such as the name of a scenario or the path of a file with one.

    Args:
        name, default, label: of the option.
        valid: what it may be, in words.
        read: turns what was given into the value that the game keeps, or raises LegationError.
            The value has to stand for itself, as it goes into records: not the path of a file, but
            what the file says. `read(read(x)) == read(x)`.
        others: defaults that a value brings for other options.
        choices: the values that come with the game, with their names for people.
        read_text: what a file says, as text, turned into the value; None where there are no files.
            Only an option that has it may open files in `read`.
        hint: what it may be, for people, where it is neither chosen nor brought as a file.
    """

    name: str
    default: str
    label: Text
    valid: str
    read: Callable[[str], str]
    others: Callable[[OptionValue], dict[str, OptionValue]] = _no_others
    choices: tuple[tuple[str, Text], ...] = ()
    read_text: Callable[[str], str] | None = None
    hint: Text | None = None

    @property
    def leads(self) -> bool:
        """Whether its value brings defaults for other options, as a scenario's does."""
        return self.others is not _no_others

    def check(self, value: object, where: str = "") -> OptionValue:
        if not isinstance(value, str):
            raise _wrong(self, value, where)
        return self.read(value)

    def check_foreign(self, value: object) -> OptionValue:
        """As `check`, for a value from elsewhere: it can be no path, and no file is opened.

        Raises:
            LegationError: also for what looks like a path, whether or not there is such a file.
        """
        if not isinstance(value, str) or any(value == choice for choice, _ in self.choices):
            return self.check(value)
        # What a file says is JSON, or TOML of several lines.
        said = value.lstrip().startswith("{") or len(value.splitlines()) > 1
        if not said and any(mark in value for mark in ("/", "\\", ".toml")):
            raise LegationError(
                f"option {self.name!r} can't be a path here; valid: the name of one that comes "
                "with the game, or what a file says"
                if self.read_text is not None
                else f"option {self.name!r} can't be a path here; valid: {self.valid}"
            )
        return self.read_text(value) if self.read_text is not None else self.check(value)

    def parse(self, text: str) -> object:
        return text


AnyOption = Option | WholeOption | ListOption | TextOption


def choose_options(
    declared: tuple[AnyOption, ...], given: dict[str, object], where: str
) -> dict[str, OptionValue]:
    """The value of each option: as given, else as another option's value implies, else by default.

    Raises:
        LegationError: no such option, or a value that it can't have.
    """
    by_name = {option.name: option for option in declared}
    for key in given:
        if key not in by_name:
            raise unknown("option", key, by_name, where=where)
    chosen: dict[str, OptionValue] = {}
    implied: dict[str, OptionValue] = {}
    for key, option in by_name.items():
        chosen[key] = option.check(given[key], where) if key in given else option.default
        if isinstance(option, TextOption):
            implied.update(option.others(chosen[key]))
    for key, value in implied.items():
        if key not in given:
            chosen[key] = by_name[key].check(value, where)
    return chosen


def usual_options(
    declared: tuple[AnyOption, ...], chosen: Mapping[str, OptionValue] | None = None
) -> dict[str, OptionValue]:
    """The value that each option has unless it is given: with the texts that bring defaults for
    others (such as a scenario) as `chosen` has them; without it, with the default ones."""
    texts = {o.name for o in declared if isinstance(o, TextOption) and o.leads}
    given = {name: value for name, value in (chosen or {}).items() if name in texts}
    return choose_options(declared, dict(given), "")


def implied_by(declared: tuple[AnyOption, ...]) -> dict[str, str]:
    """The options whose defaults follow from another one, such as from the scenario: their names,
    with that of the other."""
    return {
        name: option.name
        for option in declared
        if isinstance(option, TextOption)
        for value in (option.default, *(choice for choice, _ in option.choices))
        for name in option.others(value)
    }


def option_text(value: object) -> str:
    """An option's value as it is written after `key=` on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(str(v) for v in value)
    return str(value)


def _wrong(option: AnyOption, value: object, where: str) -> LegationError:
    place = f" in {where}" if where else ""
    return LegationError(
        f"unknown value of option {option.name!r}: {value!r}{place}; valid: {option.valid}"
    )


def _number(text: str, *, whole: bool) -> object:
    try:
        return int(text) if whole else float(text)
    except ValueError:
        return text
