"""4.9: the politics table; 5: score and sudden death; 7: numbers of actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs.pax_baltica.constants import COLOUR_IDS
from legation.envs.pax_baltica.record import (
    ACT,
    ACTIVE,
    COALITION_TRIUMPH,
    NEVER,
    ON,
    SWEDISH_TRIUMPH,
    WAITING,
    WINTER,
)
from legation.tests.pax_baltica.positions import (
    CAMPAIGN,
    COALITION,
    NARVA,
    POLTAVA,
    SWEDEN,
    act_position,
    clear_map,
    derive,
    is_legal,
    load_dice,
    mark,
    nation,
    number,
    place,
    set_status,
    steps,
    take,
    territory,
    track,
    where,
)

PAIRS = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (4, 5),
         10: (5, 5), 11: (5, 6), 12: (6, 6)}  # fmt: skip


def rolled(total: int, side: int = SWEDEN, actions: int = 3, state: Any = None) -> Any:
    if state is None:
        state = act_position(CAMPAIGN, side)
    state.actions_left[:] = 1
    state.actions_left[side] = actions
    load_dice(state, *PAIRS[total])
    take(CAMPAIGN, state, "politics")
    return state


def test_vector_15_plague() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    place(state, "se_skanska", "skane", 1)
    rolled(2, state=derive(state))
    assert steps(state, "se_karl", "se_livgarde", "se_skanska") == [2, 3, 1]
    assert state.steps_lost[territory("skane")] == 2


def test_vector_15_no_revolt_before_its_year() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    state.year = 1703
    place(state, "se_dal", "mohylew", 4)
    rolled(8, state=derive(state))
    assert (state.revolt, where(state, "ua_mazepa")) == (NEVER, None)


def test_clause_4_9_the_revolt() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    state.year = 1708
    place(state, "se_dal", "smolensk", 4)  # two borders from Severia
    rolled(8, state=derive(state))
    assert (state.revolt, state.status[nation("ukraine")]) == (ON, ACTIVE)
    assert (where(state, "ua_mazepa"), steps(state, "ua_mazepa")) == ("severia", [3])
    assert state.owner[territory("poltava")] == SWEDEN
    assert state.rp[track("russia")] == 36 - 8
    far = act_position(CAMPAIGN, SWEDEN)
    far.year = 1708
    assert rolled(8, state=far).revolt == NEVER
    theirs = act_position(CAMPAIGN, COALITION)
    theirs.year = 1708
    place(theirs, "se_dal", "smolensk", 4)
    assert rolled(8, COALITION, state=derive(theirs)).revolt == NEVER


def test_vector_15_subsidy() -> None:
    state = rolled(9, actions=1)
    assert (state.turn, state.actions_left[SWEDEN]) == (SWEDEN, 2)
    assert not is_legal(CAMPAIGN, state, "politics")


def test_clause_4_9_intrigue_and_envoys_and_harvest() -> None:
    assert rolled(3).actions_left[SWEDEN] == 0
    envoys = rolled(4)
    assert list(envoys.envoys) == [1, 0]
    envoys.politics_used[:] = 0
    assert list(rolled(10, state=envoys).envoys) == [2, 0]
    envoys.politics_used[:] = 0
    assert list(rolled(4, state=envoys).envoys) == [2, 0]
    assert rolled(5).bad_harvest == 1
    before = act_position(CAMPAIGN, SWEDEN)
    assert rolled(7).base_rp.tolist() == before.base_rp.tolist()


def test_clause_4_9_magnates() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    set_status(state, "poland", ACTIVE)
    place(state, "pl_crown", "mazowsze", 2)
    place(state, "pl_lith", "trakai", 4)
    place(state, "se_dal", "trakai", 4)
    derive(state)
    mine = rolled(11, state=state.copy())
    assert where(mine, "pl_crown") is None  # the Lithuanians have an enemy beside them
    assert where(mine, "pl_lith") == "trakai"
    state.actor = state.turn = COALITION
    theirs = rolled(11, COALITION, state=state)
    assert (where(theirs, "pl_levy"), steps(theirs, "pl_levy")) == ("mazowsze", [2])
    nobody = rolled(11)
    assert nobody.envoys[SWEDEN] == 1


def test_clause_4_9_reform() -> None:
    assert rolled(12).rp[track("sweden")] == 54
    assert rolled(12, COALITION).rp[track("russia")] == 38


# --- 4.8 -------------------------------------------------------------------------------------


def test_clause_4_8_poland_leaves_while_warsaw_is_held() -> None:
    state = act_position(CAMPAIGN, SWEDEN, (2, 0))
    clear_map(state)
    set_status(state, "poland", ACTIVE)
    place(state, "pl_lith", "trakai", 4)
    place(state, "se_livgarde", "mazowsze", 4)
    state.siege_cubes[territory("mazowsze")] = 1
    state.siege_colour[territory("mazowsze")] = COLOUR_IDS.index("blue")
    derive(state)
    take(CAMPAIGN, state, "siege", "mazowsze")
    load_dice(state, 6)
    take(CAMPAIGN, state, "end")
    assert state.status[nation("poland")] == WAITING
    assert where(state, "pl_lith") is None
    assert state.marker[territory("mazowsze")] == COLOUR_IDS.index("blue")


def test_clause_4_8_an_rp_level_of_0_is_an_armistice() -> None:
    state = act_position(CAMPAIGN, SWEDEN)
    state.base_rp[track("saxony")] = 4
    mark(state, "leipzig", "blue")
    rolled(7, state=derive(state))
    assert state.status[nation("saxony")] == WAITING
    assert state.base_rp[track("saxony")] == 8
    assert state.return_year[nation("saxony")] == 1702
    assert state.marker[territory("leipzig")] == -1
    assert where(state, "sa_august") is None


# --- 5 ---------------------------------------------------------------------------------------


def scored(base: int, *out: str) -> Any:
    """The last winter of Narva: `END` ends the game."""
    state = act_position(NARVA, SWEDEN)
    state.par = 48  # the vector's
    state.phase, state.season, state.year = WINTER, 3, 1702
    for name in out:
        set_status(state, name, WAITING)
    state.base_rp[track("sweden")] = base
    derive(state)
    take(NARVA, state, "end")
    assert state.over
    return state


@pytest.mark.parametrize(("base", "out", "value", "share"), [
    (48, (), 0.0, 0.5),
    (32, ("saxony",), -8 / 24, 0.0),
    (48, ("saxony", "denmark"), 16 / 24, 1.0),
    (44, ("denmark",), 4 / 24, 1.0),
    (200, (), 0.9, 1.0),
])  # fmt: skip
def test_vector_19_reward(base: int, out: tuple[str, ...], value: float, share: float) -> None:
    state = scored(base, *out)
    assert NARVA.returns(state) == pytest.approx([value, -value], abs=1e-3)
    assert NARVA.win_shares(state).tolist() == [share, 1 - share]


def test_vector_19_swedish_triumph() -> None:
    """The last principal nation falls while the two others are out."""
    state = act_position(POLTAVA, SWEDEN)
    state.base_rp[track("russia")] = 0
    derive(state)
    load_dice(state, 3, 4)
    take(POLTAVA, state, "politics")
    assert (state.over, state.outcome) == (1, SWEDISH_TRIUMPH)
    assert POLTAVA.returns(state).tolist() == [1.0, -1.0]


def test_vector_19_stockholm_surrenders() -> None:
    state = act_position(NARVA, COALITION, (0, 2))
    clear_map(state)
    place(state, "ru_foot1", "svealand", 4)
    place(state, "ru_foot2", "svealand", 4)
    state.siege_cubes[territory("svealand")] = 3
    state.siege_colour[territory("svealand")] = COLOUR_IDS.index("green")
    derive(state)
    take(NARVA, state, "siege", "svealand")
    load_dice(state, 6)
    take(NARVA, state, "end")
    assert (state.over, state.outcome) == (1, COALITION_TRIUMPH)
    assert NARVA.returns(state).tolist() == [-1.0, 1.0]


def test_clause_5_swedens_armistice_counts_where_both_would_happen() -> None:
    state = act_position(POLTAVA, SWEDEN)
    state.base_rp[track("russia")] = 0
    state.base_rp[track("sweden")] = 0
    derive(state)
    load_dice(state, 3, 4)
    take(POLTAVA, state, "politics")
    assert state.outcome == COALITION_TRIUMPH


def test_clause_7_the_cap_scores_the_game() -> None:
    state = act_position(NARVA, SWEDEN)
    state.par = 48
    derive(state)
    state.decisions = 900 * 3 - 1
    take(NARVA, state, "march", "skane")
    assert state.over
    assert NARVA.returns(state)[SWEDEN] == pytest.approx(4 / 24, abs=1e-3)


# --- 7 ---------------------------------------------------------------------------------------


def test_vector_18_numbers_of_actions() -> None:
    expected = {
        ("march", "novgorod"): 29, ("go", "oresund"): 135, ("pick", "ru_pyotr"): 165,
        ("build", "se_karl"): 206, ("siege", "livland"): 285, ("scout", "skane"): 331,
        ("battle", "livland"): 413, ("release", "schlesien"): 526,
    }  # fmt: skip
    assert {key: number(NARVA, *key) for key in expected} == expected
    assert NARVA.actions.size == 527
    singles = ("end", "stand", "declare", "politics", "pick_all")
    assert [number(NARVA, name) for name in singles] == list(range(5))


def test_clause_3_4_scouting() -> None:
    state = act_position(NARVA, SWEDEN, (3, 0))
    assert is_legal(NARVA, state, "scout", "velikaya")  # beside Livland
    assert not is_legal(NARVA, state, "scout", "moskva")
    # The harbour of Göteborg borders the Kattegat, and Akershus is beside it.
    assert is_legal(NARVA, state, "scout", "akershus")
    before = NARVA.observe(state, SWEDEN)
    take(NARVA, state, "scout", "velikaya")
    after = NARVA.observe(state, SWEDEN)
    news = np.flatnonzero(after.known("place") & ~before.known("place"))
    assert {NARVA.schema.axis("block").item_ids[b] for b in news} == {"ru_semen", "ru_drag1"}
    assert not is_legal(NARVA, state, "scout", "velikaya")
    assert state.phase == ACT
