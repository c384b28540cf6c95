"""Threads hand back results and errors; what is submitted does not depend on their order."""

from __future__ import annotations

import threading

import pytest

from legation.training.workers import Workers


@pytest.mark.parametrize("count", [1, 3])
def test_results_and_errors_come_back(count: int) -> None:
    workers = Workers(count)
    assert [f.result() for f in [workers.submit(pow, n, 2) for n in range(5)]] == [0, 1, 4, 9, 16]
    failed = workers.submit(int, "no number")
    with pytest.raises(ValueError, match="no number"):
        failed.result()


def test_one_worker_is_the_callers_thread() -> None:
    assert Workers(1).submit(threading.get_ident).result() == threading.get_ident()
    assert Workers(2).submit(threading.get_ident).result() != threading.get_ident()
