"""The engine's conformance suite on this game, and the length of random games (7.3)."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from legation.agents import uniform_agent
from legation.envs import load_game
from legation.envs.engine import GameBatch
from legation.envs.engine.checks import run_checks
from legation.tests.interbellum.play import RICH

POSITIONS = 60 if numba.config.DISABLE_JIT else 2500
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "other readings": {
        "gm": "random", "ability_choice": "all_forced", "voting": "auto", "nre_forfeit": "bar",
        "twardowski_scope": "anywhere", "stacking": True, "observers": 3, "puppet": "absolute",
        "protection": "narrow", "runciman": "trade_off", "krest_kept": True, "declarations": True,
    },
    "wide, with a game master": {**RICH, "scenario": "wide"},
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIONS)
def test_the_game_conforms(name: str) -> None:
    game = load_game("interbellum", **OPTIONS[name])
    report = run_checks(game, POSITIONS, samples=20, episodes=2)
    assert report.faults == []


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="whole games take long in plain Python")
def test_random_games_have_the_length_that_the_rules_say() -> None:
    """7.3: about 413 decisions; 367 to 458 in 6,000 games. Forced ones are not counted."""
    game = load_game("interbellum")
    batch = GameBatch(game, games=200, seed=5, autoreset="disabled", forced="auto")
    agent, rng = uniform_agent(game.id), np.random.default_rng(5)
    lengths = np.zeros(200, dtype=np.int64)
    while not batch.over:
        lengths += batch.actor >= 0
        batch.step(agent.act(batch.observe(), rng))
    assert abs(lengths.mean() - 413) < 3
    assert lengths.min() >= 350
    assert lengths.max() <= 475
