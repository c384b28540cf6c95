"""How the hand-written player of Pax Baltica reads the map: strengths, worths, ways.

Everything comes from the redacted record: own blocks as they are, seen enemy blocks as they are,
the others as their public counts times an average block. Worths are in victory points.
"""

from __future__ import annotations

from typing import Any

from legation.agents.heuristics.pax_baltica_weights import (
    ARMISTICE,
    ATTRITION,
    FADE,
    GARRISON,
    GUARD,
    KEEP,
    NEUTRAL,
    RELIEF,
    TRIUMPH,
)
from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    ARTILLERY,
    BLOCK_SIDE,
    BLOCK_TYPE,
    BLOCKS,
    CAPITAL,
    CLOSED,
    COALITION,
    COLOUR_SIDE,
    DEGREE,
    FIREPOWER,
    FORAGE,
    IS_FLEET,
    IS_PORT,
    LAND_NATION,
    LEADER,
    LOCATIONS,
    LOSS_TRACK,
    NATION_PRINCIPAL,
    NATIONS,
    NEIGHBOURS,
    POLAND,
    SEA0,
    SWEDEN,
    SWEDES,
    TERRITORIES,
    TRACK_SIDE,
    TRANSIT,
    UKRAINE,
    VALUE,
    ZONE,
)
from legation.envs.pax_baltica.record import ACTIVE

# Rows of the map `m [MAP_ROWS, LOCATIONS]`; fleets in a harbour are left out of land figures.
MAP_ROWS = 12
STEPS, POWER, COUNT, GUNS, LEADERS = range(5)  # own
ENEMY_STEPS, ENEMY_POWER, ENEMY_COUNT = range(5, 8)
WORTH, HOLD, PULL, THREAT = range(8, 12)
AVERAGE_STEPS, AVERAGE_FIREPOWER = 2.9, 2.1  # of an unseen block
DIE = 6.0
MOST_FADE = 0.95  # a pull that grew with distance would be that of nowhere


@rule
def read_map(s: Any, side: Any, m: Any, w: Any) -> None:
    """Fills the map of a side."""
    m[:] = 0.0
    count_own(s, side, m)
    count_enemy(s, side, m)
    for t in range(TERRITORIES):
        m[WORTH, t] = worth(s, side, t, w)
        m[HOLD, t] = w[KEEP] * worth_of(s, side, t, w) if s.owner[t] == side else 0.0
    find_threats(s, side, m)
    find_pull(s, side, m, w)


@rule
def count_own(s: Any, side: Any, m: Any) -> None:
    for b in range(BLOCKS):
        x = s.place[b]
        if BLOCK_SIDE[b] != side or x < 0 or (IS_FLEET[b] and x < SEA0):
            continue
        m[STEPS, x] += s.steps[b]
        m[POWER, x] += s.steps[b] * FIREPOWER[b] / DIE
        m[COUNT, x] += 1
        m[GUNS, x] += BLOCK_TYPE[b] == ARTILLERY
        m[LEADERS, x] += BLOCK_TYPE[b] == LEADER


@rule
def count_enemy(s: Any, side: Any, m: Any) -> None:
    enemy = 1 - side
    for x in range(LOCATIONS):
        present = s.fleet_total[enemy, x] if x >= SEA0 else s.land_total[enemy, x]
        m[ENEMY_COUNT, x] = present
        m[ENEMY_STEPS, x] = present * AVERAGE_STEPS
        m[ENEMY_POWER, x] = present * AVERAGE_STEPS * AVERAGE_FIREPOWER / DIE
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side or s.known[side, b] == 0:
            continue
        x = s.place[b]
        if x >= 0 and not (IS_FLEET[b] and x < SEA0):
            m[ENEMY_STEPS, x] += s.steps[b] - AVERAGE_STEPS
            power = s.steps[b] * FIREPOWER[b] - AVERAGE_STEPS * AVERAGE_FIREPOWER
            m[ENEMY_POWER, x] += power / DIE


# --- what a territory is worth ---------------------------------------------------------------


@rule
def worth(s: Any, side: Any, t: Any, w: Any) -> Any:
    """To the side, if it made the garrison surrender; 0 where there is nothing to besiege."""
    if s.owner[t] == TRANSIT and LAND_NATION[t] == POLAND:
        return w[NEUTRAL] * (2.0 if CAPITAL[t] and side == SWEDEN else 1.0)
    if s.owner[t] != 1 - side:
        return 0.0
    return worth_of(s, side, t, w)


@rule
def worth_of(s: Any, side: Any, t: Any, w: Any) -> Any:
    """Points that a territory brings to whom it is hostile, as `side` sees it."""
    nation, track = LAND_NATION[t], LOSS_TRACK[t]
    if nation < 0:
        return 0.0
    if CAPITAL[t] and s.marker[t] < 0:
        if nation == SWEDES:
            return w[TRIUMPH]
        if nation == UKRAINE:
            return 3.0
        if NATION_PRINCIPAL[nation]:
            return w[TRIUMPH] if others_are_out(s, nation) else w[ARMISTICE] + 2.0
        return 2.0
    if nation == SWEDES:
        return w[GARRISON]
    if track < 0:
        return 1.0
    # On the way to the armistice of its nation, and what its bank would lack.
    share = 4.0 / max(4.0, float(s.rp[track]))
    value = 0.3 + w[ATTRITION] * w[ARMISTICE] * share
    return value if TRACK_SIDE[track] == COALITION else 0.5 * value


@rule
def others_are_out(s: Any, nation: Any) -> Any:
    for other in range(NATIONS):
        principal = NATION_PRINCIPAL[other] and other != SWEDES and other != nation
        if principal and s.status[other] == ACTIVE:
            return False
    return nation != SWEDES


@rule
def successes(s: Any, side: Any, t: Any, guns: Any, leaders: Any) -> Any:
    """Expected siege successes a turn (4.3)."""
    modifier = (1 if guns > 0 else 0) + (1 if leaders > 0 else 0)
    if IS_PORT[t] and s.fleet_total[side, SEA0 + ZONE[t]] == 0:
        modifier -= 1
    total = 0
    for die in range(1, 7):
        total += die + modifier >= 4
        total += die + modifier >= 7
    return total / DIE


@rule
def turns_left(s: Any) -> Any:
    """Turns to the end of the game, this one included."""
    return 4.0 * (s.last_year - s.year) + 4.0 - s.season


@rule
def siege_worth(s: Any, side: Any, t: Any, m: Any, guns: Any, leaders: Any) -> Any:
    """What a turn of siege by enough steps brings, in points; less where time runs out."""
    left = VALUE[t]
    if s.siege_cubes[t] > 0 and COLOUR_SIDE[s.siege_colour[t]] == side:
        left -= s.siege_cubes[t]
    rate = successes(s, side, t, guns, leaders)
    if rate <= 0.0:
        return 0.0
    needed = max(1.0, left / rate)
    chance = min(1.0, 1.5 * turns_left(s) / needed)
    return m[WORTH, t] * chance / needed


# --- threats and pulls -----------------------------------------------------------------------


@rule
def find_threats(s: Any, side: Any, m: Any) -> None:
    """THREAT: the steps of the strongest enemy stack beside a territory."""
    for t in range(TERRITORIES):
        for i in range(DEGREE[t]):
            m[THREAT, t] = max(m[THREAT, t], m[ENEMY_STEPS, NEIGHBOURS[t, i]])


@rule
def find_pull(s: Any, side: Any, m: Any, w: Any) -> None:
    """PULL: how much worth lies in a direction, fading with distance by land and open sea."""
    pull = m[PULL]
    fade = min(w[FADE], MOST_FADE)
    for t in range(TERRITORIES):
        if m[WORTH, t] > 0.0 and VALUE[t] > 0:
            guard = 1.0 + 0.06 * m[ENEMY_STEPS, t]
            pull[t] = m[WORTH, t] / (VALUE[t] * guard)
        elif m[HOLD, t] > 0.0 and m[ENEMY_COUNT, t] > 0:
            pull[t] = w[RELIEF] * m[HOLD, t]
        elif m[HOLD, t] > 0.0 and m[THREAT, t] >= 2.0 * VALUE[t]:
            pull[t] = w[GUARD] * m[HOLD, t]
    for _ in range(9):
        for t in range(TERRITORIES):
            if s.owner[t] == CLOSED:
                continue
            for i in range(DEGREE[t]):
                x = NEIGHBOURS[t, i]
                if s.owner[x] != CLOSED:
                    pull[t] = max(pull[t], fade * pull[x])
            if IS_PORT[t] == 0 or s.owner[t] != side:
                continue
            for x in range(TERRITORIES):
                if IS_PORT[x] and s.sea_open[side, ZONE[t], ZONE[x]]:
                    landing = s.owner[x] == side or s.fleet_total[side, SEA0 + ZONE[x]] > 0
                    if landing and s.owner[x] != CLOSED:
                        pull[t] = max(pull[t], fade * pull[x])


@rule
def odds(power: Any, steps: Any, enemy_power: Any, enemy_steps: Any) -> Any:
    """Lanchester's square law: strength is fire times steps; above 1 is in the first's favour."""
    return (power * steps + 0.01) / (enemy_power * enemy_steps + 0.01)


@rule
def capacity(s: Any, side: Any, t: Any) -> Any:
    """Blocks that the territory feeds now."""
    cap = max(0, FORAGE[t] - s.bad_harvest)
    if s.campaign and s.owner[t] != side:
        cap //= 2
    return cap
