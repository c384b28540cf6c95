"""The options of a game, as its record holds them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import numpy as np

from legation.envs import game_options, load_game
from legation.envs.engine import LegationError, Observation
from legation.play.protocol.problems import Fault, ProblemError


@cache
def option_fields(game_id: str) -> frozenset[str]:
    """The fields that hold options: those of the first record that another choice changes."""
    default = load_game(game_id)
    found: set[str] = set()
    for option in game_options(game_id):
        # Options without a list of values, such as whole numbers, are not tried.
        for value in getattr(option, "values", ()):
            if value == default.options[option.name]:
                continue
            with suppress(LegationError):  # it needs another option beside it
                other = load_game(game_id, **{option.name: value})
                if other.schema.dtype == default.schema.dtype:
                    found |= {
                        item.name
                        for item in default.schema.fields
                        if not np.array_equal(other.initial[item.name], default.initial[item.name])
                    }
    return frozenset(found)


def check_options(seen: Observation) -> None:
    """Refuses a position whose fields contradict the options of its game.

    Raises:
        ProblemError: naming the fields.
    """
    game = seen.game
    faults = [
        Fault(where=f"observation.{item.name}", what="it contradicts the options of the game")
        for item in game.schema.fields
        if item.name in option_fields(game.id)
        and bool(np.all(seen.known(item.name)))
        and not np.array_equal(seen.record[item.name], game.initial[item.name][0])
    ]
    if faults:
        detail = f"{faults[0].where}: {faults[0].what}"
        raise ProblemError("illegal-position", detail, faults)
