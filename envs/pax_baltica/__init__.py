"""Pax Baltica: the Great Northern War with hidden blocks. Rules: README.md of this folder."""

from __future__ import annotations

from legation.envs.engine import (
    Game,
    OptionValue,
    Rules,
    Text,
    TextOption,
    WholeOption,
    unknown,
)
from legation.envs.pax_baltica.board import board
from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import DECISIONS_A_YEAR
from legation.envs.pax_baltica.invariants import invariants
from legation.envs.pax_baltica.moves import ACTIONS
from legation.envs.pax_baltica.news import news
from legation.envs.pax_baltica.record import FIRST_YEAR, LAST_YEAR, SCHEMA
from legation.envs.pax_baltica.rules import apply, legal
from legation.envs.pax_baltica.scoring import potential, returns, win_shares
from legation.envs.pax_baltica.sequence import start
from legation.envs.pax_baltica.setups import SCENARIOS, initial_record
from legation.envs.pax_baltica.states import determinize
from legation.envs.pax_baltica.text import render

VERSION = "1"
_DEFAULT = COMPONENTS.scenarios[0]


def _scenario(name: str) -> str:
    if name not in SCENARIOS:
        raise unknown("scenario", name, SCENARIOS, where="pax_baltica")
    return name


def _last_year(scenario: OptionValue) -> dict[str, OptionValue]:
    return {"end_year": SCENARIOS[str(scenario)].end_year}


OPTIONS = (
    TextOption(
        "scenario", _DEFAULT.id, Text("scenario", "сценарий"), f"one of: {', '.join(SCENARIOS)}",
        _scenario, _last_year, tuple((key, item.name) for key, item in SCENARIOS.items()),
    ),
    WholeOption(
        "end_year", FIRST_YEAR, LAST_YEAR, _DEFAULT.end_year,
        Text("last year; by default the scenario's own", "последний год; иначе как в сценарии"),
    ),
)  # fmt: skip


def build(scenario: str = _DEFAULT.id, end_year: int = _DEFAULT.end_year) -> Game:
    """The game with its options; see `OPTIONS` for their values."""
    initial = initial_record(scenario, end_year)
    years = end_year - SCENARIOS[scenario].start_year + 1
    return Game(
        id="pax_baltica",
        title=COMPONENTS.title,
        version=VERSION,
        options={"scenario": scenario, "end_year": end_year},
        schema=SCHEMA,
        actions=ACTIONS,
        rules=Rules(start, legal, apply, returns, win_shares, potential),
        initial=initial,
        max_decisions=DECISIONS_A_YEAR * years,
        return_sum=0.0,
        return_range=(-1.0, 1.0),
        build=build,
        render=render,
        board=board,
        news=news,
        determinize=determinize,
        invariants=invariants,
    )
