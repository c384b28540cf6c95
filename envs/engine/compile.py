"""Compiling rules and engine loops, with a disk cache that can't run stale code.

Numba caches a function by the stamp of the one file that holds it. Rules are spread over files,
and constants come from data files, so that stamp is not enough. Here a loop of the engine is a
plain template whose free names (`apply`, `legal`, ...) are bound for one game, under a name made
of template, game and a hash of what the rules read and of all sources and data in the folders that
they reach (`sources.py`). A change in any of them gives a new name; a cache hit compiles nothing at
all, not even the rules.
"""

from __future__ import annotations

import glob
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba

from legation.envs.engine.linked import LinkedRule
from legation.envs.engine.sources import Sources, plain_function

if sys.platform != "win32":
    import fcntl  # elsewhere two processes may compile the same, which costs time and nothing else

_F = TypeVar("_F", bound=Callable[..., Any])


def rule(function: _F) -> _F:
    """Marks a scalar function of the rules: compiled when called from compiled code.

    Never cached by itself: only the templates that call it are, see `bind`.
    """
    return function if numba.config.DISABLE_JIT else cast(_F, LinkedRule(function))


def inlined_rule(function: _F) -> _F:
    """As `rule`, where the call would cost more than it does: tables are handed on word by word."""
    if numba.config.DISABLE_JIT:
        return function
    return cast(_F, LinkedRule(function, inline=True))


def bind(
    template: Callable[..., Any],
    owner: str,
    functions: dict[str, Callable[..., Any]],
    *,
    parallel: bool = False,
) -> Callable[..., Any]:
    """Compiles `template` with its free names bound to `functions`, cached on disk.

    Args:
        template: a plain function; the names in `functions` are free (global) names in it.
        owner: whose functions they are, for example the id of a game; part of the cache key.
        functions: what the free names stand for.
        parallel: compile `numba.prange` loops for threads.
    """
    plain = cast(FunctionType, template)
    flavour = "threads" if parallel else "serial"
    sources = Sources({plain.__name__: plain, **functions})
    kind = f"{plain.__name__}__{owner}__{flavour}"
    name = f"{kind}__{sources.code}__{sources.place}_{sources.content}"
    bound = FunctionType(plain.__code__, {**plain.__globals__, **functions}, name)
    bound.__qualname__ = name
    bound.__module__ = plain.__module__
    bound.__doc__ = plain.__doc__
    if numba.config.DISABLE_JIT:
        return bound
    # The values in a closure are part of the code and of no file: such functions aren't cached.
    # Neither are functions without a file, which the next start could not import.
    plains = [plain_function(f) for f in functions.values()]
    cached = not any(p.__closure__ or not Path(p.__code__.co_filename).is_file() for p in plains)
    settings = {"parallel": parallel, "nogil": True, "error_model": "numpy"}
    try:
        compiled = numba.njit(cache=cached, **settings)(bound)
    except RuntimeError:  # no folder that a cache could be in can be written
        compiled = numba.njit(**settings)(bound)
    if compiled.stats.cache_path is not None:
        _drop_stale(Path(compiled.stats.cache_path), kind, sources.place, sources.content)
    return _Announced(compiled, f"{owner} ({plain.__name__})")


class _Announced:
    """Calls a compiled function; where the first call has to compile, a line says so meanwhile."""

    def __init__(self, compiled: Any, label: str) -> None:
        self.compiled = compiled
        self._call: Any = self._first
        self._label = label

    def _first(self, *arguments: Any) -> Any:
        kept = self.compiled.stats.cache_path is not None
        notice = threading.Timer(1.0, _announce, (self._label, kept))
        notice.daemon = True
        notice.start()
        try:
            with _alone(self.compiled):
                result = self.compiled(*arguments)
        finally:
            notice.cancel()
        self._call = self.compiled
        return result

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*arguments)


@contextmanager
def _alone(compiled: Any) -> Iterator[None]:
    """Of processes that need the same function, one compiles and the others find it on disk.

    Where no lock can be had (the folder is gone, full, or on a disk without locks), both compile,
    which costs time and nothing else.
    """
    folder = compiled.stats.cache_path
    with ExitStack() as held:
        if folder is not None and sys.platform != "win32":
            with suppress(OSError):
                lock = held.enter_context(open(Path(folder) / f"{compiled.__name__}.nbl", "a"))
                fcntl.flock(lock, fcntl.LOCK_EX)
                # Said aloud: a process forked meanwhile has the file open too.
                held.callback(fcntl.flock, lock, fcntl.LOCK_UN)
        yield


@cache  # threads that wait for the same function are told once
def _announce(label: str, kept: bool) -> None:
    then = "the next start finds it on disk" if kept else "it is not kept on disk"
    # On a busy machine loading takes as long as a compile elsewhere: it is not known which it is.
    print(f"Compiling {label}, or loading it slowly: {then}.", file=sys.stderr, flush=True)


@cache
def _drop_stale(folder: Path, kind: str, place: str, content: str) -> None:
    """Deletes what an earlier state of the same sources left in the cache."""
    for path in folder.glob(f"*{glob.escape(kind)}__*__{place}_*.nb*"):
        if content not in path.name:
            with suppress(OSError):  # a read-only installation keeps its old files
                path.unlink(missing_ok=True)
