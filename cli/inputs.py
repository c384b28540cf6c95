"""Reading what people give on the command line: games, options, counts.

The engine is imported inside functions only: help must not wait for Numba.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from tyro.conf import Positional, UseAppendAction, arg

if TYPE_CHECKING:
    from legation.envs import Game

GameName = Positional[
    Annotated[str, arg(metavar="GAME", help="a game; `legation games` lists them")]
]
Options = Annotated[
    UseAppendAction[tuple[str, ...]],
    arg(metavar="KEY=VALUE", help="an option of the game; `legation games` lists them"),
]
Seed = Annotated[int, arg(metavar="N", help="of all chance; the same seed, the same result")]
Language = Annotated[Literal["en", "ru"], arg(help="of the words shown")]
Json = Annotated[bool, arg(help="print JSON, and nothing else, to stdout")]


def open_game(name: str, pairs: Sequence[str]) -> Game:
    """The game with the options given as `key=value`."""
    from legation.envs import LegationError, game_options, load_game

    declared = {option.name: option for option in game_options(name)}
    chosen: dict[str, Any] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            example = f"{declared[next(iter(declared))].name}=..." if declared else "key=value"
            raise LegationError(f"option {pair!r}: write it as KEY=VALUE, such as {example}")
        if key in chosen:
            raise LegationError(f"option {key!r} is given twice")
        chosen[key] = declared[key].parse(value) if key in declared else value
    return load_game(name, **chosen)


def option_pairs(options: Mapping[str, object]) -> tuple[str, ...]:
    """Options as `key=value`, as they are given on the command line."""
    from legation.envs.engine import option_text

    return tuple(f"{key}={option_text(value)}" for key, value in options.items())


def check_count(name: str, value: int, low: int, high: int) -> int:
    """`value`, refused unless it lies in low..high."""
    from legation.envs import LegationError

    if not low <= value <= high:
        raise LegationError(f"{name} is {value}; it must be a whole number in {low}..{high}")
    return value


def check_seed(seed: int) -> int:
    return check_count("--seed", seed, 0, 2**63 - 1)


def seat_number(game: Game, given: str) -> int:
    """A seat by its id, its number, or its words in either language."""
    if given.isdecimal():
        return game.seat(int(given))
    for seat, label in enumerate(game.schema.seats.labels):
        if given.casefold() in (label.en.casefold(), label.ru.casefold()):
            return seat
    return game.seat(given)
