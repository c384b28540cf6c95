"""The map of the Baltic and the table of its places (see `engine/board.py`).

Blocks whose identity the viewer knows are pieces; the others are counted, as blank faces are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.engine.board import (
    Bar,
    Board,
    BoardSeat,
    Face,
    Number,
    Place,
    Token,
    Total,
    Tray,
)
from legation.envs.pax_baltica.components import COMPONENTS, LETTERS
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_LETTER,
    BLOCK_SIDE,
    BLOCKS,
    CLOSED,
    COALITION,
    COLOUR_IDS,
    COLOUR_SIDE,
    COLOURS,
    FIREPOWER,
    IS_FLEET,
    LOCATION_IDS,
    LOCATIONS,
    MAX_STEPS,
    NATION_COLOUR,
    POOL,
    SEA0,
    SWEDEN,
    TERRITORY_IDS,
    TRANSIT,
    VALUE,
)
from legation.envs.pax_baltica.record import (
    BLOCK_AXIS,
    COLOUR_AXIS,
    LOCATION_AXIS,
    NATION_AXIS,
    OWNERS,
    SIDE_AXIS,
    SIDE_NAMES,
    TERRITORY_AXIS,
)
from legation.envs.pax_baltica.text import own_means, place_name, situation

MAP = "baltic_1700"
_FULL = 6  # a bar's amount; more is rare
_LETTERS = (Text("S", "Ш"), Text("C", "К"))
_COLOUR_LETTERS = {
    "blue": Text("Bl", "Си"),
    "green": Text("Gn", "Зе"),
    "grey": Text("Gy", "Се"),
    "red": Text("Rd", "Кр"),
    "yellow": Text("Ye", "Жё"),
}
_PLACE = Text("place", "место")
_UNSEEN = Text("blocks that you can't tell apart", "отрядов, которых вы не различаете")
_ACTIONS = Text("actions left", "осталось действий")
_POOL = Text("In the pool", "В резерве")
_GARRISON = Text("garrison {value}", "гарнизон {value}")
_MARKED = Text("garrison {value}, {colour}", "гарнизон {value}, {colour}")
_SIEGE = Text("siege {cubes}/{value}, {colour}", "осада {cubes}/{value}, {colour}")
_ORDER = Text("to be besieged", "будет осаждена")
_BATTLE = Text("battle", "бой")
_BLOCK = Text(
    "{name}: {steps} of {most} steps, {letter}{fire}",
    "{name}: шагов {steps} из {most}, {letter}{fire}",
)
_HIDDEN = Text("{colour} blocks unseen: {count}", "скрытых отрядов, {colour}: {count}")
_HIDDEN_FLEETS = Text("{colour} fleets unseen: {count}", "скрытых флотов, {colour}: {count}")
_MOVED = Text("moved", "ходил")
_GROUP = Text("in the group", "в группе")
_CLAIM = Text("V", "Г"), Text("garrison value", "сила гарнизона")


def board(observation: Observation, language: str) -> Board:
    """The position as places, with the blocks that the viewer knows and counts of the others."""
    s, besieged = observation.record, _named_territories(observation)
    return Board(
        title=COMPONENTS.title.in_language(language),
        places_title=_PLACE.in_language(language),
        bars_title=_UNSEEN.in_language(language),
        seats_axis=SIDE_AXIS.name,
        seats=tuple(
            BoardSeat(
                item, SIDE_NAMES[side].in_language(language), _LETTERS[side].in_language(language)
            )
            for side, item in enumerate(SIDE_AXIS.item_ids)
        ),
        places=tuple(_place(s, x, x in besieged, language) for x in range(LOCATIONS)),
        full=_FULL,
        active=(int(s.turn),) if s.turn >= 0 else (),
        facts=tuple(_facts(observation, language)),
        totals=(Total(_ACTIONS.in_language(language), tuple(int(n) for n in s.actions_left)),),
        trays=_trays(observation, language),
        map=MAP,
        faces=tuple(_face(colour, language) for colour in range(COLOURS)),
    )


def _face(colour: int, language: str) -> Face:
    """A colour of blocks and cubes, with the nations that have it (1)."""
    shade = COLOUR_IDS[colour]
    nations = [NATION_AXIS.labels[n] for n in np.flatnonzero(colour == NATION_COLOUR)]
    return Face(
        shade,
        COLOUR_AXIS.labels[colour].in_language(language),
        _COLOUR_LETTERS[shade].in_language(language),
        ", ".join(name.in_language(language) for name in nations),
    )


def _facts(observation: Observation, language: str) -> list[str]:
    """The situation, a line a fact: whoever draws it breaks lines as there is room."""
    facts: list[str] = []
    for line in (*situation(observation, language), *own_means(observation, language)):
        if facts and line.startswith(" "):
            facts[-1] += f" {line.strip()}"
        else:
            facts.append(line)
    return facts


def _named_territories(observation: Observation) -> set[int]:
    """The territories that a legal action names as such: a siege, a marker that is lifted."""
    found = set()
    for action in observation.legal_actions():
        family, positions = observation.game.actions.positions(action)
        for parameter, position in zip(family.parameters, positions, strict=True):
            if parameter.axis is not None and parameter.axis.name == TERRITORY_AXIS.name:
                found.add(int(position))
    return found


def _place(s: Any, x: int, besieged: bool, language: str) -> Place:
    known = np.flatnonzero(np.asarray(s["place"]) == x).tolist()
    owner = int(s.owner[x]) if x < SEA0 else CLOSED
    return Place(
        axis=LOCATION_AXIS.name,
        item=LOCATION_IDS[x],
        title=place_name(x, language),
        bars=tuple(Bar(_unseen(s, side, x, known)) for side in (SWEDEN, COALITION)),
        numbers=_numbers(x, language),
        tokens=(
            *_garrison(s, x, besieged, language),
            *_unseen_colours(s, x, known, language),
            *(_block(s, b, language) for b in known),
        ),
        state=_state(s, x, owner, language),
        holder=owner if owner in (SWEDEN, COALITION) else None,
        firm=x < SEA0 and bool(s.marker[x] >= 0),
        highlight=bool(s.focus == x),
    )


def _unseen(s: Any, side: int, x: int, known: list[int]) -> int:
    """The side's blocks there that the viewer does not know."""
    there = int(s.fleet_total[side, x]) + (int(s.land_total[side, x]) if x < SEA0 else 0)
    return there - sum(int(BLOCK_SIDE[b]) == side for b in known)


def _unseen_colours(s: Any, x: int, known: list[int], language: str) -> list[Token]:
    """The colours of the faces that the viewer can't tell apart; fleets apart from the others."""
    found = []
    for fleets in (0, 1):
        if fleets == 0 and x >= SEA0:
            continue
        for colour in range(COLOURS):
            there = int(s.fleet_count[x, colour] if fleets else s.land_count[x, colour])
            there -= sum(BLOCK_COLOUR[b] == colour and IS_FLEET[b] == fleets for b in known)
            if there:
                name = COLOUR_AXIS.labels[colour].in_language(language)
                words = (_HIDDEN_FLEETS if fleets else _HIDDEN).in_language(language)
                sign = "⚓" if fleets else "□"
                title = words.format(colour=name, count=there)
                found.append(
                    Token(
                        f"{sign} {name}: {there}",
                        title,
                        int(COLOUR_SIDE[colour]),
                        face=colour,
                        unseen=there,
                    )
                )
    return found


def _numbers(x: int, language: str) -> tuple[Number, ...]:
    if x >= SEA0 or VALUE[x] == 0:
        return ()
    sign, title = _CLAIM
    return (Number(sign.in_language(language), title.in_language(language), int(VALUE[x])),)


def _garrison(s: Any, x: int, besieged: bool, language: str) -> tuple[Token, ...]:
    """A garrison's marker; and what a siege is chosen by, where one may be."""
    if x >= SEA0 or VALUE[x] == 0 or not (besieged or s.marker[x] >= 0):
        return ()
    text, name, face = _GARRISON, "", None
    if s.marker[x] >= 0:
        text, face = _MARKED, int(s.marker[x])
        name = COLOUR_AXIS.labels[face].in_language(language)
    words = text.in_language(language).format(value=VALUE[x], colour=name)
    return (Token(words, words, None, TERRITORY_AXIS.name, TERRITORY_IDS[x], face),)


def _state(s: Any, x: int, owner: int, language: str) -> str:
    notes = []
    if x < SEA0:
        if owner in (TRANSIT, CLOSED):
            notes.append(OWNERS[owner].in_language(language))
        if s.siege_cubes[x] > 0:
            words = _SIEGE.in_language(language)
            colour = COLOUR_AXIS.labels[int(s.siege_colour[x])].in_language(language)
            notes.append(words.format(cubes=s.siege_cubes[x], value=VALUE[x], colour=colour))
        if s.siege_order[:, x].any():
            notes.append(_ORDER.in_language(language))
    if s.contested[x] >= 0:
        notes.append(_BATTLE.in_language(language))
    return "; ".join(notes)


def _block(s: Any, b: int, language: str) -> Token:
    name = BLOCK_AXIS.labels[b].in_language(language)
    title = _BLOCK.in_language(language).format(
        name=name,
        steps=s.steps[b],
        most=MAX_STEPS[b],
        letter=LETTERS[BLOCK_LETTER[b]],
        fire=FIREPOWER[b],
    )
    sign = "⚓" if IS_FLEET[b] else "■"
    # What a side knows of its own blocks alone; for others it is unknown, which is below 0.
    for words, mark, holds in ((_MOVED, "✓", s.moved[b] > 0), (_GROUP, "▶", s.picked[b] > 0)):
        if holds:
            sign = f"{mark}{sign}"
            title = f"{title}, {words.in_language(language)}"
    return Token(
        f"{sign} {name} {s.steps[b]}",
        title,
        int(BLOCK_SIDE[b]),
        BLOCK_AXIS.name,
        BLOCK_AXIS.item_ids[b],
        int(BLOCK_COLOUR[b]),
    )


def _trays(observation: Observation, language: str) -> tuple[Tray, ...]:
    """The blocks that the viewer may build anew."""
    s, seat = observation.record, observation.seat
    tokens = tuple(
        Token(
            BLOCK_AXIS.labels[b].in_language(language),
            BLOCK_AXIS.labels[b].in_language(language),
            seat,
            BLOCK_AXIS.name,
            BLOCK_AXIS.item_ids[b],
            int(BLOCK_COLOUR[b]),
        )
        for b in range(BLOCKS)
        if BLOCK_SIDE[b] == seat and s.place[b] == POOL
    )
    return (Tray(_POOL.in_language(language), tokens),) if tokens else ()
