"""3.4 and 4.1: marches by land and sea, pinning, what is asked; 4.4: communications."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import BORDER_LIMIT
from legation.envs.pax_baltica.record import ACT, GO, PICK, REPLACE
from legation.tests.pax_baltica.positions import (
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
    location,
    mark,
    nation,
    place,
    take,
    territory,
    where,
)


def border(a: str, b: str) -> int:
    pairs = [{x, y} for x, y, _ in COMPONENTS.borders]
    return pairs.index({a, b})


def test_vector_4_land_march() -> None:
    state = act_position(NARVA, COALITION)
    take(NARVA, state, "march", "novgorod")
    crossed = state.copy()
    take(NARVA, state, "pick_all")
    group = {"ru_pyotr", "ru_preobr", "ru_art1"}
    assert {n for n in group if state.picked[block(n)]} == group
    assert int(state.picked.sum()) == 3
    around = {"ingermanland", "velikaya", "ladoga", "tver", "smolensk"}
    assert legal_labels(NARVA, state, "go") == around
    crossed.border_used[COALITION, border("novgorod", "smolensk")] = 1
    take(NARVA, crossed, "pick_all")
    assert legal_labels(NARVA, crossed, "go") == around - {"smolensk"}
    beyond = act_position(NARVA, COALITION)
    place(beyond, "ru_foot1", "ingermanland", 3)
    derive(beyond)
    take(NARVA, beyond, "march", "ingermanland")
    take(NARVA, beyond, "pick_all")
    assert "livland" not in legal_labels(NARVA, beyond, "go")


def scanians(*at_sea: tuple[str, str]) -> set[str]:
    state = act_position(NARVA, SWEDEN)
    for name, zone in at_sea:
        place(state, name, zone, 3)
    derive(state)
    take(NARVA, state, "march", "skane")
    take(NARVA, state, "pick_all")
    return legal_labels(NARVA, state, "go")


def test_vector_5_sea_transport() -> None:
    by_land = {"smaland", "vastergotland"}
    by_sea = {"ostergotland", "bremen_verden", "wismar", "pommern", "holstein_gottorp"}
    assert scanians() == by_land | by_sea
    covered = scanians(("se_wachtmeister", "oresund"))
    assert covered == by_land | by_sea | {"jylland", "sjaelland"}
    assert scanians(("dk_fleet1", "oresund")) == by_land
    assert scanians(("dk_fleet1", "oresund"), ("se_wachtmeister", "oresund")) == by_land


def test_clause_4_1_the_example_stops_in_hostile_land() -> None:
    """Estland to Ingermanland under a green marker: two points, but stop after one."""
    state = act_position(NARVA, SWEDEN)
    mark(state, "ingermanland", "green")
    place(state, "se_livgarde", "estland", 4)
    place(state, "se_livreg", "estland", 4)
    derive(state)
    take(NARVA, state, "march", "estland")
    take(NARVA, state, "pick_all")
    take(NARVA, state, "go", "ingermanland")
    assert state.phase == ACT
    assert state.siege_order[SWEDEN, territory("ingermanland")] == 1
    assert state.moved[block("se_livgarde")] == 1


def test_clause_4_1_more_than_three_blocks_go_by_land_only() -> None:
    state = act_position(NARVA, SWEDEN)
    place(state, "se_dal", "skane", 4)
    derive(state)
    take(NARVA, state, "march", "skane")
    take(NARVA, state, "pick_all")
    assert legal_labels(NARVA, state, "go") == {"smaland", "vastergotland"}


def test_clause_3_4_pinning() -> None:
    state = act_position(NARVA, SWEDEN)
    place(state, "ru_foot1", "skane", 3)
    derive(state)
    take(NARVA, state, "march", "skane")
    take(NARVA, state, "pick_all")
    assert int(state.picked.sum()) == 2  # three Swedes, one Russian
    place(other := act_position(NARVA, SWEDEN), "ru_foot1", "livland", 3)
    assert not is_legal(NARVA, derive(other), "march", "livland")


def test_clause_3_4_a_march_into_enemies_is_contested() -> None:
    state = act_position(NARVA, SWEDEN)
    place(state, "se_livreg", "livland", 4)
    derive(state)
    take(NARVA, state, "march", "livland")
    take(NARVA, state, "pick", "se_livreg")
    take(NARVA, state, "end")
    take(NARVA, state, "go", "velikaya")
    assert state.phase == ACT
    assert state.contested[location("velikaya")] == SWEDEN


def test_clause_4_1_border_limit_counts_both_ways() -> None:
    state = act_position(NARVA, SWEDEN)
    used = border("skane", "smaland")
    state.border_used[SWEDEN, used] = BORDER_LIMIT[used] - 2
    take(NARVA, state, "march", "skane")
    take(NARVA, state, "pick_all")
    assert "smaland" not in legal_labels(NARVA, state, "go")


def test_clause_4_1_fleets() -> None:
    state = act_position(NARVA, SWEDEN)
    take(NARVA, state, "march", "smaland")
    take(NARVA, state, "pick", "se_wachtmeister")  # the only fleet: goes on by itself
    assert state.phase == GO
    assert legal_labels(NARVA, state, "go") == {"south_baltic"}
    take(NARVA, state, "go", "south_baltic")
    assert legal_labels(NARVA, state, "go") == {"oresund", "central_baltic", "smaland"}
    assert is_legal(NARVA, state, "end")
    take(NARVA, state, "go", "central_baltic")
    assert legal_labels(NARVA, state, "go") == {
        "south_baltic", "gulf_of_riga", "gulf_of_finland", "gulf_of_bothnia",
    }  # fmt: skip
    take(NARVA, state, "go", "gulf_of_finland")
    assert (state.phase, where(state, "se_wachtmeister")) == (ACT, "gulf_of_finland")


def test_clause_4_1_a_fleet_stops_before_the_enemy() -> None:
    state = act_position(NARVA, SWEDEN)
    place(state, "dk_fleet1", "oresund", 4)
    derive(state)
    take(NARVA, state, "march", "smaland")
    take(NARVA, state, "pick", "se_wachtmeister")
    take(NARVA, state, "go", "south_baltic")
    take(NARVA, state, "go", "oresund")
    assert state.phase == ACT
    assert state.contested[location("oresund")] == SWEDEN


# --- what is asked ---------------------------------------------------------------------------


def test_vector_20_a_slow_group_is_asked_all_the_same() -> None:
    state = act_position(NARVA, COALITION)
    take(NARVA, state, "march", "novgorod")
    take(NARVA, state, "pick_all")
    take(NARVA, state, "go", "tver")
    assert (state.phase, families(NARVA, state)) == (GO, {"end"})


def test_vector_20_three_steps_end_a_march() -> None:
    state = act_position(NARVA, COALITION)
    take(NARVA, state, "march", "kursk")
    take(NARVA, state, "pick", "ru_cossacks")
    take(NARVA, state, "go", "voronezh")
    take(NARVA, state, "go", "moskva")
    assert families(NARVA, state) == {"end", "go"}
    take(NARVA, state, "go", "tver")
    assert state.phase == ACT


def test_vector_20_replacements_are_asked_with_an_empty_bank() -> None:
    state = act_position(NARVA, SWEDEN)
    state.phase = REPLACE
    assert families(NARVA, state) == {"end"}


def test_vector_20_the_group_is_not_seen() -> None:
    seen = []
    for name in ("ru_art1", "ru_preobr"):
        state = act_position(NARVA, COALITION)
        views: list[Any] = [NARVA.observe(state, SWEDEN).to_bytes()]
        for family, item in (
            ("march", "novgorod"), ("pick", name), ("end", None), ("go", "tver"),
        ):  # fmt: skip
            take(NARVA, state, family, item)
            views.append(NARVA.observe(state, SWEDEN).to_bytes())
        assert state.phase == GO
        seen.append(views)
    assert seen[0] == seen[1]


def test_clause_3_4_a_group_without_further_blocks_goes_by_itself() -> None:
    state = act_position(NARVA, COALITION)
    take(NARVA, state, "march", "kursk")
    assert state.phase == PICK
    assert families(NARVA, state) == {"pick", "pick_all"}
    take(NARVA, state, "pick", "ru_cossacks")
    assert state.phase == GO


# --- 4.4 communications ----------------------------------------------------------------------


def test_vector_12_communications() -> None:
    state = act_position(NARVA, SWEDEN)
    swedes, livland = nation("sweden"), territory("livland")
    assert state.supplied[swedes, livland]
    place(state, "dk_fleet1", "central_baltic", 4)
    assert derive(state).supplied[swedes, livland]
    place(state, "dk_fleet2", "gulf_of_finland", 3)
    assert derive(state).supplied[swedes, livland]
    place(state, "se_abo", None)
    place(state, "ru_foot1", "karelen", 3)
    assert derive(state).supplied[swedes, livland]
    place(state, "ru_foot2", "polock", 3)
    assert not derive(state).supplied[swedes, livland]


def test_clause_4_4_an_unfriendly_port_needs_a_fleet_and_leads_nobody_on() -> None:
    """Danish land: Sjælland has no land border; a fleet in the zone opens its sea link."""
    state = act_position(NARVA, SWEDEN)
    swedes, zealand = nation("sweden"), territory("sjaelland")
    assert not state.supplied[swedes, zealand]
    place(state, "se_wachtmeister", "oresund", 4)
    assert derive(state).supplied[swedes, zealand]
    # Akershus is reached from Sjælland by no land: its own link would need a fleet in its zone.
    clear_map(state, "se_wachtmeister", "se_karl")
    place(state, "dk_foot", "vastergotland", 3)
    place(state, "dk_guard", "kopparberg", 3)
    place(state, "dk_norw", "vasternorrland", 3)
    assert not derive(state).supplied[swedes, territory("akershus")]


@pytest.mark.parametrize("die", [3, 4])
def test_vector_11_foraging_with_communications(die: int) -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "ru_pyotr")
    for name, held in (
        ("se_livgarde", 3), ("se_dal", 4), ("se_livland", 3), ("se_skanska", 2),
    ):  # fmt: skip
        place(state, name, "livland", held)
    derive(state)
    load_dice(state, die)
    take(NARVA, state, "end")
    assert state.steps[block("se_dal")] == (3 if die == 3 else 4)
    assert state.steps_lost[territory("livland")] == (die == 3)
