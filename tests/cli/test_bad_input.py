"""Bad input gets words: what, where, what would be right; exit code 2; nothing half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legation.cli.main import main, unboxed
from legation.envs import GAMES
from tests.cli.conftest import TOY, Run

GAME = min(GAMES)
PAIR = ("uniform", "uniform")
PLAY = ("play", TOY, "--opponents", "uniform")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("evaluate", "embasies", *PAIR), "unknown game 'embasies'; valid: "),
        (("evaluate", GAME, *PAIR, "--option", "alliancs=off"), "unknown option 'alliancs'"),
        (("evaluate", TOY, *PAIR, "--option", "seats=9"), "value of option 'seats': '9'"),
        (("evaluate", TOY, *PAIR, "--option", "seats"), "write it as KEY=VALUE"),
        (("evaluate", TOY, *PAIR, "--option", "=3"), "write it as KEY=VALUE"),
        (
            ("evaluate", TOY, *PAIR, "--option", "seats=2", "--option", "seats=3"),
            "option 'seats' is given twice",
        ),
        (("evaluate", TOY, "uniform", "unifrom"), "Did you mean 'uniform'?"),
        (("evaluate", TOY, "uniform", "none.safetensors"), "no such file"),
        (("evaluate", TOY, *(["uniform"] * 21)), "needs 1..20 agents"),
        (("evaluate", TOY), "needs 1..20 agents"),
        (
            ("evaluate", TOY, *PAIR, "--deals", "0"),
            "--deals is 0; it must be a whole number in 1..",
        ),
        (("evaluate", TOY, *PAIR, "--deals", "-3"), "--deals is -3"),
        (("evaluate", TOY, *PAIR, "--deals", str(10**12)), "--deals is 1000000000000"),
        (("evaluate", TOY, *PAIR, "--seed", "-1"), "--seed is -1"),
        (("evaluate", TOY, *PAIR, "--threads", "0"), "--threads is 0"),
        (("evaluate", TOY, *PAIR, "--threads", "1024"), "threads is 1024; this machine offers"),
        (("evaluate", TOY, *PAIR, "--temperature", "-1"), "temperature is -1.0"),
        (("evaluate", TOY, *PAIR, "--temperature", "nan"), "temperature is nan"),
        (("check", "chess"), "unknown game 'chess'"),
        (("check", TOY, "--positions", "0"), "--positions is 0"),
        (("check", TOY, "--positions", str(10**12)), "--positions is 1000000000000"),
        ((*PLAY, "--seat", "seat7"), "unknown seat 'seat7'"),
        ((*PLAY, "--seat", "7"), "unknown seat 7"),
        ((*PLAY, "--seat", "-1"), "unknown seat '-1'"),
        ((*PLAY, "--seed", "-1"), "--seed is -1"),
        (("play", TOY, "--opponents", "nobody"), "unknown agent 'nobody'"),
        (("play", TOY, "--opponents", "heuristic"), "has no heuristic; valid: uniform"),
        (("evaluate", TOY, *PAIR, "--option", "name=x"), "unknown option 'name'"),
        (("replay", "none.jsonl"), "none.jsonl: No such file"),
    ],
)
def test_one_line_of_words(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("legation: ")
    assert words in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("evaluate",), "GAME"),
        (("evaluate", TOY, *PAIR, "--deals", "many"), "--deals"),
        (("evaluate", TOY, *PAIR, "--deals", "1.5"), "--deals"),
        (("evaluate", TOY, *PAIR, "--dealz", "5"), "--dealz"),
        (("play", TOY, "--language", "de"), "'de'"),
        (("replay",), "FILE"),
        (("evaluate", TOY, *PAIR, "--dealz", "5"), "perhaps you meant: --deals N"),
    ],
)
def test_what_tyro_refuses(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert result.err.startswith("legation: ")  # as all other errors are
    assert result.err.endswith(f"`legation {arguments[0]} --help` tells all\n")
    assert len(result.err.splitlines()) == 1


BOXES = (
    """╭─ Required ───────────────────╮
│ \x1b[1mMissing\x1b[0m from x:              │
│     GAME                     │
│ ──────────────────────────── │
│ For full helptext, run x -h. │
╰──────────────────────────────╯""",
    """ Required
 ------------------------------
  Missing from x:
      GAME
  ----------------------------
  For full helptext, run x -h.
""",
)


@pytest.mark.parametrize("box", BOXES)
def test_a_box_becomes_a_line(box: str) -> None:
    """As it is drawn for a terminal, with colours, and where only ASCII can be shown."""
    assert unboxed(box) == "missing from x: GAME"
    assert unboxed("no box at all\n") == "no box at all"


@pytest.mark.parametrize("option", ["evaluate --report", "play --record"])
def test_paths_are_tried_before_the_work(run: Run, tmp_path: Path, option: str) -> None:
    command, flag = option.split()
    first = ("evaluate", TOY, *PAIR, "--deals", "100000") if command == "evaluate" else PLAY
    for path, words in (
        (tmp_path / "none" / "file", "there is no folder"),
        (tmp_path, "is a folder"),
    ):
        result = run(*first, flag, str(path))
        assert (result.code, result.out) == (2, "")
        assert words in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine", encoding="utf-8")
    result = run(*PLAY, "--record", str(path))
    assert (result.code, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "exists already" in result.err


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run(*PLAY, "--seed", "3", "--record", str(path), given="0\n" * 3).code == 0
    return path


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (lambda lines: [], "is not a record"),
        (lambda lines: ["hello"], "is not a record"),
        (lambda lines: ['{"format": "other"}'], "is not a record"),
        (lambda lines: lines[:-1], "the file was cut"),
        (lambda lines: [lines[0], *lines[2:]], "decision 0 is missing"),
        (lambda lines: [lines[0].replace(TOY, "chess"), *lines[1:]], "unknown game 'chess'"),
        (lambda lines: [changed(lines[0], "seed", 4), *lines[1:]], "the file changed"),
        (lambda lines: [changed(lines[0], "options", {"x": 1}), *lines[1:]], "unknown option 'x'"),
        (lambda lines: [lines[0], changed(lines[1], "action", 99), *lines[2:]], "decision 0"),
        (lambda lines: [lines[0], changed(lines[1], "label", "x"), *lines[2:]], "labelled 'x'"),
        (lambda lines: [changed(lines[0], "agents", []), *lines[1:]], "2 seats, but 0 agents"),
        (
            lambda lines: [changed(lines[0], "options", {"name": "x"}), *lines[1:]],
            "unknown option 'name'",
        ),
        (lambda lines: [changed(lines[0], "episode", 2**70), *lines[1:]], "'episode' is too large"),
        (lambda lines: [lines[0], "9" * 5000, *lines[1:]], "line 2 is not JSON"),
        (lambda lines: [lines[0], "[" * 200_000, *lines[1:]], "line 2 is not JSON"),
        (
            lambda lines: [
                changed(lines[0], "agents", [{"name": "\ud800", "weights": None}] * 2),
                *lines[1:],
            ],
            "'name' is no text",
        ),
    ],
)
def test_broken_records(run: Run, record: Path, broken: object, words: str) -> None:
    assert callable(broken)
    lines = broken(record.read_text(encoding="utf-8").splitlines())
    record.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    result = run("replay", str(record))
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert len(result.err.splitlines()) == 1


def changed(line: str, key: str, value: object) -> str:
    return json.dumps({**json.loads(line), key: value})


def test_all_and_seat_contradict_each_other(run: Run, record: Path) -> None:
    result = run("replay", str(record), "--all", "--seat", "0")
    assert result.code == 2
    assert "can't go together" in result.err


def test_secrets_of_a_game_that_goes_on_are_refused(run: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()[:-1]
    record.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    result = run("replay", str(record), "--all", "--unfinished")
    assert (result.code, result.out) == (2, "")
    assert "is not over" in result.err


def test_more_opponents_than_seats(capsys: pytest.CaptureFixture[str]) -> None:
    names = ",".join(["uniform"] * 6)
    assert main(["play", "embassies", "--opponents", names]) == 2
    assert "names 6 agents; embassies has 4 other seats" in capsys.readouterr().err
