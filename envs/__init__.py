"""The games, by name."""

from __future__ import annotations

from importlib import import_module

from legation.envs.engine.errors import LegationError, unknown
from legation.envs.engine.game import Game, Option

# A new game is one line here and one folder beside; its package has OPTIONS and build(**options).
GAMES: dict[str, str] = {
    "embassies": "legation.envs.embassies",
}


def game_options(name: str) -> tuple[Option, ...]:
    """The options of a game; the first value of each is its default."""
    if name not in list(GAMES):  # a list: it compares, where a dict fails on what has no hash
        raise unknown("game", name, GAMES)
    options: tuple[Option, ...] = import_module(GAMES[name]).OPTIONS
    return options


def load_game(name: str, /, **options: str | int | bool) -> Game:
    """A game by name, with options such as `alliances="off"`; see `game_options`.

    Raises:
        LegationError: no such game, option or value.
    """
    declared = {option.name: option for option in game_options(name)}
    for key, value in options.items():
        if key not in declared:
            raise unknown("option", key, declared, where=name)
        if value not in declared[key].values:
            valid = [str(v) for v in declared[key].values]
            raise unknown(f"value of option {key!r}:", value, valid, where=name)
    # The declared value, which may be of another type than what equals it, as 2 and 2.0.
    chosen = {
        key: option.values[option.values.index(options[key]) if key in options else 0]
        for key, option in declared.items()
    }
    game: Game = import_module(GAMES[name]).build(**chosen)
    return game


__all__ = ["GAMES", "Game", "LegationError", "Option", "game_options", "load_game"]
