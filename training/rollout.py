"""Rollouts: T decisions in each of B games, played by the learner and its opponents."""

from __future__ import annotations

from concurrent.futures import Future
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from legation.agents.base import Agent
from legation.agents.network import PolicyValueNetwork
from legation.agents.sampling import sample_masked
from legation.envs.engine import GameBatch
from legation.training.league import LEARNER, League
from legation.training.metrics import Stopwatch
from legation.training.workers import Workers

# Fewer rows than this take a thread no longer than handing them to it.
_LEAST_ROWS = 32


class Rollout(NamedTuple):
    """What PPO learns from. T steps, B games, S seats, A actions, F features.

    Attributes:
        observations: `[T, B, F]` float32, as the network reads them.
        privileged: `[T, B, F]` for a privileged critic, else empty.
        masks: `[T, B, A]`, legal actions.
        actions, log_probs, seats: `[T, B]`, what was done, how probable it was, and by whom.
        values: `[T, B]`, the deciding seat's own value, in units of the network.
        learner: `[T, B]`, True where the learner decided.
        terminated: `[T, B]`; `returns [T, B, S]` of the episodes that ended there.
        potentials: `[T, B, S]` before each decision; `end_potentials [B, S]` after the last.
        standings: `[T, B, S]`, the potentials of the ends of the episodes that ended there.
        bootstrap: `[B, S]`, each seat's value after the last decision.
    """

    observations: NDArray[np.float32]
    privileged: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    log_probs: NDArray[np.float32]
    seats: NDArray[np.int64]
    values: NDArray[np.float32]
    learner: NDArray[np.bool_]
    terminated: NDArray[np.bool_]
    returns: NDArray[np.float64]
    potentials: NDArray[np.float64]
    end_potentials: NDArray[np.float64]
    standings: NDArray[np.float64]
    bootstrap: NDArray[np.float32]


def empty_rollout(batch: GameBatch, steps: int, *, privileged: bool, potentials: bool) -> Rollout:
    """The arrays of a rollout, to be filled again and again."""
    game, games = batch.game, len(batch)
    shape = (steps, games)
    width = game.encoder.width
    return Rollout(
        observations=np.zeros((*shape, width), dtype=np.float32),
        privileged=np.zeros((*shape, width) if privileged else (0, 0, 0), dtype=np.float32),
        masks=np.zeros((*shape, game.actions.size), dtype=np.bool_),
        actions=np.zeros(shape, dtype=np.int64),
        log_probs=np.zeros(shape, dtype=np.float32),
        seats=np.zeros(shape, dtype=np.int64),
        values=np.zeros(shape, dtype=np.float32),
        learner=np.zeros(shape, dtype=np.bool_),
        terminated=np.zeros(shape, dtype=np.bool_),
        returns=np.zeros((*shape, game.seats)),
        potentials=np.zeros((*shape, game.seats) if potentials else (0, 0, 0)),
        standings=np.zeros((*shape, game.seats) if potentials else (0, 0, 0)),
        end_potentials=np.zeros((games, game.seats)),
        bootstrap=np.zeros((games, game.seats), dtype=np.float32),
    )


def collect(
    batch: GameBatch,
    network: PolicyValueNetwork,
    league: League,
    rollout: Rollout,
    rng: np.random.Generator,
    watch: Stopwatch,
    workers: Workers,
    *,
    autocast: bool = False,
) -> None:
    """Plays on from where the batch stands and fills `rollout`; `autocast` as in the updates."""
    privileged = rollout.privileged.size > 0
    for t in range(len(rollout.actions)):
        rollout.observations[t] = network.read(batch.observations)
        rollout.masks[t] = batch.legal_action_mask
        rollout.seats[t] = batch.actor
        if rollout.potentials.size:
            rollout.potentials[t] = batch.potentials
        if privileged:
            everything = batch.encode_for(batch.actor, privileged=True)
            rollout.privileged[t] = network.read(everything)
        controllers = league.acting(batch.actor)
        rollout.learner[t] = controllers == LEARNER
        watch.lap("storage")
        _act(batch, network, league, rollout, t, controllers, rng, watch, workers, autocast)
        batch.step(rollout.actions[t])
        rollout.terminated[t] = batch.terminated
        rollout.returns[t] = batch.returns
        watch.lap("environment")
        ended = np.flatnonzero(batch.terminated)
        if len(ended):
            league.finish(ended, batch.win_shares[ended], rng)
            if rollout.standings.size:
                rollout.standings[t, ended] = batch.final_potentials[ended]
        watch.lap("storage")
    if rollout.potentials.size:
        rollout.end_potentials[:] = batch.potentials
    rollout.bootstrap[:] = seat_values(
        batch, network, workers, privileged=privileged, autocast=autocast
    )
    watch.lap("inference")


def _act(
    batch: GameBatch,
    network: PolicyValueNetwork,
    league: League,
    rollout: Rollout,
    t: int,
    controllers: NDArray[np.int64],
    rng: np.random.Generator,
    watch: Stopwatch,
    workers: Workers,
    autocast: bool,
) -> None:
    """Fills the actions of step t: opponents decide while the learner's network does."""
    waiting = []
    for number in np.unique(controllers[controllers != LEARNER]):
        agent = league.opponents[int(number)].agent
        waiting += ask(agent, batch, np.flatnonzero(controllers == number), rng, workers)
    watch.lap("opponents")
    mine = np.flatnonzero(rollout.learner[t])
    if len(mine):
        everyone = len(mine) == len(batch)
        encoded = rollout.observations[t] if everyone else rollout.observations[t][mine]
        masks = rollout.masks[t] if everyone else rollout.masks[t][mine]
        seen = rollout.privileged[t][mine] if rollout.privileged.size else None
        logits, values = infer(network, encoded, seen, workers, autocast=autocast)
        watch.lap("inference")
        chosen, log_probs = sample_masked(logits, masks, rng)
        rollout.actions[t, mine] = chosen
        rollout.log_probs[t, mine] = log_probs
        rollout.values[t, mine] = values[np.arange(len(mine)), rollout.seats[t, mine]]
        watch.lap("sampling")
    for rows, actions in waiting:
        rollout.actions[t, rows] = actions.result()
    watch.lap("opponents")


def ask(
    agent: Agent,
    batch: GameBatch,
    rows: NDArray[np.int64],
    rng: np.random.Generator,
    workers: Workers,
) -> list[tuple[NDArray[np.int64], Future[NDArray[np.int64]]]]:
    """Lets `agent` decide in games `rows`, shared among the workers: (rows, actions to come)."""
    waiting = []
    for piece in np.array_split(rows, workers.count):
        if len(piece):
            # A stream of its own for each piece: so the order of threads can't matter.
            own = np.random.default_rng(rng.integers(2**63))
            waiting.append((piece, workers.submit(agent.act, batch.observe(piece), own)))
    return waiting


def infer(
    network: PolicyValueNetwork,
    encoded: NDArray[np.float32],
    privileged: NDArray[np.float32] | None,
    workers: Workers,
    *,
    autocast: bool = False,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Logits `[N, A]` and values `[N, S]` for rows `[N, F]` as read, shared by the workers."""

    def one(rows: slice) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        seen = None if privileged is None else torch.from_numpy(privileged[rows])
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=autocast):
            logits, values = network(torch.from_numpy(encoded[rows]), seen)
        return logits.float().numpy(), values.float().numpy()

    if workers.count == 1 or len(encoded) < workers.count * _LEAST_ROWS:
        return one(slice(None))
    ends = [len(encoded) * (n + 1) // workers.count for n in range(workers.count)]
    jobs = [workers.submit(one, slice(*ends_of)) for ends_of in pairwise([0, *ends])]
    logits, values = zip(*(job.result() for job in jobs), strict=True)
    return np.concatenate(logits), np.concatenate(values)


def seat_values(
    batch: GameBatch,
    network: PolicyValueNetwork,
    workers: Workers,
    *,
    privileged: bool,
    autocast: bool,
) -> NDArray[np.float32]:
    """`[B, S]`: each seat's value of where its game stands, from its own observation."""
    game = batch.game
    values = np.zeros((len(batch), game.seats), dtype=np.float32)
    for seat in range(game.seats):
        # A privileged critic still reads whose value is asked for: the features name the seat.
        seen = network.read(batch.encode_for(seat, privileged=True)) if privileged else None
        encoded = network.read(batch.encode_for(seat))
        _, found = infer(network, encoded, seen, workers, autocast=autocast)
        values[:, seat] = found[:, seat]
    return values
