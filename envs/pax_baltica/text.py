"""A position in words, from one seat's view, in plain text of at most 100 columns."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_SIDE,
    COLOURS,
    CUBES,
    IS_FLEET,
    LOCATIONS,
    NATIONS,
    POOL,
    SEA0,
    TERRITORIES,
    TRACK_NATION,
    VALUE,
)
from legation.envs.pax_baltica.record import (
    BLOCK_AXIS,
    COLOUR_AXIS,
    LOCATION_AXIS,
    NATION_AXIS,
    OUTCOMES,
    OWNERS,
    PHASES,
    SCHEMA,
    SIDE_NAMES,
    STATUSES,
    TRACK_AXIS,
    UNIT,
    WAITING,
)

_COLUMNS = 100
_WHEN = Text("{season} {year}", "{season} {year} года")
_TURN = Text("{side}: {phase}", "{side}: {phase}")
_OVER = Text("The game is over: {outcome}.", "Игра окончена: {outcome}.")
_SCORE = Text(
    "Score of Sweden {score:+.2f}: {vp} victory points, par {par}",
    "Счёт Швеции {score:+.2f}: победных очков {vp}, норма {par}",
)
_ACTIONS = Text(
    "Action dice {dice}; {first} acts first; actions left: {left}",
    "Кубики действий {dice}; первой ходит {first}; осталось действий: {left}",
)
_HARVEST = Text("bad harvest", "неурожай")
_CAMPAIGN = Text("winter campaign", "зимняя кампания")
_EXHAUSTION = Text("exhaustion of Sweden {level}", "истощение Швеции {level}")
_ENVOYS = Text("envoys {side} {count}", "послы {side}: {count}")
_NATIONS = Text("RP levels", "Уровни RP")
_LEVEL = Text("{nation} {level}", "{nation} {level}")
_OUT = Text("{nation} {level} (out of the war)", "{nation} {level} (вне войны)")
_OUT_UNTIL = Text("{nation} {level} (out until {year})", "{nation} {level} (вне войны до {year})")
_OTHERS = Text("Others", "Прочие")
_CUBES = Text("Cubes left", "Свободные кубики")
_POOL = Text("Pool", "Резерв")
_BANK = Text("Replacement points", "Очки пополнений")
_MAP = Text("The map, where something stands or lies:", "Карта, где что-то стоит или лежит:")
_MARKER = Text("marker {colour}", "маркер {colour}")
_SIEGE = Text("siege {cubes}/{value} {colour}", "осада {cubes}/{value} {colour}")
_ORDER = Text("to be besieged", "будет осаждена")
_BATTLE = Text("battle, attacker {side}", "бой, атакует {side}")
_LOST = Text("steps lost {count}", "потеряно шагов {count}")
_UNSEEN = Text("unseen: {colour} {count}", "скрыто: {colour} {count}")
_UNSEEN_FLEETS = Text("fleets unseen: {colour} {count}", "скрыто флотов: {colour} {count}")
_MOVED = Text("moved", "ходил")
_GROUP = Text("in the group", "в группе")
_FOCUS = {
    "march": Text("March, now at {place}", "Марш, сейчас: {place}"),
    "battle": Text("Battle at {place}, round {round}", "Бой: {place}, раунд {round}"),
    "siege": Text("Siege of {place}", "Осада: {place}"),
    "regroup": Text("Regrouping from {place} to {target}", "Перегруппировка: {place} - {target}"),
}
_PLACING = Text("To be placed: {block}", "Размещается: {block}")
_SEAT = Text("You play {side}.", "Вы играете за: {side}.")


def render(observation: Observation, language: str) -> str:
    """The whole view of a seat (or spectator) in English or Russian."""
    blocks = [_head(observation, language), _standing(observation, language)]
    blocks.append(_map(observation, language))
    own = _own(observation, language)
    if own:
        blocks.append(own)
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _say(text: Text, language: str, **values: object) -> str:
    return text.in_language(language).format(**values)


def _side(side: object, language: str) -> str:
    return SIDE_NAMES[int(str(side))].in_language(language)


def place_name(x: object, language: str) -> str:
    return LOCATION_AXIS.labels[int(str(x))].in_language(language)


def _colour(colour: int, language: str) -> str:
    return COLOUR_AXIS.labels[colour].in_language(language)


def _wrapped(line: str, indent: int = 4) -> list[str]:
    return wrap(line, _COLUMNS, subsequent_indent=" " * indent, break_on_hyphens=False)


def situation(observation: Observation, language: str) -> list[str]:
    """Who, when, what, and how the war stands, in a few lines."""
    return [*_head(observation, language), *_standing(observation, language)]


# --- who, when, what -------------------------------------------------------------------------


def _head(observation: Observation, language: str) -> list[str]:
    s = observation.record
    scenario = COMPONENTS.scenarios[int(s.scenario)].name.in_language(language)
    season = SCHEMA.field("season").kind.values[int(s.season)]  # type: ignore[union-attr]
    words = [f"{COMPONENTS.title.in_language(language)}. {scenario}"]
    words.append(_say(_WHEN, language, season=season.in_language(language), year=s.year))
    if s.over:
        outcome = OUTCOMES[int(s.outcome)].in_language(language)
        words.append(_say(_OVER, language, outcome=outcome))
    else:
        phase = PHASES[int(s.phase)].in_language(language)
        words.append(_say(_TURN, language, side=_side(s.turn, language), phase=phase))
    if s.campaign:
        words.append(_CAMPAIGN.in_language(language))
    if s.bad_harvest:
        words.append(_HARVEST.in_language(language))
    lines = _wrapped("; ".join(words))
    focus = _focus(s, language)
    return [*lines, focus] if focus else lines


def _focus(s: Any, language: str) -> str:
    """Where the march, battle or siege is that goes on."""
    if s.over or s.focus < 0:
        return ""
    kind = "march"
    if s.target >= 0:
        kind = "regroup"
    elif s.battle_round > 0:
        kind = "battle"
    elif s.attacker >= 0:
        kind = "siege"
    return _say(
        _FOCUS[kind],
        language,
        place=place_name(s.focus, language),
        round=s.battle_round,
        target=place_name(max(0, s.target), language),
    )


def _standing(observation: Observation, language: str) -> list[str]:
    s = observation.record
    score = int(s.standing) / UNIT
    lines = [_say(_SCORE, language, score=score, vp=s.vp, par=s.par)]
    left = ", ".join(f"{_side(i, language)} {s.actions_left[i]}" for i in range(2))
    dice = ", ".join(str(d) for d in s.action_die)
    first = _side(s.first_player, language)
    lines.append(_say(_ACTIONS, language, dice=dice, first=first, left=left))
    more = [_say(_EXHAUSTION, language, level=s.exhaustion)]
    more += [
        _say(_ENVOYS, language, side=_side(i, language), count=s.envoys[i])
        for i in range(2)
        if s.envoys[i]
    ]
    lines.append("; ".join(more))
    levels = []
    for track, nation in enumerate(TRACK_NATION.tolist()):
        name = TRACK_AXIS.labels[track].in_language(language)
        text = _LEVEL
        if s.status[nation] == WAITING:
            text = _OUT_UNTIL if s.return_year[nation] > s.year else _OUT
        level, year = s.rp[track], s.return_year[nation]
        levels.append(_say(text, language, nation=name, level=level, year=year))
    lines += _wrapped(f"{_NATIONS.in_language(language)}: {', '.join(levels)}")
    others = [
        f"{NATION_AXIS.labels[n].in_language(language)} "
        f"({STATUSES[int(s.status[n])].in_language(language)})"
        for n in range(NATIONS)
        if n not in TRACK_NATION
    ]
    lines += _wrapped(f"{_OTHERS.in_language(language)}: {', '.join(others)}")
    cubes = ", ".join(f"{_colour(c, language)} {_free(s, c)}" for c in range(COLOURS))
    lines.append(f"{_CUBES.in_language(language)}: {cubes}")
    pool = ", ".join(f"{_colour(c, language)} {s.pool_count[c]}" for c in range(COLOURS))
    lines.append(f"{_POOL.in_language(language)}: {pool}")
    return lines


def _free(s: Any, colour: int) -> int:
    cubes = np.asarray(s.siege_cubes)[np.asarray(s.siege_colour) == colour].sum()
    return int(CUBES[colour] - (np.asarray(s.marker) == colour).sum() - cubes)


# --- the map ---------------------------------------------------------------------------------


def _map(observation: Observation, language: str) -> list[str]:
    lines = [_MAP.in_language(language)]
    for x in range(LOCATIONS):
        notes = _notes(observation, x, language)
        if notes:
            name = place_name(x, language)
            if x < SEA0:
                owner = OWNERS[int(observation.record.owner[x])].in_language(language)
                name += f" ({owner})"
            lines += _wrapped(f"  {name}: {'; '.join(notes)}", 6)
    return lines


def _notes(observation: Observation, x: int, language: str) -> list[str]:
    s = observation.record
    notes = _blocks(observation, x, language)
    if x < TERRITORIES:
        if s.marker[x] >= 0:
            notes.append(_say(_MARKER, language, colour=_colour(int(s.marker[x]), language)))
        if s.siege_cubes[x] > 0:
            colour = _colour(int(s.siege_colour[x]), language)
            notes.append(
                _say(_SIEGE, language, cubes=s.siege_cubes[x], value=VALUE[x], colour=colour)
            )
        if s.siege_order[:, x].any():
            notes.append(_ORDER.in_language(language))
        if s.steps_lost[x] > 0:
            notes.append(_say(_LOST, language, count=s.steps_lost[x]))
    if s.contested[x] >= 0:
        notes.append(_say(_BATTLE, language, side=_side(s.contested[x], language)))
    return notes


def _blocks(observation: Observation, x: int, language: str) -> list[str]:
    """Known blocks by name and steps; the others as they are counted, by colour."""
    s, seat = observation.record, observation.seat
    known = np.flatnonzero(np.asarray(s["place"]) == x).tolist()
    notes = []
    for b in known:
        note = f"{BLOCK_AXIS.labels[b].in_language(language)} {s.steps[b]}"
        marks = []
        if BLOCK_SIDE[b] == seat and s.moved[b] > 0:
            marks.append(_MOVED.in_language(language))
        if BLOCK_SIDE[b] == seat and s.picked[b] > 0:
            marks.append(_GROUP.in_language(language))
        notes.append(note + (f" ({', '.join(marks)})" if marks else ""))
    for colour in range(COLOURS):
        for fleets, text in ((0, _UNSEEN), (1, _UNSEEN_FLEETS)):
            if fleets == 0 and x >= SEA0:
                continue
            counted = int(s.fleet_count[x, colour] if fleets else s.land_count[x, colour])
            counted -= sum(BLOCK_COLOUR[b] == colour and IS_FLEET[b] == fleets for b in known)
            if counted > 0:
                name = _colour(colour, language)
                notes.append(_say(text, language, count=counted, colour=name))
    return notes


# --- what the seat alone knows ---------------------------------------------------------------


def _own(observation: Observation, language: str) -> list[str]:
    s, seat = observation.record, observation.seat
    if seat > 1:
        return []
    lines = [_say(_SEAT, language, side=_side(seat, language))]
    pool = [
        BLOCK_AXIS.labels[b].in_language(language)
        for b in range(len(BLOCK_SIDE))
        if BLOCK_SIDE[b] == seat and s.place[b] == POOL
    ]
    if pool:
        lines += _wrapped(f"{_POOL.in_language(language)}: {', '.join(pool)}")
    return lines + own_means(observation, language)


def own_means(observation: Observation, language: str) -> list[str]:
    """What a side may still build, and which block it is placing."""
    s, seat = observation.record, observation.seat
    if seat > 1:
        return []
    lines = []
    bank = [
        f"{TRACK_AXIS.labels[track].in_language(language)} {s.bank[seat, track]}"
        for track in range(len(TRACK_NATION))
        if s.bank[seat, track] > 0
    ]
    if bank:
        lines.append(f"{_BANK.in_language(language)}: {', '.join(bank)}")
    if s.placing[seat] >= 0:
        block = BLOCK_AXIS.labels[int(s.placing[seat])].in_language(language)
        lines.append(_say(_PLACING, language, block=block))
    return lines
