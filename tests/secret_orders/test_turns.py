"""T44 to T51: upkeep, goals, rewards, the order of things (clauses 3, 4.7, 6, 8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs.engine import Game
from legation.envs.secret_orders.scoring import score_for
from legation.envs.secret_orders.tables import LEADER, ORDER
from legation.tests.secret_orders.positions import (
    LEARN,
    PLAY_OUT,
    UPKEEP,
    Do,
    base,
    enter,
    leader,
    lines,
    order,
    put,
    set_tape,
)

GAME = base()


def quiet_turn(game: Game, s: Any) -> None:
    for _ in range(len(s.pop)):
        game.apply(s, 0)


def test_t44_quiet_turns() -> None:
    s = GAME.new_state()
    quiet_turn(GAME, s)
    assert s.pop.tolist() == [4161, 3755, 3958, 3762]
    assert s.growth.tolist() == [15, 15, 15, 17]
    assert s.gnp.tolist() == [594, 534, 562, 535]
    assert s.gold.tolist() == [150, 138, 144, 139]
    quiet_turn(GAME, s)
    assert s.pop.tolist() == [4227, 3815, 4021, 3833]
    assert s.growth.tolist() == [16, 16, 16, 19]
    assert s.gnp.tolist() == [615, 551, 579, 553]
    assert s.gold.tolist() == [205, 180, 191, 181]


@pytest.mark.parametrize(("army", "overlord"), [(61, 0), (59, -1)])
def test_t45_tribute_and_tithe(army: int, overlord: int) -> None:
    s = GAME.new_state()
    s.overlord[1], s.state_faith[1], s.army[0] = 0, 2, army
    UPKEEP(s)
    if army == 61:
        assert s.gold.tolist() == [175, 102, 154, 139]
    else:
        assert s.gold.tolist() == [177, 102, 154, 139]
    assert s.overlord[1] == overlord


def test_t46_debt_and_unrest() -> None:
    s = GAME.new_state()
    s.gold[3], s.tax[3] = -200, 40
    UPKEEP(s)
    assert (s.growth[3], s.gnp[3], s.gold[3], s.army[3]) == (17, 500, -62, 57)
    assert s.party[3].tolist() == [5, 5, 5, 39]


def scores(s: Any, i: int, seen: bool = False) -> list[float]:
    return [float(score_for(s, i, goal, seen)) for goal in range(4)]


def test_t47_goals_at_the_start() -> None:
    s = GAME.new_state()
    for i in range(4):
        assert scores(s, i) == pytest.approx([0.2, 0.25, 0.5, 0])


def test_t48_goals_later() -> None:
    s = GAME.new_state()
    s.area[:2] = 300, 100
    s.overlord[1] = 0
    s.unit_size[leader(0, 0)] = 8
    s.party[0, 0] = 70
    s.tech[0], s.gnp[0], s.pop[0], s.purge[0] = 7, 861, 4715, 1
    rival = put(s, 1, 0, ORDER, 0, 2)
    own = put(s, 0, 2, ORDER, 0, 3)
    put(s, 0, 3, LEADER, 0, 5)
    assert scores(s, 0) == pytest.approx([0.65, 34 / 52, 0.5113636, 0.4535714], abs=1e-7)
    assert scores(s, 1)[0] == 0
    LEARN(s, 0, rival)
    assert scores(s, 0)[2] == pytest.approx(0.6363636, abs=1e-7)
    LEARN(s, 2, own)
    assert scores(s, 0)[2] == pytest.approx(0.5681818, abs=1e-7)


def test_shaping_reads_no_unknown_unit() -> None:
    s = GAME.new_state()
    before = scores(s, 0, seen=True)
    put(s, 1, 0, ORDER, 0, 5)
    put(s, 1, 0, LEADER, 0, 9)
    assert scores(s, 0, seen=True) == before
    assert scores(s, 0) != before


def test_t49_zero_sum_rewards() -> None:
    """From the formula itself: r_i = s_i - mean of the others'."""
    given = np.array([0.9, 0.5, 0.4, 0.2])
    expected = [0.533333, 0, -0.133333, -0.4]
    others = (given.sum() - given) / 3
    assert (given - others) == pytest.approx(expected, abs=1e-6)
    plain, zero_sum = base("trio"), base("trio", reward="zero_sum")
    for game in (plain, zero_sum):
        s = game.new_state(seed=4)
        while not s.over:
            legal = np.flatnonzero(game.legal_action_mask(s))
            game.apply(s, int(legal[len(legal) // 3]))
        given = np.array(scores_dealt(s))
        expected = given - (given.sum() - given) / 2 if game is zero_sum else given
        assert game.returns(s) == pytest.approx(expected)


def scores_dealt(s: Any) -> list[float]:
    return [float(score_for(s, i, int(s.goal[i]), False)) for i in range(len(s.pop))]


def test_t50_the_order_rotates_with_the_turn() -> None:
    s = GAME.new_state()
    quiet_turn(GAME, s)
    for seat in range(4):
        enter(GAME, s, Do(seat, "agitate", "pub", seat), Do(seat, "train", "pub", "war"))
        if seat < 3:
            GAME.apply(s, 0)
    PLAY_OUT(s)
    told = [(kind, actor) for actor, kind, _ in lines(s, 0)]
    assert told == [(kind, seat) for kind in ("train", "agitate") for seat in (1, 2, 3, 0)]


def test_t51_indices_and_the_order_of_draws() -> None:
    s = GAME.new_state()
    first = [Do(5, "research", "pub", pace=0), Do(0, "economy", "pub", "lower_the_tax"),
             Do(6, "found", "sec", ("ostryn", "leader"))]  # fmt: skip
    second = [Do(11, "works", "pub", pace=4), Do(1, "war", "pub", 2)]
    taken = enter(GAME, s, *first)
    for entry in ([], second, [], []):
        GAME.apply(s, 0) if not entry else None
        taken += [0] if not entry else enter(GAME, s, *entry)
        if len(taken) == 18:
            break
    assert taken == [6, 76, 190, 1, 70, 159, 7, 61, 148, 0, 12, 78, 194, 2, 74, 89, 0, 0]
    # FOUND, ECONOMY, WAR, RESEARCH, WORKS.
    end = set_tape(s, "D4:-1 D4:0 D4:0 D1:0 D1:0")
    PLAY_OUT(s)
    assert int(s.rng) == end
    assert [kind for _, kind, _ in lines(s, 0)] == ["found", "economy", "war", "research", "works"]


def test_a_dead_leader_of_a_native_seat_waits_for_the_next_upkeep() -> None:
    """Clause 4.7.7: the seat is vacant through the turn after a natural death."""
    game = base(natural_death=True)
    s = game.new_state()
    king = leader(0, 0)
    s.age[king] = 120
    UPKEEP(s)
    assert (s.alive[king], s.known[:, king].tolist()) == (0, [1, 1, 1, 1])
    UPKEEP(s)
    assert (s.alive[king], s.age[king], s.unit_size[king]) == (1, 35, 2)


def test_a_clandestine_leader_that_dies_of_age_is_forgotten() -> None:
    game = base(natural_death=True)
    s = game.new_state()
    u = put(s, 1, 0, LEADER, 0, 3)
    s.age[u] = 120
    UPKEEP(s)
    assert (s.alive[u], s.known[:, u].tolist(), s.runs[:, u].tolist()) == (0, [0] * 4, [0] * 4)


def test_ferment_moves_no_share_by_more_than_it_draws() -> None:
    game = base(ferment=True)
    s = game.new_state(seed=3)
    s.party[0] = [45, 0, 5, 5]
    UPKEEP(s)
    assert abs(int(s.party[0, 0]) - 45) <= 3
    assert s.party[0, 1] == 0
    assert s.party.sum(axis=1).max() <= 100


def test_gm_orders_are_run_by_nobody_at_the_table() -> None:
    orders = order(1, 0)
    s = GAME.new_state()
    assert s.ctrl[orders] == 1
