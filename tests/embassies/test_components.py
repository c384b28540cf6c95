"""`components.toml` against the rules' text, and what a wrong file is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from legation.envs.embassies.components import COMPONENTS, COMPONENTS_FILE, load_components
from legation.envs.engine import LegationError

SOURCE = COMPONENTS_FILE.read_text(encoding="utf-8")


def load_text(folder: Path, text: str) -> None:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    load_components(path)


def test_clause_2_countries_and_factors() -> None:
    assert COMPONENTS.country_ids[:5] == (
        "great_britain", "france", "germany", "russia", "austria_hungary",
    )  # fmt: skip
    assert len(COMPONENTS.country_ids) == 13
    assert COMPONENTS.factors == (14, 12, 16, 10, 10)
    assert (COMPONENTS.rounds, COMPONENTS.foreign_limit, COMPONENTS.treaty_threshold) == (10, 5, 10)


def test_every_goal_is_read() -> None:
    assert len(COMPONENTS.goals) == SOURCE.count("[[goals]]") == 25


def test_the_file_itself_loads() -> None:
    assert load_components() == COMPONENTS


def swap(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


WRONG = [
    ("rounds missing", swap("rounds = 10", ""), ["rounds", "missing", "whole number in 1..100"]),
    ("rounds as text", swap("rounds = 10", 'rounds = "ten"'), ["rounds", "'ten'", "whole number"]),
    ("rounds as truth", swap("rounds = 10", "rounds = true"), ["rounds", "True", "whole number"]),
    ("rounds of none", swap("rounds = 10", "rounds = 0"), ["rounds is 0", "1..100"]),
    ("misspelt key", swap("rounds = 10", "rounds = 10\nround = 10"),
     ["unknown key 'round'", "Did you mean 'rounds'"]),
    ("another game", swap('id = "embassies"', 'id = "chess"'), ["id is 'chess'", "embassies"]),
    ("empty name", swap('name_en = "France"', 'name_en = " "'), ["powers[1].name_en", "not empty"]),
    ("name missing", swap('name_ru = "Африка"', ""), ["minors[7].name_ru", "missing"]),
    ("factors of a power", swap("factors = 12", "factors = -1"), ["powers[1].factors is -1", "99"]),
    ("one id twice", swap('id = "serbia"', 'id = "italy"'), ["minors[1].id is 'italy'", "other"]),
    ("key of a power", swap("factors = 12", "factors = 12\nfleet = 1"), ["powers[1].fleet"]),
    ("four powers", swap("[[powers]]", "[[spare]]"), ["powers", "a list of 4", "5"]),
    ("powers as number", lambda _: 'id = "embassies"\nname_en = "E"\nname_ru = "E"\nrounds = 1\n'
     "foreign_limit = 5\ntreaty_threshold = 10\npowers = 5\nminors = 3\n[options]\n"
     'alliances = "off"\nreward = "win"', ["powers is 5", "list of tables"]),
    ("options missing", swap("[options]", "[choices]"), ["options", "missing"]),
    ("options as text", lambda text: "options = 'none'\n" + swap("[options]", "[o]")(text),
     ["options is 'none'", "table [options]"]),
    ("option's value", swap('alliances = "permanent"', 'alliances = "on"'),
     ["options.alliances is 'on'", "permanent, off, breakable"]),
    ("reward's value", swap('reward = "win"', 'reward = "won"'), ["options.reward", "win, score"]),
    ("combat result", swap('"DE"', '"DD"'), ["combat.table[3]", "'DD'", "AE, DE, EX"]),
    ("combat row short", swap('["EX", "EX", "EX", "DE", "DE"],', '["EX"],'), ["[4] is ['EX']"]),
    ("combat row missing", swap('["EX", "EX", "EX", "DE", "DE"],', ""), ["table", "6 rows"]),
    ("combat columns", swap('columns = ["<1:1",', 'columns = [1,'), ["combat.columns", "texts"]),
    ("goal's power", swap('power = "france"', 'power = "italy"'), ["goals[5].power", "france"]),
    ("goal's kind", swap('kind = "exclusive"', 'kind = "sole"'), ["goals[3].kind", "exclusive"]),
    ("goal's country", swap('country = "turkey"', 'country = "turkiye"'), ["goals[2].country"]),
    ("goal at home", swap('country = "italy"', 'country = "great_britain"'),
     ["goals[0].country", "another country"]),
    ("isolated minor", swap('kind = "isolated"\ncountry = "germany"',
     'kind = "isolated"\ncountry = "italy"'), ["goals[9].country is 'italy'", "germany"]),
    ("goal's points", swap("points = 3", "points = 0.5"), ["goals[0].points is 0.5", "1..99"]),
    ("limit missing", swap("limit = 12", ""), ["goals[4].limit", "missing"]),
    ("nobody_above twice", lambda text: text + '\n[[goals]]\npower = "russia"\n'
     'kind = "nobody_above"\nlimit = 3\npoints = 1\n', ["nobody_above", "one at most"]),
    ("no TOML", lambda _: "rounds = = 1", ["not valid TOML"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_file_is_told(
    tmp_path: Path, change: Callable[[str], str], words: list[str]
) -> None:
    changed = change(SOURCE)
    assert changed != SOURCE
    with pytest.raises(LegationError) as caught:
        load_text(tmp_path, changed)
    for word in ("mine.toml", *words):
        assert word in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(LegationError, match=r"none\.toml: can't be read"):
        load_components(tmp_path / "none.toml")
