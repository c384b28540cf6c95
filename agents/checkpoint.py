"""Files of weights: safetensors with a JSON header, written whole or not at all, never pickle.

A *snapshot* plays: weights, the game's fingerprint, the network's shape, training history.
A *checkpoint* resumes: the same container with everything that a run consists of.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePath
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from legation.agents.fit import HEADER, differences, others
from legation.agents.network import NetworkShape, PolicyValueNetwork
from legation.envs.engine import Game, LegationError

FORMAT_VERSION = 1


@dataclass(frozen=True)
class SnapshotInfo:
    """What a snapshot says of itself.

    Attributes:
        game, game_version, options: what it was trained on.
        schema_hash: the fingerprint of that game.
        shape: of the network.
        temperature: at which it is meant to play.
        history: how it came about: config, decisions, seconds.
    """

    game: str
    game_version: str
    options: dict[str, Any]
    schema_hash: str
    shape: NetworkShape
    temperature: float = 1.0
    history: dict[str, Any] = field(default_factory=dict)

    @property
    def foretells(self) -> bool:
        """Whether the network's values are what a seat expects to get, from what it sees.

        Not those of a critic that read secrets in training, nor those to which the potential would
        have to be added.
        """
        config = self.history.get("config", {})
        ppo = config.get("ppo", {}) if isinstance(config, dict) else {}
        left = not ppo.get("shaping_fades", True) or ppo.get("standing_until", 0.0) > 1.0
        shaped = ppo.get("shaping", 0.0) > 0.0 and (left or ppo.get("potential") == "returns")
        return self.shape.critic == "shared" and not shaped


def save_tensors(
    path: Path, kind: str, header: Mapping[str, Any], tensors: Mapping[str, Tensor]
) -> None:
    """Writes one file atomically: under another name first, synced, then renamed.

    Raises:
        LegationError: the disk is full or the folder can't be written; an older file stays.
    """
    text = json.dumps({"format_version": FORMAT_VERSION, "kind": kind, **header})
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        os.close(handle)
        plain = {name: tensor.contiguous() for name, tensor in tensors.items()}
        save_file(plain, temporary, metadata={HEADER: text})
        with open(temporary, "rb") as written:
            os.fsync(written.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except (OSError, SafetensorError) as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise LegationError(
            f"could not write {path}: {error}. What was there before is untouched; "
            "free some space or choose another folder"
        ) from error


def load_tensors(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The header and tensors of a file that `save_tensors` wrote.

    Raises:
        LegationError: no such file, not one of ours, of another kind or version, or cut short.
    """
    if not path.is_file():
        raise LegationError(f"there is no {kind} at {path}")
    try:
        with safe_open(path, framework="pt") as opened:
            metadata = opened.metadata() or {}
            tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError) as error:
        raise LegationError(
            f"{path} is not a readable {kind}: {error}. It may be cut short or of another program"
        ) from error
    try:
        header = json.loads(metadata[HEADER])
        found = header["format_version"], header["kind"]
    except (KeyError, TypeError, ValueError) as error:
        raise LegationError(
            f"{path} is a safetensors file, but no {kind} of Legation: its header is missing"
        ) from error
    if found != (FORMAT_VERSION, kind):
        raise LegationError(
            f"{path} is a {found[1]} of format {found[0]}; "
            f"needed: a {kind} of format {FORMAT_VERSION}"
        )
    return header, tensors


def save_snapshot(path: Path, info: SnapshotInfo, network: PolicyValueNetwork) -> None:
    save_tensors(path, "snapshot", asdict(info), dict(network.state_dict()))


def halve(source: Path, target: Path) -> None:
    """Writes the snapshot at `source` to `target` with weights rounded to float16.

    Of an agent by its path that the run began with or learned from, its name is left: other
    machines have no such folder.

    Raises:
        LegationError: no snapshot there, or a weight that float16 can't hold.
    """
    info, network = load_snapshot(source)
    halved = {
        name: tensor.to(torch.float16) if tensor.is_floating_point() else tensor
        for name, tensor in network.state_dict().items()
    }
    if not all(bool(torch.isfinite(t).all()) for t in halved.values()):
        raise LegationError(f"{source}: it has weights too large for half precision")
    header = asdict(info)
    config = header["history"].get("config", {})
    for part, key in ((config, "start"), (config.get("imitation", {}), "teacher")):
        if PurePath(part.get(key, "")).is_absolute():
            part[key] = PurePath(part[key]).name
    save_tensors(target, "snapshot", header, halved)


def load_snapshot(path: Path) -> tuple[SnapshotInfo, PolicyValueNetwork]:
    """A snapshot and its network, ready to play.

    Raises:
        LegationError: unreadable, or its weights don't fit the shape that it declares.
    """
    header, tensors = load_tensors(path, "snapshot")
    try:
        shape = dict(header["shape"])
        shape["hidden"] = tuple(shape["hidden"])
        shape["split"] = tuple(shape.get("split", ()))
        names = [name for name in SnapshotInfo.__dataclass_fields__ if name != "shape"]
        info = SnapshotInfo(shape=NetworkShape(**shape), **{n: header[n] for n in names})
        _check_types(info)
        network = PolicyValueNetwork(info.shape)
        network.load_state_dict(tensors)
        network.check()
    except (KeyError, TypeError, ValueError, IndexError, RuntimeError) as error:
        words = " ".join(str(error).split())
        raise LegationError(
            f"{path}: the snapshot is broken, its weights are not those of the network that it "
            f"declares: {words}"
        ) from error
    network.eval()
    if not all(bool(torch.isfinite(t).all()) for t in tensors.values()):
        raise LegationError(f"{path}: the snapshot has weights that are not finite numbers")
    return info, network


def _check_types(info: SnapshotInfo) -> None:
    texts = (info.game, info.game_version, info.schema_hash)
    tables = (info.options, info.history)
    if not all(isinstance(value, str) for value in texts):
        raise ValueError(f"game, version and schema hash should be texts, not {texts!r}")
    if not all(isinstance(value, dict) for value in tables):
        raise ValueError(f"options and history should be tables, not {tables!r}")
    if not isinstance(info.temperature, (int, float)):
        raise ValueError(f"temperature is {info.temperature!r}")


def check_fits(info: SnapshotInfo, game: Game, path: Path) -> None:
    """Refuses a snapshot for another game, version or schema, and says what differs."""
    found = differences(game, asdict(info))
    if found:
        raise LegationError(
            f"{path} does not fit: {'; '.join(found)}. Agents that play any table of {game.id}: "
            f"{others(game)}"
        )


def weights_hash(path: Path) -> str:
    """SHA-256 of a snapshot's file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
