"""The pages of a seat: the table as it sees it, and its commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from legation.play.bot_worker import Advice
from legation.play.refusal import Receipt, RefusalError
from legation.play.steps import Command
from legation.play.views import api_view, export_view, table_view
from legation.play.web.i18n import language_of, refusal_words
from legation.play.web.site import (
    Access,
    Fields,
    FieldsDep,
    SeatDep,
    Site,
    SiteDep,
    board,
    give_role,
    number,
    page,
    see_other,
    wants_json,
)

router = APIRouter(prefix="/t/{table_id}/seat/{seat_id}", include_in_schema=False)


def seat_page(
    request: Request,
    site: Site,
    access: Access,
    *,
    status: int = 200,
    alert: str = "",
    advice: Advice | None = None,
    asked: bool = False,
    draft: str = "",
) -> Response:
    """The table as a seat sees it."""
    language = language_of(request)
    row = site.tables.storage.table(access.table_id)
    with site.tables.reading(access.table_id) as table:
        view = table_view(table, access.viewer, language, board, row.deadline if row else None)
        seen = table.observe(access.viewer)
        advised = [
            (table.game.phrase_of(seen, action, language), share, action)
            for action, share in (advice.actions if advice else ())
        ]
        command_key = table.sign("form", access.viewer, view.version)
    context: dict[str, Any] = {
        "view": view,
        "path": access.path,
        "alert": alert,
        "advice": advice,
        "advised": advised,
        "advice_asked": asked,
        "draft": draft,
        "key": command_key,
        "now": site.tables.clock(),
        "webhook": site.tables.storage.webhook(access.table_id, f"seat:{access.viewer}") or "",
        "refresh": 0 if view.to_act or view.over else 3,
    }
    return page(request, "table.html", context, status)


def answer(
    request: Request, site: Site, access: Access, receipt: Receipt, anchor: str = ""
) -> Response:
    """The yes: JSON for programs, the fresh page for people."""
    if wants_json(request):
        return JSONResponse({"accepted": True, "receipt": receipt.to_dict()})
    return see_other(access.path + anchor)


def said_no(
    request: Request, site: Site, access: Access, error: RefusalError, draft: str = ""
) -> Response:
    """The no: the table as it is now, with the reason on top."""
    if wants_json(request) or error.code in ("no_table", "broken"):
        raise error
    words = refusal_words(error, language_of(request))
    return seat_page(request, site, access, status=error.status, alert=words, draft=draft)


def command_of(fields: Fields) -> Command:
    decision = fields.get("decision") or None
    sequence = number(fields, "sequence") if fields.get("sequence") else None
    return Command(fields.get("key", ""), decision, sequence)


@router.get("")
def show(request: Request, site: SiteDep, access: SeatDep) -> Response:
    if wants_json(request):
        with site.tables.reading(access.table_id) as table:
            view = table_view(table, access.viewer, language_of(request))
            return JSONResponse(api_view(view, table.observe(access.viewer)))
    return seat_page(request, site, access)


Carry = Callable[[Site, Access, Fields], Receipt]


def _command(name: str, anchor: str = "") -> Callable[[Carry], Carry]:
    """Makes a route of what carries a seat's command out; it answers with the yes or the no."""

    def add(carry: Carry) -> Carry:
        @router.post(f"/{name}", name=name)
        def route(request: Request, site: SiteDep, access: SeatDep, fields: FieldsDep) -> Response:
            try:
                receipt = carry(site, access, fields)
            except RefusalError as error:
                return said_no(request, site, access, error, draft=fields.get("text", ""))
            return answer(request, site, access, receipt, anchor)

        return carry

    return add


@_command("act")
def act(site: Site, access: Access, fields: Fields) -> Receipt:
    action = number(fields, "action")
    return site.tables.act(access.table_id, access.viewer, command_of(fields), action)


@_command("undo")
def undo(site: Site, access: Access, fields: Fields) -> Receipt:
    return site.tables.undo(access.table_id, access.viewer, command_of(fields))


@_command("leave")
def leave(site: Site, access: Access, fields: Fields) -> Receipt:
    return site.tables.leave(access.table_id, access.viewer, command_of(fields))


@_command("take_back")
def take_back(site: Site, access: Access, fields: Fields) -> Receipt:
    return site.tables.take_back(access.table_id, access.viewer, command_of(fields))


@_command("chat", anchor="#chat")
def chat(site: Site, access: Access, fields: Fields) -> Receipt:
    if not site.chat_bucket.take(f"{access.table_id}:{access.viewer}"):
        raise RefusalError("too_many", "Too many messages; wait a little.")
    with site.tables.reading(access.table_id) as table:
        ids = table.game.seat_ids
    wanted = [w for w in fields.get("to", "").split(",") if w]
    if any(w not in ids for w in wanted):
        raise RefusalError("no_seat", "There is no such seat.")
    to = [ids.index(w) for w in wanted] or None
    text = fields.get("text", "").replace("\r\n", "\n")
    return site.tables.say(access.table_id, access.viewer, command_of(fields), text, to)


@router.post("/advice")
def advice(request: Request, site: SiteDep, access: SeatDep, fields: FieldsDep) -> Response:
    """What the agent would do; the answer is this page, nothing is stored."""
    try:
        if not site.advice_bucket.take(f"{access.table_id}:{access.viewer}"):
            raise RefusalError("too_many", "Too many questions; wait a little.")
        with site.tables.reading(access.table_id) as table:
            if not table.row.settings["advice"]:
                raise RefusalError("forbidden", "There is no advice at this table.")
            seen = table.observe(access.viewer)
            seed = (table.positions[access.viewer], access.viewer)
            phrase_of = table.game.phrase_of
        if not seen.to_act:
            raise RefusalError("not_your_turn", "You have nothing to decide now.")
        found = site.bots.advise(seen, seed=seed)
    except RefusalError as error:
        return said_no(request, site, access, error)
    if wants_json(request):
        actions = found.actions if found else ()
        return JSONResponse(
            {
                "accepted": True,
                "actions": [
                    {"action": a, "label": phrase_of(seen, a), "probability": p} for a, p in actions
                ],
                "value": found.value if found else None,
                "win": found.win if found else None,
            }
        )
    return seat_page(request, site, access, advice=found, asked=True)


@router.post("/webhook")
def webhook(request: Request, site: SiteDep, access: SeatDep, fields: FieldsDep) -> Response:
    try:
        url = fields.get("url", "").strip()
        target = site.notices.check(url) if url else None
        site.tables.set_webhook(access.table_id, access.viewer, target)
    except RefusalError as error:
        return said_no(request, site, access, error)
    return see_other(access.path + "#more")


@router.post("/link")
def link(request: Request, site: SiteDep, access: SeatDep, fields: FieldsDep) -> Response:
    """A new secret link for one's own seat, shown this once; this browser keeps its seat."""
    role = f"seat:{access.viewer}"
    token = site.tables.reissue(access.table_id, role)
    path = f"/t/{access.table_id}/enter/{access.seat_id}/{token}"
    shown = [(access.seat_id, site.link(request, path))]
    response = page(request, "links.html", {"links": shown, "back": access.path})
    give_role(response, site, access.table_id, role, token)
    return response


@router.get("/export")
def export(request: Request, site: SiteDep, access: SeatDep) -> Response:
    """The record as this seat may have it."""
    with site.tables.reading(access.table_id) as table:
        content = export_view(table, access.viewer, language_of(request))
    return download(json.dumps(content, ensure_ascii=False, indent=1), f"{access.seat_id}.json")


def download(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json; charset=utf-8", headers=headers)
