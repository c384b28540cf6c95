"""What tells seats apart: a colour, a pattern, and letters beside them.

The colours keep a contrast of 4.5 : 1 against white, and differ for colour-blind people (after
Okabe and Ito 2008, darkened); the patterns and letters tell them apart without any colour.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from legation.envs.engine import Game
from legation.play.boards.drawing import add

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


def add_patterns(parent: Element, prefix: str, seats: int) -> None:
    """Defines the fills of all seats; ids are unique in a page by `prefix`."""
    definitions = add(parent, "defs", {})
    for seat in range(seats):
        _pattern(definitions, f"{prefix}-seat-{seat}", seat, colour(seat), "#ffffff", 6)
        _pattern(definitions, f"{prefix}-tint-{seat}", seat, tint(seat), colour(seat), 8)


def _pattern(parent: Element, name: str, seat: int, ground: str, line: str, size: int) -> None:
    tile = add(
        parent,
        "pattern",
        {"id": name, "width": size, "height": size, "patternUnits": "userSpaceOnUse"},
    )
    add(tile, "rect", {"width": size, "height": size, "fill": ground})
    strokes = PATTERNS[seat % len(PATTERNS)]
    if strokes:
        add(
            tile,
            "path",
            {
                "d": strokes,
                "stroke": line,
                "stroke-width": 1.1 if size == 6 else 0.7,
                "stroke-linecap": "round",
                "stroke-opacity": 0.75 if size == 6 else 0.6,
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
