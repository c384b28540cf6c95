"""Whole games by heuristics, kept as text: a change of the rules shows up in their diffs.

LEGATION_REGENERATE=1 python -m pytest -k played_as_before
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from legation.agents.heuristics import heuristic_agent
from legation.envs.engine import Game, State
from legation.envs.engine.replay import shown, told

FOLDER = Path(__file__).parent
SEED = 4


def played_game(game: Game, moment: Callable[[State], object], seed: int = SEED) -> str:
    """Every decision in words, secrets included, and what happened besides, as all see it.

    Where `moment(state)` changes, the whole position as a spectator sees it.
    """
    agent, rng = heuristic_agent(game.id), np.random.default_rng(seed)
    state = game.new_state(seed)
    lines = [f"{game.title.en}, scenario {game.options['scenario']}, seed {seed}"]
    while not state.over:
        seat = int(state.actor)
        seen = game.observe_many([game.observe(state, seat)])
        action = int(agent.act(seen, rng)[0])
        before = state.copy()
        game.apply(state, action)
        entry = shown(game, seat, seat, action, before, state)
        assert entry is not None
        lines.append(f"{game.seat_ids[seat]}: {entry['label']}")
        lines += [f"    {line}" for line in told(game, game.spectator, before, state)]
        if moment(state) != moment(before):
            lines += ["", game.render(game.observe(state, game.spectator), "en")]
    lines += ["", game.render(game.observe(state, game.spectator), "en")]
    lines.append(f"returns {np.round(game.returns(state), 6).tolist()}")
    return "\n".join(lines) + "\n"


def check_transcript(name: str, text: str) -> None:
    """The file `name` holds this text; it is written anew where that is asked for."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("LEGATION_REGENERATE"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
