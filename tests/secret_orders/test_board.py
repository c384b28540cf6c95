"""The picture of the societies: shares, and units as far as the viewer knows of them."""

from __future__ import annotations

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.engine import LANGUAGES
from legation.envs.engine.board import Board
from legation.envs.secret_orders.board import initials
from legation.envs.secret_orders.states import unit_places
from legation.play.boards import board_svg

GAME = load_game("secret_orders")
COUNTRIES = GAME.schema.axis("country").item_ids


def board_of(state: object, viewer: int, language: str = "en") -> Board:
    assert GAME.board is not None
    return GAME.board(GAME.observe(state, viewer), language)


def later(decisions: int, seed: int = 3) -> object:
    rng = np.random.default_rng(seed)
    state = GAME.new_state(seed)
    for _ in range(decisions):
        GAME.apply(state, int(rng.choice(GAME.legal_action_mask(state).nonzero()[0])))
    return state


def test_rows_hold_the_shares_of_parties_and_faiths() -> None:
    state = later(120)
    board = board_of(state, GAME.spectator)
    assert len(board.places) == 2 * len(COUNTRIES)
    for c in range(len(COUNTRIES)):
        parties, faiths = board.places[2 * c : 2 * c + 2]
        assert [bar.amount for bar in parties.bars] == state.party[c].tolist()  # type: ignore[attr-defined]
        assert [bar.amount for bar in faiths.bars] == state.faith[c].tolist()  # type: ignore[attr-defined]
        assert [bar.mark for bar in faiths.bars].count(True) <= 1


@pytest.mark.parametrize("viewer", range(GAME.seats + 1))
def test_units_are_there_as_far_as_the_viewer_knows_of_them(viewer: int) -> None:
    state = later(200)
    board = board_of(state, viewer)
    shown = {t.item: t for tray in board.trays for t in tray.tokens}
    ids = GAME.schema.axis("unit").item_ids
    for u, (kind, _, _, _) in enumerate(unit_places(len(COUNTRIES))):
        alive = bool(state.alive[u])  # type: ignore[attr-defined]
        if kind == 0 or not alive:
            assert ids[u] not in shown
        elif viewer < GAME.seats:
            knows = bool(state.known[viewer, u])  # type: ignore[attr-defined]
            assert (ids[u] in shown) == knows
            if knows:
                told = bool(state.ctrl_known[viewer, u])  # type: ignore[attr-defined]
                ctrl = int(state.ctrl[u])  # type: ignore[attr-defined]
                assert shown[ids[u]].seat == (ctrl if told and ctrl >= 0 else None)


def test_what_a_seat_has_not_heard_of_a_treasury_stays_unknown() -> None:
    state = later(10)
    totals = {total.title: total.values for total in board_of(state, GAME.spectator).totals}
    assert totals["treasury"] == (None,) * len(COUNTRIES)
    own = {total.title: total for total in board_of(state, 0).totals}
    treasury = own["treasury (~ as told)"]
    assert treasury.values[0] == int(state.gold[0])  # type: ignore[attr-defined]
    assert treasury.told == (1, 2, 3)
    assert [word.startswith("~") for word in treasury.words()] == [False, True, True, True]


def test_the_figures_of_the_countries_stand_below() -> None:
    state = later(150)
    below = {total.title: total.values for total in board_of(state, 1).totals}
    for title, field in (
        ("area, 1000 km²", "area"),
        ("growth, per mille", "growth"),
        ("tax, %", "tax"),
        ("public works", "works"),
    ):
        assert list(below[title]) == getattr(state, field).tolist()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_entered_and_the_goal_stand_above(language: str) -> None:
    state = GAME.new_state(5)
    text = "\n".join(board_of(state, 0, language).facts)
    assert {"en": "Entered this turn: 0", "ru": "Записано действий: 0"}[language] in text
    assert {"en": "Your goal.", "ru": "Ваша цель."}[language] in text
    watched = "\n".join(board_of(state, GAME.spectator, language).facts)
    assert {"en": "goal", "ru": "цель"}[language] not in watched


def test_targets_can_be_chosen_on_the_picture() -> None:
    rng = np.random.default_rng(1)
    state = GAME.new_state(1)
    chosen = set()
    while not state.over and len(chosen) < 3:
        seen = GAME.observe(state, int(state.actor))
        legal = seen.legal_actions()
        markup = board_svg(GAME, seen, legal, "en")
        assert markup is not None
        families = {GAME.actions.family_of(a).name for a in legal}
        for family in families & {"unit", "target_unit", "found"}:
            assert "choosable" in markup
            chosen.add(family)
        GAME.apply(state, int(rng.choice(legal)))
    assert chosen == {"unit", "target_unit", "found"}


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Veldria", "Karhold"], ["V", "K"]),
        (["Kara", "Karhold", "Sulmar"], ["1", "2", "3"]),
        (["Kora", "Karhold"], ["Ko", "Ka"]),
        (["kara", "Kura"], ["ka", "Ku"]),
    ],
)
def test_seats_have_letters_of_their_own(names: list[str], letters: list[str]) -> None:
    assert initials(names) == letters
