"""The engine's conformance suite on this game, under every option."""

from __future__ import annotations

import numba
import pytest

from legation.envs import load_game
from legation.envs.engine.checks import run_checks
from legation.tests.embassies.positions import ALLIANCE_VALUES

POSITIONS = 150 if numba.config.DISABLE_JIT else 2000


@pytest.mark.parametrize("option", ALLIANCE_VALUES)
@pytest.mark.parametrize("reward", ["win", "score"])
def test_the_game_conforms(option: str, reward: str) -> None:
    game = load_game("embassies", alliances=option, reward=reward)
    report = run_checks(game, POSITIONS, samples=20, episodes=2)
    assert report.faults == []
