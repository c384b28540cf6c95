"""Snapshots: written whole or not at all, refused with what differs."""

from __future__ import annotations

import dataclasses
import errno
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from legation.agents import checkpoint
from legation.agents.base import Critic
from legation.agents.checkpoint import SnapshotInfo, load_snapshot, save_snapshot
from legation.agents.fit import fingerprint
from legation.agents.network import NetworkShape, PolicyValueNetwork
from legation.agents.neural import load_neural
from legation.envs.engine import Game, LegationError
from legation.play.bot_worker import advise
from tests.toys import kuhn


def info_for(game: Game) -> SnapshotInfo:
    shape = NetworkShape(game.encoder.width, game.actions.size, game.seats, (8,))
    return SnapshotInfo(game.id, game.version, dict(game.options), fingerprint(game), shape)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = kuhn.build(3)
    info = info_for(game)
    path = tmp_path / "agent.safetensors"
    save_snapshot(path, info, PolicyValueNetwork(info.shape, seed=4))
    return path


def test_round_trip(saved: Path) -> None:
    info, network = load_snapshot(saved)
    assert info == info_for(kuhn.build(3))
    again = PolicyValueNetwork(info.shape, seed=4)
    for one, other in zip(network.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)
    agent = load_neural(saved, kuhn.build(3))
    game = kuhn.build(3)
    observation = game.observe_many([game.observe(game.new_state(1), 0)])
    assert agent.act(observation, np.random.default_rng(0))[0] in (0, 1)
    probabilities = agent.probabilities(observation)
    assert probabilities.sum() == pytest.approx(1.0)


def test_another_game_is_refused(saved: Path) -> None:
    with pytest.raises(LegationError, match="does not fit: game: the snapshot plays kuhn3") as e:
        load_neural(saved, kuhn.build(2))
    assert "features: the snapshot reads" in str(e.value)


def test_another_version_is_refused(saved: Path) -> None:
    newer = dataclasses.replace(kuhn.build(3), version="2")
    with pytest.raises(LegationError, match="rules version: the snapshot knows 1, here is 2"):
        load_neural(saved, newer)


@pytest.mark.parametrize(
    "fault",
    ["missing", "cut", "text", "foreign", "nan", "shape", "split", "per_seat", "turned"],
)
def test_broken_files_are_refused_in_words(saved: Path, fault: str) -> None:
    whole = saved.read_bytes()
    match fault:
        case "missing":
            saved.unlink()
        case "cut":
            saved.write_bytes(whole[:-100])
        case "text":
            saved.write_text("hello")
        case "foreign":
            save_file({"x": torch.zeros(2)}, saved)
        case "nan":
            info = info_for(kuhn.build(3))
            network = PolicyValueNetwork(info.shape)
            with torch.no_grad():
                next(iter(network.parameters())).fill_(torch.nan)
            save_snapshot(saved, info, network)
        case "split" | "per_seat" | "turned":
            info = info_for(kuhn.build(3))
            shape = {
                "split": dataclasses.replace(info.shape, split=(0, 99_999)),
                "per_seat": dataclasses.replace(info.shape, split=(0, 1), per_seat=True),
                "turned": dataclasses.replace(info.shape, turned=True),
            }[fault]
            network = PolicyValueNetwork(shape)
            if fault == "turned":
                features = torch.zeros(shape.seats, shape.features, dtype=torch.int64)
                actions = torch.zeros(shape.seats, shape.actions, dtype=torch.int64)
                network.turn(features, actions + 1_000_000)
            save_snapshot(saved, dataclasses.replace(info, shape=shape), network)
        case _:
            info = info_for(kuhn.build(3))
            wrong = dataclasses.replace(info, shape=dataclasses.replace(info.shape, hidden=(9,)))
            save_snapshot(saved, wrong, PolicyValueNetwork(info.shape))
    with pytest.raises(LegationError, match=str(saved)):
        load_snapshot(saved)


def test_a_full_disk_leaves_the_old_file(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()

    def full(tensors: object, path: str, metadata: object = None) -> None:
        Path(path).write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(checkpoint, "save_file", full)
    info = info_for(kuhn.build(3))
    with pytest.raises(LegationError, match=r"No space left on device.*untouched"):
        save_snapshot(saved, info, PolicyValueNetwork(info.shape))
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize(
    ("ppo", "critic", "foretells"),
    [
        ({}, "shared", True),
        ({}, "privileged", False),
        ({"shaping": 1.0, "standing_until": 0.7}, "shared", True),
        ({"shaping": 1.0, "standing_until": 1.5}, "shared", False),
        ({"shaping": 1.0, "shaping_fades": False}, "shared", False),
        ({"shaping": 0.0, "shaping_fades": False, "potential": "returns"}, "shared", True),
        ({"shaping": 1.0, "standing_until": 0.7, "potential": "returns"}, "shared", False),
    ],
)
def test_values_that_are_not_what_a_seat_expects_are_not_told(
    tmp_path: Path, ppo: dict[str, object], critic: Critic, foretells: bool
) -> None:
    game = kuhn.build()
    info = info_for(game)
    shape = dataclasses.replace(info.shape, critic=critic)
    info = dataclasses.replace(info, shape=shape, history={"config": {"ppo": ppo}})
    save_snapshot(tmp_path / "agent.safetensors", info, PolicyValueNetwork(shape))
    agent = load_neural(tmp_path / "agent.safetensors", game)
    assert agent.foretells == foretells
    state = game.new_state(seed=1)
    seen = game.observe(state, int(state.actor))
    advice = advise(agent, seen, np.random.default_rng(0), "it", playouts=False)
    assert (advice.value is not None) == foretells
