"""Bots for seats: worker processes, and the ladder that always ends in an action.

trained policy -> heuristic -> uniform -> default action. Each rung has a time limit; a worker that
exceeds it is ended and started anew. The last two rungs need no other process. Every fall is
logged.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from legation.envs.engine import Game, LegationError, Observation
from legation.play.bot_worker import Advice, Request, make_request, serve
from legation.play.compiling import warm_up
from legation.play.defaults import (
    HEURISTIC,
    SHARP,
    STRENGTHS,
    TRAINED,
    UNIFORM,
    default_action,
    default_strength,
    strengths,
)

_LOG = logging.getLogger("legation.play.bots")

# For a game to be compiled. Each is a thread of the server, which has 40 for everybody's requests.
_MOST_WAITING = 8
# Errors that are remembered as told.
_MOST_TOLD = 1000


@dataclass(frozen=True)
class Limits:
    """Seconds.

    Attributes:
        think: for one choice.
        first: for the first one of an agent in a worker, which may load torch and compile.
        advise: for an advice.
        compile: for compiling a game that nobody has compiled here.
        rest: how long an agent that hung is not asked again; each time twice as long, up to
            `longest_rest`. So one that always hangs does not slow its tables down.
    """

    think: float = 5.0
    first: float = 90.0
    advise: float = 10.0
    compile: float = 1800.0
    rest: float = 30.0
    longest_rest: float = 600.0


@dataclass(frozen=True)
class Choice:
    """What a bot does: the action, the rung of the ladder that chose it, and how long it took."""

    action: int
    rung: str
    seconds: float


class WorkerError(Exception):
    """A worker gave no good answer; says why."""


class RestingError(WorkerError):
    """It was not asked: it hung lately, which was told then."""


class Worker:
    """One process, asked one question at a time."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name, self._limits = name, limits
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._warm: set[Any] = set()
        # Agents that hung, until when they are not asked, and how long the next rest is.
        self._resting: dict[Any, tuple[float, float]] = {}
        self._closed = False

    def ask(self, request: Request, limit: float) -> Any:
        """The answer; a worker that does not give it in time is ended.

        Raises:
            WorkerError: no answer in time, an error, or the process died.
        """
        # Not behind others for longer than it may take itself.
        if not self._lock.acquire(timeout=max(limit, self._limits.first)):
            raise WorkerError("it is busy with others")
        try:
            options = tuple(sorted(request.options.items()))
            key = (request.build, options, request.strength, request.task)
            until, rest = self._resting.get(key, (0.0, self._limits.rest))
            if time.monotonic() < until:
                raise RestingError("it hung lately, and is not asked for a while")
            pipe = self._start()
            allowed = limit if key in self._warm else max(limit, self._limits.first)
            try:
                pipe.send(request)
                if not pipe.poll(allowed):
                    longer = min(2 * rest, self._limits.longest_rest)
                    self._resting[key] = (time.monotonic() + rest, longer)
                    raise WorkerError(f"no answer in {allowed:.1f} s")
                good, answer = pipe.recv()
            except WorkerError:
                self._stop()
                raise
            except (OSError, EOFError, TypeError) as error:
                # A pipe that `close` closes meanwhile may answer with a TypeError.
                self._stop()
                raise WorkerError(f"the process ended ({type(error).__name__})") from None
            if not good:
                raise WorkerError(str(answer))
            self._resting.pop(key, None)
            tasks = ("act", "advise") if request.task == "warm" else (request.task,)
            self._warm.update((*key[:3], task) for task in tasks)
            return answer
        finally:
            self._lock.release()

    def rest(self) -> None:
        """Ends the process until it is asked again, unless it is busy; it takes memory."""
        if self._lock.acquire(blocking=False):
            try:
                self._stop()
            finally:
                self._lock.release()

    def close(self) -> None:
        # Not under the lock: the one who waits for an answer holds it, and is to be woken.
        self._closed = True
        self._stop()

    def _start(self) -> Connection:
        """The pipe to the running process, which is started where there is none."""
        if self._closed:
            raise WorkerError("the server is stopping")
        process, pipe = self._process, self._pipe
        if process is not None and pipe is not None and process.is_alive():
            return pipe
        self._stop()
        context = multiprocessing.get_context("spawn")
        mine, other = context.Pipe()
        self._pipe = mine
        self._process = context.Process(
            target=serve, args=(other,), name=f"legation-bot-{self.name}", daemon=True
        )
        self._process.start()
        other.close()
        return mine

    def _stop(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        self._warm.clear()
        if process is not None and process.is_alive():
            process.kill()
            process.join(5)
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


class BotPool:
    """The workers, and the ladder over them. Safe to use from many threads.

    Args:
        workers: how many processes play trained policies; one more plays the heuristics, so that
            a policy that hangs can't hold them up.
        limits: see `Limits`.
    """

    def __init__(self, workers: int = 1, limits: Limits | None = None) -> None:
        if workers < 1:
            raise LegationError(f"workers is {workers}; it must be 1 or more")
        self.limits = limits or Limits()
        self._deep = [Worker(f"policy-{n}", self.limits) for n in range(workers)]
        self._light = Worker("heuristic", self.limits)
        self._compiler = Worker("compiler", self.limits)
        self._next = 0
        self._closed = False
        self._ahead = False
        # By build and record: most options change nothing in what is compiled.
        self._compiled: set[Any] = set()
        self._compiling: defaultdict[Any, threading.Lock] = defaultdict(threading.Lock)
        self._told: set[str] = set()
        self._may_wait = threading.BoundedSemaphore(_MOST_WAITING)

    def start(self, games: Sequence[Game] = ()) -> None:
        """Warms the workers up in the background, for the default bots of these games, and this
        process for the games. What has to be compiled first, a process of its own compiles, so that
        it keeps nobody waiting, and can be ended. Games that come later are compiled so too."""
        self._ahead = True
        if games:
            threading.Thread(target=self._warm_up, args=(list(games),), daemon=True).start()

    def close(self) -> None:
        self._closed = True
        for worker in (*self._deep, self._light, self._compiler):
            worker.close()

    def decide(
        self,
        seen: Observation,
        strength: str,
        seed: Sequence[int],
        limit: float | None = None,
    ) -> Choice:
        """An action for the seat that `seen` belongs to; it has to act.

        Args:
            seen: what the seat sees; nothing else reaches the bot.
            strength: one of STRENGTHS; where it fails, the next lower one answers.
            seed: of the bot's chance, whole numbers from 0 up.
            limit: seconds for a rung, in place of the pool's own.
        """
        started = time.monotonic()
        legal = seen.legal_actions()
        if len(legal) == 1:
            return Choice(legal[0], "forced", 0.0)
        for rung in ladder(seen.game, strength):
            try:
                action = self._try(rung, seen, tuple(seed), limit or self.limits.think)
                if not (0 <= action < len(seen.legal_action_mask)):
                    raise WorkerError(f"it answered {action}, which is no action")
                if not seen.legal_action_mask[action]:
                    raise WorkerError(f"it answered {action}, which is not legal")
            except WorkerError as error:
                if not isinstance(error, RestingError) and self._is_news(error):
                    _LOG.warning("bot %s of %s failed: %s", rung, seen.game.id, error)
                continue
            return Choice(action, rung, time.monotonic() - started)
        action = default_action(seen.game, seen.legal_action_mask)
        return Choice(action, "default", time.monotonic() - started)

    def advise(
        self,
        seen: Observation,
        best: int = 3,
        seed: Sequence[int] = (0,),
        limit: float | None = None,
        strength: str | None = None,
        playouts: bool = True,
    ) -> Advice | None:
        """What an agent would do; None where none answers in time.

        Args:
            seen: what the seat to act sees.
            best: how many actions.
            seed: of the chance.
            limit: seconds, in place of the pool's own.
            strength: who is asked first; None: the game's default.
            playouts: play on to estimate the share of the win where no network tells it.
        """
        for rung in ladder(seen.game, strength or default_strength(seen.game)):
            request = make_request("advise", seen, rung, tuple(seed), best, playouts)
            try:
                answer = self._worker(rung).ask(request, limit or self.limits.advise)
            except WorkerError as error:
                if self._is_news(error):
                    _LOG.warning("advice of %s for %s failed: %s", rung, seen.game.id, error)
                continue
            if isinstance(answer, Advice):
                return answer
        return None

    def _try(self, rung: str, seen: Observation, seed: tuple[int, ...], limit: float) -> int:
        if rung == UNIFORM:
            return int(np.random.default_rng(list(seed)).choice(seen.legal_actions()))
        answer = self._worker(rung).ask(make_request("act", seen, rung, seed), limit)
        if not isinstance(answer, int):
            raise WorkerError(f"it answered {answer!r}")
        return answer

    def _is_news(self, error: WorkerError) -> bool:
        """Whether an error is to be logged: what is wrong with an agent itself stays so, and is
        told once."""
        lasting = str(error).startswith(LegationError.__name__)
        if lasting and str(error) in self._told:
            return False
        if lasting and len(self._told) < _MOST_TOLD:
            self._told.add(str(error))
        return True

    def _worker(self, rung: str) -> Worker:
        if self._closed:
            raise WorkerError("the server is stopping")
        if rung not in (TRAINED, SHARP):
            return self._light
        self._next += 1
        return self._deep[self._next % len(self._deep)]

    def compile(self, game: Game) -> bool:
        """Returns when the game's rules are compiled, or can't be: who needs them waits, and nobody
        else. Does nothing in a pool that was not started. False: so many wait that one more would
        keep the server from answering others; the rules may not be compiled."""
        if not self._ahead or (game.build, game.schema.dtype) in self._compiled:
            return True
        if not self._may_wait.acquire(blocking=False):
            return False
        try:
            self._compile(game)
        finally:
            self._may_wait.release()
        self._compiler.rest()
        return True

    def _compile(self, game: Game) -> None:
        key = (game.build, game.schema.dtype)
        if self._closed or key in self._compiled:
            return
        with self._compiling[key]:
            if key in self._compiled:
                return
            # With the heuristic, whose compilation is longer than a worker may take for a choice.
            strength = HEURISTIC if HEURISTIC in strengths(game) else UNIFORM
            request = Request("compile", game.build, dict(game.options), strength)
            try:
                self._compiler.ask(request, self.limits.compile)
                warm_up(game)
            except WorkerError as error:
                if not self._closed:
                    _LOG.warning("%s can't be compiled ahead: %s", game.id, error)
            self._compiled.add(key)

    def _warm_up(self, games: list[Game]) -> None:
        for game in games:
            self._compile(game)
            strength = default_strength(game)
            request = Request("warm", game.build, dict(game.options), strength, seed=(0,))
            workers = self._deep if strength in (TRAINED, SHARP) else [self._light]
            for worker in workers:
                if self._closed:
                    return
                try:
                    worker.ask(request, self.limits.first)
                except WorkerError as error:
                    if not self._closed:
                        _LOG.warning("bot %s of %s can't be had: %s", strength, game.id, error)
        self._compiler.rest()


def ladder(game: Game, strength: str) -> tuple[str, ...]:
    """The rungs for a strength, the wanted one first; the default action is below them all."""
    have = strengths(game)
    wanted = strength if strength in have else TRAINED if TRAINED in have else have[-1]
    lower = [rung for rung in (HEURISTIC, UNIFORM) if rung in have]
    return tuple(dict.fromkeys([wanted, *lower])) if wanted != UNIFORM else (UNIFORM,)


__all__ = [
    "STRENGTHS",
    "Advice",
    "BotPool",
    "Choice",
    "Limits",
    "default_strength",
    "ladder",
    "strengths",
]
