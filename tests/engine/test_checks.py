"""The conformance suite: sound games pass; the check named for a planted fault finds it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from legation.envs.engine import Game, LegationError
from legation.envs.engine.checks import CHECKS, position, run_checks
from legation.tests.toys import planted


def test_the_toys_pass(kuhn2: Game, whispers: Game) -> None:
    for game in (kuhn2, whispers):
        report = run_checks(game, positions=2000, samples=20, episodes=20)
        assert report.ok, str(report)
        assert report.positions >= 2000
        assert report.episodes > 100
        tried = {name for name in CHECKS if report.tried[name]}
        missing = {"invariants", "hidden_decisions", "turns"} if game is not whispers else set()
        assert tried == set(CHECKS) - missing


def test_the_report_is_plain_data_and_the_same_each_time(whispers: Game) -> None:
    calls: list[tuple[int, int]] = []
    first = run_checks(whispers, 300, 5, samples=5, episodes=2, progress=lambda *a: calls.append(a))
    second = run_checks(whispers, 300, 5, samples=5, episodes=2)
    assert json.loads(json.dumps(first.to_dict())) == second.to_dict()
    assert first.to_dict()["ok"] is True
    assert calls[-1] == (300, 300)
    assert "FAULT" not in str(first)
    with pytest.raises(LegationError, match="positions is 0"):
        run_checks(whispers, 0)


Faults = list[dict[str, Any]]


@pytest.fixture(scope="module")
def found() -> dict[str, Faults]:
    """What the suite finds in each planted toy, in plain Python: compiling them all takes long."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", planted.__name__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, Faults] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize(("name", "check"), [(n, c) for n, (c, _) in planted.planted().items()])
def test_a_planted_fault_is_found(name: str, check: str, found: dict[str, Faults]) -> None:
    assert check in {fault["check"] for fault in found[name]}


def test_the_toys_pass_in_plain_python(found: dict[str, Faults]) -> None:
    assert [found[f"sound {toy}"] for toy in ("kuhn3", "leduc3", "whisper", "sealed")] == [[]] * 4


def test_a_fault_says_how_to_get_there(found: dict[str, Faults]) -> None:
    """Its numbers lead to a position that shows it."""
    name = "mask reads a hidden card"
    game = planted.planted()[name][1]
    fault = next(f for f in found[name] if f["check"] == "hidden_in_mask")
    assert "depends on card" in fault["message"]
    state, actions = position(game, fault["seed"], fault["episode"], fault["decision"])
    assert len(actions) == fault["decision"]
    other = state.copy()
    other.card[1 - state.actor] = 2 if state.card[1 - state.actor] < 2 else 0
    assert game.observe(state, state.actor).record == game.observe(other, state.actor).record
    assert (game.legal_action_mask(state) != game.legal_action_mask(other)).any()
