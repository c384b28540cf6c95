"""What the potential sees: armies, sieges, hunger, supply, nations hard pressed, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from legation.envs.pax_baltica.record import COALITION_TRIUMPH, SCORED, SWEDISH_TRIUMPH
from legation.tests.pax_baltica.positions import (
    BY_SCENARIO,
    COALITION,
    NARVA,
    SWEDEN,
    act_position,
    block,
    derive,
    mark,
    place,
    territory,
)

Change = Callable[[Any], None]


def potential(state: Any) -> float:
    """Of Sweden; the Coalition's is its opposite."""
    out = np.zeros(2)
    NARVA.kernels.potential(state, out)
    assert out[COALITION] == -out[SWEDEN]
    return float(out[SWEDEN])


def cubes(name: str, count: int, colour: int) -> Change:
    def change(state: Any) -> None:
        state.siege_cubes[territory(name)] = count
        state.siege_colour[territory(name)] = colour

    return change


def put(name: str, where: str, steps: int) -> Change:
    return lambda state: place(state, name, where, steps)


def steps(name: str, count: int) -> Change:
    return lambda state: state.steps.__setitem__(block(name), count)


def base(track: int, level: int) -> Change:
    return lambda state: state.base_rp.__setitem__(track, level)


@pytest.mark.parametrize("scenario", ["narva_1700", "poltava_1708"])
def test_the_beginning_of_a_short_war_is_nearly_even(scenario: str) -> None:
    state = BY_SCENARIO[scenario].new_state(3)
    assert abs(potential(state)) < 0.5


def test_in_the_long_war_sweden_begins_ahead_of_what_it_has_to_keep() -> None:
    state = BY_SCENARIO["campaign_1700"].new_state(3)
    assert state.vp > state.par
    assert 0.5 < potential(state) < 1.0


@pytest.mark.parametrize(
    ("change", "sign"),
    [
        (steps("se_livgarde", 1), -1),
        (steps("ru_preobr", 1), +1),
        (cubes("livland", 1, 2), -1),
        (cubes("sjaelland", 1, 0), +1),
        (cubes("trakai", 1, 0), +1),
        # Russian steps before Kexholm are on the way to a siege.
        (put("ru_foot1", "kexholm", 3), -1),
        # Danes where there is nothing to eat.
        (put("dk_foot", "schlesien", 3), +1),
        # Denmark near its armistice.
        (base(3, 4), +1),
        (lambda state: mark(state, "estland", "green"), -1),
    ],
)  # fmt: skip
def test_what_is_better_counts_more(change: Change, sign: int) -> None:
    before = act_position(NARVA)
    after = act_position(NARVA)
    change(after)
    derive(after)
    assert np.sign(potential(after) - potential(before)) == sign


def test_what_is_not_yet_scored_counts_less_the_nearer_the_end() -> None:
    gains = []
    for year, season in ((1700, 0), (1701, 3), (1702, 3)):
        plain, besieged = act_position(NARVA), act_position(NARVA)
        for state in (plain, besieged):
            state.year, state.season = year, season
        cubes("sjaelland", 2, 0)(besieged)
        gains.append(potential(besieged) - potential(plain))
    assert gains[0] > gains[1] > gains[2] > 0


def test_at_the_end_it_is_the_score() -> None:
    state = act_position(NARVA)
    state.over, state.outcome = 1, SCORED
    cubes("sjaelland", 2, 0)(state)
    state.vp = state.par - 6
    assert potential(state) == -6 / 24
    # Without the bounds of the running score: who is far behind can still do better or worse.
    state.vp = state.par - 60
    assert potential(state) == -60 / 24
    state.outcome = SWEDISH_TRIUMPH
    assert potential(state) == 1.0
    state.outcome, state.vp = COALITION_TRIUMPH, state.par
    assert potential(state) == -1.0
