"""Kinds of values that several tables of the components have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from legation.envs.engine import Text
from legation.envs.engine.strict_toml import Table


def list_of(table: Table, key: str, length: int | None = None) -> list[Any]:
    """A list, of `length` items where that is given."""
    right = "a list" if length is None else f"a list of {length}"
    value = table.take(key, right)
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise table.wrong(key, value, right)
    return value


def different(table: Table, key: str, length: int) -> tuple[str, ...]:
    """A list of `length` different texts."""
    right = f"a list of {length} different texts"
    value = table.take(key, right)
    if not isinstance(value, list) or len(value) != length:
        raise table.wrong(key, value, right)
    if not all(isinstance(v, str) and v.strip() for v in value) or len(set(value)) != length:
        raise table.wrong(key, value, right)
    return tuple(value)


def names_of(table: Table, length: int, en: str, ru: str) -> tuple[Text, ...]:
    """Two lists side by side: words in English and in Russian."""
    pairs = zip(different(table, en, length), different(table, ru, length), strict=True)
    return tuple(Text(a.replace("_", " "), b) for a, b in pairs)


def numbers(table: Table, names: Iterable[str], low: int, high: int) -> dict[str, int]:
    """All of a table: one whole number a name."""
    values = {name: table.whole(name, low, high) for name in names}
    table.done()
    return values
