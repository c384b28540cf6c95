"""Rows of a data file: values in the order of named columns, read as strictly as tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from legation.envs.engine.strict_toml import Table


def rows(table: Table, key: str, columns: Sequence[str]) -> list[Table]:
    """A list of lists, each with a value for each of the columns, as tables."""
    value = table.take(key, f"a list of rows [{', '.join(columns)}]")
    if not isinstance(value, list):
        raise table.wrong(key, value, f"a list of rows [{', '.join(columns)}]")
    found = []
    for i, row in enumerate(value):
        if not isinstance(row, list) or len(row) != len(columns):
            raise table.wrong(f"{key}[{i}]", row, f"a row [{', '.join(columns)}]")
        named = dict(zip(columns, row, strict=True))
        found.append(Table(table.file, f"{table.place}{key}[{i}].", named))
    return found


def choices(table: Table, key: str, valid: Collection[str]) -> tuple[str, ...]:
    """A list of texts, each one of `valid`, none twice."""
    right = f"a list of different texts, each one of: {', '.join(valid)}"
    value = table.take(key, right)
    fits = isinstance(value, list) and all(isinstance(v, str) and v in valid for v in value)
    if not fits or len(set(value)) != len(value):
        raise table.wrong(key, value, right)
    return tuple(value)


def named_tables(table: Table, key: str) -> dict[str, Table]:
    """A table of tables [key.NAME], by name."""
    value = table.take(key, f"tables [{key}.NAME]")
    if not isinstance(value, dict) or not all(isinstance(v, dict) for v in value.values()):
        raise table.wrong(key, value, f"tables [{key}.NAME]")
    return {
        name: Table(table.file, f"{table.place}{key}.{name}.", values)
        for name, values in value.items()
    }
