"""Two threads, and still: a run repeats, and goes on from a checkpoint, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from legation.agents.load import load
from legation.training.config import make_config
from legation.training.loop import new_rollout, one_iteration
from legation.training.metrics import Stopwatch
from legation.training.run import Run, load_checkpoint, new_run, save_checkpoint
from tests.toys import leduc

# So many games that threads share inference too, against past selves as well.
VALUES: dict[str, Any] = {
    "game": "leduc",
    "decisions": 128 * 16 * 6,
    "games": 128,
    "steps": 16,
    "evaluate_against": "",
    "threads": 2,
    "ppo": {"minibatch": 500, "epochs": 2, "average": 0.9},
    "league": {
        "self_play": 0.4, "past": 0.3, "anchors": 0.3, "anchor_agents": ["uniform"],
        "snapshot_every": 2,
    },
}  # fmt: skip


def fresh(per_seat: bool, autocast: bool) -> Run:
    game = leduc.build()
    network = {"hidden": [32, 32], "critic": "privileged", "per_seat": per_seat}
    config = make_config({**VALUES, "network": network, "autocast": autocast})
    return new_run(config, game, [load("uniform", game)])


def goes_on(run: Run, iterations: int) -> Run:
    rollout = new_rollout(run)
    for _ in range(iterations):
        one_iteration(run, rollout, Stopwatch())
    return run


@pytest.mark.parametrize("autocast", [False, True])
@pytest.mark.parametrize("per_seat", [False, True])
def test_a_run_repeats_and_goes_on(per_seat: bool, autocast: bool, tmp_path: Path) -> None:
    whole = goes_on(fresh(per_seat, autocast), 6)
    save_checkpoint(tmp_path, goes_on(fresh(per_seat, autocast), 3))
    resumed = fresh(per_seat, autocast)
    load_checkpoint(tmp_path, resumed)
    goes_on(resumed, 3)
    for name, weights in whole.network.state_dict().items():
        again = resumed.network.state_dict()[name]
        assert weights.numpy().tobytes() == again.numpy().tobytes(), name
