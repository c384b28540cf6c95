"""Known truth: PPO self-play on Kuhn and Leduc poker, measured by exact nash_conv.

    python -m legation.tests.toys.solve kuhn
    python -m legation.tests.toys.solve leduc

Run from the checkout. Prints nash_conv of the policy that plays (the running average of weights)
and its value for seat 0 as training goes on. Two-seat Kuhn has the value -1/18 (Kuhn 1950).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from legation.agents.neural import NeuralAgent
from legation.envs.engine import Game
from legation.evaluation.exploitability import build_tree, game_value, nash_conv, uniform_policy
from legation.training.config import TrainConfig, make_config
from legation.training.loop import one_iteration
from legation.training.machine import prepare_process
from legation.training.metrics import Stopwatch
from legation.training.rollout import empty_rollout
from legation.training.run import new_run
from tests.toys import kuhn, leduc

_SELF_PLAY = {"self_play": 1.0, "anchors": 0.0, "past": 0.0}
# Entropy keeps the policies mixed, the slow magnet keeps them from circling, and the average of
# weights plays.
_PPO = {
    "epochs": 2,
    "learning_rate": 1e-3,
    "learning_rate_end": 1e-4,
    "anneal": "exponential",
    "entropy": 0.05,
    "entropy_end": 0.01,
    "magnet": 0.2,
    "magnet_period": 100,
}
SETTINGS: dict[str, tuple[Callable[[], Game], dict[str, Any]]] = {
    "kuhn": (
        kuhn.build,
        {
            "decisions": 2_500_000,
            "games": 256,
            "steps": 8,
            "network": {"hidden": [64, 64]},
            "ppo": {**_PPO, "minibatch": 1024, "trace_decay": 1.0, "average": 0.999},
        },
    ),
    "leduc": (
        leduc.build,
        {
            "decisions": 8_000_000,
            "games": 256,
            "steps": 16,
            "network": {"hidden": [128, 128]},
            "ppo": {
                **_PPO,
                "minibatch": 1024,
                "trace_decay": 0.95,
                "average": 0.999,
                "entropy": 0.15,
                "entropy_end": 0.05,
                "magnet": 0.3,
                "magnet_period": 200,
                "learning_rate": 7e-4,
                "learning_rate_end": 1e-4,
            },
        },
    ),
}


class Point(NamedTuple):
    """Where a run stands: nash_conv of the policy that plays, and its value for seat 0."""

    decisions: int
    seconds: float
    nash_conv: float
    value: float


def configure(name: str, **over: Any) -> tuple[Game, TrainConfig]:
    """A toy and the settings that solve it."""
    build, values = SETTINGS[name]
    game = build()
    settings = {"game": game.id, "evaluate_against": "", "league": _SELF_PLAY, **values, **over}
    return game, make_config(settings)


def solve(
    game: Game, config: TrainConfig, points: int, report: Callable[[Point], None]
) -> list[Point]:
    """Trains by self-play and measures `points` times; the last time at the end."""
    prepare_process(config)
    tree = build_tree(game)
    run = new_run(config, game, [])
    rollout = empty_rollout(run.batch, config.steps, privileged=False, potentials=False)
    watch, began = Stopwatch(), time.perf_counter()
    found: list[Point] = []
    while run.iteration < config.iterations:
        one_iteration(run, rollout, watch)
        if run.iteration * points // config.iterations > len(found):
            policy = NeuralAgent(run.player).probabilities
            value = float(game_value(tree, policy)[0])
            seconds = time.perf_counter() - began
            found.append(Point(run.decisions, seconds, nash_conv(tree, policy), value))
            report(found[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("toy", choices=sorted(SETTINGS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--points", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    game, config = configure(arguments.toy, seed=arguments.seed)
    if not arguments.json:
        print(f"uniform play: nash_conv {nash_conv(game, uniform_policy):.4f}", flush=True)

    def report(point: Point) -> None:
        if not arguments.json:
            print(
                f"{point.decisions:>10,} decisions  {point.seconds:6.1f} s  "
                f"nash_conv {point.nash_conv:.4f}  value of seat 0 {point.value:+.4f}",
                flush=True,
            )

    found = solve(game, config, arguments.points, report)
    if arguments.json:
        print(json.dumps([point._asdict() for point in found]))


if __name__ == "__main__":
    main()
