"""The societies: whose parties and faiths the people follow, and who runs what where, as far as the
viewer knows (see `engine/board.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legation.envs.engine import Observation, Text
from legation.envs.engine.board import Bar, Board, BoardSeat, Link, Place, Token, Total, Tray
from legation.envs.secret_orders import words as w
from legation.envs.secret_orders.lines import entry_lines, judged_lines, unit_name
from legation.envs.secret_orders.states import unit_places
from legation.envs.secret_orders.text import (
    bracket_lines,
    goal_lines,
    head_lines,
    unit_size,
    unit_words,
)

_ALL = 100  # the people of a country, in percent


def board(observation: Observation, language: str) -> Board:
    """The position: a row of parties and one of faiths for each country, and its units below."""
    s, schema = observation.record, observation.game.schema
    names = [label.in_language(language) for label in schema.axis("country").labels]
    letters = initials(names)
    keys, axis = schema.axis("country").item_ids, _country_axis(observation)
    return Board(
        title=w.SOCIETIES.in_language(language),
        places_title=w.SOCIETY.in_language(language),
        bars_title=w.SHARE.in_language(language),
        # No action names a party: what is named are countries, in their rows.
        seats_axis="party",
        seats=tuple(
            BoardSeat(key, name, letter)
            for key, name, letter in zip(keys, names, letters, strict=True)
        ),
        places=tuple(
            place
            for c, name in enumerate(names)
            for place in _society(observation, c, name, axis, language)
        ),
        full=_ALL,
        mark_title=w.STATE_FAITH_MARK.in_language(language),
        facts=tuple(_facts(observation, language)),
        totals=tuple(_totals(observation, language)),
        links=tuple(
            Link(
                (c, int(lord)),
                w.VASSAL_OF.in_language(language).format(country=names[c], overlord=names[lord]),
            )
            for c, lord in enumerate(s["overlord"])
            if lord >= 0
        ),
        trays=tuple(_trays(observation, names, letters, language)),
    )


def initials(names: Sequence[str]) -> list[str]:
    """A letter or two for each name, no two the same; a number where the names don't do."""
    for count in (1, 2):
        found = [name[:count] for name in names]
        if len({text.casefold() for text in found}) == len(names):
            return found
    return [str(number + 1) for number in range(len(names))]


def _facts(observation: Observation, language: str) -> list[str]:
    """The turn; to a player also the entries of this turn, the goal, and how actions are read."""
    lines = head_lines(observation, language)
    if observation.seat < len(observation.record["pop"]):
        lines += [line.strip() for line in entry_lines(observation, language)]
        lines += goal_lines(observation, language)
        lines += bracket_lines(observation, language)
    return lines + judged_lines(observation, language)


def _society(observation: Observation, c: int, name: str, axis: str, language: str) -> list[Place]:
    s = observation.record
    key = observation.game.schema.axis("country").item_ids[c]
    faith = int(s["state_faith"][c])
    return [
        Place(
            axis=axis,
            item=key,
            title=name,
            bars=tuple(Bar(int(share)) for share in s["party"][c]),
            state=w.PARTIES_OF.in_language(language),
            holder=c,
        ),
        Place(
            axis="faith",
            item=key,
            title=name,
            bars=tuple(Bar(int(x), mark=k == faith) for k, x in enumerate(s["faith"][c])),
            state=w.FAITHS_OF.in_language(language),
            holder=c,
        ),
    ]


def _country_axis(observation: Observation) -> str:
    """Countries are targets as units, and as places where something may be founded."""
    space = observation.game.actions
    founding = any(space.family_of(a).name == "found" for a in observation.legal_actions())
    return "country" if founding else "unit"


def _totals(observation: Observation, language: str) -> list[Total]:
    s, v = observation.record, observation.seat
    player = v < len(s["pop"])
    unknown = int(observation.game.schema.unknown)

    def public(title: Text, field: str) -> Total:
        return Total(title.in_language(language), tuple(int(x) for x in s[field]))

    def secret(title: Text, field: str, report: str) -> Total:
        """One's own is exact; that of others is what was last told of it."""
        values: list[int | None] = []
        told = []
        for c, value in enumerate(s[field]):
            heard = int(s[report][v, c]) if player else unknown
            if value == unknown and heard != unknown:
                told.append(c)
            known = int(value) if value != unknown else heard
            values.append(known if known != unknown else None)
        words = title.in_language(language)
        if told:
            words = w.AS_REPORTED.in_language(language).format(what=words)
        return Total(words, tuple(values), tuple(told))

    totals = [
        public(w.POPULATION, "pop"),
        public(w.AREA, "area"),
        public(w.GROWTH, "growth"),
        public(w.GNP, "gnp"),
        public(w.TAX, "tax"),
        public(w.TECHNOLOGY, "tech"),
        public(w.WORKS, "works"),
        secret(w.TREASURY, "gold", "rep_gold"),
        secret(w.ARMY, "army", "rep_army"),
    ]
    if s["over"]:
        scores = tuple(round(int(x) / 100) for x in s["score"])
        totals.append(Total(w.SCORE.in_language(language), scores))
    return totals


def _trays(
    observation: Observation, names: Sequence[str], letters: Sequence[str], language: str
) -> list[Tray]:
    """A tray for each country where the viewer knows of an order or leader."""
    trays: list[Tray] = []
    for c, name in enumerate(names):
        tokens = tuple(_units(observation, c, letters, language))
        title = w.UNITS_OF.in_language(language).format(country=name)
        if tokens:
            note = "" if trays else f"; {w.WHOSE.in_language(language)}"
            trays.append(Tray(title + note, tokens))
    return trays


def _units(observation: Observation, c: int, letters: Sequence[str], language: str) -> list[Token]:
    """The orders and leaders in a country that the viewer knows of."""
    s, axis = observation.record, observation.game.schema.axis("unit")
    found = []
    for u, (kind, host, _, _) in enumerate(unit_places(len(letters))):
        if kind == 0 or host != c or s["alive"][u] != 1:
            continue
        seat = _controller(observation, s, u)
        letter = "?" if s["ctrl"][u] == observation.game.schema.unknown else "-"
        name, size = unit_name(observation, u, language), int(s["unit_size"][u])
        title = f"{name}: {unit_size(s, u, kind, language)}"
        title += unit_words(observation, u, kind, language)
        text = f"{letters[seat] if seat is not None else letter} {name} {size}"
        found.append(Token(text, title, seat, axis.name, axis.item_ids[u]))
    return found


def _controller(observation: Observation, s: Any, u: int) -> int | None:
    """The seat that runs a unit; None where nobody does, or the viewer does not know."""
    ctrl = int(s["ctrl"][u])
    return ctrl if ctrl >= 0 and ctrl != observation.game.schema.unknown else None
