"""What a viewer learns besides the actions: dice, battles, sieges, hunger, nations."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.pax_baltica.components import RESULTS
from legation.envs.pax_baltica.constants import (
    BLOCKS,
    COLOURS,
    LOCATIONS,
    NATIONS,
    POLITICS_RESULT,
    TERRITORIES,
)
from legation.envs.pax_baltica.record import (
    BLOCK_AXIS,
    COLOUR_AXIS,
    NATION_AXIS,
    OUTCOMES,
    SIDE_NAMES,
    STATUSES,
)
from legation.envs.pax_baltica.text import place_name

_TURN = Text(
    "Action dice: Sweden {a}, Coalition {b}; {first} acts first",
    "Кубики действий: Швеция {a}, коалиция {b}; первой ходит {first}",
)
_POLITICS = Text("Politics of {side}, {sum}: {result}", "Политика, {side}, {sum}: {result}")
RESULT_NAMES = {
    "nothing": Text("nothing", "ничего"),
    "plague": Text("plague", "чума"),
    "intrigue": Text("intrigue", "интриги"),
    "envoys": Text("envoys", "послы"),
    "bad_harvest": Text("bad harvest", "неурожай"),
    "ukraine": Text("unrest in the Ukraine", "волнения на Украине"),
    "subsidy": Text("subsidy", "субсидия"),
    "magnates": Text("magnates", "магнаты"),
    "reform": Text("reform", "реформы"),
}
_SIEGE = Text("Siege of {place}: die {die}", "Осада, {place}: кубик {die}")
_FALLS = Text("{place}: garrison marker {colour}", "{place}: маркер гарнизона {colour}")
_LIFTED = Text("{place}: garrison marker lifted", "{place}: маркер гарнизона снят")
_LOST = Text("{place}: steps lost {count}", "{place}: потеряно шагов {count}")
_HITS = Text("Hits: Sweden {a}, Coalition {b}", "Попаданий: Швеция {a}, коалиция {b}")
_SEEN = Text("Seen: {block}, steps {steps}", "Раскрыт: {block}, шагов {steps}")
_FELL = Text("Seen and lost: {block}", "Раскрыт и потерян: {block}")
_NATION = Text("{nation}: {status}", "{nation}: {status}")
_ENTRY = Text("{nation}, entry die {die}", "{nation}, кубик вступления {die}")
_WINTER = Text("Winter die {die}", "Зимний кубик {die}")
_COUNT = Text("{place}: {colour} blocks {old} -> {new}", "{place}: отряды {colour} {old} -> {new}")
_BUILT = Text("Reinforced at {place}", "Пополнение: {place}")
_END = Text("The game is over: {outcome}", "Игра окончена: {outcome}")


def news(before: Observation, after: Observation, language: str) -> list[str]:
    """What happened between two views of one viewer, in words."""
    old, new = before.record, after.record
    lines: list[str] = []

    def say(text: Text, **values: object) -> None:
        lines.append(text.in_language(language).format(**values))

    for side in range(2):
        total = int(new.politics_sum[side])
        if total and new.politics_used[side] > old.politics_used[side]:
            result = RESULT_NAMES[RESULTS[POLITICS_RESULT[total]]].in_language(language)
            name = SIDE_NAMES[side].in_language(language)
            say(_POLITICS, side=name, sum=total, result=result)
    _tell_battle(old, new, language, say)
    _tell_map(old, new, language, say)
    _tell_nations(old, new, language, say)
    if new.campaign and not old.campaign:
        say(_WINTER, die=new.winter_die)
    if new.over:
        say(_END, outcome=OUTCOMES[int(new.outcome)].in_language(language))
    elif (new.season, new.year) != (old.season, old.year):
        first = SIDE_NAMES[int(new.first_player)].in_language(language)
        if not np.array_equal(old.actions_left, new.actions_left):
            say(_TURN, a=new.action_die[0], b=new.action_die[1], first=first)
    return lines


def _tell_battle(old: Any, new: Any, language: str, say: Any) -> None:
    if new.battle_round > 0 and not np.array_equal(old.hits, new.hits):
        say(_HITS, a=new.hits[0], b=new.hits[1])
    for b in range(BLOCKS):
        if new.seen[b] > old.seen[b]:
            name = BLOCK_AXIS.labels[b].in_language(language)
            if new.place[b] >= 0:
                say(_SEEN, block=name, steps=new.steps[b])
            else:
                say(_FELL, block=name)


def _tell_map(old: Any, new: Any, language: str, say: Any) -> None:
    for x in range(LOCATIONS):
        for colour in range(COLOURS):
            was, now = int(old.fleet_count[x, colour]), int(new.fleet_count[x, colour])
            if x < TERRITORIES:
                was += int(old.land_count[x, colour])
                now += int(new.land_count[x, colour])
            if was != now:
                name = COLOUR_AXIS.labels[colour].in_language(language)
                say(_COUNT, place=place_name(x, language), colour=name, old=was, new=now)
    for t in range(TERRITORIES):
        place = place_name(t, language)
        if new.siege_die[t] > 0 and new.siege_die[t] != old.siege_die[t]:
            say(_SIEGE, place=place, die=new.siege_die[t])
        if new.marker[t] != old.marker[t]:
            if new.marker[t] < 0:
                say(_LIFTED, place=place)
            else:
                owner = COLOUR_AXIS.labels[int(new.marker[t])].in_language(language)
                say(_FALLS, place=place, colour=owner)
        if new.steps_lost[t] > 0 and new.steps_lost[t] != old.steps_lost[t]:
            say(_LOST, place=place, count=new.steps_lost[t])
    if new.build_place >= 0 and new.build_place != old.build_place:
        say(_BUILT, place=place_name(new.build_place, language))


def _tell_nations(old: Any, new: Any, language: str, say: Any) -> None:
    for nation in range(NATIONS):
        name = NATION_AXIS.labels[nation].in_language(language)
        if new.year != old.year and new.entry_die[nation] > 0:
            say(_ENTRY, nation=name, die=new.entry_die[nation])
        if new.status[nation] != old.status[nation]:
            status = STATUSES[int(new.status[nation])].in_language(language)
            say(_NATION, nation=name, status=status)
