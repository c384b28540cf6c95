"""The sequence of play (section 3): what follows what, and what is asked.

Stages are parts of it without a decision, see `stages.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import draw, rule
from legation.envs.pax_baltica.battle import (
    after_fire,
    count_battles,
    end_battle,
    fire_round,
    first_battle,
    has_retreat,
    may_regroup,
    start_battle,
    winner,
)
from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import (
    ACTION_TABLE,
    BLOCKS,
    COALITION,
    DECISIONS_A_YEAR,
    EXHAUSTION_MAX,
    ROUNDS,
    SWEDEN,
    WINTER_ACTIONS,
    WINTER_SEASON,
)
from legation.envs.pax_baltica.control import hide_all, update_map
from legation.envs.pax_baltica.forage import fleets_go_home, forage
from legation.envs.pax_baltica.movement import kind_may_leave, may_march
from legation.envs.pax_baltica.nations import check_nations, end_game, roll_entries
from legation.envs.pax_baltica.record import (
    ACT,
    BATTLE,
    PICK,
    REGROUP,
    REGROUP_PICK,
    REPLACE,
    RETREAT,
    SCORED,
    SHORTAGE,
    WINTER,
)
from legation.envs.pax_baltica.replacements import empty_banks, fill_banks
from legation.envs.pax_baltica.siege import (
    SHORT,
    SURRENDER,
    besieger_loses,
    carried_out,
    lift_broken_sieges,
    next_order,
    place_successes,
    roll_siege,
    surrender,
)
from legation.envs.pax_baltica.stages import (
    AFTER_FORAGE,
    ASK,
    ASK_RETREAT,
    ATTACKER_MAY,
    BATTLES,
    BATTLES_DONE,
    DEFENDER_MAY,
    ENTRY_FIRST,
    ENTRY_SECOND,
    FIRE,
    FORAGING,
    NEXT_ACTION,
    PLACE_CUBES,
    ROLL,
    SIEGES,
    SIEGES_DONE,
    WON,
    YEAR_END,
)
from legation.envs.pax_baltica.supply import search_map

DIE_SIDES = 6
SCENARIO_START = np.array([c.start_year for c in COMPONENTS.scenarios], dtype=np.int64)


@rule
def ask(s: Any, phase: Any, side: Any) -> Any:
    """The next decision is of `side`. Who is choosing a group ends that choice unseen (6)."""
    s.phase = phase
    s.turn = side
    s.actor = side
    s.end_public = phase != PICK and phase != REGROUP_PICK
    for seat in range(2):
        s.end_seen[seat] = seat == side or s.end_public
    return ASK


@rule
def proceed(s: Any, stage: Any) -> None:
    """Goes through stages up to the next decision, or to the end."""
    while stage != ASK and s.over == 0:
        if stage <= ROLL:
            stage = year_stage(s, stage)
        elif stage == NEXT_ACTION:
            stage = next_action(s)
        elif stage <= BATTLES_DONE:
            stage = battle_stage(s, stage)
        elif stage <= SIEGES_DONE:
            stage = siege_stage(s, stage)
        else:
            stage = closing_stage(s, stage)


# --- 3.1 to 3.3: the year and the turn -------------------------------------------------------


@rule
def year_stage(s: Any, stage: Any) -> Any:
    if stage == ENTRY_FIRST:
        if s.campaigned == 0 and s.exhaustion > 0:
            s.exhaustion -= 1
        s.campaigned = 0
        return start_replacing(s, SWEDEN)
    if stage == ENTRY_SECOND:
        return start_replacing(s, COALITION)
    roll_actions(s)
    return NEXT_ACTION


@rule
def start_replacing(s: Any, side: Any) -> Any:
    """3.1, 3.2."""
    roll_entries(s, side)
    fill_banks(s, side)
    search_map(s)
    return ask(s, REPLACE, side)


@rule
def end_replacing(s: Any, side: Any) -> Any:
    empty_banks(s, side)
    s.build_place = -1
    return ENTRY_SECOND if side == SWEDEN else ROLL


@rule
def clear_turn(s: Any) -> None:
    """3.3, 3.8: what an action phase begins with. A bad harvest ends with the turn only."""
    s.moved[:] = 0
    s.picked[:] = 0
    s.border_used[:] = 0
    s.contested[:] = -1
    s.siege_order[:] = 0
    s.build_place = -1
    s.focus = -1


@rule
def roll_actions(s: Any) -> None:
    """3.3: the higher die acts first; equal: Sweden."""
    clear_turn(s)
    s.bad_harvest = 0
    for side in range(2):
        s.politics_used[side] = 0
        s.politics_sum[side] = 0
        s.action_die[side] = draw(s, DIE_SIDES) + 1
        s.actions_left[side] = ACTION_TABLE[s.action_die[side] - 1]
    s.first_player = SWEDEN if s.action_die[SWEDEN] >= s.action_die[COALITION] else COALITION
    search_map(s)


# --- 3.4: actions ----------------------------------------------------------------------------


@rule
def next_action(s: Any) -> Any:
    """The first player, then the second, while actions are left."""
    for turn in range(2):
        side = s.first_player if turn == 0 else 1 - s.first_player
        if s.actions_left[side] > 0:
            return ask(s, ACT, side)
    return BATTLES


# --- 3.5: battles ----------------------------------------------------------------------------


@rule
def battle_stage(s: Any, stage: Any) -> Any:
    if stage == BATTLES:
        end_battle(s)
        battles = count_battles(s)
        if battles == 0:
            return BATTLES_DONE
        if battles > 1:
            return ask(s, BATTLE, s.first_player)
        start_battle(s, first_battle(s))
        return FIRE
    if stage == DEFENDER_MAY:
        return may_retreat(s, 1 - s.attacker, ATTACKER_MAY)
    if stage == ATTACKER_MAY:
        return may_retreat(s, s.attacker, FIRE)
    if stage == FIRE:
        fire_round(s)
        return after_fire(s)
    if stage == ASK_RETREAT:
        return ask(s, RETREAT, s.attacker)
    if stage == WON:
        s.must_retreat = 0
        side = winner(s)
        return ask(s, REGROUP, side) if may_regroup(s, side) else BATTLES
    check_nations(s)  # BATTLES_DONE
    s.steps_lost[:] = 0
    s.siege_die[:] = 0
    return SIEGES


@rule
def may_retreat(s: Any, side: Any, otherwise: Any) -> Any:
    """From round 2 to the last regular one; a side without a legal retreat is not asked."""
    if 1 < s.battle_round <= ROUNDS and has_retreat(s, side):
        return ask(s, RETREAT, side)
    return otherwise


# --- 3.6: sieges -----------------------------------------------------------------------------


@rule
def siege_stage(s: Any, stage: Any) -> Any:
    if stage == SIEGES:
        for turn in range(2):
            side = s.first_player if turn == 0 else 1 - s.first_player
            t = next_order(s, side)
            if t >= 0:
                s.siege_order[side, t] = 0
                s.attacker = side
                if carried_out(s, side, t):
                    roll_siege(s, side, t)
                    return PLACE_CUBES
                return SIEGES
        return SIEGES_DONE
    if stage == PLACE_CUBES:
        side = s.attacker
        result = place_successes(s, side)
        if result == SHORT:
            return ask(s, SHORTAGE, side)
        besieger_loses(s, side)
        if result == SURRENDER:
            surrender(s, side)
            check_nations(s)
        return SIEGES
    s.focus = -1  # SIEGES_DONE
    s.attacker = -1
    lift_broken_sieges(s)
    return FORAGING


# --- 3.7 to 3.9: foraging, winter, the year's end --------------------------------------------


@rule
def closing_stage(s: Any, stage: Any) -> Any:
    if stage == FORAGING:
        forage(s)
        hide_all(s)
        if s.season == WINTER_SEASON and s.campaign == 0:
            fleets_go_home(s)
        check_nations(s)
        return AFTER_FORAGE
    if stage == AFTER_FORAGE:
        if s.season < WINTER_SEASON:
            s.season += 1
            return ROLL
        if s.campaign:
            s.campaign = 0
            return YEAR_END
        return offer_campaign(s)
    if s.year >= s.last_year:  # YEAR_END
        end_game(s, SCORED)
        return ASK
    s.year += 1
    s.season = 0
    return ENTRY_FIRST


@rule
def offer_campaign(s: Any) -> Any:
    """3.8: asked while exhaustion allows and a blue land block could march by land."""
    clear_turn(s)
    s.campaign = 1  # what may march by the rules of 4.7
    able = False
    for b in range(BLOCKS):
        if may_march(s, b, SWEDEN) and kind_may_leave(s, SWEDEN, s.place[b], 0):
            able = True
            break
    s.campaign = 0
    return ask(s, WINTER, SWEDEN) if able and s.exhaustion < EXHAUSTION_MAX else YEAR_END


@rule
def declare_campaign(s: Any) -> Any:
    """4.7: exhaustion, one die, and actions for Sweden alone."""
    s.exhaustion += 1
    s.campaign = 1
    s.campaigned = 1
    s.winter_die = draw(s, DIE_SIDES) + 1
    s.actions_left[SWEDEN] = max(1, ACTION_TABLE[s.winter_die - 1] + WINTER_ACTIONS)
    s.actions_left[COALITION] = 0
    s.first_player = SWEDEN
    search_map(s)
    return NEXT_ACTION


@rule
def count_decision(s: Any) -> None:
    """7: at the cap the game is scored at once."""
    s.decisions += 1
    years = s.last_year - SCENARIO_START[s.scenario] + 1
    if s.over == 0 and s.decisions >= DECISIONS_A_YEAR * years:
        end_game(s, SCORED)


@rule
def start(s: Any) -> None:
    """The set-up is in the initial record: the first year has no entry phase (3)."""
    update_map(s)
    proceed(s, ROLL)
