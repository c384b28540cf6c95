"""What a run tells about itself while it goes on: time split, TensorBoard, the live display."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

# Every scalar in TensorBoard, and what it means. Steps are decisions.
SCALARS = {
    "speed/decisions_per_second": "decisions of the latest iteration per second",
    "loss/policy_loss": "mean of PPO's clipped objective, negated (updates of one iteration)",
    "loss/value_loss": "half the squared error of the value, in units of the network",
    "loss/explained_variance": "share of the variance of the value targets that was foreseen",
    "policy/entropy": "mean entropy over legal actions, in nats",
    "policy/update_kl": "KL(old || new) of the updates: how far a rollout moved the policy",
    "policy/clipped": "share of decisions whose ratio left the clip range",
    "policy/magnet_kl": "KL(policy || magnet)",
    "optimizer/gradient_norm": "before it is clipped",
    "optimizer/learning_rate": "of Adam",
    "optimizer/entropy_weight": "of the entropy bonus",
    "strength/win_share": "alone against copies of `evaluate_against`, mean over seats",
    "strength/low": "lower end of its 95 % interval",
    "strength/high": "upper end of its 95 % interval",
}


class Strength(NamedTuple):
    """The agent alone against the rest, mean over seats."""

    decisions: int
    seconds: float
    games: int
    win_share: float
    low: float
    high: float


class Stopwatch:
    """Where the time of an iteration goes: `lap(part)` books the time since the last lap."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}
        self._last = time.perf_counter()

    def reset(self) -> None:
        self.parts = {}
        self._last = time.perf_counter()

    def go_on(self) -> None:
        """Forgets the time since the last lap: nobody was working."""
        self._last = time.perf_counter()

    def lap(self, part: str) -> None:
        now = time.perf_counter()
        self.parts[part] = self.parts.get(part, 0.0) + now - self._last
        self._last = now

    @property
    def total(self) -> float:
        return sum(self.parts.values())

    def shares(self) -> dict[str, float]:
        total = max(self.total, 1e-9)
        return {part: seconds / total for part, seconds in sorted(self.parts.items())}


class TensorBoardLog:
    """Scalars by decisions; a resumed run drops what came after its checkpoint."""

    def __init__(self, folder: Path, from_decisions: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        purge = from_decisions + 1 if from_decisions else None
        self._writer: Any = SummaryWriter(str(folder), purge_step=purge)

    def write(self, scalars: dict[str, float], decisions: int) -> None:
        groups = {name.rsplit("/", 1)[1]: name for name in SCALARS}
        for name, value in scalars.items():
            if name in groups:
                self._writer.add_scalar(groups[name], value, decisions)

    def close(self) -> None:
        self._writer.close()


class Display:
    """The live display of a run; plain lines where there is no terminal."""

    def __init__(self, title: str, total: int, places: dict[str, Path], console: Console) -> None:
        self._console = console
        self._places = places
        self._title = title
        self._total = total
        self._progress = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=None),
            TaskProgressColumn(),
            TextColumn("{task.fields[rate]}"),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._progress.add_task(title, total=total, rate="")
        self._status: dict[str, str] = {}
        self._live: Live | None = None
        self._last_line = 0.0

    @contextmanager
    def running(self, done: int) -> Iterator[Display]:
        # Progress up to a resumed checkpoint is not counted in the speed.
        self._progress.update(self._task, completed=done)
        for name, place in self._places.items():
            if not self._console.is_terminal:
                self._console.print(f"{name}: {place}", highlight=False, soft_wrap=True)
        if not self._console.is_terminal:
            yield self
            return
        with Live(self._view(), console=self._console, refresh_per_second=4) as self._live:
            yield self

    def update(
        self,
        decisions: int,
        rate: float,
        shares: dict[str, float],
        strength: Strength | None,
        statistics: dict[str, float],
        against: str,
    ) -> None:
        self._progress.update(self._task, completed=decisions, rate=f"{rate:,.0f} decisions/s")
        split = ", ".join(f"{part} {share:.0%}" for part, share in shares.items())
        self._status = {
            "time": split,
            "entropy": f"{statistics['entropy']:.2f} nats, "
            f"values explain {statistics['explained_variance']:.0%}",
        }
        if strength is not None:
            self._status["strength"] = (
                f"wins {strength.win_share:.3f} ({strength.low:.3f} to {strength.high:.3f}) "
                f"alone against {against}, at {strength.decisions:,} decisions"
            )
        if self._live is not None:
            self._live.update(self._view())
        elif time.monotonic() - self._last_line > 10.0 or decisions >= self._total:
            self._last_line = time.monotonic()
            left = (self._total - decisions) / max(rate, 1.0)
            self._console.print(
                f"{decisions:>12,} of {self._total:,} decisions  {rate:>9,.0f}/s  "
                f"ETA {left / 60:.1f} min  " + self._status.get("strength", ""),
                highlight=False,
                soft_wrap=True,
            )

    def _view(self) -> Group:
        table = Table.grid(padding=(0, 2))
        for name, words in self._status.items():
            table.add_row(Text(name, style="dim"), words)
        for name, place in self._places.items():
            table.add_row(Text(name, style="dim"), str(place))
        return Group(self._progress, table)


def draw_learning_curve(
    path: Path, history: list[Strength], par: float, title: str, against: str
) -> None:
    """A picture of the strength over the run, with its 95 % intervals and par."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4.2), layout="constrained")
    axes = figure.add_subplot()
    millions = [s.decisions / 1e6 for s in history]
    axes.fill_between(
        millions,
        [s.low for s in history],
        [s.high for s in history],
        color="#0072b2",
        alpha=0.2,
        linewidth=0,
        label="95 % interval",
    )
    axes.plot(millions, [s.win_share for s in history], color="#0072b2", label="trained agent")
    axes.axhline(par, color="#444444", linestyle="--", linewidth=1, label=f"par {par:.2f}")
    axes.set_xlabel("decisions of training, in millions")
    axes.set_ylabel(f"win share alone against {against}")
    axes.set_ylim(bottom=0)
    axes.set_title(title)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    temporary = path.with_suffix(".tmp.png")
    figure.savefig(temporary, dpi=140)
    temporary.replace(path)
