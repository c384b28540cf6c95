"""The hand-written players, by game; each is compiled when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from legation.agents.base import CompiledAgent
from legation.envs.engine import unknown

# A module here has `choose(s, seat, mask, chance) -> action`, see `CompiledAgent`.
HEURISTICS: dict[str, str] = {
    "embassies": "legation.agents.heuristics.embassies",
    "interbellum": "legation.agents.heuristics.interbellum",
    "pax_baltica": "legation.agents.heuristics.pax_baltica",
    "secret_orders": "legation.agents.heuristics.secret_orders",
}


def heuristic_agent(game_id: str) -> CompiledAgent:
    """The heuristic of the game with the id `game_id`.

    Raises:
        LegationError: the game has none.
    """
    if game_id not in HEURISTICS:
        raise unknown("heuristic of game", game_id, HEURISTICS)
    return CompiledAgent("heuristic", game_id, import_module(HEURISTICS[game_id]).choose)


__all__ = ["HEURISTICS", "heuristic_agent"]
