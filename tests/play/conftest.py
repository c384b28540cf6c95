"""Tables of toy games on both databases, and a server that answers over HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from legation.envs import GAMES
from legation.play.live import Controller
from legation.play.settings import Settings
from legation.play.steps import Command, Created
from legation.play.storage import Storage
from legation.play.table import Tables
from legation.play.web.app import ServerConfig, create_app
from legation.play.web.security import Limits
from legation.play.web.site import Site
from tests.play import postgres
from tests.play.browser import Browser
from tests.play.needs import NO_POSTGRES, has_postgres
from tests.toys import kuhn, whisper

TOYS = {"kuhn2": kuhn.__name__, "whisper": whisper.__name__}


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in TOYS.items():
        monkeypatch.setitem(GAMES, name, module)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    if not has_postgres():
        pytest.skip(NO_POSTGRES)
    server = postgres.Server()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_database()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(database: str, clock: Clock) -> Iterator[Tables]:
    storage = Storage(database)
    yield Tables(storage, clock=clock)
    storage.close()


class Host:
    """Sets up tables and sends the commands that a page would send."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def open(self, game: str = "kuhn2", *kinds: str, **settings: object) -> Created:
        """A table with seats by `kinds`: person, open, or a bot's strength; default: people."""
        built = self.tables.game(game, {})
        controllers = [
            Controller(kind) if kind in ("person", "open") else Controller("bot", strength=kind)
            for kind in (kinds or ("person",) * built.seats)
        ]
        seed = settings.pop("seed", 1)
        assert isinstance(seed, int)
        return self.tables.create(built, controllers, Settings(**settings), seed=seed)  # type: ignore[arg-type]

    def command(self, table_id: str, seat: int, key: str = "") -> Command:
        """What a fresh page of the seat would send."""
        with self.tables.reading(table_id) as table:
            decision = table.decision_id(seat)
            sequence = table.positions[seat]
        return Command(key or f"key-{decision}", decision, sequence)

    def actor(self, table_id: str) -> int:
        with self.tables.reading(table_id) as table:
            return table.actor

    def act(self, table_id: str, label: str = "", seat: int | None = None) -> int:
        """The seat to act takes the action with this label, or its last legal one."""
        actor = self.actor(table_id) if seat is None else seat
        with self.tables.reading(table_id) as table:
            legal = table.observe(actor).legal_actions()
            fitting = [a for a in legal if label in table.game.label(a)]
        self.tables.act(table_id, actor, self.command(table_id, actor), fitting[-1])
        return actor

    def finish(self, table_id: str) -> None:
        while self.actor(table_id) >= 0:
            self.act(table_id)


@pytest.fixture
def host(tables: Tables) -> Host:
    return Host(tables)


@pytest.fixture
def sqlite_tables(tmp_path: Path, clock: Clock) -> Iterator[Tables]:
    """For what does not depend on the kind of database."""
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    yield Tables(storage, clock=clock)
    storage.close()


@pytest.fixture
def sqlite_host(sqlite_tables: Tables) -> Host:
    return Host(sqlite_tables)


# --- a server --------------------------------------------------------------------------------


class Server:
    """A running server; `site` is its inside."""

    def __init__(self, config: ServerConfig, port: int = 0) -> None:
        app = create_app(config)
        self.site: Site = app.state.site
        self._server = uvicorn.Server(
            uvicorn.Config(app, port=port, log_level="error", access_log=False, lifespan="on",
                           timeout_graceful_shutdown=1)
        )  # fmt: skip
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def browser(self, language: str = "en") -> Browser:
        return Browser(self.url, language)


def wait_for(what: Callable[[], bool], seconds: float = 90.0) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)


@pytest.fixture
def server(tmp_path: Path, _toys: None) -> Iterator[Server]:
    config = ServerConfig(
        f"sqlite:///{tmp_path / 'server.db'}",
        warm=False,
        private_webhooks=True,
        limits=Limits(writes=0, body=16 * 1024, record_body=256 * 1024),
        games=("kuhn2", "whisper", *(name for name in GAMES if name not in TOYS)),
    )
    running = Server(config)
    yield running
    running.close()


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    with server.browser() as found:
        yield found


__all__ = ["Clock", "Host", "Server", "httpx", "wait_for"]
