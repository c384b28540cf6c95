"""The speed of Legation, beside peers measured in the same run: `make bench`, `legation bench`.

Ratios are ours over the peer's, except for adapter/wrapper_cost: the time of a decision in a
`last()` loop of our PettingZoo env, over that of PettingZoo's standard wrappers (TerminateIllegal,
AssertOutOfBounds, OrderEnforcing) around an env that does nothing; and for engine/GAME, which is
the decisions a second of that game over those of embassies, both by our engine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
# One thread for everything that is not told otherwise; libraries read this at import.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Threads that wait must not spin for long: beside a busy neighbour that costs more than it saves.
# A short while saves waking them between two loops (some 0.05 ms; by default they spin for longer).
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "20000")

import numba  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: E402
from rich.table import Table  # noqa: E402

from benchmarks import engines, environments, learning, starts  # noqa: E402
from benchmarks.measure import Contest, PeerMissingError, Play  # noqa: E402
from legation.envs import GAMES  # noqa: E402

INSTALL = "make bench, or: pip install -e '.[bench]'"
# What each ratio should be, and for wrapper_cost what it should not exceed.
TARGETS = {
    "engine/openspiel_leduc3": 10.0,
    "engine/naive_pettingzoo": 100.0,
    "engine/two_threads": 1.7,
    "adapter/pettingzoo_texas5": 2.0,
    "adapter/wrapper_cost": 1.5,
    "training/maskable_ppo": 8.0,
}
# Decisions a second of the larger games, over those of embassies.
GAME_TARGETS = {"interbellum": 1 / 3, "secret_orders": 1 / 5, "pax_baltica": 1 / 10}
GAME_RATIOS = {f"engine/{game}": GAME_TARGETS[game] for game in GAMES if game in GAME_TARGETS}
TARGETS |= GAME_RATIOS
AT_MOST = {"adapter/wrapper_cost"}
Advance = Callable[[], None]


class Report:
    """What was measured.

    Attributes:
        ratios: by name, None where a peer is missing.
        rates: decisions per second.
        missing: the peers that are not installed.
        training_shares: where the time of our PPO loop goes.
        compile_cold_s, second_start_s: see `starts`.
    """

    def __init__(self) -> None:
        self.ratios: dict[str, float | None] = dict.fromkeys(TARGETS)
        self.rates: dict[str, float] = {}
        self.missing: list[str] = []
        self.training_shares: dict[str, float] = {}
        self.compile_cold_s = 0.0
        self.second_start_s = 0.0

    def add(self, contest: Contest, ratios: dict[str, tuple[str, str]]) -> None:
        """Takes the rates of a contest, and the ratios whose two sides took part in it."""
        self.rates |= {name: contest.rate(name) for name in contest.rates}
        for ratio, (ours, other) in ratios.items():
            if ours in contest.rates and other in contest.rates:
                self.ratios[ratio] = contest.ratio(ours, other)

    def contest(self, players: dict[str, Callable[[], Play]]) -> Contest:
        """Sets up those contestants that are installed."""
        ready = {}
        for name, make in players.items():
            try:
                ready[name] = make()
            except PeerMissingError as error:
                self.missing.append(str(error))
        return Contest(ready)

    def to_dict(self) -> dict[str, Any]:
        return {
            "ratios": self.ratios,
            "targets": TARGETS,
            "rates": self.rates,
            "training_shares": self.training_shares,
            "compile_cold_s": self.compile_cold_s,
            "second_start_s": self.second_start_s,
            "missing": self.missing,
            "install": INSTALL if self.missing else None,
            "machine": {
                "processor": platform.processor() or platform.machine(),
                "cores": os.cpu_count(),
                "python": platform.python_version(),
            },
        }


class Steps:
    """A progress bar whose length grows as parts are added."""

    def __init__(self, console: Console) -> None:
        self.progress = Progress(
            TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console
        )

    @contextlib.contextmanager
    def part(self, description: str, total: int) -> Iterator[Advance]:
        task = self.progress.add_task(description, total=total)
        yield lambda: self.progress.advance(task)
        self.progress.update(task, completed=total)


def measure_engine(report: Report, steps: Steps, rounds: int, seconds: float) -> None:
    contest = report.contest(
        {
            "engine": lambda: engines.engine(1024),
            "openspiel_leduc3": engines.openspiel_leduc,
            "naive_pettingzoo": engines.naive_embassies,
        }
    )
    with steps.part("engine, B = 1024, one core", contest.steps(rounds)) as advance:
        contest.run(rounds, seconds, advance)
    report.add(
        contest,
        {
            "engine/openspiel_leduc3": ("engine", "openspiel_leduc3"),
            "engine/naive_pettingzoo": ("engine", "naive_pettingzoo"),
        },
    )
    if numba.config.NUMBA_NUM_THREADS < 2:
        return
    contest = report.contest(
        {
            "engine_one_thread": lambda: engines.engine(8192),
            "engine_two_threads": lambda: engines.engine(8192, threads=2),
        }
    )
    with steps.part("engine, B = 8192, two threads", contest.steps(rounds)) as advance:
        contest.run(rounds, seconds, advance)
    report.add(contest, {"engine/two_threads": ("engine_two_threads", "engine_one_thread")})


def measure_games(report: Report, steps: Steps, rounds: int, seconds: float) -> None:
    names = [name for name in GAME_TARGETS if name in GAMES]
    players = {name: partial(engines.engine, 1024, name=name) for name in ("embassies", *names)}
    contest = report.contest(dict(players))
    with steps.part("the other games, one core", contest.steps(rounds)) as advance:
        contest.run(rounds, seconds, advance)
    report.add(contest, {f"engine/{name}": (name, "embassies") for name in names})


def measure_adapter(report: Report, steps: Steps, rounds: int, seconds: float) -> None:
    contest = report.contest(
        {
            "adapter": environments.adapter,
            "seat_env": environments.seat_env,
            "pettingzoo_texas5": environments.texas_holdem,
            "idle": environments.idle,
            "idle_wrapped": environments.idle_wrapped,
        }
    )
    with steps.part("PettingZoo adapter", contest.steps(rounds)) as advance:
        contest.run(rounds, seconds, advance)
    report.add(
        contest,
        {
            "adapter/pettingzoo_texas5": ("adapter", "pettingzoo_texas5"),
            "adapter/wrapper_cost": ("idle_wrapped", "adapter"),  # of rates: so a ratio of costs
        },
    )


def measure_training(report: Report, steps: Steps, rounds: int) -> None:
    learners: dict[str, learning.LearnerProcess] = {}
    contest = Contest({})
    makers: dict[str, Callable[[], learning.Learner]] = {
        "training": learning.ours,
        "training_bfloat16": partial(learning.ours, autocast=True),
        "maskable_ppo": learning.maskable_ppo,
    }
    with steps.part("training", len(makers) * (rounds + 1)) as advance:
        for name, make in makers.items():
            try:
                learners[name] = learning.LearnerProcess(make)
            except PeerMissingError as error:
                report.missing.append(str(error))
            advance()
        for _ in range(rounds):
            for name, learner in learners.items():
                contest.rates.setdefault(name, []).append(learner.rate())
                advance()
    report.add(contest, {"training/maskable_ppo": ("training", "maskable_ppo")})
    shares = {name: learner.close() for name, learner in learners.items()}
    report.training_shares = shares["training"]


def measure_starts(report: Report, steps: Steps) -> None:
    with steps.part("cold and second start", 1) as advance:
        report.compile_cold_s, report.second_start_s = starts.measure_starts()
        advance()


PARTS = ("engine", "games", "adapter", "training", "starts")


def measure(parts: list[str], *, quick: bool, console: Console) -> Report:
    report = Report()
    steps = Steps(console)
    rounds, seconds = (2, 0.3) if quick else (7, 1.5)
    with steps.progress:
        if "engine" in parts:
            measure_engine(report, steps, rounds, seconds)
        if "games" in parts:
            measure_games(report, steps, rounds, seconds)
        if "adapter" in parts:
            measure_adapter(report, steps, rounds, seconds)
        if "training" in parts:
            measure_training(report, steps, 1 if quick else 3)
        if "starts" in parts:
            measure_starts(report, steps)
    return report


def show(report: Report, parts: list[str], console: Console) -> None:
    rates = Table("decisions/s", "", title="Rates")
    for name, rate in report.rates.items():
        rates.add_row(name, f"{rate:,.0f}")
    ratios = Table("ratio", "measured", "target", title="Ratios")
    for name, ratio in report.ratios.items():
        sign = "≤" if name in AT_MOST else "≥"
        measured = "-" if ratio is None else f"{ratio:.2f}"
        ratios.add_row(name, measured, f"{sign} {TARGETS[name]:.3g}")
    console.print(rates, ratios)
    if report.training_shares:
        split = ", ".join(f"{part} {share:.1%}" for part, share in report.training_shares.items())
        console.print(f"time of our training: {split}")
    if "starts" in parts:
        console.print(
            f"start: {report.compile_cold_s:.1f} s where everything has to be compiled, "
            f"{report.second_start_s:.1f} s after that"
        )
    for peer in report.missing:
        # No markup: the brackets in the command are meant.
        console.print(f"{peer} is not installed, so its ratio is missing: {INSTALL}", markup=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="rough figures in about a minute")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    arguments = parser.parse_args()
    report = measure(arguments.parts, quick=arguments.quick, console=Console(stderr=arguments.json))
    if arguments.json:
        print(json.dumps(report.to_dict(), indent=2))
    else:
        show(report, arguments.parts, Console())
    return 0


if __name__ == "__main__":
    sys.exit(main())
