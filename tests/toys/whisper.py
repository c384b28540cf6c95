"""A toy with every kind of secret: three seats stash, lay a stone face down, whisper their card.

In its turn a seat stashes up to twice (nobody sees that it does), then lays a stone at a place (all
see where; its colour is hidden), then whispers its card to a seat (that seat alone sees it) or
passes (nobody sees that). The highest card plus stash plus colour wins. A die is hidden from all.
A seat with card 0 can't whisper: its pass is forced.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import (
    HIDDEN,
    KNOWN_BY,
    OWNER,
    OWNER_ONLY,
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
    Parameter,
    Rules,
    Schema,
    Text,
    Turn,
    draw,
    rule,
)

SEATS, PLACES, COLOURS, CARDS, MOST_STASHED = 3, 2, 3, 4, 2

OPTIONS = (Option("die", ("on", "off"), Text("die", "кость")),)


def _axis(name: str, ids: tuple[str, ...], *, is_seats: bool = False) -> Axis:
    return Axis(name, ids, tuple(Text(i, i) for i in ids), is_seats=is_seats)


SEAT = _axis("seat", ("ann", "bob", "cyd"), is_seats=True)
ABOUT = _axis("about", SEAT.item_ids, is_seats=True)
PLACE = _axis("place", ("hill", "lake"))
COLOUR = _axis("colour", ("red", "green", "blue"))

SCHEMA = Schema(
    seats=SEAT,
    axes=(ABOUT, PLACE, COLOUR),
    fields=(
        Field("card", Count(0, CARDS - 1), KNOWN_BY("knows"), Text("card", "карта"), ("about",)),
        Field("knows", Flag(), OWNER("seat"), Text("knows", "знает"), ("seat", "about")),
        Field("stash", Count(0, MOST_STASHED), OWNER("seat"), Text("stash", "тайник"), ("seat",)),
        Field("colour", Index("colour", optional=True), OWNER("seat"), Text("colour", "цвет"),
              ("seat",)),
        Field("lies", Index("place", optional=True), PUBLIC, Text("lies", "лежит"), ("seat",)),
        Field("heard", Flag(), OWNER("seat"), Text("heard", "слышал"), ("seat",)),
        Field("turn", Index("seat", optional=True), PUBLIC, Text("turn", "ход")),
        Field("laid", Category((Text("no", "нет"), Text("yes", "да"))), PUBLIC,
              Text("stone laid", "камень положен")),
        Field("die", Count(0, 5), HIDDEN, Text("die", "кость")),
        Field("with_die", Flag(), PUBLIC, Text("with die", "с костью"), encode=False),
    ),
    turn=Turn("turn", ("stash", "colour", "lies", "heard", "laid")),
)  # fmt: skip

ACTIONS = ActionSpace(
    (
        Family("stash", Text("stash", "спрятать"), OWNER_ONLY),
        Family(
            "lay",
            Text("lay {colour} at {place}", "положить {colour}: {place}"),
            PUBLIC,
            (Parameter("place", PLACE), Parameter("colour", COLOUR, hidden=True)),
        ),
        Family(
            "whisper",
            Text("whisper to {to}", "шепнуть: {to}"),
            KNOWN_BY("heard"),
            (Parameter("to", ABOUT),),
        ),
        Family("pass", Text("pass", "пас"), OWNER_ONLY),
    )
)
STASH = ACTIONS.offsets["stash"]
LAY = ACTIONS.offsets["lay"]
WHISPER = ACTIONS.offsets["whisper"]
PASS = ACTIONS.offsets["pass"]


@rule
def start(s: Any) -> None:
    for seat in range(SEATS):
        s.card[seat] = draw(s, CARDS)
        s.knows[seat, seat] = 1
        s.colour[seat] = -1
        s.lies[seat] = -1
    if s.with_die:
        s.die = draw(s, 6)
    s.turn = 0
    s.actor = 0


@rule
def legal(s: Any, mask: Any) -> None:
    seat = s.actor
    if s.laid == 0:
        mask[STASH] = s.stash[seat] < MOST_STASHED
        for action in range(LAY, LAY + PLACES * COLOURS):
            mask[action] = True
        return
    mask[PASS] = True
    for to in range(SEATS):
        mask[WHISPER + to] = to != seat and s.card[seat] > 0


@rule
def apply(s: Any, action: Any) -> None:
    seat = s.actor
    s.heard[:] = 0
    if action == STASH:
        s.stash[seat] += 1
        return
    if action < WHISPER:
        s.lies[seat] = (action - LAY) // COLOURS
        s.colour[seat] = (action - LAY) % COLOURS
        s.laid = 1
        return
    if action < PASS:
        to = action - WHISPER
        s.knows[to, seat] = 1
        s.heard[to] = 1
        s.heard[seat] = 1
    s.laid = 0
    if seat + 1 < SEATS:
        s.turn = seat + 1
        s.actor = seat + 1
    else:
        s.turn = -1
        s.actor = -1
        s.over = 1


@rule
def returns(s: Any, out: Any) -> None:
    best = -1
    for seat in range(SEATS):
        best = max(best, s.card[seat] + s.stash[seat] + s.colour[seat])
    winners = 0
    for seat in range(SEATS):
        winners += s.card[seat] + s.stash[seat] + s.colour[seat] == best
    for seat in range(SEATS):
        won = s.card[seat] + s.stash[seat] + s.colour[seat] == best
        out[seat] = (SEATS / winners if won else 0.0) - 1.0


def render(observation: Observation, language: str) -> str:
    values = observation.to_dict()["fields"]
    labels = {f.name: f.label.in_language(language) for f in observation.game.schema.fields}
    return "\n".join(f"{labels[name]}: {value}" for name, value in values.items())


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """Fills in at random what the seat does not know."""
    state, seat = observation.record.copy(), observation.seat
    unknown = observation.game.schema.unknown
    state.rng = np.uint64(rng.integers(1, 2**62))
    state.die = rng.integers(6) if state.with_die else 0
    state.actor = state.turn
    for other in range(SEATS):
        if other == seat:
            continue
        if state.card[other] == unknown:
            state.card[other] = rng.integers(CARDS)
        state.stash[other] = rng.integers(MOST_STASHED + 1)
        state.colour[other] = rng.integers(COLOURS) if state.lies[other] >= 0 else -1
        state.heard[other] = 0
        state.knows[other] = 0
        state.knows[other, other] = 1
    return state


def invariants(state: Any) -> list[str]:
    return [f"the stone of seat {i} has a place or a colour only" for i in range(SEATS)
             if (state.lies[i] < 0) != (state.colour[i] < 0)]  # fmt: skip


def build(die: str = "on") -> Game:
    initial = np.zeros(1, SCHEMA.dtype)
    initial["with_die"] = die == "on"
    return Game(
        id="whisper",
        title=Text("Whisper", "Шёпот"),
        version="1",
        options={"die": die},
        schema=SCHEMA,
        actions=ACTIONS,
        rules=Rules(start, legal, apply, returns),
        initial=initial,
        max_decisions=SEATS * (MOST_STASHED + 2),
        return_sum=0.0,
        return_range=(-1.0, 2.0),
        build=build,
        render=render,
        determinize=determinize,
        invariants=invariants,
    )
