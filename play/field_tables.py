"""What a viewer sees, as tables made from the schema alone: every field that it may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from legation.envs.engine import Category, Count, Field, Flag, Game, Index, Observation, Text

UNKNOWN = "?"
_YES_NO = (Text("no", "нет"), Text("yes", "да"))
_NONE = Text("none", "нет")


@dataclass(frozen=True)
class FieldTable:
    """One field. `columns` is empty for a list; a row is its name and its cells."""

    name: str
    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


Scalars = list[tuple[str, str]]


def field_tables(seen: Observation, language: str) -> tuple[Scalars, list[FieldTable]]:
    """The scalars as (label, value), the other fields as tables; none that is wholly unknown."""
    scalars: list[tuple[str, str]] = []
    tables: list[FieldTable] = []
    game = seen.game
    for item in game.schema.fields:
        if item.name in ("actor", "over") or not bool(np.any(seen.known(item.name))):
            continue
        values = np.asarray(seen.record[item.name])
        if not item.axes:
            word = speaker(game, item, language)(int(values))
            scalars.append((item.label.in_language(language), word))
        else:
            tables.append(_table(game, item, values, language))
    return scalars, tables


def speaker(game: Game, item: Field, language: str) -> Callable[[int], str]:
    """Puts values of a field into words."""
    unknown = int(game.schema.unknown)
    match item.kind:
        case Flag():
            words = [word.in_language(language) for word in _YES_NO]
        case Category(values=values):
            words = [value.in_language(language) for value in values]
        case Index(axis=axis):
            words = [label.in_language(language) for label in game.schema.axis(axis).labels]
        case Count():
            words = []
    none = _NONE.in_language(language) if isinstance(item.kind, Index) else ""

    def say(value: int) -> str:
        if value == unknown:
            return UNKNOWN
        if 0 <= value < len(words):
            return words[value]
        return none or str(value)

    return say


def _table(game: Game, item: Field, values: Any, language: str) -> FieldTable:
    """Rows over all axes but the last, which makes the columns; a list for one axis."""
    axes = [[t.in_language(language) for t in game.schema.axis(a).labels] for a in item.axes]
    columns = tuple(axes[-1]) if len(axes) > 1 else ()
    say = speaker(game, item, language)
    rows = []
    leading = values.shape[:-1] if columns else values.shape
    cells = values.reshape(*leading, -1).tolist()
    for place in np.ndindex(*leading):
        name, row = ", ".join(axes[axis][i] for axis, i in enumerate(place)), cells
        for i in place:
            row = row[i]
        rows.append((name, tuple(map(say, row))))
    return FieldTable(item.name, item.label.in_language(language), columns, tuple(rows))
