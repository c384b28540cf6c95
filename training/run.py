"""A run's whole state, saved and restored so that a resumed run continues byte for byte."""

from __future__ import annotations

import copy
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from legation.agents.base import Agent
from legation.agents.checkpoint import (
    SnapshotInfo,
    check_fits,
    load_snapshot,
    load_tensors,
    save_snapshot,
    save_tensors,
)
from legation.agents.fit import fingerprint
from legation.agents.load import snapshot_path
from legation.agents.network import NetworkShape, PolicyValueNetwork
from legation.envs.engine import Game, GameBatch, LegationError, turning
from legation.training.config import TrainConfig, make_config
from legation.training.league import League
from legation.training.metrics import Strength
from legation.training.optimise import Optimizers
from legation.training.stagger import stagger
from legation.training.workers import Workers

CHECKPOINT = "checkpoint.safetensors"
AGENT = "agent.safetensors"
CONFIG = "config.json"
CURVE = "learning_curve.png"
TENSORBOARD = "tensorboard"
LOCK = ".lock"


@dataclass
class Run:
    """Everything that training changes.

    Attributes:
        averaged: the running average of the network's weights, where the configuration asks for it.
        teacher: whom the network imitates in the warm start.
        iteration: how many are done.
        seconds: of training so far, over all sittings.
        history: looks at the strength.
    """

    config: TrainConfig
    game: Game
    network: PolicyValueNetwork
    magnet: PolicyValueNetwork | None
    optimizers: Optimizers
    workers: Workers
    batch: GameBatch
    league: League
    rng: np.random.Generator
    averaged: PolicyValueNetwork | None = None
    teacher: Agent | None = None
    iteration: int = 0
    seconds: float = 0.0
    history: list[Strength] = field(default_factory=list)

    @property
    def decisions(self) -> int:
        return self.iteration * self.config.games * self.config.steps

    @property
    def player(self) -> PolicyValueNetwork:
        """The weights that play: the running average, or the latest."""
        return self.averaged or self.network

    @property
    def others(self) -> dict[str, str | None]:
        """The fixed agents that it trains with, and the hashes of their weights."""
        fixed = [self.league.opponents[i].agent for i in range(len(self.league.anchors))]
        fixed += [self.teacher] if self.teacher is not None else []
        return {agent.name: getattr(agent, "weights", None) for agent in fixed}

    def average_weights(self) -> None:
        """Takes the latest weights into the average; the first iterations weigh equally."""
        if self.averaged is None:
            return
        decay = min(self.config.ppo.average, self.iteration / (self.iteration + 10))
        with torch.no_grad():
            pairs = zip(self.averaged.parameters(), self.network.parameters(), strict=True)
            for mean, latest in pairs:
                mean.lerp_(latest, 1.0 - decay)


def new_run(
    config: TrainConfig, game: Game, anchors: list[Agent], teacher: Agent | None = None
) -> Run:
    """A run before its first iteration."""
    shape = NetworkShape(
        features=game.encoder.width,
        actions=game.actions.size,
        seats=game.seats,
        hidden=config.network.hidden,
        per_seat=config.network.per_seat,
        critic=config.network.critic,
        value_scale=max(abs(bound) for bound in game.return_range),
        turned=config.network.turned,
        split=_flags_of(game, config.network.split),
    )
    rng = np.random.default_rng(config.seed)
    network = PolicyValueNetwork(shape, seed=config.seed)
    if shape.turned:
        axes = (game.schema.seats, *game.schema.axes)
        tables = turning(axes, game.actions, game.encoder.names, game.seats)
        network.turn(*(torch.from_numpy(table) for table in tables))
    magnet = copy.deepcopy(network).requires_grad_(False) if config.ppo.magnet > 0 else None
    optimizers = Optimizers(network, config.ppo.learning_rate)
    workers = Workers(config.threads)
    batch = GameBatch(game, games=config.games, seed=config.seed, potentials=config.ppo.potentials)
    stagger(batch, rng)
    league = League(config.league, anchors, config.games, game.seats)
    league.start(rng)
    averaged = copy.deepcopy(network).requires_grad_(False) if config.ppo.average > 0 else None
    return Run(
        config, game, network, magnet, optimizers, workers, batch, league, rng, averaged, teacher
    )


def _flags_of(game: Game, name: str) -> tuple[int, ...]:
    """The features that tell the value of the first entry of a field; none without a name.

    Raises:
        LegationError: no such field, or one that networks don't read as flags.
    """
    if not name:
        return ()
    first = next((n for n in game.encoder.names if n.startswith((f"{name}[", f"{name}="))), "")
    entry = first.rpartition("=")[0]
    flags = tuple(
        i for i, n in enumerate(game.encoder.names) if entry and n.startswith(f"{entry}=")
    )
    if not flags:
        raise LegationError(f"network.split = {name!r}: networks read no such field as flags")
    return flags


def begin_with(run: Run, spec: str) -> None:
    """Gives a run that has not begun the weights of the agent `spec`.

    Raises:
        LegationError: no such agent, or one without a network of this run's shape for this game.
    """
    path = snapshot_path(spec, run.game)
    if path is None:
        raise LegationError(f"start = {spec!r}: that agent has no network to begin with")
    info, network = load_snapshot(path)
    check_fits(info, run.game, path)
    if info.shape != run.network.shape:
        wanted = asdict(run.network.shape)
        differences = "; ".join(
            f"{name} is {value!r} there, {wanted[name]!r} here"
            for name, value in asdict(info.shape).items()
            if value != wanted[name]
        )
        raise LegationError(f"start = {spec!r}: its network differs: {differences}")
    for mine in (run.network, run.magnet, run.averaged):
        if mine is not None:
            mine.load_state_dict(network.state_dict())


def is_run(folder: Path) -> bool:
    """Whether `folder` holds a run, finished or not: a configuration of ours."""
    if not (folder / CONFIG).is_file():
        return False
    try:
        load_config(folder)
    except LegationError:
        return False
    return True


def remove_run(folder: Path) -> None:
    """Deletes the files that a run leaves in its folder, and nothing else."""
    for name in (CHECKPOINT, AGENT, CURVE, CONFIG):
        (folder / name).unlink(missing_ok=True)
    for log in (folder / TENSORBOARD).glob("events.out.tfevents.*"):
        log.unlink()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder for this process while it trains in it.

    Raises:
        LegationError: another process does, or the folder can't be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / LOCK, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError:
        raise LegationError(f"another process is training in {folder}") from None
    except OSError as error:
        raise LegationError(f"can't use the run folder {folder}: {error}") from error


def save_config(folder: Path, config: TrainConfig) -> None:
    temporary = folder / f".{CONFIG}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps(config.to_dict(), indent=2) + "\n", encoding="utf-8")
        os.replace(temporary, folder / CONFIG)
    except OSError as error:
        raise LegationError(f"can't write into the run folder {folder}: {error}") from error


def load_config(folder: Path) -> TrainConfig:
    """The configuration of the run in `folder`."""
    path = folder / CONFIG
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        what = f"{CONFIG} is missing" if folder.is_dir() else "there is no such folder"
        raise LegationError(f"{folder} holds no run to resume: {what}") from error
    except ValueError as error:
        raise LegationError(f"{path} is not valid JSON: {error}") from error
    return make_config(values, str(path))


def save_checkpoint(folder: Path, run: Run) -> None:
    """Writes the checkpoint and the agent, each whole or not at all."""
    league_plain, league_tensors = run.league.state()
    tensors: dict[str, Tensor] = {}
    _put(tensors, "network", run.network.state_dict())
    if run.magnet is not None:
        _put(tensors, "magnet", run.magnet.state_dict())
    if run.averaged is not None:
        _put(tensors, "averaged", run.averaged.state_dict())
    for part, adam in enumerate(run.optimizers.each):
        for index, state in adam.state_dict()["state"].items():
            _put(tensors, f"optimizer.{part}.{index}", state)
    _put(tensors, "batch", {k: torch.from_numpy(v) for k, v in run.batch.snapshot().items()})
    _put(tensors, "league", league_tensors)
    header = {
        "schema_hash": fingerprint(run.game),
        "game": run.game.id,
        "game_version": run.game.version,
        "config": run.config.to_dict(),
        "iteration": run.iteration,
        "seconds": run.seconds,
        "history": [list(s) for s in run.history],
        "rng": run.rng.bit_generator.state,
        "league": league_plain,
        "others": run.others,
    }
    # Parameters can share memory with copies in the league; safetensors wants each on its own.
    save_tensors(
        folder / CHECKPOINT, "checkpoint", header, {k: v.clone() for k, v in tensors.items()}
    )
    save_agent(folder / AGENT, run)


def save_agent(path: Path, run: Run) -> None:
    """The snapshot that plays."""
    info = SnapshotInfo(
        game=run.game.id,
        game_version=run.game.version,
        options=dict(run.game.options),
        schema_hash=fingerprint(run.game),
        shape=run.network.shape,
        history={
            "config": run.config.to_dict(),
            "decisions": run.decisions,
            "seconds": round(run.seconds, 1),
        },
        temperature=run.config.temperature,
    )
    save_snapshot(path, info, run.player)


def load_checkpoint(folder: Path, run: Run) -> None:
    """Puts a new run where the checkpoint in `folder` stands.

    Raises:
        LegationError: no checkpoint, a broken one, or one of another game or configuration.
    """
    path = folder / CHECKPOINT
    header, tensors = load_tensors(path, "checkpoint")
    found = header.get("game"), header.get("game_version"), header.get("schema_hash")
    own = run.game.id, run.game.version, fingerprint(run.game)
    if found != own:
        raise LegationError(
            f"{path} is of game {found[0]} (rules version {found[1]}), here is {own[0]} "
            f"(version {own[1]})" + ("" if found[:2] != own[:2] else "; its schema has changed")
        )
    if make_config(header.get("config", {}), str(path)) != run.config:
        raise LegationError(f"{path} belongs to another configuration than {folder / CONFIG}")
    if header.get("others") != run.others:
        raise LegationError(
            f"{path}: the agents that the run trains with are no longer the same files: "
            f"{header.get('others')} then, {run.others} now"
        )
    try:
        _restore(run, header, tensors)
    except (KeyError, ValueError, RuntimeError, TypeError) as error:
        raise LegationError(f"{path}: the checkpoint is broken: {error}") from error


def _restore(run: Run, header: dict[str, Any], tensors: dict[str, Tensor]) -> None:
    run.network.load_state_dict(_take(tensors, "network"))
    if run.magnet is not None:
        run.magnet.load_state_dict(_take(tensors, "magnet"))
    if run.averaged is not None:
        run.averaged.load_state_dict(_take(tensors, "averaged"))
    for part, adam in enumerate(run.optimizers.each):
        plain = adam.state_dict()
        count = len(plain["param_groups"][0]["params"])
        states = {i: _take(tensors, f"optimizer.{part}.{i}") for i in range(count)}
        plain["state"] = {i: state for i, state in states.items() if state}
        adam.load_state_dict(plain)
    run.batch.restore({k: v.numpy() for k, v in _take(tensors, "batch").items()})
    run.league.restore(header["league"], _take(tensors, "league"), run.network)
    run.rng.bit_generator.state = header["rng"]
    run.iteration = int(header["iteration"])
    run.seconds = float(header["seconds"])
    run.history = [Strength(*row) for row in header["history"]]


def _put(tensors: dict[str, Tensor], prefix: str, values: dict[str, Tensor]) -> None:
    tensors.update({f"{prefix}/{name}": tensor for name, tensor in values.items()})


def _take(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    start = f"{prefix}/"
    return {n.removeprefix(start): t for n, t in tensors.items() if n.startswith(start)}
