"""Words of the pictures, and places put in words for those who can't see them."""

from __future__ import annotations

from legation.envs.engine import Text
from legation.envs.engine.board import Board, Place

UNKNOWN = Text("unknown", "неизвестно")
NEW = Text("{amount} of it new", "из них новых: {amount}")
MAP = Text("Map. The table after it tells the same.", "Карта. То же самое — в таблице после неё.")
TURN = Text("has the turn", "сейчас ходит")
EMPTY = Text("Nothing lies there", "Там ничего нет")
FACE = Text("a square: a piece, with its figure", "квадрат: фигура и её число")
BLANK = Text("without one: a piece you can't tell", "без числа: какая именно, вам неизвестно")
BLANK_FACE = Text(
    "letters: one you can't tell, in its colour", "буквы: какая, вам неизвестно; виден лишь цвет"
)
PIECE = Text("letter on colour: has a piece there", "буква на цвете: там есть фигура")


def in_words(board: Board, place: Place, language: str) -> str:
    """All that the picture shows of a place, in one line."""
    parts = [place.title]
    if place.state:
        parts.append(place.state)
    parts += [
        number.title if number.value is None else f"{number.title} {number.value}"
        for number in place.numbers
    ]
    for seat, bar in zip(board.seats, place.bars, strict=False):
        if bar.amount is None:
            parts.append(f"{seat.title} {UNKNOWN.in_language(language)}")
            continue
        notes = []
        if bar.added:
            notes.append(NEW.in_language(language).format(amount=bar.added))
        if bar.mark:
            notes.append(board.mark_title)
        if bar.amount or notes:
            words = f" ({', '.join(notes)})" if notes else ""
            parts.append(f"{seat.title} {bar.amount}{words}")
    parts += [token.title for token in place.tokens]
    return "; ".join(parts)
