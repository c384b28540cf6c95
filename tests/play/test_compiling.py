"""Games are compiled by a process of their own: who needs one waits for it, and nobody else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from legation.play.bot_worker import Request
from legation.play.bots import BotPool, Worker, WorkerError
from legation.play.web.app import ServerConfig
from legation.play.web.security import Limits
from tests.play.conftest import Server, wait_for
from tests.toys import kuhn, whisper

JSON = {"accept": "application/json"}


class Compiler:
    """In place of all workers: compiles for as long as a test wants, and counts."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.asked: list[tuple[str, Any]] = []

    def ask(self, worker: Worker, request: Request, limit: float) -> None:
        self.asked.append((request.task, request.build))
        if request.task == "compile":
            assert self.done.wait(60)
        else:
            raise WorkerError("only uniform bots here")

    def compiled(self, build: Any) -> int:
        return self.asked.count(("compile", build))


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    found = Compiler()
    monkeypatch.setattr(Worker, "ask", lambda *given: found.ask(*given))
    yield found
    found.done.set()


@pytest.fixture
def warm(tmp_path: Path, compiler: Compiler) -> Iterator[Server]:
    """A server that compiles ahead; kuhn2 comes first."""
    running = Server(
        ServerConfig(
            f"sqlite:///{tmp_path / 'x.db'}", limits=Limits(writes=0), games=("kuhn2", "whisper")
        )
    )
    yield running
    compiler.done.set()
    running.close()


def table(server: Server, game: str, **fields: str) -> dict[str, Any]:
    with server.browser() as browser:
        browser.open("/")
        data = {"csrf": browser.csrf(), "game": game, **fields}
        answer = browser.client.post("/tables", data=data, headers=JSON)
        assert answer.status_code == 201
        found: dict[str, Any] = answer.json()
        return found


def test_a_table_waits_until_its_game_is_compiled(warm: Server, compiler: Compiler) -> None:
    """Pages and other games' tables do not."""
    wait_for(lambda: compiler.compiled(kuhn.build) == 1)
    waiting = threading.Thread(target=table, args=(warm, "kuhn2"))
    waiting.start()
    assert httpx.get(warm.url, trust_env=False).status_code == 200
    waiting.join(0.5)
    assert waiting.is_alive()
    compiler.done.set()
    waiting.join(60)
    assert not waiting.is_alive()
    assert compiler.compiled(kuhn.build) == 1


def test_a_game_is_compiled_when_a_table_needs_it(warm: Server, compiler: Compiler) -> None:
    """Once for all options that leave the record as it is; three seats make it another."""
    compiler.done.set()
    wait_for(lambda: ("warm", whisper.build) in compiler.asked)
    before = len(compiler.asked)
    table(warm, "kuhn2")
    table(warm, "whisper", die="off")
    assert len(compiler.asked) == before
    pool = warm.site.bots
    for _ in range(2):
        pool.compile(kuhn.build(seats=3))
    assert compiler.compiled(kuhn.build) == 2


def test_so_many_may_wait_that_the_server_still_answers(warm: Server, compiler: Compiler) -> None:
    """Everybody may choose options that have to be compiled, again and again."""
    wait_for(lambda: compiler.compiled(kuhn.build) == 1)
    told: list[bool] = []
    waiting = [
        threading.Thread(target=lambda: told.append(warm.site.bots.compile(kuhn.build())))
        for _ in range(50)
    ]
    for thread in waiting:
        thread.start()
    wait_for(lambda: told.count(False) == 42)
    with warm.browser() as browser:
        browser.open("/")
        data = {"csrf": browser.csrf(), "game": "kuhn2"}
        assert browser.client.post("/tables", data=data, headers=JSON).status_code == 429
    compiler.done.set()
    for thread in waiting:
        thread.join(60)
    assert told.count(True) == 8
    table(warm, "kuhn2")


def test_the_compiler_rests_unless_it_is_busy() -> None:
    worker = Worker("compiler", BotPool().limits)
    with worker._lock:
        worker.rest()  # waits for nobody
    worker.rest()
    assert worker._lock.acquire(blocking=False)


def test_a_pool_that_was_not_started_compiles_nothing(compiler: Compiler) -> None:
    BotPool().compile(kuhn.build())
    assert compiler.asked == []
