"""The games, by name."""

from __future__ import annotations

from importlib import import_module

from legation.envs.engine.errors import LegationError, unknown
from legation.envs.engine.game import Game
from legation.envs.engine.options import AnyOption, Option, OptionValue, choose_options

# A new game is one line here and one folder beside; its package has OPTIONS and build(**options).
GAMES: dict[str, str] = {
    "embassies": "legation.envs.embassies",
    "interbellum": "legation.envs.interbellum",
    "pax_baltica": "legation.envs.pax_baltica",
    "secret_orders": "legation.envs.secret_orders",
}


def game_options(name: str) -> tuple[AnyOption, ...]:
    """The options of a game, in the order of its pages."""
    if name not in list(GAMES):  # a list: it compares, where a dict fails on what has no hash
        raise unknown("game", name, GAMES)
    options: tuple[AnyOption, ...] = import_module(GAMES[name]).OPTIONS
    return options


def load_game(name: str, /, **options: OptionValue) -> Game:
    """A game by name, with options such as `alliances="off"`; see `game_options`.

    Raises:
        LegationError: no such game, option or value.
    """
    chosen = choose_options(game_options(name), dict(options), name)
    game: Game = import_module(GAMES[name]).build(**chosen)
    return game


__all__ = [
    "GAMES",
    "AnyOption",
    "Game",
    "LegationError",
    "Option",
    "OptionValue",
    "choose_options",
    "game_options",
    "load_game",
]
