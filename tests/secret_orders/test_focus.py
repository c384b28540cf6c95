"""T06 to T13: focus and exposure (clauses 3.5, 4.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs.secret_orders.tables import (
    CLANDESTINE_ORDER,
    COUNTRY,
    OPEN_ORDER,
    OTHER_LEADER,
    PARTIAL_ORDER,
    PUBLIC_MODE,
    SECRET,
)
from legation.envs.secret_orders.weigh import focus_of
from legation.tests.secret_orders.positions import (
    EXPOSE,
    LEADER,
    ORDER,
    PLAY_OUT,
    UPKEEP,
    Do,
    base,
    enter,
    enter_all,
    leader,
    lines,
    order,
    put,
    resolve,
    set_tape,
)

GAME = base()


def row(category: int, mode: int, number: int) -> list[int]:
    return [int(focus_of(category, mode, number, place)) for place in range(number)]


def test_t06_rows() -> None:
    assert row(COUNTRY, SECRET, 3) == [-1, -2, -2]
    assert row(COUNTRY, PUBLIC_MODE, 3) == [1, 0, 0]
    assert row(COUNTRY, PUBLIC_MODE, 6) == [0, 0, 0, -1, -1, -1]
    assert row(PARTIAL_ORDER, PUBLIC_MODE, 3) == [0, -1, -1]
    assert row(OPEN_ORDER, SECRET, 4) == [-7] * 4


def test_t07_the_tables_are_independent() -> None:
    s = GAME.new_state()
    entry = [Do(0, "spy", "sec", 1), Do(0, "agitate", "pub", 0), Do(0, "preach", "pub", 0),
             Do(0, "muster")]  # fmt: skip
    resolve(GAME, s, "D4:0 D4:0 D4:0 D4:0", {0: entry})
    assert s.q_focus[0, :4].tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(("tape", "known", "category"), [
    ("R:49 D4:0 D4:0 D4:0", 1, PARTIAL_ORDER),
    ("R:50 D4:0 D4:0 D4:0", 0, CLANDESTINE_ORDER),
])  # fmt: skip
def test_t08_three_secret_actions_of_a_clandestine_order(
    tape: str, known: int, category: int
) -> None:
    s = GAME.new_state()
    u = put(s, 2, 0, ORDER, 1, 2)
    assert (u, s.category[u]) == (8, CLANDESTINE_ORDER)
    entry = [Do(u, "agitate", "sec", 0), Do(u, "train", "sec", "politics"), Do(u, "spy", "sec", 0)]
    resolve(GAME, s, tape, {2: entry})
    assert s.q_focus[2, :3].tolist() == [-2, -2, -2]
    assert (s.known[0, 8], s.category[8]) == (known, category)
    assert lines(s, 0) == []
    assert [kind for _, kind, _ in lines(s, 2)] == ["train", "spy", "agitate"]


def expose(s: Any, entries: dict[int, list[Do]]) -> None:
    """EXPOSURE alone, which must draw nothing."""
    enter_all(GAME, s, entries)
    before = int(s.rng)
    EXPOSE(s)
    assert int(s.rng) == before


def test_t09_certain_exposure_draws_nothing() -> None:
    s = GAME.new_state()
    u = put(s, 2, 0, ORDER, 0, 2)
    assert u == 7
    entry = [Do(u, "agitate", "pub", c) for c in range(4)]
    expose(s, {2: entry})
    assert s.q_focus[2, :4].tolist() == [-7] * 4
    assert s.known[:, 7].tolist() == [1, 0, 1, 0]


def test_t09_a_partial_order_becomes_open() -> None:
    s = GAME.new_state()
    assert (order(0, 2), s.category[6]) == (6, PARTIAL_ORDER)
    entry = [Do(6, "agitate", "pub", c) for c in range(4)] + [Do(6, "train", "pub", "war")]
    expose(s, {0: entry})
    assert s.q_focus[0, :5].tolist() == [-7] * 5
    assert s.known[:, 6].tolist() == [1, 1, 1, 1]
    assert s.category[6] == OPEN_ORDER


@pytest.mark.parametrize(("tape", "known"), [
    ("R:29 P3:1 D4:0 D4:0", [1, 0, 1, 0]),
    ("R:30 D4:0 D4:0", [1, 0, 0, 0]),
])  # fmt: skip
def test_t10_one_new_seat_learns(tape: str, known: list[int]) -> None:
    s = GAME.new_state()
    entry = [Do(6, "agitate", "sec", 0), Do(6, "train", "sec", "war")]
    resolve(GAME, s, tape, {0: entry})
    assert s.q_focus[0, :2].tolist() == [0, 0]
    assert s.known[:, 6].tolist() == known


def test_t11_an_open_order() -> None:
    s = GAME.new_state()
    u = order(0, 0)
    entry = [Do(u, "muster"), Do(u, "agitate", "pub", 0), Do(u, "preach", "pub", 0)]
    resolve(GAME, s, "D4:0 D4:0 D4:0", {0: entry})
    assert s.q_focus[0, :3].tolist() == [0, -1, -1]


def test_t12_a_clandestine_leader() -> None:
    s = GAME.new_state()
    u = put(s, 3, 0, LEADER, 2, 3)
    assert u == leader(0, 4) == 32
    for _ in range(3):
        GAME.apply(s, 0)
    enter(GAME, s, Do(u, "agitate", "sec", 0), Do(u, "preach", "sec", 0))
    GAME.apply(s, GAME.action("unit", unit=u))
    verbs = [GAME.describe(int(a)).parameters["verb"] for a in np.flatnonzero(mask(s))]
    assert verbs
    assert all(str(verb).endswith("public") for verb in verbs)
    GAME.apply(s, GAME.action("verb", verb="agitate_public"))
    assert not mask(s)[GAME.action("target_unit", unit=0)]
    GAME.apply(s, GAME.action("target_unit", unit=1))
    assert not mask(s)[GAME.action("unit", unit=u)]
    end = set_tape(s, "R:30 D4:0 D4:0 D4:0")
    PLAY_OUT(s)
    assert int(s.rng) == end
    assert s.known[0, u] == 0
    assert s.q_focus[3, :3].tolist() == [-1, -1, 0]


def mask(s: Any) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return GAME.legal_action_mask(s)


def _t13(same_turn: bool) -> Any:
    game = base(exposure_same_turn=same_turn)
    s = game.new_state()
    u = put(s, 1, 0, ORDER, 0, 3)
    assert u == 7
    entry = [Do(u, "agitate", "pub", 0), Do(u, "preach", "pub", 0)]
    entry += [Do(u, "train", "pub", "politics"), Do(u, "spy", "sec", 0)]
    return resolve(game, s, "R:0 D4:0 D4:0 D4:0 D4:0", {1: entry})


def test_t13_the_newly_informed_host_hears_of_this_very_turn() -> None:
    s = _t13(True)
    assert lines(s, 0) == [(7, "train", 2), (7, "preach", 2), (7, "agitate", 3)]
    assert lines(s, 2) == []
    # x: TRAIN -3, SPY 2, PREACH -3, AGITATE -2; of the SPY the log tells nothing.
    assert lines(s, 1) == [(7, "train", 2), (7, "spy", 9), (7, "preach", 2), (7, "agitate", 3)]


def test_t13_exposure_that_waits() -> None:
    s = _t13(False)
    assert lines(s, 0) == []
    UPKEEP(s)
    assert s.known[0, 7] == 1
    assert s.category[7] == PARTIAL_ORDER


def test_exposure_that_waits_forgets_what_died_or_was_founded_anew() -> None:
    game = base(exposure_same_turn=False)
    s = game.new_state()
    u = put(s, 1, 0, ORDER, 0, 1)
    entry = [Do(u, "agitate", "pub", c) for c in range(4)]
    # With a focus of -7 the first one fails so badly that the circle dissolves; the rest are void.
    resolve(game, s, "D4:0", {1: entry})
    assert s.alive[u] == 0
    assert s.known[:, u].tolist() == [0, 0, 0, 0]
    assert not s.pending.any()


def test_leaders_other_than_clandestine_have_three_public_actions() -> None:
    s = GAME.new_state()
    u = leader(0, 0)
    assert s.category[u] == OTHER_LEADER
    entry = [Do(u, "agitate", "pub", c) for c in range(3)]
    enter(GAME, s, *entry)
    GAME.apply(s, GAME.action("unit", unit=u))
    verbs = [GAME.describe(int(a)).parameters["verb"] for a in np.flatnonzero(mask(s))]
    assert all(str(verb).endswith("secret") for verb in verbs)
