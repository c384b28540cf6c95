"""Nations enter the war, and leave it: entry rolls, capitals, armistice (4.6, 4.8)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.pax_baltica.constants import (
    BASE_DROP,
    BASE_MIN,
    BLOCK_NATION,
    BLOCKS,
    COALITION,
    COLOUR_SIDE,
    ENTRIES,
    ENTRY_BLOCKS,
    ENTRY_NATION,
    ENTRY_RP,
    ENTRY_RP_OF,
    ENTRY_TARGET,
    ENTRY_YEAR,
    HOME,
    IS_FLEET,
    IS_HARBOUR,
    LAND_NATION,
    LEADER_RP,
    LOSS_TRACK,
    NATION_CAPITAL,
    NATION_COLOUR,
    NATION_PRINCIPAL,
    NATION_SIDE,
    NATION_TRACK,
    NATIONS,
    POLAND,
    POOL,
    SAXONY,
    SWEDEN,
    SWEDES,
    TERRITORIES,
    TRACKS,
    UKRAINE,
    WARSAW,
    YEARS_OUT,
)
from legation.envs.pax_baltica.control import (
    appear,
    change_control,
    hide,
    lift_siege,
    put,
    update_map,
)
from legation.envs.pax_baltica.record import (
    ACTIVE,
    COALITION_TRIUMPH,
    ENDED,
    GONE,
    ON,
    RETURN_YEARS,
    SWEDISH_TRIUMPH,
    WAITING,
)

DIE_SIDES = 6
LAST_RETURN = RETURN_YEARS[1]


# --- entry (4.6) -----------------------------------------------------------------------------


@rule
def roll_entries(s: Any, side: Any) -> None:
    """The side's waiting nations, in the order of the data; then its envoys go home."""
    for entry in range(ENTRIES):
        nation = ENTRY_NATION[entry]
        if NATION_SIDE[nation] != side or s.status[nation] != WAITING:
            continue
        if s.year < ENTRY_YEAR[entry] or s.year < s.return_year[nation]:
            continue
        if nation == POLAND and not poland_may_enter(s):
            continue
        die = draw(s, DIE_SIDES) + 1
        s.entry_die[nation] = die
        if die != 1 and die + entry_modifier(s, entry, side) >= ENTRY_TARGET[entry]:
            enter(s, entry)
    s.envoys[side] = 0


@rule
def entry_modifier(s: Any, entry: Any, side: Any) -> Any:
    total = int(s.envoys[side])
    for i in range(ENTRY_RP.shape[1]):
        total += s.rp[ENTRY_RP_OF[entry]] <= ENTRY_RP[entry, i]
    return total


@rule
def poland_may_enter(s: Any) -> Any:
    held = s.marker[WARSAW] >= 0 and COLOUR_SIDE[s.marker[WARSAW]] == SWEDEN
    return s.status[SAXONY] == ACTIVE and not held


@rule
def enter(s: Any, entry: Any) -> None:
    nation = ENTRY_NATION[entry]
    s.status[nation] = ACTIVE
    for b in range(BLOCKS):
        if BLOCK_NATION[b] == nation:
            hide(s, b)
    change_control(s)
    track = NATION_TRACK[nation]
    if track >= 0 and s.rp[track] < BASE_MIN:
        s.base_rp[track] += BASE_MIN - s.rp[track]
        update_map(s)
    for i in range(ENTRY_BLOCKS.shape[0]):
        if ENTRY_BLOCKS[i, 0] == entry:
            set_up(s, nation, ENTRY_BLOCKS[i, 1], ENTRY_BLOCKS[i, 2], ENTRY_BLOCKS[i, 3])


@rule
def barred(s: Any, side: Any, t: Any) -> Any:
    """A marker of the other side, or enemy blocks."""
    held = s.marker[t] >= 0 and COLOUR_SIDE[s.marker[t]] != side
    return held or s.land_total[1 - side, t] > 0


@rule
def set_up(s: Any, nation: Any, b: Any, t: Any, steps: Any) -> None:
    """A block of the set-up appears; in a home territory where its own is barred."""
    if s.place[b] != POOL:
        return
    side = NATION_SIDE[nation]
    if not barred(s, side, t):
        if IS_FLEET[b] == 0 or (IS_HARBOUR[t] and s.owner[t] == side):
            appear(s, b, t, steps)
        return
    if IS_FLEET[b]:
        return
    for home in range(TERRITORIES):
        if HOME[home] and LAND_NATION[home] == nation and not barred(s, side, home):
            appear(s, b, home, steps)
            return


# --- capitals and armistice (4.8) ------------------------------------------------------------


@rule
def check_nations(s: Any) -> None:
    """First the leaders lost, then Sweden, then the others in the order of the data."""
    for track in range(TRACKS):
        if s.leader_lost[track]:
            s.leader_lost[track] = 0
            s.base_rp[track] -= LEADER_RP
    update_map(s)
    if has_fallen(s, SWEDES):
        end_game(s, COALITION_TRIUMPH)
        return
    for nation in range(NATIONS):
        if nation != SWEDES and s.status[nation] == ACTIVE and has_fallen(s, nation):
            fall(s, nation)
            change_control(s)
    if coalition_is_out(s):
        end_game(s, SWEDISH_TRIUMPH)


@rule
def has_fallen(s: Any, nation: Any) -> Any:
    """The capital taken by the other side, or an RP level of 0."""
    capital, track = NATION_CAPITAL[nation], NATION_TRACK[nation]
    if track >= 0 and s.rp[track] <= 0:
        return True
    if capital < 0 or s.marker[capital] < 0:
        return False
    return COLOUR_SIDE[s.marker[capital]] != NATION_SIDE[nation]


@rule
def fall(s: Any, nation: Any) -> None:
    if NATION_TRACK[nation] >= 0:
        armistice(s, nation)
        withdraw(s, nation, WAITING)
    elif nation == POLAND:
        withdraw(s, nation, WAITING)
    else:
        withdraw(s, nation, GONE)
        if nation == UKRAINE:
            end_revolt(s)


@rule
def withdraw(s: Any, nation: Any, status: Any) -> None:
    """The nation's blocks go to the pool (for good, where it is gone); they are public now."""
    s.status[nation] = status
    for b in range(BLOCKS):
        if BLOCK_NATION[b] == nation:
            if s.place[b] != POOL:
                put(s, b, POOL)
            s.moved[b] = 0
            hide(s, b)


@rule
def armistice(s: Any, nation: Any) -> None:
    """(b) to (e); (a), its blocks, is `withdraw`."""
    track, colour, side = NATION_TRACK[nation], NATION_COLOUR[nation], NATION_SIDE[nation]
    for t in range(TERRITORIES):
        if s.marker[t] == colour:
            s.marker[t] = -1
        if s.siege_cubes[t] > 0 and s.siege_colour[t] == colour:
            lift_siege(s, t)
        if LOSS_TRACK[t] == track and not (LAND_NATION[t] == UKRAINE and s.revolt == ON):
            if s.marker[t] >= 0 and COLOUR_SIDE[s.marker[t]] != side:
                s.marker[t] = -1
            lift_siege(s, t)
    s.base_rp[track] = max(BASE_MIN, s.base_rp[track] - BASE_DROP)
    s.return_year[nation] = min(LAST_RETURN, s.year + YEARS_OUT)


@rule
def end_revolt(s: Any) -> None:
    """Baturyn was taken by the Coalition: the Ukraine is Russian again, for good."""
    s.revolt = ENDED
    for t in range(TERRITORIES):
        held = s.marker[t] >= 0 and COLOUR_SIDE[s.marker[t]] == COALITION
        if LAND_NATION[t] == UKRAINE and held:
            s.marker[t] = -1


@rule
def coalition_is_out(s: Any) -> Any:
    """All principal nations of the Coalition in armistice at the same moment."""
    for nation in range(NATIONS):
        principal = NATION_PRINCIPAL[nation] and NATION_SIDE[nation] == COALITION
        if principal and s.status[nation] == ACTIVE:
            return False
    return True


@rule
def end_game(s: Any, outcome: Any) -> None:
    s.outcome = outcome
    s.over = 1
    s.actor = -1
    s.turn = -1
