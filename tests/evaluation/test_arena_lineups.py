"""Line-ups: everybody sits everywhere equally often."""

from __future__ import annotations

import numpy as np
import pytest

from legation.evaluation.lineups import all_lineups, mixed, one_against_rest


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_one_against_the_rest_sits_in_each_seat_once_a_deal(seats: int) -> None:
    lineup = one_against_rest(["a", "b"], 1, 0, seats, deals=4)
    assert lineup.seating.shape == (4, seats, seats)
    assert (lineup.seating.sum(axis=1) == 1).all()
    assert (lineup.seating.sum(axis=2) == 1).all()
    assert lineup.name == ("b vs a" if seats == 2 else f"b vs {seats - 1}×a")
    assert (lineup.agents, lineup.alone) == ((1, 0), 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("agents", [2, 3, 4, 5, 7])
def test_mixed_has_each_agent_once_in_each_seat_of_a_deal(agents: int, seats: int) -> None:
    seating = mixed(agents, seats, deals=9, seed=1).seating
    assert seating.shape == (9, agents, seats)
    for deal in seating:
        for seat in range(seats):
            assert sorted(deal[:, seat]) == list(range(agents))
        for table in deal:
            counts = np.bincount(table, minlength=agents)
            assert counts.max() - counts.min() <= 1


def test_mixed_draws_other_tables_each_deal_and_repeats_with_the_seed() -> None:
    first, again = (mixed(4, 5, 50, seed=3).seating for _ in range(2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, mixed(4, 5, 50, seed=4).seating)
    assert len(np.unique(first.reshape(-1, 5), axis=0)) > 50


def test_all_ordered_pairs_and_one_mixed() -> None:
    names = [lineup.name for lineup in all_lineups(["a", "b", "c"], 3, 2, 0)]
    assert names == [
        "a vs 2×b", "a vs 2×c", "b vs 2×a", "b vs 2×c", "c vs 2×a", "c vs 2×b", "mixed",
    ]  # fmt: skip


def test_two_seats_play_no_pair_twice() -> None:
    assert [lineup.name for lineup in all_lineups(["a", "b"], 2, 2, 0)] == ["a vs b"]
    names = [lineup.name for lineup in all_lineups(["a", "b", "c"], 2, 2, 0)]
    assert names == ["a vs b", "a vs c", "b vs c", "mixed"]
