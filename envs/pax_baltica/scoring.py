"""Victory, reward, and a potential for training (section 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    ARMISTICE_VP,
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCKS,
    CAPITAL,
    COALITION,
    COLOUR_SIDE,
    FIREPOWER,
    FORAGE,
    IS_FLEET,
    LAND_NATION,
    LOSS_TRACK,
    NATION_PRINCIPAL,
    NATION_SIDE,
    NATION_TRACK,
    NATIONS,
    RP_GARRISON,
    RP_START,
    SEA0,
    SIEGE_FACTOR,
    SWEDEN,
    SWEDES,
    TERRITORIES,
    VALUE,
)
from legation.envs.pax_baltica.record import ACTIVE, COALITION_TRIUMPH, SWEDISH_TRIUMPH, UNIT

# Of the potential, in victory points. The sizes are those of a regression of the final score on
# positions between hand-written players, rounded.
FIRE = 0.13  # a die of firepower on the map: steps times firepower
UNFED = 0.3  # a block more than a territory feeds
CUT_OFF = 0.1  # a step without communications
NEUTRAL = 1.0  # a garrison that lowers no principal nation's level
BEFORE_WALLS = 0.2  # of the worth of a garrison: enough steps there to besiege it
OPENED = 0.5  # of that worth: all siege cubes but the last throw
PRESSED = 0.5  # of an armistice: an RP level nearly at 0
HALF_TIME = 4.0  # turns left at which what is not yet scored counts half


@rule
def returns(s: Any, out: Any) -> None:
    """Sudden death: +1 and -1; else the running score."""
    value = s.standing / UNIT
    if s.outcome == SWEDISH_TRIUMPH:
        value = 1.0
    elif s.outcome == COALITION_TRIUMPH:
        value = -1.0
    out[SWEDEN] = value
    out[COALITION] = 0.0 - value


@rule
def win_shares(s: Any, values: Any, out: Any) -> None:
    """A score above 0 is Sweden's win, below 0 the Coalition's; 0 is a draw."""
    out[SWEDEN] = 1.0 if values[SWEDEN] > 0 else (0.5 if values[SWEDEN] == 0 else 0.0)
    out[COALITION] = 1.0 - out[SWEDEN]


# --- potential -------------------------------------------------------------------------------


@rule
def potential(s: Any, out: Any) -> None:
    """How well each seat stands: the score that the position promises, in units of the reward.

    The running score without its bounds, and with it what may still become of armies, sieges and
    nations hard pressed, the less the nearer the end. A side's is the other's opposite.
    """
    if s.over:
        points = 0.0
    else:
        turns = max(0.0, 4.0 * (s.last_year - s.year) + 4.0 - s.season)
        points = (armies(s) + sieges(s) + pressure(s)) * turns / (turns + HALF_TIME)
    value = (s.vp - s.par + points) / s.scale
    if s.outcome == SWEDISH_TRIUMPH:
        value = max(value, 1.0)
    elif s.outcome == COALITION_TRIUMPH:
        value = min(value, -1.0)
    out[SWEDEN] = value
    out[COALITION] = 0.0 - value


@rule
def armies(s: Any) -> Any:
    """Firepower on the map, less what hunger is about to take; Sweden's less the Coalition's."""
    total = 0.0
    for b in range(BLOCKS):
        x = s.place[b]
        if x < 0:
            continue
        worth = FIRE * s.steps[b] * FIREPOWER[b]
        if IS_FLEET[b] == 0 and x < SEA0 and s.supplied[BLOCK_NATION[b], x] == 0:
            worth -= CUT_OFF * s.steps[b]
        total += worth if BLOCK_SIDE[b] == SWEDEN else 0.0 - worth
    for t in range(TERRITORIES):
        total -= UNFED * max(0, s.land_total[SWEDEN, t] - FORAGE[t])
        total += UNFED * max(0, s.land_total[COALITION, t] - FORAGE[t])
    return total


@rule
def sieges(s: Any) -> Any:
    """How far sieges have come: the armies before the walls, and their successes."""
    strength = np.zeros((2, TERRITORIES))
    for b in range(BLOCKS):
        x = s.place[b]
        if IS_FLEET[b] == 0 and 0 <= x < TERRITORIES:
            strength[BLOCK_SIDE[b], x] += s.steps[b]
    total = 0.0
    for t in range(TERRITORIES):
        if VALUE[t] == 0:
            continue
        gain = 0.0
        side = 1 - s.owner[t] if s.owner[t] <= COALITION else -1
        if side >= 0 and s.land_total[1 - side, t] == 0:
            gain = BEFORE_WALLS * min(1.0, strength[side, t] / (SIEGE_FACTOR * VALUE[t]))
        if s.siege_cubes[t] > 0 and s.siege_colour[t] >= 0:
            side = COLOUR_SIDE[s.siege_colour[t]]
            gain += OPENED * s.siege_cubes[t] / VALUE[t]
        if gain > 0.0:
            gain *= garrison_worth(s, t)
            total += gain if side == SWEDEN else 0.0 - gain
    return total


@rule
def garrison_worth(s: Any, t: Any) -> Any:
    """Victory points, or what comes near them, that change hands with a territory."""
    nation = LAND_NATION[t]
    if nation < 0:
        return NEUTRAL
    if nation == SWEDES:
        return float(s.scale) if CAPITAL[t] else float(RP_GARRISON)
    if CAPITAL[t] and NATION_PRINCIPAL[nation] and s.status[nation] == ACTIVE:
        return 1.5 * ARMISTICE_VP  # its armies go as well
    return NEUTRAL + (1.0 if LOSS_TRACK[t] >= 0 else 0.0)


@rule
def pressure(s: Any) -> Any:
    """How near the principal nations of the Coalition are to an armistice by their RP levels."""
    total = 0.0
    for nation in range(NATIONS):
        track = NATION_TRACK[nation]
        foe = NATION_PRINCIPAL[nation] and NATION_SIDE[nation] == COALITION
        if foe and track >= 0 and s.status[nation] == ACTIVE:
            lost = 1.0 - s.rp[track] / RP_START[track]
            total += PRESSED * ARMISTICE_VP * min(1.0, max(0.0, lost))
    return total
