"""Embassies: five great powers place influence before 1914. Rules: README.md of this folder."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from legation.envs.embassies.board import board
from legation.envs.embassies.components import (
    ALL_POINTS,
    ALLIANCES,
    COMPONENTS,
    FACTORS,
    POWERS,
    REWARDS,
    ROUNDS,
)
from legation.envs.embassies.rules import ACTIONS, SCHEMA, apply, legal, start
from legation.envs.embassies.scoring import SCORE_UNIT, potential, returns, win_shares
from legation.envs.embassies.states import determinize, invariants
from legation.envs.embassies.text import render
from legation.envs.engine import PUBLIC, ActionSpace, Game, Option, Rules, Text

VERSION = "1"


_WORDS = {
    "permanent": Text("for the whole game", "до конца игры"),
    "breakable": Text("until one breaks them", "пока один не разорвёт"),
    "off": Text("none", "без союзов"),
    "win": Text("the win", "победа"),
    "score": Text("the score", "очки"),
}


def _option(name: str, values: tuple[str, ...], default: str, label: Text) -> Option:
    ordered = (default, *(value for value in values if value != default))
    return Option(name, ordered, label, tuple(_WORDS[value] for value in ordered))


OPTIONS = (
    _option("alliances", ALLIANCES, COMPONENTS.alliances, Text("alliances", "союзы")),
    _option("reward", REWARDS, COMPONENTS.reward, Text("reward", "награда")),
)


def build(alliances: str = COMPONENTS.alliances, reward: str = COMPONENTS.reward) -> Game:
    """The game with its options; see `OPTIONS` for their values."""
    initial = np.zeros(1, SCHEMA.dtype)
    initial["alliance_option"] = ALLIANCES.index(alliances)
    initial["reward_option"] = REWARDS.index(reward)
    return Game(
        id="embassies",
        title=COMPONENTS.title,
        version=VERSION,
        options={"alliances": alliances, "reward": reward},
        schema=SCHEMA,
        actions=_without_secrets(ACTIONS) if alliances == "off" else ACTIONS,
        rules=Rules(start, legal, apply, returns, win_shares, potential),
        initial=initial,
        # Clause 3: one proposal, one answer, one action a factor, one attack.
        max_decisions=ROUNDS * POWERS * (3 + int(FACTORS.max())),
        return_sum=0.0,
        return_range=_score_range() if reward == "score" else (-1 / (POWERS - 1), 1.0),
        build=build,
        render=render,
        determinize=determinize,
        invariants=invariants,
        board=board,
    )


def _without_secrets(actions: ActionSpace) -> ActionSpace:
    """Without alliances there is no proposal that a `pass` could tell of: all is public."""
    return ActionSpace(tuple(replace(family, visible_to=PUBLIC) for family in actions.families))


def _score_range() -> tuple[float, float]:
    """Bounds of (score - mean)/20: all of one's points with the others at 0, and the reverse."""
    best = max(int(points) for points in ALL_POINTS) * (1 - 1 / POWERS)
    worst = (int(ALL_POINTS.sum()) - int(ALL_POINTS.min())) / POWERS
    return -worst / SCORE_UNIT, best / SCORE_UNIT
