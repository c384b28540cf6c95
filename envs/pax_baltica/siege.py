"""Sieges: orders, rolls, cubes, surrender (3.4, 3.6, 4.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import draw, rule
from legation.envs.pax_baltica.constants import (
    ARTILLERY,
    BLOCK_COLOUR,
    BLOCK_SIDE,
    BLOCK_TYPE,
    BLOCKS,
    BLUE,
    CLOSED,
    COLOUR_SIDE,
    COLOURS,
    DOUBLE_AT,
    IS_FLEET,
    IS_PORT,
    LAND_NATION,
    LEADER,
    MOD_ARTILLERY,
    MOD_LEADER,
    MOD_OPEN_PORT,
    POLAND,
    SEA0,
    SIEGE_FACTOR,
    SIEGE_LOSS_ON,
    SUCCESS_AT,
    TERRITORIES,
    TRANSIT,
    VALUE,
    ZONE,
)
from legation.envs.pax_baltica.control import (
    change_control,
    free_cubes,
    lift_siege,
    lose_step,
    put,
    strongest,
    unmarked_owner,
)
from legation.envs.pax_baltica.moves import END, FIRST_RELEASE, FIRST_SIEGE

DIE_SIDES = 6
# What `place_successes` leads to.
SHORT, STILL_HELD, SURRENDER = range(3)


@rule
def besieging_steps(s: Any, side: Any, steps: Any) -> None:
    """Writes the side's steps in each territory, all its land blocks counted."""
    steps[:] = 0
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and IS_FLEET[b] == 0 and 0 <= s.place[b] < TERRITORIES:
            steps[s.place[b]] += s.steps[b]


@rule
def steps_at(s: Any, side: Any, t: Any) -> Any:
    total = 0
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and IS_FLEET[b] == 0 and s.place[b] == t:
            total += s.steps[b]
    return total


@rule
def blue_at(s: Any, t: Any) -> Any:
    return s.land_count[t, BLUE] > 0


@rule
def mark_sieges(s: Any, side: Any, mask: Any) -> None:
    """SIEGE(t); in a winter campaign where a blue land block stands (4.7)."""
    steps = np.empty(TERRITORIES, np.int64)
    besieging_steps(s, side, steps)
    for t in range(TERRITORIES):
        if s.land_total[side, t] == 0 or s.land_total[1 - side, t] > 0 or s.siege_order[side, t]:
            continue
        neutral = LAND_NATION[t] == POLAND and s.owner[t] == TRANSIT
        if s.owner[t] != 1 - side and not neutral:
            continue
        if steps[t] >= SIEGE_FACTOR * VALUE[t] and (s.campaign == 0 or blue_at(s, t)):
            mask[FIRST_SIEGE + t] = True


@rule
def order_siege(s: Any, side: Any, t: Any) -> None:
    s.siege_order[side, t] = 1
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and IS_FLEET[b] == 0 and s.place[b] == t:
            s.moved[b] = 1


@rule
def next_order(s: Any, side: Any) -> Any:
    for t in range(TERRITORIES):
        if s.siege_order[side, t]:
            return t
    return -1


@rule
def carried_out(s: Any, side: Any, t: Any) -> Any:
    """4.3: whether an order is carried out."""
    if s.land_total[side, t] == 0 or s.land_total[1 - side, t] > 0:
        return False
    if s.owner[t] == side or s.owner[t] == CLOSED or VALUE[t] == 0:
        return False
    return steps_at(s, side, t) >= SIEGE_FACTOR * VALUE[t]


@rule
def besieging_colour(s: Any, side: Any, t: Any) -> Any:
    """The colour of most besieging steps; equal: the first of the order of colours."""
    steps = np.zeros(COLOURS, np.int64)
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and IS_FLEET[b] == 0 and s.place[b] == t:
            steps[BLOCK_COLOUR[b]] += s.steps[b]
    best = -1
    for colour in range(COLOURS):
        if COLOUR_SIDE[colour] == side and (best < 0 or steps[colour] > steps[best]):
            best = colour
    return best


@rule
def roll_siege(s: Any, side: Any, t: Any) -> None:
    """The die, its modifiers, and the successes to place."""
    artillery, leader = 0, 0
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and s.place[b] == t:
            artillery |= BLOCK_TYPE[b] == ARTILLERY
            leader |= BLOCK_TYPE[b] == LEADER
    die = draw(s, DIE_SIDES) + 1
    s.siege_die[t] = die
    result = die + artillery * MOD_ARTILLERY + leader * MOD_LEADER
    if IS_PORT[t] and s.fleet_total[side, SEA0 + ZONE[t]] == 0:
        result += MOD_OPEN_PORT
    s.focus = t
    s.successes = 2 if result >= DOUBLE_AT else (1 if result >= SUCCESS_AT else 0)
    if s.successes and s.siege_cubes[t] == 0:
        s.siege_colour[t] = besieging_colour(s, side, t)


@rule
def place_successes(s: Any, side: Any) -> Any:
    """One cube a success, never more than the value; a missing cube is a SHORTAGE."""
    t = s.focus
    while s.successes > 0 and s.siege_cubes[t] < VALUE[t]:
        if free_cubes(s, s.siege_colour[t]) > 0:
            s.siege_cubes[t] += 1
        elif can_release(s, t):
            return SHORT
        s.successes -= 1
    s.successes = 0
    if s.siege_cubes[t] == 0:
        s.siege_colour[t] = -1
    return SURRENDER if s.siege_cubes[t] >= VALUE[t] else STILL_HELD


@rule
def besieger_loses(s: Any, side: Any) -> None:
    """A natural 1 costs the besieger a step, from its strongest block."""
    t = s.focus
    if s.siege_die[t] == SIEGE_LOSS_ON:
        b = strongest(s, side, t, 0)
        if b >= 0:
            s.steps_lost[t] += 1
            lose_step(s, b)


@rule
def can_release(s: Any, t: Any) -> Any:
    """Whether a marker of the besieging colour lies elsewhere."""
    others = 0
    for x in range(TERRITORIES):
        others += x != t and s.marker[x] == s.siege_colour[t]
    return others > 0


@rule
def mark_releases(s: Any, mask: Any) -> None:
    """SHORTAGE: an own marker of that colour, not in the besieged territory, or `END`."""
    mask[END] = True
    if s.focus >= TERRITORIES:  # in no position that play reaches
        return
    for x in range(TERRITORIES):
        if x != s.focus and s.marker[x] == s.siege_colour[s.focus]:
            mask[FIRST_RELEASE + x] = True


@rule
def release(s: Any, t: Any) -> None:
    s.marker[t] = -1
    change_control(s)


@rule
def surrender(s: Any, side: Any) -> None:
    """4.3: the garrison gives up; control changes."""
    t = s.focus
    colour = s.siege_colour[t]
    lift_siege(s, t)
    if IS_PORT[t]:
        for b in range(BLOCKS):
            if BLOCK_SIDE[b] != side and IS_FLEET[b] and s.place[b] == t:
                put(s, b, SEA0 + ZONE[t])
                lose_step(s, b)
    s.marker[t] = -1 if unmarked_owner(s, t) == side else colour
    change_control(s)


@rule
def lift_broken_sieges(s: Any) -> None:
    """After all sieges: cubes go where no besieger is left, or nothing is left to besiege."""
    for t in range(TERRITORIES):
        if s.siege_cubes[t] > 0:
            side = COLOUR_SIDE[s.siege_colour[t]]
            over = s.owner[t] == side or s.owner[t] == CLOSED
            if s.land_total[side, t] == 0 or over:
                lift_siege(s, t)
