"""The options of a game as a form: a control for each, and what a form sends back.

What comes from a form, a record or a program is a stranger's: it names no files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from legation.envs import AnyOption, choose_options
from legation.envs.engine import (
    LegationError,
    ListOption,
    Option,
    OptionValue,
    Text,
    TextOption,
    WholeOption,
    option_text,
    usual_options,
)

PREFIX, WAS, OWN = "option.", "was.", "own."
_ON, _OFF = Text("on", "да"), Text("off", "нет")
_OWN = Text("one of your own", "свой")


@dataclass(frozen=True)
class Control:
    """How one option is chosen.

    Attributes:
        kind: `choice`, `whole`, `list`, `text` or `words`. A text has `choices` too, and `file`
            tells whether one may bring a file of one's own in place of them; words are written.
        value: what is chosen, as `choices`, the field and the command line write it.
        low, high: of numbers.
        length: how many numbers a list has.
        changed: not the default.
        hint: what words may be.
    """

    name: str
    label: str
    kind: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    low: float = 0
    high: float = 0
    length: int = 0
    default: str = ""
    file: bool = False
    changed: bool = False
    hint: str = ""


def controls_of(
    declared: tuple[AnyOption, ...], chosen: Mapping[str, OptionValue], language: str
) -> list[Control]:
    """A control for each option; what a scenario sets counts as unchanged."""
    usual = unchanged(declared, chosen)
    return [control(o, chosen[o.name], language, usual[o.name]) for o in declared]


def unchanged(
    declared: tuple[AnyOption, ...], chosen: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """The values that count as left alone: the default scenario, and what the one chosen sets."""
    usual = usual_options(declared, chosen)
    return usual | {o.name: o.default for o in declared if isinstance(o, TextOption) and o.leads}


def control(
    option: AnyOption, value: OptionValue, language: str, usual: OptionValue | None = None
) -> Control:
    """The control of an option; `usual` is its default, where that is not the declared one."""
    name, label = option.name, label_text(option, language)
    usual = option.default if usual is None else usual
    text, default = option_text(value), option_text(usual)
    changed = value != usual
    match option:
        case Option(values=values):
            choices = tuple((option_text(v), value_text(option, v, language)) for v in values)
            return Control(name, label, "choice", text, choices, default=default, changed=changed)
        case WholeOption(low=low, high=high):
            return Control(name, label, "whole", text, (), low, high, 1, default, changed=changed)
        case ListOption(low=low, high=high):
            return Control(
                name, label, "list", text, (), low, high, len(option.default), default,
                changed=changed,
            )  # fmt: skip
        case TextOption(choices=(), read_text=None, hint=hint):
            told = hint.in_language(language) if hint is not None else option.valid
            return Control(name, label, "words", text, default=default, changed=changed, hint=told)
        case TextOption(choices=named):
            choices = tuple((key, words.in_language(language)) for key, words in named)
            if text not in dict(choices):
                choices = (*choices, (text, value_text(option, value, language)))
            file = option.read_text is not None
            return Control(
                name, label, "text", text, choices, default=default, file=file, changed=changed
            )


def label_text(option: AnyOption, language: str) -> str:
    """An option in words, without the full stop of a sentence."""
    return option.label.in_language(language).removesuffix(".")


def value_text(option: AnyOption, value: OptionValue, language: str) -> str:
    """A value in words."""
    if isinstance(option, Option) and option.words:
        return option.words[option.values.index(value)].in_language(language)
    if isinstance(value, bool):
        return (_ON if value else _OFF).in_language(language)
    if isinstance(option, TextOption):
        named = dict(option.choices)
        if value in named:
            return named[str(value)].in_language(language)
        if option.read_text is not None:
            return _OWN.in_language(language)
    return option_text(value)


def chosen_options(
    declared: tuple[AnyOption, ...], fields: Mapping[str, object], game: str
) -> dict[str, OptionValue]:
    """The options among the fields, as `option.NAME` or plainly, and defaults for the rest.

    `own.NAME` has what a file of one's own says. Where a form also says what a text option was
    (`was.NAME`) and it is another now, the options that follow from it follow it, but for those
    that had been changed.

    Raises:
        LegationError: a value that an option can't have.
    """
    given: dict[str, object] = {}
    turned: dict[str, object] = {}
    for option in declared:
        value = _given(option, fields)
        if value is None:
            continue
        given[option.name] = value
        if isinstance(option, TextOption) and option.leads:
            was = fields.get(WAS + option.name)
            if was is not None and was != value:
                turned[option.name] = option.check_foreign(was)
    if turned:
        texts = {o.name for o in declared if isinstance(o, TextOption) and o.leads}
        before = choose_options(declared, {k: turned.get(k, given[k]) for k in texts & set(given)},
                                game)  # fmt: skip
        given = {k: v for k, v in given.items() if k in texts or v != before[k]}
    return choose_options(declared, given, game)


def foreign_texts(declared: tuple[AnyOption, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Options from a program, with its texts read as a stranger's: those open no files.

    Raises:
        LegationError: a text that an option can't have, such as the path of a file.
    """
    texts = {o.name: o for o in declared if isinstance(o, TextOption)}
    return {
        name: texts[name].check_foreign(value) if name in texts else value
        for name, value in given.items()
    }


def entered_texts(
    declared: tuple[AnyOption, ...], fields: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Of a form that was refused: what may still hold (such as the scenario), and all that was
    written or chosen, by the names of its fields, so that nobody has to do it twice."""
    names = {o.name for o in declared if isinstance(o, TextOption) and o.leads}
    leading = {f"{part}{name}" for name in names for part in (PREFIX, WAS)} | names
    kept = {key: value for key, value in fields.items() if key in leading}
    known = {f"{part}{o.name}" for o in declared for part in (PREFIX, WAS, OWN)}
    return kept, {key: value for key, value in fields.items() if key in known}


def wrong_option(declared: tuple[AnyOption, ...], error: LegationError) -> str:
    """The name of the option that an error is about; empty if of none."""
    found = [o.name for o in declared if f"option {o.name!r}" in str(error)]
    # An error about two names first the one that is to be changed.
    return min(found, key=lambda name: str(error).index(f"option {name!r}"), default="")


def _given(option: AnyOption, fields: Mapping[str, object]) -> object:
    try:
        return _read(option, fields)
    except LegationError as error:
        if f"option {option.name!r}" in str(error):
            raise
        raise LegationError(f"option {option.name!r}: {error}") from error


def _read(option: AnyOption, fields: Mapping[str, object]) -> object:
    own = fields.get(OWN + option.name)
    if isinstance(option, TextOption) and isinstance(own, str) and own.strip():
        return option.check_foreign(own.replace("\r\n", "\n"))
    value = fields.get(PREFIX + option.name, fields.get(option.name))
    if value is None or value == "":
        return None
    if isinstance(option, TextOption):
        return option.check_foreign(value)
    return option.check(option.parse(value) if isinstance(value, str) else value)
