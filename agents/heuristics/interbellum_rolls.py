"""What a roll promises, as the hand-written player of Interbellum reckons (rules 4.2 to 4.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from legation.agents.heuristics.interbellum_worth import CROWD, ORDERED, TIE
from legation.envs.engine import rule
from legation.envs.interbellum.components import (
    FRA,
    GBR,
    GER,
    INDEX,
    INSTEAD,
    NAMED_REGIONS,
    POOL_SIZE,
    POWERS,
    SOV,
)
from legation.envs.interbellum.fields import (
    CHOICES,
    COOPERATION,
    FIRST_PLACE,
    NONE,
    PROTECTORATE,
    PUPPET,
    STEP_P,
    STEP_R1,
)

NEURATH, PAPEN, ROSENBERG = INDEX["neurath"], INDEX["papen"], INDEX["rosenberg"]
ELENA, FLANDIN = INDEX["elena"], INDEX["flandin"]
ANTONOV, OSTROVSKY, STOMONYAKOV = INDEX["antonov"], INDEX["ostrovsky"], INDEX["stomonyakov"]
HEYDRICH, NKVD = INDEX["heydrich"], INDEX["nkvd"]
POLAND, ROMANIA, YUGOSLAVIA = (1 + NAMED_REGIONS.index(r) for r in ("poland", "romania",
                                                                    "yugoslavia"))  # fmt: skip
_FLOOR = CHOICES["case1"].index("winner_floor")
_DIRECT = CHOICES["case1"].index("direct")

LOWEST = -5  # total that the tables of points begin with
TOTALS = 22


STAND, THERE, MODIFIER = range(3)


class Table(NamedTuple):
    """Who stands where: what all see since the reveal, and before it what may be expected.

    `who[r, ...]`, by power: STAND the slot of its ambassador in the region, or -1; THERE the chance
    that it rolls there; MODIFIER of its roll, for the seat itself without its ambassador.
    `points`: what the seat can expect of a total there.
    """

    who: Any  # [R, 3, P]
    points: Any  # [R, total - LOWEST]


@rule
def is_active(s: Any, p: Any, slot: Any) -> Any:
    return not s.cancelled[p, slot] and not (p == FRA and s.muted[slot])


@rule
def _global_modifier(s: Any, p: Any) -> Any:
    """N (4.3) of Germany and the USSR, as far as it is the same everywhere."""
    modifier = 0
    if p == GER:
        for r in range(len(s.sig)):
            modifier -= s.level[r, GER] >= PROTECTORATE
    elif p == SOV:
        for r in range(len(s.sig)):
            modifier += s.level[r, SOV] == PUPPET
    return modifier


@rule
def plain_modifier(s: Any, p: Any, r: Any, everywhere: Any) -> Any:
    """C + N (4.3): of the roll of power `p` in region `r` without its ambassador."""
    level = s.level[r, p]
    modifier = everywhere - 1
    if level == COOPERATION:
        modifier += 1
    elif level == PROTECTORATE:
        modifier += 3
    elif level == PUPPET:
        modifier += 4
    for q in range(POWERS):
        if q != p and s.level[r, q] == PUPPET:
            modifier -= 1
    if p == GER and s.volksdeutsche[r]:
        modifier += 2
    elif p == SOV and not s.embassy[r]:
        modifier -= 2
    elif p == GBR and s.inf[r, SOV] > 0:
        modifier -= 1
    return modifier


@rule
def ability_modifier(s: Any, amb: Any, r: Any) -> Any:
    """A (4.3): what ambassador `amb` adds to the roll of its power in region `r`."""
    inf = s.inf[r]
    if amb == NEURATH:
        worse = inf[GBR] > inf[GER] or inf[FRA] > inf[GER]
        return (1 if inf[SOV] < inf[GER] else 0) - (1 if worse else 0)
    if amb == PAPEN:
        return 2 if s.level[r, GER] == NONE else -1
    if amb == ROSENBERG:
        return 2 if s.level[r, GER] >= PROTECTORATE else 0
    if amb == ELENA:
        return 3 if s.counts_as[r] == YUGOSLAVIA else 0
    if amb == ANTONOV:
        return 1 if s.level[r, SOV] == NONE else 0
    if amb == OSTROVSKY:
        return 4 if s.counts_as[r] == ROMANIA else 0
    if amb == STOMONYAKOV:
        return 3 if s.counts_as[r] == POLAND and s.level[r, SOV] == NONE else 0
    if amb == FLANDIN:
        for p in (GER, SOV):
            most = 0
            for q in range(POWERS):
                if q != p:
                    most = max(most, inf[q])
            if inf[p] > most:
                return 0
        return 3
    return 0


@rule
def make_table(s: Any, seat: Any, w: Any, only: Any) -> Any:
    """The table as `seat` reckons with it; points for region `only`, or for all where it is -1."""
    regions = len(s.sig)
    table = Table(np.zeros((regions, 3, POWERS)), np.empty((regions, TOTALS)))
    who = table.who
    hidden = s.step == STEP_P
    if hidden:
        share = w[CROWD] * (s.turn + 1) / regions
        empty, present = min(0.95, 0.7 * share), min(0.95, 1.1 * share)
        for p in range(POWERS):
            everywhere = _global_modifier(s, p)
            for r in range(regions):
                who[r, STAND, p] = -1.0
                who[r, THERE, p] = empty if s.inf[r, p] == 0 else present
                who[r, MODIFIER, p] = plain_modifier(s, p, r, everywhere)
                if p != seat:
                    who[r, MODIFIER, p] += 0.5
    else:
        who[:, STAND] = -1.0
        for p in range(POWERS):
            everywhere = _global_modifier(s, p)
            for slot in range(POOL_SIZE):
                if not s.deployed[p, slot]:
                    continue
                r = s.place[p, slot] - FIRST_PLACE
                if only < 0 or r == only:
                    who[r, STAND, p] = slot
                    who[r, THERE, p] = _rolls(s, p, slot, r, w)
                    if p != seat:
                        who[r, MODIFIER, p] = plain_modifier(s, p, r, everywhere)
                        who[r, MODIFIER, p] += s.gm_mod[p, slot]
                        if is_active(s, p, slot):
                            who[r, MODIFIER, p] += ability_modifier(s, p * POOL_SIZE + slot, r)
        everywhere = _global_modifier(s, seat)
        for r in range(regions):
            who[r, MODIFIER, seat] = plain_modifier(s, seat, r, everywhere)
    for r in range(regions):
        if only < 0 or r == only:
            _expect_points(s, table, seat, r, w)
    return table


@rule
def _rolls(s: Any, p: Any, slot: Any, r: Any, w: Any) -> Any:
    """The chance that the ambassador standing in the region rolls there."""
    amb = p * POOL_SIZE + slot
    if s.no_roll[p, r]:
        return 0.0
    if not INSTEAD[amb] or not is_active(s, p, slot):
        return 1.0
    if s.step > STEP_R1:
        return 1.0 if s.order[p, slot] == 0 else 0.0
    return 0.0 if amb in (HEYDRICH, NKVD) else 1.0 - w[ORDERED]


@rule
def _expect_points(s: Any, table: Any, seat: Any, r: Any, w: Any) -> None:
    """Writes what each total of the seat promises in the region: points expected (4.4)."""
    who = table.who
    sig = float(s.sig[r])
    cap = float(s.points_max)
    nobody = 1.0
    rivals = 0.0
    likeliest = -1
    least = 99.0  # the least modifier of a rival that is likely to come
    for q in range(POWERS):
        if q == seat:
            continue
        nobody *= 1.0 - who[r, THERE, q]
        rivals += who[r, THERE, q]
        if likeliest < 0 or who[r, THERE, q] > who[r, THERE, likeliest]:
            likeliest = q
        if who[r, THERE, q] > 0.3:
            least = min(least, who[r, MODIFIER, q])
    one = rivals < 1.5
    # The mean of the least of so many dice.
    lowest = least + (3.5 if one else 2.53 if rivals < 2.5 else 2.0)
    first = int(who[r, MODIFIER, seat]) - 1 - LOWEST  # the malus of an ability is at most 1
    for i in range(max(0, min(first, TOTALS - 6)), min(TOTALS, first + 14)):
        total = float(LOWEST + i)
        # Up to this total of the winner, a second has a point.
        reach = sig + (total if one else min(total, lowest))
        if s.case1 == _DIRECT:
            reach = sig
        elif s.case1 == _FLOOR:
            reach = -99.0
        win = 1.0
        top = 1.0
        second = 0.0
        for q in range(POWERS):
            there = who[r, THERE, q]
            if q == seat or there == 0.0:
                continue
            x = total - who[r, MODIFIER, q]
            upto = 1.0 - there * (1.0 - _up_to(x))
            win *= 1.0 - there * (1.0 - _up_to(x - 1.0))
            reached = there * max(0.0, _up_to(reach - who[r, MODIFIER, q]) - _up_to(x))
            second = second * upto + top * reached
            top *= upto
        won = 1.0
        if s.case1 == _DIRECT:
            won = max(1.0, total - sig)
        elif one and likeliest >= 0:
            won = _margin(total, who[r, MODIFIER, likeliest], sig)
        else:
            won = max(1.0, total - lowest - sig)
        alone = nobody * min(cap, max(1.0, total - sig))
        beaten = max(0.0, win - nobody) * min(cap, won)
        table.points[r, i] = alone + beaten + (top - win) * w[TIE] + second


@rule
def _up_to(x: Any) -> Any:
    """The chance that a die is at most x."""
    return max(0.0, min(1.0, x / 6.0))


@rule
def _margin(total: Any, modifier: Any, sig: Any) -> Any:
    """The points of a total that beats a single rival with this modifier."""
    points = 0.0
    dice = 0.0
    for die in range(1, 7):
        if die + modifier < total:
            dice += 1.0
            points += max(1.0, total - die - modifier - sig)
    return points / dice if dice > 0.0 else 1.0


@rule
def expected_points(table: Any, r: Any, modifier: Any) -> Any:
    """Points that the seat can expect of a roll with this modifier in region `r`."""
    first = max(0, min(int(modifier) + 1 - LOWEST, TOTALS - 6))
    total = 0.0
    for die in range(6):
        total += table.points[r, first + die]
    return total / 6.0


@rule
def opens_embassy(s: Any, table: Any, amb: Any, r: Any) -> Any:
    """The chance that an attempt of the Soviet ambassador opens the embassy (rules 3.5)."""
    modifier = table.who[r, MODIFIER, SOV] + ability_modifier(s, amb, r)
    if not s.embassy[r] and not s.embassy_penalty:
        modifier += 2.0
    return max(0.0, min(1.0, (7.0 + modifier - s.sig[r]) / 6.0))
