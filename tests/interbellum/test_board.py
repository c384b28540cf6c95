"""The board: every region on the map, secrets for who knows them, words in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.engine import LANGUAGES, Game, State
from legation.envs.engine.board import Board
from legation.envs.interbellum.components import POOL_SIZE, POWERS, SCENARIOS
from legation.envs.interbellum.fields import FIRST_PLACE, PROTECTORATE, RESERVE
from legation.play.boards.shapes import read_map


def states(game: Game, decisions: int = 260) -> Iterator[State]:
    rng = np.random.default_rng(2)
    state = game.new_state(5)
    for _ in range(decisions):
        if state.over:
            return
        yield state
        game.apply(state, int(rng.choice(np.flatnonzero(game.legal_action_mask(state)))))


def seen_by(game: Game, state: State, viewer: int, language: str = "en") -> Board:
    assert game.board is not None
    return game.board(game.observe(state, viewer), language)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_region_and_every_power_is_on_the_map(scenario: str) -> None:
    game = load_game("interbellum", scenario=scenario)
    board = seen_by(game, game.new_state(0), 0)
    assert board.map is not None
    shapes = read_map(board.map).shapes
    assert {f"place-{place.item}" for place in board.places} <= set(shapes)
    assert {f"home-{seat.item}" for seat in board.seats} <= set(shapes)


def test_places_and_pieces_are_named_as_actions_name_them() -> None:
    game = load_game("interbellum")
    named = {
        (parameter.axis.name, item)
        for family in game.actions.families
        for parameter in family.parameters
        if parameter.axis is not None
        for item in parameter.axis.item_ids
    }
    board = seen_by(game, game.new_state(0), 0)
    shown = {(place.axis, place.item) for place in board.places}
    shown |= {(board.seats_axis, seat.item) for seat in board.seats}
    shown |= {(token.axis, token.item) for tray in board.trays for token in tray.tokens}
    assert shown <= named


def test_the_figures_are_those_of_the_record() -> None:
    game = load_game("interbellum")
    for state in list(states(game))[::20]:
        board = seen_by(game, state, game.spectator)
        for r, place in enumerate(board.places):
            assert [bar.amount for bar in place.bars] == state.inf[r].tolist()
            assert place.numbers[0].value == state.sig[r]
            controlling = np.flatnonzero(state.level[r] >= PROTECTORATE)
            assert place.holder == (int(controlling[0]) if len(controlling) else None)
            assert bool(place.state) == (place.holder is not None)


def test_what_was_sent_in_secret_is_shown_to_who_sent_it_alone() -> None:
    game = load_game("interbellum")
    found = 0
    for state in states(game):
        secret = [
            (p, slot)
            for p in range(POWERS)
            for slot in range(POOL_SIZE)
            if state.place[p, slot] >= FIRST_PLACE and not state.deployed[p, slot]
        ]
        if not secret:
            continue
        found += 1
        for viewer in (*range(POWERS), game.spectator):
            board = seen_by(game, state, viewer)
            shown = sum(t.text.startswith("(") for place in board.places for t in place.tokens)
            assert shown == sum(p == viewer for p, _ in secret)
        if found == 5:
            break
    assert found


def test_a_seat_sees_its_own_reserve_and_a_spectator_none() -> None:
    game = load_game("interbellum")
    for state in list(states(game))[::25]:
        assert seen_by(game, state, game.spectator).trays == ()
        for seat in range(POWERS):
            held = [
                token
                for tray in seen_by(game, state, seat).trays
                if tray.title == "In reserve"
                for token in tray.tokens
            ]
            assert len(held) == int((state.place[seat] == RESERVE).sum())
            assert {token.seat for token in held} <= {seat}


def test_the_game_master_sees_every_reserve() -> None:
    game = load_game("interbellum", gm="seat")
    state = game.new_state(1)
    for _ in range(40):
        legal = np.flatnonzero(game.legal_action_mask(state))
        game.apply(state, int(legal[-1]))
    board = seen_by(game, state, POWERS)
    assert len(board.seats) == POWERS
    assert len(board.trays) == sum(bool((state.place[p] == RESERVE).any()) for p in range(POWERS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_in_the_language(language: str) -> None:
    game = load_game("interbellum")
    *_, state = states(game, 150)
    board = seen_by(game, state, 0, language)
    words = [board.title, board.places_title, board.bars_title, *board.facts, board.mark_title]
    words += [place.title for place in board.places]
    words += [token.title for place in board.places for token in place.tokens]
    for text in words:
        cyrillic = any("\u0400" <= letter <= "\u04ff" for letter in text)
        assert cyrillic == (language == "ru"), text
