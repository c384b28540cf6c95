"""A toy among the games, and running commands as a shell does."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from legation.cli.main import main
from legation.envs import GAMES
from tests.toys import kuhn

TOY = "kuhn2"


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, TOY, kuhn.__name__)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("games", "--json", given="text on stdin")`."""

    def call(*arguments: str, given: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        # The first to need a kernel is told that it is being compiled.
        lines = [line for line in err.splitlines(keepends=True) if "Compiling" not in line]
        return Result(code, out, "".join(lines))

    return call
