"""The host's page: links of seats made anew, seats given to bots or offered to all."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from legation.play.defaults import strengths
from legation.play.refusal import RefusalError
from legation.play.views import table_view
from legation.play.web.i18n import language_of
from legation.play.web.site import (
    Fields,
    FieldsDep,
    HostDep,
    Site,
    SiteDep,
    give_role,
    owns,
    page,
    see_other,
    wants_json,
)

router = APIRouter(prefix="/t/{table_id}/host", include_in_schema=False)


@router.get("")
def show(request: Request, site: SiteDep, table_id: HostDep) -> Response:
    """The host sees what spectators see, and who sits where."""
    with site.tables.reading(table_id) as table:
        view = table_view(table, table.spectator, language_of(request))
        own = owns(site, request, table)
    context = {
        "view": view,
        "path": f"/t/{table_id}",
        "own": own,
        "strengths": strengths(view.game),
        "address": site.link(request, f"/t/{table_id}"),
    }
    return page(request, "host.html", context)


def _seat(site: Site, table_id: str, fields: Fields) -> tuple[int, str]:
    with site.tables.reading(table_id) as table:
        ids = table.game.seat_ids
    seat_id = fields.get("seat", "")
    if seat_id not in ids:
        raise RefusalError("no_seat", "There is no such seat.")
    return ids.index(seat_id), seat_id


@router.post("/link")
def link(request: Request, site: SiteDep, table_id: HostDep, fields: FieldsDep) -> Response:
    """A new secret link for a seat, or for the host (`seat` = host); shown this once."""
    host = fields.get("seat") == "host"
    seat, seat_id = (-1, "host") if host else _seat(site, table_id, fields)
    role = "host" if host else f"seat:{seat}"
    token = site.tables.reissue(table_id, role)
    if wants_json(request):
        return JSONResponse({"accepted": True, "seat": seat_id, "token": token})
    shown = [(seat_id, site.link(request, f"/t/{table_id}/enter/{seat_id}/{token}"))]
    response = page(request, "links.html", {"links": shown, "back": f"/t/{table_id}/host"})
    if host:
        give_role(response, site, table_id, role, token)
    return response


@router.post("/bot")
def bot(request: Request, site: SiteDep, table_id: HostDep, fields: FieldsDep) -> Response:
    seat, _ = _seat(site, table_id, fields)
    site.tables.set_bot(table_id, seat, fields.get("strength", ""))
    return see_other(f"/t/{table_id}/host")


@router.post("/open")
def offer(request: Request, site: SiteDep, table_id: HostDep, fields: FieldsDep) -> Response:
    seat, _ = _seat(site, table_id, fields)
    site.tables.open_seat(table_id, seat)
    return see_other(f"/t/{table_id}/host")
