"""A run can begin with the network of an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from legation.agents.checkpoint import load_snapshot
from legation.envs.engine import LegationError
from legation.training import loop
from legation.training.config import make_config
from legation.training.run import AGENT, begin_with, new_run
from tests.toys import kuhn

VALUES: dict[str, Any] = {
    "game": "kuhn2",
    "decisions": 16 * 8 * 2,
    "games": 16,
    "steps": 8,
    "evaluate_against": "",
    "network": {"hidden": [8]},
    "ppo": {"average": 0.9, "magnet": 0.1},
    "league": {"self_play": 1.0, "anchors": 0.0, "past": 0.0},
}


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    loop.train(make_config(VALUES), kuhn.build(), tmp_path / "first")
    return tmp_path / "first" / AGENT


def test_it_begins_with_the_weights_of_the_agent(trained: Path) -> None:
    run = new_run(make_config({**VALUES, "seed": 5}), kuhn.build(), [])
    begin_with(run, str(trained))
    wanted = load_snapshot(trained)[1].state_dict()
    for network in (run.network, run.magnet, run.averaged):
        assert network is not None
        for key, value in network.state_dict().items():
            assert torch.equal(value, wanted[key])


def test_a_run_goes_on_from_it(trained: Path, tmp_path: Path) -> None:
    """With nothing learned on the way, what comes out is what went in."""
    still = {**VALUES["ppo"], "learning_rate": 1e-12, "learning_rate_end": 1e-12}
    config = make_config({**VALUES, "start": str(trained), "ppo": still})
    outcome = loop.train(config, kuhn.build(), tmp_path / "second")
    before, after = (load_snapshot(path)[1].state_dict() for path in (trained, outcome.agent))
    for key, value in before.items():
        torch.testing.assert_close(after[key], value, atol=1e-6, rtol=0.0)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"start": "uniform"}, "no network to begin with"),
        ({"start": "nowhere.safetensors"}, "nowhere"),
        ({"network": {"hidden": [9]}}, r"hidden is \(8,\) there, \(9,\) here"),
        ({"network": {"hidden": [8], "per_seat": True}}, "per_seat is False there, True here"),
    ],
)
def test_what_does_not_fit_is_refused_and_leaves_nothing(
    trained: Path, tmp_path: Path, changed: dict[str, Any], words: str
) -> None:
    config = make_config({**VALUES, "start": str(trained), **changed})
    with pytest.raises(LegationError, match=words):
        loop.train(config, kuhn.build(), tmp_path / "second")
    assert not (tmp_path / "second").exists()


def test_another_game_is_refused(trained: Path, tmp_path: Path) -> None:
    config = make_config({**VALUES, "game": "kuhn3", "start": str(trained)})
    with pytest.raises(LegationError, match="does not fit"):
        loop.train(config, kuhn.build(3), tmp_path / "second")


class Killed(BaseException):
    """As SIGKILL: nothing is saved on the way out."""


@pytest.mark.parametrize("gone", [True, False])
def test_a_run_killed_at_once_needs_the_agent_no_more(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    """Resumed, it equals one never stopped, whether the agent's file is gone or another."""
    config = make_config({**VALUES, "start": str(trained)})
    whole = loop.train(config, kuhn.build(), tmp_path / "whole")

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(loop, "_iterate", killed)
        with pytest.raises(Killed):
            loop.train(config, kuhn.build(), tmp_path / "cut")
    if gone:
        trained.unlink()
    else:
        trained.write_bytes(whole.agent.read_bytes())
    resumed = loop.train(config, kuhn.build(), tmp_path / "cut", resume=True)
    weights = (load_snapshot(outcome.agent)[1].state_dict() for outcome in (whole, resumed))
    for before, after in zip(*(each.values() for each in weights), strict=True):
        assert torch.equal(before, after)
