"""The report of an evaluation: one HTML file that needs nothing else."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from legation.evaluation import plots
from legation.evaluation.arena import Evaluation
from legation.evaluation.files import write_text


def write_report(evaluation: Evaluation, path: Path) -> None:
    """Writes the report under a temporary name, then renames it."""
    write_text(path, render_report(evaluation))


def render_report(evaluation: Evaluation) -> str:
    """The HTML of the report."""
    environment = Environment(
        loader=PackageLoader("legation.evaluation"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["interval"] = _interval
    return environment.get_template("report.html").render(
        evaluation=evaluation,
        game=evaluation.game,
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        seat_rows=[row for row in evaluation.rows if row.seat != "all"],
        win_share_plot=_data_uri(plots.win_share_plot(evaluation)),
        seat_plot=_data_uri(plots.seat_plot(evaluation)),
        mean_return_plot=_data_uri(plots.mean_return_plot(evaluation)),
    )


def _interval(value: float, ends: tuple[float, float]) -> str:
    return f"{value:.3f} [{ends[0]:.3f}, {ends[1]:.3f}]"


def _data_uri(svg: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
