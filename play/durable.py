"""Commits of SQLite that outlive a power cut, many for one flush of the disk.

With `synchronous=FULL` SQLite flushes its write-ahead log within each commit, while every other
writer waits. Here it does not (`NORMAL`): a commit is over at once, which a killed process can't
undo; then the log is flushed once for all who have committed meanwhile, and only after that does a
command get its yes. A flush that began after a commit covers it.
"""

from __future__ import annotations

import os
import sys
import threading

from legation.envs.engine import LegationError

# Elsewhere an open log would be in SQLite's way.
SUPPORTED = sys.platform != "win32"
_sync = getattr(os, "fdatasync", os.fsync)


class LogFlush:
    """Flushes the write-ahead log beside the database file `path`."""

    def __init__(self, path: str) -> None:
        self._path = f"{path}-wal"
        self._file = -1
        self._counting, self._flushing = threading.Lock(), threading.Lock()
        self._committed = self._flushed = 0
        self._failed = ""

    def check(self) -> None:
        """Before a commit.

        Raises:
            LegationError: a flush has failed. What it should have written may be lost though the
                next flush succeeds, and with it all that comes after it in the log. A new start
                reads the log anew.
        """
        if self._failed:
            raise LegationError(
                f"the disk did not keep what was written ({self._failed}); nothing more is taken "
                "until the server is started anew"
            )

    def wait(self) -> None:
        """After a commit: returns once the commit is on the disk; raises as `check`."""
        with self._counting:
            self._committed += 1
            mine = self._committed
        with self._flushing:
            if self._flushed >= mine:
                return
            self.check()
            upto = self._committed
            try:
                _sync(self._log())
            except OSError as error:
                self._failed = error.strerror or str(error)
                self.check()
            self._flushed = upto

    def _log(self) -> int:
        """The log, opened once; anew where SQLite has made another."""
        there = os.stat(self._path)
        if self._file >= 0:
            known = os.fstat(self._file)
            if (known.st_dev, known.st_ino) == (there.st_dev, there.st_ino):
                return self._file
            os.close(self._file)
        self._file = os.open(self._path, os.O_RDONLY)
        return self._file

    def close(self) -> None:
        with self._flushing:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1
