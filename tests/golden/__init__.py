"""Golden records: plays that must replay to the same bytes for as long as a game has its version.

`python -m legation.tests.golden` writes them anew, for a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from legation.envs import game_options, load_game
from legation.envs.engine import Game
from legation.envs.engine.record import Record, read_record, record_lines, write_record
from legation.envs.engine.replay import Player, check_record, play_record

FOLDER = Path(__file__).parent


def write_golden(
    path: Path, game: Game, players: Sequence[Player], seed: int = 1, episode: int = 0
) -> Record:
    """Plays an episode, a player a seat, and writes its record."""
    record = play_record(game, players, seed, episode)
    write_record(path, record)
    return record


def golden_games(name: str) -> Iterator[tuple[Path, Game]]:
    """The files of a game's records: the defaults, and each other value of each option."""
    yield FOLDER / f"{name}.jsonl", load_game(name)
    for option in game_options(name):
        for value in option.values[1:]:
            game = load_game(name, **{option.name: value})
            yield FOLDER / f"{name}-{option.name}-{value}.jsonl", game


def check_golden(path: Path, game: Game) -> None:
    """The file replays, and written anew it has the same bytes."""
    record = read_record(path)
    check_record(record, game)
    text = "".join(line + "\n" for line in record_lines(record))
    assert text.encode() == path.read_bytes(), f"{path.name} would be written in other bytes"
    labels = [game.label(d.action) for d in record.decisions]
    assert labels == [d.label for d in record.decisions], f"{path.name}: labels changed"
