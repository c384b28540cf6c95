"""Answers requests of the protocol, whatever carries them."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TimeUpError
from typing import Any, Protocol

import numpy as np

from legation.envs import GAMES, game_options, load_game
from legation.envs.engine import Game, LegationError, Observation
from legation.play.bots import Advice, Choice, default_strength, strengths
from legation.play.options import foreign_texts
from legation.play.protocol.describe import describe, describe_games
from legation.play.protocol.messages import (
    Candidate,
    DecideAnswer,
    DecideRequest,
    DescribeRequest,
    GameInfo,
    Games,
)
from legation.play.protocol.position import from_observation, from_record
from legation.play.protocol.problems import ProblemError

_LOG = logging.getLogger("legation.play.protocol")
_MOST_ANSWERS = 10_000
_MOST_GAMES = 32
# Of the time limit, what is kept for answering.
_RESERVE = 0.1


class Bots(Protocol):
    """As `legation.play.bots.BotPool`."""

    def decide(
        self, seen: Observation, strength: str, seed: Sequence[int], limit: float | None = None
    ) -> Choice: ...

    def advise(
        self,
        seen: Observation,
        best: int = 3,
        seed: Sequence[int] = (0,),
        limit: float | None = None,
        strength: str | None = None,
        playouts: bool = True,
    ) -> Advice | None: ...


class Decider:
    """One for a server. Safe to use from many threads.

    The same request with the same id gets the same answer, also while the first is still thought
    about, for the last 10 000 decisions; a random choice is drawn from the request itself, so the
    answer would come again after that too, but for the seconds.
    """

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._lock = threading.Lock()
        self._answers: OrderedDict[str, tuple[bytes, Future[DecideAnswer]]] = OrderedDict()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="legation-decide")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def games(self) -> Games:
        return describe_games()

    def describe(self, request: DescribeRequest) -> GameInfo:
        return describe(self._game(request))

    def decide(self, request: DecideRequest) -> DecideAnswer:
        """The answer.

        Raises:
            ProblemError: what is wrong with the request.
        """
        digest = hashlib.blake2b(request.model_dump_json().encode(), digest_size=16).digest()
        with self._lock:
            earlier = self._answers.get(request.id)
            if earlier is None:
                mine: Future[DecideAnswer] = Future()
                self._answers[request.id] = (digest, mine)
                if len(self._answers) > _MOST_ANSWERS:
                    self._answers.popitem(last=False)
        if earlier is not None:
            if earlier[0] != digest:
                raise ProblemError("id-reused", f"id {request.id!r} came with another request")
            return earlier[1].result()
        try:
            answer = self._decide(request, digest)
        except BaseException as error:
            # What was refused may come again, mended, with its id.
            with self._lock:
                self._answers.pop(request.id, None)
            mine.set_exception(error)
            raise
        mine.set_result(answer)
        return answer

    def _decide(self, request: DecideRequest, digest: bytes) -> DecideAnswer:
        started = time.monotonic()
        game = self._game(request)
        if request.game_version != game.version:
            raise ProblemError(
                "unknown-version",
                f"{game.id} is played by version {game.version} of its rules here; "
                f"asked for: {request.game_version!r}",
            )
        seat = _checked_seat(game, request.seat)
        strength = _checked_strength(game, request.strength)
        if request.record is not None:
            seen = from_record(game, seat, request.record)
        else:
            seen = from_observation(game, seat, request.observation or {}, request.legal)
        until = started + request.time_limit - min(_RESERVE, request.time_limit / 4)
        seed = tuple(digest[:8])
        choice = self._choose(seen, strength, seed, until)
        advice = self._advise(seen, choice, strength, seed, until, request.best)
        return self._answer(request, seen, choice, advice, time.monotonic() - started)

    def _choose(
        self, seen: Observation, strength: str, seed: tuple[int, ...], until: float
    ) -> Choice:
        left = max(0.01, until - time.monotonic())
        thinking = self._threads.submit(self._bots.decide, seen, strength, seed, left)
        try:
            return thinking.result(left)
        except TimeUpError:
            # Workers that start or compile take longer; they will be ready for the next one.
            _LOG.warning("no bot of %s in %.2f s; a legal action is drawn", seen.game.id, left)
        legal = seen.legal_actions()
        return Choice(int(np.random.default_rng(list(seed)).choice(legal)), "uniform", left)

    def _advise(
        self, seen: Observation, choice: Choice, strength: str, seed: tuple[int, ...],
        until: float, best: int,
    ) -> Advice | None:  # fmt: skip
        left = until - time.monotonic()
        if left <= 0 or best == 0:
            return None
        source = choice.rung if choice.rung in strengths(seen.game) else strength
        thinking = self._threads.submit(
            self._bots.advise, seen, best, seed, left, strength=source, playouts=False
        )
        try:
            return thinking.result(left)
        except TimeUpError:
            return None

    def _answer(
        self, request: DecideRequest, seen: Observation, choice: Choice, advice: Advice | None,
        seconds: float,
    ) -> DecideAnswer:  # fmt: skip
        game, named = seen.game, seen.game.describe(choice.action)
        best = advice.actions if advice is not None else ()
        return DecideAnswer(
            id=request.id,
            game=game.id,
            seat=game.seat_ids[seen.seat],
            action=choice.action,
            label=_words(seen, choice.action, request.language),
            family=named.family,
            parameters=named.parameters,
            best=[
                Candidate(action=a, label=_words(seen, a, request.language), probability=p)
                for a, p in best
            ],
            value=advice.value if advice is not None else None,
            win=advice.win if advice is not None else None,
            rung=choice.rung,
            seconds=round(seconds, 4),
        )

    def _game(self, request: DecideRequest | DescribeRequest) -> Game:
        if request.game not in GAMES:
            raise ProblemError(
                "unknown-game", f"no game {request.game!r} here; valid: {', '.join(GAMES)}"
            )
        options: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in request.options.items()
        }
        try:
            options = foreign_texts(game_options(request.game), options)
        except LegationError as error:
            raise ProblemError("unknown-game", str(error)) from None
        key = json.dumps([request.game, options], sort_keys=True)
        with self._lock:
            found = self._games.pop(key, None)
        try:
            game = found or load_game(request.game, **options)
        except LegationError as error:
            raise ProblemError("unknown-game", str(error)) from None
        with self._lock:
            self._games[key] = game
            if len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        return game


def _words(seen: Observation, action: int, language: str) -> str:
    return seen.game.phrase_of(seen, action, language)


def _checked_seat(game: Game, seat: str | int) -> int:
    try:
        return game.seat(seat)
    except LegationError as error:
        raise ProblemError("unknown-game", str(error)) from None


def _checked_strength(game: Game, strength: str | None) -> str:
    have = strengths(game)
    if strength is None:
        return default_strength(game)
    if strength not in have:
        raise ProblemError(
            "unknown-game", f"{game.id} has no strength {strength!r}; valid: {', '.join(have)}"
        )
    return strength
