"""The league: who sits in which seat of each episode, and how well the learner does against whom.

An episode's line-up is drawn when it starts and stays until it ends, whatever is added to or
dropped from the pool meanwhile. Only the learner's decisions train it.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from legation.agents.base import Agent
from legation.agents.network import PolicyValueNetwork
from legation.agents.neural import NeuralAgent
from legation.envs.engine import LegationError
from legation.training.config import LeagueConfig

LEARNER = -1
# How fast the record against an opponent forgets, per finished episode.
_FORGETTING = 0.02


@dataclass
class Opponent:
    """A fixed agent of the pool.

    `score` is the learner's win share a seat against it, in units of par (1 = as good as it).
    """

    agent: Agent
    score: float = 1.0
    network: PolicyValueNetwork | None = None


@dataclass
class League:
    """Line-ups for B games of S seats.

    Attributes:
        controllers: `[B, S]`, LEARNER or the number of an opponent.
        opponents: by number: anchors first, then snapshots as they were taken.
        pool: numbers of the snapshots in the pool, oldest first.
        active: numbers of those that new episodes may meet.
    """

    config: LeagueConfig
    anchors: list[Agent]
    games: int
    seats: int
    controllers: NDArray[np.int64] = field(init=False)
    opponents: dict[int, Opponent] = field(init=False)
    pool: list[int] = field(init=False, default_factory=list)
    active: list[int] = field(init=False, default_factory=list)
    next_number: int = field(init=False)

    def __post_init__(self) -> None:
        if any(seat >= self.seats for seat in self.config.anchor_seats):
            raise LegationError(
                f"league.anchor_seats = {list(self.config.anchor_seats)}: seats go from 0 to "
                f"{self.seats - 1}"
            )
        self.controllers = np.full((self.games, self.seats), LEARNER, dtype=np.int64)
        self.opponents = {i: Opponent(agent) for i, agent in enumerate(self.anchors)}
        self.next_number = len(self.anchors)

    def start(self, rng: np.random.Generator) -> None:
        """Draws the first line-ups."""
        self.draw(np.arange(self.games), rng)

    def acting(self, actor: NDArray[np.int64]) -> NDArray[np.int64]:
        """`[B]`, who controls the seat to act in each game."""
        controllers: NDArray[np.int64] = self.controllers[np.arange(self.games), actor]
        return controllers

    def finish(
        self,
        rows: NDArray[np.int64],
        win_shares: NDArray[np.float64],
        rng: np.random.Generator,
    ) -> None:
        """Books the episodes that ended in games `rows [K]` with `win_shares [K, S]`, and draws the
        line-ups of the ones that follow."""
        for row, shares in zip(rows, win_shares, strict=True):
            mine = self.controllers[row] == LEARNER
            if mine.all():
                continue
            others = np.unique(self.controllers[row][~mine])
            if len(others) > 1:  # of a mixed table, which says little about one of them
                continue
            opponent = self.opponents[int(others[0])]
            result = float(shares[mine].mean()) * self.seats
            opponent.score += _FORGETTING * (result - opponent.score)
        self.draw(rows, rng)

    def add_snapshot(self, network: PolicyValueNetwork, rng: np.random.Generator) -> None:
        """Puts a frozen copy of the policy into the pool and redraws who is active."""
        frozen = copy.deepcopy(network).requires_grad_(False)
        number = self.next_number
        self.next_number += 1
        name = f"snapshot-{number}"
        self.opponents[number] = Opponent(NeuralAgent(frozen, name), 1.0, frozen)
        self.pool.append(number)
        if len(self.pool) > self.config.snapshots:
            del self.pool[0]
        self.active = self._choose_active(rng)
        self._forget_unused()

    def _choose_active(self, rng: np.random.Generator) -> list[int]:
        # PFSP: opponents that the learner beats easily are met rarely.
        chance = np.array([1.0 / (1.0 + self.opponents[n].score) for n in self.pool])
        weights = chance**2 + 0.01
        count = min(self.config.active, len(self.pool))
        chosen = rng.choice(len(self.pool), size=count, replace=False, p=weights / weights.sum())
        return [self.pool[int(i)] for i in sorted(chosen)]

    def _forget_unused(self) -> None:
        used = {int(n) for n in np.unique(self.controllers)}
        keep = used | set(self.pool) | set(range(len(self.anchors)))
        self.opponents = {n: o for n, o in self.opponents.items() if n in keep}

    def draw(self, rows: NDArray[np.int64], rng: np.random.Generator) -> None:
        """Draws the line-ups of the episodes that start in games `rows`."""
        config = self.config
        seats = config.anchor_seats or range(self.seats)
        kinds = rng.random(len(rows))
        for row, kind in zip(rows, kinds, strict=True):
            line_up = self.controllers[row]
            line_up[:] = LEARNER
            if kind < config.anchors:
                line_up[:] = int(rng.integers(len(self.anchors)))
                line_up[seats[int(rng.integers(len(seats)))]] = LEARNER
            elif kind >= 1.0 - config.mixed:
                line_up[:] = rng.integers(LEARNER, len(self.anchors), self.seats)
                line_up[int(rng.integers(self.seats))] = LEARNER
            elif kind < config.anchors + config.past and self.active:
                opponent = self.active[int(rng.integers(len(self.active)))]
                mine = int(rng.integers(1, self.seats))
                line_up[rng.permutation(self.seats)[mine:]] = opponent

    def state(self) -> tuple[dict[str, Any], dict[str, Tensor]]:
        """All of it, as plain values and tensors."""
        networks = {n: o.network for n, o in self.opponents.items() if o.network is not None}
        plain = {
            "pool": self.pool,
            "active": self.active,
            "next_number": self.next_number,
            "scores": {str(n): o.score for n, o in self.opponents.items()},
        }
        tensors = {"controllers": torch.from_numpy(self.controllers.copy())}
        for number, network in networks.items():
            for name, tensor in network.state_dict().items():
                tensors[f"opponent.{number}.{name}"] = tensor
        return plain, tensors

    def restore(
        self, plain: dict[str, Any], tensors: dict[str, Tensor], like: PolicyValueNetwork
    ) -> None:
        """Puts back what `state` gave; `like` is a network of the run's shape."""
        self.controllers[:] = tensors["controllers"].numpy()
        self.pool = list(plain["pool"])
        self.active = list(plain["active"])
        self.next_number = int(plain["next_number"])
        for text, score in plain["scores"].items():
            number = int(text)
            if number >= len(self.anchors):
                network = PolicyValueNetwork(like.shape)
                prefix = f"opponent.{number}."
                weights = {
                    name.removeprefix(prefix): tensor
                    for name, tensor in tensors.items()
                    if name.startswith(prefix)
                }
                network.load_state_dict(weights)
                network.requires_grad_(False)
                agent = NeuralAgent(network, f"snapshot-{number}")
                self.opponents[number] = Opponent(agent, 1.0, network)
            self.opponents[number].score = float(score)
