"""The engine's conformance suite on this game: scenarios, options, a game master's seat."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from legation.envs import load_game
from legation.envs.engine.checks import run_checks

PLAIN = bool(numba.config.DISABLE_JIT)
# By the options, the positions in plain Python; one table is compiled (see `conftest.py`).
VARIANTS: list[tuple[dict[str, Any], int]] = [
    ({"scenario": "duel"}, 100),
    ({"scenario": "duel", "pad_entries": True, "hidden_controller": False}, 60),
    ({"scenario": "duel", "hidden_treasury": False, "goals": "secret_distinct"}, 60),
    ({"scenario": "duel", "gm": "seat", "exposure_same_turn": False}, 60),
    ({"scenario": "trio", "goals": "fixed", "fixed_goals": "empire,cult,truth"}, 40),
    ({"scenario": "open_table"}, 30),
    ({"scenario": "moderated"}, 30),
    ({"scenario": "congress"}, 15),
]
if not PLAIN:
    VARIANTS = [({"scenario": "tuned"}, 3000)]


@pytest.mark.parametrize(
    ("options", "positions"), VARIANTS, ids=[",".join(map(str, v.values())) for v, _ in VARIANTS]
)
def test_the_game_conforms(options: dict[str, Any], positions: int) -> None:
    game = load_game("secret_orders", **options)
    report = run_checks(game, positions, samples=6 if PLAIN else 20, episodes=1)
    assert report.faults == []
