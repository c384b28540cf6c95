"""Whether a trained agent fits a game: by what its snapshot says of itself, without torch."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import safe_open

from legation.agents.heuristics import HEURISTICS
from legation.envs.engine import Game

HEADER = "legation"
# Answers that are kept; a table of one's own scenario is one more.
_MOST_KEPT = 256
_KEPT: dict[Any, bool] = {}


def fingerprint(game: Game) -> str:
    """A hash of what a network's inputs and outputs mean: features and their scales, actions and
    seats, in order."""
    meaning = {
        "features": game.encoder.names,
        "actions": [
            (
                family.name,
                [(p.name, [p.item_id(i) for i in range(p.size)]) for p in family.parameters],
            )
            for family in game.actions.families
        ],
        "seats": game.seat_ids,
    }
    digest = hashlib.blake2b(json.dumps(meaning, sort_keys=True).encode(), digest_size=12)
    for part in game.encoder.layout:  # scales and places count too
        digest.update(np.asarray(part).tobytes())
    return digest.hexdigest()


def differences(game: Game, header: dict[str, Any]) -> list[str]:
    """What differs between a game and that of a snapshot, in words; empty where it fits."""
    found = []
    shape = header["shape"]
    if header["game"] != game.id:
        found.append(f"game: the snapshot plays {header['game']}, asked for {game.id}")
    elif header["game_version"] != game.version:
        known = header["game_version"]
        found.append(f"rules version: the snapshot knows {known}, here is {game.version}")
    if shape["features"] != game.encoder.width:
        read = shape["features"]
        found.append(f"features: the snapshot reads {read}, the game has {game.encoder.width}")
    if shape["actions"] != game.actions.size:
        has = shape["actions"]
        found.append(f"actions: the snapshot has {has}, the game has {game.actions.size}")
    if not found and header["schema_hash"] != fingerprint(game):
        found.append("the order or meaning of features or actions has changed")
    return found


def fits(path: Path, game: Game) -> bool:
    """Whether the snapshot in a file can play the game; asked anew only when the file changes."""
    options = tuple(sorted(game.options.items()))
    key = (str(path), path.stat().st_mtime_ns, game.id, game.version, options)
    if key not in _KEPT:
        with safe_open(path, framework="np") as opened:  # no torch: it takes seconds to import
            header = json.loads(opened.metadata()[HEADER])
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = not differences(game, header)
    return _KEPT[key]


def others(game: Game) -> str:
    """The agents that play any table of a game, in words."""
    return "heuristic, uniform" if game.id in HEURISTICS else "uniform"
