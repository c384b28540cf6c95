"""The figures of a scenario that are not those of the rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legation.envs.engine import Observation
from legation.envs.secret_orders import words as w
from legation.envs.secret_orders.axes import ACTION_NAMES
from legation.envs.secret_orders.components import FIGURES
from legation.envs.secret_orders.scenarios import COMPONENTS
from legation.envs.secret_orders.tables import F_WORKS

_WORKS_USUAL = COMPONENTS.figures["works_percent"]


def figure_lines(observation: Observation, language: str) -> list[str]:
    """Everything that the scenario sets otherwise; nothing where all is as usual."""
    found = [
        w.FIGURE.in_language(language).format(what=what, value=value, usual=usual)
        for what, value, usual in _different(observation.record, language)
    ]
    return [f"{w.FIGURES.in_language(language)} {'; '.join(found)}."] if found else []


def _different(s: Any, language: str) -> Iterator[tuple[str, int, int]]:
    for name, value in zip(FIGURES, s["figure"], strict=True):
        if value != COMPONENTS.figures[name]:
            what = w.FIGURE_NAMES[name].in_language(language)
            yield what, int(value), COMPONENTS.figures[name]
    for k, action in enumerate(COMPONENTS.actions):
        name = ACTION_NAMES[k].in_language(language)
        if s["cost"][k] != action.cost:
            yield w.COST_OF.in_language(language).format(what=name), int(s["cost"][k]), action.cost
        if s["difficulty"][k] != action.difficulty:
            what = w.DIFFICULTY_OF.in_language(language).format(what=name)
            yield what, int(s["difficulty"][k]), action.difficulty


def works_words(observation: Observation, language: str) -> list[str]:
    """How much public works bring, where that is not the usual."""
    percent = int(observation.record["figure"][F_WORKS])
    if percent == _WORKS_USUAL:
        return []
    return [w.WORKS_BRING.in_language(language).format(percent=percent)]
