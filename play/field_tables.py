"""What a viewer sees, as tables made from the schema alone: every field that it may see."""

from __future__ import annotations

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
            word = value_words(game, item, int(values), language)
            scalars.append((item.label.in_language(language), word))
        else:
            tables.append(_table(game, item, values, language))
    return scalars, tables


def value_words(game: Game, item: Field, value: int, language: str) -> str:
    """A value of a field in words."""
    if value == game.schema.unknown:
        return UNKNOWN
    match item.kind:
        case Flag():
            return _YES_NO[bool(value)].in_language(language)
        case Category(values=values) if 0 <= value < len(values):
            return values[value].in_language(language)
        case Index(axis=axis):
            labels = game.schema.axis(axis).labels
            return (
                labels[value].in_language(language) if value >= 0 else _NONE.in_language(language)
            )
        case Count() | Category():
            return str(value)


def _table(game: Game, item: Field, values: Any, language: str) -> FieldTable:
    """Rows over all axes but the last, which makes the columns; a list for one axis."""
    axes = [[t.in_language(language) for t in game.schema.axis(a).labels] for a in item.axes]
    columns = tuple(axes[-1]) if len(axes) > 1 else ()
    rows = []
    leading = values.shape[:-1] if columns else values.shape
    for place in np.ndindex(*leading):
        name = ", ".join(axes[axis][i] for axis, i in enumerate(place))
        cells = np.atleast_1d(values[place]).tolist()
        rows.append((name, tuple(value_words(game, item, int(v), language) for v in cells)))
    return FieldTable(item.name, item.label.in_language(language), columns, tuple(rows))
