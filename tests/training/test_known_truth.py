"""PPO self-play finds what is known of two-seat Kuhn poker, and comes close in Leduc."""

from __future__ import annotations

import pytest

from legation.evaluation.exploitability import nash_conv, uniform_policy
from tests.toys.solve import Point, configure, solve


def ignore(point: Point) -> None:
    pass


def test_kuhn() -> None:
    game, config = configure("kuhn")
    assert nash_conv(game, uniform_policy) > 0.9
    last = solve(game, config, 1, ignore)[-1]
    assert last.nash_conv < 0.05
    assert last.value == pytest.approx(-1 / 18, abs=0.01)


def test_leduc() -> None:
    game, config = configure("leduc")
    assert nash_conv(game, uniform_policy) > 4.7
    found = solve(game, config, 4, ignore)
    # It falls, and to an eighth of where it was; docs/results/toys.md has a whole run.
    assert found[-1].nash_conv < found[0].nash_conv
    assert found[-1].nash_conv < 0.6
