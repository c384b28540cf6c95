"""A yes is told only after a flush of the log that began after the commit; many share one."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.envs.engine import LegationError
from legation.play import durable
from legation.play.live import Controller
from legation.play.storage import Storage
from legation.play.table import Tables
from tests.toys import kuhn

pytestmark = pytest.mark.skipif(not durable.SUPPORTED, reason="SQLite flushes by itself here")


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    made = Storage(f"sqlite:///{tmp_path}/tables.db")
    yield made
    made.close()


class Disk:
    """Flushes slowly, and remembers what had been committed when each flush began."""

    def __init__(self, storage: Storage) -> None:
        self._storage, self.flushes = storage, 0
        self.covered: set[str] = set()
        self.known: list[str] = []

    def __call__(self, file: int) -> None:
        self.flushes += 1
        there = {name for name in self.known if self._storage.head(name) is not None}
        time.sleep(0.05)
        self.covered |= there


def test_every_yes_waits_for_a_flush_and_many_share_one(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(storage)
    monkeypatch.setattr(durable, "_sync", disk)
    tables = Tables(storage, find_game=lambda name, **options: kuhn.build())
    game = kuhn.build()
    early: list[str] = []

    def play() -> None:
        for _ in range(4):
            made = tables.create(game, [Controller("person")] * game.seats)
            disk.known.append(made.id)
            with tables._command(made.id) as step:
                step.control(0, Controller("person", "Ada"))
            if made.id not in disk.covered:
                early.append(made.id)

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not early
    commits = 6 * 4 * 3  # a table, who is waited for, and a change
    assert disk.flushes < commits / 2


def test_after_a_flush_that_failed_there_is_no_yes(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(storage, find_game=lambda name, **options: kuhn.build())
    game = kuhn.build()
    made = tables.create(game, [Controller("person")] * game.seats)

    def fail(file: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(durable, "_sync", fail)
        with pytest.raises(LegationError, match="Input/output error"):
            tables.create(game, [Controller("person")] * game.seats)
    before = storage.head(made.id)
    # The disk is well again, but the log may have a hole.
    with (
        pytest.raises(LegationError, match="started anew"),
        tables._command(made.id) as step,
    ):
        step.control(0, Controller("person", "Ada"))
    assert storage.head(made.id) == before


def test_the_log_is_found_again_when_it_is_another(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    log = tmp_path / "some.db-wal"
    log.write_bytes(b"one")
    flush = durable.LogFlush(str(path))
    flush.wait()
    first = flush._log()
    assert flush._log() == first
    log.rename(tmp_path / "old")
    log.write_bytes(b"two")
    flush.wait()
    with open(f"/dev/fd/{flush._log()}", "rb") as again:
        assert again.read() == b"two"
    flush.close()
    flush.close()
