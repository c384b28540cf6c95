"""Bad options and scenario files on the command line: code 2, and a line that says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.cli.main import EXIT_BAD_INPUT, main
from legation.tests.interbellum.test_scenarios import GOOD, written

COMMANDS = {
    "check": ["check", "interbellum"],
    "play": ["play", "interbellum", "--seat", "GER"],
    "evaluate": ["evaluate", "interbellum", "heuristic", "uniform"],
    "train": ["train", "interbellum", "--output", "{folder}/run"],
}
WRONG = {
    "nosuch=1": "unknown option 'nosuch' in interbellum; valid: scenario, turns,",
    "turns": "option 'turns': write it as KEY=VALUE",
    "turns=8": "'turns': 8 in interbellum; valid: a whole number in 1..7",
    "turns=3.0": "'turns': '3.0'",
    "turns=" + "9" * 5000: "'turns': '999",
    "gm=Seat": "Did you mean 'seat'?",
    "stacking=1": "'stacking': '1' in interbellum; valid: false, true",
    "gm_rulings=true": "needs gm=seat; gm is 'neutral'",
    "score_glory=1,2,3": "(1, 2, 3) in interbellum; valid: 4 whole numbers in 0..200",
    "score_glory=a,b,c,d": "4 whole numbers",
    "reward_weights=nan,0.5,0.5": "3 numbers in 0..1 that add up to 1",
    "reward_weights=1,0": "3 numbers in 0..1 that add up to 1",
    "reward_weights=inf,0,0": "3 numbers in 0..1 that add up to 1",
    "scenario=": "unknown scenario ''; valid: one of: tuned, default, wide",
    "scenario=nowhere.toml": "nowhere.toml: can't be read: No such file",
    "scenario={\udcff}": "is not valid JSON",
    "\udcff=1": "unknown option",
}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    assert out == ""
    return code, err.splitlines()


@pytest.mark.parametrize("option", WRONG)
def test_a_wrong_option(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = run(capsys, "check", "interbellum", "--option", option)
    assert code == EXIT_BAD_INPUT
    assert len(lines) == 1
    assert lines[0].startswith("legation: ")
    assert WRONG[option] in lines[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_so(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [part.format(folder=tmp_path) for part in COMMANDS[name]]
    wrong = written(tmp_path, GOOD.replace("combat = 0", "combat = 21"))
    for option, words in (
        ("turns=8", "a whole number in 1..7"),
        (f"scenario={wrong}", "mine.toml: regions[3].combat is 21; it must be a whole number"),
    ):
        code, lines = run(capsys, *command, "--option", option)
        assert code == EXIT_BAD_INPUT
        assert len(lines) == 1, lines
        assert words in lines[0]
    assert list(tmp_path.iterdir()) == [wrong]  # nothing half-written


@pytest.mark.filterwarnings("default")
def test_a_warning_is_a_line_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And not a line of Python; what is refused after it is still refused."""
    odd = written(tmp_path, GOOD.replace("volksdeutsche = true\n", ""))
    options = ("--option", f"scenario={odd}", "--option", "sig_max=6", "--option", "turns=9")
    code, lines = run(capsys, "check", "interbellum", *options)
    assert code == EXIT_BAD_INPUT
    assert lines[0] == f"legation: warning: {odd}: no region is flagged volksdeutsche"
    assert len(lines) == 2
