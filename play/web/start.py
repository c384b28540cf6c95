"""The first page, setting up a table, importing a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from legation.envs import AnyOption, game_options
from legation.envs.engine import LANGUAGES, Game, LegationError, OptionValue, unknown
from legation.envs.engine.record import Record, parse_record
from legation.play.defaults import default_strength, strengths
from legation.play.live import Controller
from legation.play.options import (
    PREFIX,
    chosen_options,
    controls_of,
    entered_texts,
    wrong_option,
)
from legation.play.refusal import RefusalError
from legation.play.settings import BOT, OPEN, PERSON, Settings, clean_name
from legation.play.web.i18n import COOKIE, language_of
from legation.play.web.site import (
    FieldsDep,
    Site,
    SiteDep,
    give_role,
    local_path,
    number,
    page,
    see_other,
    set_cookie,
    wants_json,
)

router = APIRouter(include_in_schema=False)
TIME_LIMITS = (0, 60, 300, 3600, 24 * 3600, 3 * 24 * 3600)
YOU = "you"


@router.get("/")
def start(request: Request, site: SiteDep) -> Response:
    language = language_of(request)
    games = []
    for name in site.games:
        game = site.tables.game(name, options_of(name, site, {}))
        seats = [
            (i, label.in_language(language))
            for i, label in zip(game.seat_ids, game.schema.seats.labels, strict=True)
        ]
        games.append((game, game.title.in_language(language), seats, default_strength(game)))
    return page(request, "start.html", {"games": games})


@router.get("/new/{name}")
def new(request: Request, site: SiteDep, name: str) -> Response:
    """All that can be chosen. Seats may depend on options, so those are chosen first."""
    return new_page(request, site, name, dict(request.query_params))


@router.post("/new/{name}")
def new_rules(request: Request, site: SiteDep, name: str, fields: FieldsDep) -> Response:
    """The same with other options; nothing is stored."""
    return new_page(request, site, name, fields)


def new_page(request: Request, site: Site, name: str, fields: Mapping[str, str]) -> Response:
    language = language_of(request)
    alert, status, wrong = "", 200, ""
    entered: Mapping[str, str] = {}
    try:
        game = site.tables.game(name, options_of(name, site, fields))
    except RefusalError:
        raise
    except LegationError as error:
        # What was wrong, above the form and at its box. The table below has rules that hold.
        alert, status = str(error), 422
        wrong = wrong_option(declared(name, site), error)
        kept, entered = entered_texts(declared(name, site), fields)
        try:
            game = site.tables.game(name, options_of(name, site, kept))
        except LegationError:
            game, entered = site.tables.game(name, options_of(name, site, {})), {}
    controls = controls_of(declared(name, site), game.options, language)
    labels = [label.in_language(language) for label in game.schema.seats.labels]
    context = {
        "game": game,
        "title": game.title.in_language(language),
        "controls": controls,
        "alert": alert,
        "wrong": wrong,
        "entered": entered,
        "now": {c.name: entered.get(f"{PREFIX}{c.name}", c.value) for c in controls},
        "seats": list(zip(game.seat_ids, labels, strict=True)),
        "strengths": strengths(game),
        "default": default_strength(game),
        "time_limits": TIME_LIMITS,
    }
    return page(request, "new.html", context, status)


@router.post("/tables")
def create(request: Request, site: SiteDep, fields: FieldsDep) -> Response:
    """A new table from the form; whoever sets it up is its host."""
    name = fields.get("game", "")
    game = site.tables.game(name, options_of(name, site, fields))
    mine = fields.get("seat", "") or game.seat_ids[0]
    controllers = [
        _controller(game, fields.get(f"controller.{seat_id}", ""), seat_id == mine, fields)
        for seat_id in game.seat_ids
    ]
    seat = None
    for number_, seat_id in enumerate(game.seat_ids):
        told = fields.get(f"controller.{seat_id}")
        if seat is None and (told == YOU or (told is None and seat_id == mine)):
            seat = number_
    limit = number(fields, "time_limit") if fields.get("time_limit") else 0
    settings = Settings(
        time_limit=float(limit) if limit else None,
        on_timeout=fields.get("on_timeout") or "default",
        undo=fields.get("undo") or "turn",
        advice=fields.get("advice", "on") == "on",
        spectators=fields.get("spectators", "on") == "on",
        language=language_of(request),
    )
    seed = number(fields, "seed") if fields.get("seed") else None
    if seed is not None and seed < 0:
        raise RefusalError("bad_input", "A seed is a whole number from 0 up.")
    return open_table(
        request, site, game, seat, controllers=controllers, settings=settings, seed=seed
    )


@router.post("/import")
def import_record(request: Request, site: SiteDep, fields: FieldsDep) -> Response:
    """A table that goes on where a record ends, or shows it, if it is over."""
    record = read_text(fields.get("record", ""))
    if record.game not in site.games:
        raise unknown("game", record.game, site.games)
    game = site.tables.game(record.game, options_of(record.game, site, record.options))
    seat_id = fields.get("seat", "")
    seat = game.seat_ids.index(seat_id) if seat_id in game.seat_ids else 0
    return open_table(request, site, game, seat, record=record)


@router.post("/language")
def language(request: Request, site: SiteDep, fields: FieldsDep) -> Response:
    chosen = fields.get("language", "")
    if chosen not in LANGUAGES:
        raise unknown("language", chosen, LANGUAGES)
    response = see_other(local_path(fields.get("back", "/")))
    set_cookie(response, site, COOKIE, chosen)
    return response


# --- a new table -----------------------------------------------------------------------------


def open_table(
    request: Request,
    site: Site,
    game: Game,
    seat: int | None,
    *,
    controllers: list[Controller] | None = None,
    settings: Settings | None = None,
    seed: int | None = None,
    record: Record | None = None,
) -> Response:
    """Sets up a table; this browser gets the seat and the host's rights.

    Where other people play too, the next page shows their secret links, this once.
    """
    strength = default_strength(game)
    if controllers is None:
        controllers = [
            Controller(PERSON) if s == seat else Controller(BOT, strength=strength)
            for s in range(game.seats)
        ]
    settings = settings or Settings(language=language_of(request))
    if not site.bots.compile(game):
        raise RefusalError("too_many", "Many games are being prepared; try again in a minute.")
    made = site.tables.create(game, controllers, settings, seed=seed, record=record)
    links = {game.seat_ids[s]: token for s, token in made.seats.items() if s != seat}
    mine = game.seat_ids[seat] if seat is not None else None
    path = f"/t/{made.id}/seat/{mine}" if mine else f"/t/{made.id}"
    if wants_json(request):
        tokens = {game.seat_ids[s]: token for s, token in made.seats.items()}
        response: Response = JSONResponse(
            {"accepted": True, "table": made.id, "host": made.host, "seats": tokens}, 201
        )
    elif links:
        shown = [
            (name, site.link(request, f"/t/{made.id}/enter/{name}/{token}"))
            for name, token in links.items()
        ]
        response = page(request, "links.html", {"links": shown, "back": path}, 201)
    elif OPEN in {c.kind for c in controllers} and not mine:
        response = see_other(f"/t/{made.id}/host")
    else:
        response = see_other(path)
    give_role(response, site, made.id, "host", made.host)
    if seat is not None and seat in made.seats:
        give_role(response, site, made.id, f"seat:{seat}", made.seats[seat])
    return response


def _controller(game: Game, told: str, mine: bool, fields: Mapping[str, str]) -> Controller:
    """`you`, `person`, `open`, `bot` or `bot:strength`; empty stands for the default."""
    if told == YOU or (not told and mine):
        return Controller(PERSON, clean_name(fields.get("name", "")))
    kind, _, strength = told.partition(":")
    if kind in (PERSON, OPEN):
        return Controller(kind)
    if kind not in ("", BOT):
        raise unknown("controller", told, (YOU, PERSON, OPEN, BOT))
    return Controller(BOT, strength=strength or default_strength(game))


def declared(name: str, site: Site) -> tuple[AnyOption, ...]:
    if name not in site.games:
        raise RefusalError("no_table", "There is no such game.")
    return game_options(name)


def options_of(name: str, site: Site, fields: Mapping[str, Any]) -> dict[str, OptionValue]:
    """The options among the fields, with defaults for the rest; see `chosen_options`."""
    return chosen_options(declared(name, site), fields, name)


def read_text(text: str) -> Record:
    """A record from the text of its file; it may be unfinished.

    Raises:
        LegationError: it is none; says where it is wrong.
    """
    return parse_record("the record", text.replace("\r\n", "\n"), unfinished=True)
