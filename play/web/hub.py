"""Tells waiting streams that something was committed at their table. It says no more than that."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Hub:
    """Events by table. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closed = False
        self.count = 0

    def open(self) -> None:
        """Called in the event loop of the server."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        self.closed = True
        for table_id in list(self._waiting):
            self._wake(table_id)
        self._loop = None

    def publish(self, table_id: str) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, table_id)

    @contextmanager
    def listen(self, table_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something was committed at the table."""
        event = asyncio.Event()
        self._waiting[table_id].add(event)
        self.count += 1
        try:
            yield event
        finally:
            self.count -= 1
            self._waiting[table_id].discard(event)
            if not self._waiting[table_id]:
                del self._waiting[table_id]

    def _wake(self, table_id: str) -> None:
        for event in self._waiting.get(table_id, ()):
            event.set()
