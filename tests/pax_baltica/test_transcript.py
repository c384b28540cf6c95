"""One whole game by heuristics, kept as text: a change of the rules shows up in its diff.

LEGATION_REGENERATE=1 python -m pytest tests/pax_baltica/test_transcript.py
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from legation.agents.heuristics import heuristic_agent
from legation.envs import load_game
from legation.envs.engine import Game
from legation.envs.engine.replay import shown, told

TRANSCRIPT = Path(__file__).parents[1] / "transcripts" / "pax_baltica.txt"
SEED = 4


def played_game(game: Game, seed: int) -> str:
    """Every decision in words, secrets included, and what happened besides, as all see it."""
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
        if (state.year, state.season) != (before.year, before.season):
            lines += ["", game.render(game.observe(state, game.spectator), "en")]
    lines += ["", game.render(game.observe(state, game.spectator), "en")]
    lines.append(f"returns {np.round(game.returns(state), 6).tolist()}")
    return "\n".join(lines) + "\n"


def test_the_game_is_played_as_before() -> None:
    text = played_game(load_game("pax_baltica", scenario="poltava_1708"), SEED)
    if os.environ.get("LEGATION_REGENERATE"):
        TRANSCRIPT.write_text(text, encoding="utf-8")
    assert TRANSCRIPT.read_text(encoding="utf-8") == text
    assert len(text.splitlines()) < 1500
