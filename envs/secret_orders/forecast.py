"""What a seat can know of an action before it takes it: cost, net modifier, chance of success.

The rules' own functions, on the record as the seat sees it. What it does not see is taken for what
it was last: armies as reported, masteries as at the start, no aura. The focus is that of the action
if no other of its kind follows this turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text, bind, rule
from legation.envs.secret_orders.choices import (
    cost_of,
    first_pace,
    first_target,
    first_verb,
    fits,
    has_entered,
    needs_target,
    range_of_targets,
)
from legation.envs.secret_orders.dice import FD4_LAW, FD4X_LAW, HIGHEST, LOWEST, round_div
from legation.envs.secret_orders.realm import start_project, strategic_base
from legation.envs.secret_orders.schema import UNIT_STEP
from legation.envs.secret_orders.tables import (
    NORM,
    PROJECTS,
    RESEARCH,
    STRATEGIC,
    TYPE_DOMAIN,
    TYPES,
    WAR,
)
from legation.envs.secret_orders.weigh import PARTS, focus_of, weigh
from legation.envs.secret_orders.world import countries

PART_NAMES = (
    Text("difficulty", "сложность"),
    Text("mastery", "мастерство"),
    Text("focus", "сосредоточенность"),
    Text("theatre", "место действия"),
    Text("style of thought", "стиль мышления"),
    Text("organisation", "строй"),
    Text("aura", "престиж"),
    Text("grip", "власть партии"),
    Text("sympathy", "сочувствие"),
    Text("support", "поддержка"),
    Text("balance of armies", "соотношение армий"),
)
# Columns of the kernel's table; a chance of -1: there is none to tell.
SAID, LOW, HIGH, CHANCE_LOW, CHANCE_HIGH, TIME, DIFFICULTY = range(7)
COST_LOW, COST_HIGH, FIRST_PART = range(7, 10)
COLUMNS = FIRST_PART + PARTS
NOTHING, ONE, SEVERAL = range(3)


@dataclass(frozen=True)
class Forecast:
    """Of an offered action, as far as the seat can know.

    Attributes:
        cost: lowest and highest that this unit would pay.
        net: lowest and highest net modifier; they differ where the target is still to be chosen.
            Of a strategic action: what a worked turn adds to 1FD.
        chance: lowest and highest chance of a result of +1 or better; None where nothing is rolled
            for yet.
        time, difficulty: of the project, for a strategic action; else None.
        parts: of the net modifier, where it is one; what is 0 is left out.
    """

    cost: tuple[int, int]
    net: tuple[int, int]
    chance: tuple[float, float] | None
    time: int | None
    difficulty: int | None
    parts: tuple[tuple[Text, int], ...]


@rule
def chance_of(net: Any, extended: Any) -> Any:
    """P(x >= 1) of an ordinary action."""
    law = FD4X_LAW if extended else FD4_LAW
    good, total = 0, 0
    for x in range(LOWEST, HIGHEST + 1):
        total += law[x - LOWEST]
        if x + net >= 1:
            good += law[x - LOWEST]
    return good / total


@rule
def finish_chance(s: Any, u: Any, q: Any, gain: Any, mastery: Any) -> Any:
    """P(x >= 1) of a strategic action that is worked and finished, over 1FD and 4FD."""
    good, total = 0, 0
    s.proj_t[u, q] += 1
    s.proj_s[u, q] += gain
    for die in range(-1, 2):
        for x in range(-4, 5):
            weight = FD4_LAW[x - LOWEST]
            base = die + x + strategic_base(s, u, q, mastery)
            total += weight
            if round_div(NORM * base, s.proj_n[u, q] + NORM, s.option_round_mode) >= 1:
                good += weight
    s.proj_t[u, q] -= 1
    s.proj_s[u, q] -= gain
    return good / total


@rule
def foresee(
    s: Any, i: Any, u: Any, kind: Any, mode: Any, finish: Any, target: Any, pace: Any, row: Any
) -> None:
    """Fills a row for one action on one target, and widens what the row says already."""
    parts = np.zeros(PARTS, np.int64)
    entered = s.load[u, mode]
    focus = focus_of(s.category[u], mode, entered + 1, entered)
    wars = 1
    for e in range(s.count[i]):
        wars += s.q_type[i, e] == WAR
    net = weigh(s, i, u, kind, target, focus, 0, wars, parts)
    chance = -1.0
    if STRATEGIC[kind]:
        q = kind - RESEARCH
        fresh = s.proj_on[u, q] == 0
        if fresh:
            start_project(s, i, u, kind, target, pace, 0, 0)
        if finish:
            chance = finish_chance(s, u, q, net, s.mast[u, TYPE_DOMAIN[kind]])
        row[TIME] = s.proj_n[u, q]
        row[DIFFICULTY] = s.proj_d[u, q]
        if fresh:
            s.proj_on[u, q] = 0
    else:
        chance = chance_of(net, s.option_extended_dice)
    cost = cost_of(s, u, kind, target)
    if row[SAID] == NOTHING or cost < row[COST_LOW]:
        row[COST_LOW] = cost
    if row[SAID] == NOTHING or cost > row[COST_HIGH]:
        row[COST_HIGH] = cost
    if row[SAID] == NOTHING or net < row[LOW]:
        row[LOW] = net
        row[CHANCE_LOW] = chance
    if row[SAID] == NOTHING or net > row[HIGH]:
        row[HIGH] = net
        row[CHANCE_HIGH] = chance
    for part in range(PARTS):
        row[FIRST_PART + part] = parts[part]
    row[SAID] = ONE if row[SAID] == NOTHING else SEVERAL


@rule
def foresee_action(s: Any, i: Any, action: Any, row: Any) -> None:
    """One action of the seat that enters, at whatever step."""
    n = countries(s)
    if s.step == UNIT_STEP or action < first_verb(n):
        return
    u, finish = s.cur_unit, s.cur_finish != 0
    if action >= first_pace(n):
        pace = action - first_pace(n)
        foresee(s, i, u, s.cur_type, s.cur_mode, finish, s.cur_target, pace, row)
        return
    if action >= first_target(n):
        target = action - first_target(n)
        foresee(s, i, u, s.cur_type, s.cur_mode, finish, target, 0, row)
        return
    verb = action - first_verb(n)
    finish = verb >= 2 * TYPES
    kind = RESEARCH + (verb - 2 * TYPES) // 2 if finish else verb // 2
    mode = verb % 2
    first, beyond = range_of_targets(n, kind)
    if beyond == 0 or not needs_target(s, u, kind):
        foresee(s, i, u, kind, mode, finish, -1, 0, row)
        return
    for target in range(first, beyond):
        if fits(s, i, u, kind, mode, target) and not has_entered(s, i, u, kind, target):
            foresee(s, i, u, kind, mode, finish, target, 0, row)


# Free name of the template below.
one_action: Callable[..., Any]


def foresee_rows(s: Any, i: Any, actions: Any, out: Any) -> None:
    for k in range(actions.shape[0]):
        one_action(s, i, actions[k], out[k])  # noqa: F821


_KERNEL = bind(foresee_rows, "secret_orders_forecast", {"one_action": foresee_action})


def believed(observation: Observation) -> Any:
    """The record as the seat sees it, the rest as it was last known; not a true state."""
    s, v = observation.record.copy(), observation.seat
    game = observation.game
    unknown = int(game.schema.unknown)
    initial = game.initial[0]
    s["army"] = np.where(s["army"] == unknown, s["rep_army"][v], s["army"])
    s["mast"] = np.where(s["mast"] == unknown, initial["mast"], s["mast"])
    for name in (
        "aura",
        "reach",
        "load",
        "category",
        *(f"proj_{k}" for k in ["on", "n", "d", "t", "s"]),
    ):
        s[name] = np.where(s[name] == unknown, 0, s[name])
    assert s["proj_on"].shape[1] == PROJECTS
    return s


def forecasts(observation: Observation, actions: list[int]) -> list[Forecast | None]:
    """A forecast for each of the actions, which must be legal for the viewer; None: nothing to
    tell (whom to act with, the game master's choices)."""
    seat = observation.seat
    if not observation.to_act or seat >= len(observation.record["pop"]):
        return [None] * len(actions)
    out = np.zeros((len(actions), COLUMNS))
    _KERNEL(believed(observation), seat, np.array(actions, dtype=np.int64), out)
    return [_forecast(row) for row in out]


def forecast(observation: Observation, action: int) -> Forecast | None:
    """As `forecasts`, for one action."""
    return forecasts(observation, [action])[0]


def _forecast(row: Any) -> Forecast | None:
    if row[SAID] == NOTHING:
        return None
    numbers = [int(x) for x in row[FIRST_PART:]] if row[SAID] == ONE else []
    return Forecast(
        cost=(int(row[COST_LOW]), int(row[COST_HIGH])),
        net=(int(row[LOW]), int(row[HIGH])),
        chance=None if row[CHANCE_LOW] < 0 else (float(row[CHANCE_LOW]), float(row[CHANCE_HIGH])),
        time=int(row[TIME]) or None,
        difficulty=int(row[DIFFICULTY]) if row[TIME] else None,
        parts=tuple((name, x) for name, x in zip(PART_NAMES, numbers, strict=False) if x),
    )
