"""The board: every place on the map, blocks for who knows them, words in both languages."""

from __future__ import annotations

import numpy as np
import pytest

from legation.envs.engine import LANGUAGES
from legation.envs.engine.board import Board
from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_IDS,
    BLOCK_SIDE,
    BLOCKS,
    COLOUR_IDS,
    COLOUR_SIDE,
    COLOURS,
    IS_FLEET,
    LOCATIONS,
    SEA0,
)
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
            pieces = [t for t in place.tokens if t.seat == side and not t.unseen]
            assert (place.bars[side].amount or 0) + len(pieces) == there
            if side == viewer:
                assert len(pieces) == there
    velikaya = board.places[location("velikaya")]
    known = {t.item for t in velikaya.tokens if t.seat == COALITION and not t.unseen}
    assert ("ru_semen" in known) == (BLOCK_SIDE[block("ru_semen")] == viewer or viewer == SWEDEN)


@pytest.mark.parametrize("viewer", [SWEDEN, COALITION, 2])
def test_the_colours_of_unseen_blocks_are_told_and_nothing_else(viewer: int) -> None:
    """6: number of blocks of each colour in each location, land blocks and fleets apart."""
    state = act_position(NARVA, SWEDEN, (2, 2))
    take(NARVA, state, "scout", "velikaya")
    board = seen_by(state, viewer)
    assert [face.shade for face in board.faces] == list(COLOUR_IDS)
    for x, place in enumerate(board.places):
        known = {t.item for t in place.tokens if t.axis == "block"}
        for fleets, counts in ((0, state.land_count), (1, state.fleet_count)):
            if not fleets and x >= SEA0:
                continue
            for colour in range(COLOURS):
                hidden = int(counts[x, colour]) - sum(
                    BLOCK_IDS[b] in known
                    for b in np.flatnonzero((colour == BLOCK_COLOUR) & (fleets == IS_FLEET))
                )
                shown = [
                    t for t in place.tokens
                    if t.unseen and t.face == colour and ("⚓" in t.text) == bool(fleets)
                ]  # fmt: skip
                assert [t.unseen for t in shown] == [hidden] * (hidden > 0), (x, colour)
                assert all(t.seat == COLOUR_SIDE[colour] and not t.axis for t in shown)
        for side, bar in enumerate(place.bars):
            assert bar.amount == sum(t.unseen for t in place.tokens if t.seat == side)


def test_known_blocks_and_garrisons_bear_their_nations_colour() -> None:
    state = act_position(NARVA, SWEDEN)
    mark(state, "ingermanland", "green")
    board = seen_by(state, COALITION)
    for place in board.places:
        for token in place.tokens:
            if token.axis == "block":
                assert token.face == BLOCK_COLOUR[BLOCK_IDS.index(token.item)]
    (garrison,) = board.places[location("ingermanland")].tokens
    assert garrison.face == COLOUR_IDS.index("green")


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_have_letters_and_nations(language: str) -> None:
    faces = seen_by(NARVA.new_state(), NARVA.spectator, language).faces
    assert len({face.letters for face in faces}) == len(faces) == COLOURS
    told = ", ".join(face.note for face in faces)
    for nation in COMPONENTS.nations:
        if nation.id != "none":
            assert nation.name.in_language(language) in told


@pytest.mark.parametrize("viewer", [SWEDEN, COALITION, 2])
def test_blocks_of_one_colour_can_change_places_unseen(viewer: int) -> None:
    """6: the picture is the same whichever of its hidden blocks of a colour stands where, with
    whatever strength; and another when a colour that all may see is another."""
    state = act_position(NARVA, SWEDEN)
    before = [board_svg(NARVA, NARVA.observe(state, viewer), None, tongue) for tongue in LANGUAGES]
    other = state.copy()
    hidden = [
        b for b in range(BLOCKS)
        if BLOCK_SIDE[b] == (SWEDEN if viewer == COALITION else COALITION)
        and not IS_FLEET[b] and state.place[b] >= 0
        and BLOCK_COLOUR[b] == BLOCK_COLOUR[block("ru_pyotr" if viewer != COALITION else "se_karl")]
    ]  # fmt: skip
    places = np.asarray(state.place)[hidden]
    assert len(set(places.tolist())) > 1
    other.place[hidden] = places[::-1]
    other.steps[hidden] = 1
    after = [board_svg(NARVA, NARVA.observe(other, viewer), None, tongue) for tongue in LANGUAGES]
    assert after == before
    one = int(places[0])
    green, grey = COLOUR_IDS.index("green"), COLOUR_IDS.index("grey")
    if viewer != COALITION:
        other.land_count[one, green] -= 1
        other.land_count[one, grey] += 1
        assert board_svg(NARVA, NARVA.observe(other, viewer), None, "en") != before[0]


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
    state.siege_cubes[location("estland")] = 2
    state.siege_colour[location("estland")] = COLOUR_IDS.index("grey")
    assert "siege 2/3, grey" in seen_by(state, SWEDEN).places[location("estland")].state


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_drawn(language: str) -> None:
    state = NARVA.new_state(3)
    seen = NARVA.observe(state, int(state.actor))
    legal = np.flatnonzero(seen.legal_action_mask).tolist()
    picture = board_svg(NARVA, seen, legal, language)
    assert picture is not None
    assert picture.count("<svg") == 2
    assert "choosable" in picture
