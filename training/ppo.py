"""PPO for many seats, read top to bottom: a rollout, its advantages, a few epochs of updates."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from legation.agents.network import PolicyValueNetwork
from legation.envs.engine import LegationError
from legation.training.advantages import seat_advantages
from legation.training.config import PpoConfig
from legation.training.loss import STATISTICS, loss_gradient
from legation.training.metrics import Stopwatch
from legation.training.rollout import Rollout


class TrainingDivergedError(LegationError):
    """A loss or gradient is no longer a finite number."""


class Annealed(NamedTuple):
    """The weights of one iteration."""

    learning_rate: float
    entropy: float
    standing: float


def annealed(config: PpoConfig, progress: float) -> Annealed:
    """The learning rate and weights at `progress` in 0..1 of the run."""

    def between(start: float, end: float) -> float:
        if config.anneal == "exponential" and start > 0.0 and end > 0.0:
            return float(start * (end / start) ** progress)
        return start + (end - start) * progress

    return Annealed(
        between(config.learning_rate, config.learning_rate_end),
        between(config.entropy, config.entropy_end),
        config.standing * max(0.0, 1.0 - progress / max(config.standing_until, 1e-9)),
    )


def learn(
    network: PolicyValueNetwork,
    magnet: PolicyValueNetwork | None,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    config: PpoConfig,
    progress: float,
    rng: np.random.Generator,
    watch: Stopwatch,
    *,
    autocast: bool = False,
) -> dict[str, float]:
    """Improves the network on one rollout; returns the mean of each statistic over the updates.

    Raises:
        TrainingDivergedError: a gradient is not finite; the step is not taken.
    """
    weights = annealed(config, progress)
    for group in optimizer.param_groups:
        group["lr"] = weights.learning_rate

    # Advantages per (game, seat), in units of the network's values.
    scale = network.shape.value_scale
    returns = rollout.returns
    if weights.standing > 0.0:
        returns = returns + weights.standing * rollout.standings
    advantages, targets = seat_advantages(
        rollout.seats,
        rollout.values,
        rollout.terminated,
        returns / scale,
        rollout.bootstrap,
        discount=config.discount,
        trace_decay=config.trace_decay,
        shaping=config.shaping / scale,
        potentials=rollout.potentials if rollout.potentials.size else None,
        end_potentials=rollout.end_potentials,
    )
    # From here on decisions are rows `[M]`, M = T B; only the learner's count.
    mine = np.flatnonzero(rollout.learner.ravel())
    advantage = _standardised(advantages.ravel(), mine)
    observations = _rows(rollout.observations)
    privileged = _rows(rollout.privileged) if rollout.privileged.size else None
    seats = rollout.seats.ravel()
    masks = rollout.masks.reshape(len(observations), -1)
    magnet_log_probs = _magnet_log_probs(magnet, observations, masks)
    watch.lap("advantages")

    def ppo_gradient(
        outputs: Outputs, rows: NDArray[np.int64], totals: NDArray[np.float64]
    ) -> None:
        loss_gradient(
            outputs.logits, outputs.values, rows, masks, rollout.actions.ravel(), seats,
            rollout.log_probs.ravel(), advantage, targets.ravel(), magnet_log_probs,
            config.clip, weights.entropy, config.magnet, config.value_weight,
            outputs.logits_gradient, outputs.values_gradient, totals,
        )  # fmt: skip

    statistics = improve(
        network, optimizer, observations, privileged, seats, mine, ppo_gradient, config, rng,
        autocast=autocast,
    )  # fmt: skip
    watch.lap("update")
    statistics["learning_rate"] = weights.learning_rate
    statistics["entropy_weight"] = weights.entropy
    own = targets.ravel()[mine]
    statistics["explained_variance"] = explained_variance(own, rollout.values.ravel()[mine])
    return statistics


def explained_variance(targets: NDArray[np.float32], values: NDArray[np.float32]) -> float:
    """The share of the targets' variance that the values foresaw; 0 where there is none."""
    if not len(targets) or float(targets.var()) < 1e-12:
        return 0.0
    return 1.0 - float((targets - values).var() / targets.var())


class Outputs(NamedTuple):
    """The network's outputs for a minibatch, and room for the gradients of the loss in them."""

    logits: NDArray[np.float32]
    values: NDArray[np.float32]
    logits_gradient: NDArray[np.float32]
    values_gradient: NDArray[np.float32]


# Fills the gradients for some rows of the rollout, and adds to the statistics.
Gradient = Callable[[Outputs, NDArray[np.int64], NDArray[np.float64]], None]


def improve(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    observations: Tensor,
    privileged: Tensor | None,
    seats: NDArray[np.int64],
    mine: NDArray[np.int64],
    gradient: Gradient,
    config: PpoConfig,
    rng: np.random.Generator,
    *,
    autocast: bool,
) -> dict[str, float]:
    """`epochs` passes of minibatches over the decisions `mine`; the mean of each statistic."""
    totals = np.zeros(len(STATISTICS))
    norms = 0.0
    updates = 0
    for _ in range(config.epochs):
        shuffled = rng.permutation(mine)
        for part in np.array_split(shuffled, -(-len(shuffled) // config.minibatch)):
            # Sorted by seat, so that layers of their own get their rows in one piece.
            rows = part[np.argsort(seats[part], kind="stable")]
            chosen = torch.from_numpy(rows)
            with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
                seen = None if privileged is None else privileged[chosen]
                logits, values = network(observations[chosen], seen)
            heads = logits.float(), values.float()
            slopes = [torch.empty_like(head, requires_grad=False) for head in heads]
            plain = (t.detach().numpy() for t in (*heads, *slopes))
            gradient(Outputs(*plain), rows, totals)
            optimizer.zero_grad()
            torch.autograd.backward(heads, slopes)
            norms += float(
                torch.nn.utils.clip_grad_norm_(network.parameters(), config.max_gradient_norm)
            )
            if not np.isfinite(norms) or not np.isfinite(totals).all():
                raise TrainingDivergedError(_diverged(totals, norms))
            optimizer.step()
            updates += 1
    statistics = dict(zip(STATISTICS, totals / max(updates, 1), strict=True))
    statistics["gradient_norm"] = norms / max(updates, 1)
    return statistics


def _rows(array: NDArray[np.float32]) -> Tensor:
    return torch.from_numpy(array.reshape(-1, array.shape[-1]))


def _standardised(advantages: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.float32]:
    if not len(rows):
        return advantages
    own = advantages[rows]
    result: NDArray[np.float32] = (advantages - own.mean()) / (own.std() + 1e-8)
    return result


def _magnet_log_probs(
    magnet: PolicyValueNetwork | None, observations: Tensor, masks: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """`[M, A]`, 0 at illegal actions; empty without a magnet."""
    if magnet is None:
        return np.zeros((0, 0), dtype=np.float32)
    with torch.inference_mode():
        legal = torch.from_numpy(masks)
        logits = magnet.logits(observations).masked_fill(~legal, -torch.inf)
        log_probs = torch.log_softmax(logits, dim=1).masked_fill(~legal, 0.0)
    return log_probs.numpy()


def _diverged(totals: NDArray[np.float64], gradient_norm: float) -> str:
    words = ", ".join(f"{n} {v:.3g}" for n, v in zip(STATISTICS, totals, strict=True))
    return (
        f"training diverged: a loss or gradient is not a finite number ({words}, gradient norm "
        f"{gradient_norm:.3g}); a lower ppo.learning_rate or ppo.max_gradient_norm usually helps"
    )
