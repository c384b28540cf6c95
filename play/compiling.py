"""Compiling a game before somebody waits for it."""

from __future__ import annotations

from legation.envs.engine import Game
from legation.play.defaults import default_action
from legation.play.live import looks


def warm_up(game: Game) -> None:
    """Runs each of the game's kernels once; they are compiled, or found on disk."""
    state = game.new_state(0)
    while not state.over:
        looks(game, state)
        game.observe(state, int(state.actor))
        game.apply(state, default_action(game, game.legal_action_mask(state)))
    game.win_shares(state)
