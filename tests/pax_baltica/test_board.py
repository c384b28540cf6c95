"""The board: every place on the map, blocks for who knows them, words in both languages."""

from __future__ import annotations

import numpy as np
import pytest

from legation.envs.engine import LANGUAGES
from legation.envs.engine.board import Board
from legation.envs.pax_baltica.constants import BLOCK_SIDE, LOCATIONS, SEA0
from legation.envs.pax_baltica.reading import COORDINATES_FILE, PLACES
from legation.play.boards import board_svg
from legation.play.boards.shapes import read_map
from legation.tests.pax_baltica.positions import (
    COALITION,
    NARVA,
    SWEDEN,
    act_position,
    block,
    location,
    mark,
    take,
)


def seen_by(state: object, viewer: int, language: str = "en") -> Board:
    assert NARVA.board is not None
    return NARVA.board(NARVA.observe(state, viewer), language)


def test_every_place_is_on_the_map_and_named_as_actions_name_it() -> None:
    board = seen_by(NARVA.new_state(), SWEDEN)
    assert board.map is not None
    shapes = read_map(board.map).shapes
    assert {f"place-{place.item}" for place in board.places} == set(shapes) & {
        f"place-{item}" for item in NARVA.schema.axis("location").item_ids
    }
    named = {
        (parameter.axis.name, item)
        for family in NARVA.actions.families
        for parameter in family.parameters
        if parameter.axis is not None
        for item in parameter.axis.item_ids
    }
    tokens = [t for place in board.places for t in place.tokens]
    tokens += [t for tray in board.trays for t in tray.tokens]
    assert {(t.axis, t.item) for t in tokens if t.axis} <= named
    assert {(p.axis, p.item) for p in board.places} <= named


def test_networks_read_places_where_the_map_has_them() -> None:
    ground = read_map("baltic_1700")
    for item, (west, north) in zip(
        NARVA.schema.axis("location").item_ids, PLACES.rows, strict=True
    ):
        point = ground.shapes[f"place-{item}"].point
        assert point is not None
        assert round(1000 * point[0] / ground.width) == round(1000 * west), COORDINATES_FILE
        assert round(1000 * point[1] / ground.height) == round(1000 * north), COORDINATES_FILE


@pytest.mark.parametrize("viewer", [SWEDEN, COALITION, 2])
def test_blocks_are_pieces_for_who_knows_them_and_counted_for_others(viewer: int) -> None:
    state = act_position(NARVA, SWEDEN, (2, 2))
    take(NARVA, state, "scout", "velikaya")
    board = seen_by(state, viewer)
    assert len(board.places) == LOCATIONS
    for x, place in enumerate(board.places):
        for side in range(2):
            there = int(state.fleet_total[side, x])
            there += int(state.land_total[side, x]) if x < SEA0 else 0
            pieces = [t for t in place.tokens if t.seat == side]
            assert (place.bars[side].amount or 0) + len(pieces) == there
            if side == viewer:
                assert len(pieces) == there
    velikaya = board.places[location("velikaya")]
    known = {t.item for t in velikaya.tokens if t.seat == COALITION}
    assert ("ru_semen" in known) == (BLOCK_SIDE[block("ru_semen")] == viewer or viewer == SWEDEN)


def test_the_colours_of_unseen_blocks_are_told() -> None:
    """They are public: a spectator sees blank faces, each in its colour."""
    state = act_position(NARVA, SWEDEN)
    board = seen_by(state, NARVA.spectator)
    for x, place in enumerate(board.places):
        told = sum(int(t.text.rpartition(" ")[2]) for t in place.tokens if t.seat is None)
        assert told == sum(bar.amount or 0 for bar in place.bars), x
    assert any("green" in token.text for token in board.places[location("novgorod")].tokens)


def test_a_side_reads_what_it_may_still_build() -> None:
    state = NARVA.new_state()
    state.bank[SWEDEN, 0] = 7
    own, other = seen_by(state, SWEDEN), seen_by(state, COALITION)
    assert any("7" in fact and "Replacement" in fact for fact in own.facts)
    assert not any("Replacement" in fact for fact in other.facts)
    assert not any(fact.startswith(" ") for fact in own.facts)


def test_control_sieges_and_garrisons() -> None:
    state = act_position(NARVA, SWEDEN)
    mark(state, "ingermanland", "green")
    place = seen_by(state, SWEDEN).places[location("ingermanland")]
    assert place.firm
    assert place.tokens[0].text.endswith("green")
    assert (place.tokens[0].axis, place.tokens[0].item) == ("territory", "ingermanland")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_drawn(language: str) -> None:
    state = NARVA.new_state(3)
    seen = NARVA.observe(state, int(state.actor))
    legal = np.flatnonzero(seen.legal_action_mask).tolist()
    picture = board_svg(NARVA, seen, legal, language)
    assert picture is not None
    assert picture.count("<svg") == 2
    assert "choosable" in picture
