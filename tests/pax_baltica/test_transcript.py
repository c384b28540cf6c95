"""One whole game by heuristics, kept as text: a change of the rules shows up in its diff."""

from __future__ import annotations

from legation.envs import load_game
from legation.tests.transcripts import check_transcript, played_game


def test_the_game_is_played_as_before() -> None:
    game = load_game("pax_baltica", scenario="poltava_1708")
    text = played_game(game, lambda state: (state.year, state.season))
    check_transcript(game.id, text)
    assert len(text.splitlines()) < 1500
