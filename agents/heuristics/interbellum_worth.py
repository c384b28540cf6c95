"""What a region is worth to each power, as the hand-written player of Interbellum reckons.

The score of the end (rules 5.2) is taken with chances in place of levels: a lead that is one short
of a protectorate is worth something while turns are left, and nothing after the last. The chances
are looked up, so a region costs a few nanoseconds; every decision is a difference of such worths.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from legation.envs.engine import rule
from legation.envs.interbellum.components import ITA, MAX_TURNS, POWERS
from legation.envs.interbellum.fields import CHOICES, PROTECTORATE, STEP_R4

# Found by hand and by self-play.
WEIGHTS = np.array(
    [
        0.45,  # LEAD: doubt about a lead at the end
        0.40,  # LEAD_TURN: more of it for each turn left
        0.40,  # OWN: doubt about a power's own influence at the end
        0.25,  # OWN_TURN: more of it for each turn left
        2.0,  # UNIT: worth of a unit of influence beyond its score, for each turn left
        0.15,  # ENVY: weight of every rival's score against the own
        0.60,  # ENVY_LEADER: more of it for a rival that is ahead of the others
        0.35,  # TRUST: least trust of Italy in its New Roman Empire while all turns are left
        0.05,  # RESERVE: of a point's worth, what an ambassador held back promises
        0.40,  # TIE: points expected of a shared highest total
        0.50,  # ORDERED: chance that a rival gives the order that it may give
        0.50,  # SHIELD: losses expected for each rival in the region
        2.40,  # EMBASSY: rolls expected in a region in each turn left
        0.30,  # HABIT: weight of an ambassador's usefulness in general
        0.10,  # EXCHANGE: of a point's worth, what an exchange must promise
        1.20,  # CROWD: of a power's share of regions, its chance to come to one
        0.02,  # NOISE: of all gains, relative
        0.50,  # FORCED: of a point's worth, what a forced replacement still brings its owner
        10.0,  # HOLD: worth of control by the better rolls it gives, for each turn left
    ]
)
(
    LEAD, LEAD_TURN, OWN, OWN_TURN, UNIT, ENVY, ENVY_LEADER, TRUST, RESERVE, TIE, ORDERED, SHIELD,
    EMBASSY_USE, HABIT, EXCHANGE, CROWD, NOISE, FORCED, HOLD,
) = range(len(WEIGHTS))  # fmt: skip

_OFFSET = 64  # of the differences -64..63 that chances are looked up by
_ABSOLUTE = CHOICES["puppet"].index("absolute")
_AT_LEAST = CHOICES["puppet"].index("lead_ge")


def chance_tables(w: Any) -> Any:
    """`[2 * turns left (+ 1 before the rolls), level - 1, difference + 64]`: the chances.

    The difference is twice the influence less the significance for cooperation, the lead less the
    significance, or less twice of it, for the others; a level is reached from 0 up.
    """
    tables = np.zeros((2 * MAX_TURNS + 2, 3, 2 * _OFFSET))
    difference = np.arange(-_OFFSET, _OFFSET)
    for stage in range(len(tables)):
        lead = w[LEAD] + w[LEAD_TURN] * stage / 2
        own = 2 * (w[OWN] + w[OWN_TURN] * stage / 2)
        for level, (middle, spread) in enumerate(((0.5, own), (-0.5, lead), (-0.5, lead))):
            x = np.clip((difference - middle) / spread, -30, 30)
            tables[stage, level] = 1 / (1 + np.exp(-x))
    return tables


# Columns of `Board.land`: the influence of each power, and then:
SIG, COMBAT, ROME = range(POWERS, POWERS + 3)
# Places in `Board.terms`: worth of a unit of influence; trust in Italy's combat points; what a
# control is worth to Italy where the New Roman Empire counts it; the least lead over twice the
# significance that makes a puppet; whether option `puppet` is absolute; what control is worth by
# the rolls it improves; and, for each level, glory and combat of the score, and for each power, the
# weight of its score to the seat that decides.
UNIT_RATE, ITALY_COMBAT, ROME_BONUS, PUPPET_LEAD, ABSOLUTE, HOLD_RATE, GLORY = range(7)
FIGHT = GLORY + 4
SIDE = FIGHT + 4


class Board(NamedTuple):
    """What worths are reckoned from: figures that may be changed to see what a change is worth."""

    land: Any  # [R, ROME + 1]
    terms: Any  # [SIDE + P]
    chances: Any  # [level - 1, difference + 64]
    base: Any  # [R], worth of each region as it is
    scratch: Any  # [P]


@rule
def make_board(s: Any, seat: Any, w: Any, tables: Any) -> Any:
    """The board as it is, seen from `seat`, a power."""
    regions = len(s.sig)
    land = np.empty((regions, ROME + 1))
    terms = np.zeros(SIDE + POWERS)
    for r in range(regions):
        land[r, SIG] = s.sig[r]
        land[r, COMBAT] = s.combat[r]
        land[r, ROME] = s.new_rome[r]
        for p in range(POWERS):
            land[r, p] = s.inf[r, p]
    for level in range(4):
        terms[GLORY + level] = s.score_glory[level]
        terms[FIGHT + level] = s.score_combat[level]
    left = int(s.turns - s.turn)
    terms[UNIT_RATE] = s.score_influence + w[UNIT] * left
    terms[HOLD_RATE] = w[HOLD] * left
    terms[ITALY_COMBAT] = 1.0
    terms[PUPPET_LEAD] = 0.0 if s.puppet == _AT_LEAST else 1.0
    terms[ABSOLUTE] = 1.0 if s.puppet == _ABSOLUTE else 0.0
    stage = 2 * left + (1 if s.step < STEP_R4 else 0)
    board = Board(land, terms, tables[stage], np.empty(regions), np.empty(POWERS))
    _expect_rome(s, board, w)
    _take_sides(s, board, seat, w)
    for r in range(regions):
        board.base[r] = region_worth(board, r)
    return board


@rule
def _expect_rome(s: Any, board: Any, w: Any) -> None:
    """How far Italy can reckon with its combat points, and what a flagged region adds to them."""
    needed = int(s.new_rome_needed)
    if needed <= 0:
        return
    land, terms = board.land, board.terms
    counts = np.zeros(needed + 1)  # the last: so many or more
    counts[0] = 1.0
    combat = 0.0
    for r in range(len(land)):
        rival = max(max(land[r, 0], land[r, 2]), max(land[r, 3], land[r, 4]))
        held = board.chances[1, _place(land[r, ITA] - rival - land[r, SIG])]
        combat += land[r, COMBAT] * terms[FIGHT + PROTECTORATE] * held
        if land[r, ROME] == 0.0:
            continue
        counts[needed] += counts[needed - 1] * held
        for n in range(needed - 1, 0, -1):
            counts[n] += (counts[n - 1] - counts[n]) * held
        counts[0] *= 1.0 - held
    trust = w[TRUST] * (s.turns - s.turn) / MAX_TURNS
    terms[ITALY_COMBAT] = trust + (1.0 - trust) * counts[needed]
    terms[ROME_BONUS] = combat * (1.0 - trust) * counts[needed - 1]


@rule
def _take_sides(s: Any, board: Any, seat: Any, w: Any) -> None:
    """Weighs the powers' scores: the own one, and against it the others, by how far they are."""
    worths = np.empty(POWERS)
    for p in range(POWERS):
        worths[p] = float(s.score_handicap[p])
    for r in range(len(board.land)):
        _powers_worth(board, r, worths)
    total = 1.0
    for p in range(POWERS):
        worths[p] = worths[p] ** 3
        if p != seat:
            total += worths[p]
    for p in range(POWERS):
        board.terms[SIDE + p] = -w[ENVY] - w[ENVY_LEADER] * worths[p] / total
    board.terms[SIDE + seat] = 1.0


@rule
def _place(difference: Any) -> Any:
    """Where the tables have a difference."""
    return max(0, min(int(difference) + _OFFSET, 2 * _OFFSET - 1))


@rule
def _powers_worth(board: Any, r: Any, worths: Any) -> None:
    """Adds the score expected of each power from region `r` to `worths [P]`."""
    land, terms, chances = board.land, board.terms, board.chances
    first = 0.0
    second = 0.0
    for q in range(POWERS):
        own = land[r, q]
        if own > first:
            second = first
            first = own
        elif own > second:
            second = own
    sig = land[r, SIG]
    combat = land[r, COMBAT]
    # What each level adds to the one before, in glory, and in combat.
    glory_1 = sig * terms[GLORY + 1]
    glory_2 = sig * (terms[GLORY + 2] - terms[GLORY + 1])
    glory_3 = sig * (terms[GLORY + 3] - terms[GLORY + 2])
    fight_1 = combat * terms[FIGHT + 1]
    fight_2 = combat * (terms[FIGHT + 2] - terms[FIGHT + 1])
    fight_3 = combat * (terms[FIGHT + 3] - terms[FIGHT + 2])
    # The tables have "from 0 up"; a puppet may need one more.
    above = 2.0 * sig + terms[PUPPET_LEAD]
    for p in range(POWERS):
        own = land[r, p]
        lead = own - (second if own == first else first)
        cooperation = chances[0, _place(2.0 * own - sig)]
        protectorate = chances[1, _place(lead - sig)]
        if terms[ABSOLUTE] > 0.0:
            puppet = chances[2, _place(min(lead + 2.0 * sig, own) - above)]
        else:
            puppet = min(protectorate, chances[2, _place(lead - above)])
        glory = glory_1 * cooperation + glory_2 * protectorate + glory_3 * puppet
        fight = fight_1 * cooperation + fight_2 * protectorate + fight_3 * puppet
        if p == ITA:
            fight *= terms[ITALY_COMBAT]
            fight += land[r, ROME] * terms[ROME_BONUS] * protectorate
        held = terms[HOLD_RATE] * (0.5 * cooperation + protectorate)
        worths[p] += own * terms[UNIT_RATE] + glory + fight + held


@rule
def region_worth(board: Any, r: Any) -> Any:
    """The worth of region `r` as it is to the seat that decides: all powers' scores, by side."""
    worths = board.scratch
    for p in range(POWERS):
        worths[p] = 0.0
    _powers_worth(board, r, worths)
    total = 0.0
    for p in range(POWERS):
        total += board.terms[SIDE + p] * worths[p]
    return total


@rule
def gain(board: Any, r: Any, d_sig: Any, p: Any, n: Any, q: Any, m: Any) -> Any:
    """What it is worth if the significance moves by `d_sig`, power p by n, and power q by m.

    A power of -1 is none; influence does not go below 0.
    """
    land = board.land
    sig = land[r, SIG]
    land[r, SIG] = max(1.0, sig + d_sig)
    was_p = 0.0
    was_q = 0.0
    if p >= 0:
        was_p = land[r, p]
        land[r, p] = max(0.0, was_p + n)
    if q >= 0:
        was_q = land[r, q]
        land[r, q] = max(0.0, was_q + m)
    after = region_worth(board, r)
    if q >= 0:
        land[r, q] = was_q
    if p >= 0:
        land[r, p] = was_p
    land[r, SIG] = sig
    return after - board.base[r]


@rule
def point_worth(board: Any, r: Any, p: Any) -> Any:
    """What one point of power `p`, spent as it serves the seat best, is worth to the seat."""
    best = gain(board, r, 0, p, 1, -1, 0)
    for q in range(POWERS):
        if q != p and board.land[r, q] > 0.0:
            best = max(best, gain(board, r, 0, q, -1, -1, 0))
    return best
