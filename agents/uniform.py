"""The agent that takes each legal action with equal probability."""

from __future__ import annotations

from typing import Any

from legation.agents.base import CompiledAgent
from legation.envs.engine import draw_from, rule


@rule
def choose_uniformly(s: Any, seat: Any, mask: Any, chance: Any) -> Any:
    legal = 0
    for action in range(mask.shape[0]):
        legal += mask[action]
    wanted = draw_from(chance, legal)
    for action in range(mask.shape[0]):
        if mask[action]:
            if wanted == 0:
                return action
            wanted -= 1
    return -1


def uniform_agent(owner: str) -> CompiledAgent:
    """The uniform agent of the game with the id `owner`."""
    return CompiledAgent("uniform", owner, choose_uniformly)
