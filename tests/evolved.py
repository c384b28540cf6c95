"""Makes an agent that ships: a search for the teacher's weights, then training.

`evolved.py` in the folder of a game is the tool for that game. An evolution strategy moves the
weights of the hand-written player, in games in which every seat plays with weights of its own
(`training/evolution.py`). The player that comes out is the teacher of the network's warm start; PPO
goes on from there, with what stands in `stage-1.toml` beside the agent that ships.

The folder gets the run, and `search/` with a file of weights for each generation. The same command,
in the same folder, goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from legation.agents.load import ZOO
from legation.agents.weighted import WeightedPlayers, read_weights, weights_text
from legation.cli.inputs import check_count, open_game
from legation.cli.train import Train
from legation.envs import load_game
from legation.envs.engine import Game, LegationError
from legation.evaluation.files import write_text
from legation.training.evolution import Outcome, RowsOf, Settings, generation
from legation.training.loop import train
from legation.training.run import is_run
from legation.training.workers import Workers

ABOUT = "The hand-written player's weights after {} generations of\ntests/{}/evolved.py"
SETTINGS, TEACHER, STAGE = "settings.json", "teacher.toml", "stage-1.toml"


def search(game: Game, folder: Path, rows_of: RowsOf, settings: Settings, workers: Workers) -> Path:
    """The file of the weights found; goes on with the generations that the folder holds."""
    keep_settings(folder, {**settings._asdict(), "options": dict(game.options)})
    players = WeightedPlayers(game.id)
    module = players.module
    files = [folder / f"generation-{n:02d}.toml" for n in range(1, settings.generations + 1)]
    done = len(before_the_first_missing(files))
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("search", total=settings.generations, completed=done)
        for number in range(done, settings.generations):
            # From the file, rounded as it is: so a search that was stopped goes on alike.
            found = read_weights(files[number - 1], game.id) if number else module.WEIGHTS
            better, outcome = generation(game, players, found, number, rows_of, settings, workers)
            about = ABOUT.format(number + 1, game.id)
            write_text(files[number], weights_text(game.id, better, about))
            progress.console.print(f"generation {number + 1}: {words_of(module.ROWS, outcome)}")
            progress.advance(task)
    return files[-1]


def keep_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Writes down what a search does; one with other settings has a folder of its own.

    Raises:
        LegationError: the folder holds a search that does something else.
    """
    folder.mkdir(parents=True, exist_ok=True)
    now = {k: v for k, v in settings.items() if k != "generations"}
    file = folder / SETTINGS
    if file.is_file():
        try:
            then = dict(json.loads(file.read_text(encoding="utf-8")))
        except (ValueError, TypeError) as error:
            raise LegationError(f"{file} can't be read: {error}; remove {folder}") from None
        differs = [key for key in now if then.get(key) != now[key]]
        if differs:
            words = "; ".join(f"{key} was {then.get(key)!r}, is {now[key]!r}" for key in differs)
            raise LegationError(
                f"{folder} holds a search with other settings: {words}; choose another folder"
            )
    write_text(file, json.dumps(now, indent=1))


def before_the_first_missing(files: Sequence[Path]) -> list[Path]:
    missing = [i for i, file in enumerate(files) if not file.is_file()]
    return list(files[: missing[0]] if missing else files)


def words_of(rows: Sequence[str], outcome: Outcome) -> str:
    """What was got on average, by the first of the rows that a seat played by."""
    first = outcome.rows[:, :, 0]
    returns = outcome.returns[:, : first.shape[1]]  # a game master has no rows
    got = ((name, returns[first == row]) for row, name in enumerate(rows))
    return ", ".join(f"{name} {values.mean():.3f}" for name, values in got if len(values))


def stage_of(game: Game) -> Path | None:
    """What the agent that ships for the game's options trains with, beyond the preset."""
    named = {path.parent.name: path for path in (ZOO / game.id).glob(f"*/{STAGE}")}
    for value in game.options.values():
        if isinstance(value, str) and value in named:
            return named[value]
    general = ZOO / game.id / STAGE
    return general if general.is_file() else None


def keep_teacher(found: Path, folder: Path) -> Path:
    """The copy of the teacher beside the run.

    Raises:
        LegationError: the run in the folder has another one.
    """
    kept = folder / TEACHER
    if is_run(folder) and kept.is_file() and kept.read_bytes() != found.read_bytes():
        raise LegationError(
            f"{folder} holds a run that {kept} taught; for that of {found} choose another folder"
        )
    shutil.copy(found, kept)
    return kept


def run(
    game_id: str, rows_of: RowsOf, defaults: Settings, arguments: Sequence[str] | None = None
) -> int:
    """The tool, with a command line's `arguments`; `defaults` are of the search."""
    parser = argparse.ArgumentParser(
        description=f"Makes the agent of {game_id} that ships: a search for its teacher's weights, "
        "then training. The same command, in the same folder, goes on where it was stopped.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("folder", type=Path, help="of the run; its search/ gets a file for each generation")
    add("--generations", type=int, default=defaults.generations, help="of the search")
    add("--games", type=int, default=defaults.games, help="of a generation")
    add("--threads", type=int, default=2, help="of search and training")
    add("--search-only", action="store_true", help="no training")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="of the training")
    add("--option", action="append", default=[], metavar="KEY=VALUE", help="of the game")
    parsed = parser.parse_args(arguments)
    try:
        for name in ("generations", "games", "threads"):
            check_count(f"--{name}", getattr(parsed, name), 1, 10**6)
        game = open_game(game_id, parsed.option)
        settings = defaults._replace(generations=parsed.generations, games=parsed.games)
        workers = Workers(parsed.threads)
        teacher = search(game, parsed.folder / "search", rows_of, settings, workers)
        teacher = keep_teacher(teacher, parsed.folder).resolve()
        if parsed.search_only:
            return 0
        own = [f"threads={parsed.threads}", f"imitation.teacher={teacher}"]
        chosen, options = (*own, *parsed.set), tuple(parsed.option)
        config = Train(game_id, config=stage_of(game), set=chosen, option=options).settings()
        game = load_game(game_id, **config.options)  # the stage may have chosen some
        return 0 if train(config, game, parsed.folder, resume=is_run(parsed.folder)).finished else 1
    except KeyboardInterrupt:
        print("\nInterrupted; the same command goes on.", file=sys.stderr)
        return 130
    except LegationError as error:
        print(f"legation: {error}", file=sys.stderr)
        return 2
