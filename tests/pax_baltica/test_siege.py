"""3.6 and 4.3: sieges and surrender."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.pax_baltica.constants import COLOUR_IDS
from legation.envs.pax_baltica.record import WAITING
from legation.tests.pax_baltica.positions import (
    COALITION,
    NARVA,
    SWEDEN,
    act_position,
    clear_map,
    derive,
    is_legal,
    load_dice,
    mark,
    nation,
    place,
    steps,
    take,
    territory,
    track,
    where,
)


def besieged(at: str, side: int, *blocks: tuple[str, int], cubes: int = 0, colour: str = "") -> Any:
    """`side` has two actions left and blocks at a place; nobody else can disturb it."""
    state = act_position(NARVA, side, (2, 0) if side == SWEDEN else (0, 2))
    clear_map(state)
    for name, held in blocks:
        place(state, name, at, held)
    if cubes:
        state.siege_cubes[territory(at)] = cubes
        state.siege_colour[territory(at)] = COLOUR_IDS.index(colour)
    return derive(state)


def roll(state: Any, at: str, *dice: int) -> Any:
    state.actions_left[1 - state.turn] = 0
    take(NARVA, state, "siege", at)
    load_dice(state, *dice)
    take(NARVA, state, "end")
    return state


def marker(state: Any, name: str) -> str | None:
    colour = int(state.marker[territory(name)])
    return None if colour < 0 else COLOUR_IDS[colour]


def test_vector_9_pskov() -> None:
    state = besieged("velikaya", SWEDEN, ("se_karl", 3), ("se_artilleri", 3))
    roll(state, "velikaya", 6, 6, 6)  # the rest: the next action roll
    assert state.siege_cubes[territory("velikaya")] == 2
    assert state.siege_colour[territory("velikaya")] == COLOUR_IDS.index("blue")
    roll(state, "velikaya", 4)
    assert marker(state, "velikaya") == "blue"
    assert state.siege_cubes[territory("velikaya")] == 0
    assert state.rp[track("russia")] == 32


def test_vector_9_riga_needs_eight_steps() -> None:
    state = besieged("livland", COALITION, ("sa_foot1", 4), ("sa_foot2", 3))
    assert not is_legal(NARVA, state, "siege", "livland")
    place(state, "sa_foot2", "livland", 4)
    assert is_legal(NARVA, derive(state), "siege", "livland")


def test_vector_9_reval() -> None:
    blocks = (("ru_foot1", 4), ("ru_semen", 2))
    open_ = besieged("estland", COALITION, *blocks)
    assert roll(open_, "estland", 4).siege_cubes[territory("estland")] == 0
    blockaded = besieged("estland", COALITION, *blocks)
    place(blockaded, "ru_fleet", "gulf_of_finland", 4)
    derive(blockaded)
    assert roll(blockaded, "estland", 4).siege_cubes[territory("estland")] == 1
    one = besieged("estland", COALITION, *blocks)
    roll(one, "estland", 1)
    assert one.siege_cubes[territory("estland")] == 0
    assert steps(one, "ru_foot1", "ru_semen") == [3, 2]
    assert one.steps_lost[territory("estland")] == 1


def test_clause_4_3_the_example_of_riga() -> None:
    """9 Saxon steps with artillery and August, no fleet: 5+1+1-1 gives one, 1+1+1-1 nothing."""
    state = besieged("livland", COALITION, ("sa_foot1", 4), ("sa_art", 3), ("sa_august", 2))
    roll(state, "livland", 5, 1, 6)
    assert state.siege_cubes[territory("livland")] == 1
    assert state.siege_colour[territory("livland")] == COLOUR_IDS.index("grey")
    roll(state, "livland", 1)
    assert state.siege_cubes[territory("livland")] == 1
    assert steps(state, "sa_foot1") == [3]


def test_vector_10_riga_falls_and_is_won_back() -> None:
    saxons = (("sa_foot1", 4), ("sa_foot2", 4))
    state = besieged("livland", COALITION, *saxons, cubes=3, colour="grey")
    roll(state, "livland", 6, 1, 6)
    assert marker(state, "livland") == "grey"
    assert state.rp[track("sweden")] == 48
    back = besieged("livland", SWEDEN, ("se_livgarde", 4), ("se_dal", 4), cubes=3, colour="blue")
    mark(back, "livland", "grey")
    assert derive(back).rp[track("sweden")] == 48
    roll(back, "livland", 6)
    assert marker(back, "livland") is None
    assert back.rp[track("sweden")] == 52


def test_vector_10_grodno() -> None:
    swedes = (("se_livgarde", 4), ("se_dal", 4))
    state = besieged("trakai", SWEDEN, *swedes, cubes=2, colour="blue")
    levels = state.rp.tolist()
    roll(state, "trakai", 4)
    assert marker(state, "trakai") == "blue"
    assert state.rp.tolist() == levels
    assert state.owner[territory("trakai")] == SWEDEN


def test_vector_10_kobenhavn() -> None:
    swedes = (("se_livgarde", 4), ("se_dal", 4))
    state = besieged("sjaelland", SWEDEN, *swedes, cubes=3, colour="blue")
    place(state, "dk_guard", "jylland", 4)
    place(state, "dk_fleet1", "sjaelland", 4)
    mark(state, "jylland", "blue")
    derive(state)
    roll(state, "sjaelland", 6)
    assert state.status[nation("denmark")] == WAITING
    assert state.return_year[nation("denmark")] == 1702
    assert where(state, "dk_guard") is where(state, "dk_fleet1") is None
    assert marker(state, "sjaelland") is marker(state, "jylland") is None
    assert state.base_rp[track("denmark")] == 12
    assert where(state, "se_livgarde") == where(state, "se_dal") == "skane"
    assert state.vp == 52 + 8


def test_clause_4_3_the_losers_fleets_are_put_to_sea() -> None:
    state = besieged("estland", SWEDEN, ("se_livgarde", 4), ("se_dal", 4), cubes=2, colour="blue")
    mark(state, "estland", "green")
    place(state, "ru_fleet", "estland", 2)
    place(state, "ru_galleys", "estland", 1)
    derive(state)
    roll(state, "estland", 6)
    assert marker(state, "estland") is None
    assert (where(state, "ru_fleet"), steps(state, "ru_fleet")) == ("gulf_of_finland", [1])
    assert where(state, "ru_galleys") is None


def test_clause_4_3_the_colour_of_most_steps() -> None:
    state = besieged("livland", COALITION, ("ru_foot1", 4), ("sa_foot2", 4))
    roll(state, "livland", 6)
    # Equal steps: the order of colours is blue, yellow, green, grey, red.
    assert state.siege_colour[territory("livland")] == COLOUR_IDS.index("green")


def test_clause_4_3_cubes_are_lifted_when_the_besieger_leaves() -> None:
    state = besieged("livland", COALITION, ("sa_foot1", 4), cubes=2, colour="grey")
    place(state, "sa_foot1", "kurland", 4)
    derive(state)
    take(NARVA, state, "end")
    assert state.siege_cubes[territory("livland")] == 0


@pytest.mark.parametrize(("side", "blocks"), [
    (SWEDEN, (("se_livgarde", 4), ("se_dal", 2))),
    (COALITION, (("sa_foot1", 4), ("sa_foot2", 2))),
])  # fmt: skip
def test_clause_3_4_neutral_poland_is_besieged_by_action_only(side: int, blocks: Any) -> None:
    state = besieged("trakai", side, *blocks)
    assert not state.siege_order.any()
    assert is_legal(NARVA, state, "siege", "trakai")


def test_clause_3_4_no_siege_of_friendly_or_always_transit_land() -> None:
    state = besieged("svealand", SWEDEN, ("se_livgarde", 4), ("se_dal", 4))
    place(state, "se_uppland", "mecklenburg", 4)
    derive(state)
    assert not is_legal(NARVA, state, "siege", "svealand")
    assert not is_legal(NARVA, state, "siege", "mecklenburg")
