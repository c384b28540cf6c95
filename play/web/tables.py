"""The pages of a table without a seat: spectators, the lobby, replays, exports, secret links."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from legation.envs.engine.record import record_lines
from legation.play.refusal import RefusalError
from legation.play.views import api_view, export_view, replay_frame, table_view
from legation.play.web.hub import Listener
from legation.play.web.i18n import language_of
from legation.play.web.seats import download
from legation.play.web.site import (
    Access,
    FieldsDep,
    SeatDep,
    Site,
    SiteDep,
    SpectatorDep,
    board,
    give_role,
    has_role,
    number,
    owns,
    page,
    see_other,
    wants_json,
)

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)
_HEARTBEAT = 20.0


@router.get("")
def watch(request: Request, site: SiteDep, access: SpectatorDep) -> Response:
    """The table as spectators see it; open seats can be taken here."""
    language = language_of(request)
    with site.tables.reading(access.table_id) as table:
        if wants_json(request):
            view = table_view(table, access.viewer, language)
            return JSONResponse(api_view(view, table.observe(access.viewer)))
        view = table_view(table, access.viewer, language, board)
        own = owns(site, request, table)
    context = {
        "view": view,
        "path": access.path,
        "own": own,
        "host": has_role(site, request, access.table_id, "host"),
        "now": site.tables.clock(),
        "refresh": 0 if view.over else 5,
        "alert": "",
    }
    return page(request, "watch.html", context)


@router.get("/enter/{role}/{token}")
def enter(request: Request, site: SiteDep, table_id: str, role: str, token: str) -> Response:
    """A secret link: the browser keeps the secret, and goes on to an address without it."""
    with site.tables.reading(table_id) as table:
        ids = table.game.seat_ids
    if role != "host" and role not in ids:
        raise RefusalError("no_seat", "There is no such seat.")
    stored = "host" if role == "host" else f"seat:{ids.index(role)}"
    if not site.tables.storage.token_fits(table_id, stored, token[:100]):
        raise RefusalError("forbidden", "This link is no longer good; ask the host for a new one.")
    path = f"/t/{table_id}/host" if role == "host" else f"/t/{table_id}/seat/{role}"
    response = see_other(path)
    give_role(response, site, table_id, stored, token)
    return response


@router.post("/claim")
def claim(request: Request, site: SiteDep, access: SpectatorDep, fields: FieldsDep) -> Response:
    """Takes an open seat, for this browser."""
    with site.tables.reading(access.table_id) as table:
        ids = table.game.seat_ids
    seat_id = fields.get("seat", "")
    if seat_id not in ids:
        raise RefusalError("no_seat", "There is no such seat.")
    seat = ids.index(seat_id)
    token = site.tables.claim(access.table_id, seat, fields.get("name", ""))
    path = f"/t/{access.table_id}/seat/{seat_id}"
    response: Response = see_other(path)
    if wants_json(request):
        response = JSONResponse({"accepted": True, "seat": seat_id, "token": token})
    give_role(response, site, access.table_id, f"seat:{seat}", token)
    return response


# --- replay and export -----------------------------------------------------------------------


@router.get("/seat/{seat_id}/replay")
def replay_seat(
    request: Request, site: SiteDep, access: SeatDep, at: str = "", view: str = ""
) -> Response:
    return replay_page(request, site, access, at, view)


@router.get("/replay")
def replay_spectator(
    request: Request, site: SiteDep, access: SpectatorDep, at: str = "", view: str = ""
) -> Response:
    return replay_page(request, site, access, at, view)


def replay_page(request: Request, site: Site, access: Access, at: str, view: str) -> Response:
    """One frame. Whoever looks may choose the own view and the spectators'; after the end any
    seat's, and `all`: everything."""
    language = language_of(request)
    with site.tables.reading(access.table_id) as table:
        game = table.game
        names = [label.in_language(language) for label in game.schema.seats.labels]
        choices: dict[str, int | None] = {}
        if table.over:
            choices["all"] = None
        for seat, seat_id in enumerate(game.seat_ids):
            if table.over or seat == access.viewer:
                choices[seat_id] = seat
        choices["spectator"] = game.spectator
        chosen = view or access.seat_id or ("all" if table.over else "spectator")
        if chosen not in choices:
            raise RefusalError("forbidden", "This view opens after the end of the game.")
        wanted = int(at) if at.isascii() and at.isdecimal() and len(at) < 9 else None
        frame = replay_frame(table, choices[chosen], wanted, language, board)
        over = table.over
    context = {
        "frame": frame,
        "choices": [
            (name, names[number] if number is not None and number < len(names) else "")
            for name, number in choices.items()
        ],
        "chosen": chosen,
        "path": access.path,
        "title": game.title.in_language(language),
        "table_id": access.table_id,
        "over": over,
    }
    return page(request, "replay.html", context)


@router.get("/export")
def export(request: Request, site: SiteDep, access: SpectatorDep) -> Response:
    """The record as spectators may have it."""
    with site.tables.reading(access.table_id) as table:
        content = export_view(table, access.viewer, language_of(request))
    return download(json.dumps(content, ensure_ascii=False, indent=1), "spectator.json")


@router.get("/record")
def record(request: Request, site: SiteDep, access: SpectatorDep) -> Response:
    """The whole record, secrets and all: after the end."""
    with site.tables.reading(access.table_id) as table:
        if not table.over:
            raise RefusalError("forbidden", "The whole record can be had after the end.")
        lines = record_lines(table.record())
    return download("\n".join(lines) + "\n", f"{access.table_id}.jsonl")


@router.post("/fork")
def fork(request: Request, site: SiteDep, access: SpectatorDep, fields: FieldsDep) -> Response:
    """A new table that goes on from a decision of a game that is over."""
    from legation.play.web.start import open_table  # it knows how a browser gets its seat

    at = number(fields, "at")
    with site.tables.reading(access.table_id) as table:
        if not table.over:
            raise RefusalError("forbidden", "This opens after the end of the game.")
        if not 0 <= at < len(table.decisions):
            raise RefusalError("bad_input", "There is no such decision.")
        stored, game, state = table.record(at), table.game, table.states[at]
        actor = int(state.actor)
    wanted = fields.get("seat", "")
    seat = game.seat_ids.index(wanted) if wanted in game.seat_ids else actor
    return open_table(request, site, game, seat, record=stored)


# --- live updates ----------------------------------------------------------------------------


@router.get("/seat/{seat_id}/version")
def seat_version(site: SiteDep, access: SeatDep) -> Response:
    return JSONResponse({"version": site.tables.version(access.table_id, access.viewer)})


@router.get("/version")
def spectator_version(site: SiteDep, access: SpectatorDep) -> Response:
    return JSONResponse({"version": site.tables.version(access.table_id, access.viewer)})


@router.get("/seat/{seat_id}/stream")
async def seat_stream(request: Request, site: SiteDep, access: SeatDep) -> Response:
    return stream(request, site, access)


@router.get("/stream")
async def spectator_stream(request: Request, site: SiteDep, access: SpectatorDep) -> Response:
    return stream(request, site, access)


def stream(request: Request, site: Site, access: Access) -> Response:
    """Server-sent events that say that something changed for this viewer, and no more.

    What changed for others alone is not told: the number sent counts what this viewer saw.
    """
    if site.hub.count >= site.limits.streams:
        raise RefusalError("busy", "Too many streams; ask again now and then.")
    return StreamingResponse(
        _changes(request, site, access),
        media_type="text/event-stream",
        headers={"x-accel-buffering": "no"},
    )


async def _changes(request: Request, site: Site, access: Access) -> AsyncIterator[str]:
    known = -1
    with site.hub.listen(access.table_id) as listener:
        yield "retry: 3000\n\n"
        while not site.hub.closed:
            listener.event.clear()
            try:
                version = await _version(site, access, listener)
            except RefusalError:
                return
            if version > known:
                known = version
                yield f"event: change\ndata: {version}\n\n"
            try:
                await asyncio.wait_for(listener.event.wait(), _HEARTBEAT)
            except TimeoutError:
                listener.versions = None  # another process may serve the same table
                yield ": still here\n\n"
            if await request.is_disconnected():
                return


async def _version(site: Site, access: Access, listener: Listener) -> int:
    """As it was told with the last commit; of one that nobody told of, from the database."""
    if listener.versions is not None:
        return listener.versions[access.viewer]
    return await run_in_threadpool(site.tables.version, access.table_id, access.viewer)
