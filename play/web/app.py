"""The server: everything put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles

from legation.envs import GAMES, load_game
from legation.envs.engine import LegationError
from legation.play import boards
from legation.play.bots import BotPool
from legation.play.live import LiveTable
from legation.play.notices import Notice, Notices
from legation.play.protocol.http import router as protocol
from legation.play.refusal import RefusalError
from legation.play.runner import Runner
from legation.play.storage import Storage
from legation.play.table import Tables
from legation.play.web import hosts, seats, start, tables
from legation.play.web.hub import Hub
from legation.play.web.i18n import language_of, words_of
from legation.play.web.security import Guard, Limits
from legation.play.web.site import Site, page, refused, wants_json

_LOG = logging.getLogger("legation.play")
STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class ServerConfig:
    """How a server runs.

    Attributes:
        database: see `Storage`.
        public_url: the address that people use, for links and notices; empty: as they ask.
        workers: processes for trained policies.
        warm: load the default bots of all games at the start.
        private_webhooks: let notices go to this machine and to private networks.
        limits: of sizes and rates.
        games: on the first page.
    """

    database: str
    public_url: str = ""
    workers: int = 1
    warm: bool = True
    private_webhooks: bool = False
    limits: Limits = field(default_factory=Limits)
    games: Sequence[str] = field(default_factory=lambda: tuple(GAMES))


def create_app(config: ServerConfig) -> FastAPI:
    """The application; its bots and threads start and end with the server's lifespan.

    Raises:
        LegationError: a database that can't be used.
    """
    site = _site(config)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        site.hub.open()
        if config.warm:
            games = [site.tables.game(name, dict(load_game(name).options)) for name in config.games]
            site.bots.start(games)
        site.notices.start()
        site.runner.start()
        yield
        site.hub.close()
        site.bots.close()
        site.runner.stop()
        site.notices.stop()
        site.tables.storage.close()

    app = FastAPI(
        title="Legation",
        summary="Moves for the empty seats of board games",
        lifespan=lifespan,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
    )
    app.state.site = site
    app.state.bots = site.bots
    for router in (start.router, seats.router, tables.router, hosts.router, protocol):
        app.include_router(router)
    app.add_api_route("/static/board.css", _board_css, include_in_schema=False)
    app.add_api_route("/health", _health, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(LegationError, _on_refusal)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(Exception, _on_fault)
    app.add_middleware(Guard, limits=config.limits, secure=site.secure)
    return app


def _site(config: ServerConfig) -> Site:
    hub = Hub()
    storage = Storage(config.database)
    all_tables = Tables(storage)
    bots = BotPool(config.workers)
    runner = Runner(all_tables, bots)
    notices = Notices(private=config.private_webhooks)
    site = Site(
        tables=all_tables,
        bots=bots,
        runner=runner,
        hub=hub,
        notices=notices,
        limits=config.limits,
        public_url=config.public_url,
        games=config.games,
    )

    def publish(table_id: str) -> None:
        with all_tables.committed(table_id) as table:
            versions, turn = tuple(table.versions), _turn_to_tell(table)
        hub.publish(table_id, versions)
        runner.nudge(table_id)
        if turn is not None:
            _notify(site, table_id, *turn)

    all_tables.publish = publish
    return site


def _turn_to_tell(table: LiveTable) -> tuple[int, str, str] | None:
    """Which person has to act now, and at which game, once a decision: seat, its id, game."""
    if table.waiting() != "person":
        return None
    seat, told = table.actor, (table.actor, table.turns[table.actor])
    if table.told == told:
        return None
    table.told = told
    return seat, table.game.seat_ids[seat], table.game.id


def _notify(site: Site, table_id: str, seat: int, seat_id: str, game: str) -> None:
    """Sends "your turn" to a seat that wants to be told."""
    url = site.tables.storage.webhook(table_id, f"seat:{seat}")
    if url:
        path = f"/t/{table_id}/seat/{seat_id}"
        content = {
            "event": "your_turn",
            "game": game,
            "table": table_id,
            "seat": seat_id,
            "page": (site.public_url.rstrip("/") + path) if site.public_url else path,
        }
        site.notices.send(Notice(url, content))


# --- answers that no route gives -------------------------------------------------------------


def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, LegationError)
    return refused(request, error)


def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = words_of(language_of(request))
    said = words("There is no such page.") if error.status_code == 404 else str(error.detail)
    if wants_json(request) or request.url.path.startswith("/v1/"):
        return JSONResponse({"accepted": False, "reason": said}, error.status_code)
    context = {"title": words("That did not work"), "words": said, "code": "http"}
    return page(request, "message.html", context, error.status_code)


def _on_invalid(request: Request, error: Exception) -> Response:
    return refused(request, RefusalError("bad_input", "The request does not fit this address."))


def _on_fault(request: Request, error: Exception) -> Response:
    """A fault of ours: logged by the server; the reader learns that, and nothing of the inside."""
    _LOG.error("a request failed: %s", type(error).__name__)
    words = words_of(language_of(request))
    said = words("Something went wrong on the server. Nothing was lost; try again.")
    if wants_json(request) or request.url.path.startswith("/v1/"):
        return JSONResponse({"accepted": False, "code": "fault", "reason": said}, 500)
    context = {"title": words("That did not work"), "words": said, "code": "fault"}
    return page(request, "message.html", context, 500)


def _board_css() -> Response:
    return FileResponse(Path(boards.__file__).parent / "board.css", media_type="text/css")


def _health() -> Response:
    return JSONResponse({"status": "ok"})
