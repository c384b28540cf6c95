"""Compiling rules and engine loops, with a disk cache that can't run stale code.

Numba caches a function by the stamp of the one file that holds it. Rules are spread over files,
and constants come from data files, so that stamp is not enough. Here a loop of the engine is a
plain template whose free names (`apply`, `legal`, ...) are bound for one game, under a name made
of template, game and a hash of all sources and data of the package. A change anywhere gives a new
name; a cache hit compiles nothing at all, not even the rules.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np

from legation.envs.engine.linked import LinkedRule

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_SOURCE_FOLDERS = ("envs", "agents")
_F = TypeVar("_F", bound=Callable[..., Any])


def rule(function: _F) -> _F:
    """Marks a scalar function of the rules: compiled when called from compiled code.

    Never cached by itself: only the templates that call it are, see `bind`.
    """
    return function if numba.config.DISABLE_JIT else cast(_F, LinkedRule(function))


@cache
def source_hash() -> str:
    """A hash over every source and data file that compiled code may depend on."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for folder in _SOURCE_FOLDERS:
        root = _PACKAGE_ROOT / folder
        for path in sorted(p for suffix in ("py", "toml") for p in root.rglob(f"*.{suffix}")):
            digest.update(str(path.relative_to(_PACKAGE_ROOT)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _plain(function: Callable[..., Any]) -> FunctionType:
    return cast(FunctionType, getattr(function, "py_func", function))


def _functions_hash(functions: dict[str, Callable[..., Any]]) -> str:
    """A hash over the functions themselves, and over the folders of those from elsewhere."""
    digest = hashlib.blake2b(digest_size=4)
    for name, function in sorted(functions.items()):
        plain = _plain(function)
        source = Path(plain.__code__.co_filename).resolve()
        digest.update(f"{name} {plain.__module__} {plain.__qualname__}".encode())
        _hash_function(digest, plain, set())
        if _PACKAGE_ROOT not in source.parents or "tests" in source.parts:
            for path in sorted(p for p in source.parent.iterdir() if p.suffix in (".py", ".toml")):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _hash_function(digest: Any, plain: FunctionType, seen: set[int]) -> None:
    """Adds a function's code and the globals it reads: constants, and the functions it calls.

    Two functions can have the same file and code and still differ, when their globals do.
    """
    if id(plain) in seen:
        return
    seen.add(id(plain))
    codes = [plain.__code__]
    while codes:
        code = codes.pop()
        digest.update(f"{code.co_names} {code.co_varnames}".encode() + code.co_code)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                codes.append(constant)
            elif isinstance(constant, frozenset):  # its order differs from run to run
                digest.update(repr(sorted(map(repr, constant))).encode())
            else:
                digest.update(repr(constant).encode())
        for name in code.co_names:
            value = plain.__globals__.get(name)
            called = _plain(value) if callable(value) else None
            if isinstance(called, FunctionType):
                _hash_function(digest, called, seen)
            elif isinstance(value, np.ndarray):
                digest.update(f"{name} {value.dtype} {value.shape}".encode() + value.tobytes())
            elif isinstance(value, int | float | str | bytes | tuple | np.generic):
                digest.update(f"{name} {value!r}".encode())


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
    name = f"{plain.__name__}__{owner}__{flavour}__{_functions_hash(functions)}__{source_hash()}"
    bound = FunctionType(plain.__code__, {**plain.__globals__, **functions}, name)
    bound.__qualname__ = name
    bound.__module__ = plain.__module__
    bound.__doc__ = plain.__doc__
    if numba.config.DISABLE_JIT:
        return bound
    _drop_stale(Path(plain.__code__.co_filename), plain.__name__)
    # The values in a closure are part of the code and of no file: such functions aren't cached.
    # Neither are functions without a file, which the next start could not import.
    plains = [_plain(f) for f in functions.values()]
    cached = not any(p.__closure__ or not Path(p.__code__.co_filename).is_file() for p in plains)
    compiled = numba.njit(cache=cached, parallel=parallel, nogil=True, error_model="numpy")(bound)
    return _Announced(compiled, f"{owner} ({plain.__name__})")


class _Announced:
    """Calls a compiled function; where the first call has to compile, a line says so meanwhile."""

    def __init__(self, compiled: Any, label: str) -> None:
        self.compiled = compiled
        self._call: Any = self._first
        self._label = label

    def _first(self, *arguments: Any) -> Any:
        notice = threading.Timer(1.0, _announce, (self._label,))
        notice.daemon = True
        notice.start()
        try:
            result = self.compiled(*arguments)
        finally:
            notice.cancel()
        self._call = self.compiled
        return result

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*arguments)


@cache  # threads that wait for the same function are told once
def _announce(label: str) -> None:
    print(f"Compiling {label}: once, the next start finds it on disk.", file=sys.stderr, flush=True)


@cache
def _drop_stale(source: Path, template: str) -> None:
    """Deletes what an earlier state of the sources left in the cache beside `source`."""
    for path in (source.parent / "__pycache__").glob(f"*{template}__*.nb?"):
        if source_hash() not in path.name:
            with suppress(OSError):  # a read-only installation keeps its old files
                path.unlink(missing_ok=True)
