"""What happens at a table, as it is stored; nothing here needs a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table; `data` by `kind` (see `live.py`)."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True)
class TableRow:
    """A table as stored, without its events."""

    id: str
    game: str
    game_version: str
    options: dict[str, Any]
    seed: int
    episode: int
    settings: dict[str, Any]
    secret: str
    created: float
    head: int
    waiting: str
    deadline: float | None
