"""The client in `examples/` against a server on loopback, and the examples in the docs."""

from __future__ import annotations

import importlib.util
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI

from legation.envs import load_game
from legation.play.protocol.http import install_problem_handlers, router
from legation.play.protocol.messages import DecideAnswer, DecideRequest
from legation.play.protocol.problems import PROBLEMS, Problem, parse
from legation.tests.play.protocol.bots import PlainBots

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")


@pytest.fixture
def server() -> Iterator[str]:
    application = FastAPI()
    application.include_router(router)
    install_problem_handlers(application)
    application.state.bots = PlainBots()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = uvicorn.Server(uvicorn.Config(application, log_level="error"))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 30
        while not running.started and time.monotonic() < deadline:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join(30)


@pytest.fixture
def client() -> ModuleType:
    path = ROOT / "examples" / "bot_client.py"
    spec = importlib.util.spec_from_file_location("bot_client", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_plays(
    server: str, client: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    client.main(server, decisions=12)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    assert lines[0].startswith("great_britain")


def test_the_client_says_why_it_was_refused(server: str, client: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"refused: .*game_version"):
        client.ask(server, "/v1/decide", {"id": "a", "game": "embassies"})


def documented(key: str) -> dict[str, Any]:
    """The example in the docs that has a key of its own."""
    found = [json.loads(text) for text in re.findall(r"```json\n(\{\n.*?\})\n```", PAGE, re.S)]
    (example,) = [item for item in found if key in item]
    return dict(example)


def test_the_documented_messages_have_the_form_of_the_protocol() -> None:
    game = load_game("embassies")
    parse(DecideRequest, json.dumps(documented("observation")).encode())
    answer = DecideAnswer.model_validate(documented("rung"))
    assert game.label(answer.action) == answer.label
    assert game.action(answer.family, **answer.parameters) == answer.action
    problem = Problem.model_validate(documented("errors"))
    (score,) = [item for item in game.schema.fields if item.name == "score"]
    assert "{}..{}".format(*game.schema.bounds(score)) in problem.detail


def test_every_problem_is_documented() -> None:
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", PAGE, re.M))
    own = {"not-found", "method-not-allowed"}  # of any server, for wrong addresses
    assert {kind: int(status) for kind, status in listed.items()} == {
        kind: status for kind, (_, status) in PROBLEMS.items() if kind not in own
    }
