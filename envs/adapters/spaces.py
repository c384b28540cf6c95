"""What the adapters share: a game's spaces as Gymnasium declares them, and reading an action."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from legation.envs import load_game
from legation.envs.engine import Game, IllegalActionError, LegationError, OptionValue

RENDER_MODES = ("human", "ansi")


class Drawn(np.int64):
    """An action drawn by `LegalDiscrete.sample()`, which was legal then; see `first_legal`."""


class LegalDiscrete(spaces.Discrete):
    """The actions 0..A-1; `sample()` without a mask draws one that is legal now.

    Where none is (the seat does not have to act), it gives 0, as Discrete does for an empty mask.

    Attributes:
        legal: `[A]` int8, the mask as it is now; it belongs to the env, and copies go without it.
    """

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: NDArray[np.int8] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal is not None:
            return Drawn(super().sample(mask=self.legal))
        return super().sample(mask=mask, probability=probability)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "legal": None}


def observation_box(game: Game) -> spaces.Box[np.float32]:
    """The range of each feature of the encoded observation, from the schema: `[F]` float32."""
    tables = game.encoder.tables
    highest = np.zeros(game.schema.width, dtype=np.float32)
    for item in game.schema.fields:
        highest[game.schema.slots[item.name].indices] = game.schema.bounds(item)[1]
    high = np.ones(game.encoder.width, dtype=np.float32)
    for (slot, first, length, *_), (low, factor) in zip(tables.spans, tables.scales, strict=True):
        high[first : first + length] = (highest[slot : slot + length] - low) * factor
    for (_, slot, first, length, places, _), factor in zip(
        tables.tallies, tables.tally_factors, strict=True
    ):
        high[first : first + places] = highest[slot : slot + length].sum() * factor
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def resolve_game(game: Game | str, options: dict[str, OptionValue]) -> Game:
    """A game from its name and options, or as it is."""
    if isinstance(game, str):
        return load_game(game, **options)
    if options:
        raise LegationError(
            f"options ({', '.join(options)}) go with the name of a game; {game.id} is built already"
        )
    return game


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise LegationError(f"render_mode is {mode!r}; valid: None, {', '.join(RENDER_MODES)}")
    return mode


def action_number(game: Game, action: Any) -> int:
    """Any kind of integer as an int.

    Raises:
        IllegalActionError: it is no integer, or no action of the game has this number.
    """
    try:
        number = -1 if isinstance(action, (bool, np.bool_)) else index(action)
    except TypeError:
        number = -1
    if not 0 <= number < game.actions.size:
        raise IllegalActionError(
            f"action {action!r} does not exist; valid: the integers 0..{game.actions.size - 1}"
        )
    return number


def first_legal(number: int, action: Any, mask: NDArray[np.bool_]) -> int:
    """`number`, or for a `Drawn` action that is illegal the next one that is legal.

    For the first step after a reset alone: so tools that draw, reset and then step, as Gymnasium's
    `check_env` does, need no mask. Anywhere else an illegal action is a mistake to be told.
    """
    if isinstance(action, Drawn) and not mask[number]:
        legal = np.flatnonzero(mask)
        return int(legal[np.searchsorted(legal, number) % len(legal)])
    return number
