"""One whole game by heuristics, kept as text: a change of the rules shows up in its diff.

LEGATION_REGENERATE=1 python -m pytest tests/pax_baltica/test_transcript.py
"""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import wrap

import numba
import numpy as np
import pytest

from legation.agents.heuristics import heuristic_agent
from legation.envs import load_game
from legation.envs.engine import Game

TRANSCRIPT = Path(__file__).parents[1] / "transcripts" / "pax_baltica.txt"
SEED = 4


def played_game(game: Game, seed: int) -> str:
    """A line a decision that a spectator sees, with the news; the position after every year."""
    agent, rng = heuristic_agent(game.id), np.random.default_rng(seed)
    state = game.new_state(seed)
    blocks = [f"{game.title.en}, {game.options['scenario']}, seed {seed}"]
    while not state.over:
        before, seat = state.copy(), int(state.actor)
        seen = game.observe_many([game.observe(state, seat)])
        action = int(agent.act(seen, rng)[0])
        game.apply(state, action)
        words = [f"{game.seat_ids[seat]}: {game.label(action)}"]
        if game.news is not None:
            views = [game.observe(s, game.spectator) for s in (before, state)]
            words += game.news(views[0], views[1], "en")
        blocks += wrap("; ".join(words), 98, subsequent_indent="    ", break_on_hyphens=False)
        if state.over or state.year != before.year:
            blocks += ["", game.render(game.observe(state, game.spectator), "en")]
    blocks.append(f"returns {game.returns(state).round(3).tolist()}")
    return "\n".join(blocks) + "\n"


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too slow in plain Python")
def test_the_game_is_played_as_before() -> None:
    text = played_game(load_game("pax_baltica"), SEED)
    if os.environ.get("LEGATION_REGENERATE"):
        TRANSCRIPT.write_text(text, encoding="utf-8")
    assert TRANSCRIPT.read_text(encoding="utf-8") == text
    assert len(text.splitlines()) < 1500
