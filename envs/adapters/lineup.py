"""Who plays the seats that a single-seat environment does not: agents, handed in as objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import (
    Game,
    GameBatch,
    IllegalActionError,
    LegationError,
    Observations,
)


class Opponent(Protocol):
    """What plays another seat; every agent of `legation.agents` does."""

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        """One legal action a row."""
        ...


Opponents = Opponent | Mapping[str, Opponent]


class Lineup:
    """Who plays which seat. Copies of an env share it: agents keep nothing between calls."""

    def __init__(self, game: Game, seat: str | int, opponents: Opponents) -> None:
        self.game = game
        self.seat = None if seat == "random" else game.seat(seat)
        if isinstance(opponents, Mapping):
            given = {game.seat(name): agent for name, agent in opponents.items()}
        else:
            given = dict.fromkeys(range(game.seats), opponents)
        self._distinct: list[Opponent] = []
        self._owners = np.full(game.seats, -1, dtype=np.int64)  # of seats, among the distinct
        for other in range(game.seats):
            if other != self.seat:
                self._owners[other] = self._number(game.seat_ids[other], given.get(other))

    def __deepcopy__(self, memo: dict[int, Any]) -> Lineup:
        return self

    def _number(self, seat_id: str, agent: Any) -> int:
        if not callable(getattr(agent, "act", None)):
            raise LegationError(
                f"no opponent for {seat_id}: {agent!r}; give one agent for all seats, or a "
                "mapping from seat ids to agents"
            )
        for number, known in enumerate(self._distinct):
            if known is agent:
                return number
        self._distinct.append(agent)
        return len(self._distinct) - 1

    def draw_seats(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """The learner's seat in `count` new episodes."""
        if self.seat is None:
            return rng.integers(self.game.seats, size=count)
        return np.full(count, self.seat, dtype=np.int64)

    def streams(self, rng: np.random.Generator) -> list[np.random.Generator]:
        """A random stream for each agent, which no other can foresee or move; `play` takes them.

        The env keeps them, not the line-up: copies of an env share this, not its chance.
        """
        return rng.spawn(len(self._distinct))

    def play(
        self,
        batch: GameBatch,
        waiting: NDArray[np.bool_],
        streams: Sequence[np.random.Generator],
    ) -> None:
        """One decision of an opponent in each of the `waiting [B]` games."""
        actions = np.zeros(len(batch), dtype=np.int64)
        owner = self._owners[batch.actor]
        for number, agent in enumerate(self._distinct):
            rows = np.flatnonzero(waiting & (owner == number))
            if len(rows):
                actions[rows] = agent.act(batch.observe(rows), streams[number])
        self._step(batch, actions, waiting)

    def play_alone(self, batch: GameBatch, streams: Sequence[np.random.Generator]) -> None:
        """The same for a batch of one game, sooner."""
        number = self._owners[batch.actor[0]]
        self._step(batch, self._distinct[number].act(batch.observe(), streams[number]), None)

    def _step(
        self, batch: GameBatch, actions: NDArray[np.int64], waiting: NDArray[np.bool_] | None
    ) -> None:
        try:
            batch.step(actions, waiting)
        except IllegalActionError as error:
            raise LegationError(f"an opponent chose an illegal action: {error}") from error
