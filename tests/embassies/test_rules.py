"""Clauses 3 and 4: the sequence of play, placing, attacks, alliances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.embassies import rules
from legation.envs.embassies.components import COMBAT, FACTORS, RESULTS
from legation.envs.engine import GameBatch, IllegalActionError
from legation.tests.embassies.positions import (
    AH,
    ALLIANCE_VALUES,
    FAR_EAST,
    FR,
    GB,
    GE,
    ITALY,
    RU,
    SERBIA,
    TURKEY,
    ally,
    families,
    is_legal,
    position,
    put,
    random_states,
    take,
)

ALLIANCE, PLACE, ATTACK = rules.ALLIANCE, rules.PLACE, rules.ATTACK
GAME = load_game("embassies")
OFF = load_game("embassies", alliances="off")
BREAKABLE = load_game("embassies", alliances="breakable")
BY_OPTION = {"permanent": GAME, "off": OFF, "breakable": BREAKABLE}


# --- 2, 7 Components and actions -------------------------------------------------------------


def test_clause_2_start() -> None:
    state = GAME.new_state()
    assert not state.influence.any()
    assert (state.round_number, state.turn, state.actor, state.factors_left) == (1, GB, GB, 14)


def test_clause_7_numbering() -> None:
    assert GAME.actions.size == 140
    assert GAME.action("place", country=0, amount=1) == 0
    assert GAME.action("place", country="africa", amount=5) == 64
    assert GAME.action("rest_home") == 65
    assert GAME.action("attack", country=0, victim=0) == 66
    assert GAME.action("attack", country="africa", victim="austria_hungary") == 130
    assert GAME.action("propose", power=0) == 131
    assert [GAME.action(f) for f in ("accept", "refuse", "break", "pass")] == [136, 137, 138, 139]


# --- 3.3 Placing -----------------------------------------------------------------------------


def test_vector_placing() -> None:
    state = position(OFF)
    assert state.factors_left == 14
    take(OFF, state, "place", country="italy", amount=3)
    assert is_legal(OFF, state, "place", country="italy", amount=2)
    assert not is_legal(OFF, state, "place", country="italy", amount=3)
    first = state.copy()
    for left in (6, 1):
        take(OFF, state, "place", country=GB, amount=5)
        assert state.factors_left == left
    assert is_legal(OFF, state, "place", country=GB, amount=1)
    assert not is_legal(OFF, state, "place", country=GB, amount=2)
    take(OFF, first, "rest_home")
    assert first.influence[GB, GB] == 11
    assert first.turn == FR


def test_clause_3_3_home_takes_any_number_in_fives() -> None:
    state = position(OFF, GE)
    for _ in range(3):
        take(OFF, state, "place", country=GE, amount=5)
    take(OFF, state, "place", country=GE, amount=1)
    assert (state.influence[GE, GE], state.turn) == (16, RU)


def test_clause_3_3_the_limit_counts_the_whole_turn_however_split() -> None:
    state = position(OFF)
    for amount in (1, 2, 1, 1):
        assert is_legal(OFF, state, "place", country=SERBIA, amount=amount)
        take(OFF, state, "place", country=SERBIA, amount=amount)
    assert not any(is_legal(OFF, state, "place", country=SERBIA, amount=k) for k in range(1, 6))
    before = state.copy()
    with pytest.raises(IllegalActionError, match="place 1 in Serbia"):
        take(OFF, state, "place", country=SERBIA, amount=1)
    assert state.tobytes() == before.tobytes()


def test_clause_3_3_the_limit_is_new_each_turn() -> None:
    state = position(OFF)
    take(OFF, state, "place", country=ITALY, amount=5)
    take(OFF, state, "rest_home")
    for _ in (FR, GE, RU, AH):
        take(OFF, state, "rest_home")
        assert state.phase == PLACE or families(OFF, state) >= {"pass"}
    assert (state.round_number, state.turn) == (2, GB)
    assert not state.added.any()
    assert is_legal(OFF, state, "place", country=ITALY, amount=5)


def test_clause_3_3_nobody_else_places_in_a_country_counts_for_nothing() -> None:
    state = position(OFF, influence=[(GB, FR, 30), (ITALY, FR, 30)])
    assert is_legal(OFF, state, "place", country=ITALY, amount=5)
    assert is_legal(OFF, state, "place", country=GB, amount=5)


def test_clause_3_3_one_factor_left_has_two_legal_actions_at_least() -> None:
    state = position(OFF)
    state.added[1:] = 5
    state.factors_left = 1
    assert families(OFF, state) == {"place", "rest_home"}
    assert OFF.legal_action_mask(state).sum() == 2


# --- 3.4, 4 Attack ---------------------------------------------------------------------------


def test_clause_3_4_attack_is_legal_where_both_have_influence() -> None:
    state = position(
        GAME, GB, ATTACK, influence=[(ITALY, GB, 1), (ITALY, FR, 9), (SERBIA, FR, 3), (GB, RU, 4)]
    )
    assert families(GAME, state) == {"attack", "pass"}
    assert GAME.legal_action_mask(state).sum() == 2
    assert is_legal(GAME, state, "attack", country=ITALY, victim=FR)
    put(state, [(GB, GB, 1)])
    assert is_legal(GAME, state, "attack", country=GB, victim=RU)


def test_clause_3_4_never_oneself_but_an_ally() -> None:
    state = position(GAME, GB, ATTACK, influence=[(ITALY, GB, 5), (ITALY, FR, 5)])
    ally(state, (GB, FR))
    assert not is_legal(GAME, state, "attack", country=ITALY, victim=GB)
    assert is_legal(GAME, state, "attack", country=ITALY, victim=FR)


def test_clause_3_4_attack_in_the_victims_own_country() -> None:
    state = position(GAME, GB, ATTACK, influence=[(FR, GB, 5), (FR, FR, 5)])
    assert is_legal(GAME, state, "attack", country=FR, victim=FR)


def test_clause_3_4_attack_is_skipped_where_only_pass_is_legal() -> None:
    state = position(OFF, influence=[(ITALY, FR, 3), (SERBIA, GB, 2)])
    take(OFF, state, "rest_home")
    assert (state.turn, state.phase) == (FR, PLACE)
    state = position(OFF, influence=[(ITALY, FR, 3), (ITALY, GB, 2)])
    take(OFF, state, "rest_home")
    assert (state.turn, state.actor, state.phase) == (GB, GB, ATTACK)
    take(OFF, state, "pass")
    assert state.turn == FR


# a, d, die, result, attacker left, victim left
ATTACK_VECTORS = [
    (12, 8, 3, "EX", 4, 0),
    (23, 8, 1, "AE", 0, 8),
    (23, 8, 2, "EX", 15, 0),
    (7, 8, 6, "EX", 0, 1),
    (8, 8, 6, "DE", 8, 0),
    (8, 8, 2, "AE", 0, 8),
    (12, 3, 4, "DE", 12, 0),
    (12, 3, 3, "EX", 9, 0),
    (11, 3, 5, "DE", 11, 0),
    (9, 3, 4, "EX", 6, 0),
    (4, 5, 3, "AE", 0, 5),
]


def after_attack(state: Any) -> tuple[int, int]:
    return int(state.influence[ITALY, GB]), int(state.influence[ITALY, RU])


@pytest.mark.parametrize(("a", "d", "die", "result", "a_left", "d_left"), ATTACK_VECTORS)
def test_vector_attack(a: int, d: int, die: int, result: str, a_left: int, d_left: int) -> None:
    start = position(GAME, GB, ATTACK, influence=[(ITALY, GB, a), (ITALY, RU, d)])
    by_rule = start.copy()
    rules.attack(by_rule, ITALY, RU, die)
    assert after_attack(by_rule) == (a_left, d_left)
    assert RESULTS[by_rule.last_result - 1] == result
    # The same by the action, with a stream that happens to throw this die.
    for stream in range(1, 1000):
        played = start.copy()
        played.rng = np.uint64(stream << 33 | stream * 77777777)
        take(GAME, played, "attack", country=ITALY, victim=RU)
        if played.last_die == die:
            break
    assert played.last_die == die
    assert after_attack(played) == (a_left, d_left)
    last = (played.last_country, played.last_attacker, played.last_victim)
    assert last == (ITALY, GB, RU)
    assert (played.turn, played.actor) == (FR, FR)


@pytest.mark.parametrize("column", range(5))
def test_clause_4_the_odds_of_every_column(column: int) -> None:
    """The column is floor(a/d), 4 and above together; each die gives the row's result."""
    table = {
        0: "AE AE AE EX EX EX", 1: "AE AE EX EX EX DE", 2: "AE EX EX EX EX DE",
        3: "EX EX EX EX DE DE", 4: "EX EX EX DE DE DE",
    }  # fmt: skip
    assert [RESULTS[r] for r in COMBAT[:, column]] == table[column].split()
    for a in (2 * column, 2 * column + 1, *((40,) if column == 4 else ())):
        if a == 0:
            continue
        for die in range(1, 7):
            state = position(GAME, GB, ATTACK, influence=[(ITALY, GB, a), (ITALY, RU, 2)])
            rules.attack(state, ITALY, RU, die)
            assert RESULTS[state.last_result - 1] == table[column].split()[die - 1]


def test_clause_4_an_attack_takes_rights_at_once() -> None:
    state = position(GAME, GB, ATTACK, influence=[(TURKEY, GB, 30), (TURKEY, RU, 10)])
    assert list(state.score) == [12, 10, 0, 0, 0]
    rules.attack(state, TURKEY, RU, 1)  # EX
    assert after_attack(state) == (0, 0)
    assert (state.influence[TURKEY, GB], state.influence[TURKEY, RU]) == (20, 0)
    assert state.rights[TURKEY, RU] == 0
    assert state.rights[TURKEY, GB] == 1


# --- 3.1, 3.2 Alliances ----------------------------------------------------------------------


def test_clause_3_1_off_has_no_alliance_phase() -> None:
    for state in random_states(OFF, 3):
        if not state.over:
            assert state.phase != ALLIANCE
    assert max(state.ally) == -1


def test_clause_3_1_one_proposes_to_the_unallied() -> None:
    state = position(GAME, GB, ALLIANCE)
    assert families(GAME, state) == {"pass", "propose"}
    assert not is_legal(GAME, state, "propose", power=GB)
    assert GAME.legal_action_mask(state).sum() == 5
    ally(state, (FR, GE))
    assert not is_legal(GAME, state, "propose", power=FR)
    assert not is_legal(GAME, state, "propose", power=GE)
    assert is_legal(GAME, state, "propose", power=RU)


@pytest.mark.parametrize("game", [GAME, BREAKABLE], ids=["permanent", "breakable"])
def test_clause_3_2_accept(game: Any) -> None:
    state = position(game, GB, ALLIANCE)
    take(game, state, "propose", power=RU)
    assert (state.actor, state.turn, state.phase) == (RU, GB, ALLIANCE)
    assert families(game, state) == {"accept", "refuse"}
    take(game, state, "accept")
    assert list(state.ally) == [RU, -1, -1, GB, -1]
    assert (state.actor, state.phase, state.proposal_to) == (GB, PLACE, -1)


def test_clause_3_2_refuse() -> None:
    state = position(GAME, GB, ALLIANCE)
    passed = state.copy()
    take(GAME, passed, "pass")
    take(GAME, state, "propose", power=RU)
    take(GAME, state, "refuse")
    assert state.tobytes() == passed.tobytes()
    assert (state.actor, state.phase) == (GB, PLACE)


def next_turn(game: Any, state: Any) -> None:
    """Plays on, doing as little as possible, to the next power's turn."""
    turn = state.turn
    while state.turn == turn and not state.over:
        take(game, state, "rest_home" if state.phase == PLACE else "pass")


def test_clause_3_1_permanent_allies_have_no_alliance_phase() -> None:
    state = position(GAME, AH, PLACE)
    ally(state, (GB, RU))
    next_turn(GAME, state)
    assert (state.turn, state.phase) == (GB, PLACE)
    next_turn(GAME, state)
    assert (state.turn, state.phase) == (FR, ALLIANCE)


@pytest.mark.parametrize("game", [GAME, BREAKABLE], ids=["permanent", "breakable"])
def test_clause_3_1_at_most_two_alliances(game: Any) -> None:
    """The fifth power has nobody to propose to: its phase is skipped."""
    state = position(game, RU, PLACE)
    ally(state, (GB, RU), (FR, GE))
    next_turn(game, state)
    assert (state.turn, state.phase) == (AH, PLACE)


def test_clause_3_1_break() -> None:
    state = position(BREAKABLE, FR, PLACE)
    ally(state, (FR, GE))
    next_turn(BREAKABLE, state)
    assert (state.turn, state.phase) == (GE, ALLIANCE)
    assert families(BREAKABLE, state) == {"pass", "break"}
    kept = state.copy()
    take(BREAKABLE, state, "break")
    assert max(state.ally) == -1
    assert (state.turn, state.phase) == (GE, PLACE)
    take(BREAKABLE, kept, "pass")
    assert kept.ally[GE] == FR
    assert kept.phase == PLACE
    next_turn(BREAKABLE, state)
    assert is_legal(BREAKABLE, state, "propose", power=GE)


def test_clause_3_1_permanent_is_not_broken() -> None:
    for state in random_states(GAME, 5):
        if not state.over:
            assert not is_legal(GAME, state, "break")


# --- 3 Turns, rounds, bound ------------------------------------------------------------------


@pytest.mark.parametrize("option", ALLIANCE_VALUES)
def test_clause_3_every_power_in_order_for_ten_rounds(option: str) -> None:
    turns: list[tuple[int, int]] = []
    for state in random_states(BY_OPTION[option], 11):
        if not state.over and (not turns or turns[-1] != (state.round_number, state.turn)):
            turns.append((int(state.round_number), int(state.turn)))
    assert turns == [(r, p) for r in range(1, 11) for p in range(5)]
    assert (state.over, state.actor, state.turn) == (1, -1, -1)


def test_clause_3_the_longest_game_keeps_the_bound() -> None:
    """One factor at a time, an attack wherever legal, a proposal refused every turn."""
    state, decisions = GAME.new_state(), 0
    while not state.over:
        legal = np.flatnonzero(GAME.legal_action_mask(state))
        names = [GAME.describe(int(a)).family for a in legal]
        if "propose" in names:
            chosen = int(legal[names.index("propose")])
        elif "refuse" in names:
            chosen = GAME.action("refuse")
        elif "attack" in names:
            chosen = int(legal[names.index("attack")])
        else:
            chosen = int(legal[0])  # place one in the first country that takes it
        GAME.apply(state, chosen)
        decisions += 1
    assert decisions <= GAME.max_decisions == 950
    assert 740 < decisions <= 10 * (int(FACTORS.sum()) + 5 * 3)


@pytest.mark.parametrize("option", ALLIANCE_VALUES)
def test_clause_3_no_decision_is_forced(option: str) -> None:
    """Phases with nothing but `pass` are skipped by the rules: "auto" finds nothing to take."""
    game = BY_OPTION[option]
    asked = GameBatch(game, games=8, seed=4, forced="ask", encode=False)
    auto = GameBatch(game, games=8, seed=4, forced="auto", encode=False)
    rng = np.random.default_rng(0)
    for _ in range(1000):
        assert (asked.legal_action_mask.sum(axis=1) >= 2).all()
        assert np.array_equal(asked.legal_action_mask, auto.legal_action_mask)
        weights = rng.random(asked.legal_action_mask.shape)
        actions = np.where(asked.legal_action_mask, weights, 0).argmax(axis=1)
        asked.step(actions)
        auto.step(actions)
    assert all(asked.state(i).tobytes() == auto.state(i).tobytes() for i in range(8))


def test_the_order_of_play_is_that_of_countries() -> None:
    assert GAME.schema.axis("country").item_ids.index("far_east") == FAR_EAST
