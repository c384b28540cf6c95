"""Threads that share the work of one run: seats' layers in updates, opponents in rollouts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Workers:
    """A pool of `count` threads; with one, work is done at once in the caller's thread.

    What is submitted must not depend on the order in which it runs: results are the same for every
    `count` (up to how work is cut into pieces).
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, "legation") if count > 1 else None

    def submit(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        if self._pool is not None:
            return self._pool.submit(work, *args, **kwargs)
        done: Future[R] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done
