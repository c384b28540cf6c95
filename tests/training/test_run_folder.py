"""The folder of a run: one process at a time, nothing deleted that is not a run's."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file

from legation.cli.main import main
from legation.envs.engine import LegationError
from legation.training.config import make_config
from legation.training.loop import train
from legation.training.run import AGENT, CHECKPOINT, CONFIG, locked
from tests.toys import kuhn

VALUES: dict[str, Any] = {
    "game": "kuhn2",
    "decisions": 16 * 8 * 3,
    "games": 16,
    "steps": 8,
    "evaluate_against": "",
    "network": {"hidden": [8]},
    "league": {"self_play": 1.0, "anchors": 0.0, "past": 0.0},
}


def test_a_run_killed_before_its_first_checkpoint_can_be_resumed(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    train(make_config(VALUES), kuhn.build(), whole)
    train(make_config(VALUES), kuhn.build(), killed)
    for path in (killed / CHECKPOINT, killed / AGENT):
        path.unlink()
    outcome = train(make_config(VALUES), kuhn.build(), killed, resume=True)
    assert outcome.finished
    one, other = load_file(whole / CHECKPOINT), load_file(killed / CHECKPOINT)
    assert all(one[name].equal(other[name]) for name in one)


def test_replace_takes_a_runs_files_and_no_others(tmp_path: Path) -> None:
    train(make_config(VALUES), kuhn.build(), tmp_path)
    mine = tmp_path / "notes.txt"
    mine.write_text("keep me")
    train(make_config({**VALUES, "seed": 3}), kuhn.build(), tmp_path, replace=True)
    assert mine.read_text() == "keep me"
    assert json.loads((tmp_path / CONFIG).read_text())["seed"] == 3


def test_replace_deletes_nothing_when_the_new_run_is_refused(tmp_path: Path) -> None:
    train(make_config(VALUES), kuhn.build(), tmp_path)
    before = (tmp_path / CHECKPOINT).read_bytes()
    bad = make_config({**VALUES, "evaluate_against": "nope"})
    with pytest.raises(LegationError, match="nope"):
        train(bad, kuhn.build(), tmp_path, replace=True)
    assert (tmp_path / CHECKPOINT).read_bytes() == before


def test_a_strangers_config_is_no_run(tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text('{"name": "my web app"}')
    (tmp_path / "source.py").write_text("precious")
    arguments = ["train", "embassies", "--preset", "tiny", "--output", str(tmp_path)]
    assert main([*arguments, "--overwrite", "--set", "evaluate_against=nope"]) == 2
    assert (tmp_path / "source.py").read_text() == "precious"
    assert "web app" in (tmp_path / CONFIG).read_text()


def test_two_processes_do_not_train_in_one_folder(tmp_path: Path) -> None:
    errors: list[str] = []

    def second() -> None:
        with pytest.raises(LegationError, match="another process") as caught:
            train(make_config(VALUES), kuhn.build(), tmp_path)
        errors.append(str(caught.value))

    with locked(tmp_path):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert errors
    assert not (tmp_path / CONFIG).exists()


def test_a_rollout_beyond_memory_is_refused_first(tmp_path: Path) -> None:
    huge = make_config({**VALUES, "games": 65_536, "steps": 4096, "network": {"hidden": [8]}})
    with pytest.raises(LegationError, match="GiB"):
        train(huge, kuhn.build(), tmp_path / "run")
    assert not (tmp_path / "run").exists()
