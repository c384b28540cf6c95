"""The arena: deals × seat rotations on common seeds, and tables of what came out.

A deal is an episode number of the seed. Each rotation of a line-up plays the deal once, with the
same chance; so luck and seats weigh equally on all agents.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.agents import Agent, CompiledAgent
from legation.envs.engine import Game, GameBatch, IllegalActionError, LegationError
from legation.evaluation import lineups, statistics
from legation.evaluation.lineups import LineUp

MAX_DEALS = 100_000
_GAMES_AT_ONCE = 1024

# progress(games played, games in all)
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Entrant:
    """An agent in an evaluation, with what tables and files say about it."""

    agent: Agent
    name: str
    spec: str
    weights_sha256: str | None = None


@dataclass(frozen=True)
class Row:
    """How one agent fared in one line-up, in one seat or over all.

    Attributes:
        agent, lineup: names.
        alone: it sat alone against the others (a line-up `a vs 4×b` has rows for both).
        seat: a seat's id, or "all": the mean over seats.
        games: number of games with the agent in that seat.
        win_share: mean share of the win, 0..1; par is 1/S.
        win_share_ci95, mean_return_ci95: 95 % intervals over deals; see `statistics.intervals`.
        mean_return: mean return of an episode.
    """

    agent: str
    lineup: str
    alone: bool
    seat: str
    games: int
    win_share: float
    win_share_ci95: tuple[float, float]
    par: float
    mean_return: float
    mean_return_ci95: tuple[float, float]

    def to_dict(self) -> dict[str, Any]:
        return {
            "agent": self.agent,
            "lineup": self.lineup,
            "alone": self.alone,
            "seat": self.seat,
            "games": self.games,
            "win_share": self.win_share,
            "win_share_ci95": list(self.win_share_ci95),
            "par": self.par,
            "mean_return": self.mean_return,
            "mean_return_ci95": list(self.mean_return_ci95),
        }


@dataclass(frozen=True)
class Evaluation:
    """The tables of an evaluation, with all that is needed to make them again."""

    game: Game
    entrants: tuple[Entrant, ...]
    deals: int
    seed: int
    rows: tuple[Row, ...]
    games: int
    seconds: float
    command: str

    @property
    def headline(self) -> tuple[Row, ...]:
        """The seat-balanced rows."""
        return tuple(row for row in self.rows if row.seat == "all")

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "game_version": self.game.version,
            "options": dict(self.game.options),
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "command": self.command,
            "rows": [row.to_dict() for row in self.rows],
            "agents": [
                {"name": e.name, "spec": e.spec, "weights_sha256": e.weights_sha256}
                for e in self.entrants
            ],
            "seconds": self.seconds,
        }


def evaluate(
    game: Game,
    agents: Sequence[Agent | Entrant],
    deals: int,
    seed: int,
    progress: Progress | None = None,
    *,
    threads: int = 1,
    command: str = "",
) -> Evaluation:
    """Plays every line-up of `lineups.all_lineups`; the same seed gives the same rows.

    Raises:
        LegationError: no agent, or a number out of range.
    """
    _check_counts(deals, seed)
    entrants = tell_apart(agents)
    if not entrants:
        raise LegationError("an evaluation needs an agent or more; given: none")
    started = time.perf_counter()
    names = [e.name for e in entrants]
    plan = lineups.all_lineups(names, game.seats, deals, seed)
    total = sum(lineup.seating[..., 0].size for lineup in plan)
    rows: list[Row] = []
    before = 0
    if progress is not None:
        progress(0, total)
    for lineup in plan:

        def report(played: int, before: int = before) -> None:
            if progress is not None:
                progress(before + played, total)

        shares, returns = play(
            game, [e.agent for e in entrants], lineup, seed, report, threads=threads
        )
        rows += table(game, names, lineup, shares, returns, seed)
        before += lineup.seating[..., 0].size
    seconds = time.perf_counter() - started
    return Evaluation(game, entrants, deals, seed, tuple(rows), total, seconds, command)


def one_against_rest(
    game: Game, agent: Agent, rest: Agent, deals: int, seed: int, *, threads: int = 1
) -> list[Row]:
    """`agent` alone against `rest` in all other seats: its rows, "all" first, then each seat.

    Quick, for displays in training: intervals are mean ± 1.96 standard errors over deals.
    """
    _check_counts(deals, seed)
    names = [e.name for e in tell_apart([agent, rest])]
    lineup = lineups.one_against_rest(names, 0, 1, game.seats, deals)
    shares, returns = play(game, [agent, rest], lineup, seed, threads=threads)
    rows = table(game, names, lineup, shares, returns, seed, method="normal")
    return [row for row in rows if row.agent == names[0]]


def tell_apart(agents: Sequence[Agent | Entrant]) -> tuple[Entrant, ...]:
    """Entrants with names of their own: a second `uniform` becomes `uniform #2`."""
    entrants: list[Entrant] = []
    taken: set[str] = set()
    for given in agents:
        e = given if isinstance(given, Entrant) else _entrant(given)
        name, number = e.name, 1
        while name in taken:
            number += 1
            name = f"{e.name} #{number}"
        taken.add(name)
        entrants.append(Entrant(e.agent, name, e.spec, e.weights_sha256))
    return tuple(entrants)


def _entrant(agent: Agent) -> Entrant:
    # Agents that play a snapshot know the hash of its weights.
    return Entrant(agent, agent.name, agent.name, getattr(agent, "weights", None))


def play(
    game: Game,
    agents: Sequence[Agent],
    lineup: LineUp,
    seed: int,
    progress: Callable[[int], None] | None = None,
    *,
    threads: int = 1,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Plays a line-up: win shares and returns, both `[D, R, S]`.

    The agents' chance depends on the seed and the line-up's name, so that a line-up's results do
    not depend on which others are played. Each agent has a random stream of its own, which no other
    can foresee or move.
    """
    deals, rotations, seats = lineup.seating.shape
    shares = np.zeros((deals, rotations, seats))
    returns = np.zeros((deals, rotations, seats))
    at_once = max(1, _GAMES_AT_ONCE // rotations)
    for first in range(0, deals, at_once):
        last = min(first + at_once, deals)
        rng = np.random.default_rng([seed, zlib.crc32(lineup.name.encode()), first])
        streams = dict(zip(lineup.agents, rng.spawn(len(lineup.agents)), strict=True))
        batch = _deal(game, agents, seed, first, last - first, rotations, threads)
        seating = lineup.seating[first:last].reshape(-1, seats)
        found = _finish(batch, agents, seating, streams)
        shares[first:last], returns[first:last] = (
            values.reshape(-1, rotations, seats) for values in found
        )
        if progress is not None:
            progress(last * rotations)
    return shares, returns


def _deal(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    first: int,
    deals: int,
    rotations: int,
    threads: int,
) -> GameBatch:
    """A batch in which each deal stands `rotations` times, one after the other."""
    encode = not all(isinstance(agent, CompiledAgent) for agent in agents)
    return GameBatch(
        game,
        games=deals * rotations,
        seed=seed,
        first_episode=first,
        copies=rotations,
        autoreset="disabled",
        encode=encode,
        threads=threads,
    )


def _finish(
    batch: GameBatch,
    agents: Sequence[Agent],
    seating: NDArray[np.int64],
    streams: Mapping[int, np.random.Generator],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Plays every game to its end: win shares and returns, both `[B, S]`.

    `streams`: the random stream of each agent that takes part, by its number.
    """
    shares, returns = np.zeros(seating.shape), np.zeros(seating.shape)
    actions = np.zeros(len(batch), dtype=np.int64)
    while not batch.over:
        rows = np.flatnonzero(batch.actor >= 0)
        acting = seating[rows, batch.actor[rows]]
        for number, stream in streams.items():
            own = rows[acting == number]
            if len(own):
                actions[own] = _act(agents[number], batch, own, stream)
        batch.step(actions)
        ended = batch.terminated
        shares[ended] = batch.win_shares[ended]
        returns[ended] = batch.returns[ended]
    return shares, returns


def _act(
    agent: Agent, batch: GameBatch, rows: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.int64]:
    observations = batch.observe(rows)
    actions = np.asarray(agent.act(observations, rng))
    if actions.shape != rows.shape or not np.issubdtype(actions.dtype, np.integer):
        raise LegationError(
            f"agent {agent.name!r} must give {len(rows)} whole numbers, one action a row; "
            f"it gave {actions.dtype} of shape {actions.shape}"
        )
    size = batch.game.actions.size
    exists = (actions >= 0) & (actions < size)
    masks = observations.legal_action_mask
    legal = exists & masks[np.arange(len(rows)), np.where(exists, actions, 0)]
    if not legal.all():
        i = int(np.argmin(legal))
        words = batch.game.illegal_message(int(actions[i]), int(observations.seats[i]), masks[i])
        raise IllegalActionError(f"agent {agent.name!r}: {words}")
    return actions.astype(np.int64, copy=False)


def table(
    game: Game,
    names: Sequence[str],
    lineup: LineUp,
    shares: NDArray[np.float64],
    returns: NDArray[np.float64],
    seed: int,
    method: statistics.Method = "bootstrap",
) -> list[Row]:
    """The rows of a line-up: for each agent "all", then each seat."""
    rows: list[Row] = []
    for number in lineup.agents:
        sits = lineup.seating == number
        counts = sits.sum(axis=1)  # [D, S], the same in every deal and seat
        games = [int(sits.any(axis=2).sum()), *(int(n) for n in sits.sum(axis=(0, 1)))]
        won = _by_deal(shares, sits, counts)
        got = _by_deal(returns, sits, counts)
        won_ends = statistics.intervals(won, 0.0, 1.0, seed, method)
        got_ends = statistics.intervals(got, *game.return_range, seed, method)
        for column, seat in enumerate(("all", *game.seat_ids)):
            rows.append(
                Row(
                    agent=names[number],
                    lineup=lineup.name,
                    alone=number == lineup.alone,
                    seat=seat,
                    games=games[column],
                    win_share=float(won[:, column].mean()),
                    win_share_ci95=(float(won_ends[0, column]), float(won_ends[1, column])),
                    par=1.0 / game.seats,
                    mean_return=float(got[:, column].mean()),
                    mean_return_ci95=(float(got_ends[0, column]), float(got_ends[1, column])),
                )
            )
    return rows


def _by_deal(
    values: NDArray[np.float64], sits: NDArray[np.bool_], counts: NDArray[np.int64]
) -> NDArray[np.float64]:
    """`[D, 1 + S]`: an agent's mean in each deal, over seats and in each seat."""
    by_seat = (values * sits).sum(axis=1) / counts
    return np.column_stack([by_seat.mean(axis=1), by_seat])


def _check_counts(deals: int, seed: int) -> None:
    if not 1 <= deals <= MAX_DEALS:
        raise LegationError(f"deals is {deals}; it must be a whole number in 1..{MAX_DEALS}")
    if seed < 0:
        raise LegationError(f"seed is {seed}; it must be a whole number from 0 up")
