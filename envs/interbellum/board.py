"""The map of Europe and the table of its regions (see `engine/board.py`)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import Observation, Text
from legation.envs.engine.board import Bar, Board, BoardSeat, Number, Place, Token, Total, Tray
from legation.envs.interbellum import names
from legation.envs.interbellum.actions import AMBASSADOR_AXIS, POWER_LABELS
from legation.envs.interbellum.components import COMPONENTS, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import (
    BY_NAMES,
    COOPERATION,
    FIRST_PLACE,
    GM_SEAT,
    LEVEL_NAMES,
    POOL,
    PROTECTORATE,
    PUPPET,
    RESERVE,
    STEP_NAMES,
)

MAP = "europe_1933"
_FULL = 12  # a bar's amount; more is rare
_LETTERS = (
    Text("G", "Г"),
    Text("I", "И"),
    Text("S", "С"),
    Text("B", "В"),
    Text("F", "Ф"),
)
_REGION = Text("region", "регион")
_INFLUENCE = Text("influence", "влияние")
_MARK = Text("cooperation or more", "сотрудничество или выше")
_SHARE = Text("score, %", "очки, %")
_HEAD = Text("{year}, turn {turn} of {turns}: {step}", "{year}, ход {turn} из {turns}: {step}")
_OVER = Text("The game is over", "Игра окончена")
_WON = Text("won by {power} ({by})", "победа: {power} ({by})")
_GOLD = Text("Gold of Italy: {gold}", "Золото Италии: {gold}")
_STATE = Text("{level}: {power}", "{level}: {power}")
_SENT = Text("{name}, sent, not yet revealed", "{name}, направлен, ещё не вскрыто")
_CANCELLED = Text("{name}, cancelled", "{name}, отменён")
_RESERVE = Text("In reserve", "В резерве")
_RESERVE_OF = Text("In reserve: {power}", "В резерве: {power}")
_POOL = Text("In the pool", "В пуле")
_SIGNIFICANCE = (Text("S", "З"), Text("significance", "значимость"))
_COMBAT = (Text("C", "Б"), Text("combat potential", "боевой потенциал"))
_FLAGS = (
    ("volksdeutsche", Text("V", "Ф"), Text("Volksdeutsche", "фольксдойче")),
    ("new_rome", Text("R", "Р"), Text("New Roman Empire", "Новая Римская империя")),
    ("embassy", Text("E", "П"), Text("Soviet embassy", "посольство СССР")),
)


def board(observation: Observation, language: str) -> Board:
    """The position as regions with every power's influence, and the ambassadors one may see."""
    record = observation.record
    influence = names.values(record, "inf")
    acting = int(record["acting"])
    shares = names.values(record, "share")
    return Board(
        title=COMPONENTS.subtitle.in_language(language),
        places_title=_REGION.in_language(language),
        bars_title=_INFLUENCE.in_language(language),
        seats_axis=POWER_LABELS.name,
        seats=tuple(
            BoardSeat(item, names.power(p, language), _LETTERS[p].in_language(language))
            for p, item in enumerate(POWER_LABELS.item_ids)
        ),
        places=tuple(_place(observation, r, language) for r in range(len(influence))),
        full=max(_FULL, int(influence.max())),
        mark_title=_MARK.in_language(language),
        active=(acting,) if 0 <= acting < POWERS and not record["over"] else (),
        facts=tuple(_facts(record, language)),
        totals=(Total(_SHARE.in_language(language), tuple(round(n / 10) for n in shares)),),
        trays=tuple(_trays(observation, language)),
        map=MAP,
    )


def _facts(record: Any, language: str) -> list[str]:
    if record["over"]:
        words = _OVER.in_language(language)
        if int(record["winner"]) >= 0:
            winner = names.power(record["winner"], language)
            by = BY_NAMES[int(record["by"])].in_language(language)
            words += f": {_WON.in_language(language).format(power=winner, by=by)}"
        return [words]
    lines = [
        _HEAD.in_language(language).format(
            year=COMPONENTS.first_year + int(record["turn"]) - 1,
            turn=record["turn"],
            turns=record["turns"],
            step=STEP_NAMES[int(record["step"])].in_language(language),
        )
    ]
    if record["gold"]:
        lines.append(_GOLD.in_language(language).format(gold=record["gold"]))
    return lines


def _place(observation: Observation, r: int, language: str) -> Place:
    record = observation.record
    levels = names.values(record, "level")[r]
    holder = next((p for p in range(POWERS) if levels[p] >= PROTECTORATE), None)
    state = ""
    if holder is not None:
        state = _STATE.in_language(language).format(
            level=LEVEL_NAMES[int(levels[holder])].in_language(language),
            power=names.power(holder, language),
        )
    axis, item = _action_item(observation, r)
    return Place(
        axis=axis,
        item=item,
        title=names.region(observation, r, language),
        bars=tuple(
            Bar(int(record["inf"][r, p]), mark=bool(levels[p] >= COOPERATION))
            for p in range(POWERS)
        ),
        numbers=_numbers(record, r, language),
        tokens=tuple(_standing(record, r, language)),
        state=state,
        holder=holder,
        firm=holder is not None and bool(levels[holder] == PUPPET),
        highlight=int(record["about_region"]) == r,
    )


def _action_item(observation: Observation, r: int) -> tuple[str, str]:
    """The axis and the item by which actions name a region."""
    axis = next(
        family.parameters[0].axis
        for family in observation.game.actions.families
        if family.name == "region"
    )
    assert axis is not None
    return axis.name, axis.item_ids[r]


def _numbers(record: Any, r: int, language: str) -> tuple[Number, ...]:
    found = [
        Number(sign.in_language(language), title.in_language(language), int(record[name][r]))
        for (sign, title), name in ((_SIGNIFICANCE, "sig"), (_COMBAT, "combat"))
    ]
    found += [
        Number(sign.in_language(language), title.in_language(language), None)
        for name, sign, title in _FLAGS
        if record[name][r]
    ]
    return tuple(found)


def _standing(record: Any, r: int, language: str) -> list[Token]:
    """Ambassadors in a region: those that all see, and those that only the viewer knows of."""
    places, deployed = names.values(record, "place"), names.values(record, "deployed")
    cancelled = names.values(record, "cancelled")
    tokens = []
    for p in range(POWERS):
        for slot in range(POOL_SIZE):
            # Where the viewer may not know the place it holds `unknown`, which is no region.
            if places[p, slot] != FIRST_PLACE + r:
                continue
            full = COMPONENTS.ambassadors[p * POOL_SIZE + slot].name.in_language(language)
            token = _token(p, slot, language)
            if not deployed[p, slot]:
                title = _SENT.in_language(language).format(name=full)
                token = Token(f"({token.text})", title, p, token.axis, token.item)
            elif cancelled[p, slot]:
                title = _CANCELLED.in_language(language).format(name=full)
                token = Token(f"{token.text} ×", title, p, token.axis, token.item)
            tokens.append(token)
    return tokens


def _trays(observation: Observation, language: str) -> list[Tray]:
    """Reserve and pool of the viewer; the game master sees every reserve."""
    viewer = observation.seat
    if observation.record["over"]:
        return []
    places = names.values(observation.record, "place")
    trays = []
    if viewer < POWERS:
        for text, where in ((_RESERVE, RESERVE), (_POOL, POOL)):
            tokens = _held(places[viewer], viewer, where, language)
            if tokens:
                trays.append(Tray(text.in_language(language), tokens))
    elif viewer == GM_SEAT and len(observation.game.seat_ids) > GM_SEAT:
        for p in range(POWERS):
            title = _RESERVE_OF.in_language(language).format(power=names.power(p, language))
            tokens = _held(places[p], p, RESERVE, language)
            if tokens:
                trays.append(Tray(title, tokens))
    return trays


def _held(places: Any, power: int, where: int, language: str) -> tuple[Token, ...]:
    return tuple(
        _token(power, slot, language) for slot in range(POOL_SIZE) if places[slot] == where
    )


def _token(power: int, slot: int, language: str) -> Token:
    index = power * POOL_SIZE + slot
    full = COMPONENTS.ambassadors[index].name.in_language(language)
    return Token(
        names.ambassador(index, language),
        full,
        power,
        AMBASSADOR_AXIS.name,
        AMBASSADOR_AXIS.item_ids[index],
    )
