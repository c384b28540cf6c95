"""Kuhn poker for n seats (Kuhn 1950; n seats as in Szafron et al. 2013): a toy for the engine.

n + 1 cards, one each; everyone antes 1; in turn check or bet 1; after a bet each other seat, in
order, calls or folds; the highest card that has not folded takes the pot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import (
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
    Option,
    Rules,
    Schema,
    Text,
    draw,
    rule,
)

CHECK, BET = 0, 1  # also fold and call

ACTIONS = ActionSpace(
    (
        Family("check", Text("check or fold", "пас"), PUBLIC),
        Family("bet", Text("bet or call", "ставка"), PUBLIC),
    )
)

OPTIONS = (Option("seats", (2, 3, 4), Text("seats", "места")),)


def schema(seats: int) -> Schema:
    ids = tuple(f"seat{i}" for i in range(seats))
    axis = Axis("seat", ids, tuple(Text(i, i) for i in ids), is_seats=True)
    return Schema(
        seats=axis,
        axes=(),
        fields=(
            Field("card", Count(0, seats), OWNER("seat"), Text("card", "карта"), ("seat",)),
            Field("paid", Count(1, 2), PUBLIC, Text("paid", "внесено"), ("seat",)),
            Field("folded", Flag(), PUBLIC, Text("folded", "пас"), ("seat",)),
            Field("bettor", Index("seat", optional=True), PUBLIC, Text("bettor", "поставил")),
            Field("turns", Count(0, 2 * seats), PUBLIC, Text("decisions taken", "решений")),
        ),
    )


@rule
def start(s: Any) -> None:
    seats = s.card.shape[0]
    # A partial shuffle of the n + 1 cards.
    deck = np.arange(seats + 1)
    for i in range(seats):
        j = i + draw(s, seats + 1 - i)
        deck[i], deck[j] = deck[j], deck[i]
        s.card[i] = deck[i]
    s.paid[:] = 1
    s.bettor = -1
    s.actor = 0


@rule
def legal(s: Any, mask: Any) -> None:
    mask[CHECK] = True
    mask[BET] = True


@rule
def apply(s: Any, action: Any) -> None:
    seats = s.card.shape[0]
    seat = s.actor
    if action == BET:
        s.paid[seat] = 2
        if s.bettor < 0:
            s.bettor = seat
    elif s.bettor >= 0:
        s.folded[seat] = 1
    s.turns += 1
    following = (seat + 1) % seats
    if following == s.bettor or (s.bettor < 0 and s.turns == seats):
        s.over = 1
        s.actor = -1
    else:
        s.actor = following


@rule
def returns(s: Any, out: Any) -> None:
    best = -1
    pot = 0
    for seat in range(s.card.shape[0]):
        pot += s.paid[seat]
        if s.folded[seat] == 0 and (best < 0 or s.card[seat] > s.card[best]):
            best = seat
    for seat in range(s.card.shape[0]):
        out[seat] = -s.paid[seat]
    out[best] += pot


def render(observation: Observation, language: str) -> str:
    return str(observation.to_dict()["fields"])


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """Deals the cards that the seat does not hold to the others, uniformly."""
    game = observation.game
    state = observation.record.copy()
    own = int(state.card[observation.seat])
    rest = rng.permutation([c for c in range(game.seats + 1) if c != own])
    others = [i for i in range(game.seats) if i != observation.seat]
    state.card[others] = rest[: len(others)]
    state.rng = np.uint64(rng.integers(1, 2**62))
    state.actor = -1 if state.over else _to_act(state)
    return state


def _to_act(state: Any) -> int:
    seats = len(state.card)
    return int(state.turns) % seats


def build(seats: int = 2) -> Game:
    declared = schema(seats)
    return Game(
        id=f"kuhn{seats}",
        title=Text("Kuhn poker", "Покер Куна"),
        version="1",
        options={"seats": seats},
        schema=declared,
        actions=ACTIONS,
        rules=Rules(start, legal, apply, returns),
        initial=np.zeros(1, declared.dtype),
        max_decisions=2 * seats,
        return_sum=0.0,
        return_range=(-2.0, 2.0 * (seats - 1)),
        build=build,
        render=render,
        determinize=determinize,
    )
