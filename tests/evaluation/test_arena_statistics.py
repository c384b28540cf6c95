"""Intervals: honest with few deals, with equal deals, and near the ends."""

from __future__ import annotations

import numpy as np
import pytest

from legation.evaluation.statistics import intervals


def test_equal_values_give_what_the_deals_may_have_missed() -> None:
    """The rule of three: no success in 100 deals admits a share of 1 - 0.05^(1/100) = 0.0295."""
    low, high = intervals(np.zeros((100, 1)), 0.0, 1.0, seed=0)[:, 0]
    assert (low, high) == (0.0, pytest.approx(0.02951, abs=1e-5))
    low, high = intervals(np.full((100, 1), 0.5), 0.0, 1.0, seed=0)[:, 0]
    assert (low, high) == (pytest.approx(0.48524, abs=1e-5), pytest.approx(0.51476, abs=1e-5))


def test_one_deal_says_next_to_nothing() -> None:
    low, high = intervals(np.full((1, 1), 0.5), 0.0, 1.0, seed=0)[:, 0]
    assert (low, high) == (pytest.approx(0.025), pytest.approx(0.975))


@pytest.mark.parametrize("deals", [2, 3, 40, 501])
@pytest.mark.parametrize("method", ["bootstrap", "normal"])
def test_bounds_hold_the_mean_and_stay_in_range(deals: int, method: str) -> None:
    values = np.random.default_rng(deals).choice([-0.25, 1.0], (deals, 4), p=[0.9, 0.1])
    values[:, 0] = -0.25
    low, high = intervals(values, -0.25, 1.0, 0, "normal" if method == "normal" else "bootstrap")
    mean = values.mean(axis=0)
    assert (low <= mean).all()
    assert (mean < high).all()
    assert (low >= -0.25).all()
    assert (high <= 1.0).all()


def test_the_seed_repeats_the_interval() -> None:
    values = np.random.default_rng(0).random((30, 3))
    first, again, other = (intervals(values, 0, 1, seed) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_bootstrap_and_normal_agree_where_both_are_good() -> None:
    values = np.random.default_rng(1).random((400, 2))
    boot, normal = (intervals(values, 0, 1, 0, m) for m in ("bootstrap", "normal"))
    assert np.allclose(boot, normal, atol=0.004)


def test_ninety_five_of_a_hundred_intervals_hold_the_truth() -> None:
    """Deals of five games with a success each at 0.2; 200 times 60 deals."""
    values = np.random.default_rng(2).binomial(5, 0.2, (60, 200)) / 5
    low, high = intervals(values, 0.0, 1.0, seed=0)
    assert 0.92 <= ((low <= 0.2) & (high >= 0.2)).mean() <= 0.99


def test_few_that_differ_widen_the_interval() -> None:
    """One success in 200: the exact (Clopper-Pearson) upper end is 0.0275."""
    values = np.zeros((200, 1))
    values[0] = 1.0
    low, high = intervals(values, 0.0, 1.0, seed=0)[:, 0]
    assert low < 0.001
    assert 0.018 < high < 0.03


def test_where_all_differ_few_deals_are_not_widened() -> None:
    values = np.random.default_rng(3).normal(0.5, 0.01, (20, 1))
    low, high = intervals(values, 0.0, 1.0, seed=0)[:, 0]
    assert high - low < 0.02
