"""Scenarios of one's own (8.2): the nine rules, warnings, and that they go with the game."""

from __future__ import annotations

import json
import os
import pickle
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legation.cli.inputs import open_game, option_pairs
from legation.envs import LegationError, load_game
from legation.envs.engine import LANGUAGES
from legation.envs.engine.record import AgentName, Record, read_record, write_record
from legation.envs.interbellum.actions import FIRST_REGION
from legation.envs.interbellum.components import SCENARIOS
from legation.envs.interbellum.scenarios import ScenarioWarning, load_scenario, scenario_warnings
from legation.tests.interbellum.play import random_play
from legation.training.config import make_config

HEAD = """\
[scenario]
id = "small"
name_en = "Six regions"
name_ru = "Шесть регионов"
new_rome_needed = 2

[options]
case1 = "direct"
score_glory = [0, 10, 20, 30]
"""
REGION = """
[[regions]]
id = "{id}"
name_en = "Region {id}"
name_ru = "Регион {id}"
significance = 4
combat = 5
volksdeutsche = true
new_rome = true
"""
GALICIA = """
[[regions]]
id = "galicia"
name_en = "Galicia"
name_ru = "Галиция"
significance = 6
combat = 0
counts_as = "poland"
influence = [0, 0, 1, 0, 2]
embassy = true
"""
GOOD = HEAD + "".join(REGION.format(id=i) for i in ("romania", "yugoslavia", "crete")) + GALICIA


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def changed(old: str, new: str) -> Callable[[], str]:
    assert old in GOOD, old
    return lambda: GOOD.replace(old, new, 1)


def test_a_file_makes_a_game(tmp_path: Path) -> None:
    game = load_game("interbellum", scenario=str(written(tmp_path, GOOD)))
    state = game.initial[0]
    assert game.schema.axis("region").item_ids == ("romania", "yugoslavia", "crete", "galicia")
    assert state.sig.tolist() == [4, 4, 4, 6]
    assert state.combat.tolist() == [5, 5, 5, 0]
    assert state.inf[3].tolist() == [0, 0, 1, 0, 2]
    assert state.embassy.tolist() == [0, 0, 0, 1]
    assert state.counts_as.tolist() == [2, 3, 0, 1]
    assert state.new_rome_needed == 2
    assert state.score_glory.tolist() == [0, 10, 20, 30]
    assert (game.options["case1"], game.options["puppet"]) == ("direct", "lead")
    assert game.label(game.action("region", region="galicia"), "ru").endswith("Галиция")


def test_options_named_at_the_start_go_first(tmp_path: Path) -> None:
    path = str(written(tmp_path, GOOD))
    game = load_game("interbellum", scenario=path, case1="margin", turns=3)
    assert (game.options["case1"], game.options["turns"]) == ("margin", 3)
    assert game.options["score_glory"] == (0, 10, 20, 30)


def test_the_scenario_goes_with_the_game(tmp_path: Path) -> None:
    """Records, pickles and workers need no file: it may be gone, or another machine's."""
    path = written(tmp_path, GOOD)
    game = load_game("interbellum", scenario=str(path), turns=1)
    assert str(tmp_path) not in str(game.options)
    names = (AgentName("x"),) * game.seats
    record = Record(game.id, game.version, game.options, game.seat_ids, names, 3, 0, "")
    write_record(tmp_path / "record.jsonl", record)
    path.unlink()
    again = read_record(tmp_path / "record.jsonl", unfinished=True)
    assert again == record
    for other in (
        load_game(again.game, **again.options),
        pickle.loads(pickle.dumps(game)),
        load_game("interbellum", **game.options),
    ):
        assert other.options == game.options
        assert other.schema == game.schema
        assert other.initial.tobytes() == game.initial.tobytes()


def test_a_file_says_the_same_wherever_it_is(tmp_path: Path) -> None:
    first = load_game("interbellum", scenario=str(written(tmp_path, GOOD)))
    (tmp_path / "other").mkdir()
    noted = "# the same, with a note\n" + GOOD
    second = load_game("interbellum", scenario=str(written(tmp_path / "other", noted)))
    assert first.options == second.options


LONG = "x" * 41
WRONG: dict[str, tuple[Callable[[], str | bytes], str]] = {
    # 1
    "not UTF-8": (lambda: GOOD.encode("utf-16"), "mine.toml: is not UTF-8"),
    "too large": (lambda: GOOD + "#" * 64 * 1024, "mine.toml: is larger than 64 KiB"),
    "no TOML": (lambda: GOOD + "]", "mine.toml: is not valid TOML"),
    "deep TOML": (lambda: GOOD + "x = " + "[" * 9000, "mine.toml: is not valid TOML"),
    # 2
    "a key too many": (changed("embassy =", "embasy ="), r"regions\[3\]\.embasy.*Did you mean"),
    "an optional key misspelt": (
        changed("counts_as =", "count_as ="), r"count_as.*Did you mean '.*\.counts_as'"),
    "an optional key misspelt at the head": (
        lambda: GOOD.replace("new_rome_needed", "new_rom_needed").replace("new_rome = true", ""),
        r"unknown key 'scenario\.new_rom_needed'.*Did you mean 'scenario\.new_rome_needed'"),
    "a table too many": (lambda: GOOD + "\n[extra]\n", "unknown key 'extra'"),
    "a scenario key": (changed('id = "small"', 'id = "small"\nby = "me"'), r"scenario\.by"),
    "a key missing": (changed("combat = 0\n", ""), r"regions\[3\]\.combat is missing"),
    "a number for a flag": (changed("embassy = true", "embassy = 1"), "embassy is 1; .* true or"),
    "a flag for a number": (changed("combat = 0", "combat = true"), "combat is True"),
    "a fraction": (changed("combat = 0", "combat = 0.0"), r"combat is 0\.0"),
    "no regions": (lambda: HEAD, "regions is missing"),
    # 3
    "a bad id": (changed('"galicia"', '"Galicia"'), r"regions\[3\]\.id is 'Galicia'"),
    "a long id": (changed('"small"', '"' + "s" * 25 + '"'), r"scenario\.id"),
    "an id with a newline": (changed('"small"', '"small\\n"'), r"scenario\.id"),
    "an id twice": (changed('"galicia"', '"crete"'), "that no other region has"),
    "a built-in id": (changed('"small"', '"wide"'), "another id than the built-in ones"),
    # 4
    "an empty name": (changed('"Galicia"', '""'), r"regions\[3\]\.name_en is ''"),
    "a long name": (changed('"Галиция"', f'"{LONG}"'), r"name_ru is 'x+'; it must be a text of"),
    "a name that can't be seen": (changed('"Galicia"', '"\u200b"'), "that can be seen"),
    "a name that turns a line round": (
        changed('"Galicia"', '"\u202eGalicia"'), "without control"),
    "a name twice": (changed('"Galicia"', '"Region crete"'), "a name that no other region has"),
    "a name twice in Russian": (
        changed('"Галиция"', '"Регион crete"'), "name_ru is 'Регион crete'; it must be a name"),
    "a control character": (changed('"Galicia"', '"Gali\\u001bcia"'), "without control"),
    # 5
    "too few regions": (lambda: GOOD.replace(GALICIA, ""), "it must be a list of 4..12 regions"),
    "too many regions": (
        lambda: GOOD + "".join(REGION.format(id=f"r{i}") for i in range(9)), "a list of 13"),
    # 6
    "significance 10": (changed("significance = 6", "significance = 10"), "whole number in 1..9"),
    "combat 21": (changed("combat = 0", "combat = 21"), "whole number in 0..20"),
    "influence 10": (changed("1, 0, 2]", "1, 0, 10]"), "5 whole numbers in 0..9"),
    "influence of four": (changed("1, 0, 2]", "1, 0]"), "5 whole numbers in 0..9"),
    # 7
    "counts as nothing": (changed('"poland"', '"spain"'), "counts_as is 'spain'"),
    "stands for one twice": (
        changed('counts_as = "poland"', 'counts_as = "romania"'), "romania stands for it already"),
    "counts as another": (
        changed('id = "romania"', 'counts_as = "poland"\nid = "romania"'), "counts as itself"),
    # 8
    "too much needed": (changed("needed = 2", "needed = 4"), "new_rome_needed is 4.*at most 3"),
    "the default is too much": (
        lambda: GOOD.replace("new_rome_needed = 2\n", "").replace("new_rome = true", "", 1),
        "new_rome_needed is left out, which means 3.*0..2"),
    # 9
    "no such option": (changed("case1 =", "case2 ="), "options.case2.*Did you mean"),
    "an option's value": (changed('"direct"', '"loose"'), "options.case1 is 'loose'; .* one of"),
    "a number for a flag option": (changed('case1 = "direct"', "stacking = 1"), "stacking is 1;"),
    "a fraction for an option": (
        changed('case1 = "direct"', "final_hand = 9.0"), r"final_hand is 9\.0;"),
    "a list for a choice": (changed('"direct"', '["direct"]'), "options.case1 is "),
    "a list too short": (changed("[0, 10, 20, 30]", "[0, 10]"), "options.score_glory is"),
    "a flag for a count": (changed('case1 = "direct"', "turns = true"), "options.turns is True"),
    "the scenario as option": (changed("case1 =", "scenario ="), "options.scenario"),
    "weights": (changed('case1 = "direct"', "reward_weights = [0.5, 0.4, 0.0]"), "add up to 1"),
    "rulings without a seat": (
        changed('case1 = "direct"', "gm_rulings = true"), 'gm_rulings is True.*gm = "seat"'),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused(name: str, tmp_path: Path) -> None:
    make, words = WRONG[name]
    path = written(tmp_path, make())
    with pytest.raises(LegationError, match=re.compile(words, re.DOTALL)) as caught:
        load_game("interbellum", scenario=str(path))
    assert str(path) in str(caught.value)  # as it was given: there may be several of that name


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("defualt", "unknown scenario 'defualt'; valid: one of: tuned, default, wide"),
        ("/nowhere/none.toml", "^/nowhere/none.toml: can't be read"),
        ("/nowhere/no\0ne.toml", "can't be read: .*null"),
        ("{\udcff}", "the scenario in the options: is not valid JSON"),
        ('{"scenario": {"id": "\\ud800"}}', "scenario.id is "),
        ("{", "the scenario in the options: is not valid JSON"),
        ('{"scenario": 3}', r"it must be a table \[scenario\]"),
    ],
)
def test_what_is_no_scenario(value: str, words: str) -> None:
    with pytest.raises(LegationError, match=words):
        load_game("interbellum", scenario=value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sig_max": 6, "scenario": "big"}, "galicia begins with significance 8"),
        ({"gm_rulings": True}, "needs gm=seat"),
        ({"gm_rulings": True, "gm": "random"}, "needs gm=seat; gm is 'random'"),
        ({"reward_weights": (1.0, 1.0, 0.0)}, "add up to 1"),
    ],
)
def test_the_options_that_result_are_checked(
    options: dict[str, Any], words: str, tmp_path: Path
) -> None:
    if options.get("scenario") == "big":
        big = GOOD.replace("significance = 6", "significance = 8")
        options = {**options, "scenario": str(written(tmp_path, big))}
    with pytest.raises(LegationError, match=words):
        load_game("interbellum", **options)


def test_warnings(tmp_path: Path) -> None:
    plain = GOOD.replace("volksdeutsche = true", "").replace('counts_as = "poland"', "")
    found = scenario_warnings(load_scenario(written(tmp_path, plain)))
    assert len(found) == 2
    assert "volksdeutsche" in found[0]
    assert "stands for poland" in found[1]
    with pytest.warns(ScenarioWarning, match="mine.toml: no region"):
        game = load_game("interbellum", scenario=str(tmp_path / "mine.toml"))
    with warnings.catch_warnings():  # said once, to the one who named the file
        warnings.simplefilter("error")
        load_game("interbellum", **game.options)
    for scenario in SCENARIOS.values():
        assert scenario_warnings(scenario) == []


def test_what_else_a_path_may_lead_to(tmp_path: Path) -> None:
    good = written(tmp_path, b"\xef\xbb\xbf" + GOOD.encode())  # as some editors save it
    (tmp_path / "link.toml").symlink_to(good)
    assert load_scenario(tmp_path / "link.toml").id == "small"
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.toml")  # nobody writes to it: reading would never end
    for name in ("folder", "loop", "device", "pipe"):
        with pytest.raises(LegationError, match=f"{name}.toml: can't be read: "):
            load_game("interbellum", scenario=str(tmp_path / f"{name}.toml"))


def test_any_id_and_name_that_is_allowed_gives_a_game(tmp_path: Path) -> None:
    """Also those that the game itself uses for other things."""
    ids = ("pool", "reserve", "region_9", "none", "pass", "default")
    text = GOOD + "".join(REGION.format(id=i) for i in ids)
    text = text.replace('"Region none"', '"region 11"').replace('"Регион none"', '"регион 11"')
    game = load_game("interbellum", scenario=str(written(tmp_path, text)))
    assert game.schema.axis("region").item_ids[4:] == ids
    for i, item in enumerate(ids):
        assert game.action("region", region=item) == FIRST_REGION + 4 + i
    for language in LANGUAGES:
        labels = [game.label(a, language) for a in range(game.actions.size)]
        assert len(set(labels)) == len(labels)
    for state in random_play(game, 1):
        for seat in range(game.seats):
            seen = game.observe(state, seat)
            for language in LANGUAGES:
                assert game.render(seen, language)
        if state.turn > 1:
            break


def test_twelve_and_four_regions_fit(tmp_path: Path) -> None:
    many = GOOD + "".join(REGION.format(id=f"r{i}") for i in range(8))
    assert len(load_scenario(written(tmp_path, many)).regions) == 12
    assert len(load_scenario(written(tmp_path, GOOD)).regions) == 4


def test_options_read_back_as_they_are_written(tmp_path: Path) -> None:
    """On the command line and in a run's configuration, a scenario of one's own among them."""
    game = load_game(
        "interbellum", scenario=str(written(tmp_path, GOOD)), reward_weights=(0.25, 0.25, 0.5)
    )
    again = open_game("interbellum", option_pairs(game.options))
    assert again.options == game.options
    listed = json.loads(json.dumps(game.options))
    config = make_config({"game": "interbellum", "options": listed})
    assert open_game("interbellum", option_pairs(config.options)).options == game.options
