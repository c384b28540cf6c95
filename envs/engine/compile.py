"""Compiling rules and engine loops, with a disk cache that can't run stale code.

Numba caches a function by the stamp of the one file that holds it. Rules are spread over files,
and constants come from data files, so that stamp is not enough. Here a loop of the engine is a
plain template whose free names (`apply`, `legal`, ...) are bound for one game, under a name made
of template, game and a hash of all sources and data in the folders that the rules reach. A change
in any of them gives a new name; a cache hit compiles nothing at all, not even the rules.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from filelock import FileLock

from legation.envs.engine.linked import LinkedRule

_ENGINE = Path(__file__).resolve().parent
# Packages whose code changes with their version alone.
_FIXED = sys.stdlib_module_names | {"numpy", "numba"}
_F = TypeVar("_F", bound=Callable[..., Any])


def rule(function: _F) -> _F:
    """Marks a scalar function of the rules: compiled when called from compiled code.

    Never cached by itself: only the templates that call it are, see `bind`.
    """
    return function if numba.config.DISABLE_JIT else cast(_F, LinkedRule(function))


def _plain(function: Callable[..., Any]) -> FunctionType:
    return cast(FunctionType, getattr(function, "py_func", function))


class _Sources:
    """What a set of functions is made of: their code, and the folders that it comes from.

    Walks from function to function over the globals that they read. Two functions can have the same
    file and code and still differ, when their globals do.
    """

    def __init__(self, functions: dict[str, Callable[..., Any]]) -> None:
        self._digest = hashlib.blake2b(digest_size=4)
        self._seen: set[int] = set()
        self.folders = {_ENGINE}
        for name, function in sorted(functions.items()):
            plain = _plain(function)
            self._digest.update(f"{name} {plain.__module__} {plain.__qualname__}".encode())
            self._add_function(plain)

    @property
    def code(self) -> str:
        """A hash over the functions' code and the constants that they read."""
        return self._digest.hexdigest()

    @property
    def place(self) -> str:
        """A hash over the folders' names."""
        names = " ".join(map(str, sorted(self.folders)))
        return hashlib.blake2b(names.encode(), digest_size=4).hexdigest()

    @property
    def content(self) -> str:
        """A hash over the sources and data files in the folders."""
        digest = hashlib.blake2b(digest_size=8)
        digest.update(f"{numba.__version__} {sys.version_info[:2]}".encode())
        for folder in sorted(self.folders):
            digest.update(_folder_hash(folder))
        return digest.hexdigest()

    def _add_function(self, plain: FunctionType) -> None:
        if id(plain) in self._seen:
            return
        self._seen.add(id(plain))
        self._add_folder(plain.__module__, plain.__code__.co_filename)
        codes = [plain.__code__]
        while codes:
            code = codes.pop()
            self._digest.update(f"{code.co_names} {code.co_varnames}".encode() + code.co_code)
            for constant in code.co_consts:
                if isinstance(constant, CodeType):
                    codes.append(constant)
                elif isinstance(constant, frozenset):  # its order differs from run to run
                    self._digest.update(repr(sorted(map(repr, constant))).encode())
                else:
                    self._digest.update(repr(constant).encode())
            for name in code.co_names:
                if name in plain.__globals__:
                    self._add_global(name, plain.__globals__[name])

    def _add_global(self, name: str, value: Any) -> None:
        called = _plain(value) if callable(value) else None
        if isinstance(called, FunctionType):
            self._add_function(called)
        elif isinstance(value, np.ndarray):
            self._digest.update(f"{name} {value.dtype} {value.shape}".encode() + value.tobytes())
        elif isinstance(value, int | float | str | bytes | tuple | np.generic):
            self._digest.update(f"{name} {value!r}".encode())
        elif isinstance(value, ModuleType):
            self._add_folder(value.__name__, getattr(value, "__file__", None))
        else:  # a class or one's object: what it holds is in the source of the class
            owner = value if isinstance(value, type) else type(value)
            module = sys.modules.get(owner.__module__)
            self._add_folder(owner.__module__, getattr(module, "__file__", None))

    def _add_folder(self, module: str | None, file: str | None) -> None:
        if file is not None and (module or "").partition(".")[0] not in _FIXED:
            self.folders.add(Path(file).resolve().parent)


@cache
def _folder_hash(folder: Path) -> bytes:
    digest = hashlib.blake2b(digest_size=8)
    files = folder.iterdir() if folder.is_dir() else ()  # a function typed in has no folder
    for path in sorted(p for p in files if p.suffix in (".py", ".toml")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


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
    sources = _Sources({plain.__name__: plain, **functions})
    kind = f"{plain.__name__}__{owner}__{flavour}"
    name = f"{kind}__{sources.code}__{sources.place}_{sources.content}"
    bound = FunctionType(plain.__code__, {**plain.__globals__, **functions}, name)
    bound.__qualname__ = name
    bound.__module__ = plain.__module__
    bound.__doc__ = plain.__doc__
    if numba.config.DISABLE_JIT:
        return bound
    _drop_stale(Path(plain.__code__.co_filename), kind, sources.place, sources.content)
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
    """Of processes that need the same function, one compiles and the others find it on disk."""
    folder = compiled.stats.cache_path
    if folder is None:  # it isn't cached
        yield
        return
    with FileLock(Path(folder) / f"{compiled.__name__}.nbl"):
        yield


@cache  # threads that wait for the same function are told once
def _announce(label: str) -> None:
    print(f"Compiling {label}: once, the next start finds it on disk.", file=sys.stderr, flush=True)


@cache
def _drop_stale(source: Path, kind: str, place: str, content: str) -> None:
    """Deletes what an earlier state of the same sources left in the cache beside `source`."""
    for path in (source.parent / "__pycache__").glob(f"*{kind}__*__{place}_*.nb?"):
        if content not in path.name:
            with suppress(OSError):  # a read-only installation keeps its old files
                path.unlink(missing_ok=True)
