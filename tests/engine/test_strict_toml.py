"""Strict TOML: what is missing, wrong or too much is named with its file and key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from legation.envs.engine import LegationError
from legation.envs.engine.strict_toml import Table, parse_toml, read_toml


def table(**values: Any) -> Table:
    return Table("f.toml", "a.", values)


def test_values_are_taken_once() -> None:
    t = table(
        name_en="x", name_ru="х", n=3, on=True, pick="b", some=[1, 2], words=["a"], t={"k": 1}
    )
    assert t.words("name") == ("x", "х")
    assert (t.whole("n", 0, 3), t.flag("on"), t.choice("pick", ("a", "b"))) == (3, True, "b")
    assert (t.wholes("some", 2, 0, 2), t.texts("words", 1)) == ((1, 2), ("a",))
    assert t.table("t").whole("k", 1, 1) == 1
    assert t.whole("absent", 0, 1, 1) == 1
    t.done()


@pytest.mark.parametrize(
    ("values", "ask", "words"),
    [
        ({}, lambda t: t.text("k"), "f.toml: a.k is missing; it must be a text"),
        ({"atention": 2}, lambda t: t.whole("attention", 0, 9), "there is a.atention, is that"),
        ({"k_en": "x\u202e", "k_ru": "x"}, lambda t: t.names("k", 9), "k_en is .*can be seen"),
        ({"k_en": "x", "k_ru": "x" * 10}, lambda t: t.names("k", 9), "k_ru is .*1..9 characters"),
        ({"k": " "}, lambda t: t.text("k"), "a.k is ' '"),
        ({"k": True}, lambda t: t.whole("k", 0, 1), "k is True; it must be a whole number in 0..1"),
        ({"k": 1}, lambda t: t.flag("k", False), "k is 1; it must be true or false"),
        ({"k": 2}, lambda t: t.whole("k", 0, 1, 0), "k is 2"),
        ({"k": "c"}, lambda t: t.choice("k", ("a", "b")), "one of: a, b"),
        ({"k": [1]}, lambda t: t.wholes("k", 2, 0, 1), "a list of 2 whole numbers in 0..1"),
        ({"k": 1}, lambda t: t.table("k"), r"a table \[k\]"),
        ({"k": [1]}, lambda t: t.tables("k"), r"a list of tables \[\[k\]\]"),
        ({"kay": 1}, lambda t: ("key" in t, t.done()), "Did you mean 'a.key'"),
    ],
)
def test_errors_say_what_is_wrong(values: dict[str, Any], ask: Any, words: str) -> None:
    with pytest.raises(LegationError, match=words):
        ask(table(**values))


def test_files_that_are_no_toml(tmp_path: Path) -> None:
    with pytest.raises(LegationError, match=r"no\.toml: can't be read"):
        read_toml(tmp_path / "no.toml")
    for raw, words in ((b"\xff", "not UTF-8"), (b"a = ", "not valid TOML")):
        with pytest.raises(LegationError, match=words):
            parse_toml("f.toml", raw)
    (tmp_path / "f.toml").write_text("a = 1", encoding="utf-8")
    assert read_toml(tmp_path / "f.toml").whole("a", 1, 1) == 1
