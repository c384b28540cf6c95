"""Evens out the powers of a scenario for learned players: trains, looks at the scores, sets the
handicaps, trains on with them, and so on.

python -m legation.tests.interbellum.evened runs/evened --stages 9
python -m legation.tests.interbellum.evened runs/more --start zoo/interbellum --stages 4

Handicaps that are set once, for an agent that has been trained to its end, change how it plays,
and it is uneven again. In small steps between short stages play and handicaps settle together, and
no power is so far behind for so long that there is nothing left for it to learn from.

The folder gets a run for each stage. The last agent wants a stage of its own at the handicaps that
were found, with falling learning rate: `legation train interbellum --set start=...`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.cli.inputs import open_game
from legation.envs import load_game
from legation.envs.engine import LegationError, OptionValue
from legation.tests.interbellum.handicaps import even_handicaps, last_scores
from legation.training.config import TrainConfig, make_config, merge, preset_values
from legation.training.loop import train

STEP = 0.6  # of the way to the handicaps that would even out the scores as they are
ROUND = 10.0


def next_handicaps(given: NDArray[np.float64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """`[S]`, from those of a stage and the scores `[G, S]` (with them) at the ends of its games."""
    wanted = given + STEP * even_handicaps(scores)
    return np.round((wanted - wanted.min()) / ROUND) * ROUND


def stage_config(
    start: str, options: Mapping[str, OptionValue], decisions: int, seed: int
) -> TrainConfig:
    """A stage learns to its end with what it began with: the last one, by itself, lets it fade.

    The first, without `start`, is longer: by its warm start, and as much again.
    """
    steady: dict[str, Any] = {
        "game": "interbellum",
        "options": dict(options),
        "start": start,
        "seed": seed,
        "autocast": True,
        "evaluate_every": 1_000_000,
        "ppo": {"standing_until": 1.0, "learning_rate_end": 3e-4, "entropy_end": 0.0015},
    }
    values = merge(preset_values("standard", "interbellum"), steady)
    warm = values["imitation"]["decisions"]
    values["decisions"] = decisions + (0 if start else 2 * warm)
    if start:
        later = {"standing": 0.3, "learning_rate": 3e-4, "entropy": 0.0015}
        values = merge(values, {"ppo": later, "imitation": {"decisions": 0}})
    return make_config(values)


def main() -> None:
    parser = argparse.ArgumentParser(description="Evens out the powers for learned players")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--start", default="", help="an agent; without, the first stage learns")
    parser.add_argument("--stages", type=int, default=6)
    parser.add_argument("--decisions", type=float, default=3e6, help="of each stage")
    parser.add_argument("--games", type=int, default=400, help="looked at after each stage")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parsed = parser.parse_args()
    game, start = open_game("interbellum", parsed.option), parsed.start
    for stage in range(1, parsed.stages + 1):
        folder = parsed.folder / f"stage-{stage}"
        config = stage_config(start, game.options, int(parsed.decisions), stage)
        if not train(config, game, folder).finished:
            raise LegationError(f"stopped in stage {stage}; {start or 'nothing'} is its last agent")
        start = str(folder)
        shares, scores = last_scores(game, start, parsed.games, seed=stage)
        given = np.array(game.options["score_handicap"], dtype=np.float64)
        print(f"stage {stage}: handicaps {given.astype(int).tolist()}")
        print("  wins", np.round(shares.mean(axis=0), 3).tolist(), flush=True)
        wanted = next_handicaps(given, scores).astype(int).tolist()
        print("  next", wanted, flush=True)
        game = load_game("interbellum", **{**game.options, "score_handicap": wanted})


if __name__ == "__main__":
    main()
