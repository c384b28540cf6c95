"""Victory, reward, and a potential for training (section 5)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import COALITION, SWEDEN
from legation.envs.pax_baltica.record import COALITION_TRIUMPH, SWEDISH_TRIUMPH, UNIT


@rule
def returns(s: Any, out: Any) -> None:
    """Sudden death: +1 and -1; else the running score."""
    value = s.standing / UNIT
    if s.outcome == SWEDISH_TRIUMPH:
        value = 1.0
    elif s.outcome == COALITION_TRIUMPH:
        value = -1.0
    out[SWEDEN] = value
    out[COALITION] = 0.0 - value


@rule
def win_shares(s: Any, values: Any, out: Any) -> None:
    """A score above 0 is Sweden's win, below 0 the Coalition's; 0 is a draw."""
    out[SWEDEN] = 1.0 if values[SWEDEN] > 0 else (0.5 if values[SWEDEN] == 0 else 0.0)
    out[COALITION] = 1.0 - out[SWEDEN]


@rule
def potential(s: Any, out: Any) -> None:
    """The running score: what the game would bring if it ended now."""
    out[SWEDEN] = s.standing / UNIT
    out[COALITION] = 0.0 - out[SWEDEN]
