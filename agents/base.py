"""The one protocol of agents: actions for a batch of observations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Observations, bind, stream

# What the values of a network are read from: the policy's own layers, or a network that in training
# sees everything.
Critic = Literal["shared", "privileged"]


class Agent(Protocol):
    """What acts. An agent sees Observations and nothing else."""

    @property
    def name(self) -> str:
        """How tables and records call it."""
        ...

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        """One legal action a row, `[B]`, for the seat to act; all its chance comes from `rng`."""
        ...


# Free name of the template below.
choose: Callable[..., Any]


def act_rows(records: Any, seats: Any, masks: Any, key: Any, out: Any) -> None:
    """Lets `choose(record, seat, mask, chance)` decide each row, with a stream of its own."""
    chance = np.zeros(1, dtype=np.uint64)
    for i in range(records.shape[0]):
        chance[0] = stream(key, np.uint64(i))
        out[i] = choose(records[i], seats[i], masks[i], chance)  # noqa: F821


class CompiledAgent:
    """An agent from a compiled `choose(s, seat, mask, chance) -> action`.

    `s` is the redacted record, `mask [A]` its legal actions, `chance [1]` a stream for `draw_from`.
    """

    def __init__(self, name: str, owner: str, function: Callable[..., Any]) -> None:
        self.name = name
        self._arguments = (name, owner, function)
        self._act = bind(act_rows, f"{owner}_{name}", {"choose": function})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments  # compiled code does not travel

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        actions = np.zeros(len(observations), dtype=np.int64)
        key = rng.integers(2**63, dtype=np.uint64)
        records = observations.records.view(np.ndarray)
        masks = observations.legal_action_mask
        self._act(records, observations.seats, masks, key, actions)
        return actions
