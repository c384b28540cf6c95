"""Legal actions and their effects, decision by decision; the chapters are in the files beside.

| file | chapter of the README |
|---|---|
| `control.py` | 2 control, RP levels, cubes, blocks |
| `sequence.py` | 3 sequence of play |
| `movement.py`, `supply.py` | 4.1 movement, and the searches for sea ways and communications |
| `battle.py`, `siege.py`, `forage.py` | 4.2 to 4.4 |
| `replacements.py`, `nations.py`, `politics.py` | 4.5, 4.6 and 4.8, 4.9 |
| `scoring.py` | 5 |
"""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.pax_baltica.battle import (
    mark_battles,
    mark_regroup_picks,
    mark_retreat_phase,
    mark_retreats,
    may_regroup,
    move_regrouped,
    regroup_all,
    regroup_complete,
    retreat,
    start_battle,
)
from legation.envs.pax_baltica.constants import (
    BLOCK_SIDE,
    BLOCKS,
    DEGREE,
    IS_HARBOUR,
    LOCATIONS,
    NEIGHBOURS,
    POOL,
    SEA0,
    SEA_ADJACENT,
    SEAS,
    TERRITORIES,
    ZONE,
)
from legation.envs.pax_baltica.control import show
from legation.envs.pax_baltica.movement import (
    can_grow,
    end_march,
    march_step,
    mark_go,
    mark_marches,
    mark_pick_phase,
    pick_all,
)
from legation.envs.pax_baltica.moves import (
    DECLARE,
    END,
    FIRST_BATTLE,
    FIRST_BUILD,
    FIRST_GO,
    FIRST_MARCH,
    FIRST_PICK,
    FIRST_RELEASE,
    FIRST_SCOUT,
    FIRST_SIEGE,
    PICK_ALL,
    POLITICS,
    STAND,
)
from legation.envs.pax_baltica.nations import check_nations
from legation.envs.pax_baltica.politics import politics
from legation.envs.pax_baltica.record import (
    ACT,
    BATTLE,
    GO,
    PICK,
    PLACE,
    REGROUP,
    REGROUP_PICK,
    REPLACE,
    RETREAT,
    SHORTAGE,
)
from legation.envs.pax_baltica.replacements import (
    build_new,
    build_step,
    mark_places,
    mark_reinforcements,
    mark_replacements,
    reinforce,
)
from legation.envs.pax_baltica.sequence import (
    ask,
    count_decision,
    declare_campaign,
    end_replacing,
    proceed,
)
from legation.envs.pax_baltica.siege import mark_releases, mark_sieges, order_siege, release
from legation.envs.pax_baltica.stages import (
    ATTACKER_MAY,
    BATTLES,
    FIRE,
    NEXT_ACTION,
    PLACE_CUBES,
    WON,
    YEAR_END,
)
from legation.envs.pax_baltica.supply import search_map

# --- legal actions ---------------------------------------------------------------------------


@rule
def legal(s: Any, mask: Any) -> None:
    """Section 3. Reads own blocks, seen blocks and public fields only (6)."""
    side, phase = s.actor, s.phase
    if phase == ACT:
        mark_actions(s, side, mask)
    elif phase == PICK:
        mark_pick_phase(s, side, mask)
    elif phase == GO:
        mark_go(s, side, mask)
    elif phase == REPLACE:
        mark_replacements(s, side, mask)
    elif phase == PLACE:
        mark_places(s, side, mask)
    elif phase == BATTLE:
        mark_battles(s, mask)
    elif phase == RETREAT:
        mark_retreat_phase(s, side, mask)
    elif phase == REGROUP:
        mask[END] = True
        mark_retreats(s, side, mask)
    elif phase == REGROUP_PICK:
        mark_regroup_picks(s, side, mask)
    elif phase == SHORTAGE:
        mark_releases(s, mask)
    else:
        mask[END] = True
        mask[DECLARE] = True


@rule
def mark_actions(s: Any, side: Any, mask: Any) -> None:
    """3.4 ACT; in a winter campaign (4.7) marches, sieges and `END` only."""
    mask[END] = True
    mark_marches(s, side, mask)
    mark_sieges(s, side, mask)
    if s.campaign == 0:
        mark_reinforcements(s, side, mask)
        mark_scouting(s, side, mask)
        if s.politics_used[side] == 0:
            mask[POLITICS] = True


@rule
def mark_scouting(s: Any, side: Any, mask: Any) -> None:
    """SCOUT(x): an unseen enemy block in x, an own block in x or beside it."""
    for x in range(LOCATIONS):
        enemy = s.fleet_total[1 - side, x]
        if x < SEA0:
            enemy += s.land_total[1 - side, x]
        if enemy == 0 or not has_eyes(s, side, x):
            continue
        for b in range(BLOCKS):
            if BLOCK_SIDE[b] != side and s.seen[b] and s.place[b] == x:
                enemy -= 1
        if enemy > 0:
            mask[FIRST_SCOUT + x] = True


@rule
def has_eyes(s: Any, side: Any, x: Any) -> Any:
    """An own block, land or fleet, in x or in what borders it; a harbour borders its zone."""
    if s.fleet_total[side, x] > 0:
        return True
    if x >= SEA0:
        for zone in range(SEAS):
            if SEA_ADJACENT[x - SEA0, zone] and s.fleet_total[side, SEA0 + zone] > 0:
                return True
        for t in range(TERRITORIES):
            beside = IS_HARBOUR[t] and ZONE[t] == x - SEA0
            if beside and s.land_total[side, t] + s.fleet_total[side, t] > 0:
                return True
        return False
    if s.land_total[side, x] > 0:
        return True
    for i in range(DEGREE[x]):
        t = NEIGHBOURS[x, i]
        if s.land_total[side, t] + s.fleet_total[side, t] > 0:
            return True
    return IS_HARBOUR[x] != 0 and s.fleet_total[side, SEA0 + ZONE[x]] > 0


# --- effects ---------------------------------------------------------------------------------


@rule
def apply(s: Any, action: Any) -> None:
    """One decision, and all that follows up to the next."""
    side, phase = s.actor, s.phase
    if phase == ACT:
        stage = act(s, side, action)
    elif phase == PICK:
        stage = pick(s, side, action)
    elif phase == GO:
        stage = go(s, side, action)
    elif phase == REPLACE:
        stage = replace(s, side, action)
    elif phase == PLACE:
        build_new(s, side, action - FIRST_GO)
        stage = ask(s, REPLACE, side)
    elif phase == BATTLE:
        start_battle(s, action - FIRST_BATTLE)
        stage = FIRE
    elif phase == RETREAT:
        stage = choose_retreat(s, side, action)
    elif phase == REGROUP:
        stage = regroup(s, side, action)
    elif phase == REGROUP_PICK:
        stage = pick_regrouped(s, side, action)
    elif phase == SHORTAGE:
        stage = end_shortage(s, action)
    else:
        stage = declare_campaign(s) if action == DECLARE else YEAR_END
    proceed(s, stage)
    count_decision(s)


@rule
def act(s: Any, side: Any, action: Any) -> Any:
    """3.4: an action costs one; `END` gives up what is left."""
    if action == END:
        s.actions_left[side] = 0
        return NEXT_ACTION
    s.actions_left[side] -= 1
    if action == POLITICS:
        politics(s, side)
        check_nations(s)
        search_map(s)
    elif action < FIRST_GO:
        s.focus = action - FIRST_MARCH
        return ask(s, PICK, side)
    elif action < FIRST_SIEGE:
        reinforce(s, action - FIRST_BUILD)
    elif action < FIRST_SCOUT:
        order_siege(s, side, action - FIRST_SIEGE)
    else:
        scout(s, side, action - FIRST_SCOUT)
    return NEXT_ACTION


@rule
def scout(s: Any, side: Any, x: Any) -> None:
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] != side and s.place[b] == x:
            show(s, b)


@rule
def pick(s: Any, side: Any, action: Any) -> Any:
    """PICK: an empty list of further blocks ends it by itself."""
    if action == PICK_ALL:
        pick_all(s, side)
        return ask(s, GO, side)
    if action != END:
        s.picked[action - FIRST_PICK] = 1
        if can_grow(s, side):
            return ask(s, PICK, side)
    return ask(s, GO, side)


@rule
def go(s: Any, side: Any, action: Any) -> Any:
    if action != END and march_step(s, side, action - FIRST_GO):
        return ask(s, GO, side)
    end_march(s, side)
    search_map(s)
    return NEXT_ACTION


@rule
def replace(s: Any, side: Any, action: Any) -> Any:
    if action == END:
        return end_replacing(s, side)
    b = action - FIRST_BUILD
    if s.place[b] == POOL:
        s.placing[side] = b
        s.build_place = -1
        return ask(s, PLACE, side)
    build_step(s, b)
    return ask(s, REPLACE, side)


@rule
def choose_retreat(s: Any, side: Any, action: Any) -> Any:
    if action == STAND:
        return FIRE if side == s.attacker else ATTACKER_MAY
    retreat(s, side, action - FIRST_GO)
    return WON


@rule
def regroup(s: Any, side: Any, action: Any) -> Any:
    if action == END:
        return BATTLES
    s.target = action - FIRST_GO
    return ask(s, REGROUP_PICK, side)


@rule
def pick_regrouped(s: Any, side: Any, action: Any) -> Any:
    """The picks of a regroup; then the rest may go elsewhere, or stay."""
    if action == PICK_ALL:
        regroup_all(s, side)
    elif action != END:
        s.picked[action - FIRST_PICK] = 1
        if not regroup_complete(s, side):
            return ask(s, REGROUP_PICK, side)
    move_regrouped(s)
    return ask(s, REGROUP, side) if may_regroup(s, side) else BATTLES


@rule
def end_shortage(s: Any, action: Any) -> Any:
    """A marker is lifted and its cube goes to the siege, or the success is given up."""
    if action == END:
        s.successes -= 1
    else:
        release(s, action - FIRST_RELEASE)
    return PLACE_CUBES
