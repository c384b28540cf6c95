"""PPO for many seats, read top to bottom: a rollout, its advantages, a few epochs of updates."""

from __future__ import annotations

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
    masks = rollout.masks.reshape(len(observations), -1)
    magnet_log_probs = _magnet_log_probs(magnet, observations, masks)
    watch.lap("advantages")

    totals = np.zeros(len(STATISTICS))
    updates = 0
    gradient_norm = 0.0
    for _ in range(config.epochs):
        shuffled = rng.permutation(mine)
        for rows in np.array_split(shuffled, -(-len(shuffled) // config.minibatch)):
            chosen = torch.from_numpy(rows)
            with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
                seen = None if privileged is None else privileged[chosen]
                logits, values = network(observations[chosen], seen)
            logits, values = logits.float(), values.float()
            logits_gradient = torch.empty_like(logits, requires_grad=False)
            values_gradient = torch.empty_like(values, requires_grad=False)
            loss_gradient(
                logits.detach().numpy(), values.detach().numpy(), rows, masks,
                rollout.actions.ravel(), rollout.seats.ravel(), rollout.log_probs.ravel(),
                advantage, targets.ravel(), magnet_log_probs,
                config.clip, weights.entropy, config.magnet, config.value_weight,
                logits_gradient.numpy(), values_gradient.numpy(), totals,
            )  # fmt: skip
            optimizer.zero_grad()
            torch.autograd.backward([logits, values], [logits_gradient, values_gradient])
            norm = torch.nn.utils.clip_grad_norm_(network.parameters(), config.max_gradient_norm)
            gradient_norm += float(norm)
            if not np.isfinite(gradient_norm) or not np.isfinite(totals).all():
                raise TrainingDivergedError(_diverged(totals, gradient_norm))
            optimizer.step()
            updates += 1
    watch.lap("update")

    statistics = dict(zip(STATISTICS, totals / updates, strict=True))
    statistics["gradient_norm"] = gradient_norm / updates
    statistics["learning_rate"] = weights.learning_rate
    statistics["entropy_weight"] = weights.entropy
    own = targets.ravel()[mine]
    residual = own - rollout.values.ravel()[mine]
    statistics["explained_variance"] = 1.0 - float(residual.var() / max(own.var(), 1e-12))
    return statistics


def _rows(array: NDArray[np.float32]) -> Tensor:
    return torch.from_numpy(array.reshape(-1, array.shape[-1]))


def _standardised(advantages: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.float32]:
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
