"""Evaluations as tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from legation.evaluation.arena import Evaluation, Row


def headline_table(evaluation: Evaluation) -> Table:
    """One row for each agent in each line-up, balanced over the seats."""
    title = f"{evaluation.game.title.en}: {evaluation.deals} deals, every seat rotation"
    return _table(title, evaluation.headline, seats=False)


def seat_table(evaluation: Evaluation) -> Table:
    """The same seat by seat."""
    rows = [row for row in evaluation.rows if row.seat != "all"]
    return _table("By seat", rows, seats=True)


def margin(value: float, ends: tuple[float, float]) -> str:
    """`0.312 ±0.021`: the wider side of the interval."""
    return f"{value:.3f} ±{max(value - ends[0], ends[1] - value):.3f}"


def _table(title: str, rows: Sequence[Row], *, seats: bool) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("line-up", overflow="fold")
    table.add_column("agent", overflow="fold")
    if seats:
        table.add_column("seat")
    for name in ("games", "win share", "par", "mean return"):
        table.add_column(name, justify="right", no_wrap=True)
    previous: tuple[str, str] | None = None
    for row in rows:
        group = (row.lineup, row.agent if seats else "")
        if previous is not None and previous != group:
            table.add_section()
        first = previous != group
        previous = group
        style = _style(row)
        won = margin(row.win_share, row.win_share_ci95)
        table.add_row(
            Text(row.lineup if first else ""),
            Text(row.agent if first or not seats else ""),
            *([row.seat] if seats else []),
            f"{row.games:,}",
            Text(won, style),
            f"{row.par:.3f}",
            margin(row.mean_return, row.mean_return_ci95),
        )
    return table


def _style(row: Row) -> str:
    """Bold above par, dim below it, where the interval says so."""
    if row.win_share_ci95[0] > row.par:
        return "bold"
    return "dim" if row.win_share_ci95[1] < row.par else ""
