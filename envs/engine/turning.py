"""Seats that are alike: how features and actions read from the place of another seat.

Where seats play by the same rules on places of their own, what seat 2 sees of "its home" is what
seat 0 sees of "its home", under other numbers. Turned so that the own place always comes first, the
observations of all seats teach one network the same things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.actions import ActionSpace
from legation.envs.engine.errors import LegationError
from legation.envs.engine.schema import Axis

_WORD = re.compile(r"\w+")


class Turning(NamedTuple):
    """For each seat, where what the first seat would read there stands in its own numbering.

    Attributes:
        features: `[S, F]`: feature k as turned for seat s is feature `features[s, k]`. Those that
            name the seat, the first S, stay.
        actions: `[S, A]`, the same of actions.
    """

    features: NDArray[np.int64]
    actions: NDArray[np.int64]


def turning(
    axes: Iterable[Axis], actions: ActionSpace, features: tuple[str, ...], seats: int
) -> Turning:
    """The tables of a game whose axes say how they turn (`Axis.turned`).

    Seats beyond the turn of the axes, such as a game master, are not turned.

    Raises:
        LegationError: no axis turns: the seats of the game are not alike.
    """
    after: dict[str, str] = {}
    period = 0
    for axis in axes:
        if axis.turned is not None:
            after |= {axis.item_ids[i]: axis.item_ids[to] for i, to in enumerate(axis.turned)}
            period = max(period, _period(axis.turned))
    if not after:
        raise LegationError("the seats of this game are not alike: no axis says how it turns")
    place = {name: i for i, name in enumerate(features)}
    by_seat, actions_by_seat = [np.arange(len(features))], [np.arange(actions.size)]
    step = np.array(
        [
            i if i < seats else place[_WORD.sub(lambda m: after.get(m[0], m[0]), name)]
            for i, name in enumerate(features)
        ]
    )
    action_step = _turned_actions(actions)
    for seat in range(1, seats):
        turns = seat < period
        by_seat.append(step[by_seat[-1]] if turns else by_seat[0])
        actions_by_seat.append(action_step[actions_by_seat[-1]] if turns else actions_by_seat[0])
    return Turning(np.stack(by_seat), np.stack(actions_by_seat))


def _period(turned: tuple[int, ...]) -> int:
    """After how many turns everything is back in its place."""
    now, count = list(turned), 1
    while now != list(range(len(turned))):
        now, count = [turned[i] for i in now], count + 1
    return count


def _turned_actions(actions: ActionSpace) -> NDArray[np.int64]:
    numbers = []
    for family in actions.families:
        shape = tuple(p.size for p in family.parameters)
        block = actions.offsets[family.name] + np.arange(family.size).reshape(shape)
        for place, parameter in enumerate(family.parameters):
            if parameter.axis is not None and parameter.axis.turned is not None:
                block = np.take(block, parameter.axis.turned, axis=place)
        numbers.append(block.ravel())
    return np.concatenate(numbers)
