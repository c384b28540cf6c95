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
        0.80,  # EMBASSY: rolls expected in a region in each turn left
        0.30,  # HABIT: weight of an ambassador's usefulness in general
        0.10,  # EXCHANGE: of a point's worth, what an exchange must promise
        0.90,  # CROWD: of a power's share of regions, its chance to come to one
        0.05,  # NOISE: of all gains, relative
        0.50,  # FORCED: of a point's worth, what a forced replacement still brings its owner
    ]
)
(
    LEAD, LEAD_TURN, OWN, OWN_TURN, UNIT, ENVY, ENVY_LEADER, TRUST, RESERVE, TIE, ORDERED, SHIELD,
    EMBASSY_USE, HABIT, EXCHANGE, CROWD, NOISE, FORCED,
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
# significance that makes a puppet; whether option `puppet` is absolute; and, for each level, glory
# and combat of the score, and for each power, the weight of its score to the seat that decides.
UNIT_RATE, ITALY_COMBAT, ROME_BONUS, PUPPET_LEAD, ABSOLUTE, GLORY = range(6)
FIGHT = GLORY + 4
SIDE = FIGHT + 4


class Board(NamedTuple):
    """What worths are reckoned from: figures that may be changed to see what a change is worth."""

    land: Any  # [R, ROME + 1]
    terms: Any  # [SIDE + P]
    chances: Any  # [level - 1, difference + 64]


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
    terms[ITALY_COMBAT] = 1.0
    terms[PUPPET_LEAD] = 0.0 if s.puppet == _AT_LEAST else 1.0
    terms[ABSOLUTE] = 1.0 if s.puppet == _ABSOLUTE else 0.0
    stage = 2 * left + (1 if s.step < STEP_R4 else 0)
    board = Board(land, terms, tables[stage])
    _expect_rome(s, board, w)
    _take_sides(s, board, seat, w)
    return board


@rule
def _expect_rome(s: Any, board: Any, w: Any) -> None:
    """How far Italy can reckon with its combat points, and what a flagged region adds to them."""
    needed = int(s.new_rome_needed)
    if needed <= 0:
        return
    counts = np.zeros(needed + 1)  # the last: so many or more
    counts[0] = 1.0
    combat = 0.0
    for r in range(len(board.land)):
        lead = board.land[r, ITA] - _rival(board, r, ITA)
        held = _chance(board, 1, lead - board.land[r, SIG])
        combat += board.land[r, COMBAT] * board.terms[FIGHT + PROTECTORATE] * held
        if not board.land[r, ROME]:
            continue
        counts[needed] += counts[needed - 1] * held
        for n in range(needed - 1, 0, -1):
            counts[n] += (counts[n - 1] - counts[n]) * held
        counts[0] *= 1.0 - held
    trust = w[TRUST] * (s.turns - s.turn) / MAX_TURNS
    board.terms[ITALY_COMBAT] = trust + (1.0 - trust) * counts[needed]
    board.terms[ROME_BONUS] = combat * (1.0 - trust) * counts[needed - 1]


@rule
def _take_sides(s: Any, board: Any, seat: Any, w: Any) -> None:
    worths = np.empty(POWERS)
    total = 1.0
    for p in range(POWERS):
        worths[p] = float(s.score_handicap[p])
        for r in range(len(board.land)):
            worths[p] += power_worth(board, r, p)
        if p != seat:
            total += worths[p] ** 3
    for p in range(POWERS):
        board.terms[SIDE + p] = -w[ENVY] - w[ENVY_LEADER] * worths[p] ** 3 / total
    board.terms[SIDE + seat] = 1.0


@rule
def _rival(board: Any, r: Any, p: Any) -> Any:
    """The largest influence in the region but that of `p`."""
    most = 0.0
    for q in range(POWERS):
        if q != p:
            most = max(most, board.land[r, q])
    return most


@rule
def _chance(board: Any, level: Any, difference: Any) -> Any:
    """Of reaching a level (0 cooperation, 1 protectorate, 2 puppet) or a higher one."""
    return board.chances[level, max(0, min(int(difference) + _OFFSET, 2 * _OFFSET - 1))]


@rule
def power_worth(board: Any, r: Any, p: Any) -> Any:
    """The score expected of power `p` from region `r`."""
    return _worth(board, r, p, _rival(board, r, p))


@rule
def _worth(board: Any, r: Any, p: Any, rival: Any) -> Any:
    terms = board.terms
    own = board.land[r, p]
    sig = board.land[r, SIG]
    lead = own - rival
    cooperation = _chance(board, 0, 2.0 * own - sig)
    protectorate = _chance(board, 1, lead - sig)
    # The table has "from 0 up"; a puppet may need one more.
    above = 2.0 * sig + terms[PUPPET_LEAD]
    if terms[ABSOLUTE] > 0.0:
        puppet = _chance(board, 2, min(lead + 2.0 * sig, own) - above)
    else:
        puppet = min(protectorate, _chance(board, 2, lead - above))
    glory = sig * (
        terms[GLORY + 1] * cooperation
        + (terms[GLORY + 2] - terms[GLORY + 1]) * protectorate
        + (terms[GLORY + 3] - terms[GLORY + 2]) * puppet
    )
    combat = board.land[r, COMBAT] * (
        terms[FIGHT + 1] * cooperation
        + (terms[FIGHT + 2] - terms[FIGHT + 1]) * protectorate
        + (terms[FIGHT + 3] - terms[FIGHT + 2]) * puppet
    )
    if p == ITA:
        combat = combat * terms[ITALY_COMBAT] + board.land[r, ROME] * (
            terms[ROME_BONUS] * protectorate
        )
    return own * terms[UNIT_RATE] + glory + combat


@rule
def region_worth(board: Any, r: Any) -> Any:
    """The worth of region `r` as it is to the seat that decides: all powers' scores, by side."""
    first = 0.0
    second = 0.0
    for q in range(POWERS):
        own = board.land[r, q]
        if own > first:
            second = first
            first = own
        elif own > second:
            second = own
    total = 0.0
    for p in range(POWERS):
        rival = second if board.land[r, p] == first else first
        total += board.terms[SIDE + p] * _worth(board, r, p, rival)
    return total


@rule
def gain(board: Any, r: Any, d_sig: Any, p: Any, n: Any, q: Any, m: Any) -> Any:
    """What it is worth if the significance moves by `d_sig`, power p by n, and power q by m.

    A power of -1 is none; influence does not go below 0.
    """
    land = board.land
    before = region_worth(board, r)
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
    return after - before


@rule
def point_use(board: Any, r: Any, p: Any, n: Any) -> Any:
    """The best use of `n` points of power `p`: the power to place or destroy, as a seat.

    Points are worth most together (a level may be two away), so each use is taken for all of them.
    """
    best = -1e18
    use = p
    for q in range(POWERS):
        if q == p:
            worth = gain(board, r, 0, p, n, -1, 0)
        elif board.land[r, q] > 0:
            cut = min(n, board.land[r, q])
            worth = gain(board, r, 0, q, -cut, p, n - cut)
        else:
            continue
        if worth > best:
            best = worth
            use = q
    return use


@rule
def point_worth(board: Any, r: Any, p: Any) -> Any:
    """What one point of power `p`, spent as it serves the seat best, is worth to the seat."""
    use = point_use(board, r, p, 1)
    return gain(board, r, 0, use, 1 if use == p else -1, -1, 0)
