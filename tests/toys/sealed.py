"""A toy of sealed bids: each seat bids in secret, then all are revealed and the highest speaks.

The families of actions are the same in the hidden and in the open decisions; who sees one follows
from the question.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import (
    AS_ASKED,
    OWNER,
    PUBLIC,
    ActionSpace,
    Axis,
    Count,
    Family,
    Field,
    Flag,
    Game,
    Index,
    Observation,
    Parameter,
    Rules,
    Schema,
    Text,
    draw,
    rule,
)

SEATS, MOST = 3, 3

SEAT = Axis("seat", ("ann", "bob", "cyd"), tuple(Text(i, i) for i in "abc"), is_seats=True)
SCHEMA = Schema(
    seats=SEAT,
    axes=(),
    fields=(
        Field("bid", Count(0, MOST), OWNER("seat", "shown"), Text("bid", "ставка"), ("seat",)),
        Field("shown", Flag(), PUBLIC, Text("revealed", "вскрыто")),
        Field("asked", Flag(), PUBLIC, Text("asked", "спрошен"), ("seat",), encode=False),
        Field("open", Flag(), PUBLIC, Text("open", "открыто"), encode=False),
        Field("turn", Index("seat", optional=True), PUBLIC, Text("turn", "ход")),
        Field("said", Count(0, MOST), PUBLIC, Text("said", "сказано")),
        Field("luck", Count(0, 5), OWNER("seat"), Text("luck", "удача"), ("seat",)),
    ),
)


def actions(visible_to: Any) -> ActionSpace:
    number = Parameter("number", low=0, high=MOST)
    return ActionSpace((Family("name", Text("{number}", "{number}"), visible_to, (number,)),))


@rule
def start(s: Any) -> None:
    for seat in range(SEATS):
        s.luck[seat] = draw(s, 6)
    ask(s, 0, 0)


@rule
def ask(s: Any, seat: Any, openly: Any) -> None:
    s.actor = seat
    s.turn = seat
    s.open = openly
    for other in range(SEATS):
        s.asked[other] = other == seat


@rule
def legal(s: Any, mask: Any) -> None:
    for action in range(MOST + 1):
        mask[action] = True


@rule
def apply(s: Any, action: Any) -> None:
    seat = s.actor
    if s.shown != 0:
        s.said = action
        s.over = 1
        s.actor = -1
        s.turn = -1
        return
    s.bid[seat] = action
    if seat + 1 < SEATS:
        ask(s, seat + 1, 0)
        return
    best = 0
    for other in range(SEATS):
        if s.bid[other] > s.bid[best]:
            best = other
    s.shown = 1
    ask(s, best, 1)


@rule
def returns(s: Any, out: Any) -> None:
    mean = 0.0
    for seat in range(SEATS):
        out[seat] = 1.0 * s.luck[seat] - s.bid[seat]
        mean += out[seat] / SEATS
    for seat in range(SEATS):
        out[seat] -= mean


def render(observation: Observation, language: str) -> str:
    return str(observation.to_dict()["fields"])


def build(visible_to: Any = None) -> Game:
    seen = AS_ASKED("asked", "open") if visible_to is None else visible_to
    return Game(
        id="sealed",
        title=Text("Sealed bids", "Закрытые ставки"),
        version="1",
        options={},
        schema=SCHEMA,
        actions=actions(seen),
        rules=Rules(start, legal, apply, returns),
        initial=np.zeros(1, SCHEMA.dtype),
        max_decisions=SEATS + 1,
        return_sum=0.0,
        return_range=(-8.0, 8.0),
        build=build,
        render=render,
    )
