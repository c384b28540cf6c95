"""What compiled code is made of, as hashes: the key under which `compile.bind` keeps it on disk.

Compiled code holds what functions read when it was made: constants, default arguments, the
contents of closures, whether they come from the same file or from data far away. So all that a
function reads goes into the key by value, as far as it can be followed; and, for what can't, so do
the files in all folders that it reaches.
"""

from __future__ import annotations

import enum
import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numba
import numpy as np

_ENGINE = Path(__file__).resolve().parent
# Packages whose code changes with their version alone.
_FIXED = sys.stdlib_module_names | {"numpy", "numba"}
_VERSIONS = f"{numba.__version__} {np.__version__} {sys.version_info[:2]}"


def plain_function(function: Callable[..., Any]) -> FunctionType:
    """The Python function behind a compiled one."""
    return cast(FunctionType, getattr(function, "py_func", function))


class Sources:
    """What a set of functions is made of: their code, and the folders that it comes from.

    Walks from function to function over the globals that they read. Two functions can have the same
    file and code and still differ, when their globals do.
    """

    def __init__(self, functions: dict[str, Callable[..., Any]]) -> None:
        self._digest = hashlib.blake2b(digest_size=4)
        self._seen: set[object] = set()
        self.folders = {_ENGINE}
        for name, function in sorted(functions.items()):
            plain = plain_function(function)
            self._note(name, plain.__module__, plain.__qualname__)
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
        digest = hashlib.blake2b(_VERSIONS.encode(), digest_size=8)
        for folder in sorted(self.folders):
            digest.update(_folder_hash(folder))
        return digest.hexdigest()

    def _note(self, *words: object) -> None:
        self._digest.update(" ".join(map(str, words)).encode())

    def _first_time(self, *key: object) -> bool:
        new = key not in self._seen
        self._seen.add(key)
        return new

    def _add_function(self, plain: FunctionType) -> None:
        if not self._first_time(id(plain)) or _is_fixed(plain.__module__):
            return
        self._add_folder(plain.__module__, plain.__code__.co_filename)
        codes = [plain.__code__]
        for code in codes:
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
        # Names of globals and of attributes alike, as of a constant behind a module.
        names = frozenset(name for code in codes for name in code.co_names)
        for code in codes:
            self._note(code.co_names, code.co_varnames)
            self._digest.update(code.co_code)
            for constant in code.co_consts:
                if not isinstance(constant, CodeType):
                    self._add_value(constant, names)
            for name in code.co_names:
                if name in plain.__globals__:
                    self._note(name)
                    self._add_value(plain.__globals__[name], names)
        self._add_all((plain.__defaults__, plain.__kwdefaults__), names)
        for cell in plain.__closure__ or ():
            self._add_all(_held_by(cell), names)

    def _add_value(self, value: Any, names: frozenset[str]) -> None:
        """Adds what a function can read of `value` with attributes of these `names`."""
        called = plain_function(value) if callable(value) else None
        if isinstance(called, FunctionType):
            self._add_function(called)
        elif isinstance(value, np.ndarray | np.generic):
            self._note(value.dtype, value.shape)
            self._digest.update(value.tobytes())
        elif isinstance(value, enum.Enum):
            self._note(value.name)
            self._add_value(type(value), names)
        elif isinstance(value, tuple | list):
            self._note(type(value).__qualname__, len(value))
            self._add_all(value, names)
        elif isinstance(value, dict):
            self._note("dict", len(value))
            self._add_all((part for item in value.items() for part in item), names)
        elif isinstance(value, set | frozenset):  # its order differs from run to run
            self._note(sorted(map(repr, value)))
        elif isinstance(value, int | float | complex | str | bytes | range | None):
            self._note(repr(value))
        else:
            self._add_held(value, names)

    def _add_all(self, values: Iterable[Any], names: frozenset[str]) -> None:
        for value in values:
            self._add_value(value, names)

    def _add_held(self, value: Any, names: frozenset[str]) -> None:
        """Adds a module, a class, or an object of one: its file, and the attributes read."""
        if not self._first_time(id(value), names):
            return
        if isinstance(value, ModuleType):
            module, file = value.__name__, getattr(value, "__file__", None)
        else:
            module = (value if isinstance(value, type) else type(value)).__module__
            file = getattr(sys.modules.get(module), "__file__", None)
        if _is_fixed(module) and isinstance(value, ModuleType | type):
            return
        self._add_folder(module, file)
        if isinstance(value, enum.EnumMeta):
            members: dict[str, enum.Enum] = dict(value.__members__)
            for name, member in members.items():
                self._note(name)
                self._add_value(member.value, names)
        parents = value.__mro__[:-1] if isinstance(value, type) else (value,)
        for parent in parents:
            held = getattr(parent, "__dict__", {})
            for name in sorted(names & held.keys()):
                self._note(name)
                self._add_value(held[name], names)

    def _add_folder(self, module: str | None, file: str | None) -> None:
        if file is not None and not _is_fixed(module):
            self.folders.add(Path(file).resolve().parent)


def _held_by(cell: Any) -> tuple[Any, ...]:
    """What a variable of a closure holds; nothing where it has no value yet."""
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _is_fixed(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _FIXED


@cache
def _folder_hash(folder: Path) -> bytes:
    digest = hashlib.blake2b(digest_size=8)
    files = folder.iterdir() if folder.is_dir() else ()  # a function typed in has no folder
    for path in sorted(p for p in files if p.suffix in (".py", ".toml")):
        try:
            content = path.read_bytes()
        except OSError:  # an editor's lock, which is a link to nowhere; or gone meanwhile
            continue
        digest.update(path.name.encode() + content)
    return digest.digest()
