"""Options of every kind: what is given, as it is written, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from legation.envs.engine import (
    LegationError,
    ListOption,
    Option,
    TextOption,
    WholeOption,
    choose_options,
    implied_by,
    option_text,
    usual_options,
)
from legation.envs.engine.schema import Text

X = Text("x", "х")


def read(text: str) -> str:
    if text.startswith("file:"):
        return text.removeprefix("file:")
    if text not in ("small", "large"):
        raise LegationError(f"no scenario {text!r}")
    return text


def most_of(value: Any) -> dict[str, Any]:
    return {"most": 9 if value == "large" else 3}


OPTIONS = (
    TextOption("map", "small", X, "small or large", read, most_of),
    Option("fog", (False, True), X),
    Option("rule", ("plain", "old"), X),
    WholeOption("most", 1, 9, 5, X),
    ListOption("marks", 0, 10, (1, 2, 3), X),
    ListOption("weights", 0.0, 1.0, (0.5, 0.5), X, whole=False, total=1.0),
)  # fmt: skip


def choose(**given: Any) -> dict[str, Any]:
    return dict(choose_options(OPTIONS, given, "toy"))


def test_defaults_and_what_another_value_implies() -> None:
    assert choose() == {
        "map": "small", "fog": False, "rule": "plain", "most": 3, "marks": (1, 2, 3),
        "weights": (0.5, 0.5),
    }  # fmt: skip
    assert choose(map="large")["most"] == 9
    assert choose(map="large", most=2)["most"] == 2  # what is named goes first
    assert choose(map="file:large")["map"] == "large"  # what the file says, not where it is


def test_what_is_usual_with_a_text_and_what_follows_from_it() -> None:
    assert usual_options(OPTIONS) == choose()
    assert usual_options(OPTIONS, choose(map="large", most=2, fog=True)) == choose(map="large")
    assert implied_by(OPTIONS) == {"most": "map"}


def test_chosen_options_choose_themselves() -> None:
    """So records, pickles and workers build the same game."""
    chosen = choose(map="file:large", marks=[3, 2, 1], weights=[1, 0])
    assert chosen["weights"] == (1.0, 0.0)
    assert choose(**chosen) == chosen
    listed = {k: list(v) if isinstance(v, tuple) else v for k, v in chosen.items()}
    assert choose(**listed) == chosen


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_a_value_is_read_as_it_is_written(option: Any) -> None:
    assert option.check(option.parse(option_text(option.default))) == option.default
    assert option.valid


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("fag", True, "Did you mean 'fog'"),
        ("fog", "maybe", "value of option 'fog'"),
        ("fog", 1, r"value of option 'fog': 1 in toy; valid: false, true"),
        ("fog", [True], "value of option 'fog'"),
        ("rule", {"plain": 1}, "value of option 'rule'"),
        ("rule", "new", r"'new' in toy; valid: plain, old"),
        ("map", "huge", "no scenario 'huge'"),
        ("map", 3, "'map': 3 in toy; valid: small or large"),
        ("most", 10, r"'most': 10 in toy; valid: a whole number in 1\.\.9"),
        ("most", True, "'most': True"),
        ("most", 3.0, "'most': 3.0"),
        ("most", "3", "'most': '3'"),
        ("marks", (1, 2), "3 whole numbers in 0..10, such as 1,2,3"),
        ("marks", (1, 2, 11), "'marks'"),
        ("marks", (1, 2, 3.0), "'marks'"),
        ("marks", (1, 2, True), "'marks'"),
        ("marks", 7, "'marks': 7"),
        ("weights", (0.5, 0.6), "that add up to 1"),
        ("weights", (float("nan"), 0.5), "'weights'"),
    ],
)
def test_what_is_wrong_is_said(key: str, value: Any, words: str) -> None:
    with pytest.raises(LegationError, match=words):
        choose(**{key: value})


def test_words_are_for_all_values_or_none() -> None:
    assert Option("rule", ("plain", "old"), X, (X, X)).words == (X, X)
    with pytest.raises(LegationError, match="'rule' has 2 values and words for 1"):
        Option("rule", ("plain", "old"), X, (X,))
