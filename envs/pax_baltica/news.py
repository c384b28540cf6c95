"""What a viewer learns besides the actions: dice, battles, sieges, hunger, nations."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.pax_baltica.components import RESULTS
from legation.envs.pax_baltica.constants import (
    BLOCKS,
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
    was, now = _counts(old), _counts(new)
    for x, colour in np.argwhere(was != now):
        name = COLOUR_AXIS.labels[colour].in_language(language)
        place = place_name(x, language)
        say(_COUNT, place=place, colour=name, old=was[x, colour], new=now[x, colour])
    marker, siege_die, lost = (_pairs(old, new, f) for f in ("marker", "siege_die", "steps_lost"))
    for t in range(TERRITORIES):
        if marker[t] is siege_die[t] is lost[t] is None:
            continue
        place = place_name(t, language)
        if siege_die[t]:
            say(_SIEGE, place=place, die=siege_die[t])
        if marker[t] is not None:
            if marker[t] < 0:
                say(_LIFTED, place=place)
            else:
                owner = COLOUR_AXIS.labels[marker[t]].in_language(language)
                say(_FALLS, place=place, colour=owner)
        if lost[t]:
            say(_LOST, place=place, count=lost[t])
    if new.build_place >= 0 and new.build_place != old.build_place:
        say(_BUILT, place=place_name(new.build_place, language))


def _counts(s: Any) -> Any:
    """Blocks and fleets of each colour in each place, `[L, C]`."""
    counts = np.array(s["fleet_count"])
    counts[:TERRITORIES] += np.asarray(s["land_count"])
    return counts


def _pairs(old: Any, new: Any, field: str) -> list[Any]:
    """For each territory the new value of a field, or None where it is the old one."""
    pairs = zip(np.asarray(old[field]).tolist(), np.asarray(new[field]).tolist(), strict=True)
    return [now if now != was else None for was, now in pairs]


def _tell_nations(old: Any, new: Any, language: str, say: Any) -> None:
    for nation in range(NATIONS):
        name = NATION_AXIS.labels[nation].in_language(language)
        if new.year != old.year and new.entry_die[nation] > 0:
            say(_ENTRY, nation=name, die=new.entry_die[nation])
        if new.status[nation] != old.status[nation]:
            status = STATUSES[int(new.status[nation])].in_language(language)
            say(_NATION, nation=name, status=status)
