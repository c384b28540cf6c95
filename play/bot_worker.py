"""The process in which bots think. It gets observations, never a state, and answers over a pipe.

Requests are `Request`, answers are a choice, an advice, or an error in words. Agents are loaded
when they are first asked for, and kept.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.agents import Agent
from legation.agents.load import hand_written_agent, load
from legation.envs.engine import Game, LegationError, Observation, Observations
from legation.play.compiling import warm_up
from legation.play.defaults import HEURISTIC, SHARP, SHARPER, TRAINED, UNIFORM

# Draws from an agent that has no probabilities of its own, to estimate them.
_DRAWS = 48
_PLAYOUT_SECONDS = 1.5
_MOST_PLAYOUTS = 24
_PRIOR = 2


@dataclass(frozen=True)
class Advice:
    """What an agent would do.

    Attributes:
        actions: the likeliest actions with their probabilities, best first.
        value: the return that the seat expects, or None where nobody can tell.
        win: the estimated share of the win, 0..1, or None.
        source: the strength that was asked.
        played: how many games were played on to estimate `win`; 0: none, a network told it.
    """

    actions: tuple[tuple[int, float], ...]
    value: float | None
    win: float | None
    source: str
    played: int = 0


@dataclass(frozen=True)
class Request:
    """One question. `game` is rebuilt in the worker as `build(**options)`."""

    task: str  # "act", "advise", "warm" or "compile"
    build: Callable[..., Game]
    options: dict[str, Any]
    strength: str
    seat: int = 0
    record: bytes = b""
    mask: bytes = b""
    encoded: bytes = b""
    seed: tuple[int, ...] = ()
    best: int = 3
    playouts: bool = True  # to estimate the share of the win, where no network tells it


def make_request(
    task: str,
    seen: Observation,
    strength: str,
    seed: tuple[int, ...],
    best: int = 3,
    playouts: bool = True,
) -> Request:
    """The question about what one seat sees."""
    game = seen.game
    return Request(
        task, game.build, dict(game.options), strength, seen.seat, game.to_bytes(seen.record),
        seen.legal_action_mask.tobytes(), seen.encoded.tobytes(), seed, best, playouts,
    )  # fmt: skip


def serve(connection: Connection) -> None:
    """The worker's loop; ends when the other side closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    thinker = _Thinker()
    while True:
        try:
            request = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = (True, thinker.answer(pickle.loads(request)))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except (BrokenPipeError, OSError):
            return


class _Thinker:
    def __init__(self) -> None:
        self._games: dict[Any, Game] = {}
        self._agents: dict[Any, Agent] = {}

    def answer(self, request: Request) -> Any:
        game = self._game(request)
        if request.task == "compile":
            warm_up(game)
        agent = self._agent(game, request.strength)
        if request.task in ("warm", "compile"):
            state = game.new_state(0)
            seen = game.observe(state, int(state.actor))
        else:
            seen = _observation(game, request)
        rng = np.random.default_rng(list(request.seed))
        if request.task == "compile":
            agent.act(game.observe_many([seen]), rng)
            return None
        if request.task in ("advise", "warm"):
            return advise(agent, seen, rng, request.strength, request.best, request.playouts)
        return int(agent.act(game.observe_many([seen]), rng)[0])

    def _game(self, request: Request) -> Game:
        key = (request.build, tuple(sorted(request.options.items())))
        if key not in self._games:
            self._games[key] = request.build(**request.options)
        return self._games[key]

    def _agent(self, game: Game, strength: str) -> Agent:
        key = (id(game), strength)
        if key not in self._agents:
            self._agents[key] = load_strength(game, strength)
        return self._agents[key]


def load_strength(game: Game, strength: str) -> Agent:
    """The agent behind a strength; raises LegationError where the game has none."""
    if strength == UNIFORM:
        return load(UNIFORM, game)
    if strength == HEURISTIC:
        return load(hand_written_agent(game), game)
    if strength in (TRAINED, SHARP):
        trained = load(f"zoo/{game.id}", game)
        if strength == TRAINED:
            return trained
        usual = getattr(trained, "temperature", 1.0)  # not by its class, which needs torch
        return load(f"zoo/{game.id}", game, temperature=usual * SHARPER)
    raise LegationError(f"no such strength: {strength!r}")


def _observation(game: Game, request: Request) -> Observation:
    return Observation(
        game,
        request.seat,
        game.from_bytes(request.record),
        np.frombuffer(request.mask, dtype=np.bool_),
        np.frombuffer(request.encoded, dtype=np.float32),
    )


def advise(
    agent: Agent,
    seen: Observation,
    rng: np.random.Generator,
    source: str,
    best: int = 3,
    playouts: bool = True,
) -> Advice:
    """What `agent` would do for the seat to act; `source` is what it is called."""
    game = seen.game
    rows = game.observe_many([seen])
    probabilities = _probabilities(agent, rows, rng)
    order = np.argsort(-probabilities, kind="stable")[:best]
    likely = tuple((int(a), float(probabilities[a])) for a in order if probabilities[a] > 0)
    value = _value(agent, rows)
    win = _share(game, value) if value is not None else None
    played = 0
    if win is None and playouts and game.determinize is not None:
        win, played = _playouts(agent, seen, rng)
    return Advice(likely, value, win, source, played)


def _value(agent: Agent, rows: Observations) -> float | None:
    """The return that the seat expects, by a network whose values tell it."""
    if not getattr(agent, "foretells", False):
        return None
    values: NDArray[np.float32] = agent.values(rows)  # type: ignore[attr-defined]
    return float(values[0])


def _probabilities(agent: Agent, rows: Observations, rng: Any) -> NDArray[np.float64]:
    """`[A]`, of the agent's policy; estimated from draws where it does not tell."""
    own = getattr(agent, "probabilities", None)
    if own is not None:
        found: NDArray[np.float64] = own(rows)[0]
        return found
    many = rows.take(np.zeros(_DRAWS, dtype=np.int64))
    return np.bincount(agent.act(many, rng), minlength=rows.game.actions.size) / _DRAWS


def _share(game: Game, value: float) -> float | None:
    """The share of the win that a return stands for, where returns are nothing but that."""
    low, high = game.return_range
    if game.return_sum != 0 or not np.isclose(low, -high / (game.seats - 1)):
        return None
    return float(np.clip((value - low) / (high - low), 0.0, 1.0))


def _playouts(agent: Agent, seen: Observation, rng: Any) -> tuple[float, int]:
    """The mean share of the win over games played on from states that the seat can't tell apart,
    and how many they were. Few are played where games are long, and none of them should sound
    certain: so many as `_PRIOR` more are counted in which all seats fared alike."""
    game, shares = seen.game, list[float]()
    assert game.determinize is not None
    until = time.monotonic() + _PLAYOUT_SECONDS
    while len(shares) < _MOST_PLAYOUTS and time.monotonic() < until:
        state = game.determinize(seen, rng).copy()
        while not state.over:
            rows = game.observe_many([game.observe(state, int(state.actor))])
            game.apply(state, int(agent.act(rows, rng)[0]))
        shares.append(float(game.win_shares(state)[seen.seat]))
    return (sum(shares) + _PRIOR / game.seats) / (len(shares) + _PRIOR), len(shares)
