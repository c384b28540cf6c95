"""The network: a shared trunk, a policy head over all actions and a value for each seat."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from legation.agents.base import Critic


@dataclass(frozen=True)
class NetworkShape:
    """What a snapshot needs to rebuild its network: F features, A actions, S seats.

    The value head works in units of `value_scale`, the largest return of the game.
    """

    features: int
    actions: int
    seats: int
    hidden: tuple[int, ...] = (256, 256)
    critic: Critic = "shared"
    value_scale: float = 1.0


class PolicyValueNetwork(nn.Module):
    """Encoded observations `[B, F]` to logits `[B, A]` and values `[B, S]`.

    Logits are unmasked; whoever samples or trains applies the legal action mask. Values are
    returns divided by `value_scale`. With `critic="privileged"` the values come from a network of
    their own, which in training reads the privileged observation; playing needs the policy alone.
    """

    def __init__(self, shape: NetworkShape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        # Weights depend on the seed alone, not on torch's global state.
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.trunk = _layers(shape.features, shape.hidden)
            self.policy_head = nn.Linear(shape.hidden[-1], shape.actions)
            self.value_head = nn.Linear(shape.hidden[-1], shape.seats)
            self.critic_trunk = (
                _layers(shape.features, shape.hidden) if shape.critic == "privileged" else None
            )
            # A nearly uniform first policy, and values near 0 (Andrychowicz et al. 2021, 3.2).
            nn.init.orthogonal_(self.policy_head.weight, gain=0.01)
            nn.init.orthogonal_(self.value_head.weight, gain=0.1)
            nn.init.zeros_(self.policy_head.bias)
            nn.init.zeros_(self.value_head.bias)

    def forward(self, encoded: Tensor, privileged: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """`privileged [B, F]` is read by a privileged critic only."""
        hidden = self.trunk(encoded)
        logits = self.policy_head(hidden)
        if self.critic_trunk is None:
            return logits, self.value_head(hidden)
        critic_input = encoded if privileged is None else privileged
        return logits, self.value_head(self.critic_trunk(critic_input))

    def logits(self, encoded: Tensor) -> Tensor:
        """The policy alone, `[B, A]`."""
        logits: Tensor = self.policy_head(self.trunk(encoded))
        return logits


def _layers(features: int, hidden: tuple[int, ...]) -> nn.Sequential:
    modules: list[nn.Module] = []
    width = features
    for size in hidden:
        linear = nn.Linear(width, size)
        nn.init.orthogonal_(linear.weight, gain=2**0.5)
        nn.init.zeros_(linear.bias)
        modules += [linear, nn.ReLU()]
        width = size
    return nn.Sequential(*modules)
