"""Section 2: control, RP levels, cubes; 4.8: armistice, closed land, the end of the revolt."""

from __future__ import annotations

import pytest

from legation.envs.pax_baltica.constants import CLOSED, COLOUR_IDS, TRANSIT
from legation.envs.pax_baltica.record import ENDED, GONE, ON, SHORTAGE, WAITING
from legation.tests.pax_baltica.positions import (
    COALITION,
    NARVA,
    POLTAVA,
    SWEDEN,
    act_position,
    clear_map,
    derive,
    end_actions,
    is_legal,
    legal_labels,
    load_dice,
    mark,
    nation,
    place,
    set_status,
    steps,
    take,
    territory,
    track,
    where,
)


def owner(state: object, name: str) -> int:
    return int(state.owner[territory(name)])  # type: ignore[attr-defined]


def test_vector_2_control_at_the_start() -> None:
    state = NARVA.new_state()
    expected = {
        "meissen": COALITION, "severia": COALITION, "holstein_gottorp": SWEDEN, "trakai": TRANSIT,
        "mecklenburg": TRANSIT, "brandenburg": CLOSED, "bessarabia": CLOSED,
    }  # fmt: skip
    assert {name: owner(state, name) for name in expected} == expected
    mark(state, "trakai", "blue")
    assert owner(derive(state), "trakai") == SWEDEN
    later = POLTAVA.new_state()
    expected = {
        "meissen": CLOSED, "ingermanland": COALITION, "mazowsze": SWEDEN, "malopolska": TRANSIT,
    }  # fmt: skip
    assert {name: owner(later, name) for name in expected} == expected


def test_vector_3_rp_levels() -> None:
    state = NARVA.new_state()
    for name, colour in (
        ("ingermanland", "green"), ("estland", "green"), ("livland", "grey"),
        ("holstein_gottorp", "red"),
    ):  # fmt: skip
        mark(state, name, colour)
    assert derive(state).rp[track("sweden")] == 40
    mark(state, "velikaya", "blue")
    mark(state, "kursk", "yellow")
    assert derive(state).rp[track("russia")] == 28
    state.revolt = ON
    assert derive(state).rp[track("russia")] == 20
    mark(state, "poltava", "green")
    assert derive(state).rp[track("russia")] == 24
    later = POLTAVA.new_state()
    levels = {name: int(later.rp[track(name)]) for name in ("sweden", "saxony", "denmark")}
    assert levels == {"sweden": 48, "saxony": 12, "denmark": 12}
    assert later.rp[track("russia")] == 36


# --- cubes -----------------------------------------------------------------------------------


def test_vector_17_shortage_of_cubes() -> None:
    state = act_position(NARVA, COALITION, (0, 2))
    clear_map(state, "se_karl", "ru_pyotr")
    grey = ["pomorze", "wielkopolska", "rus", "podole", "polesie", "wilno", "zmudz", "kurland"]
    for name in grey:
        mark(state, name, "grey")
    for name in ("sa_foot1", "sa_foot2"):
        place(state, name, "livland", 4)
    place(state, "sa_art", "livland", 2)
    derive(state)
    take(NARVA, state, "siege", "livland")
    load_dice(state, 5)  # 5 + artillery - open port: one success
    take(NARVA, state, "end")
    assert (state.phase, state.turn) == (SHORTAGE, COALITION)
    assert legal_labels(NARVA, state, "release") == set(grey)
    given_up = state.copy()
    take(NARVA, state, "release", "rus")
    assert state.marker[territory("rus")] == -1
    assert state.siege_cubes[territory("livland")] == 1
    assert owner(state, "rus") == TRANSIT
    take(NARVA, given_up, "end")
    assert given_up.siege_cubes[territory("livland")] == 0
    assert given_up.marker[territory("rus")] == COLOUR_IDS.index("grey")


def test_clause_4_3_without_a_marker_to_lift_the_success_is_lost() -> None:
    """All grey cubes are successes of other sieges."""
    state = act_position(NARVA, COALITION, (0, 2))
    clear_map(state, "se_karl", "ru_pyotr")
    for name, value in (("svealand", 3), ("karelen", 2), ("pommern", 2), ("skane", 1)):
        state.siege_cubes[territory(name)] = value
        state.siege_colour[territory(name)] = COLOUR_IDS.index("grey")
    for name in ("sa_foot1", "sa_foot2"):
        place(state, name, "livland", 4)
    derive(state)
    take(NARVA, state, "siege", "livland")
    load_dice(state, 6)
    take(NARVA, state, "end")
    assert state.phase != SHORTAGE
    assert state.siege_cubes[territory("livland")] == 0
    # Nobody besieges the others, so their cubes went back afterwards.
    assert not state.siege_cubes.any()


# --- 4.8 -------------------------------------------------------------------------------------


def test_vector_21_closed_land() -> None:
    state = act_position(NARVA, SWEDEN, (2, 0))
    clear_map(state, "se_karl", "ru_pyotr")
    set_status(state, "holstein", GONE)
    mark(state, "holstein_gottorp", "red")
    place(state, "sa_foot1", "holstein_gottorp", 3)
    # Denmark's capital is about to fall to the Swedes.
    place(state, "se_livgarde", "sjaelland", 4)
    place(state, "se_dal", "sjaelland", 4)
    state.siege_cubes[territory("sjaelland")] = 3
    state.siege_colour[territory("sjaelland")] = COLOUR_IDS.index("blue")
    derive(state)
    take(NARVA, state, "siege", "sjaelland")
    load_dice(state, 6)
    take(NARVA, state, "end")
    assert state.status[nation("denmark")] == WAITING
    assert owner(state, "holstein_gottorp") == CLOSED
    assert (where(state, "sa_foot1"), steps(state, "sa_foot1")) == ("leipzig", [3])


@pytest.mark.parametrize("saved", [True, False])
def test_vector_21_lost_harbour(saved: bool) -> None:
    """The red marker under a Russian fleet in Reval is lifted by Denmark's armistice."""
    state = act_position(NARVA, SWEDEN, (2, 0))
    clear_map(state, "se_karl", "ru_pyotr")
    mark(state, "estland", "red")
    if saved:
        mark(state, "ingermanland", "green")
    place(state, "ru_fleet", "estland", 2)
    place(state, "se_livgarde", "sjaelland", 4)
    place(state, "se_dal", "sjaelland", 4)
    state.siege_cubes[territory("sjaelland")] = 3
    state.siege_colour[territory("sjaelland")] = COLOUR_IDS.index("blue")
    derive(state)
    take(NARVA, state, "siege", "sjaelland")
    load_dice(state, 6)
    take(NARVA, state, "end")
    assert owner(state, "estland") == SWEDEN
    assert where(state, "ru_fleet") == ("ingermanland" if saved else None)
    assert steps(state, "ru_fleet") == [2 if saved else 0]


def test_vector_22_end_of_the_revolt() -> None:
    state = act_position(NARVA, COALITION, (0, 2))
    clear_map(state, "se_karl", "ru_pyotr")
    state.revolt = ON
    set_status(state, "ukraine", 0)
    place(state, "ua_mazepa", "mazowsze", 3)
    mark(state, "poltava", "green")
    mark(state, "kiev", "blue")
    place(state, "ru_foot1", "severia", 4)
    state.siege_cubes[territory("severia")] = 1
    state.siege_colour[territory("severia")] = COLOUR_IDS.index("green")
    derive(state)
    assert state.rp[track("russia")] == 28
    take(NARVA, state, "siege", "severia")
    load_dice(state, 6)
    take(NARVA, state, "end")
    assert [int(state.marker[territory(n)]) for n in ("severia", "poltava")] == [-1, -1]
    assert owner(state, "severia") == owner(state, "poltava") == COALITION
    assert state.rp[track("russia")] == 32
    assert where(state, "ua_mazepa") is None
    assert (state.revolt, state.status[nation("ukraine")]) == (ENDED, GONE)
    assert not is_legal(NARVA, state, "build", "ua_mazepa")


def test_the_order_of_actions_ends_with_none_left() -> None:
    state = act_position(NARVA, COALITION, (0, 1))
    end_actions(NARVA, state)
    assert state.season == 1
