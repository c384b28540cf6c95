"""Rules as plain Python, with some of their functions replaced: `draw` by a script, for example."""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any

Function = Callable[..., Any]


class PlainRules:
    """Plain copies of rules, and of all rules that they call.

    Args:
        replacements: what stands for a function, by the function: `{draw: scripted}`.
    """

    def __init__(self, replacements: dict[Function, Function]) -> None:
        self._replacements = replacements
        self._copies: dict[int, FunctionType] = {}

    def __call__(self, function: Any) -> Any:
        """The copy of a rule; the same one each time."""
        for original, instead in self._replacements.items():
            if function is original:
                return instead
        plain = getattr(function, "py_func", function)
        if not isinstance(plain, FunctionType):
            return function
        if id(plain) in self._copies:
            return self._copies[id(plain)]
        names = dict(plain.__globals__)
        closure = tuple(CellType(c.cell_contents) for c in plain.__closure__ or ())
        copied = FunctionType(
            plain.__code__, names, plain.__name__, plain.__defaults__, closure or None
        )
        copied.__kwdefaults__ = plain.__kwdefaults__
        self._copies[id(plain)] = copied
        for name in plain.__code__.co_names:
            value = names.get(name)
            if callable(value) and not isinstance(value, type | ModuleType):
                names[name] = self(value)
        for cell in closure:
            if callable(cell.cell_contents) and not isinstance(cell.cell_contents, type):
                cell.cell_contents = self(cell.cell_contents)
        return copied
