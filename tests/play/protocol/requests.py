"""Requests about real positions."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from legation.envs.engine import Game, Observation


def position(game: Game, decisions: int, seed: int = 1) -> Observation:
    """What the seat to act sees after some decisions at random."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    for _ in range(decisions):
        seen = game.observe(state, int(state.actor))
        game.apply(state, int(rng.choice(seen.legal_actions())))
        if state.over:
            state = game.new_state(seed + 1)
    return game.observe(state, int(state.actor))


def request_for(seen: Observation, name: str = "a:1", **others: Any) -> dict[str, Any]:
    """A request that asks about what `seen` shows, with or without some keys."""
    game = seen.game
    body: dict[str, Any] = {
        "id": name,
        "game": game.id,
        "game_version": game.version,
        "options": dict(game.options),
        "seat": game.seat_ids[seen.seat],
        "observation": json.loads(json.dumps(seen.to_dict()["fields"])),
        "legal": seen.legal_actions(),
        **others,
    }
    return {key: value for key, value in body.items() if value is not None}
