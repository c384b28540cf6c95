"""Trains the agent that ships, and evens out the powers of its scenario as it goes.

make zoo GAME=interbellum
python -m legation.tests.interbellum.evened runs/evened

Handicaps that are set once, for an agent that has been trained to its end, change how it plays,
and it is uneven again. So they are set in small steps between short stages of training: play and
handicaps settle together, and no power is so far behind for so long that there is nothing left for
it to learn from. One long stage follows in which only wins count in the end; then handicaps that
are even for the agent as it is, and a stage so slow that it stays as it is, until it is even.

The folder gets a run for each stage, and the last agent. The same command, in the same folder, goes
on with stages that were stopped; those that are done are only looked at again.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.cli.inputs import open_game
from legation.envs import load_game
from legation.envs.engine import Game, LegationError, OptionValue
from legation.tests.interbellum.handicaps import even_handicaps, last_scores
from legation.training.config import TrainConfig, make_config, merge, preset_values
from legation.training.loop import train
from legation.training.run import is_run

ROUND = 10.0
ANCHORS = ["heuristic", "heuristic", "heuristic", "uniform"]
# Tables of every kind: of its own, alone among strangers, and with strangers of several kinds.
STRANGERS = {"self_play": 0.3, "anchors": 0.3, "past": 0.15, "mixed": 0.25}


@dataclass(frozen=True)
class Stage:
    """A stage of training.

    Attributes:
        number: its seed as well.
        decisions: its length.
        step: how far handicaps go afterwards, of the way to what would even out the scores.
        ppo, league: what differs from the preset.
        last: whether it may be the last, where the powers are even.
    """

    number: int
    decisions: float
    step: float
    ppo: Mapping[str, float]
    league: Mapping[str, float]
    last: bool = False


def steady(rate: float, entropy: float, standing: float) -> dict[str, float]:
    """A stage that ends with the settings that it began with."""
    return {
        "learning_rate": rate,
        "learning_rate_end": rate,
        "entropy": entropy,
        "entropy_end": entropy,
        "standing": standing,
        "standing_until": 1.0,
    }


def schedule(search: int, most: int) -> Iterator[Stage]:
    """`search` stages, a long one, and up to `most` slow ones."""
    first = {"learning_rate_end": 3e-4, "entropy_end": 1.5e-3, "standing_until": 1.0}
    yield Stage(1, 7e6, 0.6, first, {})
    for number in range(2, search + 1):
        settled = min(max(0, number - 7) / 7, 1.0)
        ppo = steady(3e-4 - settled * 2.6e-4, 1.5e-3 - settled * 1e-3, 0.3)
        yield Stage(number, 3e6, 0.6 - settled * 0.35, ppo, {})
    ppo = {"learning_rate": 2.2e-4, "learning_rate_end": 5e-5, "entropy": 1e-3, "standing": 0.3}
    yield Stage(search + 1, 8e6, 1.0, ppo, STRANGERS)
    for number in range(search + 2, search + 2 + most):
        yield Stage(number, 5e5, 1.0, steady(2e-5, 5e-4, 0.0), STRANGERS, last=True)


def next_handicaps(
    given: NDArray[np.float64], scores: NDArray[np.float64], step: float
) -> NDArray[np.float64]:
    """`[S]`, from those of a stage and the scores `[G, S]` (with them) at the ends of its games."""
    wanted = given + step * even_handicaps(scores)
    return np.round((wanted - wanted.min()) / ROUND) * ROUND


def stage_config(
    stage: Stage, start: str, options: Mapping[str, OptionValue], threads: int = 1
) -> TrainConfig:
    """What `stage` trains with, from the agent `start`; without one it begins by imitation."""
    values: dict[str, Any] = {
        "game": "interbellum",
        "options": dict(options),
        "start": start,
        "seed": stage.number,
        "decisions": int(stage.decisions),
        "threads": threads,
        "autocast": True,
        "evaluate_every": 1_000_000,
        "ppo": dict(stage.ppo),
        "league": {"anchor_agents": ANCHORS, **stage.league},
        "imitation": {} if not start else {"decisions": 0},
    }
    return make_config(merge(preset_values("standard", "interbellum"), values))


def run_stage(config: TrainConfig, game: Game, folder: Path) -> None:
    if not train(config, game, folder, resume=is_run(folder)).finished:
        raise LegationError(f"stopped in {folder}; the same command goes on with it")


def at_least_1(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few; at least 1")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return evened(arguments)
    except LegationError as error:
        print(f"legation: {error}", file=sys.stderr)
        return 2


def evened(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(description="Evens out the powers for learned players")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--search", type=at_least_1, default=9, help="stages before the long one")
    parser.add_argument("--most", type=at_least_1, default=8, help="slow stages at the end")
    parser.add_argument("--games", type=at_least_1, default=500, help="looked at after each stage")
    parser.add_argument("--even", type=float, default=0.13, help="least share of each power")
    parser.add_argument("--threads", type=at_least_1, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parsed = parser.parse_args(arguments)
    game, start, handicaps = open_game("interbellum", parsed.option), "", [0] * 5
    for stage in schedule(parsed.search, parsed.most):
        game = load_game("interbellum", **{**game.options, "score_handicap": handicaps})
        folder = parsed.folder / f"stage-{stage.number}"
        run_stage(stage_config(stage, start, game.options, parsed.threads), game, folder)
        start = str(folder)
        games = 2 * parsed.games if stage.step == 1.0 else parsed.games
        shares, scores = last_scores(game, start, games, seed=stage.number)
        wins = shares.mean(axis=0)
        words = f"handicaps {handicaps}, wins {np.round(wins, 3).tolist()}"
        print(f"stage {stage.number}: {words}", flush=True)
        if stage.last and wins.min() >= parsed.even:
            shutil.copy(folder / "agent.safetensors", parsed.folder / "agent.safetensors")
            print(f"even: score_handicap = {handicaps}")
            return 0
        wanted = next_handicaps(np.array(handicaps, dtype=np.float64), scores, stage.step)
        handicaps = [int(value) for value in wanted]
    print("the powers are not even; --most 12, say, goes on", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
