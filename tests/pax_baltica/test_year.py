"""The year: action roll, foraging, replacements, entry, winter campaign (3, 4.4 to 4.7)."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.pax_baltica.record import (
    ACT,
    ACTIVE,
    ON,
    PLACE,
    REPLACE,
    WAITING,
    WINTER,
)
from legation.tests.pax_baltica.positions import (
    CAMPAIGN,
    COALITION,
    NARVA,
    SWEDEN,
    act_position,
    block,
    clear_map,
    derive,
    families,
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


@pytest.mark.parametrize(
    ("dice", "actions", "first"),
    [((4, 4), [4, 4], SWEDEN), ((2, 6), [3, 5], COALITION), ((1, 3), [2, 3], COALITION)],
)
def test_vector_1_action_roll(dice: tuple[int, int], actions: list[int], first: int) -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state)
    place(state, "se_karl", "svealand", 3)
    load_dice(derive(state), *dice)
    take(NARVA, state, "end")
    assert state.season == 1
    assert list(state.action_die) == list(dice)
    assert list(state.actions_left) == actions
    assert (state.phase, state.turn, state.first_player) == (ACT, first, first)


# --- 4.4 -------------------------------------------------------------------------------------


def test_vector_11_no_forage_at_all() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "ru_pyotr")
    place(state, "se_dal", "mecklenburg", 4)
    place(state, "se_uppland", "mecklenburg", 1)
    load_dice(derive(state), 6, 5)  # no die for the hungry: these are the action dice
    take(NARVA, state, "end")
    assert steps(state, "se_dal", "se_uppland") == [3, 0]
    assert where(state, "se_uppland") is None
    assert state.steps_lost[territory("mecklenburg")] == 2
    assert list(state.action_die) == [6, 5]


@pytest.mark.parametrize(("bad", "dice", "left"), [
    (0, [3], [3, 4, 3, 3]), (0, [4], [4, 4, 3, 3]), (1, [3, 3], [3, 3, 3, 3]),
])  # fmt: skip
def test_vector_11_three_fed_of_four(bad: int, dice: list[int], left: list[int]) -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "ru_pyotr")
    names = ("se_dal", "se_uppland", "se_livland", "se_finska")
    for name, held in zip(names, (4, 4, 3, 3), strict=True):
        place(state, name, "livland", held)
    state.bad_harvest = bad
    assert derive(state).supplied[nation("sweden"), territory("livland")]
    load_dice(state, *dice, 6, 5)
    take(NARVA, state, "end")
    assert steps(state, *names) == left
    assert list(state.action_die) == [6, 5]


def test_clause_4_4_the_example_of_severia() -> None:
    """Five blocks, forage 3, no communications: two dice, lost on 5 or less."""
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state)
    names = ("se_livgarde", "se_dal", "se_uppland", "se_livland", "se_finska")
    for name, held in zip(names, (4, 4, 3, 3, 3), strict=True):
        place(state, name, "severia", held)
    place(state, "ru_strel1", "mohylew", 1)  # else Poland would be a way home
    load_dice(derive(state), 5, 6)
    take(NARVA, state, "end")
    assert steps(state, *names) == [3, 4, 3, 3, 3]


# --- 4.5 -------------------------------------------------------------------------------------


def replacing(bank: int, side: int = SWEDEN, nation_: str = "sweden") -> Any:
    state = act_position(NARVA, side)
    state.phase = REPLACE
    state.bank[side, track(nation_)] = bank
    return state


def test_vector_13_a_step_in_transit_land_costs_double() -> None:
    state = replacing(6)
    place(state, "se_livgarde", "wilno", 3)
    derive(state)
    assert is_legal(NARVA, state, "build", "se_livgarde")
    take(NARVA, state, "build", "se_livgarde")
    assert state.bank[SWEDEN, track("sweden")] == 0
    assert steps(state, "se_livgarde") == [4]
    poor = replacing(5)
    place(poor, "se_livgarde", "wilno", 3)
    assert not is_legal(NARVA, derive(poor), "build", "se_livgarde")


def test_vector_13_fleets_are_built_in_harbours() -> None:
    state = replacing(5)
    place(state, "se_wachtmeister", "smaland", 3)
    place(state, "se_goteborg", "kattegat", 2)
    derive(state)
    assert legal_labels(NARVA, state, "build") & {"se_wachtmeister", "se_goteborg"} == {
        "se_wachtmeister"
    }
    take(NARVA, state, "build", "se_wachtmeister")
    assert state.bank[SWEDEN, track("sweden")] == 0


def test_vector_13_years_of_blocks() -> None:
    for year, legal in ((1701, False), (1702, True)):
        state = replacing(20, COALITION, "russia")
        state.year = year
        assert is_legal(NARVA, state, "build", "ru_foot4") == legal


def test_clause_4_5_the_example() -> None:
    """Bank 36: Karl in Svealand 4, new dragoons in Skåne 4, Livgarde in Wilno 6: 22 left."""
    state = replacing(36)
    place(state, "se_karl", "svealand", 2)
    place(state, "se_livland", None)
    place(state, "se_livgarde", "wilno", 3)
    derive(state)
    take(NARVA, state, "build", "se_karl")
    take(NARVA, state, "build", "se_livland")
    assert state.phase == PLACE
    assert "skane" in legal_labels(NARVA, state, "go")
    take(NARVA, state, "go", "skane")
    assert (where(state, "se_livland"), steps(state, "se_livland")) == ("skane", [1])
    take(NARVA, state, "build", "se_livgarde")
    assert state.bank[SWEDEN, track("sweden")] == 22
    # 2 steps a block in one phase, the first one included.
    take(NARVA, state, "build", "se_livland")
    assert not is_legal(NARVA, state, "build", "se_livland")


def test_clause_4_5_a_block_in_transit_land_is_a_base() -> None:
    state = replacing(10)
    place(state, "se_livland", None)
    place(state, "se_dal", "wilno", 4)
    derive(state)
    take(NARVA, state, "build", "se_livland")
    assert "wilno" in legal_labels(NARVA, state, "go")
    poor = replacing(5)
    place(poor, "se_livland", None)
    place(poor, "se_dal", "wilno", 4)
    take(NARVA, derive(poor), "build", "se_livland")
    assert "wilno" not in legal_labels(NARVA, poor, "go")


def test_clause_3_4_reinforcing_by_action() -> None:
    state = act_position(NARVA, SWEDEN, (2, 0))
    place(state, "se_karl", "skane", 2)
    derive(state)
    take(NARVA, state, "build", "se_karl")
    assert steps(state, "se_karl") == [3]
    assert state.moved[block("se_karl")] == 1
    assert state.actions_left[SWEDEN] == 1
    assert not is_legal(NARVA, state, "build", "se_karl")


# --- 4.6 -------------------------------------------------------------------------------------


def winter(game: Any, year: int, **fields: int) -> Any:
    """Sweden is asked for a winter campaign; `END` leads to the next year's entry phase."""
    state = act_position(game, SWEDEN)
    state.phase, state.season, state.year = WINTER, 3, year - 1
    for name, value in fields.items():
        state[name] = value
    return derive(state)


def enters(state: Any, die: int) -> bool:
    trial = state.copy()
    load_dice(trial, die)
    take(CAMPAIGN, trial, "end")
    assert trial.entry_die[nation("ottoman")] == die
    return bool(trial.status[nation("ottoman")] == ACTIVE)


@pytest.mark.parametrize(("level", "envoys", "faces"), [
    (36, 0, {6}), (28, 0, {5, 6}), (16, 2, {2, 3, 4, 5, 6}),
])  # fmt: skip
def test_vector_14_ottoman_entry(level: int, envoys: int, faces: set[int]) -> None:
    state = winter(CAMPAIGN, 1701)
    state.base_rp[track("russia")] = level
    state.envoys[SWEDEN] = envoys
    derive(state)
    assert {die for die in range(1, 7) if enters(state, die)} == faces


def test_vector_14_russia_returns_while_the_ukraine_is_in_revolt() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    state.phase, state.season, state.year = REPLACE, 0, 1706
    set_status(state, "russia", WAITING)
    state.revolt = ON
    state.status[nation("ukraine")] = ACTIVE
    state.base_rp[track("russia")] = 8
    derive(state)
    load_dice(state, 6)
    take(CAMPAIGN, state, "end")
    assert state.status[nation("russia")] == ACTIVE
    assert (state.base_rp[track("russia")], state.rp[track("russia")]) == (16, 8)
    assert (where(state, "ru_pyotr"), steps(state, "ru_pyotr")) == ("moskva", [3])


def test_clause_4_6_the_example_of_denmark() -> None:
    """1709, rp 40, envoys 1: on 4..6."""
    for die, comes in ((3, False), (4, True)):
        state = act_position(CAMPAIGN, SWEDEN)
        state.phase, state.season, state.year = REPLACE, 0, 1709
        set_status(state, "denmark", WAITING)
        state.base_rp[track("sweden")] = 40
        state.envoys[COALITION] = 1
        derive(state)
        load_dice(state, die)
        take(CAMPAIGN, state, "end")
        assert (state.status[nation("denmark")] == ACTIVE) == comes
        assert state.envoys[COALITION] == 0


def test_clause_4_6_a_barred_territory_sends_blocks_home() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    state.phase, state.season, state.year = REPLACE, 0, 1709
    set_status(state, "denmark", WAITING)
    place(state, "se_dal", "sjaelland", 4)
    derive(state)
    load_dice(state, 6)
    take(CAMPAIGN, state, "end")
    assert where(state, "dk_foot") == "jylland"
    assert where(state, "dk_fleet1") is None
    assert where(state, "dk_norw") == "akershus"


# --- 4.7 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "actions"), [(1, 1), (6, 4)])
def test_vector_16_winter_campaign(die: int, actions: int) -> None:
    state = winter(NARVA, 1702, exhaustion=1)
    load_dice(state, die)
    take(NARVA, state, "declare")
    assert (state.exhaustion, state.actions_left[SWEDEN]) == (2, actions)
    assert (state.phase, state.turn) == (ACT, SWEDEN)
    assert families(NARVA, state) <= {"march", "siege", "end"}
    state.base_rp[track("sweden")] = 40
    derive(state)
    take(NARVA, state, "end")
    assert (state.phase, state.year, state.exhaustion) == (REPLACE, 1702, 2)
    assert state.bank[SWEDEN, track("sweden")] == 32


def test_vector_16_a_year_without_a_winter_campaign() -> None:
    state = winter(NARVA, 1702, exhaustion=2)
    state.base_rp[track("sweden")] = 40
    derive(state)
    take(NARVA, state, "end")
    assert state.exhaustion == 1
    assert state.bank[SWEDEN, track("sweden")] == 36


@pytest.mark.parametrize(("die", "actions"), [(3, 2)])
def test_clause_4_7_the_example_of_smolensk(die: int, actions: int) -> None:
    """Four blue blocks, forage 3 halved to 1: three unfed."""
    state = winter(NARVA, 1702)
    clear_map(state, "se_karl")
    names = ("se_livgarde", "se_dal", "se_uppland", "se_ostgota")
    for name in names:
        place(state, name, "smolensk", 4)
    derive(state)
    load_dice(state, die)
    take(NARVA, state, "declare")
    assert state.actions_left[SWEDEN] == actions
    load_dice(state, 1, 1, 1)
    take(NARVA, state, "end")
    assert steps(state, *names) == [3, 3, 3, 4]


def test_clause_4_7_no_sea_transport_and_no_fleets() -> None:
    state = winter(NARVA, 1702)
    take(NARVA, state, "declare")
    assert not is_legal(NARVA, state, "march", "sjaelland")
    take(NARVA, state, "march", "smaland")
    assert legal_labels(NARVA, state, "pick") == {"se_dal"}
    take(NARVA, state, "pick", "se_dal")
    assert legal_labels(NARVA, state, "go") == {"skane", "ostergotland", "vastergotland"}


def test_clause_3_8_not_asked_when_exhausted() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    state.season, state.exhaustion = 3, 4
    take(NARVA, state, "end")
    assert state.phase == REPLACE
    assert state.exhaustion == 3


def test_clause_3_7_fleets_go_home_in_winter() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "se_karl", "ru_pyotr")
    place(state, "se_wachtmeister", "gulf_of_riga", 4)
    place(state, "dk_fleet1", "central_baltic", 4)
    place(state, "ru_fleet", "gulf_of_finland", 2)
    state.season = 3
    derive(state)
    take(NARVA, state, "end")
    # Karlskrona, Stockholm and Reval are one zone further than the next: the lowest index.
    assert where(state, "se_wachtmeister") == "smaland"
    assert where(state, "dk_fleet1") == where(state, "ru_fleet") == "sjaelland"


def test_clause_3_7_without_a_harbour_fleets_go_to_the_pool() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "se_karl", "ru_pyotr")
    place(state, "ru_fleet", "gulf_of_finland", 2)
    mark(state, "sjaelland", "yellow")
    state.season = 3
    derive(state)
    # The marker on a capital without a siege: Denmark falls at the next check, after the fleets.
    take(NARVA, state, "end")
    assert where(state, "ru_fleet") is None
