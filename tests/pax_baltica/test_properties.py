"""Properties of every position that play can reach, and the engine's conformance suite."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.envs.engine.checks import position, run_checks
from legation.envs.pax_baltica.constants import COLOURS, CUBES, MAX_STEPS, POOL, TERRITORIES
from legation.envs.pax_baltica.invariants import (
    invariants,
    naive_counts,
    naive_owner,
    naive_rp,
)
from legation.envs.pax_baltica.record import PLACE
from legation.tests.pax_baltica.positions import BY_SCENARIO, CAMPAIGN, NARVA, act_position, mark

SLOW = bool(numba.config.DISABLE_JIT)
SCENARIOS = sorted(BY_SCENARIO)


def walk(game: Any, seed: int, decisions: int) -> Any:
    """The position after so many random decisions, or the end."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    for _ in range(decisions):
        if state.over:
            break
        mask = game.legal_action_mask(state)
        assert mask.any()
        game.apply(state, int(rng.choice(np.flatnonzero(mask))))
    return state


@settings(max_examples=10 if SLOW else 60, deadline=None)
@given(st.sampled_from(SCENARIOS), st.integers(0, 10_000), st.integers(0, 300))
def test_what_holds_in_every_position(scenario: str, seed: int, decisions: int) -> None:
    game = BY_SCENARIO[scenario]
    state = walk(game, seed, decisions)
    # At least one legal action, while it goes on.
    assert state.over or game.legal_action_mask(state).any()
    # Cubes are never more than there are.
    marker, colour = np.asarray(state.marker), np.asarray(state.siege_colour)
    for c in range(COLOURS):
        used = (marker == c).sum() + np.asarray(state.siege_cubes)[colour == c].sum()
        assert used <= CUBES[c]
    # Steps within limits, every block in one place.
    steps, place = np.asarray(state.steps), np.asarray(state.place)
    assert (steps <= MAX_STEPS).all()
    assert ((steps == 0) == (place == POOL)).all()
    land, fleets, pool = naive_counts(state)
    assert land.sum() + fleets.sum() + pool.sum() == len(MAX_STEPS)
    assert np.array_equal(land, state.land_count)
    assert np.array_equal(fleets, state.fleet_count)
    # Control follows from the markers, RP levels from the map.
    assert [naive_owner(state, t) for t in range(TERRITORIES)] == state.owner.tolist()
    assert [naive_rp(state, n) for n in range(len(state.rp))] == state.rp.tolist()
    # Promised bounds.
    assert state.decisions <= game.max_decisions
    assert invariants(state) == []


@settings(max_examples=5 if SLOW else 30, deadline=None)
@given(st.sampled_from(SCENARIOS), st.integers(0, 10_000), st.integers(0, 250))
def test_a_state_fitted_to_a_view_gives_the_same_view(
    scenario: str, seed: int, decisions: int
) -> None:
    game = BY_SCENARIO[scenario]
    state = walk(game, seed, decisions)
    rng = np.random.default_rng(seed)
    for viewer in range(3):
        seen = game.observe(state, viewer)
        fitted = game.determinize(seen, rng)
        assert game.observe(fitted, viewer).to_bytes() == seen.to_bytes()
        assert invariants(fitted) == []


def test_clause_4_4_a_block_that_is_placed_cuts_communications_at_once() -> None:
    # A long game at random: Poles are raised in Polish land that Turkish chains lead through.
    _, actions = position(CAMPAIGN, seed=5, episode=0, decision=800)
    state = CAMPAIGN.new_state(5, 0)
    placed = 0
    for action in actions:
        before, cut = int(state.phase), np.array(state.supplied)
        CAMPAIGN.apply(state, action)
        if before == PLACE:
            assert invariants(state) == []
            placed += not np.array_equal(cut, state.supplied)
    assert placed > 0


@pytest.mark.parametrize("scenario", ["narva_1700", "poltava_1708"])
def test_the_game_conforms(scenario: str) -> None:
    game = BY_SCENARIO[scenario]
    positions, samples = (80, 4) if SLOW else (3000, 25)
    report = run_checks(game, positions, samples=samples, episodes=1 if SLOW else 3)
    assert report.faults == []


def test_invariants_find_planted_faults() -> None:
    faults = {
        "has 5 steps": ("steps", (1,), 5),
        "is at sea": ("place", (1,), 61),
        "land_count differs": ("land_count", (3, 1), 2),
        "who knows which block": ("known", (1, 0), 1),
        "by its marker": ("owner", (0,), 1),
        "the RP levels": ("rp", (0,), 3),
        "siege cubes without colour": ("siege_cubes", (0,), 1),
        "has not surrendered": ("siege_cubes", (1,), 4),
        "group is picked": ("picked", (0,), 1),
        "points are left": ("bank", (0, 0), 9),
        "crossed a border": ("border_used", (0, 0), 7),
        "sea ways are out of date": ("sea_open", (0, 0, 4), 1),
        "communications": ("supplied", (0, 0), 0),
        "the turn is that of": ("turn", (), 1),
    }
    for words, (field, where, value) in faults.items():
        state = act_position(NARVA)
        assert invariants(state) == []
        entries = np.array(state[field])
        entries[where] = value
        state[field] = entries
        assert any(words in fault for fault in invariants(state)), words


def test_too_many_cubes_are_found() -> None:
    state = act_position(NARVA)
    for name in ("skane", "smaland", "abo", "nyland", "karelen", "kexholm"):
        mark(state, name, "red")
    assert any("6 cubes" in fault for fault in invariants(state))
