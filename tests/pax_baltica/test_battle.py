"""3.5 and 4.2: battle, pursuit, retreat, regroup."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.pax_baltica.record import ACT, BATTLE, REGROUP, REGROUP_PICK, RETREAT
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
    place,
    steps,
    take,
    track,
    where,
)


def battle(at: str, attacker: int, *blocks: tuple[str, int]) -> Any:
    """Before the last `end` of the actions: blocks at a place that the attacker marched into."""
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "ru_pyotr")
    for name, held in blocks:
        place(state, name, at, held)
    state.contested[location(at)] = attacker
    return derive(state)


def test_vector_6_battle() -> None:
    state = battle("skane", COALITION, ("se_livgarde", 4), ("ru_foot1", 4), ("ru_drag1", 3))
    load_dice(state, 1, 3, 4, 6, 2, 2, 5, 6, 1)
    take(NARVA, state, "end")
    assert steps(state, "se_livgarde", "ru_foot1", "ru_drag1") == [1, 2, 3]
    assert (state.phase, state.turn, state.battle_round) == (RETREAT, SWEDEN, 2)
    assert all(state.seen[block(n)] for n in ("se_livgarde", "ru_foot1", "ru_drag1"))


def test_vector_7_battle_and_pursuit() -> None:
    state = battle(
        "livland", COALITION, ("se_karl", 3), ("se_livreg", 4), ("ru_drag1", 3), ("ru_cossacks", 4)
    )
    load_dice(state, 3, 4, 1, 2, 6, 5, 3, 1, 1, 3)
    take(NARVA, state, "end")
    assert steps(state, "se_livreg", "se_karl", "ru_cossacks", "ru_drag1") == [3, 2, 2, 1]
    assert (state.turn, state.battle_round) == (SWEDEN, 2)
    take(NARVA, state, "stand")
    assert state.turn == COALITION
    load_dice(state, 2, 5, 6, 4, 4)
    take(NARVA, state, "go", "polock")
    assert steps(state, "ru_cossacks", "ru_drag1") == [1, 1]
    assert where(state, "ru_cossacks") == where(state, "ru_drag1") == "polock"


def test_vector_8_no_retreat_from_moskva() -> None:
    """Every neighbour is hostile: six rounds, no question to the attacker, then it is lost."""
    lost = 0
    for seed in range(40):
        state = battle(
            "moskva", SWEDEN, ("se_livgarde", 1), ("se_enlisted", 2), ("ru_strel1", 4),
            ("ru_strel2", 4), ("ru_foot1", 4),
        )  # fmt: skip
        state.rng = NARVA.new_state(seed).rng
        take(NARVA, state, "end")
        while state.phase == RETREAT:
            assert state.turn == COALITION
            take(NARVA, state, "stand")
        assert where(state, "se_livgarde") is None
        assert where(state, "se_enlisted") is None
        lost += 1
    assert lost == 40


def test_vector_8_trapped_through_six_rounds() -> None:
    """Dice that never hit: after round 6 the attacker's blocks are lost, a leader among them."""
    state = battle("moskva", SWEDEN, ("se_karl", 1), ("ru_strel1", 1))
    # Karl fires one die a round, the streltsy one: firepower 3 and 1.
    load_dice(state, 6, 6)
    take(NARVA, state, "end")
    for _ in range(2):
        load_dice(state, *([6, 6] if state.battle_round == 2 else [6] * 8))
        take(NARVA, state, "stand")
    assert where(state, "se_karl") is None
    assert where(state, "ru_strel1") == "moskva"
    # 4.8: the leader is lost at the check after the phase.
    assert (state.phase, state.turn) == (REGROUP, COALITION)
    assert state.base_rp[track("sweden")] == 52
    take(NARVA, state, "end")
    assert state.base_rp[track("sweden")] == 52 - 4


def test_vector_8_retreat_from_smolensk_to_transit_land() -> None:
    state = battle("smolensk", SWEDEN, ("se_livgarde", 4), ("ru_foot1", 4))
    load_dice(state, 6, 6, 6, 6, 6, 6, 6, 6)
    take(NARVA, state, "end")
    take(NARVA, state, "stand")  # the defender
    assert legal_labels(NARVA, state, "go") == {"mohylew", "polock"}
    place(state, "ru_foot2", "polock", 1)
    derive(state)
    assert legal_labels(NARVA, state, "go") == {"mohylew"}
    assert is_legal(NARVA, state, "stand")


def test_clause_4_2_after_round_3_the_attacker_must_go_without_pursuit() -> None:
    state = battle("smolensk", SWEDEN, ("se_dal", 2), ("ru_cossacks", 2))
    load_dice(state, 6, 6, 6, 6)
    take(NARVA, state, "end")
    for _ in range(2):
        load_dice(state, 6, 6, 6, 6)
        take(NARVA, state, "stand")
        take(NARVA, state, "stand")
    assert (state.phase, state.turn, state.must_retreat) == (RETREAT, SWEDEN, 1)
    assert families(NARVA, state) == {"go"}
    load_dice(state, 1, 1)
    take(NARVA, state, "go", "mohylew")
    assert (steps(state, "se_dal"), where(state, "se_dal")) == ([2], "mohylew")
    assert (state.phase, state.turn) == (REGROUP, COALITION)


def test_clause_4_2_pursuit_may_leave_nobody_to_move() -> None:
    state = battle("livland", COALITION, ("se_livreg", 4), ("ru_foot1", 1))
    load_dice(state, 6, 6, 6, 6, 6)
    take(NARVA, state, "end")
    take(NARVA, state, "stand")
    load_dice(state, 1, 1, 1, 1)
    take(NARVA, state, "go", "polock")
    assert where(state, "ru_foot1") is None


def test_clause_4_2_the_winner_regroups_each_block_once() -> None:
    state = battle("skane", COALITION, ("se_livreg", 4), ("se_livgarde", 4), ("ru_foot1", 1))
    load_dice(state, 1)
    take(NARVA, state, "end")
    assert (state.phase, state.turn) == (REGROUP, SWEDEN)
    assert legal_labels(NARVA, state, "go") == {"smaland", "vastergotland"}
    take(NARVA, state, "go", "smaland")
    assert state.phase == REGROUP_PICK
    assert families(NARVA, state) == {"pick", "pick_all"}
    take(NARVA, state, "pick", "se_livreg")
    take(NARVA, state, "end")
    assert (where(state, "se_livreg"), where(state, "se_livgarde")) == ("smaland", "skane")
    take(NARVA, state, "go", "vastergotland")
    assert legal_labels(NARVA, state, "pick") == {"se_livgarde"}
    take(NARVA, state, "pick", "se_livgarde")
    assert where(state, "se_livgarde") == "vastergotland"
    assert state.phase == ACT  # the next turn: nobody is left to regroup


def test_clause_4_2_sea_battle_and_retreat() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "ru_pyotr", "se_karl")
    place(state, "se_wachtmeister", "oresund", 4)
    place(state, "dk_fleet1", "oresund", 4)
    place(state, "dk_foot", "sjaelland", 3)
    state.contested[location("oresund")] = SWEDEN
    derive(state)
    load_dice(state, 6, 6, 6, 6, 6, 6, 6, 6)
    take(NARVA, state, "end")
    assert (state.phase, state.turn) == (RETREAT, COALITION)
    assert legal_labels(NARVA, state, "go") == {"kattegat", "south_baltic", "sjaelland"}
    take(NARVA, state, "stand")
    assert legal_labels(NARVA, state, "go") == {"kattegat", "south_baltic"}


def test_clause_4_2_a_land_battle_leaves_fleets_alone() -> None:
    state = battle("sjaelland", SWEDEN, ("se_livreg", 4), ("dk_foot", 1))
    place(state, "dk_fleet1", "sjaelland", 4)
    derive(state)
    load_dice(state, 1)
    take(NARVA, state, "end")
    assert steps(state, "dk_foot", "dk_fleet1") == [0, 4]
    assert not state.seen[block("dk_fleet1")]


def test_clause_3_5_the_first_player_orders_several_battles() -> None:
    state = battle("skane", COALITION, ("se_livreg", 4), ("ru_foot1", 1))
    place(state, "se_dal", "livland", 4)
    place(state, "ru_foot2", "livland", 1)
    state.contested[location("livland")] = COALITION
    derive(state)
    take(NARVA, state, "end")
    assert (state.phase, state.turn) == (BATTLE, SWEDEN)
    assert legal_labels(NARVA, state, "battle") == {"skane", "livland"}


@pytest.mark.parametrize("first", [SWEDEN, COALITION])
def test_clause_3_5_where_nobody_marched_in_the_first_player_attacks(first: int) -> None:
    state = battle("skane", COALITION, ("se_livreg", 4), ("ru_foot1", 4))
    state.contested[location("skane")] = -1
    state.first_player = first
    if first == COALITION:
        state.actions_left[:] = (0, 1)
        state.actor = state.turn = COALITION
    load_dice(state, *[6] * 8)
    take(NARVA, state, "end")
    assert state.attacker == first
