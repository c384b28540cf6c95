"""Tells waiting streams that something was committed at their table, and each viewer's version of
it. It says no more than that."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class Listener:
    """One stream. `versions` by viewer, of the last commit of this process; None: look in the
    database."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.versions: Sequence[int] | None = None

    def tell(self, versions: Sequence[int] | None) -> None:
        # Commits of two threads may come in either order; versions only grow.
        if versions is None or self.versions is None or sum(versions) > sum(self.versions):
            self.versions = versions
        self.event.set()


class Hub:
    """Listeners by table. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, set[Listener]] = defaultdict(set)
        self.closed = False
        self.count = 0

    def open(self) -> None:
        """Called in the event loop of the server."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        self.closed = True
        for table_id in list(self._waiting):
            self._wake(table_id, None)
        self._loop = None

    def publish(self, table_id: str, versions: Sequence[int]) -> None:
        """After a commit: the versions of all viewers."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, table_id, versions)

    @contextmanager
    def listen(self, table_id: str) -> Iterator[Listener]:
        """Is told whenever something was committed at the table."""
        listener = Listener()
        self._waiting[table_id].add(listener)
        self.count += 1
        try:
            yield listener
        finally:
            self.count -= 1
            self._waiting[table_id].discard(listener)
            if not self._waiting[table_id]:
                del self._waiting[table_id]

    def _wake(self, table_id: str, versions: Sequence[int] | None) -> None:
        for listener in self._waiting.get(table_id, ()):
            listener.tell(versions)
