"""A run killed at any moment and resumed equals one that was never stopped, byte for byte."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from safetensors.torch import load_file

from legation.envs.engine import LegationError
from legation.training.config import make_config
from legation.training.loop import train
from legation.training.run import AGENT, CHECKPOINT, load_checkpoint, new_run
from tests.toys import leduc

ROOT = Path(__file__).resolve().parents[2]
# Everything that has a state: a warm start, a league with past selves and anchors, magnet, average,
# annealing; and what could depend on timing: two threads.
VALUES = {
    "game": "leduc",
    "decisions": 60_000,
    "games": 32,
    "steps": 16,
    "seed": 7,
    "checkpoint_every": 3,
    "evaluate_every": 10,
    "evaluate_deals": 5,
    "evaluate_against": "uniform",
    "threads": 2,
    "network": {"hidden": [32], "critic": "privileged", "per_seat": True},
    "imitation": {"decisions": 8_000, "teacher": "uniform"},
    "ppo": {
        "minibatch": 128,
        "epochs": 2,
        "magnet": 0.05,
        "magnet_period": 4,
        "shaping": 0.1,
        "standing": 0.1,
        "average": 0.9,
    },
    "league": {
        "self_play": 0.4,
        "past": 0.3,
        "anchors": 0.3,
        "anchor_agents": ["uniform"],
        "snapshot_every": 5,
        "snapshots": 3,
    },
}
SCRIPT = """
import sys
from pathlib import Path
from legation.training.config import make_config
from legation.training.loop import train
from tests.toys import leduc
from tests.training.test_resume import VALUES
folder, resume = Path(sys.argv[1]), sys.argv[2] == "resume"
train(make_config(VALUES), leduc.build(), folder, resume=resume)
"""


def start(folder: Path, how: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder), how],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[bytes]) -> None:
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors.decode()


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    finish(start(folder, "new"))
    return folder


def assert_same_weights(one: Path, other: Path) -> None:
    first, second = load_file(one / CHECKPOINT), load_file(other / CHECKPOINT)
    assert first.keys() == second.keys()
    for name, tensor in first.items():
        assert tensor.numpy().tobytes() == second[name].numpy().tobytes(), name
    agents = load_file(one / AGENT), load_file(other / AGENT)
    for name, tensor in agents[0].items():
        assert tensor.numpy().tobytes() == agents[1][name].numpy().tobytes(), name


def test_killed_at_random_moments(uninterrupted: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    rng = random.Random()
    how, kills = "new", 0
    while True:
        process = start(folder, how)
        deadline = time.monotonic() + 240
        if kills < 2:
            # Once a checkpoint is there, kill within the time that a few iterations take.
            while not (folder / CHECKPOINT).exists() and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            before = (folder / CHECKPOINT).stat().st_mtime_ns
            while (folder / CHECKPOINT).stat().st_mtime_ns == before and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.005)
            time.sleep(rng.uniform(0.0, 0.15))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills += 1
                how = "resume"
                continue
        finish(process)
        break
    assert kills > 0, "the run was too short to be killed"
    assert_same_weights(uninterrupted, folder)


def test_interrupt_saves_and_resumes(uninterrupted: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(folder, "new")
    while not (folder / CHECKPOINT).exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    finish(process)
    finish(start(folder, "resume"))
    assert_same_weights(uninterrupted, folder)


def test_the_same_seed_gives_the_same_weights(uninterrupted: Path, tmp_path: Path) -> None:
    finish(start(tmp_path / "run", "new"))
    assert_same_weights(uninterrupted, tmp_path / "run")


def test_a_folder_with_a_run_is_not_overwritten(uninterrupted: Path) -> None:
    before = (uninterrupted / CHECKPOINT).read_bytes()
    with pytest.raises(LegationError, match="already holds a run"):
        train(make_config(VALUES), leduc.build(), uninterrupted)
    assert (uninterrupted / CHECKPOINT).read_bytes() == before


@pytest.mark.parametrize("fault", ["cut short", "foreign", "empty", "other game", "other config"])
def test_a_broken_checkpoint_is_refused_in_words(
    uninterrupted: Path, tmp_path: Path, fault: str
) -> None:
    whole = (uninterrupted / CHECKPOINT).read_bytes()
    path = tmp_path / CHECKPOINT
    config = make_config(VALUES)
    game = leduc.build()
    match fault:
        case "cut short":
            path.write_bytes(whole[: len(whole) // 2])
        case "foreign":
            path.write_bytes(b"PK\x03\x04 not a checkpoint")
        case "empty":
            path.write_bytes(b"")
        case "other game":
            path.write_bytes(whole)
            game = leduc.build(seats=3)
        case _:
            path.write_bytes(whole)
            config = make_config({**VALUES, "seed": 8})
    from legation.agents.uniform import uniform_agent

    agent = uniform_agent(game.id)
    run = new_run(config, game, [agent], agent)
    with pytest.raises(LegationError, match=str(path)):
        load_checkpoint(tmp_path, run)
