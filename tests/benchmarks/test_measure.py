"""How the benchmarks reckon; the figures themselves are for `make bench`."""

from __future__ import annotations

import pytest

from benchmarks.load import time_between
from benchmarks.measure import Contest, PeerMissingError, Play
from benchmarks.run import TARGETS, Report


def missing() -> Play:
    raise PeerMissingError("Chess")


def test_ratios_are_taken_round_by_round() -> None:
    contest = Contest({}, {"ours": [10.0, 100.0, 30.0], "other": [1.0, 20.0, 2.0]})
    assert contest.rate("ours") == 30.0
    assert contest.ratio("ours", "other") == 10.0  # the median of 10, 5, 15


def test_a_missing_peer_leaves_its_ratio_open_and_says_what_to_install() -> None:
    report = Report()
    contest = report.contest({"engine": lambda: lambda seconds: 7, "openspiel_leduc3": missing})
    contest.run(2, 0.0, lambda: None)
    report.add(contest, {"engine/openspiel_leduc3": ("engine", "openspiel_leduc3")})
    result = report.to_dict()
    assert result["ratios"] == dict.fromkeys(TARGETS)
    assert result["missing"] == ["Chess"]
    assert "[bench]" in result["install"]
    assert result["rates"]["engine"] == pytest.approx(contest.rate("engine"))


def test_processes_that_end_take_no_time_back() -> None:
    before = {("server", "1"): 5.0, ("bots", "2"): 3.0, ("bots", "3"): 40.0}
    after = {("server", "1"): 7.0, ("bots", "2"): 3.5, ("bots", "4"): 1.0}
    assert time_between(before, after) == {"server": 2.0, "bots": 1.5}
