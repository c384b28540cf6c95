"""What tells seats apart: a colour, a pattern, and letters beside them.

The colours keep a contrast of 4.5 : 1 against white, and differ for colour-blind people (after
Okabe and Ito 2008, darkened); the patterns and letters tell them apart without any colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from legation.envs.engine import Game, unknown
from legation.envs.engine.board import Board
from legation.play.boards.drawing import INK, PAPER, add

COLOURS = ("#0a62a3", "#b5460f", "#0b7357", "#98396f", "#7a5d00", "#4b5058")
TINTS = ("#b5d0ea", "#f3d9cc", "#cbe5dc", "#ecd3e1", "#eee2bd", "#dcdee1")
# Strokes of white on the colour, in a tile of 6 by 6.
PATTERNS = (
    "",
    "M-1,1L1,-1M0,6L6,0M5,7L7,5",
    "M0,1.5H6M0,4.5H6",
    "M1.5,0V6M4.5,0V6",
    "M0,0L6,6M0,6L6,0",
    "M1.5,1.5h.1M4.5,4.5h.1",
)


@dataclass(frozen=True)
class Shade:
    """A colour that a game gives to pieces: the ground, what is written on it, strokes as in
    `PATTERNS`."""

    ground: str
    ink: str
    strokes: str


# By the names that `Face.shade` may have.
SHADES = {
    "blue": Shade("#1d4fa0", PAPER, ""),
    "green": Shade("#1f7a3a", PAPER, "M-1,1L1,-1M0,6L6,0M5,7L7,5"),
    "grey": Shade("#666d75", PAPER, "M0,1H6M0,5H6"),
    "red": Shade("#b0182b", PAPER, "M1,0V6M5,0V6"),
    "yellow": Shade("#f4cd3f", INK, "M0,0L6,6M0,6L6,0"),
}


def colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def tint(seat: int) -> str:
    return TINTS[seat % len(TINTS)]


def fill(prefix: str, seat: int) -> str:
    """The seat's colour with its pattern, once `add_patterns` has defined it."""
    return f"url(#{prefix}-seat-{seat})"


def soft_fill(prefix: str, seat: int) -> str:
    """The same in pale, for areas that carry other things."""
    return f"url(#{prefix}-tint-{seat})"


def shade_of(board: Board, face: int) -> Shade:
    """The colour of `board.faces[face]`.

    Raises:
        LegationError: the game names one that is not in `SHADES`.
    """
    name = board.faces[face].shade
    if name not in SHADES:
        raise unknown("shade", name, SHADES)
    return SHADES[name]


def face_fill(prefix: str, face: int) -> str:
    """The colour of a face with its pattern, once `add_patterns` has defined it."""
    return f"url(#{prefix}-face-{face})"


def add_patterns(parent: Element, prefix: str, board: Board) -> None:
    """Defines the fills of all seats and faces; ids are unique in a page by `prefix`."""
    definitions = add(parent, "defs", {})
    for seat in range(len(board.seats)):
        strokes = PATTERNS[seat % len(PATTERNS)]
        _pattern(definitions, f"{prefix}-seat-{seat}", strokes, colour(seat), PAPER, 6)
        _pattern(definitions, f"{prefix}-tint-{seat}", strokes, tint(seat), colour(seat), 8)
    for face in range(len(board.faces)):
        shade = shade_of(board, face)
        # Fainter, as letters stand on it.
        _pattern(definitions, f"{prefix}-face-{face}", shade.strokes, shade.ground, shade.ink, 6,
                 opacity=0.45)  # fmt: skip


def _pattern(
    parent: Element,
    name: str,
    strokes: str,
    ground: str,
    line: str,
    size: int,
    *,
    opacity: float | None = None,
) -> None:
    tile = add(
        parent,
        "pattern",
        {"id": name, "width": size, "height": size, "patternUnits": "userSpaceOnUse"},
    )
    add(tile, "rect", {"width": size, "height": size, "fill": ground})
    if opacity is None:
        opacity = 0.75 if size == 6 else 0.6
    if strokes:
        add(
            tile,
            "path",
            {
                "d": strokes,
                "stroke": line,
                "stroke-width": 1.1 if size == 6 else 0.7,
                "stroke-linecap": "round",
                "stroke-opacity": opacity,
                "transform": f"scale({size / 6:.3g})",
            },
        )


def seat_letter(game: Game, seat: int, language: str) -> str | None:
    """The letters beside a seat's colour; None where the game has no board.

    They stand in the description of any position, so the first one of an episode does.
    """
    if game.board is None:
        return None
    view = game.observe(game.new_state(), game.spectator)
    seats = game.board(view, language).seats
    return seats[seat].letters if 0 <= seat < len(seats) else None
