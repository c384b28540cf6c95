"""The terminal: taking back, advice, saving and going on."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from legation.cli.main import main
from legation.envs import GAMES, load_game
from legation.envs.engine.record import read_record
from legation.envs.engine.replay import check_record
from legation.play.terminal import _new_lines
from tests.play.conftest import TOYS

REAL = min(set(GAMES) - set(TOYS))
Run = Callable[..., tuple[int, str, str]]
PLAY = ("play", "whisper", "--opponents", "uniform", "--seed", "3")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: str, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_undo_goes_back_as_far_as_nothing_was_revealed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    _, out, _ = run(
        *PLAY, "--record", str(path), given="undo\nstash\nstash\nundo\nundo\nundo\nquit\n"
    )
    assert out.count("Nothing can be taken back now.") == 2
    assert out.count("Taken back: stash") == 2
    assert read_record(path, unfinished=True).decisions == ()
    path.unlink()
    # A whole turn later the others have decided: no way back.
    _, out, _ = run(*PLAY, "--record", str(path), given="lay red hill\npass\nundo\n")
    assert "The game is over." in out
    record = read_record(path)
    assert record.decisions[0].label == "lay red at hill"
    check_record(record, load_game("whisper"))


def test_a_position_is_shown_again_when_others_have_moved_or_one_asks(run: Run) -> None:
    """Between one's own choices of a turn only what is new is said."""
    play = ("play", "secret_orders", "--opponents", "uniform", "--seed", "3")
    unit, verb = "act with: Veldria", "Spread one's party"
    _, out, _ = run(*play, given="1\n66\nquit\n")
    assert (unit in out, verb in out) == (True, True)
    assert out.count("population, thousands") == 1
    assert out.count("Now: Veldria") == 2
    _, out, _ = run(*play, given="1\n\nquit\n")
    assert out.count("population, thousands") == 2
    _, out, _ = run(*play, given="0\nquit\n")
    assert out.count("population, thousands") == 2
    assert "Reports of the last turn:" in out or "Turn 2 of 8" in out


@pytest.mark.parametrize(
    ("new", "found"),
    [
        (["a", "b", "c", "d"], []),
        (["a", "x", "c", "d"], ["x"]),
        (["a", "b", "c", "d", "e"], ["e"]),
        (["a", "b", "d"], None),
        (["x", "y", "z", "d"], None),
    ],
)
def test_new_lines(new: list[str], found: list[str] | None) -> None:
    assert _new_lines(["a", "b", "c", "d"], new) == found


def test_a_game_is_saved_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    _, out, _ = run(*PLAY, given=f"stash\nsave\nsave {path}\nsave {path}\nquit\n")
    assert "Save where?" in out
    assert f"--resume {path}" in out
    assert "exists already" in out
    code, out, _ = run("play", "whisper", "--opponents", "uniform", "--resume", str(path),
                       given="lay red hill\npass\n")  # fmt: skip
    assert code == 0
    assert "You play ann." in out
    assert "The stored game goes on." in out
    record = read_record(path)
    assert record.result is not None
    assert [d.label for d in record.decisions[:2]] == ["stash", "lay red at hill"]
    code, _, err = run("play", "whisper", "--resume", str(path))
    assert code == 2
    assert "is over" in err


def test_a_resume_that_makes_no_sense_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    run(*PLAY, "--record", str(path), given="stash\nquit\n")
    for arguments, said in (
        (("play", "whisper", "--resume", str(path), "--seed", "1"), "leave out --seed"),
        (("play", "whisper", "--resume", str(path), "--record", "x"), "leave out --record"),
        (("play", "kuhn2", "--resume", str(path)), "is a game of whisper"),
        (("play", "whisper", "--resume", str(tmp_path / "none")), "No such file"),
        (("play", "whisper", "--record", str(path)), "exists already"),
    ):
        code, _, err = run(*arguments)
        assert code == 2
        assert said in err
    lines = path.read_text(encoding="utf-8").replace('"player"', '"uniform"')
    path.write_text(lines, encoding="utf-8")
    code, _, err = run("play", "whisper", "--resume", str(path))
    assert code == 2
    assert "name it with --seat" in err


def test_advice_at_the_prompt(run: Run) -> None:
    _, out, _ = run("play", REAL, "--opponents", "uniform", "--seed", "1",
                    given="advice\nсовет\nquit\n")  # fmt: skip
    assert out.count(" would:") == 2
    assert "% of the win" in out


def test_the_terminal_needs_nothing_of_the_extra() -> None:
    """Its modules load where none of the extra's libraries is installed."""
    extra = ["alembic", "babel", "fastapi", "httpx", "psycopg", "multipart", "sqlalchemy",
             "starlette", "uvicorn"]  # fmt: skip
    code = (
        "import sys, json\n"
        f"for name in {json.dumps(extra)}: sys.modules[name] = None\n"
        "import legation.play.terminal, legation.play.bots, legation.cli.play, legation.cli.serve\n"
        "import legation.play.server\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
