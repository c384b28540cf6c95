"""The tool that makes the agent that ships: it goes on where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legation.agents.load import ZOO, load
from legation.agents.weighted import read_weights
from legation.envs import load_game
from legation.tests.secret_orders.evolved import main

SMALL = ["--search-only", "--games", "8", "--threads", "1", "--option", "scenario=duel"]


def test_a_search_that_was_stopped_goes_on_alike(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert main([str(whole), "--generations", "3", *SMALL]) == 0
    assert main([str(parts), "--generations", "1", *SMALL]) == 0
    (parts / "search" / "generation-02.part").write_text("half", encoding="utf-8")
    assert main([str(parts), "--generations", "3", *SMALL]) == 0
    files = sorted(path.name for path in (whole / "search").glob("*.toml"))
    assert len(files) == 3
    texts = [(folder / "search" / name).read_bytes() for folder in (whole, parts) for name in files]
    assert texts[:3] == texts[3:]
    assert len(set(texts[:3])) == 3


def test_the_teacher_that_ships_can_be_read() -> None:
    assert read_weights(ZOO / "secret_orders" / "teacher.toml", "secret_orders").min() >= 0


def test_then_it_trains(tmp_path: Path) -> None:
    """The teacher that was found is the one of the run, which is cut short here."""
    small = ["decisions=1024", "games=8", "steps=32", "imitation.decisions=512"]
    small += ["evaluate_every=1000000", "network.hidden=[8]", "evaluate_against="]
    settings = [word for pair in small for word in ("--set", pair)]
    arguments = [word for word in SMALL if word != "--search-only"] + settings
    for _ in range(2):  # the second time there is nothing left to do
        assert main([str(tmp_path), "--generations", "1", *arguments]) == 0
    config = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    assert Path(config["imitation"]["teacher"]) == tmp_path.resolve() / "teacher.toml"
    agent = load(tmp_path, load_game("secret_orders", scenario="duel"))
    assert agent.name == tmp_path.name


def test_with_a_game_master(tmp_path: Path) -> None:
    arguments = [str(tmp_path), "--generations", "1", *SMALL, "--option", "gm=seat"]
    assert main(arguments) == 0


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--option", "nonsense=1"], "nonsense"),
        (["--games", "9"], "games was 8, is 9"),
        (["--option", "gm=seat"], "'gm': 'seat'"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], words: str
) -> None:
    assert main([str(tmp_path), "--generations", "1", *SMALL]) == 0
    assert main([str(tmp_path), "--generations", "1", *SMALL, *more]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("name", ["--games", "--generations", "--threads"])
def test_nothing_of_which_there_must_be_one_is_0(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), name, "0"]) == 2
    assert f"{name} is 0" in capsys.readouterr().err


OWN = """
[scenario]
name_en = "Border feud"
name_ru = "Пограничная ссора"
countries = ["ostryn", "karhold"]
turns = 3
attention = 2
common_language = false
figures = { reform_n = 2, works_percent = 300, tithe_percent = 20, war_area_percent = 80 }
costs = { spy = 5 }
difficulties = { war = 2 }
"""
TRAINED = ["decisions=1024", "games=8", "steps=32", "imitation.decisions=512"]
TRAINED += ["evaluate_every=1000000", "network.hidden=[8]", "evaluate_against="]
SETTINGS = [word for pair in TRAINED for word in ("--set", pair)]


def test_it_trains_on_a_scenario_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    arguments = ["--games", "8", "--threads", "1", "--generations", "1", *SETTINGS]
    assert main([str(tmp_path / "run"), *arguments, "--option", f"scenario={file}"]) == 0


def test_the_teacher_beside_an_agent_is_the_one_that_taught_it(tmp_path: Path) -> None:
    arguments = [word for word in SMALL if word != "--search-only"] + SETTINGS
    assert main([str(tmp_path), "--generations", "1", *arguments]) == 0
    before = [(tmp_path / n).read_bytes() for n in ("teacher.toml", "agent.safetensors")]
    code = main([str(tmp_path), "--generations", "2", *arguments])
    after = [(tmp_path / n).read_bytes() for n in ("teacher.toml", "agent.safetensors")]
    assert code != 0 or (before[0] == after[0]) == (before[1] == after[1])


def test_settings_that_can_not_be_read_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "settings.json").write_text("{", encoding="utf-8")
    assert main([str(tmp_path), "--generations", "1", *SMALL]) == 2
    assert "settings.json" in capsys.readouterr().err
