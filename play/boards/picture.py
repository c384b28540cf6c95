"""A position as SVG, for any game that describes its board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from legation.envs.engine import Game, Observation
from legation.play.boards.atlas import atlas
from legation.play.boards.table import PlaceId, table

STYLESHEET = Path(__file__).with_name("board.css")


def board_svg(
    game: Game, observation: Observation, legal: Sequence[int] | None, language: str
) -> str | None:
    """The picture of a position as `observation` shows it; None where the game has no board.

    Args:
        game: the game.
        observation: what is drawn, and all that is known.
        legal: numbers of the actions among which the viewer may choose; the places and seats that
            they name are marked `choosable`.
        language: of the words.

    Returns:
        Markup that can stand in a page as it is: a table, with a map before it where the game
        names one, each an `<svg>` of its own.
    """
    if game.board is None:
        return None
    board = game.board(observation, language)
    chosen = choosable(game, legal or ())
    pictures = [table(board, chosen, "board-t", language)]
    if board.map is not None:
        pictures.insert(0, atlas(board, chosen, "board-m", language))
    return "".join(ElementTree.tostring(element, encoding="unicode") for element in pictures)


def choosable(game: Game, legal: Sequence[int]) -> frozenset[PlaceId]:
    """The items of axes that parameters of legal actions stand for."""
    found: set[PlaceId] = set()
    for action in legal:
        family, positions = game.actions.positions(int(action))
        for parameter, position in zip(family.parameters, positions, strict=True):
            if parameter.axis is not None:
                found.add((parameter.axis.name, parameter.axis.item_ids[position]))
    return frozenset(found)
