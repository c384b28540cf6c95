"""The report and its files."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from legation.envs.engine import LegationError
from legation.evaluation.arena import Evaluation, evaluate
from legation.evaluation.files import check_writable, write_text
from legation.evaluation.report import render_report, write_report
from legation.evaluation.tables import headline_table, margin, seat_table
from tests.evaluation.toy_agents import Always
from tests.toys.kuhn import BET, CHECK, build


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    agents = [Always("<b>bold</b>", BET), Always("meek $x$ & [red]co[/red]", CHECK)]
    return evaluate(build(3), agents, 20, 4, command="legation evaluate 'a & b'")


@pytest.fixture(scope="module")
def html(evaluation: Evaluation) -> str:
    return render_report(evaluation)


def test_the_page_needs_nothing_else(html: str) -> None:
    assert "http" not in html
    assert re.findall(r"(?:src|href)=\"(?!data:)", html) == []
    assert "<script" not in html
    assert html.count("data:image/svg+xml;base64,") == 3


def test_names_are_escaped(html: str) -> None:
    assert "<b>bold" not in html
    assert "&lt;b&gt;bold&lt;/b&gt; vs 2×meek" in html
    assert "legation evaluate &#39;a &amp; b&#39;" in html


def test_every_row_is_in_the_page(html: str, evaluation: Evaluation) -> None:
    for row in evaluation.rows:
        low, high = row.win_share_ci95
        assert f"{row.win_share:.3f} [{low:.3f}, {high:.3f}]" in html
    assert f"{evaluation.games} games from 20 deals, seed 4" in html


def test_the_report_is_written_whole(tmp_path: Path, evaluation: Evaluation) -> None:
    path = tmp_path / "out.html"
    path.write_text("old", encoding="utf-8")
    write_report(evaluation, path)
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert list(tmp_path.iterdir()) == [path]


def test_tables_show_names_as_they_are(evaluation: Evaluation) -> None:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(headline_table(evaluation))
    console.print(seat_table(evaluation))
    text = console.export_text()
    assert "meek $x$ & [red]co[/red]" in text
    assert text.count("<b>bold</b>") >= 6


def test_margin_is_the_wider_side() -> None:
    assert margin(0.25, (0.24, 0.28)) == "0.250 ±0.030"


def test_paths_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(LegationError, match="is a folder"):
        check_writable(tmp_path)
    with pytest.raises(LegationError, match="there is no folder"):
        check_writable(tmp_path / "none" / "out.html")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(LegationError, match="there is no folder"):
        write_text(tmp_path / "file" / "out.html", "x")
    check_writable(tmp_path / "out.html")
    assert not (tmp_path / "out.html").exists()
