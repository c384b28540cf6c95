"""Clause 3.1.1: the record from which every game of a scenario starts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Schema
from legation.envs.secret_orders.components import ACTION_KEYS, DOMAINS, FIGURES
from legation.envs.secret_orders.scenarios import (
    COMPONENTS,
    NATIVE_LEADERS,
    NATIVE_ORDERS,
    OPTION_VALUES,
    Country,
    Scenario,
)
from legation.envs.secret_orders.tables import (
    CLANDESTINE_ORDER,
    COUNTRY_SCALE,
    OPEN_ORDER,
    OTHER_LEADER,
    PARTIAL_ORDER,
)


def make_initial(
    scenario: Scenario, options: dict[str, Any], goals: tuple[int, ...], schema: Schema
) -> NDArray[np.void]:
    """`[1]`: countries and native units stand; goals and clandestine units are dealt later."""
    records = np.zeros(1, schema.dtype)
    s = records[0]
    for name, values in OPTION_VALUES.items():
        s[f"option_{name}"] = values.index(options[name])
    s["common_language"] = scenario.common_language
    if goals:
        s["fixed_goals"][:] = goals
    figures = {**COMPONENTS.figures, **scenario.figures}
    s["figure"][:] = [figures[name] for name in FIGURES]
    for place, action in enumerate(COMPONENTS.actions):
        assert action.key == ACTION_KEYS[place]
        s["cost"][place] = scenario.costs.get(action.key, action.cost)
        s["difficulty"][place] = scenario.difficulties.get(action.key, action.difficulty)
    s["turns"] = scenario.turns
    n = len(scenario.countries)
    if len(s["enters"]) > n:
        s["moderates"][n] = 1
    for name in ("overlord", "ctrl", "born", "log_actor", "log_type", "log_mode", "log_target",
                 "log_code"):  # fmt: skip
        s[name] = np.full_like(s[name], -1)
    for name in ("pending", "incident", "purge"):
        assert not np.any(s[name])
    for c, country in enumerate(scenario.countries):
        _place_country(s, c, country, n)
        _place_natives(s, c, country, n)
    for c, slot in scenario.gm_orders:
        u = n + c * (n + 2) + slot
        s["ctrl"][u] = -1
        s["runs"][c, u] = 0
        s["ctrl_known"][c, u] = 0
    if options["hidden_controller"] is False:
        s["ctrl_known"][:] = s["known"]
    return records


def _place_country(s: Any, c: int, country: Country, n: int) -> None:
    numbers = country.numbers
    for field, name in (
        ("pop", "population"), ("area", "area"), ("growth", "growth"), ("gold", "gold"),
        ("gnp", "gnp"), ("army", "army"), ("tech", "technology"), ("works", "works"),
        ("tax", "tax"), ("style", "style"), ("terrain", "terrain"), ("lang", "language"),
        ("org", "organisation"), ("social", "social"), ("econ", "economic"),
        ("relorg", "religious"), ("pop0", "population"), ("gnp0", "gnp"),
        ("tech0", "technology"), ("area0", "area"),
    ):  # fmt: skip
        s[field][c] = numbers[name]
    s["party"][c] = numbers["party_each_other"]
    s["party"][c, c] = numbers["party_own"]
    s["faith"][c] = numbers["faith_each_other"]
    s["faith"][c, c] = numbers["faith_own"]
    s["state_faith"][c] = c
    s["rep_gold"][:, c] = numbers["gold"]
    s["rep_army"][:, c] = numbers["army"]
    s["alive"][c] = 1
    s["ctrl"][c] = c
    s["unit_size"][c] = COUNTRY_SCALE
    s["mast"][c] = country.mastery
    s["known"][:, c] = 1
    s["ctrl_known"][:, c] = 1
    s["runs"][c, c] = 1
    assert len(country.mastery) == DOMAINS


def _place_natives(s: Any, c: int, country: Country, n: int) -> None:
    """A hidden native order is known to its host only; all natives are run by the host."""
    for slot, order in enumerate(country.orders):
        u = n + c * (n + 2) + slot
        s["unit_size"][u] = order.size
        s["unit_kind"][u] = order.kind
        s["mast"][u] = order.mastery
        s["known"][:, u] = not order.hidden
        s["category"][u] = PARTIAL_ORDER if order.hidden else OPEN_ORDER
    for slot, leader in enumerate(country.leaders):
        u = n + n * (n + 2) + c * (n + 1) + slot
        s["unit_size"][u] = leader.influence
        s["unit_kind"][u] = leader.sphere
        s["age"][u] = leader.age
        s["mast"][u] = leader.mastery
        s["reach"][u, c] = 1
        s["known"][:, u] = 1
        s["category"][u] = OTHER_LEADER
    natives = [n + c * (n + 2) + slot for slot in range(NATIVE_ORDERS)]
    natives += [n + n * (n + 2) + c * (n + 1) + slot for slot in range(NATIVE_LEADERS)]
    s["alive"][natives] = 1
    s["ctrl"][natives] = c
    s["runs"][c, natives] = 1
    s["known"][c, natives] = 1
    s["ctrl_known"][c, natives] = 1
    assert CLANDESTINE_ORDER not in s["category"][natives]
