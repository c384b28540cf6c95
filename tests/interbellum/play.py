"""Playing the rules as plain Python, which needs no compilation for each shape of the record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Game, Observation
from legation.envs.engine.checks.secrets import Secrets
from legation.envs.engine.plain import PlainRules
from legation.envs.interbellum import rules

PLAIN = PlainRules({})
# Options under which every kind of question is asked.
RICH: dict[str, Any] = {
    "gm": "seat", "gm_rulings": True, "declarations": True, "coup_source": "hand_or_pool",
    "balance_of_power": "each", "power_order": "rotate", "final_hand": 9, "turns": 3,
    "ability_choice": "all_optional",
}  # fmt: skip
# The smallest board, with influence and embassies at the start, as the options hold it.
_REGIONS = [
    {
        "id": name, "name_en": name, "name_ru": name, "significance": 1 + i, "combat": 3,
        "influence": [9, 0, 9, 1, 9], "embassy": i % 2 == 0,
    }
    for i, name in enumerate(("poland", "romania", "crete", "yugoslavia"))
]  # fmt: skip
FOUR = json.dumps(
    {
        "scenario": {"id": "four", "name_en": "f", "name_ru": "f", "new_rome_needed": 0},
        "regions": _REGIONS,
    }
)


def legal(game: Game, state: Any) -> NDArray[np.bool_]:
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    PLAIN(rules.legal)(state, mask)
    return mask


def apply(state: Any, action: int) -> None:
    PLAIN(rules.apply)(state, int(action))


def begin(game: Game, seed: int) -> Any:
    state = game.initial[0].copy()
    state.rng = np.uint64(seed * 2 + 12345)
    PLAIN(rules.start)(state)
    return state


def observed(game: Game, state: Any, seat: int) -> Observation:
    """As `game.observe`, without compiled rules."""
    seen, _ = Secrets(game, 0).views(np.array([state], dtype=game.schema.dtype), seat)
    mask = legal(game, state) if seat == state.actor else np.zeros(game.actions.size, np.bool_)
    return Observation(game, seat, seen[0], mask, np.zeros(0, np.float32))


def ends(game: Game, state: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns and win shares."""
    values, shares = np.zeros(game.seats), np.zeros(game.seats)
    PLAIN(game.rules.returns)(state, values)
    PLAIN(game.rules.win_shares)(state, values, shares)
    return values, shares


def random_play(game: Game, seed: int) -> Iterator[Any]:
    """The states of a random game, the last one over; forced decisions count as others."""
    rng = np.random.default_rng(seed)
    state = begin(game, seed)
    while not state.over:
        yield state
        apply(state, int(rng.choice(np.flatnonzero(legal(game, state)))))
    yield state


def views(game: Game, state: Any) -> list[bytes]:
    """What each seat, and then a spectator, sees of the record (the legal mask left out)."""
    flat = game.schema.flat(np.array([state], dtype=game.schema.dtype))
    seen = []
    for viewer in range(game.seats + 1):
        record = game.initial.copy()
        encoded = np.zeros((1, game.encoder.width), dtype=np.float32)
        reader = viewer if viewer < game.seats else -1
        game.kernels.observe(
            flat, np.array([viewer]), np.array([reader]), game.schema.flat(record), encoded,
            game.schema.unknown, game.visibility, game.encoder.tables,
        )  # fmt: skip
        seen.append(record.tobytes() + encoded.tobytes())
    return seen
