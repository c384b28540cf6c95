"""The report's plots, as SVG. Colours by Okabe and Ito, told apart by marker as well."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from legation.evaluation.arena import Evaluation, Row

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_STYLE: Any = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "svg.fonttype": "path",
    "svg.hashsalt": "legation",
    # Names may hold a dollar sign.
    "text.parse_math": False,
}


def win_share_plot(evaluation: Evaluation) -> bytes:
    """Every agent in every line-up, balanced over the seats, with par."""
    return _headline(evaluation, "win_share", "win share, with 95 % interval")


def mean_return_plot(evaluation: Evaluation) -> bytes:
    return _headline(evaluation, "mean_return", "mean return, with 95 % interval")


def seat_plot(evaluation: Evaluation) -> bytes:
    """Win shares by seat: a panel for each line-up."""
    names = list(dict.fromkeys(row.lineup for row in evaluation.rows))
    seats = evaluation.game.seat_ids
    columns = min(2, len(names))
    lines = -(-len(names) // columns)
    height = 0.9 + 0.42 * len(seats)
    with rc_context(_STYLE):
        figure = Figure(figsize=(9, lines * height + 0.3), layout="constrained")
        grid = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True)
        panels = list(grid.flat)
        for axes, lineup in zip(panels, names, strict=False):
            rows = [r for r in evaluation.rows if r.lineup == lineup and r.seat != "all"]
            _seat_panel(axes, evaluation, rows)
            axes.set_title(lineup)
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        _from_zero(panels[0], evaluation.rows)  # the panels share it
        handles: dict[str, Any] = {}
        for axes in panels[: len(names)]:
            for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
                handles.setdefault(label, handle)
        figure.legend(
            handles.values(), handles.keys(), loc="outside lower center", ncols=4, frameon=False
        )
        return _svg(figure)


def _seat_panel(axes: Any, evaluation: Evaluation, rows: Sequence[Row]) -> None:
    seats = evaluation.game.seat_ids
    agents = list(dict.fromkeys(row.agent for row in rows))
    for place, agent in enumerate(agents):
        own = [row for row in rows if row.agent == agent]
        shift = 0.5 * ((place + 0.5) / len(agents) - 0.5)
        _points(
            axes,
            [row.win_share for row in own],
            [row.win_share_ci95 for row in own],
            [seats.index(row.seat) + shift for row in own],
            _number(evaluation, agent),
            agent,
        )
    _par(axes, evaluation)
    axes.set_yticks(range(len(seats)), [_seat_name(evaluation, i) for i in range(len(seats))])
    axes.set_ylim(len(seats) - 0.5, -0.5)
    axes.set_xlabel("win share")
    axes.tick_params(labelbottom=True)
    axes.grid(axis="x", alpha=0.25)


def _headline(evaluation: Evaluation, value: str, label: str) -> bytes:
    rows = evaluation.headline
    with rc_context(_STYLE):
        figure = Figure(figsize=(9, 1.3 + 0.34 * len(rows)), layout="constrained")
        axes = figure.subplots()
        for place, row in enumerate(rows):
            number = _number(evaluation, row.agent)
            ends = getattr(row, f"{value}_ci95")
            _points(axes, [getattr(row, value)], [ends], [place], number, None)
        if value == "win_share":
            _par(axes, evaluation)
            _from_zero(axes, rows)
            figure.legend(loc="outside upper right", frameon=False)
        else:
            axes.axvline(0, color="#555555", linestyle="--", linewidth=1)
        axes.set_yticks(range(len(rows)), [f"{row.agent}   in   {row.lineup}" for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.grid(axis="x", alpha=0.25)
        for place in range(1, len(rows)):
            if rows[place].lineup != rows[place - 1].lineup:
                axes.axhline(place - 0.5, color="#cccccc", linewidth=0.8)
        return _svg(figure)


def _points(
    axes: Any,
    values: Sequence[float],
    ends: Sequence[tuple[float, float]],
    places: Sequence[float],
    number: int,
    label: str | None,
) -> None:
    below = [value - low for value, (low, _) in zip(values, ends, strict=True)]
    above = [high - value for value, (_, high) in zip(values, ends, strict=True)]
    axes.errorbar(
        values,
        places,
        xerr=[below, above],
        fmt=_MARKERS[number % len(_MARKERS)],
        color=_COLOURS[number % len(_COLOURS)],
        markersize=6,
        elinewidth=1.6,
        capsize=3,
        label=label,
    )


def _from_zero(axes: Any, rows: Sequence[Row]) -> None:
    """From 0 to the highest interval, with room for a marker at 0."""
    highest = max(row.win_share_ci95[1] for row in rows)
    axes.set_xlim(-0.015 * highest, 1.03 * highest)


def _par(axes: Any, evaluation: Evaluation) -> None:
    par = 1 / evaluation.game.seats
    axes.axvline(par, color="#555555", linestyle="--", linewidth=1, label=f"par {par:.3f}")


def _number(evaluation: Evaluation, agent: str) -> int:
    return [e.name for e in evaluation.entrants].index(agent)


def _seat_name(evaluation: Evaluation, seat: int) -> str:
    return evaluation.game.schema.seats.labels[seat].en


def _svg(figure: Figure) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
