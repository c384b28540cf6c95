"""The options of a game, as its record holds them."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Game
from legation.play.protocol.problems import Fault, ProblemError

_SHOWN = 5


def check_options(game: Game, record: Any) -> None:
    """Refuses a position whose fields contradict the options of its game.

    Those that the rules never write are in every position as the options, such as a scenario, say.

    Raises:
        ProblemError: naming the entries, and what they have to be.
    """
    faults: list[Fault] = []
    for item in game.schema.fields:
        if not item.constant:
            continue
        given, own = np.asarray(record[item.name]), game.initial[item.name][0]
        wrong = np.argwhere((given != game.schema.unknown) & (given != own))
        for index in wrong[:_SHOWN]:
            place = tuple(int(i) for i in index)
            where = "".join(f"[{i}]" for i in place)
            what = f"the options of the game make it {int(np.asarray(own)[place])}"
            faults.append(Fault(where=f"observation.{item.name}{where}", what=what))
    if faults:
        detail = f"{faults[0].where}: {faults[0].what}"
        raise ProblemError("illegal-position", detail, faults)
