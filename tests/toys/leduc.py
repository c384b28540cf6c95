"""Leduc poker for n seats (Southey et al. 2005), with the rules of OpenSpiel's `leduc_poker`.

n + 1 ranks in two suits; everyone antes 1 and gets a card. Two rounds of betting, raises of 2 and
then of 4, at most two a round; before the second round a public card is turned. A pair with the
public card beats any other card, then the higher rank; equals share the pot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import (
    OWNER,
    PUBLIC,
    ActionSpace,
    Axis,
    Category,
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

FOLD, CALL, RAISE = 0, 1, 2
MAX_RAISES = 2

ACTIONS = ActionSpace(
    (
        Family("fold", Text("fold", "пас"), PUBLIC),
        Family("call", Text("check or call", "чек или колл"), PUBLIC),
        Family("raise", Text("raise", "рейз"), PUBLIC),
    )
)

OPTIONS = (Option("seats", (2, 3), Text("seats", "места")),)

_MOVES = (
    Text("none", "нет"),
    Text("fold", "пас"),
    Text("call", "колл"),
    Text("raise", "рейз"),
)


def _axis(name: str, size: int, *, is_seats: bool = False) -> Axis:
    ids = tuple(f"{name}{i}" for i in range(size))
    return Axis(name, ids, tuple(Text(i, i) for i in ids), is_seats=is_seats)


def schema(seats: int) -> Schema:
    most = 1 + 2 * MAX_RAISES + 4 * MAX_RAISES
    cards = 2 * (seats + 1)
    seat = ("seat",)
    return Schema(
        seats=_axis("seat", seats, is_seats=True),
        axes=(_axis("card", cards), _axis("round", 2), _axis("move", 3 * seats - 2)),
        fields=(
            Field("card", Index("card"), OWNER("seat"), Text("card", "карта"), seat),
            Field("board", Index("card", optional=True), PUBLIC, Text("board", "стол")),
            Field("paid", Count(1, most), PUBLIC, Text("paid", "внесено"), seat),
            Field("stakes", Count(1, most), PUBLIC, Text("stakes", "ставка")),
            Field("folded", Flag(), PUBLIC, Text("folded", "пас"), seat),
            Field("second", Flag(), PUBLIC, Text("second round", "второй круг")),
            Field("raises", Count(0, MAX_RAISES), PUBLIC, Text("raises", "рейзов")),
            Field("calls", Count(0, seats), PUBLIC, Text("calls", "коллов")),
            Field("moves", Category(_MOVES), PUBLIC, Text("moves", "ходы"), ("round", "move")),
        ),
    )


@rule
def start(s: Any) -> None:
    seats = s.card.shape[0]
    # A partial shuffle; what is left of the deck is its rest.
    deck = np.arange(2 * (seats + 1))
    for i in range(seats):
        j = i + draw(s, deck.shape[0] - i)
        deck[i], deck[j] = deck[j], deck[i]
        s.card[i] = deck[i]
    s.board = -1
    s.paid[:] = 1
    s.stakes = 1
    s.actor = 0


@rule
def legal(s: Any, mask: Any) -> None:
    mask[FOLD] = s.stakes > s.paid[s.actor]
    mask[CALL] = True
    mask[RAISE] = s.raises < MAX_RAISES


@rule
def turn_board(s: Any) -> None:
    """One of the cards that nobody holds."""
    seats = s.card.shape[0]
    wanted = draw(s, seats + 2)
    for card in range(2 * (seats + 1)):
        held = False
        for seat in range(seats):
            held = held or s.card[seat] == card
        if not held:
            if wanted == 0:
                s.board = card
            wanted -= 1


@rule
def next_in(s: Any, seat: Any) -> Any:
    """The first seat from `seat` on that has not folded."""
    seats = s.card.shape[0]
    for i in range(seats):
        if s.folded[(seat + i) % seats] == 0:
            return (seat + i) % seats
    return -1


@rule
def apply(s: Any, action: Any) -> None:
    seats = s.card.shape[0]
    seat = s.actor
    place = 0
    while s.moves[s.second, place] != 0:
        place += 1
    s.moves[s.second, place] = action + 1
    if action == FOLD:
        s.folded[seat] = 1
    elif action == CALL:
        s.paid[seat] = s.stakes
        s.calls += 1
    else:
        s.stakes += 4 if s.second else 2
        s.paid[seat] = s.stakes
        s.raises += 1
        s.calls = 0
    remaining = seats - s.folded.sum()
    settled = s.calls == (remaining if s.raises == 0 else remaining - 1)
    if remaining == 1 or (settled and s.second):
        s.over = 1
        s.actor = -1
    elif settled:
        s.second = 1
        s.raises = 0
        s.calls = 0
        turn_board(s)
        s.actor = next_in(s, 0)
    else:
        s.actor = next_in(s, seat + 1)


@rule
def strength(s: Any, seat: Any) -> Any:
    if s.folded[seat]:
        return -1
    rank = s.card[seat] // 2
    if s.board >= 0 and s.board // 2 == rank:
        return rank + s.card.shape[0] + 1
    return rank


@rule
def returns(s: Any, out: Any) -> None:
    seats = s.card.shape[0]
    best = -1
    winners = 0
    for seat in range(seats):
        mine = strength(s, seat)
        if mine > best:
            best, winners = mine, 1
        elif mine == best:
            winners += 1
    for seat in range(seats):
        out[seat] = -s.paid[seat]
        if strength(s, seat) == best:
            out[seat] += s.paid.sum() / winners


def render(observation: Observation, language: str) -> str:
    fields = observation.game.schema.fields
    values = observation.to_dict()["fields"]
    return "\n".join(
        f"{f.label.in_language(language)}: {values[f.name]}" for f in fields if f.name in values
    )


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """Deals the cards that the seat does not see to the others, uniformly."""
    game = observation.game
    state = observation.record.copy()
    own, board = int(state.card[observation.seat]), int(state.board)
    rest = rng.permutation([c for c in range(2 * (game.seats + 1)) if c not in (own, board)])
    others = [i for i in range(game.seats) if i != observation.seat]
    state.card[others] = rest[: len(others)]
    state.rng = np.uint64(rng.integers(1, 2**62))
    state.actor = -1 if state.over else _to_act(state)
    return state


def _to_act(state: Any) -> int:
    """Whose turn it is, from the public moves."""
    seats = len(state.card)
    folded = [False] * seats
    seat = 0
    for betting_round in range(int(state.second) + 1):
        seat = 0
        for move in state.moves[betting_round]:
            if move == 0:
                break
            while folded[seat]:
                seat = (seat + 1) % seats
            folded[seat] = int(move) == FOLD + 1
            seat = (seat + 1) % seats
    while folded[seat]:
        seat = (seat + 1) % seats
    return seat


def build(seats: int = 2) -> Game:
    declared = schema(seats)
    most = float(1 + 2 * MAX_RAISES + 4 * MAX_RAISES)
    return Game(
        id=f"leduc{seats}",
        title=Text("Leduc poker", "Покер Ледюк"),
        version="1",
        options={"seats": seats},
        schema=declared,
        actions=ACTIONS,
        rules=Rules(start, legal, apply, returns),
        initial=np.zeros(1, declared.dtype),
        max_decisions=2 * (3 * seats - 2),
        return_sum=0.0,
        return_range=(-most, most * (seats - 1)),
        build=build,
        render=render,
        determinize=determinize,
    )
