"""What the routes share: the tables, the bots, who a request is, and how a page is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from legation.envs import GAMES
from legation.envs.engine import LANGUAGES, Game, LegationError, Observation
from legation.play.bots import BotPool
from legation.play.live import LiveTable
from legation.play.notices import Notices
from legation.play.refusal import RefusalError
from legation.play.runner import Runner
from legation.play.table import Tables
from legation.play.web.hub import Hub
from legation.play.web.i18n import language_of, refusal_words, render, words_of
from legation.play.web.security import (
    CSRF_FIELD,
    CSRF_HEADER,
    SESSION_COOKIE,
    Buckets,
    Limits,
    csrf_token,
    from_our_page,
    session_of,
)

_YEAR = 365 * 24 * 3600
Fields = dict[str, str]


@dataclass
class Site:
    """One server. `games` are those on the first page, by id."""

    tables: Tables
    bots: BotPool
    runner: Runner
    hub: Hub
    notices: Notices
    limits: Limits
    public_url: str = ""
    games: Sequence[str] = field(default_factory=lambda: tuple(GAMES))
    chat_bucket: Buckets = field(default_factory=lambda: Buckets(30))
    advice_bucket: Buckets = field(default_factory=lambda: Buckets(30))

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https:")

    def link(self, request: Request, path: str) -> str:
        base = self.public_url or str(request.base_url)
        return base.rstrip("/") + path


def site_of(request: Request) -> Site:
    found: Site = request.app.state.site
    return found


async def _site(request: Request) -> Site:  # were it not `async`, a thread would be sent for it
    return site_of(request)


SiteDep = Annotated[Site, Depends(_site)]


# --- who asks --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Access:
    """Somebody with the right to a seat, or (viewer = spectator) to watch."""

    table_id: str
    viewer: int
    seat_id: str  # empty for a spectator

    @property
    def path(self) -> str:
        return f"/t/{self.table_id}" + (f"/seat/{self.seat_id}" if self.seat_id else "")


def cookie_name(role: str) -> str:
    """One cookie a role, valid under its table's path: one browser may hold several seats."""
    return "legation_" + role.replace(":", "_")


def bearer(request: Request) -> str | None:
    """The secret that a program sends in the `Authorization` header."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def has_role(site: Site, request: Request, table_id: str, role: str) -> bool:
    token = bearer(request) or request.cookies.get(cookie_name(role), "")
    return site.tables.storage.token_fits(table_id, role, token[:100])


def _seat_access(request: Request, site: Site, table_id: str, seat_id: str) -> Access:
    ids = site.tables.game_of(table_id).seat_ids
    if seat_id not in ids:
        raise RefusalError("no_seat", "There is no such seat.")
    seat = ids.index(seat_id)
    if not has_role(site, request, table_id, f"seat:{seat}"):
        raise RefusalError("forbidden", "This seat opens with its secret link only.")
    return Access(table_id, seat, seat_id)


async def seat_access(request: Request, site: SiteDep, table_id: str, seat_id: str) -> Access:
    """The seat of the request's secret; refused without it."""
    if site.tables.at_hand(table_id):  # so little to do that a thread would cost more
        return _seat_access(request, site, table_id, seat_id)
    return await run_in_threadpool(_seat_access, request, site, table_id, seat_id)


def spectator_access(request: Request, site: SiteDep, table_id: str) -> Access:
    """Anybody with the table's address, where the table lets people watch."""
    with site.tables.reading(table_id) as table:
        spectator, allowed = table.spectator, table.row.settings["spectators"]
        seats = table.game.seats
    roles = ["host", *(f"seat:{seat}" for seat in range(seats))]
    if not allowed and not any(has_role(site, request, table_id, role) for role in roles):
        raise RefusalError("forbidden", "This table is not open to spectators.")
    return Access(table_id, spectator, "")


def host_access(request: Request, site: SiteDep, table_id: str) -> str:
    with site.tables.reading(table_id):
        pass
    if not has_role(site, request, table_id, "host"):
        raise RefusalError("forbidden", "This page opens with the host's secret link only.")
    return table_id


SeatDep = Annotated[Access, Depends(seat_access)]
SpectatorDep = Annotated[Access, Depends(spectator_access)]
HostDep = Annotated[str, Depends(host_access)]


# --- what is sent ----------------------------------------------------------------------------


async def read_fields(request: Request, site: SiteDep) -> Fields:
    """The fields of a form or of a JSON object, all as texts, from a page of ours or from a
    program that shows its secret."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    content: dict[str, Any] = {}
    if kind == "application/json":
        try:
            loaded = await request.json()
        except (ValueError, RecursionError):
            raise RefusalError("bad_input", "The request is not JSON.") from None
        if not isinstance(loaded, dict):
            raise RefusalError("bad_input", "The request is not a JSON object.")
        content = loaded
    elif kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        async with request.form(max_files=1, max_fields=200) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    # A file field that was left empty does not take the place of a text.
                    text = (await value.read()).decode("utf-8", errors="replace")
                    content[name] = text or content.get(name, "")
                elif name in content:
                    content[name] = f"{content[name]},{value}"
                else:
                    content[name] = value
    fields = {
        str(name): value if isinstance(value, str) else "" if value is None else str(value)
        for name, value in content.items()
    }
    given = request.headers.get(CSRF_HEADER) or fields.pop(CSRF_FIELD, "")
    if bearer(request) is None and not from_our_page(site.tables.storage.key, request, given):
        raise RefusalError("forbidden", "The form has grown old; open the page again and resend.")
    return fields


FieldsDep = Annotated[Fields, Depends(read_fields)]


def number(fields: Fields, name: str) -> int:
    """A whole number among the fields."""
    text = fields.get(name, "")
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 18:
        raise RefusalError("bad_input", "The field {name} is not a whole number.", name=name)
    return int(text)


# --- what is answered ------------------------------------------------------------------------


def wants_json(request: Request) -> bool:
    accept = request.headers.get("accept", "")
    return "application/json" in accept and "text/html" not in accept


def page(
    request: Request, template: str, context: dict[str, Any], status: int = 200
) -> HTMLResponse:
    """A page in the reader's language, with the session that its forms are bound to."""
    site, language = site_of(request), language_of(request)
    session = session_of(request)
    values = {
        "language": language,
        "languages": LANGUAGES,
        "csrf": csrf_token(site.tables.storage.key, session),
        "here": request.url.path,
        "refresh": 0,
        **context,
    }
    response = HTMLResponse(render(language, template, values), status)
    if request.cookies.get(SESSION_COOKIE) != session:
        set_cookie(response, site, SESSION_COOKIE, session)
    response.headers["vary"] = "accept-language, cookie"
    response.headers["content-language"] = language
    return response


def set_cookie(response: Response, site: Site, name: str, value: str, path: str = "/") -> None:
    response.set_cookie(
        name, value, max_age=_YEAR, path=path, httponly=True, samesite="lax", secure=site.secure
    )


def give_role(response: Response, site: Site, table_id: str, role: str, token: str) -> None:
    """Lets this browser keep the secret, for this table's pages only."""
    set_cookie(response, site, cookie_name(role), token, path=f"/t/{table_id}")


def see_other(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


def local_path(text: str) -> str:
    """A path on this site; anything else becomes the first page."""
    parts = urlsplit(text)
    good = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if good and not parts.netloc and text.isprintable() else "/"


def refused(request: Request, error: LegationError) -> Response:
    """The answer to what was not done: a page or JSON, with the reason and nothing more."""
    language = language_of(request)
    code = error.code if isinstance(error, RefusalError) else "bad_input"
    status = error.status if isinstance(error, RefusalError) else 422
    words = refusal_words(error, language) if isinstance(error, RefusalError) else str(error)
    if wants_json(request):
        content = {"accepted": False, "code": code, "reason": words}
        if isinstance(error, RefusalError) and "reason" in error.values:
            content["detail"] = error.values["reason"]
        return JSONResponse(content, status)
    title = words_of(language)("That did not work")
    return page(request, "message.html", {"title": title, "words": words, "code": code}, status)


def board(game: Game, seen: Observation, legal: Sequence[int], language: str) -> str | None:
    """The picture of the position, where the game has one."""
    from legation.play.boards import board_svg

    return board_svg(game, seen, legal, language)


def owns(site: Site, request: Request, table: LiveTable) -> list[int]:
    """The seats whose secrets this browser holds."""
    seats = range(table.game.seats)
    return [seat for seat in seats if has_role(site, request, table.row.id, f"seat:{seat}")]
