"""The protocol as JSON lines, by itself and as the command."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from legation.envs import load_game
from legation.play.protocol import MAX_BYTES
from legation.play.protocol.decider import Decider
from legation.play.protocol.stdio import answer_lines
from legation.tests.play.protocol.bots import BrokenBots, PlainBots
from legation.tests.play.protocol.requests import position, request_for

SEEN = position(load_game("embassies"), 40)


@pytest.fixture
def decider() -> Iterator[Decider]:
    decider = Decider(PlainBots())
    yield decider
    decider.close()


def answers(decider: Decider, *lines: bytes) -> list[dict[str, Any]]:
    out = io.StringIO()
    answer_lines(decider, io.BytesIO(b"\n".join(lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def line(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()


def test_each_line_gets_its_answer_in_order(decider: Decider) -> None:
    found = answers(
        decider,
        line(request_for(SEEN, "one")),
        b"",
        line({"ask": "games", "id": "two"}),
        line({"ask": "describe", "game": "embassies"}),
        line({"ask": "decide", **request_for(SEEN, "one")}),
    )
    assert [answer["id"] for answer in found] == ["one", "two", None, "one"]
    assert found[0]["answer"]["action"] in SEEN.legal_actions()
    assert found[1]["answer"]["games"]
    assert found[2]["answer"]["game"] == "embassies"
    assert found[3] == found[0]


@pytest.mark.parametrize(("raw", "kind"), [
    (b"garbage", "invalid-json"),
    (b"[" * 100_000, "invalid-json"),
    (b"\xff\xff", "invalid-json"),
    (b"[1]", "invalid-request"),
    (b"{}", "invalid-request"),
    (b'{"ask": "everything"}', "invalid-request"),
    (b'{"ask": ["decide"]}', "invalid-request"),
    (b'{"ask": "describe", "game": "go"}', "unknown-game"),
    (b"x" * (MAX_BYTES + 10), "too-large"),
    (b"x" * (3 * MAX_BYTES), "too-large"),
])  # fmt: skip
def test_a_bad_line_is_refused_and_the_next_one_answered(
    decider: Decider, raw: bytes, kind: str
) -> None:
    bad, good = answers(decider, raw, line(request_for(SEEN, "next")))
    assert bad["problem"]["type"].endswith(kind)
    assert good["id"] == "next"
    assert "answer" in good


def test_a_refusal_carries_the_id(decider: Decider) -> None:
    (found,) = answers(decider, line(request_for(SEEN, "mine", game_version="0")))
    assert found["id"] == "mine"
    assert found["problem"]["status"] == 422


def test_faults_of_the_server_are_told_as_such() -> None:
    decider = Decider(BrokenBots())
    (found,) = answers(decider, line(request_for(SEEN)))
    decider.close()
    assert found["problem"]["status"] == 500
    assert "secret" not in json.dumps(found)


def test_the_command_answers_without_a_web_framework() -> None:
    """As other programs start it; the modules of the extra `play` are not to be had."""
    program = (
        "import sys\n"
        "for name in ('fastapi', 'starlette', 'uvicorn', 'sqlalchemy'):\n"
        "    sys.modules[name] = None\n"
        "from legation.cli.main import main\n"
        "if __name__ == '__main__':\n"
        "    sys.exit(main(['decide']))\n"
    )
    body = request_for(SEEN, "cli", strength="uniform", time_limit=120.0)
    given = line(body) + b"\n" + b"garbage\n"
    done = subprocess.run(
        [sys.executable, "-c", program], input=given, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    good, bad = (json.loads(text) for text in done.stdout.splitlines())
    assert good["answer"]["action"] in SEEN.legal_actions()
    assert bad["problem"]["status"] == 400
