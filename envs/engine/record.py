"""The match record: one play as JSON Lines, replayable to the same bytes.

    {"format": "legation.record", "format_version": 1, "game": ..., "state": hash of the start}
    {"n": 0, "seat": 2, "action": 17, "label": "...", "state": hash of the state after it}
    ...
    {"returns": [...], "win_shares": [...]}

A record holds every secret of the play, the seed among them: it is for whoever runs the game. What
a seat or a spectator may have is `export_for` (`replay.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from legation.envs.engine.errors import LegationError
from legation.envs.engine.game import Game, State
from legation.envs.engine.options import OptionValue

FORMAT = "legation.record"
FORMAT_VERSION = 1
_T = TypeVar("_T")


@dataclass(frozen=True)
class AgentName:
    """Who sat at a seat; `weights` is the hash of a snapshot's weights, or None."""

    name: str
    weights: str | None = None


@dataclass(frozen=True)
class Decision:
    """One action; `state` is the hash of the state after it."""

    seat: int
    action: int
    label: str
    state: str


@dataclass(frozen=True)
class Result:
    """`returns [S]` and `win_shares [S]`."""

    returns: tuple[float, ...]
    win_shares: tuple[float, ...]


@dataclass(frozen=True)
class Record:
    """One play. `start` is the hash of the first state; `result` is None while it goes on.

    `load_game(record.game, **record.options)` is the game.
    """

    game: str
    game_version: str
    options: dict[str, OptionValue]
    seats: tuple[str, ...]
    agents: tuple[AgentName, ...]
    seed: int
    episode: int
    start: str
    decisions: tuple[Decision, ...] = ()
    result: Result | None = None


def state_hash(game: Game, state: State) -> str:
    """Of the whole state, the random stream included. As secret as the state: few hidden cards can
    be found from it by trying."""
    return hashlib.blake2b(game.to_bytes(state), digest_size=16).hexdigest()


# --- writing ---------------------------------------------------------------------------------


def new_record(
    game: Game, seed: int, episode: int, agents: Sequence[AgentName] | None = None
) -> Record:
    """The record of an episode before its first decision."""
    named = tuple(agents) if agents else (AgentName("unknown"),) * game.seats
    if len(named) != game.seats:
        raise LegationError(f"{game.id} has {game.seats} seats; {len(named)} agents given")
    start = state_hash(game, game.new_state(seed, episode))
    return Record(
        game.id, game.version, dict(game.options), game.seat_ids, named, seed, episode, start
    )


def make_decision(game: Game, seat: int, action: int, after: State) -> Decision:
    """`action` of `seat`, which led to the state `after`."""
    return Decision(seat, action, game.label(action), state_hash(game, after))


def make_result(game: Game, end: State) -> Result:
    returns, shares = game.returns(end), game.win_shares(end)
    return Result(tuple(returns.tolist()), tuple(shares.tolist()))


class RecordWriter:
    """Writes a record while it is played, each line flushed, so that a crash loses none.

    Use as a context manager. The file must not exist yet.
    """

    def __init__(self, path: str | Path, game: Game, record: Record) -> None:
        self._game = game
        self._count = len(record.decisions)
        try:
            self._file = Path(path).open("x", encoding="utf-8", newline="\n")  # noqa: SIM115
        except FileExistsError:
            raise LegationError(f"{path} exists already; records are never overwritten") from None
        for line in record_lines(record):
            self._write(line)

    def decision(self, seat: int, action: int, after: State) -> None:
        self._write(_decision_line(self._count, make_decision(self._game, seat, action, after)))
        self._count += 1

    def result(self, end: State) -> None:
        self._write(_result_line(make_result(self._game, end)))

    def close(self) -> None:
        self._file.close()

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def record_lines(record: Record) -> list[str]:
    """The lines of the file; equal records give equal bytes."""
    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": record.game,
        "game_version": record.game_version,
        "options": record.options,
        "seats": list(record.seats),
        "agents": [{"name": a.name, "weights": a.weights} for a in record.agents],
        "seed": record.seed,
        "episode": record.episode,
        "state": record.start,
    }
    lines = [_line(header)]
    lines += [_decision_line(n, d) for n, d in enumerate(record.decisions)]
    return lines + ([_result_line(record.result)] if record.result else [])


def write_record(path: str | Path, record: Record) -> None:
    """Writes a whole record: to a temporary name, then renamed."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    text = "".join(line + "\n" for line in record_lines(record))
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False)


def _decision_line(n: int, d: Decision) -> str:
    return _line({"n": n, "seat": d.seat, "action": d.action, "label": d.label, "state": d.state})


def _result_line(result: Result) -> str:
    return _line({"returns": result.returns, "win_shares": result.win_shares})


# --- reading ---------------------------------------------------------------------------------


def read_record(path: str | Path, *, unfinished: bool = False) -> Record:
    """Reads a file and checks its form; whether it fits a game is seen by `replay`.

    Args:
        path: the file.
        unfinished: accept a record that has no result yet.

    Raises:
        LegationError: no such file, not a record, another format version, broken or cut lines.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise LegationError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise LegationError(f"{path} is not a record: not UTF-8 text") from None
    return parse_record(str(path), text, unfinished=unfinished)


def parse_record(path: str, text: str, *, unfinished: bool = False) -> Record:
    """As `read_record`, from the text of a file; `path` is what errors call it."""
    # Not splitlines(): names may hold other characters that it takes for line ends.
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    header = _parse_line(path, 1, lines[0]) if lines else None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise LegationError(f'{path} is not a record: its first line has no "format": "{FORMAT}"')
    if header.get("format_version") != FORMAT_VERSION:
        raise LegationError(
            f"{path} has format version {header.get('format_version')!r}; "
            f"this version of Legation reads {FORMAT_VERSION}"
        )
    record = _shaped(path, 1, header, _header)
    decisions: list[Decision] = []
    result: Result | None = None
    for number, line in enumerate(lines[1:], start=2):
        if result:
            raise LegationError(f"{path}, line {number}: nothing can follow the result")
        # A play that was cut short may leave part of its last line.
        cut = number == len(lines) and not text.endswith("\n")
        if cut and unfinished:
            break
        if cut:
            raise _truncated(path, decisions)
        content = _parse_line(path, number, line)
        if "returns" in content:
            result = _shaped(path, number, content, _result)
            continue
        if content.get("n") != len(decisions):
            raise LegationError(
                f"{path}, line {number}: decision {len(decisions)} is missing; "
                f"the line has n = {content.get('n')!r}"
            )
        decisions.append(_shaped(path, number, content, _decision))
    if result is None and not unfinished:
        raise _truncated(path, decisions)
    return replace(record, decisions=tuple(decisions), result=result)


def _truncated(path: str, decisions: list[Decision]) -> LegationError:
    last = f"after decision {len(decisions) - 1}" if decisions else "before the first decision"
    return LegationError(
        f"{path} ends {last}, without a result: the play was stopped or the file was cut; "
        "`legation replay --unfinished` shows what is there, `legation play --resume` goes on with "
        "it (in Python: `read_record(path, unfinished=True)`)"
    )


def _parse_line(path: str, number: int, line: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    # Besides bad JSON: a number of thousands of digits, brackets nested too deeply.
    except (ValueError, RecursionError) as error:
        if number == 1:
            raise LegationError(f"{path} is not a record: its first line is not JSON") from None
        what = " that can be read: it is too long or too deep"
        if isinstance(error, json.JSONDecodeError):
            what = f": {error.msg}"
        raise LegationError(f"{path}, line {number} is not JSON{what}") from None
    if not isinstance(content, dict):
        raise LegationError(f"{path}, line {number} is not a JSON object")
    return content


def _shaped(
    path: str, number: int, content: dict[str, Any], make: Callable[[dict[str, Any]], _T]
) -> _T:
    try:
        return make(content)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise LegationError(f"{path}, line {number}: {what}") from None


def _header(c: dict[str, Any]) -> Record:
    seats, options = c["seats"], c["options"]
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise ValueError(f"'seats' is {seats!r}; it must be a list of names")
    if not isinstance(options, dict):
        raise ValueError(f"'options' is {options!r}; it must map names to values")
    agents = tuple(AgentName(_text(a, "name"), _weights(a)) for a in c["agents"])
    if len(agents) != len(seats):
        raise ValueError(f"{len(seats)} seats, but {len(agents)} agents")
    return Record(
        _text(c, "game"),
        _text(c, "game_version"),
        {name: _option(name, value) for name, value in options.items()},
        tuple(seats),
        agents,
        _integer(c, "seed"),
        _integer(c, "episode"),
        _text(c, "state"),
    )


def _option(name: str, value: object) -> OptionValue:
    if isinstance(value, str | int):
        return value
    numbers = isinstance(value, list) and all(
        isinstance(v, int | float) and not isinstance(v, bool) for v in value
    )
    if not numbers:
        raise ValueError(
            f"option {name!r} is {value!r}; it must be a text, a whole number, a flag or a list "
            "of numbers"
        )
    assert isinstance(value, list)
    return tuple(value)


def _decision(c: dict[str, Any]) -> Decision:
    return Decision(
        _integer(c, "seat"), _integer(c, "action"), _text(c, "label"), _text(c, "state")
    )


def _result(c: dict[str, Any]) -> Result:
    returns = tuple(float(v) for v in c["returns"])
    return Result(returns, tuple(float(v) for v in c["win_shares"]))


def _integer(content: dict[str, Any], key: str) -> int:
    value = content[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{key!r} is {value!r}; it must be a whole number from 0 up")
    if value >= 2**63:
        raise ValueError(f"{key!r} is too large; it must be a whole number below 2**63")
    return value


def _text(content: dict[str, Any], key: str) -> str:
    value = content[key]
    if not isinstance(value, str):
        raise ValueError(f"{key!r} is {value!r}; it must be a text")
    # JSON can hold halves of characters, which nothing can print.
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError(f"{key!r} is no text: {value!r}")
    return value


def _weights(agent: dict[str, Any]) -> str | None:
    return None if agent["weights"] is None else _text(agent, "weights")
