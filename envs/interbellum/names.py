"""Names as texts for people use them: short ones, and of the things that a record numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.interbellum.components import COMPONENTS, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import GAME_MASTER, GM_SEAT

SHORT_POWERS = (
    Text("GER", "ГЕР"),
    Text("ITA", "ИТА"),
    Text("SOV", "СССР"),
    Text("GBR", "БРИ"),
    Text("FRA", "ФРА"),
)


def _short(name: Text) -> Text:
    """What a person is called for short: by surname, or by first name where royal."""
    if " of " in name.en:
        return Text(name.en.split()[0], name.ru.split()[0])
    return Text(name.en.split()[-1], name.ru.split()[-1])


SHORT_AMBASSADORS = tuple(_short(a.name) for a in COMPONENTS.ambassadors)


def ambassador(index: Any, language: str) -> str:
    return SHORT_AMBASSADORS[int(index)].in_language(language)


def power(index: Any, language: str) -> str:
    """The name of a power, or of the game master's seat."""
    if int(index) == GM_SEAT:
        return GAME_MASTER.in_language(language)
    return COMPONENTS.powers[int(index)].name.in_language(language)


def short_power(index: Any, language: str) -> str:
    return SHORT_POWERS[int(index)].in_language(language)


def region(observation: Observation, index: Any, language: str) -> str:
    return observation.game.schema.axis("region").labels[int(index)].in_language(language)


def signed(number: Any) -> str:
    """`+2`, `−1`, `0` with a true minus."""
    return f"{int(number):+d}".replace("-", "−") if number else "0"


def values(record: Any, name: str) -> Any:
    """A field as an array of whole numbers."""
    return np.asarray(record[name]).astype(np.int64)


def standing(record: Any) -> dict[int, list[int]]:
    """The ambassadors that all see, by region, in the order of their numbers."""
    found: dict[int, list[int]] = {}
    places, deployed = values(record, "place"), values(record, "deployed")
    for p in range(POWERS):
        for slot in range(POOL_SIZE):
            if deployed[p, slot]:
                found.setdefault(int(places[p, slot]) - 2, []).append(p * POOL_SIZE + slot)
    return found
