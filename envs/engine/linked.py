"""Rules are compiled as parts of a kernel, not each as a function of its own.

Numba takes every compiled function for something that Python may call: it optimises it with all
that it calls, makes machine code of it, and two wrappers. A rule that lies eight calls deep is so
optimised and translated nine times, which was most of the time a game took to compile. Here a rule
stays intermediate code until a kernel (see `compile.bind`) links all of its rules, optimises them
together once, and makes machine code once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher


def _by_layout(record: types.Record) -> tuple[str, tuple[str]]:
    return "Record", (blake2b(record.name.encode(), digest_size=8).hexdigest(),)


# The name of a compiled function holds the types of its arguments, and of a record type Numba
# takes how many types came before it in the process. Two layouts, each compiled and cached by a
# process of its own, get the same names; one that loads both would run one's code on the other.
types.Record.mangling_args = property(_by_layout)


class _NoEnvironments:
    """Of code that Python can't call there is no place in memory to write its environment to."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        pass


class LinkedLibrary(JITCodeLibrary):
    """Intermediate code, to be linked into that of a caller."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironments

    def _optimize_final_module(self) -> None:
        """Left to the kernel."""

    def _finalize_final_module(self) -> None:
        """No machine code; what the kernel's cache has to know is noted all the same."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class LinkedCompiler(Compiler):
    """Numba's own passes, into a `LinkedLibrary`."""

    def __init__(self, typing: Any, target: Any, library: Any, *arguments: Any) -> None:
        own = library or LinkedLibrary(target.codegen(), "rule")
        super().__init__(typing, target, own, *arguments)


class LinkedRule(CPUDispatcher):
    """A rule to be called from compiled code; from Python it runs as a function of its own.

    Args:
        function: the rule.
        inline: whether its code stands in place of each call.
    """

    def __init__(self, function: Callable[..., Any], *, inline: bool = False) -> None:
        options = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, {}, options | {"forceinline": inline}, LinkedCompiler)

    @cached_property
    def _own(self) -> Any:
        return numba.njit(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        return self._own(*arguments)

    def _reduce_states(self) -> dict[str, Any]:
        """What pickles hold: the function. Another process compiles it anew."""
        return {"function": self.py_func}

    @classmethod
    def _rebuild(cls, function: Callable[..., Any]) -> LinkedRule:
        return cls(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call compiles. All whole numbers are passed as 64 bits: else a rule would be
        compiled for each mixture of fields, loop counters and constants it is called with."""
        wide = {name: _wide(given) for name, given in kws.items()}
        return super().get_call_template([_wide(given) for given in args], wide)


def _wide(given: Any) -> Any:
    plain = types.unliteral(given)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain
