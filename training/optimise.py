"""Gradient steps: epochs of minibatches over a rollout, for each part of a network by itself.

Where seats have layers of their own, the parts share nothing, and each is trained on its seat's
decisions in a thread of its own. Where one part serves all, every minibatch is cut into a piece for
each thread. Either way a matrix product has one thread: two cores are busy without waiting for each
other inside every product, which on a busy machine takes longer than the work itself.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from legation.agents.network import PolicyValueNetwork
from legation.envs.engine import LegationError
from legation.training.config import PpoConfig
from legation.training.loss import STATISTICS
from legation.training.rollout import Rollout
from legation.training.workers import Workers


class TrainingDivergedError(LegationError):
    """A loss or gradient is no longer a finite number."""


class Outputs(NamedTuple):
    """A part's outputs for a minibatch, and room for the gradients of the loss in them."""

    logits: NDArray[np.float32]
    values: NDArray[np.float32]
    logits_gradient: NDArray[np.float32]
    values_gradient: NDArray[np.float32]


# Fills the gradients for some rows of the rollout, and adds to the statistics.
Gradient = Callable[[Outputs, NDArray[np.int64], NDArray[np.float64]], None]


class Optimizers:
    """An Adam for each part of a network."""

    def __init__(self, network: PolicyValueNetwork, learning_rate: float) -> None:
        self.each = [
            torch.optim.Adam(part.parameters(), lr=learning_rate, fused=True)
            for part in network.parts
        ]

    def set_learning_rate(self, learning_rate: float) -> None:
        for optimizer in self.each:
            for group in optimizer.param_groups:
                group["lr"] = learning_rate


class Progress(NamedTuple):
    """What a part's updates add up to: `statistics`, gradient norms and number of steps."""

    statistics: NDArray[np.float64]
    norms: float
    steps: int


class _Data(NamedTuple):
    """What gradients are computed from: `[M, F]` encodings, and the loss."""

    observations: Tensor
    privileged: Tensor | None
    gradient: Gradient
    autocast: bool


def improve(
    network: PolicyValueNetwork,
    optimizers: Optimizers,
    rollout: Rollout,
    mine: NDArray[np.int64],
    gradient: Gradient,
    config: PpoConfig,
    rng: np.random.Generator,
    workers: Workers,
    *,
    autocast: bool,
) -> dict[str, float]:
    """`epochs` passes over the decisions `mine` (rows of the rollout); the mean of each statistic.

    Raises:
        TrainingDivergedError: a gradient is not finite; that step is not taken.
    """
    observations = torch.from_numpy(rollout.observations).flatten(0, 1)
    data = _Data(
        observations,
        torch.from_numpy(rollout.privileged).flatten(0, 1) if rollout.privileged.size else None,
        gradient,
        autocast,
    )
    together = len(network.parts) == 1
    numbers = network.part_of(observations).numpy()[mine]
    jobs: list[Future[Progress]] = []
    for number, (part, optimizer) in enumerate(zip(network.parts, optimizers.each, strict=True)):
        own = mine if together else mine[numbers == number]
        # Drawn here, not in the threads: so the order of threads can't matter.
        batches = [
            rows
            for _ in range(config.epochs)
            for rows in np.array_split(rng.permutation(own), -(-len(own) // config.minibatch) or 1)
            if len(rows)
        ]
        if not together:
            limit = config.max_gradient_norm
            jobs.append(
                workers.submit(_improve_part, [part], optimizer, data, batches, limit, None)
            )
    if together:
        team = [part, *(_mirror(part) for _ in range(workers.count - 1))]
        done = [_improve_part(team, optimizer, data, batches, config.max_gradient_norm, workers)]
    else:
        done = [job.result() for job in jobs]
    steps = max(sum(p.steps for p in done), 1)
    totals = np.sum([p.statistics for p in done], axis=0)
    statistics = dict(zip(STATISTICS, totals / steps, strict=True))
    statistics["gradient_norm"] = sum(p.norms for p in done) / steps
    return statistics


def _mirror(part: nn.Module) -> nn.Module:
    """Another module with the same weights in memory, and gradients of its own."""
    mirror = copy.deepcopy(part)
    for weights, shown in zip(part.parameters(), mirror.parameters(), strict=True):
        shown.data = weights.data
    return mirror


def _improve_part(
    team: list[nn.Module],
    optimizer: torch.optim.Optimizer,
    data: _Data,
    batches: list[NDArray[np.int64]],
    max_norm: float,
    workers: Workers | None,
) -> Progress:
    """`team` is the part, and its mirrors if `workers` share each minibatch."""
    part = team[0]
    totals = np.zeros(len(STATISTICS))
    norms = 0.0
    for rows in batches:
        pieces = [piece for piece in np.array_split(rows, len(team)) if len(piece)]
        shares = [len(piece) / len(rows) for piece in pieces]
        if workers is None:
            totals += _add_gradient(part, data, rows, 1.0)
        else:
            waiting = [
                workers.submit(_add_gradient, member, data, piece, share)
                for member, piece, share in zip(team, pieces, shares, strict=False)
            ]
            totals += np.sum([job.result() for job in waiting], axis=0)
            for member in team[1 : len(pieces)]:
                for weights, other in zip(part.parameters(), member.parameters(), strict=True):
                    if weights.grad is not None and other.grad is not None:
                        weights.grad += other.grad
        norms += float(torch.nn.utils.clip_grad_norm_(part.parameters(), max_norm))
        if not np.isfinite(norms) or not np.isfinite(totals).all():
            raise TrainingDivergedError(_diverged(totals, norms))
        optimizer.step()
    return Progress(totals, norms, len(batches))


def _add_gradient(
    part: nn.Module, data: _Data, rows: NDArray[np.int64], share: float
) -> NDArray[np.float64]:
    """Leaves `share` times the gradient of the mean loss over `rows` in the part's weights."""
    chosen = torch.from_numpy(rows)
    with torch.autocast("cpu", torch.bfloat16, enabled=data.autocast):
        seen = None if data.privileged is None else data.privileged[chosen]
        logits, values = part(data.observations[chosen], seen)
    heads = logits.float(), values.float()
    slopes = [torch.empty_like(head, requires_grad=False) for head in heads]
    plain = (t.detach().numpy() for t in (*heads, *slopes))
    statistics = np.zeros(len(STATISTICS))
    data.gradient(Outputs(*plain), rows, statistics)
    if share != 1.0:
        for slope in slopes:
            slope *= share
    part.zero_grad()
    torch.autograd.backward(heads, slopes)
    return statistics * share


def _diverged(totals: NDArray[np.float64], gradient_norm: float) -> str:
    words = ", ".join(f"{n} {v:.3g}" for n, v in zip(STATISTICS, totals, strict=True))
    return (
        f"training diverged: a loss or gradient is not a finite number ({words}, gradient norm "
        f"{gradient_norm:.3g}); a lower ppo.learning_rate or ppo.max_gradient_norm usually helps"
    )
