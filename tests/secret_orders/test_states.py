"""Determinizations fit what a seat sees; invariants find planted faults."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.secret_orders.tables import ORDER
from legation.tests.secret_orders.positions import LEARN, base, order, put

GAMES = ("duel", "trio", "concert", "moderated", "open_table")


@pytest.mark.parametrize("scenario", GAMES)
def test_a_state_fitted_to_a_view_gives_the_same_view(scenario: str) -> None:
    game = load_game("secret_orders", scenario=scenario)
    assert game.determinize is not None
    assert game.invariants is not None
    rng = np.random.default_rng(5)
    state, number = game.new_state(9), 0
    while not state.over:
        number += 1
        if number % 29 == 0:
            assert game.invariants(state) == []
            for viewer in range(game.seats):
                seen = game.observe(state, viewer)
                fitted = game.determinize(seen, rng)
                assert game.invariants(fitted) == []
                assert game.observe(fitted, viewer).to_bytes() == seen.to_bytes()
        legal = np.flatnonzero(game.legal_action_mask(state))
        game.apply(state, int(rng.choice(legal)))
    for viewer in range(game.seats):
        seen = game.observe(state, viewer)
        assert game.observe(game.determinize(seen, rng), viewer).to_bytes() == seen.to_bytes()


def test_fitted_states_differ_in_what_is_not_known() -> None:
    game = load_game("secret_orders")
    assert game.determinize is not None
    rng = np.random.default_rng(1)
    seen = game.observe(game.new_state(4), 2)
    fitted = [game.determinize(seen, rng) for _ in range(40)]
    assert len({tuple(s.goal.tolist()) for s in fitted}) > 10
    assert {int(s.actor) for s in fitted} == {0, 1}
    alive = {tuple(s.alive[order(2, 3) : order(2, 6)].tolist()) for s in fitted}
    assert len(alive) > 2


def test_a_known_unit_gets_a_controller_that_could_hold_it() -> None:
    game = base()
    assert game.determinize is not None
    s = game.new_state()
    units = [put(s, i, 0, ORDER, i - 1, 2) for i in (1, 2, 3)]
    for u in units:
        LEARN(s, 0, u)
    s.ctrl_known[0, units[0]] = 1
    rng = np.random.default_rng(1)
    fitted = [game.determinize(game.observe(s, 0), rng) for _ in range(20)]
    holders = {tuple(int(f.ctrl[u]) for u in units) for f in fitted}
    assert holders == {(1, 2, 3), (1, 3, 2)}


FAULTS: dict[str, tuple[str, Any, int]] = {
    "it is run by": ("runs", (1, 4), 1),
    "does not know it": ("known", (0, 4), 0),
    "knows who runs a unit": ("ctrl_known", (0, 7), 1),
    "a country is not known": ("known", (0, 2), 0),
    "alive is 0": ("alive", 5, 0),
    "an empty slot holds": ("mast", (7, 1), 2),
    "its category is": ("category", 6, 3),
    "do not fit into 100": ("party", (0, 0), 95),
    "the area is": ("area", 0, 150),
    "no multiple of 5": ("tax", 0, 17),
    "its own overlord": ("overlord", 2, 2),
    "its own goal": ("goal_known", (1, 1), 0),
    "is to act": ("enters", 1, 1),
    "has ended": ("ended", 2, 1),
    "do not add up": ("load", (4, 0), 1),
    "entered": ("count", 0, 2),
    "report of seat 0": ("log_count", 0, 3),
}


@pytest.mark.parametrize("words", FAULTS)
def test_invariants_find_planted_faults(words: str) -> None:
    game = base()
    assert game.invariants is not None
    state = game.new_state()
    assert game.invariants(state) == []
    field, place, value = FAULTS[words]
    entries = np.array(state[field])
    entries[place] = value
    state[field] = entries
    if field == "enters":
        state["actor"] = 0
    assert any(words in fault for fault in game.invariants(state))
