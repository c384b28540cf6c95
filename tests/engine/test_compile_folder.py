"""The folder of the cache and its lock may be missing, foreign, full: games are compiled anyhow."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.caching import CacheImpl

from legation.envs.engine import bind, rule
from legation.envs.engine.compile import _alone

pytestmark = [
    pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled"),
    pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks"),
]

NUMBERS = count()
answer: Any  # the free name of the template


def template(out: Any) -> None:
    out[0] = answer()  # noqa: F821


def plain_answer() -> Any:
    return 12


def fresh() -> int:
    """The answer of a rule that nobody has compiled in this process."""
    out = np.zeros(1, dtype=np.int64)
    bind(template, f"fresh{next(NUMBERS)}", {"answer": rule(plain_answer)})(out)
    return int(out[0])


def test_a_start_without_a_folder_to_write_to_compiles_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    assert fresh() == 12


def test_a_start_without_a_lock_compiles_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network disks know no locks."""
    fcntl = pytest.importorskip("fcntl")

    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    assert fresh() == 12


def test_a_cache_that_is_cleared_meanwhile_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    out = np.zeros(1, dtype=np.int64)
    bound = bind(template, f"fresh{next(NUMBERS)}", {"answer": rule(plain_answer)})
    shutil.rmtree(tmp_path / "cache")
    bound(out)
    assert out[0] == 12


def test_a_killed_process_leaves_no_lock_and_a_forked_one_keeps_none(tmp_path: Path) -> None:
    stand_in = SimpleNamespace(stats=SimpleNamespace(cache_path=str(tmp_path)), __name__="name")
    fcntl = pytest.importorskip("fcntl")
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:  # a process that is killed while it compiles
        with _alone(stand_in):
            os.write(writer, b"!")
            signal.pause()
    os.read(reader, 1)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with _alone(stand_in):
        pid = os.fork()  # one that lives on, with what was open when it began
        if not pid:
            signal.pause()
    try:
        with open(tmp_path / "name.nbl") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
