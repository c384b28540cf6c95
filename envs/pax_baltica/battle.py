"""Battle: rounds of fire, pursuit, retreat, regroup (3.5, 4.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import draw, rule
from legation.envs.pax_baltica.constants import (
    BLOCK_LETTER,
    BLOCK_SIDE,
    BLOCKS,
    DEGREE,
    FIREPOWER,
    IS_FLEET,
    IS_PORT,
    LETTER_COUNT,
    LOCATIONS,
    NEIGHBOURS,
    ROUNDS,
    ROUNDS_TRAPPED,
    SEA0,
    SEA_ADJACENT,
    TERRITORIES,
    TRANSIT,
    ZONE,
)
from legation.envs.pax_baltica.control import (
    blocks_at,
    both_present,
    lose,
    lose_step,
    put,
    show,
    strongest,
)
from legation.envs.pax_baltica.movement import may_moor
from legation.envs.pax_baltica.moves import END, FIRST_BATTLE, FIRST_GO, FIRST_PICK, PICK_ALL, STAND
from legation.envs.pax_baltica.stages import ASK_RETREAT, DEFENDER_MAY, FIRE, WON

DIE_SIDES = 6


# --- which battles (3.5) ---------------------------------------------------------------------


@rule
def count_battles(s: Any) -> Any:
    found = 0
    for x in range(LOCATIONS):
        found += both_present(s, x)
    return found


@rule
def mark_battles(s: Any, mask: Any) -> None:
    for x in range(LOCATIONS):
        if both_present(s, x):
            mask[FIRST_BATTLE + x] = True


@rule
def first_battle(s: Any) -> Any:
    for x in range(LOCATIONS):
        if both_present(s, x):
            return x
    return -1


@rule
def fights_at(b: Any, x: Any) -> Any:
    """Fleets fight at sea, land blocks on land."""
    return (x >= SEA0) == (IS_FLEET[b] != 0)


@rule
def start_battle(s: Any, x: Any) -> None:
    """All blocks that fight there are seen; nobody marched in: the first player attacks."""
    s.focus = x
    s.attacker = s.contested[x] if s.contested[x] >= 0 else s.first_player
    s.battle_round = 1
    s.must_retreat = 0
    s.hits[:] = 0
    for b in range(BLOCKS):
        if s.place[b] == x and fights_at(b, x):
            show(s, b)


@rule
def end_battle(s: Any) -> None:
    s.focus = -1
    s.target = -1
    s.attacker = -1
    s.battle_round = 0
    s.must_retreat = 0
    s.hits[:] = 0


# --- fire ------------------------------------------------------------------------------------


@rule
def fire(s: Any, side: Any, letter: Any) -> None:
    """All blocks of a side and letter fire together; hits take steps from the strongest."""
    x = s.focus
    hits = 0
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] != side or s.place[b] != x or BLOCK_LETTER[b] != letter:
            continue
        if fights_at(b, x):
            for _ in range(s.steps[b]):
                hits += draw(s, DIE_SIDES) + 1 <= FIREPOWER[b]
    s.hits[side] += hits
    fleets = 1 if x >= SEA0 else 0
    for _ in range(hits):
        b = strongest(s, 1 - side, x, fleets)
        if b < 0:
            return
        lose_step(s, b)


@rule
def fire_round(s: Any) -> None:
    """Defender before attacker within A, B, C; stops as soon as a side has no blocks."""
    x, attacker = s.focus, s.attacker
    s.hits[:] = 0
    for letter in range(LETTER_COUNT):
        for turn in range(2):
            if both_present(s, x):
                fire(s, 1 - attacker if turn == 0 else attacker, letter)


@rule
def after_fire(s: Any) -> Any:
    """The stage after a round of fire."""
    x, attacker = s.focus, s.attacker
    if not both_present(s, x):
        return WON
    if s.battle_round < ROUNDS:
        s.battle_round += 1
        return DEFENDER_MAY
    if has_retreat(s, attacker):
        s.must_retreat = 1
        return ASK_RETREAT
    if s.battle_round < ROUNDS_TRAPPED:
        s.battle_round += 1
        return FIRE
    for b in range(BLOCKS):  # trapped to the end: its blocks are lost
        if BLOCK_SIDE[b] == attacker and s.place[b] == x and fights_at(b, x):
            lose(s, b)
    return WON


@rule
def winner(s: Any) -> Any:
    """The side that is left."""
    return s.attacker if blocks_at(s, s.attacker, s.focus) > 0 else 1 - s.attacker


# --- retreat and regroup ---------------------------------------------------------------------


@rule
def retreat_targets(s: Any, side: Any, targets: Any) -> Any:
    """Marks where the side may retreat to from the battle; returns how many places."""
    o, enemy = s.focus, 1 - side
    count = 0
    for x in range(LOCATIONS):
        targets[x] = False
    if o >= SEA0:
        for zone in range(LOCATIONS - SEA0):
            if SEA_ADJACENT[o - SEA0, zone] and s.fleet_total[enemy, SEA0 + zone] == 0:
                targets[SEA0 + zone] = True
                count += 1
        for x in range(TERRITORIES):
            if ZONE[x] == o - SEA0 and may_moor(s, side, x):
                targets[x] = True
                count += 1
        return count
    for i in range(DEGREE[o]):
        x = NEIGHBOURS[o, i]
        if (s.owner[x] == side or s.owner[x] == TRANSIT) and s.land_total[enemy, x] == 0:
            targets[x] = True
            count += 1
    if IS_PORT[o] == 0:
        return count
    zone = SEA0 + ZONE[o]
    if s.fleet_total[side, zone] == 0 or s.fleet_total[enemy, zone] > 0:
        return count
    for x in range(TERRITORIES):
        port = IS_PORT[x] and ZONE[x] == ZONE[o] and x != o and not targets[x]
        if port and s.owner[x] == side and s.land_total[enemy, x] == 0:
            targets[x] = True
            count += 1
    return count


@rule
def has_retreat(s: Any, side: Any) -> Any:
    return retreat_targets(s, side, np.empty(LOCATIONS, np.bool_)) > 0


@rule
def mark_retreats(s: Any, side: Any, mask: Any) -> None:
    retreat_targets(s, side, mask[FIRST_GO : FIRST_GO + LOCATIONS])


@rule
def mark_retreat_phase(s: Any, side: Any, mask: Any) -> None:
    """RETREAT: `STAND`, unless the retreat is due."""
    mark_retreats(s, side, mask)
    if s.must_retreat == 0:
        mask[STAND] = True


@rule
def retreat(s: Any, side: Any, x: Any) -> None:
    """The whole side goes; the enemy's blocks of letter A fire first, unless it is due."""
    o = s.focus
    s.hits[:] = 0
    if s.must_retreat == 0:
        fire(s, 1 - side, 0)
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and s.place[b] == o and fights_at(b, o):
            put(s, b, x)


@rule
def may_regroup(s: Any, side: Any) -> Any:
    return blocks_at(s, side, s.focus) > 0 and has_retreat(s, side)


@rule
def mark_regroup_picks(s: Any, side: Any, mask: Any) -> None:
    """The winner's blocks at the place of the battle; those that have regrouped are elsewhere."""
    group = 0
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and s.place[b] == s.focus and fights_at(b, s.focus):
            if s.picked[b]:
                group += 1
            else:
                mask[FIRST_PICK + b] = True
    mask[END if group > 0 else PICK_ALL] = True


@rule
def regroup_complete(s: Any, side: Any) -> Any:
    """Whether every block that could be picked is."""
    for b in range(BLOCKS):
        here = BLOCK_SIDE[b] == side and s.place[b] == s.focus and fights_at(b, s.focus)
        if here and s.picked[b] == 0:
            return False
    return True


@rule
def regroup_all(s: Any, side: Any) -> None:
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] == side and s.place[b] == s.focus and fights_at(b, s.focus):
            s.picked[b] = 1


@rule
def move_regrouped(s: Any) -> None:
    for b in range(BLOCKS):
        if s.picked[b]:
            s.picked[b] = 0
            put(s, b, s.target)
    s.target = -1
