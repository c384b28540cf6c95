"""PPO for many seats, read top to bottom: a rollout, its advantages, a few epochs of updates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from legation.agents.network import PolicyValueNetwork
from legation.training.advantages import Advantages, seat_advantages
from legation.training.config import PpoConfig
from legation.training.loss import loss_gradient
from legation.training.metrics import Stopwatch
from legation.training.optimise import Optimizers, Outputs, improve
from legation.training.rollout import Rollout
from legation.training.workers import Workers


class Annealed(NamedTuple):
    """The weights of one iteration."""

    learning_rate: float
    entropy: float
    standing: float
    shaping: float


def annealed(config: PpoConfig, progress: float) -> Annealed:
    """The learning rate and weights at `progress` in 0..1 of the run."""

    def between(start: float, end: float) -> float:
        if config.anneal == "exponential" and start > 0.0 and end > 0.0:
            return float(start * (end / start) ** progress)
        return start + (end - start) * progress

    left = max(0.0, 1.0 - progress / max(config.standing_until, 1e-9))
    return Annealed(
        between(config.learning_rate, config.learning_rate_end),
        between(config.entropy, config.entropy_end),
        config.standing * left,
        config.shaping * (left if config.shaping_fades else 1.0),
    )


def learn(
    network: PolicyValueNetwork,
    magnet: PolicyValueNetwork | None,
    optimizers: Optimizers,
    rollout: Rollout,
    config: PpoConfig,
    progress: float,
    rng: np.random.Generator,
    watch: Stopwatch,
    workers: Workers,
    *,
    autocast: bool = False,
) -> dict[str, float]:
    """Improves the network on one rollout; returns the mean of each statistic over the updates.

    Raises:
        TrainingDivergedError: a gradient is not finite; the step is not taken.
    """
    weights = annealed(config, progress)
    optimizers.set_learning_rate(weights.learning_rate)

    # Advantages per (game, seat), in units of the network's values.
    advantages, targets = rollout_advantages(
        rollout, config, network.shape.value_scale, weights, config.trace_decay
    )
    # From here on decisions are rows `[M]`, M = T B; only the learner's count.
    mine = np.flatnonzero(rollout.learner.ravel())
    seats = rollout.seats.ravel()
    parts = network.part_of(torch.from_numpy(rollout.observations).flatten(0, 1)).numpy()
    advantage = standardised(advantages.ravel(), mine, seats + network.shape.seats * parts)
    masks = rollout.masks.reshape(len(seats), -1)
    magnet_log_probs = _magnet_log_probs(magnet, rollout.observations, masks)
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
        network, optimizers, rollout, mine, ppo_gradient, config, rng, workers, autocast=autocast
    )
    watch.lap("update")
    statistics["learning_rate"] = weights.learning_rate
    statistics["entropy_weight"] = weights.entropy
    own = targets.ravel()[mine]
    statistics["explained_variance"] = explained_variance(own, rollout.values.ravel()[mine])
    return statistics


def rollout_advantages(
    rollout: Rollout, config: PpoConfig, scale: float, weights: Annealed, trace_decay: float
) -> Advantages:
    """Advantages and value targets of a rollout, both `[T, B]`, in units of `scale`.

    Rewards are the game's returns, some of the potential at the end, and the shaping.
    """
    returns = rollout.returns
    if weights.standing > 0.0:
        returns = returns + weights.standing * rollout.standings
    return seat_advantages(
        rollout.seats,
        rollout.values,
        rollout.terminated,
        returns / scale,
        rollout.bootstrap,
        discount=config.discount,
        trace_decay=trace_decay,
        shaping=weights.shaping / scale,
        potentials=rollout.potentials if rollout.potentials.size else None,
        end_potentials=rollout.end_potentials,
    )


def explained_variance(targets: NDArray[np.float32], values: NDArray[np.float32]) -> float:
    """The share of the targets' variance that the values foresaw; 0 where there is none."""
    if not len(targets) or float(targets.var()) < 1e-12:
        return 0.0
    return 1.0 - float((targets - values).var() / targets.var())


def standardised(
    advantages: NDArray[np.float32], rows: NDArray[np.int64], groups: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Advantages of `rows` with mean 0 and deviation 1 for each group: each seat, and each part of
    the network.

    Seat by seat: where one seat's fate is nearly settled, its advantages are small, and beside
    those of another the entropy bonus would be all that is left of its gradient.
    """
    result = np.zeros_like(advantages)
    for group in np.unique(groups[rows]):
        own = rows[groups[rows] == group]
        values = advantages[own]
        result[own] = (values - values.mean()) / (values.std() + 1e-6)
    return result


def _magnet_log_probs(
    magnet: PolicyValueNetwork | None,
    observations: NDArray[np.float32],
    masks: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """`[M, A]`, 0 at illegal actions; empty without a magnet."""
    if magnet is None:
        return np.zeros((0, 0), dtype=np.float32)
    with torch.inference_mode():
        legal = torch.from_numpy(masks)
        logits = magnet.logits(torch.from_numpy(observations).flatten(0, 1)).masked_fill(
            ~legal, -torch.inf
        )
        log_probs = torch.log_softmax(logits, dim=1).masked_fill(~legal, 0.0)
    return log_probs.numpy()
