"""What the commands do."""

from __future__ import annotations

import importlib
import io
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from legation.agents.load import shipped_agents
from legation.cli.configuration_page import configuration_page
from legation.cli.games import describe
from legation.envs import GAMES, load_game
from legation.envs.engine import Observations, option_text
from legation.envs.engine.record import read_record
from legation.play.menu import find, menu
from legation.training.config import make_config, presets
from legation.training.metrics import SCALARS
from tests.cli import dishonest
from tests.cli.conftest import TOY, Run

GAME = min(GAMES)
load_module = importlib.import_module("legation.agents.load")  # `agents.load` is its function
GROUPS = ("network", "ppo", "league", "imitation")
PLAY = ("play", TOY, "--opponents", "uniform", "--seed", "3")


# --- games, evaluate -------------------------------------------------------------------------


def test_games_as_words_and_as_json(run: Run) -> None:
    words, plain = run("games").out, json.loads(run("games", "--json").out)
    assert {game["id"] for game in plain["games"]} == set(GAMES)
    (toy,) = (game for game in plain["games"] if game["id"] == TOY)
    assert toy["title"] == {"en": "Kuhn poker", "ru": "Покер Куна"}
    assert toy["seats"] == ["seat0", "seat1"]
    assert toy["options"][0]["values"] == [2, 3, 4]
    assert toy["agents"] == ["uniform"]
    assert "--option seats=2" in words
    assert "Покер Куна" in words


def test_games_shows_the_defaults_that_hold() -> None:
    """Those of the default scenario, where it sets some; and says so."""
    for name in GAMES:
        told = {option["name"]: option for option in describe(name)["options"]}
        game = load_game(name)
        assert {key: option["default"] for key, option in told.items()} == game.options
    told = {option["name"]: option for option in describe("interbellum")["options"]}
    assert any(told["score_handicap"]["default"])
    assert told["score_handicap"]["follows"] == "scenario"
    assert told["turns"]["follows"] is None


def test_the_list_of_games_says_what_a_scenario_sets(run: Run) -> None:
    words = " ".join(run("games").out.split())
    handicap = option_text(load_game("interbellum").options["score_handicap"])
    assert f"--option score_handicap={handicap}" in words
    assert "(default: as here; the scenario sets it)" in words


def test_evaluate_prints_tables_or_json_alone(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    command = ("evaluate", TOY, "uniform", "uniform", "--deals", "20", "--option", "seats=3")
    words = run(*command)
    assert words.code == 0
    assert "uniform vs 2×uniform #2" in words.out
    plain = run(*command, "--json", "--report", str(report))
    assert plain.code == 0
    table = json.loads(plain.out)
    assert table["options"] == {"seats": 3}
    assert table["agents"][0]["weights_sha256"] is None
    assert table["command"].startswith(f"legation evaluate {TOY} uniform uniform --deals 20")
    assert "Report: " in plain.err
    assert table["command"].replace("&", "&amp;") in report.read_text(encoding="utf-8")
    again = json.loads(run(*table["command"].split()[1:], "--json").out)
    assert again["rows"] == table["rows"]


# --- play, replay ----------------------------------------------------------------------------


def test_a_whole_game_through_a_pipe(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    result = run(*PLAY, "--record", str(path), given="help\nnonsense\n\nbet\nbet\nbet\n")
    assert result.code == 0
    assert "You play seat0" in result.out
    assert "Nothing legal fits 'nonsense'" in result.out
    assert "You: bet or call" in result.out
    assert "The game is over." in result.out
    assert "Return: " in result.out
    replayed = run("replay", str(path))
    assert replayed.code == 0
    assert "seat0: bet or call" in replayed.out
    assert "Won by: " in replayed.out


def test_play_in_russian(run: Run) -> None:
    result = run(*PLAY, "--language", "ru", "--seat", "1", given="ставка\n" * 3)
    assert result.code == 0
    assert "Вы играете за: seat1." in result.out
    assert "Игра окончена." in result.out


@pytest.mark.parametrize("given", ["quit\n", "zzz\nquit\n"])
def test_quit_is_no_failure(run: Run, given: str) -> None:
    result = run(*PLAY, given=given)
    assert result.code == 0
    assert "You left the game" in result.out


def test_the_end_of_input_ends_the_game(run: Run) -> None:
    result = run(*PLAY, given="")
    assert result.code == 1
    assert "The input ended before the game did." in result.out


def test_a_game_that_was_left_can_be_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(*PLAY, "--seat", "1", "--record", str(path), given="quit\n")
    assert run("replay", str(path)).code == 2
    result = run("replay", str(path), "--unfinished")
    assert result.code == 0
    assert "the game is not over" in result.out


def test_the_players_screen_shows_no_card_of_others(run: Run) -> None:
    """The toy prints its observation: the other's card reads None, until the end and after."""
    out = run(*PLAY, given="bet\n" * 3).out
    cards = [line.split("'card': ")[1].split("]")[0] for line in out.splitlines() if "card" in line]
    assert cards
    assert all(card.endswith("None") for card in cards)


def test_replay_shows_a_seat_what_it_saw(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(*PLAY, "--record", str(path), given="bet\n" * 3)
    seat = run("replay", str(path), "--seat", "seat1", "--step")
    spectator, everything = run("replay", str(path)), run("replay", str(path), "--all")
    assert "As seat1 saw it" in seat.out
    assert "'card': [None, " in seat.out
    assert "'card': [None, None]" in spectator.out
    assert "secrets included" in everything.out
    view = json.loads(run("replay", str(path), "--json").out)
    assert view["viewer"] == "spectator"
    assert "seed" not in view
    full = json.loads(run("replay", str(path), "--all", "--json").out)
    assert full["decisions"][0]["label"] == "bet or call"


def test_the_end_of_input_ends_a_replay_by_steps(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    run(*PLAY, "--record", str(path), given="bet\n" * 3)
    whole = run("replay", str(path), "--step")  # no terminal: it waits for nobody

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("tests.cli.conftest.io.StringIO", Terminal)
    result = run("replay", str(path), "--step", given="\n")
    assert (result.code, result.err) == (0, "")
    assert "seat0: bet or call" in result.out
    assert "Won by: " in whole.out
    assert "Won by: " not in result.out
    assert result.out.endswith("\n")


def test_the_strongest_that_ships_plays_the_others(run: Run) -> None:
    result = run("play", TOY, given="quit\n")
    assert f"seat1 ({shipped_agents(TOY)[0]})" in result.out


def test_agents_have_chance_of_their_own_in_play(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawing:
        name = "drawing"

        def __init__(self, count: int) -> None:
            self.count = count
            self.drawn: list[float] = []

        def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
            self.drawn.append(float(rng.random(self.count)[-1]))
            return observations.legal_action_mask.argmax(axis=1)

    drawn = []
    for count in (1, 7):
        agents = {"first": Drawing(count), "second": Drawing(1)}
        monkeypatch.setattr(load_module, "load", lambda spec, game, of=agents: of[spec])
        line = ("play", TOY, "--option", "seats=3", "--seat", "2", "--seed", "3")
        assert run(*line, "--opponents", "first,second", given="bet\n" * 3).code == 0
        drawn.append(agents["second"].drawn)
    assert drawn[0] == drawn[1] != []


@pytest.mark.parametrize("command", ["play", "evaluate"])
def test_the_hash_of_weights_is_the_agents_own(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    class Weighty:
        name, weights = "weighty", "ab" * 32

        def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
            return observations.legal_action_mask.argmax(axis=1)

    monkeypatch.setattr(load_module, "load", lambda spec, game, temperature=None: Weighty())
    if command == "evaluate":
        table = json.loads(run("evaluate", TOY, "a", "b", "--deals", "2", "--json").out)
        assert table["agents"][1]["weights_sha256"] == Weighty.weights
    else:
        path = tmp_path / "game.jsonl"
        run("play", TOY, "--opponents", "a", "--record", str(path), given="bet\n" * 3)
        assert read_record(path).agents[1].weights == Weighty.weights


def test_actions_of_another_seat_that_are_secret_stay_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alliance proposals: nothing but what `shown` admits reaches the player's screen."""
    from legation.envs.engine import replay

    monkeypatch.setattr(replay, "shown", lambda *arguments: None)
    out = run(*PLAY, "--seat", "1", given="bet\n" * 3).out
    assert "seat0: " not in out


def test_a_search_finds_by_letters_and_whole_numbers() -> None:
    game = load_game(GAME, alliances="off")
    items = menu(game.observe(game.new_state(0), 0), "ru")
    place = game.action("place", country="italy", amount=3)
    assert [item.action for item in find(items, "ital 3")] == [place]
    assert [item.action for item in find(items, "итал 3")] == [place]
    assert [item.action for item in find(items, str(place))] == [place]
    assert len(find(items, "ital")) == 5
    assert find(items, "ital 33") == find(items, "9999") == find(items, "!") == []


def test_a_real_game_is_played(run: Run) -> None:
    result = run(
        "play", GAME, "--opponents", f"uniform,{GAME}:uniform", "--seed", "1", given="pass\nquit\n"
    )
    assert result.code == 0
    assert "Great Britain" in result.out


# --- check -----------------------------------------------------------------------------------


def test_check_finds_nothing_wrong_with_the_toy(run: Run) -> None:
    result = run("check", TOY, "--positions", "300", "--json")
    plain = json.loads(result.out)
    assert (result.code, plain["ok"], plain["faults"]) == (0, True, [])
    words = run("check", TOY, "--positions", "300")
    assert words.code == 0
    assert "positions and" in words.out
    assert "faults: 0" in words.out


def test_check_finds_a_planted_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, TOY, dishonest.__name__)
    result = run("check", TOY, "--positions", "300")
    assert result.code == 1
    assert "FAULT returns" in result.out


# --- docs, bench -----------------------------------------------------------------------------


def test_docs_are_written_and_compared(run: Run, tmp_path: Path) -> None:
    pages = ("docs", "--output", str(tmp_path / "docs"))
    assert run(*pages, "--check").code == 1
    assert not (tmp_path / "docs").exists()
    assert run(*pages).code == 0
    assert run(*pages, "--check").code == 0
    path = tmp_path / "docs" / "games" / f"{TOY}.md"
    page = path.read_text(encoding="utf-8")
    assert "| `card` | card | карта | seat 2 | 0..2 | each seat its own | yes |" in page
    assert "| `bet` | bet or call | ставка | none | 1 | everyone |" in page
    path.write_text("old", encoding="utf-8")
    result = run(*pages, "--check")
    assert result.code == 1
    assert result.err == f"{path} is out of date; run `legation docs`\n"


def test_the_page_of_the_configuration_has_every_key() -> None:
    page = configuration_page()
    values = make_config({"game": "g"}).to_dict()
    groups = {name: value for name, value in values.items() if name in GROUPS}
    keys = [name for name in values if name not in groups]
    keys += [f"{group}.{key}" for group, own in groups.items() for key in own]
    for key in keys:
        assert page.count(f"\n| `{key}` | ") == 1, key
    assert "| `ppo.clip` | epsilon of the clipped objective (eq. 7) | number, above 0" in page
    for name in (*presets(), *SCALARS):
        assert f"`{name}`" in page


def test_committed_pages_are_up_to_date(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAMES, TOY)
    assert run("docs", "--check").err == ""


def test_bench_without_a_checkout_says_where_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from legation.cli import bench

    monkeypatch.setattr(bench, "_ROOT", tmp_path)
    result = run("bench")
    assert result.code == 2
    assert "make bench" in result.err
