"""What an ambassador is good for in a region, as the hand-written player of Interbellum reckons."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics.interbellum_rolls import (
    FLANDIN,
    HEYDRICH,
    MODIFIER,
    NKVD,
    OSTROVSKY,
    ROMANIA,
    THERE,
    ability_modifier,
    expected_points,
    is_active,
    opens_embassy,
)
from legation.agents.heuristics.interbellum_worth import (
    EMBASSY_USE,
    FORCED,
    SHIELD,
    gain,
    point_worth,
)
from legation.envs.engine import rule
from legation.envs.interbellum.components import (
    AMBASSADORS,
    FRA,
    GBR,
    GER,
    INDEX,
    ITA,
    ORDER_CLASS,
    POOL_SIZE,
    POWERS,
    SOV,
)
from legation.envs.interbellum.fields import CHOICES, STEP_P

DIRKSEN, TWARDOWSKI, HUGENBERG = INDEX["dirksen"], INDEX["twardowski"], INDEX["hugenberg"]
WELCZECK, GIOVANNA, POTEMKIN = INDEX["welczeck"], INDEX["giovanna"], INDEX["potemkin"]
MUSSOLINI, BOCCHINI, SINCLAIR = INDEX["mussolini"], INDEX["bocchini"], INDEX["sinclair"]
MOLOTOV, SIMON, KRESTINSKY = INDEX["molotov"], INDEX["simon"], INDEX["krestinsky"]
RADEK, DIMITROV, LITVINOV = INDEX["radek"], INDEX["dimitrov"], INDEX["litvinov"]
VANSITTART, RUNCIMAN, HALIFAX = INDEX["vansittart"], INDEX["runciman"], INDEX["halifax"]
EDEN, DALADIER, LEGER = INDEX["eden"], INDEX["daladier"], INDEX["leger"]
BARTHOU = INDEX["barthou"]
_PARTNER_OF_WELCZECK = CHOICES["welczeck_partner"]

# [ambassador]: the second power that gains by its order, or -1 (3.10).
PARTNER = np.full(AMBASSADORS, -1, np.int64)
for _name, _partner in (
    ("ribbentrop", GBR), ("nadolny", SOV), ("welczeck", SOV), ("cerruti", GER), ("grandi", GBR),
    ("collier", SOV), ("phipps", GER), ("alphand", SOV), ("poncet", GER),
):  # fmt: skip
    PARTNER[INDEX[_name]] = _partner
_WELCZECK_FRA = _PARTNER_OF_WELCZECK.index("FRA")

# [ambassador]: the power whose influence falls or rises by 1 when it is assigned, or -1 (3.4).
REMOVES = np.full(AMBASSADORS, -1, np.int64)
for _name, _victim in (("suvich", GER), ("roatta", SOV), ("sargent", SOV), ("blum", ITA)):
    REMOVES[INDEX[_name]] = _victim
PLACES = np.full(AMBASSADORS, -1, np.int64)  # besides the own one
for _name, _friend in (("laval", GER), ("boncour", SOV), ("bargeton", GBR)):
    PLACES[INDEX[_name]] = _friend
RAISES_OWN = np.zeros(AMBASSADORS, np.bool_)
for _name in ("attolico", "dansey", "laval", "boncour", "bargeton"):
    RAISES_OWN[INDEX[_name]] = True

# [ambassador]: usefulness wherever it is sent, in points; for recruiting.
HABIT_OF = np.zeros(AMBASSADORS)
for _name, _habit in (
    ("heydrich", 1.0), ("papen", 0.8), ("hugenberg", 0.6), ("rosenberg", 0.4), ("neurath", 0.3),
    ("twardowski", 0.3), ("attolico", 1.2), ("giovanna", 0.4), ("elena", 0.8), ("suvich", 0.5),
    ("bocchini", 0.5), ("ostrovsky", 0.8), ("stomonyakov", 0.7), ("radek", 0.7), ("antonov", 0.5),
    ("litvinov", 0.5), ("molotov", 0.3), ("dansey", 1.2), ("runciman", 0.5), ("vansittart", 0.5),
    ("sinclair", 0.4), ("sargent", 0.4), ("bargeton", 0.9), ("boncour", 0.9), ("laval", 0.8),
    ("flandin", 1.0), ("barthou", 0.4), ("blum", 0.3), ("leger", 0.3),
):  # fmt: skip
    HABIT_OF[INDEX[_name]] = _habit


@rule
def partner_of(s: Any, amb: Any) -> Any:
    if amb == WELCZECK and s.welczeck_partner == _WELCZECK_FRA:
        return FRA
    return PARTNER[amb]


@rule
def order_gain(s: Any, board: Any, amb: Any, target: Any, r: Any) -> Any:
    """What the order of an ambassador in place of its roll is worth; `target`: a power, or -1."""
    own = amb // POOL_SIZE
    partner = partner_of(s, amb)
    if partner >= 0:
        return gain(board, r, 0, own, 1, partner, 1)
    if amb in (GIOVANNA, POTEMKIN):
        return gain(board, r, 0, own, 1, target, 1)
    if amb == DIRKSEN:
        return gain(board, r, 0, GER, -1, target, -2)
    if amb == HEYDRICH:
        return gain(board, r, 1, GER, 2, -1, 0)
    if amb == RADEK:
        return gain(board, r, -1, SOV, 1, -1, 0)
    if amb == BARTHOU:
        total = 0.0
        for die in range(1, 7):
            total += gain(board, r, 0, GER, -die, -1, 0)
        return total / 6.0
    if amb == NKVD:
        odd = gain(board, r, 1, SOV, 1, -1, 0)
        even = gain(board, r, -1, -1, 0, -1, 0)
        for q in range(POWERS):
            if q != SOV and board.land[r, q] > 0:
                even += gain(board, r, 0, q, -1, -1, 0)
        return (odd + even) / 2.0
    return -1e18


@rule
def best_order(s: Any, board: Any, amb: Any, r: Any) -> Any:
    """The best that the ambassador's order may do there; far below 0 if it has none."""
    inf = board.land[r]
    if amb in (GIOVANNA, POTEMKIN, DIRKSEN):
        if amb == DIRKSEN and inf[GER] == 0:
            return -1e18
        best = -1e18
        for q in range(POWERS):
            if q == amb // POOL_SIZE or (amb == GIOVANNA and q == GER):
                continue
            if amb == DIRKSEN and inf[q] == 0:
                continue
            best = max(best, order_gain(s, board, amb, q, r))
        return best
    if amb == BARTHOU and (inf[GER] == 0 or inf[SOV] == 0 or inf[FRA] == 0):
        return -1e18
    return order_gain(s, board, amb, -1, r)


@rule
def assign_gain(s: Any, board: Any, amb: Any, r: Any) -> Any:
    """What the ambassador's effect on assignment is worth there, its choices taken well."""
    if ORDER_CLASS[amb] == 0:
        return 0.0
    own = amb // POOL_SIZE
    inf = board.land[r]
    if RAISES_OWN[amb]:
        return gain(board, r, 0, own, 1, PLACES[amb], 1)
    if REMOVES[amb] >= 0:
        victim = REMOVES[amb]
        return gain(board, r, 0, victim, -1, -1, 0) if inf[victim] > 0 else 0.0
    if amb == MUSSOLINI:
        return gain(board, r, 1, -1, 0, -1, 0)
    if amb == BOCCHINI:
        return gain(board, r, -1, -1, 0, -1, 0)
    if amb == SINCLAIR:
        up = gain(board, r, 1, -1, 0, -1, 0)
        return max(0.0, up, gain(board, r, -1, -1, 0, -1, 0))
    if amb == OSTROVSKY:
        return gain(board, r, 0, FRA, 1, -1, 0) if s.counts_as[r] == ROMANIA else 0.0
    if amb == DALADIER:
        if inf[GER] == inf[SOV]:
            return gain(board, r, 1, -1, 0, -1, 0)
        return gain(board, r, 0, GER if inf[GER] > inf[SOV] else SOV, 1, -1, 0)
    if amb == DIMITROV:
        total = gain(board, r, 1, -1, 0, -1, 0)
        for q in range(POWERS):
            total += gain(board, r, 0, q, 1, -1, 0)
        return total
    if amb == EDEN:
        return _eden(board, r)
    if amb in (LITVINOV, VANSITTART, HALIFAX):
        return max(0.0, best_replacement(board, amb, r))
    return 0.0


@rule
def _eden(board: Any, r: Any) -> Any:
    inf = board.land[r]
    most = 0
    least = 99
    for q in range(POWERS):
        most = max(most, inf[q])
        if q != SOV:
            least = min(least, inf[q])
    total = 0.0
    for q in range(POWERS):
        change = (-1 if inf[q] == most and most > 0 else 0) + (
            1 if inf[q] == least and q != SOV else 0
        )
        if change != 0:
            total += gain(board, r, 0, q, change, -1, 0)
    return total


@rule
def best_replacement(board: Any, amb: Any, r: Any) -> Any:
    """Of one unit of another power by one of a third: Litvinov, Vansittart, Halifax."""
    taken = SOV if amb == HALIFAX else GER
    best = -1e18
    if board.land[r, taken] > 0:
        for q in range(POWERS):
            if may_replace(amb, q):
                best = max(best, gain(board, r, 0, taken, -1, q, 1))
    return best


@rule
def may_replace(amb: Any, q: Any) -> Any:
    if amb == LITVINOV:
        return q in (GBR, FRA)
    if amb == VANSITTART:
        return q in (ITA, SOV, FRA)
    return q in (GER, ITA)


@rule
def stay_gain(
    s: Any, board: Any, table: Any, amb: Any, r: Any, point: Any, active: Any, attempts: Any, w: Any
) -> Any:
    """What an ambassador of the seat is worth by standing in the region: roll or order, shield.

    `attempts`: the Soviet one may try to open an embassy in place of its roll.
    """
    own = amb // POOL_SIZE
    modifier = table.who[r, MODIFIER, own]
    if active:
        modifier += ability_modifier(s, amb, r)
    worth = 0.0
    if not s.no_roll[own, r]:
        worth = expected_points(table, r, modifier) * point
        if active:
            ordered = best_order(s, board, amb, r)
            worth = ordered if amb in (HEYDRICH, NKVD) else max(worth, ordered)
        if attempts and own == SOV and not s.embassy[r]:
            worth = max(worth, attempt_gain(s, table, amb, r, modifier, point, w))
    if active and amb in (MOLOTOV, SIMON) and board.land[r, own] > 0:
        crowd = 0.0
        for q in range(POWERS):
            if q != own:
                crowd += table.who[r, THERE, q]
        worth -= w[SHIELD] * crowd * gain(board, r, 0, own, -1, -1, 0)
    if active and amb == KRESTINSKY and s.krest_kept and board.land[r, GER] > 1:
        worth += 0.3 * point
    return worth


@rule
def attempt_gain(
    s: Any, table: Any, amb: Any, r: Any, modifier: Any, point: Any, w: Any
) -> Any:  # fmt: skip
    """What an attempt to open the embassy is worth by the better rolls of the turns to come."""
    better = expected_points(table, r, modifier + 2) - expected_points(table, r, modifier)
    left = float(s.turns - s.turn)
    return opens_embassy(s, table, amb, r) * w[EMBASSY_USE] * left * better * point


@rule
def send_gain(s: Any, board: Any, table: Any, amb: Any, r: Any, point: Any, w: Any) -> Any:
    """What sending an ambassador of the seat to the region is worth: its effects and its stay."""
    stays = stay_gain(s, board, table, amb, r, point, True, s.step == STEP_P, w)
    worth = stays + assign_gain(s, board, amb, r)
    crowd = 0.0
    if amb in (LEGER, TWARDOWSKI):
        for q in range(POWERS):
            if q != amb // POOL_SIZE:
                crowd = max(crowd, table.who[r, THERE, q])
        worth += 0.3 * crowd * point
    return worth


@rule
def loss_to(s: Any, board: Any, table: Any, owner: Any, slot: Any, r: Any, w: Any) -> Any:
    """What it is worth to the seat if another power's ambassador loses its ability there."""
    amb = owner * POOL_SIZE + slot
    worth = 0.0
    if not is_active(s, owner, slot):
        return 0.0
    if s.pending[owner, slot]:
        worth -= assign_gain_of_rival(s, board, amb, r)
    if s.no_roll[owner, r]:
        return worth
    modifier = ability_modifier(s, amb, r)
    point = gain(board, r, 0, owner, 1, -1, 0)
    if amb in (HEYDRICH, NKVD):
        worth -= order_gain(s, board, amb, -1, r) - 0.8 * point
    elif modifier != 0:
        worth -= 0.15 * modifier * point
    elif amb in (MOLOTOV, SIMON) and board.land[r, owner] > 0.0:
        worth += gain(board, r, 0, owner, -1, -1, 0) * w[SHIELD]
    return worth


@rule
def assign_gain_of_rival(s: Any, board: Any, amb: Any, r: Any) -> Any:
    """What the effect of a rival's ambassador does to the seat, if it chooses as suits it."""
    if amb == SINCLAIR:
        up = gain(board, r, 1, -1, 0, -1, 0)
        return min(0.0, up, gain(board, r, -1, -1, 0, -1, 0))
    if amb in (LITVINOV, VANSITTART, HALIFAX):
        return min(0.0, -best_replacement(board, amb, r) / 2.0)
    return assign_gain(s, board, amb, r)


@rule
def usefulness(
    s: Any, board: Any, table: Any, amb: Any, points: Any, free: Any, w: Any
) -> Any:  # fmt: skip
    """What an ambassador would add, where it serves best, to one without an ability.

    `points [R]`: what a point is worth in each region; `free [R]`: where it may go.
    """
    best = -1e18
    own = amb // POOL_SIZE
    for r in range(len(s.sig)):
        if free[r]:
            plain = expected_points(table, r, table.who[r, MODIFIER, own]) * points[r]
            best = max(best, send_gain(s, board, table, amb, r, points[r], w) - plain)
    return best


@rule
def point_worths(board: Any, seat: Any) -> Any:
    """`[R]`: what a point of the seat is worth in each region."""
    worths = np.empty(len(board.land))
    for r in range(len(board.land)):
        worths[r] = point_worth(board, r, seat)
    return worths


@rule
def forced_gain(
    s: Any, board: Any, table: Any, owner: Any, slot: Any, r: Any, w: Any
) -> Any:  # fmt: skip
    """What it is worth to the seat if Twardowski makes another power replace its ambassador."""
    back = w[FORCED] * gain(board, r, 0, owner, 1, -1, 0)
    return loss_to(s, board, table, owner, slot, r, w) + back


__all__ = ["FLANDIN", "HUGENBERG", "RUNCIMAN"]
