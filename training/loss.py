"""The gradient of PPO's loss with respect to the network's outputs, in one compiled pass.

For a decision with logits z over the legal actions, p = softmax(z), action a, advantage A, old
probability q_a, ratio r = p_a / q_a, value v and target R, the loss is

    L = -min(r A, clip(r, 1 - eps, 1 + eps) A) - c_H H(p) + c_M KL(p || m) + c_V (v - R)^2 / 2

with the entropy H, and a magnet distribution m. Its derivatives are closed forms:

    d log p_a / d z_j = [j = a] - p_j
    d H / d z_j       = -p_j (log p_j + H)
    d KL / d z_j      = p_j (log p_j - log m_j - KL)

so there is no need for autograd to walk over `[N, A]` arrays a dozen times. Illegal actions have
p_j = 0 and a gradient of exactly 0. tests/training/test_loss.py holds this against autograd.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import bind

# Columns of the statistics that `loss_gradient` adds up.
STATISTICS = ("policy_loss", "value_loss", "entropy", "magnet_kl", "update_kl", "clipped")


def loss_rows(
    logits: Any,
    values: Any,
    rows: Any,
    masks: Any,
    actions: Any,
    seats: Any,
    old_log_probs: Any,
    advantages: Any,
    targets: Any,
    magnet_log_probs: Any,
    clip: Any,
    entropy_weight: Any,
    magnet_weight: Any,
    value_weight: Any,
    logits_gradient: Any,
    values_gradient: Any,
    statistics: Any,
) -> None:
    """Fills the gradients of the mean loss over the minibatch; adds to `statistics`.

    `logits [N, A]` and `values [N, S]` are the network's outputs for decisions `rows [N]` of the
    rollout, whose arrays `[M]`, `[M, A]` hold the rest. `magnet_log_probs [M or 0, A]`.
    """
    number, size = logits.shape
    scale = 1.0 / number
    probability = np.zeros(size)
    log_probability = np.zeros(size)
    for n in range(number):
        row = rows[n]
        mask = masks[row]
        peak = -np.inf
        for a in range(size):
            if mask[a] and logits[n, a] > peak:
                peak = logits[n, a]
        total = 0.0
        for a in range(size):
            probability[a] = np.exp(logits[n, a] - peak) if mask[a] else 0.0
            total += probability[a]
        log_total = np.log(total)
        entropy = 0.0
        magnet_kl = 0.0
        for a in range(size):
            if mask[a]:
                log_probability[a] = logits[n, a] - peak - log_total
                probability[a] /= total
                entropy -= probability[a] * log_probability[a]
        if magnet_log_probs.shape[0] > 0:
            for a in range(size):
                if mask[a]:
                    gap = log_probability[a] - magnet_log_probs[row, a]
                    magnet_kl += probability[a] * gap
        action = actions[row]
        log_ratio = log_probability[action] - old_log_probs[row]
        ratio = np.exp(log_ratio)
        advantage = advantages[row]
        clipped_ratio = min(max(ratio, 1.0 - clip), 1.0 + clip)
        surrogate = min(ratio * advantage, clipped_ratio * advantage)
        # The minimum passes a gradient only where it is the unclipped term.
        through = ratio * advantage if ratio * advantage <= surrogate else 0.0
        for a in range(size):
            if mask[a]:
                p = probability[a]
                gradient = through * p + entropy_weight * p * (log_probability[a] + entropy)
                if magnet_log_probs.shape[0] > 0:
                    gap = log_probability[a] - magnet_log_probs[row, a]
                    gradient += magnet_weight * p * (gap - magnet_kl)
                logits_gradient[n, a] = gradient * scale
            else:
                logits_gradient[n, a] = 0.0
        logits_gradient[n, action] -= through * scale
        values_gradient[n, :] = 0.0
        error = values[n, seats[row]] - targets[row]
        values_gradient[n, seats[row]] = value_weight * error * scale
        statistics[0] -= surrogate * scale
        statistics[1] += 0.5 * error * error * scale
        statistics[2] += entropy * scale
        statistics[3] += magnet_kl * scale
        # Schulman's low-variance estimate of KL(old || new).
        statistics[4] += (ratio - 1.0 - log_ratio) * scale
        statistics[5] += scale if abs(ratio - 1.0) > clip else 0.0


def imitation_rows(
    logits: Any,
    values: Any,
    rows: Any,
    masks: Any,
    actions: Any,
    seats: Any,
    targets: Any,
    value_weight: Any,
    logits_gradient: Any,
    values_gradient: Any,
    statistics: Any,
) -> None:
    """As `loss_rows`, for the loss -log p_a + c_V (v - R)^2 / 2 of learning from a teacher.

    Its policy loss is booked under `policy_loss`; d(-log p_a) / d z_j = p_j - [j = a].
    """
    number, size = logits.shape
    scale = 1.0 / number
    for n in range(number):
        row = rows[n]
        mask = masks[row]
        peak = -np.inf
        for a in range(size):
            if mask[a] and logits[n, a] > peak:
                peak = logits[n, a]
        total = 0.0
        for a in range(size):
            logits_gradient[n, a] = np.exp(logits[n, a] - peak) if mask[a] else 0.0
            total += logits_gradient[n, a]
        action = actions[row]
        statistics[0] -= (logits[n, action] - peak - np.log(total)) * scale
        entropy = 0.0
        for a in range(size):
            if mask[a]:
                p = logits_gradient[n, a] / total
                entropy -= p * (logits[n, a] - peak - np.log(total))
                logits_gradient[n, a] = p * scale
        logits_gradient[n, action] -= scale
        values_gradient[n, :] = 0.0
        error = values[n, seats[row]] - targets[row]
        values_gradient[n, seats[row]] = value_weight * error * scale
        statistics[1] += 0.5 * error * error * scale
        statistics[2] += entropy * scale


imitation_gradient = bind(imitation_rows, "training", {})
loss_gradient = bind(loss_rows, "training", {})
