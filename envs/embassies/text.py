"""A position in words, from one seat's view, in plain text of at most 100 columns."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import numpy as np

from legation.envs.embassies.components import (
    COMPONENTS,
    COUNTRIES,
    EXCLUSIVE,
    ISOLATED,
    NOBODY_ABOVE,
    POWERS,
    RIGHTS,
    ROUNDS,
    TREATY_THRESHOLD,
    Goal,
)
from legation.envs.embassies.rules import ALLIANCE, PHASES, PLACE, RESULT_NAMES
from legation.envs.engine import Observation, Text

_NAMES = COMPONENTS.country_names
_WIDTH = 15
_COLUMNS = 100

_ROUND = Text("Round {now} of {all}", "Раунд {now} из {all}")
_TURN = Text("{power}: {phase}", "{power}: {phase}")
_LEFT = Text("factors left: {left}", "осталось факторов: {left}")
_OVER = Text("The game is over.", "Игра окончена.")
_WON = Text("Won by: {powers}", "Победа: {powers}")
_COUNTRY = Text("country", "страна")
_SCORE = Text("score", "очки")
_KEY = Text(
    "* treaty rights; (+n) added this turn",
    "* договорные права; (+n) добавлено за этот ход",
)
_ALLIANCES = Text("Alliances: {pairs}", "Союзы: {pairs}")
_NONE = Text("none", "нет")
_LAST = Text(
    "Last attack: {attacker} against {victim} in {country}, die {die}: {result}",
    "Последняя атака: {attacker}, против: {victim}, страна: {country}, кубик {die}: {result}",
)
_OFFER = Text(
    "Alliance proposed by {sender} to {addressee}, answer pending",
    "Союз предлагает {sender}, отвечает {addressee}",
)
_SEAT = Text("You play {power}. Goals:", "Вы играете за: {power}. Цели:")
_GOALS = {
    RIGHTS: Text("treaty rights: {country}", "договорные права: {country}"),
    EXCLUSIVE: Text("exclusive rights: {country}", "исключительные права: {country}"),
    NOBODY_ABOVE: Text("nobody else above {limit}", "ни у кого больше {limit}"),
    ISOLATED: Text(
        "isolated: {country}",
        "в изоляции: {country}",
    ),
}
_REACHED = Text("reached", "достигнуто")
_OF = Text("{have} of {need}", "{have} из {need}")
_ALSO = Text("rights there: {powers}", "права там: {powers}")
_ABOVE = Text("above: {powers}", "выше: {powers}")
_HOLDS = Text("holds rights: {countries}", "имеет права: {countries}")
_GRANTS = Text("grants rights: {powers}", "дала права: {powers}")


def render(observation: Observation, language: str) -> str:
    """The whole view of a seat (or spectator) in English or Russian."""
    blocks = [_head(observation, language), _table(observation, language)]
    blocks.append(_events(observation, language))
    if observation.seat < POWERS:
        blocks.append(_goals(observation, language))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def name(country: object, language: str) -> str:
    return _NAMES[int(str(country))].in_language(language)


def _names(countries: list[int], language: str) -> str:
    return ", ".join(name(c, language) for c in countries)


def _head(observation: Observation, language: str) -> list[str]:
    title = COMPONENTS.title.in_language(language)
    return [f"{title}. {situation(observation, language)}"]


def situation(observation: Observation, language: str) -> str:
    """Round, whose turn it is and what for; or who won."""
    record = observation.record
    if record.over:
        shares = observation.game.win_shares(record)
        winners = _names([p for p in range(POWERS) if shares[p] > 0], language)
        return f"{_OVER.in_language(language)} {_WON.in_language(language).format(powers=winners)}"
    words = [
        _ROUND.in_language(language).format(now=record.round_number, all=ROUNDS),
        _TURN.in_language(language).format(
            power=name(record.turn, language),
            phase=PHASES[record.phase].in_language(language),
        ),
    ]
    if record.phase in (ALLIANCE, PLACE):
        words.append(_LEFT.in_language(language).format(left=record.factors_left))
    return "; ".join(words)


def _table(observation: Observation, language: str) -> list[str]:
    record = observation.record
    heads = [_COUNTRY.in_language(language), *(name(p, language) for p in range(POWERS))]
    lines = [_row(heads)]
    for country in range(COUNTRIES):
        cells = [name(country, language)]
        for power in range(POWERS):
            amount = int(record.influence[country, power])
            cell = str(amount) if amount else "."
            if record.rights[country, power]:
                cell += "*"
            if power == record.turn and record.added[country]:
                cell = f"(+{record.added[country]}) {cell}"
            cells.append(cell + (" " if not cell.endswith("*") else ""))
        lines.append(_row(cells))
    lines.append(_row([_SCORE.in_language(language), *(f"{n} " for n in record.score)]))
    lines.append(_KEY.in_language(language))
    return lines


def _row(cells: list[str]) -> str:
    first, *rest = cells
    return (f"{first:<{_WIDTH}}" + "".join(f"{cell:>{_WIDTH + 1}}" for cell in rest)).rstrip()


def _events(observation: Observation, language: str) -> list[str]:
    record = observation.record
    pairs = [
        f"{name(p, language)} + {name(a, language)}" for p, a in enumerate(record.ally) if a > p
    ]
    words = ", ".join(pairs) or _NONE.in_language(language)
    lines = [_ALLIANCES.in_language(language).format(pairs=words), *news(observation, language)]
    return [part for line in lines for part in _wrapped(line, 4)]


def news(observation: Observation, language: str) -> list[str]:
    """The pending proposal, where the viewer knows of it, and the last attack; a line each."""
    record = observation.record
    lines = []
    # The spectator and third powers hold `unknown` here, which is below 0 as "none" is.
    if record.proposal_to >= 0:
        lines.append(
            _OFFER.in_language(language).format(
                sender=name(record.proposal_from, language),
                addressee=name(record.proposal_to, language),
            )
        )
    if record.last_country >= 0:
        lines.append(
            _LAST.in_language(language).format(
                attacker=name(record.last_attacker, language),
                victim=name(record.last_victim, language),
                country=name(record.last_country, language),
                die=record.last_die,
                result=list(RESULT_NAMES.values())[_result(record)].in_language(language),
            )
        )
    return lines


def _wrapped(line: str, indent: int) -> list[str]:
    return wrap(line, _COLUMNS, subsequent_indent=" " * indent, break_on_hyphens=False)


def _result(record: Any) -> int:
    return int(np.asarray(record["last_result"])) - 1


def _goals(observation: Observation, language: str) -> list[str]:
    record, seat = observation.record, observation.seat
    lines = [_SEAT.in_language(language).format(power=name(seat, language))]
    for goal in COMPONENTS.goals:
        if goal.power == seat:
            country = name(goal.country, language) if goal.country >= 0 else ""
            words = _GOALS[goal.kind].in_language(language)
            words = words.format(country=country, limit=goal.limit)
            missing = "; ".join(_missing(record, goal, language))
            tick = " " if missing else "x"
            state = missing or _REACHED.in_language(language)
            line = f"  [{tick}] {goal.points:>2}  {words} ({state})"
            lines += _wrapped(line, 10)
    return lines


def _missing(record: Any, goal: Goal, language: str) -> list[str]:
    """What is in the way of a goal; empty where it is reached."""
    rights = np.asarray(record["rights"])
    score = np.asarray(record["score"])
    power, country = goal.power, goal.country
    others = [p for p in range(POWERS) if p != power]
    words: list[tuple[Text, dict[str, object]]] = []
    if goal.kind == NOBODY_ABOVE:
        above = [p for p in others if score[p] > goal.limit]
        if above:
            words.append((_ABOVE, {"powers": _names(above, language)}))
    elif goal.kind == ISOLATED:
        held = [c for c in range(COUNTRIES) if rights[c, country]]
        granted = [p for p in range(POWERS) if rights[country, p]]
        if held:
            words.append((_HOLDS, {"countries": _names(held, language)}))
        if granted:
            words.append((_GRANTS, {"powers": _names(granted, language)}))
    else:
        have = np.asarray(record["influence"])[country, power]
        if not rights[country, power]:
            words.append((_OF, {"have": have, "need": TREATY_THRESHOLD}))
        rivals = [p for p in others if rights[country, p]]
        if goal.kind == EXCLUSIVE and rivals:
            words.append((_ALSO, {"powers": _names(rivals, language)}))
    return [text.in_language(language).format(**values) for text, values in words]
