"""The protocol as JSON lines: a request a line in, an answer a line out, in the same order.

A request is the body of `POST /v1/decide`; with a key `ask` it may also be `describe` or `games`.
An answer is `{"id": ..., "answer": {...}}` or `{"id": ..., "problem": {...}}`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from pydantic import BaseModel

from legation.play.protocol import MAX_BYTES
from legation.play.protocol.decider import Decider
from legation.play.protocol.messages import DecideRequest, DescribeRequest
from legation.play.protocol.problems import ProblemError, parse

_LOG = logging.getLogger("legation.play.protocol")
_ASKS = ("decide", "describe", "games")


def answer_lines(decider: Decider, given: BinaryIO, out: TextIO) -> None:
    """Answers until the input ends; each answer is flushed."""
    for line in _lines(given):
        if line is not None and not line.strip():
            continue
        out.write(json.dumps(answer_line(decider, line), ensure_ascii=False) + "\n")
        out.flush()


def answer_line(decider: Decider, line: bytes | None) -> dict[str, Any]:
    """The answer to one line; None stands for one that is too long."""
    name: object = None
    try:
        if line is None:
            raise ProblemError("too-large", f"a line has {MAX_BYTES} bytes at most")
        ask, name, body = _opened(line)
        answer: BaseModel
        if ask == "games":
            answer = decider.games()
        elif ask == "describe":
            answer = decider.describe(parse(DescribeRequest, body))
        else:
            answer = decider.decide(parse(DecideRequest, body))
        return {"id": name, "answer": answer.model_dump()}
    except ProblemError as error:
        return {"id": name, "problem": error.problem.model_dump()}
    except Exception:
        _LOG.exception("the bot protocol failed")
        fault = ProblemError("internal", "this is a fault of the server")
        return {"id": name, "problem": fault.problem.model_dump()}


def _opened(line: bytes) -> tuple[str, str | None, bytes]:
    """What is asked, the id to answer with, and the request itself."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise ProblemError("invalid-json", "a request is one line of JSON") from None
    if not isinstance(content, dict):
        raise ProblemError("invalid-request", "a request is a JSON object")
    ask = content.pop("ask", "decide")
    if ask not in _ASKS:
        raise ProblemError("invalid-request", f"`ask` is one of: {', '.join(_ASKS)}")
    name = content.get("id") if ask == "decide" else content.pop("id", None)
    named = name if isinstance(name, str) and len(name) <= 128 else None
    return ask, named, json.dumps(content).encode()


def _lines(given: BinaryIO) -> Iterator[bytes | None]:
    """Lines of bounded length; None for each that is longer."""
    while line := given.readline(MAX_BYTES + 1):
        if len(line) <= MAX_BYTES:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = given.readline(MAX_BYTES)
        yield None
