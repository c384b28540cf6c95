"""Turned numbering: another seat in the same plight reads the same features and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.engine import Axis, Game, Index, LegationError, Text, turning
from legation.tests.engine.test_runs import any_states

SCENARIOS = {"tuned": 4, "trio": 3, "moderated": 4}


def tables(game: Game) -> Any:
    axes = (game.schema.seats, *game.schema.axes)
    return turning(axes, game.actions, game.encoder.names, game.seats)


def moved_up(game: Game, state: Any, seats: int) -> Any:
    """The same position with everything moved to the place of the next seat."""
    moved = state.copy()
    for item in game.schema.fields:
        if item.name in ("rng", "actor", "over"):
            continue
        value = np.asarray(state[item.name]).copy()
        if isinstance(item.kind, Index):
            turned = game.schema.axis(item.kind.axis).turned
            if turned is not None:
                value = np.where(value >= 0, np.array(turned)[value], value)
        for place, name in enumerate(item.axes):
            axis = game.schema.axis(name)
            ring = axis.turned
            if name == "seat":  # a game master's place is behind those that turn
                ring = (*range(1, seats), 0, *range(seats, len(axis)))
            if ring is not None:
                put = np.empty_like(value)
                np.moveaxis(put, place, 0)[list(ring)] = np.moveaxis(value, place, 0)
                value = put
        moved[item.name] = value
    return moved


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_next_seat_reads_in_its_place_what_this_one_reads_here(scenario: str) -> None:
    game, seats = load_game("secret_orders", scenario=scenario), SCENARIOS[scenario]
    found = tables(game)
    for state in any_states(game, 4):
        for seat in range(seats):
            here = game.observe_many([game.observe(state, seat)]).encoded[0]
            moved = moved_up(game, state, seats)
            there = game.observe_many([game.observe(moved, (seat + 1) % seats)]).encoded[0]
            turned_here = here[found.features[seat]][game.seats :]
            turned_there = there[found.features[(seat + 1) % seats]][game.seats :]
            np.testing.assert_array_equal(turned_here, turned_there)
            assert turned_here.any()


def test_actions_turn_with_their_parameters() -> None:
    game = load_game("secret_orders")
    found = tables(game)
    for first, third in (
        ({"unit": "veldria_order1"}, {"unit": "sulmar_order1"}),
        ({"unit": "ostryn_leader2"}, {"unit": "karhold_leader2"}),
    ):
        for family in ("unit", "target_unit"):
            action = game.actions.index(family, **first)
            assert found.actions[2][action] == game.actions.index(family, **third)
    action = game.actions.index("found", country="karhold", what="leader")
    assert found.actions[3][action] == game.actions.index("found", country="veldria", what="leader")
    end = game.actions.index("end")
    assert (found.actions[:, end] == end).all()
    for table in (*found.features, *found.actions):
        assert sorted(table) == list(range(len(table)))


def test_seats_that_are_not_alike_are_not_turned() -> None:
    with pytest.raises(LegationError, match="not alike"):
        tables(load_game("interbellum"))


def test_a_turn_names_each_item_once() -> None:
    words = (Text("a", "а"), Text("b", "б"))
    with pytest.raises(LegationError, match="each of its items once"):
        Axis("place", ("a", "b"), words, turned=(0, 0))
