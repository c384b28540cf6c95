"""The programs that tests need are found, or it is said how to get them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.needs import CHROMIUM, LEFT_OUT, NO_CHROMIUM, chromium


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one folder in which programs are looked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(CHROMIUM, raising=False)
    return tmp_path


def put(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_a_browser_is_found_by_itself(programs: Path, name: str) -> None:
    assert chromium() == (None, NO_CHROMIUM)
    path = put(programs, name)
    assert chromium() == (path, "")


def test_another_browser_can_be_named(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(programs, "chromium")
    other = put(programs, "other")
    for named in ("other", other):
        monkeypatch.setenv(CHROMIUM, named)
        assert chromium() == (other, "")
    monkeypatch.setenv(CHROMIUM, "misspelt")
    with pytest.raises(FileNotFoundError, match="misspelt"):
        chromium()


def test_browsers_can_be_left_out(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(programs, "chromium")
    monkeypatch.setenv(CHROMIUM, "")
    assert chromium() == (None, LEFT_OUT)
