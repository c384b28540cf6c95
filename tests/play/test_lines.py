"""What a seat reads beside the board: the choices in rows, and news line by line."""

from __future__ import annotations

import pytest

from legation.envs import load_game
from legation.play.choices import groups
from legation.play.live import unwrapped


@pytest.mark.parametrize(
    ("lines", "items"),
    [
        (["Reports:", "  Veldria: war", "  Ostryn: spying"],
         ["Reports:", "Veldria: war", "Ostryn: spying"]),
        (["a long line", "    that goes on", "another"], ["a long line that goes on", "another"]),
        (["Reports:", "  a line", "      that goes on"], ["Reports:", "a line that goes on"]),
    ],
)  # fmt: skip
def test_each_item_of_the_news_stands_by_itself(lines: list[str], items: list[str]) -> None:
    assert unwrapped(lines) == items


def test_choices_in_rows_say_what_their_numbers_mean() -> None:
    """The buttons of a row bear a number only, even where the game has sentences for actions."""
    game = load_game("secret_orders", scenario="moderated")
    state = game.new_state(2)
    family = next(f for f in game.actions.families if f.name == "gm")
    every = range(len(game.legal_action_mask(state)))
    actions = [a for a in every if game.actions.family_of(a) is family]
    (group,) = groups(game.observe(state, 4), actions, "en")
    assert group.form == "rows"
    assert group.title == "difficulty …, time …"
