"""The network: layers from encoded observations to a policy over all actions and seats' values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from legation.agents.base import Critic
from legation.envs.engine import bind


@dataclass(frozen=True)
class NetworkShape:
    """What a snapshot needs to rebuild its network: F features, A actions, S seats.

    Attributes:
        hidden: widths of the layers.
        per_seat: each seat has layers of its own. Where seats pursue different goals, shared layers
            would have to learn products of the seat with everything else.
        turned: every seat's observation is read as if its place were the first; see `Turning`.
        split: features (as turned) of which one is set: each has layers of its own. Such as the
            own goal, where what to do depends on it more than on anything else.
        critic: see `Critic`.
        value_scale: the largest return of the game; values are in units of it.
    """

    features: int
    actions: int
    seats: int
    hidden: tuple[int, ...] = (256, 256)
    per_seat: bool = False
    critic: Critic = "shared"
    value_scale: float = 1.0
    turned: bool = False
    split: tuple[int, ...] = ()

    @property
    def parts(self) -> int:
        """How many independent networks there are."""
        return len(self.split) or (self.seats if self.per_seat else 1)


class Tower(nn.Module):
    """A trunk with a policy head `[B, A]` and a value head `[B, S]`."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.trunk = _layers(shape.features, shape.hidden)
        self.policy_head = nn.Linear(shape.hidden[-1], shape.actions)
        self.value_head = nn.Linear(shape.hidden[-1], shape.seats)
        # A nearly uniform first policy, and values near 0 (Andrychowicz et al. 2021, 3.2).
        nn.init.orthogonal_(self.policy_head.weight, gain=0.01)
        nn.init.orthogonal_(self.value_head.weight, gain=0.1)
        nn.init.zeros_(self.policy_head.bias)
        nn.init.zeros_(self.value_head.bias)

    def forward(self, encoded: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.trunk(encoded)
        return self.policy_head(hidden), self.value_head(hidden)


class Part(nn.Module):
    """A tower, with a critic of its own where that is privileged.

    Turned, it gets rows as `PolicyValueNetwork.read` leaves them, and knows its actions in the
    numbering of the first seat; its first value, the reader's own, stands for all.
    """

    features: Tensor
    actions: Tensor

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.tower = Tower(shape)
        self.critic = Tower(shape) if shape.critic == "privileged" else None
        self.turned = shape.turned
        if shape.turned:
            # Kept with the weights: they mean nothing without.
            for name, size in (("features", shape.features), ("actions", shape.actions)):
                self.register_buffer(name, torch.arange(size).repeat(shape.seats, 1))

    def forward(self, encoded: Tensor, privileged: Tensor | None = None) -> tuple[Tensor, Tensor]:
        logits, values = self.tower(encoded)
        if self.critic is not None:
            _, values = self.critic(encoded if privileged is None else privileged)
        if not self.turned:
            return logits, values
        seats = encoded[:, : len(self.actions)].argmax(dim=1)
        own = torch.empty_like(logits).scatter(1, self.actions[seats], logits)
        return own, values[:, :1].expand_as(values)


def turn_rows(encoded: Any, places: Any, out: Any) -> None:
    """`out[i, k] = encoded[i, places[seat, k]]`; the first features name the seat."""
    seats, width = places.shape
    for i in range(encoded.shape[0]):
        seat = 0
        for s in range(seats):
            if encoded[i, s] > encoded[i, seat]:
                seat = s
        for k in range(width):
            out[i, k] = encoded[i, places[seat, k]]


_turn_rows = bind(turn_rows, "agents", {})


class PolicyValueNetwork(nn.Module):
    """Encoded observations `[B, F]`, as `read`, to logits `[B, A]` and values `[B, S]`.

    Logits are unmasked; whoever samples or trains applies the legal action mask. Values are
    returns divided by `value_scale`. With `critic="privileged"` the values come from a network of
    their own, which in training reads the privileged observation; playing needs the policy alone.

    Attributes:
        parts: one for all seats, or with `per_seat` one for each: independent networks.
    """

    def __init__(self, shape: NetworkShape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        # Weights depend on the seed alone, not on torch's global state.
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.parts = nn.ModuleList(Part(shape) for _ in range(shape.parts))

    def turn(self, features: Tensor, actions: Tensor) -> None:
        """Tells a turned network how: the tables of `Turning`, `[S, F]` and `[S, A]`."""
        for part in self.parts:
            assert isinstance(part, Part)
            part.features.copy_(features)
            part.actions.copy_(actions)

    def check(self) -> None:
        """Raises ValueError: what tells where to read leads out of the observation."""
        shape = self.shape
        if not all(at in range(shape.features) for at in shape.split):
            raise ValueError(f"split is {shape.split}; features go from 0 to {shape.features - 1}")
        if shape.split and shape.per_seat:
            raise ValueError("split and per_seat exclude each other")
        for part in self.parts if shape.turned else ():
            assert isinstance(part, Part)
            for name, table in (("features", part.features), ("actions", part.actions)):
                if not torch.equal(
                    table.sort(dim=1).values, torch.arange(table.shape[1]).expand_as(table)
                ):
                    raise ValueError(f"the turned {name} name some twice, or none")

    def read(self, encoded: NDArray[np.float32]) -> NDArray[np.float32]:
        """Encoded observations as the network wants them: those of all seats as of the first.

        Done once for each row, not in each of the passes that learn from it.
        """
        if not self.shape.turned:
            return encoded
        first = self.parts[0]
        assert isinstance(first, Part)
        rows = np.empty_like(encoded)
        _turn_rows(encoded, first.features.numpy(), rows)
        return rows

    def part_of(self, encoded: Tensor) -> Tensor:
        """`[B]`, the number of the part that answers each row."""
        if self.shape.split:
            return encoded[:, list(self.shape.split)].argmax(dim=1)
        # The first features name the seat.
        seats = encoded[:, : self.shape.seats].argmax(dim=1)
        return seats if self.shape.per_seat else torch.zeros_like(seats)

    def forward(self, encoded: Tensor, privileged: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Rows as `read`; `privileged [B, F]` is read by a privileged critic only."""
        if len(self.parts) == 1:
            logits, values = self.parts[0](encoded, privileged)
            return logits, values
        # Each part gets its rows in one piece.
        numbers = self.part_of(encoded)
        order = torch.argsort(numbers, stable=True)
        counts = torch.bincount(numbers, minlength=len(self.parts)).tolist()
        pieces = encoded[order].split(counts)
        seen = [None] * len(counts) if privileged is None else privileged[order].split(counts)
        outputs = [
            part(piece, other)
            for part, piece, other in zip(self.parts, pieces, seen, strict=True)
            if len(piece)
        ]
        logits, values = (torch.cat(heads) for heads in zip(*outputs, strict=True))
        return _placed(logits, order), _placed(values, order)

    def logits(self, encoded: Tensor) -> Tensor:
        """The policy alone, `[B, A]`, of rows as `read`."""
        logits: Tensor = self(encoded)[0]
        return logits


def _placed(rows: Tensor, order: Tensor) -> Tensor:
    """Puts row i at place `order[i]`."""
    return torch.empty_like(rows).index_copy(0, order, rows)


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
