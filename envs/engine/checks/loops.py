"""Compiled loops of the conformance suite over many states; the rules are bound per game."""

# The free names of templates are bound for each game.
# ruff: noqa: F821

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from legation.envs.engine.compile import bind, rule
from legation.envs.engine.game import Game
from legation.envs.engine.kernels import highest_return_wins
from legation.envs.engine.rng import draw_from, stream

# Free names of the templates below.
legal: Callable[..., Any]
apply: Callable[..., Any]
returns: Callable[..., Any]
win_shares: Callable[..., Any]


def legal_rows(states: Any, masks: Any) -> None:
    for i in range(states.shape[0]):
        masks[i, :] = False
        if states[i].over == 0:
            legal(states[i], masks[i])


def apply_rows(states: Any, actions: Any, chosen: Any) -> None:
    for i in range(states.shape[0]):
        if chosen[i]:
            apply(states[i], actions[i])


def end_rows(states: Any, chosen: Any, out_returns: Any, out_shares: Any) -> None:
    for i in range(states.shape[0]):
        if chosen[i]:
            returns(states[i], out_returns[i])
            win_shares(states[i], out_returns[i], out_shares[i])


def seed_rows(key: Any, episodes: Any, chosen: Any, chances: Any) -> None:
    """Gives each chosen row the stream from which its actions are chosen."""
    for i in range(episodes.shape[0]):
        if chosen[i]:
            chances[i] = stream(key, episodes[i])


def choose_rows(masks: Any, chances: Any, actions: Any) -> None:
    """A legal action a row, uniformly; forced ones take nothing from the stream; -1: none legal."""
    for i in range(masks.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[i, action]
        wanted = draw_from(chances[i : i + 1], count) if count > 1 else 0
        actions[i] = -1
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if wanted == 0:
                    actions[i] = action
                    break
                wanted -= 1


def redraw_rows(
    flat: Any, redacted: Any, unknown: Any, low: Any, span: Any, keep: Any, chance: Any
) -> None:
    """Puts a value of `low[w] .. low[w] + span[w] - 1` in every slot that `redacted` leaves out."""
    for i in range(flat.shape[0]):
        for slot in range(flat.shape[1]):
            if redacted[i, slot] == unknown and not keep[slot]:
                flat[i, slot] = low[slot] + draw_from(chance, span[slot])


class Loops:
    """The templates, bound to a game's rules."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        ends = {
            "returns": rules.returns,
            "win_shares": rules.win_shares or rule(highest_return_wins),
        }
        self.legal = bind(legal_rows, game.id, {"legal": rules.legal})
        self.apply = bind(apply_rows, game.id, {"apply": rules.apply})
        self.end = bind(end_rows, game.id, ends)
        self.seed = bind(seed_rows, "engine", {})
        self.choose = bind(choose_rows, "engine", {})
        self.redraw = bind(redraw_rows, "engine", {})
