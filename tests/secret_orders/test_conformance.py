"""The engine's conformance suite on this game: scenarios, options, a game master's seat."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from legation.envs import load_game
from legation.envs.engine.checks import run_checks

POSITIONS = 150 if numba.config.DISABLE_JIT else 3000
VARIANTS: list[dict[str, Any]] = [
    {"scenario": "duel"},
    {"scenario": "duel", "pad_entries": True, "hidden_controller": False},
    {"scenario": "duel", "hidden_treasury": False, "goals": "secret_distinct"},
    {"scenario": "duel", "gm": "seat", "exposure_same_turn": False},
    {"scenario": "trio", "goals": "fixed", "fixed_goals": "empire,cult,truth"},
    {"scenario": "concert"},
    {"scenario": "open_table"},
    {"scenario": "moderated"},
]


@pytest.mark.parametrize(
    "options", VARIANTS, ids=[",".join(map(str, v.values())) for v in VARIANTS]
)
def test_the_game_conforms(options: dict[str, Any]) -> None:
    report = run_checks(load_game("secret_orders", **options), POSITIONS, samples=20, episodes=1)
    assert report.faults == []


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="the largest table: plain Python only")
def test_the_largest_table_conforms() -> None:
    game = load_game("secret_orders", scenario="congress")
    report = run_checks(game, 60, samples=6, episodes=1)
    assert report.faults == []
