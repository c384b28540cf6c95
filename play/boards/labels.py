"""Names and pieces on a map that has no room for chips: they move aside for each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap
from xml.etree.ElementTree import Element

import numpy as np

from legation.envs.engine.board import Board, Place
from legation.play.boards.drawing import CHOOSABLE, FAINT, INK, PAPER, add, add_text, text_width
from legation.play.boards.palette import colour, face_fill, fill, shade_of
from legation.play.boards.shapes import Point

_NAME, _LINE, _NOTE = 7.6, 8.0, 6.2
_FACE, _GAP, _ROW = 8.6, 0.8, 6  # a piece, the space between two, most of them in a row
_BADGE = 3.9  # radius of the figure beside a name
_LETTERS = 14  # a longer name is broken into lines
_WIDE = 1.13  # fonts that are wider than most
_WATER = "#2f5d7c"
# Where a label may stand beside its place, in units; and what it costs to lie on another label, or
# to hide another place.
_OFFSETS = np.array(
    sorted(
        ((x, y) for y in range(-60, 61, 3) for x in range(-72, 73, 3)),
        key=lambda at: (at[0] ** 2 + at[1] ** 2, at),
    ),
    dtype=np.float64,
)
_FIRST = 120  # of the nearest
_FAR, _HIDES, _ROUNDS = 1000.0, 12.0, 3


@dataclass(frozen=True)
class Piece:
    """A piece on the map: its seat, its figure where the viewer knows the piece, and the face (of
    `Board.faces`) whose colour it has; None: its seat's."""

    seat: int
    figure: str | None
    face: int | None = None


@dataclass(frozen=True)
class Label:
    """A name of one line or two, with room for a row of pieces below."""

    lines: tuple[str, ...]
    figure: str

    @property
    def width(self) -> float:
        beside = 2 * _BADGE + 1.5 if self.figure else 0
        return max(max(map(_words, self.lines)) + beside, 3 * (_FACE + _GAP))

    @property
    def height(self) -> float:
        return _LINE * len(self.lines) + _FACE + 1.5


def _words(line: str) -> float:
    return _WIDE * text_width(line, _NAME, bold=True)


def label_of(place: Place) -> Label:
    """The label of a place; the figure is the first of its numbers."""
    shown = [number for number in place.numbers[:1] if number.value is not None]
    figure = str(shown[0].value) if shown else ""
    return Label(tuple(wrap(place.title, _LETTERS, break_long_words=False)) or ("",), figure)


def pieces_of(place: Place, seats: int) -> list[Piece]:
    """The pieces there: known ones with the figure that their names end in, the others blank."""
    found = []
    for seat in range(seats):
        hidden = (place.bars[seat].amount or 0) if seat < len(place.bars) else 0
        blank: list[Piece] = []
        for token in place.tokens:
            if token.seat == seat and token.unseen:
                blank += [Piece(seat, None, token.face)] * token.unseen
            elif token.seat == seat:
                last = token.text.rpartition(" ")[2]
                found.append(Piece(seat, last if last.isdecimal() else "", token.face))
        found += blank + [Piece(seat, None)] * (hidden - len(blank))
    return found


@lru_cache(maxsize=64)
def spread(anchors: tuple[Point, ...], sizes: tuple[Point, ...], frame: Point) -> tuple[Point, ...]:
    """Centres of boxes near their anchors, in the frame, of which no two overlap where that can be.

    The most crowded box chooses first; each takes the free place that is nearest to its anchor and
    hides few anchors of others, and some rounds later all have chosen again among the others.
    """
    wanted, size = np.array(anchors, dtype=np.float64), np.array(sizes, dtype=np.float64)
    room = (size[:, None] + size[None, :]) / 2 + 0.4
    crowd = (np.abs(wanted[:, None] - wanted[None, :]) < room).all(axis=2).sum(axis=1)
    centres = np.full_like(wanted, np.inf)
    for _ in range(_ROUNDS):
        for box in np.argsort(-crowd, kind="stable"):
            centres[box] = np.inf
            half = size[box] / 2
            for offsets in (_OFFSETS[:_FIRST], _OFFSETS):
                spots = np.clip(wanted[box] + offsets, half + 1, frame - half - 1)
                cost = np.hypot(*(spots - wanted[box]).T)
                clash = (np.abs(spots[:, None] - centres) < room[box]).all(axis=2)
                hidden = (np.abs(spots[:, None] - wanted) < half).all(axis=2)
                hidden[:, box] = False
                cost += _FAR * clash.sum(axis=1) + _HIDES * hidden.sum(axis=1)
                centres[box] = spots[np.argmin(cost)]
                if cost.min() <= np.hypot(*offsets[-1]):  # none that is farther is better
                    break
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in centres)


def place_labels(labels: Sequence[Label], anchors: Sequence[Point], frame: Point) -> list[Point]:
    """The centre of each label."""
    sizes = tuple((label.width, label.height) for label in labels)
    return list(spread(tuple(anchors), sizes, frame))


def draw_label(group: Element, label: Label, centre: Point, *, water: bool, chosen: bool) -> float:
    """The name and its figure; returns where the row of pieces begins."""
    x, y = centre
    top = y - label.height / 2
    ink = CHOOSABLE if chosen else _WATER if water else INK
    shift = (_BADGE + 0.75) if label.figure else 0.0
    for number, line in enumerate(label.lines):
        name = add_text(group, (x - shift, top + _LINE * (number + 1) - 1.6), line, _NAME,
                        bold=not water or chosen, anchor="middle", halo=True,
                        colour=ink)  # fmt: skip
        if water:
            name.set("font-style", "italic")
        if chosen:
            name.set("text-decoration", "underline")
    if label.figure:
        at = (
            x - shift + _words(label.lines[-1]) / 2 + _BADGE + 1.5,
            top + _LINE * len(label.lines) - 4.4,
        )
        add(group, "circle", {"cx": at[0], "cy": at[1], "r": _BADGE, "fill": PAPER,
                              "stroke": FAINT, "stroke-width": 0.6})  # fmt: skip
        add_text(group, (at[0], at[1] + 2.3), label.figure, 6.4, bold=True, anchor="middle")
    return top + _LINE * len(label.lines) + 1


def draw_pieces(
    group: Element, row: Sequence[Piece], board: Board, x: float, top: float, prefix: str
) -> None:
    """Pieces in rows around `x`; a blank face stands for one that the viewer does not know."""
    step = _FACE + _GAP
    for start in range(0, len(row), _ROW):
        part = row[start : start + _ROW]
        left = x - step * len(part) / 2 + _GAP / 2
        y = top + step * (start // _ROW)
        for number, piece in enumerate(part):
            draw_piece(group, piece, board, (left + step * number, y), _FACE, prefix)


def draw_piece(
    group: Element, piece: Piece, board: Board, at: Point, size: float, prefix: str
) -> None:
    """A square: a known piece plain with its figure, a blank one with pattern and letters."""
    x, y = at
    box = {"x": x, "y": y, "width": size, "height": size, "rx": size / 6}
    blank, face, ink = piece.figure is None, piece.face, PAPER
    ground = fill(prefix, piece.seat) if blank else colour(piece.seat)
    words = piece.figure or ""
    if face is not None:
        shade = shade_of(board, face)
        ground, ink = face_fill(prefix, face) if blank else shade.ground, shade.ink
        words = board.faces[face].letters if blank else words
    add(group, "rect", {**box, "fill": ground, "class": "face blank" if blank else "face",
                        "stroke": PAPER if blank else INK, "stroke-width": 0.6})  # fmt: skip
    if words:
        scale = 0.63 if blank else 0.81
        add_text(group, (x + size / 2, y + size * (0.72 if blank else 0.78)), words, scale * size,
                 bold=True, anchor="middle", colour=ink, room=size - 0.6)  # fmt: skip


def draw_note(group: Element, words: str, x: float, top: float) -> None:
    add_text(group, (x, top + 5.2), words, _NOTE, anchor="middle", colour=FAINT, halo=True, room=52)
