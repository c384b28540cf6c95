"""Threads share the work of an update and change nothing in it but the order of additions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from legation.envs.engine import LegationError
from legation.training.config import make_config
from legation.training.loop import new_rollout, one_iteration
from legation.training.metrics import Stopwatch
from legation.training.rollout import infer
from legation.training.run import Run, new_run
from legation.training.workers import Workers
from tests.toys import kuhn

VALUES: dict[str, Any] = {
    "game": "kuhn3",
    "decisions": 10**6,
    "games": 64,
    "steps": 8,
    "evaluate_against": "",
    "ppo": {"minibatch": 100, "epochs": 2},
    "league": {"self_play": 1.0, "anchors": 0.0, "past": 0.0},
}


def updated(threads: int, *, per_seat: bool, critic: str) -> Run:
    """A run after an iteration; every thread count plays the same rollout."""
    network = {"hidden": [16], "per_seat": per_seat, "critic": critic}
    run = new_run(make_config({**VALUES, "network": network}), kuhn.build(3), [])
    run.workers = Workers(threads)
    one_iteration(run, new_rollout(run), Stopwatch())
    return run


@pytest.mark.parametrize("critic", ["shared", "privileged"])
@pytest.mark.parametrize("per_seat", [False, True])
def test_any_number_of_threads_learns_the_same(per_seat: bool, critic: str) -> None:
    first, *others = (updated(n, per_seat=per_seat, critic=critic) for n in (1, 2, 3))
    before = new_run(first.config, first.game, []).network.state_dict()
    weights = first.network.state_dict()
    assert not torch.equal(
        weights["parts.0.tower.trunk.0.weight"], before["parts.0.tower.trunk.0.weight"]
    )
    for run in others:
        for key, value in run.network.state_dict().items():
            torch.testing.assert_close(value, weights[key], rtol=1e-3, atol=2e-5)


def test_layers_by_the_value_of_a_field_are_trained_each_on_its_own_rows() -> None:
    """`network.split`; the parts share nothing, and every row of the rollout trains one."""
    network = {"hidden": [16], "split": "bettor"}
    run = new_run(make_config({**VALUES, "network": network}), kuhn.build(3), [])
    names = run.game.encoder.names
    assert [names[i] for i in run.network.shape.split] == [
        f"bettor=seat{seat}" for seat in range(3)
    ]
    before = {k: v.clone() for k, v in run.network.state_dict().items()}
    rollout = new_rollout(run)
    one_iteration(run, rollout, Stopwatch())
    met = run.network.part_of(torch.from_numpy(rollout.observations).flatten(0, 1)).tolist()
    for part in range(3):
        key = f"parts.{part}.tower.trunk.0.weight"
        assert torch.equal(run.network.state_dict()[key], before[key]) == (part not in met)
    with pytest.raises(LegationError, match=r"network\.split = 'nonsense'"):
        new_run(make_config({**VALUES, "network": {"split": "nonsense"}}), kuhn.build(3), [])


def test_threads_share_out_inference() -> None:
    run = new_run(make_config(VALUES), kuhn.build(3), [])
    encoded = np.concatenate([run.batch.encode_for(seat) for seat in range(3)])
    alone = infer(run.network, encoded, None, Workers(1))
    for got, wanted in zip(infer(run.network, encoded, None, Workers(3)), alone, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)
