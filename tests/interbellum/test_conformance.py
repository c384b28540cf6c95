"""The engine's conformance suite on this game, and the length of random games (7.3).

Each list of regions and each number of seats is a record of its own, and compiled by itself. What
is quick enough runs once more in a Python without compiler, which checks indices and overflows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from legation.agents import uniform_agent
from legation.envs import load_game
from legation.envs.engine import GameBatch, Rules, rule
from legation.envs.engine.checks import run_checks
from legation.envs.interbellum import rules
from legation.envs.interbellum.actions import (
    COUP_OUT,
    DEPLOY,
    FIRST_AMB,
    PASS,
    PICK,
    REPLACEMENT,
)
from legation.envs.interbellum.components import AMBASSADORS, GER, INDEX, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import RESERVE
from legation.tests.interbellum.play import FOUR, RICH

TWARDOWSKI = INDEX["twardowski"]
PLAIN = bool(numba.config.DISABLE_JIT)
compiled = pytest.mark.skipif(PLAIN, reason="too slow in plain Python")
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "other readings": {
        "gm": "random", "ability_choice": "all_forced", "voting": "auto", "nre_forfeit": "bar",
        "twardowski_scope": "anywhere", "stacking": True, "observers": 3, "puppet": "absolute",
        "protection": "narrow", "runciman": "trade_off", "krest_kept": True, "declarations": True,
    },
}  # fmt: skip
SHORT: dict[str, dict[str, Any]] = {
    "four regions, with a game master": {**RICH, "scenario": FOUR, "turns": 1},
    "twelve regions": {"scenario": "wide", "stacking": True, "turns": 1},
}


@compiled
@pytest.mark.parametrize("name", OPTIONS)
def test_the_game_conforms(name: str) -> None:
    game = load_game("interbellum", **OPTIONS[name])
    report = run_checks(game, 1500, samples=12, episodes=2)
    assert report.faults == []
    assert report.episodes > 0


@pytest.mark.parametrize("name", SHORT)
def test_a_short_game_conforms(name: str) -> None:
    game = load_game("interbellum", **SHORT[name])
    report = run_checks(game, 20, samples=4, episodes=1)
    assert report.faults == []
    assert report.episodes > 0


@rule
def coups_told(s: Any, mask: Any) -> None:
    """A planted leak: who is asked for a coup after a power that ordered one can't decline."""
    rules.legal(s, mask)
    if s.kind == COUP_OUT and s.acting > GER and s.coup_out[GER] >= 0:
        mask[PASS] = False


@rule
def reserves_told(s: Any, mask: Any) -> None:
    """A planted leak: nobody is offered as a replacement whose like another power has in hand."""
    rules.legal(s, mask)
    if s.kind == PICK and mask[FIRST_AMB + TWARDOWSKI]:
        mask[:] = False  # he is always there, to be quick
        mask[FIRST_AMB + TWARDOWSKI] = True
    elif s.kind == DEPLOY and s.about_amb == TWARDOWSKI:
        mask[PASS] = False
    elif s.kind == REPLACEMENT:
        other = (s.acting + 1) % POWERS
        offered = 0
        for a in range(AMBASSADORS):
            if mask[FIRST_AMB + a]:
                offered += 1
                if offered > 1 and s.place[other, a % POOL_SIZE] == RESERVE:
                    mask[FIRST_AMB + a] = False


@pytest.mark.parametrize("leaky", [coups_told, reserves_told])
def test_a_planted_leak_is_found_by_the_suite(leaky: Any) -> None:
    """A mask that depends on what the seat to act may not know, in a copy of the real game."""
    game = load_game("interbellum", scenario=FOUR, turns=2, twardowski_scope="anywhere")
    own = game.rules
    told = Rules(own.start, leaky, own.apply, own.returns, own.win_shares, own.potential)
    report = run_checks(replace(game, rules=told), 100, samples=1, episodes=1)
    assert report.found["hidden_in_mask"] > 0
    assert set(report.found) == {"hidden_in_mask"}


@compiled
def test_the_quick_ones_in_plain_python() -> None:
    """Of this file."""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(SHORT) + 2} passed" in done.stdout


@compiled
def test_random_games_have_the_length_that_the_rules_say() -> None:
    """7.3: about 413 decisions; 367 to 458 in 6,000 games. Forced ones are not counted."""
    game = load_game("interbellum", scenario="default")
    batch = GameBatch(game, games=200, seed=5, autoreset="disabled", forced="auto")
    agent, rng = uniform_agent(game.id), np.random.default_rng(5)
    lengths = np.zeros(200, dtype=np.int64)
    while not batch.over:
        lengths += batch.actor >= 0
        batch.step(agent.act(batch.observe(), rng))
    assert abs(lengths.mean() - 413) < 3
    assert lengths.min() >= 350
    assert lengths.max() <= 475
