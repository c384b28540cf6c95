"""Snapshots in half precision play what the originals play, and the shipped ones are small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from legation.agents import load
from legation.agents.checkpoint import halve, load_snapshot, save_snapshot
from legation.agents.network import PolicyValueNetwork
from legation.envs import load_game
from legation.envs.engine import LegationError

ZOO = Path(__file__).parents[2] / "agents" / "zoo"
SHIPPED = sorted(ZOO.glob("**/agent.safetensors"))
NAMES = [path.parent.relative_to(ZOO).as_posix() for path in SHIPPED]


@pytest.mark.parametrize("name", NAMES)
def test_what_ships_is_small_and_fits_its_game(name: str) -> None:
    assert (ZOO / name / "agent.safetensors").stat().st_size < 4 * 2**20
    assert (ZOO / name / "README.md").is_file(), "a model card"
    info, _ = load_snapshot(ZOO / name / "agent.safetensors")
    game = load_game(info.game, **info.options)
    assert load(f"zoo/{name}", game).name == f"zoo/{name}"
    # The game's own options lead to the same.
    assert load(f"zoo/{info.game}", game).name == f"zoo/{name}"


def test_half_the_size_and_nearly_the_same_weights(tmp_path: Path) -> None:
    source, target = tmp_path / "whole.safetensors", tmp_path / "half.safetensors"
    shipped, _ = load_snapshot(ZOO / "embassies" / "agent.safetensors")
    save_snapshot(source, shipped, PolicyValueNetwork(shipped.shape, seed=1))
    halve(source, target)
    assert target.stat().st_size < 0.6 * source.stat().st_size
    info, network = load_snapshot(source)
    halved_info, halved = load_snapshot(target)
    assert halved_info == info
    for name, tensor in network.state_dict().items():
        other = halved.state_dict()[name]
        assert other.dtype == tensor.dtype
        assert np.allclose(other.numpy(), tensor.numpy(), rtol=1e-3, atol=1e-6)


def test_no_folder_of_this_machine_is_in_it(tmp_path: Path) -> None:
    source, target = tmp_path / "whole.safetensors", tmp_path / "half.safetensors"
    shipped, network = load_snapshot(ZOO / "embassies" / "agent.safetensors")
    teacher = {"teacher": str(tmp_path / "teacher.toml")}
    history = {"config": {"start": str(tmp_path / "first"), "seed": 3, "imitation": teacher}}
    save_snapshot(source, replace(shipped, history=history), network)
    halve(source, target)
    left = {"start": "first", "seed": 3, "imitation": {"teacher": "teacher.toml"}}
    assert load_snapshot(target)[0].history == {"config": left}


def test_no_snapshot_is_told(tmp_path: Path) -> None:
    with pytest.raises(LegationError, match="there is no snapshot"):
        halve(tmp_path / "none.safetensors", tmp_path / "half.safetensors")
    assert list(tmp_path.iterdir()) == []
