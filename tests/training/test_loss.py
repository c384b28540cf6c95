"""The closed-form gradient of the loss, held against autograd."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from legation.training.loss import STATISTICS, imitation_gradient, loss_gradient

N, A, S = 64, 11, 3
CLIP, ENTROPY, MAGNET, VALUE = 0.2, 0.07, 0.11, 0.4


def reference_loss(
    logits: torch.Tensor,
    values: torch.Tensor,
    masks: torch.Tensor,
    actions: torch.Tensor,
    seats: torch.Tensor,
    old: torch.Tensor,
    advantages: torch.Tensor,
    targets: torch.Tensor,
    magnet: torch.Tensor | None,
) -> torch.Tensor:
    """PPO's loss as the papers write it."""
    log_probs = torch.log_softmax(logits.masked_fill(~masks, -torch.inf), dim=1)
    safe = log_probs.masked_fill(~masks, 0.0)
    probs = log_probs.exp()
    ratio = (log_probs.gather(1, actions[:, None])[:, 0] - old).exp()
    surrogate = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages)
    entropy = -(probs * safe).sum(1)
    error = values.gather(1, seats[:, None])[:, 0] - targets
    loss = -surrogate - ENTROPY * entropy + VALUE * 0.5 * error**2
    if magnet is not None:
        loss = loss + MAGNET * (probs * (safe - magnet)).sum(1)
    return loss.mean()


@pytest.mark.parametrize("with_magnet", [False, True])
def test_gradients_equal_autograd(with_magnet: bool) -> None:
    rng = np.random.default_rng(3)
    masks = rng.random((N, A)) < 0.4
    masks[np.arange(N), rng.integers(A, size=N)] = True
    actions = np.array([rng.choice(np.flatnonzero(m)) for m in masks])
    seats = rng.integers(S, size=N)
    advantages = rng.normal(size=N).astype(np.float32)
    targets = rng.normal(size=N).astype(np.float32)
    logits = torch.tensor(rng.normal(size=(N, A)) * 2, dtype=torch.float32, requires_grad=True)
    # Old probabilities near the new ones, so that some ratios leave the clip range and some don't.
    current = torch.log_softmax(logits.masked_fill(~torch.from_numpy(masks), -torch.inf), dim=1)
    old = current.detach().numpy()[np.arange(N), actions] + rng.normal(size=N).astype("f4") * 0.2
    values = torch.tensor(rng.normal(size=(N, S)), dtype=torch.float32, requires_grad=True)
    magnet = np.zeros((N if with_magnet else 0, A), dtype=np.float32)
    if with_magnet:
        raw = np.where(masks, rng.normal(size=(N, A)), -np.inf)
        magnet = (raw - np.log(np.exp(raw).sum(1, keepdims=True))).astype(np.float32)
        magnet[~masks] = 0.0
    # The rollout's rows lie in another order than the minibatch.
    order = rng.permutation(N)
    place = np.argsort(order)

    def stored(array: NDArray[np.generic]) -> NDArray[np.generic]:
        return np.ascontiguousarray(array[order])

    loss = reference_loss(
        logits,
        values,
        torch.from_numpy(masks),
        torch.from_numpy(actions),
        torch.from_numpy(seats),
        torch.from_numpy(old),
        torch.from_numpy(advantages),
        torch.from_numpy(targets),
        torch.from_numpy(magnet) if with_magnet else None,
    )
    loss.backward()
    logits_gradient = np.full((N, A), np.nan, dtype=np.float32)
    values_gradient = np.full((N, S), np.nan, dtype=np.float32)
    statistics = np.zeros(len(STATISTICS))
    loss_gradient(
        logits.detach().numpy(), values.detach().numpy(), place, stored(masks), stored(actions),
        stored(seats), stored(old), stored(advantages), stored(targets),
        stored(magnet) if with_magnet else magnet, CLIP, ENTROPY, MAGNET, VALUE,
        logits_gradient, values_gradient, statistics,
    )  # fmt: skip
    assert logits.grad is not None
    assert values.grad is not None
    np.testing.assert_allclose(logits_gradient, logits.grad.numpy(), atol=1e-6)
    np.testing.assert_allclose(values_gradient, values.grad.numpy(), atol=1e-6)
    assert (logits_gradient[~masks] == 0.0).all()
    named = dict(zip(STATISTICS, statistics, strict=True))
    total = (
        named["policy_loss"]
        - ENTROPY * named["entropy"]
        + VALUE * named["value_loss"]
        + (MAGNET * named["magnet_kl"] if with_magnet else 0.0)
    )
    assert total == pytest.approx(loss.item(), abs=1e-5)
    # The test reaches both branches of the clipping.
    assert 0.1 < named["clipped"] < 0.9


def test_huge_logits_stay_finite() -> None:
    logits = np.array([[1e4, -1e4, 3e38]], dtype=np.float32)
    masks = np.array([[True, True, False]])
    gradient = np.zeros_like(logits)
    one = np.zeros(1, dtype=np.float32)
    loss_gradient(
        logits, np.zeros((1, 1), np.float32), np.zeros(1, np.int64), masks,
        np.array([1]), np.zeros(1, np.int64), one, one + 1, one, np.zeros((0, 3), np.float32),
        CLIP, ENTROPY, MAGNET, VALUE, gradient, np.zeros((1, 1), np.float32),
        np.zeros(len(STATISTICS)),
    )  # fmt: skip
    assert np.isfinite(gradient).all()
    assert gradient[0, 2] == 0.0


def test_imitation_equals_autograd() -> None:
    rng = np.random.default_rng(4)
    masks = rng.random((N, A)) < 0.4
    masks[np.arange(N), rng.integers(A, size=N)] = True
    actions = np.array([rng.choice(np.flatnonzero(m)) for m in masks])
    seats = rng.integers(S, size=N)
    targets = rng.normal(size=N).astype(np.float32)
    logits = torch.tensor(rng.normal(size=(N, A)), dtype=torch.float32, requires_grad=True)
    values = torch.tensor(rng.normal(size=(N, S)), dtype=torch.float32, requires_grad=True)
    legal = logits.masked_fill(~torch.from_numpy(masks), -torch.inf)
    own = values[torch.arange(N), torch.from_numpy(seats)]
    error = own - torch.from_numpy(targets)
    policy_loss = torch.nn.functional.cross_entropy(legal, torch.from_numpy(actions))
    (policy_loss + VALUE * 0.5 * (error**2).mean()).backward()
    logits_gradient = np.full((N, A), np.nan, dtype=np.float32)
    values_gradient = np.full((N, S), np.nan, dtype=np.float32)
    statistics = np.zeros(len(STATISTICS))
    imitation_gradient(
        logits.detach().numpy(), values.detach().numpy(), np.arange(N), masks, actions, seats,
        targets, VALUE, logits_gradient, values_gradient, statistics,
    )  # fmt: skip
    assert logits.grad is not None
    assert values.grad is not None
    np.testing.assert_allclose(logits_gradient, logits.grad.numpy(), atol=1e-6)
    np.testing.assert_allclose(values_gradient, values.grad.numpy(), atol=1e-6)
    assert statistics[0] == pytest.approx(policy_loss.item(), abs=1e-5)
