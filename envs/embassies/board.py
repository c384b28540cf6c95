"""The table of embassies: every power's influence in every country (see `engine/board.py`)."""

from __future__ import annotations

import numpy as np

from legation.envs.embassies.components import (
    COMPONENTS,
    COUNTRIES,
    POWERS,
    TREATY_THRESHOLD,
)
from legation.envs.embassies.rules import COUNTRY_AXIS, POWER_AXIS
from legation.envs.embassies.text import name, news, situation
from legation.envs.engine import Observation, Text
from legation.envs.engine.board import Bar, Board, BoardSeat, Link, Place, Total

_LETTERS = (
    Text("GB", "ВБ"),
    Text("F", "Ф"),
    Text("G", "Г"),
    Text("R", "Р"),
    Text("A", "А"),
)
_TITLE = Text("The table of embassies", "Таблица посольств")
_COUNTRY = Text("country", "страна")
_INFLUENCE = Text("influence", "влияние")
_RIGHTS = Text("treaty rights", "договорные права")
_SCORE = Text("score", "очки")
_ALLIED = Text("allies: {one} and {other}", "союзники: {one} и {other}")


def board(observation: Observation, language: str) -> Board:
    """The position as rows of countries and columns of powers."""
    record = observation.record
    amounts = np.asarray(record["influence"])
    return Board(
        title=_TITLE.in_language(language),
        places_title=_COUNTRY.in_language(language),
        bars_title=_INFLUENCE.in_language(language),
        seats_axis=POWER_AXIS.name,
        seats=tuple(
            BoardSeat(
                COMPONENTS.country_ids[power],
                name(power, language),
                letters.in_language(language),
            )
            for power, letters in enumerate(_LETTERS)
        ),
        places=tuple(_place(observation, country, language) for country in range(COUNTRIES)),
        full=max(2 * TREATY_THRESHOLD, int(amounts.max())),
        threshold=TREATY_THRESHOLD,
        mark_title=_RIGHTS.in_language(language),
        active=(int(record.turn),) if record.turn >= 0 else (),
        facts=(situation(observation, language), *news(observation, language)),
        totals=(Total(_SCORE.in_language(language), tuple(int(n) for n in record.score)),),
        links=tuple(
            Link(
                (power, int(ally)),
                _ALLIED.in_language(language).format(
                    one=name(power, language), other=name(ally, language)
                ),
            )
            for power, ally in enumerate(record.ally)
            if ally > power
        ),
    )


def _place(observation: Observation, country: int, language: str) -> Place:
    record = observation.record
    return Place(
        axis=COUNTRY_AXIS.name,
        item=COMPONENTS.country_ids[country],
        title=name(country, language),
        bars=tuple(
            Bar(
                int(record.influence[country, power]),
                int(record.added[country]) if power == record.turn else 0,
                bool(record.rights[country, power]),
            )
            for power in range(POWERS)
        ),
        highlight=country == record.last_country,
    )
