"""T14 to T20: strategic actions (clause 4.6)."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.secret_orders.dice import round_div
from legation.envs.secret_orders.realm import time_modifier
from legation.envs.secret_orders.schema import UNDER_WAY
from legation.envs.secret_orders.support import shared_effects
from legation.envs.secret_orders.tables import BAND, ECONOMY, F_WORKS, OWN_GNP_PM, RESEARCH, WORKS
from legation.envs.secret_orders.weigh import estimated_difficulty, estimated_time
from legation.tests.secret_orders.positions import (
    PLAY_OUT,
    Do,
    base,
    enter,
    lines,
    order,
    resolve,
    set_tape,
)

GAME = base()
ACADEMY = order(0, 1)


def test_t14_time_modifiers() -> None:
    four = [-3, -2, -1, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3]
    assert [int(time_modifier(turns, 4)) for turns in range(1, 14)] == four
    assert [int(time_modifier(turns, 3)) for turns in range(1, 7)] == [-3, -2, 0, 0, 1, 2]
    assert time_modifier(1, 5) == -4
    assert time_modifier(1, 1) == 0


def result(total: int, time: int, number: int, mode: int = 0) -> int:
    """x of a sum of dice and progress, and the time modifier, with mastery = difficulty = 0."""
    return int(round_div(4 * (total + time), number + 4, mode))


def test_t15_the_swamp() -> None:
    base_sum = 1 + (1 + 2 + 0) + int(time_modifier(3, 4))
    assert base_sum == 3
    assert result(1 + 3, int(time_modifier(3, 4)), 4) == 2


def test_t16_the_swamp_in_one_year() -> None:
    assert 1 + 1 + int(time_modifier(1, 4)) == -1
    assert result(1 + 1, int(time_modifier(1, 4)), 4) == -1


@pytest.mark.parametrize(("mode", "expected"), [
    (0, [2, -1, 3, -2, 4, 1]), (1, [1, -1, 2, -2, 3, 0]), (2, [1, 0, 2, -1, 3, 0]),
], ids=["half_away", "floor", "trunc"])  # fmt: skip
def test_t17_rounding(mode: int, expected: list[int]) -> None:
    pairs = [(3, 4), (-1, 4), (5, 3), (-3, 4), (9, 6), (1, 4)]
    assert [int(round_div(4 * b, n + 4, mode)) for b, n in pairs] == expected


def estimate(s: Any, i: int, kind: int) -> tuple[int, int]:
    return int(estimated_time(s, i, kind)), int(estimated_difficulty(s, i, kind))


def test_t18_estimates() -> None:
    s = GAME.new_state()
    assert estimate(s, 0, RESEARCH) == (3, 2)
    s.tech[1] = 5
    assert estimate(s, 0, RESEARCH) == (3, 1)
    s.tech[0] = 6
    assert estimate(s, 0, RESEARCH) == (4, 3)
    s = GAME.new_state()
    assert estimate(s, 1, WORKS) == (2, 1)
    s.works[1] = 3
    assert estimate(s, 1, WORKS) == (3, 4)
    assert estimate(s, 2, WORKS) == estimate(s, 3, WORKS) == (2, 0)


def test_a_figure_scales_what_works_bring_and_not_what_they_lose() -> None:
    s = GAME.new_state()
    for percent, product, growth in ((100, 1020, 8), (300, 1060, 24), (0, 1000, 0)):
        s.figure[F_WORKS], s.gnp[0], s.growth[0] = percent, 1000, 0
        shared_effects(s, 0, 0, WORKS, 6, 14, -1)  # +3, +4
        assert (s.gnp[0], s.growth[0]) == (product, growth)
        s.growth[0] = 0
        shared_effects(s, 0, 0, WORKS, 2, 14, -1)  # -3, -4
        assert s.growth[0] == -2
        s.gnp[0] = 1000
        shared_effects(s, 0, 0, ECONOMY, 8, 14, -1)
        assert s.gnp[0] == 1000 + BAND[ECONOMY, 8, OWN_GNP_PM]


def begin_again(s: Any) -> None:
    """The next turn without upkeep: entries emptied, seat 0 enters."""
    s.turn += 1
    for name in ("q_unit", "q_type", "q_mode", "q_target"):
        s[name] = -1
    for name in ("count", "steps", "ended", "load", "entered"):
        s[name] = 0
    s.enters[:] = [1, 0, 0, 0]
    s.actor = 0


def work(s: Any, tape: str, *, finish: bool = False, pace: int | None = None) -> None:
    enter(GAME, s, Do(ACADEMY, "research", "pub", finish=finish, pace=pace))
    end = set_tape(s, tape)
    PLAY_OUT(s)
    assert int(s.rng) == end


def test_t19_three_turns_of_research() -> None:
    s = GAME.new_state()
    work(s, "D1:1", pace=0)
    project = [int(s[f"proj_{k}"][ACADEMY, 0]) for k in ("on", "n", "d", "t", "s")]
    assert project == [1, 3, 2, 1, 3]
    assert s.gold[0] == 95
    assert lines(s, 1) == [(ACADEMY, "research", UNDER_WAY)]
    begin_again(s)
    work(s, "D1:0")
    assert s.proj_s[ACADEMY, 0] == 5
    begin_again(s)
    work(s, "D1:-1 D4:0", finish=True)
    assert (s.tech[0], s.gnp[0], s.proj_on[ACADEMY, 0]) == (5, 591, 0)
    assert lines(s, 1) == [(ACADEMY, "research", 6)]


def test_t20_a_named_year() -> None:
    s = GAME.new_state()
    work(s, "D1:0 D4:1", finish=True, pace=1)
    assert s.tech[0] == 5
    assert lines(s, 0) == [(ACADEMY, "research", 5)]


def test_t20_an_estimate_cut_short() -> None:
    s = GAME.new_state()
    work(s, "D1:0 D4:1", finish=True, pace=0)
    assert s.tech[0] == 4
    assert lines(s, 0) == [(ACADEMY, "research", 4)]


def test_a_project_waits_and_is_continued_without_pace() -> None:
    s = GAME.new_state()
    work(s, "D1:1", pace=3)
    begin_again(s)
    begin_again(s)
    work(s, "D1:1")
    assert (s.proj_t[ACADEMY, 0], s.proj_n[ACADEMY, 0]) == (2, 3)


def test_a_reform_keeps_its_aim() -> None:
    s = GAME.new_state()
    resolve(GAME, s, "D1:0", {0: [Do(ACADEMY, "reform", "pub", 20, pace=0)]})
    assert s.proj_param[ACADEMY, 2] == 20
    aim = int(s.log_target[1, 0])
    begin_again(s)
    s.proj_s[ACADEMY, 2] = 30
    enter(GAME, s, Do(ACADEMY, "reform", "pub", finish=True))
    end = set_tape(s, "D1:0 D4:0")
    PLAY_OUT(s)
    assert int(s.rng) == end
    assert s.log_target[1, 0] == aim
    # Band p7: enacted (communes), mastery of the country, own party +10 and more.
    assert (s.social[0], s.mast[0, 2], s.party[0, 0]) == (3, 3, 55)
