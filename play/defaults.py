"""What holds where nobody said otherwise: the strength of bots, and the action at a time-out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.agents.load import (
    hand_written_agent,
    has_trained_agent,
    shipped_agents,
    strongest_agent,
)
from legation.envs.engine import Game, LegationError, unknown

# From weak to strong; the first that a game lacks is left out of its choices.
UNIFORM, HEURISTIC, TRAINED, SHARP = "uniform", "heuristic", "trained", "trained-sharp"
STRENGTHS = (UNIFORM, HEURISTIC, TRAINED, SHARP)
# Of the temperature at which the trained agent plays as a rule: greedier than that.
SHARPER = 0.3


def strengths(game: Game) -> tuple[str, ...]:
    """The strengths that bots can have in a game with its options, the weakest first.

    No agent is trained for every table: that of a scenario of one's own has other features.
    """
    found = [UNIFORM]
    if HEURISTIC in shipped_agents(game.id):
        found.append(HEURISTIC)
    if has_trained_agent(game):
        found += [TRAINED, SHARP]
    return tuple(found)


def default_strength(game: Game) -> str:
    """The strongest agent that ships for the game with its options, at the heat of its training."""
    strongest = strongest_agent(game)
    if strongest == UNIFORM:
        return UNIFORM
    return HEURISTIC if strongest == hand_written_agent(game) else TRAINED


def check_strength(game: Game, strength: str) -> str:
    """Raises LegationError: the game, with its options, has no bot of this strength."""
    if strength not in strengths(game):
        raise unknown("strength", strength, strengths(game), where=game.id)
    return strength


def default_action(game: Game, mask: NDArray[np.bool_]) -> int:
    """What is done for a seat that does not decide: the plainest legal action.

    That is one of a family with the fewest parameters (a pass, a refusal, "the rest"); of several,
    the one declared last, as games declare "no" after "yes".
    """
    legal = np.flatnonzero(mask)
    if not len(legal):
        raise LegationError(f"{game.id}: nothing is legal here")
    return int(min(legal, key=lambda a: (len(game.actions.family_of(int(a)).parameters), -a)))
