"""Numbers, names and labels of actions."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from legation.envs.engine import (
    KNOWN_BY,
    PUBLIC,
    ActionSpace,
    Family,
    LegationError,
    Parameter,
    Text,
)
from legation.tests.toys.whisper import ACTIONS, SCHEMA

X = Text("x", "х")


def test_families_are_numbered_one_after_the_other_and_the_last_parameter_runs_fastest() -> None:
    assert ACTIONS.offsets == {"stash": 0, "lay": 1, "whisper": 7, "pass": 10}
    assert ACTIONS.size == 11
    assert ACTIONS.index("lay", place="hill", colour="green") == 2
    assert ACTIONS.index("lay", place="lake", colour="red") == 4
    assert ACTIONS.index("lay", place=1, colour=0) == 4


def test_numbers_and_names_convert_into_each_other() -> None:
    for number in range(ACTIONS.size):
        named = ACTIONS.describe(np.int64(number))
        assert ACTIONS.index(named.family, **named.parameters) == number == named.index


def test_a_range_of_numbers_as_a_parameter() -> None:
    space = ActionSpace((Family("pay", X, PUBLIC, (Parameter("amount", low=2, high=5),)),))
    assert space.size == 4
    assert space.index("pay", amount=2) == 0
    assert space.describe(3).parameters == {"amount": 5}
    with pytest.raises(LegationError, match=re.escape("'amount' is 6; valid: 2..5")):
        space.index("pay", amount=6)


def test_labels() -> None:
    assert ACTIONS.label(2) == "lay green at hill"
    assert ACTIONS.label(2, "ru") == "положить green: hill"
    assert ACTIONS.label(2, redacted=True) == "lay ? at hill"
    with pytest.raises(LegationError, match="unknown language 'de'; valid: en, ru"):
        ACTIONS.label(2, "de")


@pytest.mark.parametrize("action", [-1, 11, True, 1.0, "1", None, np.bool_(True)])
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(LegationError, match=r"0\.\.10"):
        ACTIONS.describe(action)


@pytest.mark.parametrize(
    ("family", "parameters", "message"),
    [
        ("whispr", {"to": "bob"}, "Did you mean 'whisper'"),
        ("whisper", {"to": "bop"}, "Did you mean 'bob'"),
        ("whisper", {"to": 3}, r"'to' is 3; valid: 0\.\.2"),
        ("whisper", {"to": True}, "'to' is True"),
        ("whisper", {"too": "bob"}, r"takes the parameters \(to\); given: \(too\)"),
        ("whisper", {}, r"takes the parameters \(to\)"),
    ],
)
def test_wrong_names_are_refused(family: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(LegationError, match=message):
        ACTIONS.index(family, **parameters)


def test_a_family_must_say_who_sees_it() -> None:
    with pytest.raises(LegationError, match="does not say who sees it"):
        ActionSpace((Family("f", X, None),))  # type: ignore[arg-type]


def test_a_family_is_declared_once() -> None:
    with pytest.raises(LegationError, match="declared twice"):
        ActionSpace((Family("f", X, PUBLIC), Family("f", X, PUBLIC)))


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(LegationError, match="'amount' has no values"):
        Parameter("amount", low=3, high=2)


@pytest.mark.parametrize("mask", ["card", "knows", "with_die"])
def test_the_mask_of_a_family_is_over_seats_alone(mask: str) -> None:
    space = ActionSpace((Family("f", X, KNOWN_BY(mask)),))
    with pytest.raises(LegationError, match="'f': the mask"):
        space.check_masks(SCHEMA)
