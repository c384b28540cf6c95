"""Boards as pictures: accessible SVG from a game's description of its board."""

from legation.play.boards.palette import seat_letter
from legation.play.boards.picture import STYLESHEET, board_svg

__all__ = ["STYLESHEET", "board_svg", "seat_letter"]
