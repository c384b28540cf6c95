"""The command line as a whole: help, exit codes, and what must not be imported."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from legation.cli import main as main_module
from legation.cli.main import COMMANDS, main, parse
from legation.envs import GAMES
from tests.cli.conftest import Run

GAME = min(GAMES)


def python(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    for name in COMMANDS:
        assert f"  {name} " in result.out


def test_no_command_shows_the_help_and_fails(run: Run) -> None:
    assert run().code == 2


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.code, result.out[:9]) == (0, "legation ")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_with_examples(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.code == 0
    assert f"usage: legation {name}" in result.out
    assert f"  legation {name}" in result.out.split("Examples:")[1]


def test_an_unknown_command_suggests_one(run: Run) -> None:
    result = run("evalute")
    assert result.code == 2
    assert "Did you mean 'evaluate'?" in result.err
    assert len(result.err.splitlines()) == 1


def test_help_waits_for_no_library() -> None:
    heavy = "{'numba', 'numpy', 'torch', 'scipy', 'matplotlib'}"
    for name in ("--help", "evaluate"):
        code = (
            "import sys; from legation.cli.main import main;"
            f"main(['{name}', '--help']); sys.exit(bool({heavy} & set(sys.modules)))"
        )
        assert python(code).returncode == 0, name


def test_games_needs_no_torch_and_no_plots() -> None:
    code = (
        "import sys; from legation.cli.main import main; main(['games']);"
        "sys.exit(bool({'torch', 'scipy.stats', 'matplotlib'} & set(sys.modules)))"
    )
    assert python(code).returncode == 0


def test_an_interrupt_ends_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(main_module, "_run", interrupted)
    result = run("games")
    assert result.code == 130
    assert "Interrupted" in result.err


def test_a_closed_pipe_is_no_traceback() -> None:
    code = "import sys; from legation.cli.main import main; sys.exit(main(['games']))"
    shell = f'"{sys.executable}" -c "{code}" | true'
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr


def test_other_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(arguments: list[str]) -> int:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(main_module, "_run", broken)
    with pytest.raises(ValueError, match="a fault of ours"):
        main(["games"])


def test_a_full_disk_is_said_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(arguments: list[str]) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "out.html")

    monkeypatch.setattr(main_module, "_run", full)
    result = run("games")
    assert (result.code, result.err) == (2, "legation: out.html: No space left on device\n")


def test_the_module_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "legation.cli.main", "evaluate", "nogame", "a", "b"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("legation: unknown game 'nogame'")
    assert len(ran.stderr.splitlines()) == 1


def test_parse_gives_typed_commands() -> None:
    command = parse("evaluate", [GAME, "a", "b", "--option", "x=1", "--option", "y=2"])
    assert vars(command)["option"] == ("x=1", "y=2")
    assert vars(command)["agents"] == ("a", "b")
    assert vars(parse("replay", ["some.jsonl"]))["file"] == Path("some.jsonl")
