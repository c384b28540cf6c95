"""A game's board, described: places and what lies in them, as one viewer may see it.

A game that has one gives `board(observation, language) -> Board`, a pure function of an
Observation, so that a picture can't show what the viewer may not know. Whoever draws it knows
nothing of the game. All words are in the language that was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from legation.envs.engine.observation import Observation


@dataclass(frozen=True)
class BoardSeat:
    """A seat's column.

    Attributes:
        item: the seat's id on `Board.seats_axis`.
        title: its name.
        letters: the one or two that stand beside its colour.
    """

    item: str
    title: str
    letters: str


@dataclass(frozen=True)
class Bar:
    """What a seat has in a place.

    Attributes:
        amount: None where the viewer may not know it.
        added: how much of it is new this turn.
        mark: whether it carries the mark that `Board.mark_title` explains.
    """

    amount: int | None
    added: int = 0
    mark: bool = False


@dataclass(frozen=True)
class Number:
    """A figure of a place, such as its significance, or a mark that it bears.

    Attributes:
        sign: a letter or two.
        title: what the sign means.
        value: None for a mark.
    """

    sign: str
    title: str
    value: int | None


@dataclass(frozen=True)
class Face:
    """A colour that pieces or markers bear, where a seat has pieces of several.

    Attributes:
        shade: its name in English, by which who draws it finds a colour and a pattern.
        title: its name.
        letters: the one or two that stand beside the colour.
        note: whose colour it is.
    """

    shade: str
    title: str
    letters: str
    note: str = ""


@dataclass(frozen=True)
class Token:
    """A piece in a place, of a seat or of nobody.

    Attributes:
        text, title: its name, short and in full.
        axis, item: as action parameters name it; empty where none does.
        face: the colour that it bears, on `Board.faces`; None: its seat's.
        unseen: for how many pieces it stands that the viewer can't tell apart, all in that colour;
            they are among those that the seat's bar counts. 0: a piece that is known.
    """

    text: str
    title: str
    seat: int | None = None
    axis: str = ""
    item: str = ""
    face: int | None = None
    unseen: int = 0


@dataclass(frozen=True)
class Place:
    """A place of the board.

    Attributes:
        axis, item: the axis and the item's id, as action parameters name it.
        title: its name.
        bars: one for each column, or none at all.
        numbers, tokens: figures and pieces in it.
        state: what holds there, in words; empty where nothing does.
        holder: the seat whose colour the place bears.
        firm: the holder's colour is drawn in full.
        highlight: something has just happened there.
    """

    axis: str
    item: str
    title: str
    bars: tuple[Bar, ...] = ()
    numbers: tuple[Number, ...] = ()
    tokens: tuple[Token, ...] = ()
    state: str = ""
    holder: int | None = None
    firm: bool = False
    highlight: bool = False


@dataclass(frozen=True)
class Total:
    """A last row of the table: a figure for each column.

    Attributes:
        values: None where the viewer may not know it.
        told: the columns whose figure is only what the viewer was told, or took for granted; it
            may be out of date.
    """

    title: str
    values: tuple[int | None, ...]
    told: tuple[int, ...] = ()

    def words(self) -> list[str]:
        """The figures as they are written."""
        return [
            "?" if value is None else f"{'~' * (place in self.told)}{value}"
            for place, value in enumerate(self.values)
        ]


@dataclass(frozen=True)
class Link:
    """Two seats that belong together, such as allies."""

    seats: tuple[int, int]
    title: str


@dataclass(frozen=True)
class Tray:
    """Pieces beside the board, such as those that the viewer has in hand."""

    title: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Board:
    """Everything that a picture of the position shows.

    Attributes:
        title: what the picture is, for those who can't see it.
        places_title, bars_title: what the rows are, and what the bars count.
        seats_axis: the axis of the seats in action parameters.
        seats: the columns, for seats 0, 1, ...; seats without one (a game master) come last.
        places: in the order of the rows.
        full: the amount that fills a bar.
        threshold: an amount that is marked on the bars, or None.
        mark_title: what `Bar.mark` means.
        active: the seats whose turn it is, where that is public.
        facts: lines above the table.
        totals, links, trays: see there.
        map: the name of a map on which the places are drawn, or None for the table alone.
        faces: the colours of pieces, where they are not just their seats'.
    """

    title: str
    places_title: str
    bars_title: str
    seats_axis: str
    seats: tuple[BoardSeat, ...]
    places: tuple[Place, ...]
    full: int
    threshold: int | None = None
    mark_title: str = ""
    active: tuple[int, ...] = ()
    facts: tuple[str, ...] = ()
    totals: tuple[Total, ...] = ()
    links: tuple[Link, ...] = ()
    trays: tuple[Tray, ...] = ()
    map: str | None = None
    faces: tuple[Face, ...] = ()


class DescribeBoard(Protocol):
    """`board(observation, language) -> Board`."""

    def __call__(self, observation: Observation, language: str) -> Board: ...
