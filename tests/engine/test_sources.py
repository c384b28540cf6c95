"""The key of compiled code: whatever a rule reads is part of it, whichever way it is reached."""

from __future__ import annotations

import enum
import subprocess
import sys
import textwrap
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from legation.envs.engine import rule
from legation.envs.engine.sources import Sources


class Pair(NamedTuple):
    first: Any


def read(expression: str, **read_globals: Any) -> Any:
    """A function that returns `expression`, reading these globals."""
    made: dict[str, Any] = {}
    exec(f"def f(): return {expression}", read_globals, made)
    return made["f"]


def module(**held: Any) -> ModuleType:
    made = ModuleType("held")
    vars(made).update(held)
    return made


def default(number: int, before: str = "") -> Any:
    made: dict[str, Any] = {}
    exec(f"def f({before}x=K): return x", {"K": number}, made)
    return made["f"]


def closed(number: int) -> Any:
    return lambda: number


def long(number: int) -> Any:
    """An array whose words leave out the middle."""
    made = np.zeros(5000, dtype=np.int64)
    made[2500] = number
    return made


def row(number: int) -> Any:
    made = np.zeros(1, dtype=[("x", np.int64, (5000,))])[0]
    made["x"][2500] = number
    return made


def member(number: int) -> Any:
    return enum.Enum("Held", {"ONE": number})


def held_by_class(number: int) -> Any:
    return type("Child", (type("Parent", (), {"K": number}),), {})


WAYS: dict[str, Any] = {
    "global": lambda n: read("K", K=n),
    "module": lambda n: read("held.K", held=module(K=n)),
    "module in a module": lambda n: read("held.inner.K", held=module(inner=module(K=n))),
    "function behind a module": lambda n: read("held.g()", held=module(g=rule(read("K", K=n)))),
    "object": lambda n: read("held.K", held=SimpleNamespace(K=n)),
    "class": lambda n: read("held.K", held=held_by_class(n)),
    "enum": lambda n: read("held.ONE.value", held=member(n)),
    "enum's member": lambda n: read("held.value", held=member(n).ONE),
    "default argument": default,
    "default of a keyword": lambda n: default(n, "*, "),
    "closure of a helper": lambda n: read("g()", g=closed(n)),
    "decorated helper": lambda n: read("g()", g=rule(closed(n))),
    "tuple of functions": lambda n: read("g[0]()", g=(rule(read("K", K=n)),)),
    "tuple in a tuple": lambda n: read("held[0][0]", held=((n,),)),
    "long array": lambda n: read("held", held=long(n)),
    "long array in a tuple": lambda n: read("held[0]", held=(long(n),)),
    "long array in a named tuple": lambda n: read("held.first", held=Pair(long(n))),
    "record": lambda n: read("held.x", held=row(n)),
    "complex": lambda n: read("held", held=complex(n)),
    "range": lambda n: read("held", held=range(n)),
    "list": lambda n: read("held", held=[n]),
    "dict": lambda n: read("held", held={"K": n}),
}


def code_of(function: Any) -> str:
    return Sources({"answer": function}).code


@pytest.mark.parametrize("way", WAYS)
def test_what_is_read_is_part_of_the_key(way: str) -> None:
    make = WAYS[way]
    assert code_of(make(1)) != code_of(make(2))
    assert code_of(make(1)) == code_of(make(1))  # and nothing else is, such as an address


def test_what_nobody_reads_is_no_part_of_it() -> None:
    first, second = (read("held.K", held=module(K=1, other=n)) for n in (1, 2))
    assert code_of(first) == code_of(second)


def test_what_goes_in_circles_ends() -> None:
    held = module(K=1)
    vars(held)["held"] = held
    function = read("held.held.K", held=held)
    vars(held)["f"] = function
    assert code_of(function) == code_of(FunctionType(function.__code__, function.__globals__, "f"))


def test_the_folder_of_a_function_behind_a_module_is_reached(tmp_path: Path) -> None:
    """Also where that function reads a module in a third folder."""
    far = module(K=1)
    vars(far)["__file__"] = str(tmp_path / "far.py")
    function = read("held.g()", held=module(g=read("far.other", far=far)))
    assert tmp_path in Sources({"answer": function}).folders


SETS = """
    from legation.envs.engine.sources import Sources
    def inner(x): return x in {"one", "two", "three", "four"}
    def f(x): return x in {"one", "two", "three", "four"} or inner(x)
    print(Sources({"answer": f}).code)
"""


def test_the_order_of_sets_is_no_part_of_it() -> None:
    def run(seed: int) -> str:
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(SETS)],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(p for p in sys.path if p)},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    assert run(1) == run(2) != ""


def test_an_editors_lock_is_no_source(tmp_path: Path) -> None:
    """Emacs marks a file with unsaved changes by a link to nowhere beside it."""
    (tmp_path / ".#rules.py").symlink_to("somebody@somewhere.1234")
    (tmp_path / "folder.py").mkdir()
    held = module(K=1)
    vars(held)["__file__"] = str(tmp_path / "far.py")
    assert Sources({"answer": read("held.K", held=held)}).content
