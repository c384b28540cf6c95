"""Interbellum: ambassadors and influence in Europe, 1933-1939. Rules: README.md of this folder."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import (
    Game,
    OptionValue,
    Rules,
    Schema,
    Text,
    TextOption,
    choose_options,
)
from legation.envs.interbellum.actions import action_space
from legation.envs.interbellum.board import board
from legation.envs.interbellum.components import (
    COMPONENTS,
    DEFAULT_SCENARIO,
    NAMED_REGIONS,
    POWERS,
    SCENARIOS,
    SOV,
    Scenario,
)
from legation.envs.interbellum.fields import CHOICES, DIGIT, DIGITS, make_schema
from legation.envs.interbellum.hidden import determinize
from legation.envs.interbellum.invariants import invariants
from legation.envs.interbellum.news import news
from legation.envs.interbellum.rules import apply, legal, start
from legation.envs.interbellum.scenarios import (
    VALID,
    check_together,
    read_scenario,
    read_scenario_text,
    scenario_of,
    scenario_options,
)
from legation.envs.interbellum.scoring import potential, returns, win_shares
from legation.envs.interbellum.tables import tables
from legation.envs.interbellum.text import render
from legation.envs.interbellum.words import phrase

VERSION = "1"

OPTIONS = (
    TextOption(
        "scenario",
        DEFAULT_SCENARIO,
        Text("Scenario: regions and their figures.", "Сценарий: регионы и их показатели."),
        VALID,
        read_scenario,
        scenario_options,
        tuple((scenario.id, scenario.name) for scenario in SCENARIOS.values()),
        read_scenario_text,
    ),
    *COMPONENTS.options,
)


def build(**options: OptionValue) -> Game:
    """The game with its options; those that are not given have their defaults. See `OPTIONS`."""
    chosen = choose_options(OPTIONS, dict(options), "interbellum")
    scenario = scenario_of(str(chosen["scenario"]))
    check_together(scenario, chosen)
    gm_seat = chosen["gm"] == "seat"
    schema = make_schema(scenario.regions, gm_seat=gm_seat)
    return Game(
        id="interbellum",
        title=COMPONENTS.title,
        version=VERSION,
        options=chosen,
        schema=schema,
        actions=action_space(scenario.regions),
        rules=Rules(start, legal, apply, returns, win_shares, potential),
        initial=_initial(schema, scenario, chosen, gm_seat=gm_seat),
        max_decisions=_most_decisions(len(scenario.regions), gm_seat=gm_seat),
        return_sum=0.0,
        return_range=(-0.25, 1.0),
        build=build,
        render=render,
        board=board,
        phrase=phrase,
        news=news,
        tables=tables,
        determinize=determinize,
        invariants=invariants,
    )


def _initial(
    schema: Schema, scenario: Scenario, chosen: dict[str, OptionValue], *, gm_seat: bool
) -> NDArray[np.void]:
    """The record before the first decision: options, regions, and who knows what."""
    initial = np.zeros(1, schema.dtype)
    for name, value in chosen.items():
        if name == "scenario":
            continue
        if name == "reward_weights":
            assert isinstance(value, tuple)
            initial[name] = [_digits(float(w)) for w in value]
        else:
            initial[name] = CHOICES[name].index(str(value)) if name in CHOICES else value
    initial["new_rome_needed"] = scenario.new_rome_needed
    for r, region in enumerate(scenario.regions):
        initial["sig"][0, r] = region.significance
        initial["combat"][0, r] = region.combat
        initial["volksdeutsche"][0, r] = region.volksdeutsche
        initial["new_rome"][0, r] = region.new_rome
        initial["inf"][0, r] = region.influence
        initial["embassy"][0, r] = region.embassy
        if region.counts_as is not None:
            initial["counts_as"][0, r] = 1 + NAMED_REGIONS.index(region.counts_as)
    initial["soviet"][0, SOV] = 1
    if gm_seat:
        initial["soviet"][0, POWERS] = 1
        initial["insight"][0, :POWERS] = np.eye(POWERS)
        initial["insight"][0, POWERS] = 1
    return initial


def _digits(weight: float) -> list[int]:
    """A weight in 0..1 in base 2**14; the first digit of 1 is 2**14."""
    digits = []
    for _ in range(DIGITS):
        weight *= DIGIT
        digits.append(int(weight))
        weight -= int(weight)
    return digits


def _most_decisions(regions: int, *, gm_seat: bool) -> int:
    """7.3, from the last column of 7.2 with its largest numbers, under any options."""
    recruiting, exchange, sending, attempts = 45, 42, 158, 36
    effects = 50 + 14 + 7 + 7 + 6 * 14
    balance, coups, special, orders = 56, 70, 28, 112
    resolution = 16 * regions * 7
    end = 6 + 6
    master = 182 + 14 if gm_seat else 0
    return (
        recruiting + exchange + sending + attempts + effects
        + balance + coups + special + orders + resolution + end + master
    )  # fmt: skip
