"""T36 to T43: the secret service, training, strengthening (clause 5)."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.secret_orders.schema import UNDER_WAY
from legation.envs.secret_orders.tables import LEADER, ORDER
from legation.envs.secret_orders.world import conceal
from legation.tests.secret_orders.positions import (
    LEARN,
    SHADOW,
    UPKEEP,
    Do,
    base,
    leader,
    lines,
    order,
    put,
    resolve,
)

GAME = base()


@pytest.mark.parametrize(("size", "tape", "left"), [
    (2, "D4:0", 1), (4, "D4:3", 3), (1, "D4:0", 0),
])  # fmt: skip
def test_t36_striking_an_order_at_home(size: int, tape: str, left: int) -> None:
    s = GAME.new_state()
    u = put(s, 2, 1, ORDER, 0, size)
    LEARN(s, 1, u)
    resolve(GAME, s, tape, {1: [Do(order(1, 2), "strike", "sec", u)]})
    assert s.unit_size[u] == left
    if not left:
        assert (s.alive[u], s.ctrl[u], s.purge[1]) == (0, -1, 1)
        assert s.known[:, u].tolist() == [0] * 4


def test_t37_an_assassination_and_the_successor() -> None:
    s = GAME.new_state()
    king = leader(0, 0)
    assert king == 28
    resolve(GAME, s, "D4:4 D4:0", {3: [Do(order(3, 2), "strike", "sec", king)]})
    assert s.alive[king] == 0
    UPKEEP(s)
    assert (s.alive[king], s.unit_size[king], s.age[king]) == (1, 2, 35)
    assert s.mast[king].tolist() == [1, 0, 2, 0, 0, 0]
    assert s.ctrl[king] == 0


def test_t38_a_native_order_changes_hands() -> None:
    s = GAME.new_state()
    striker, victim = order(3, 2), order(0, 1)
    s.mast[striker, SHADOW] = 4
    s.aura[striker] = 3
    entries = {0: [Do(victim, "preach", "pub", 0)], 3: [Do(striker, "strike", "sec", victim)]}
    resolve(GAME, s, "D4:4 D4:1", entries)
    assert (s.ctrl[victim], s.unit_size[victim]) == (3, 3)
    assert s.ctrl_known[:, victim].tolist() == [0, 0, 0, 1]
    assert lines(s, 0) == []


def _hunted() -> tuple[Any, list[int]]:
    s = GAME.new_state()
    units = [put(s, 1, 0, ORDER, 0, 2), put(s, 2, 0, ORDER, 2, 4), put(s, 3, 0, LEADER, 2, 3)]
    assert units[:2] == [7, 9]
    assert [int(conceal(s, u)) for u in units] == [2, 1, 2]
    return s, units


@pytest.mark.parametrize(("tape", "found", "unmasked", "sizes"), [
    ("D4:-2", [0, 1, 0], [0, 0, 0], [2, 4, 3]),
    ("D4:-1", [1, 1, 1], [0, 0, 0], [2, 4, 3]),
    ("D4:0", [1, 1, 1], [0, 1, 0], [2, 4, 3]),
    ("D4:1", [1, 1, 1], [1, 1, 1], [2, 4, 3]),
    ("D4:2", [1, 1, 1], [1, 1, 1], [1, 3, 1]),
])  # fmt: skip
def test_t39_a_hunt(tape: str, found: list[int], unmasked: list[int], sizes: list[int]) -> None:
    s, units = _hunted()
    resolve(GAME, s, tape, {0: [Do(0, "hunt", "pub", 0)]})
    assert [int(s.known[0, u]) for u in units] == found
    assert [int(s.ctrl_known[0, u]) for u in units] == unmasked
    assert [int(s.unit_size[u]) for u in units] == sizes
    for seat in range(4):
        assert lines(s, seat) == [(0, "hunt", UNDER_WAY)]


def test_a_legendary_hunt_destroys_what_it_finds() -> None:
    s, units = _hunted()
    s.mast[0, SHADOW] = 4
    resolve(GAME, s, "D4:+3", {0: [Do(0, "hunt", "pub", 0)]})
    assert [int(s.alive[u]) for u in units] == [0, 0, 0]
    assert s.purge[0] == 3


def test_t40_founding_an_order() -> None:
    s = GAME.new_state()
    entry = [Do(order(1, 2), "found", "sec", ("veldria", "order"))]
    resolve(GAME, s, "D4:1 P3:2", {1: entry})
    assert (s.unit_size[9], s.gold[1], s.ctrl[9]) == (1, 93, 1)
    assert s.mast[9].tolist() == [0, 0, 0, 0, 0, 1]
    assert s.known[:, 9].tolist() == [0, 1, 0, 0]


def test_t40_a_leader_is_not_found_and_it_is_noticed() -> None:
    s = GAME.new_state()
    entry = [Do(order(1, 2), "found", "sec", ("veldria", "leader"))]
    resolve(GAME, s, "D4:-4 D4:0", {1: entry})
    assert s.gold[1] == 85
    assert s.incident.tolist() == [1, 0, 0, 0]
    assert lines(s, 0) == []


def test_t41_a_spy_brings_all_home() -> None:
    s = GAME.new_state()
    s.gold[1], s.army[1] = 77, 83
    watch = order(1, 2)
    assert conceal(s, watch) == 3
    resolve(GAME, s, "D4:4 D4:-2", {2: [Do(order(2, 2), "spy", "sec", 1)]})
    assert (s.rep_gold[2, 1], s.rep_army[2, 1]) == (77, 83)
    assert s.goal_known[2].tolist() == [0, 1, 1, 0]
    assert s.known[2, watch] == 1
    assert lines(s, 2) == [(order(2, 2), "spy", UNDER_WAY)]


@pytest.mark.parametrize(("tape", "trade", "gold"), [("D4:0", 1, 100), ("D4:3", 2, 96),
                                                     ("D4:-3", 0, 96)])  # fmt: skip
def test_t42_training(tape: str, trade: int, gold: int) -> None:
    s = GAME.new_state()
    u = order(0, 1)
    resolve(GAME, s, tape, {0: [Do(u, "train", "pub", "trade")]})
    assert (s.mast[u, 3], s.gold[0]) == (trade, gold)


def test_t43_strengthening() -> None:
    s = GAME.new_state()
    king, academy = leader(0, 0), order(0, 1)
    entry = [Do(0, "bolster", "pub", king), Do(0, "bolster", "pub", academy)]
    resolve(GAME, s, "D4:0 D4:0", {0: entry})
    assert (s.unit_size[king], s.unit_size[academy], s.gold[0]) == (5, 4, 80)


def test_t43_a_leader_rallies_a_country() -> None:
    s = GAME.new_state()
    resolve(GAME, s, "D4:0", {0: [Do(leader(0, 1), "rally", "pub", 0)]})
    assert s.gold[0] == 93


def test_t43_an_order_rallies_its_country() -> None:
    s = GAME.new_state()
    resolve(GAME, s, "D4:3", {3: [Do(order(3, 1), "rally", "pub", 3)]})
    assert s.aura[3] == 2


def test_spying_on_a_unit_of_the_game_master_tells_its_controller_only() -> None:
    s = GAME.new_state()
    target = order(1, 0)
    s.ctrl[target] = -1
    s.runs[1, target] = 0
    s.ctrl_known[1, target] = 0
    s.mast[order(2, 2), SHADOW] = 4
    s.rep_gold[2, 3] = -5
    resolve(GAME, s, "D4:4 D4:3", {2: [Do(order(2, 2), "spy", "sec", target)]})
    assert s.ctrl_known[2, target] == 1
    assert s.goal_known[2].tolist() == [0, 0, 1, 0]
    assert s.rep_gold[2, 3] == -5


def test_the_network_of_a_controller_is_known_at_once() -> None:
    s = GAME.new_state()
    u, other = put(s, 1, 0, ORDER, 0, 2), put(s, 1, 0, LEADER, 1, 2)
    LEARN(s, 2, u)
    s.mast[order(2, 2), SHADOW] = 4
    resolve(GAME, s, "D4:4 D4:4", {2: [Do(order(2, 2), "spy", "sec", u)]})
    assert s.known[2, other] == s.ctrl_known[2, other] == 1
    assert s.goal_known[2].tolist() == [0, 1, 1, 0]


def test_exposed_to_all_needs_the_target_for_the_log() -> None:
    """A catastrophe shows the striker to all; the log only to those who know the target."""
    s = GAME.new_state()
    u, target = put(s, 1, 0, ORDER, 0, 5), put(s, 2, 0, ORDER, 1, 1)
    LEARN(s, 1, target)
    s.mast[u] = 0
    resolve(GAME, s, "D4:-4 D4:-3", {1: [Do(u, "strike", "sec", target)]})
    assert s.known[:, u].tolist() == [1, 1, 1, 1]
    assert s.unit_size[u] == 3
    told = [[kind for _, kind, _ in lines(s, seat)] for seat in range(4)]
    assert told == [[], ["strike"], ["strike"], []]
