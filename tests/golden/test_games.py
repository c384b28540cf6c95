"""Every game has golden records, and they replay to the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.envs import GAMES
from legation.envs.engine import Game
from tests.golden import check_golden, golden_games

RECORDS = [pair for name in sorted(GAMES) for pair in golden_games(name)]


@pytest.mark.parametrize(("path", "game"), RECORDS, ids=[path.stem for path, _ in RECORDS])
def test_replays(path: Path, game: Game) -> None:
    check_golden(path, game)
