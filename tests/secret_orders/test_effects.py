"""T21 to T30: persuasion, decrees, economy (clause 5)."""

from __future__ import annotations

import numpy as np
import pytest

from legation.envs.secret_orders.tables import LEADER, ORDER
from legation.envs.secret_orders.world import conceal, shift
from legation.tests.secret_orders.positions import (
    UPKEEP,
    Do,
    base,
    lines,
    order,
    put,
    resolve,
)

GAME = base()
CHURCH = order(3, 1)


def test_t21_a_sermon_abroad() -> None:
    s = resolve(GAME, GAME.new_state(), "D4:2", {0: [Do(0, "preach", "pub", 3)]})
    assert s.faith[3].tolist() == [9, 5, 5, 60]
    assert s.ftmp[0, 3] == 4


def test_t22_a_sermon_at_home() -> None:
    s = resolve(GAME, GAME.new_state(), "D4:1", {0: [Do(0, "preach", "pub", 0)]})
    assert s.faith[0].tolist() == [75, 5, 5, 5]
    assert lines(s, 1) == [(0, "preach", 7)]


def test_t23_conceal() -> None:
    s = GAME.new_state()
    u = put(s, 2, 1, ORDER, 0, 2)
    assert conceal(s, u) == 3
    s.unit_size[u] = 4
    assert conceal(s, u) == 2
    s.aura[u] = 2
    assert conceal(s, u) == 4
    u = put(s, 3, 0, LEADER, 0, 3)
    assert conceal(s, u) == 2
    s.unit_size[u] = 9
    assert conceal(s, u) == 1


@pytest.mark.parametrize(("shares", "q", "d", "expected"), [
    ([45, 5, 5, 5], 0, 10, [55, 5, 5, 5]),
    ([45, 20, 20, 10], 3, 12, [38, 20, 20, 22]),
    ([30, 30, 30, 10], 3, 4, [28, 29, 29, 14]),
    ([90, 10, 0, 0], 1, 95, [0, 100, 0, 0]),
    ([60, 20, 15, 5], 1, -7, [60, 13, 15, 5]),
    ([5, 40, 0, 0], 2, -3, [5, 40, 0, 0]),
])  # fmt: skip
def test_t24_shift(shares: list[int], q: int, d: int, expected: list[int]) -> None:
    row = np.array(shares, dtype=np.int32)
    made = shift(row, q, d)
    assert row.tolist() == expected
    assert made == expected[q] - shares[q]


def test_t25_a_temporary_gain_fades() -> None:
    s = resolve(GAME, GAME.new_state(), "D4:-2", {0: [Do(0, "agitate", "pub", 0)]})
    assert (s.party[0, 0], s.ptmp[0, 0]) == (67, 22)
    seen = []
    for _ in range(5):
        UPKEEP(s)
        seen.append((int(s.party[0, 0]), int(s.ptmp[0, 0])))
    assert seen == [(56, 11), (50, 5), (47, 2), (46, 1), (45, 0)]


@pytest.mark.parametrize(("tape", "faith", "temporary", "state", "size"), [
    ("D4:+4 D4:+3", [6, 5, 6, 83], 0, 3, 3),
    ("D4:+3", [10, 5, 21, 64], 0, 3, 3),
    ("D4:+2", [10, 5, 32, 53], 0, 2, 3),
    ("D4:0", [10, 5, 40, 42], 12, 2, 3),
    ("D4:-2", [10, 5, 40, 30], 0, 2, 3),
    ("D4:-4 D4:0", [10, 5, 40, 18], -12, 2, 3),
    ("D4:-4 D4:-1", [10, 5, 40, 13], 0, 2, 3),
    ("D4:-4 D4:-3", [10, 5, 40, 9], 0, 2, 2),
])  # fmt: skip
def test_t26_every_band_of_a_sermon(
    tape: str, faith: list[int], temporary: int, state: int, size: int
) -> None:
    s = GAME.new_state()
    s.faith[2] = [10, 5, 40, 30]
    resolve(GAME, s, tape, {3: [Do(CHURCH, "preach", "pub", 2)]})
    assert s.faith[2].tolist() == faith
    assert (s.ftmp[3, 2], s.state_faith[2], s.unit_size[CHURCH]) == (temporary, state, size)


def test_t27_a_client_government() -> None:
    s = GAME.new_state()
    s.party[1] = [40, 30, 5, 5]
    resolve(GAME, s, "D4:3", {0: [Do(0, "agitate", "pub", 1)]})
    assert s.party[1].tolist() == [75, 15, 5, 5]
    assert s.overlord[1] == 0


@pytest.mark.parametrize(("share", "decree", "tape"), [(45, 3, "D4:0"), (60, 8, "D4:3")])
def test_t28_decrees_of_a_clandestine_order(share: int, decree: int, tape: str) -> None:
    s = GAME.new_state()
    u = put(s, 0, 3, ORDER, 0, 3)
    s.mast[u] = [0, 1, 2, 0, 0, 2]
    s.party[3] = [share, 5, 5, 30]
    resolve(GAME, s, tape, {0: [Do(u, "decree", "pub", decree)]})
    assert s.known[:, u].tolist() == [1, 1, 1, 1]
    if decree == 3:
        assert (s.org[3], s.party[3, 0]) == (1, 42)
    else:
        assert s.overlord[3] == 0
    assert [kind for _, kind, _ in lines(s, 2)] == ["decree"]


def test_t29_raising_the_tax() -> None:
    s = resolve(GAME, GAME.new_state(), "D4:0", {0: [Do(0, "economy", "pub", "raise_the_tax")]})
    assert (s.tax[0], s.party[0, 0], s.gold[0]) == (25, 42, 100)


def test_t29_an_enterprise_of_a_guild() -> None:
    entry = [Do(order(1, 1), "economy", "pub", "enterprise")]
    s = resolve(GAME, GAME.new_state(), "D4:2", {1: entry})
    assert (s.gnp[1], s.gold[1]) == (527, 94)


def test_t30_mustering() -> None:
    s = resolve(GAME, GAME.new_state(), "D4:0", {0: [Do(order(0, 0), "muster")]})
    assert s.army[0] == 71


def test_t30_mustering_stops_at_a_twentieth_of_the_people() -> None:
    s = GAME.new_state()
    s.army[0] = 198
    resolve(GAME, s, "D4:0", {0: [Do(order(0, 0), "muster")]})
    assert s.army[0] == 205


def test_t30_a_bungled_muster() -> None:
    s = resolve(GAME, GAME.new_state(), "D4:-4 D4:-4", {0: [Do(order(0, 0), "muster")]})
    assert (s.army[0], s.growth[0]) == (57, 8)
