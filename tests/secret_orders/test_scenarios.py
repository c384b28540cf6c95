"""Scenario files that hosts write, and the options."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.engine import LegationError
from legation.envs.engine.record import read_record, write_record
from legation.envs.engine.replay import check_record
from legation.envs.secret_orders.components import COMPONENTS_FILE
from legation.envs.secret_orders.tables import F_REFORM_N, SPY
from legation.tests.golden import write_golden
from legation.tests.secret_orders.positions import order

GOOD = """
[scenario]
name_en = "Border feud"
name_ru = "Пограничная ссора"
countries = ["ostryn", "marches"]
turns = 3
attention = 2
common_language = false
gm_orders = [["marches", 1]]
options = { goals = "fixed", fixed_goals = [3, 1], ferment = false }
figures = { reform_n = 2 }
costs = { spy = 5 }
"""


def own_country(key: str = "marches") -> str:
    source = COMPONENTS_FILE.read_text(encoding="utf-8")
    found = re.search(r'\[\[countries\]\]\nkey = "veldria".*?(?=\[\[countries\]\])', source, re.S)
    assert found
    return found.group(0).replace('key = "veldria"', f'key = "{key}"', 1)


def write(folder: Path, text: str) -> str:
    path = folder / "feud.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_hosts_file_is_played(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD + own_country())
    game = load_game("secret_orders", scenario=path)
    assert game.seat_ids == ("ostryn", "marches")
    assert (game.options["goals"], game.options["fixed_goals"]) == ("fixed", "future,cult")
    s = game.new_state()
    assert s.goal.tolist() == [3, 1]
    assert (s.turns, s.figure[F_REFORM_N], s.cost[SPY], s.option_ferment) == (3, 2, 5, 0)
    run_by_nobody = order(1, 1, 2)
    assert (s.alive[run_by_nobody], s.ctrl[run_by_nobody]) == (1, -1)
    # A country of one's own takes the names of a pool that is free.
    assert game.schema.axis("unit").labels[order(1, 3, 2)].en == "Brotherhood of the Lantern"
    # What a caller says goes before what the scenario says.
    louder = load_game("secret_orders", scenario=path, ferment=True)
    assert louder.new_state().option_ferment == 1


def test_records_hold_the_whole_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD + own_country())
    game = load_game("secret_orders", scenario=path)
    record = write_golden(tmp_path / "a.jsonl", game, [uniform_agent(game.id)] * 2)
    Path(path).unlink()
    read = read_record(tmp_path / "a.jsonl")
    again = load_game(read.game, **read.options)
    check_record(read, again)
    write_record(tmp_path / "b.jsonl", read)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert json.loads(str(record.options["scenario"]))["scenario"]["turns"] == 3


WRONG = [
    ("turns", "turns = 3", "turns = 17", ["feud.toml: scenario.turns is 17", "1..16"]),
    ("a country twice", '["ostryn", "marches"]', '["ostryn", "ostryn"]', ["different keys"]),
    ("one country", '["ostryn", "marches"]', '["ostryn"]', ["2 to 6"]),
    ("seven", '["ostryn", "marches"]', '["a", "b", "c", "d", "e", "f", "g"]', ["2 to 6"]),
    ("an unknown country", '"ostryn", ', '"ostrin", ',
     ["unknown country 'ostrin'", "scenario.countries[0]", "Did you mean 'ostryn'"]),
    ("gm orders", '[["marches", 1]]', '[["marches", 3]]', ["scenario.gm_orders[0]", "0..2"]),
    ("a goal too many", "[3, 1]", "[3, 1, 0]", ["options.fixed_goals is [3, 1, 0]", "list of 2"]),
    ("a goal that is none", "[3, 1]", "[3, 4]", ["fixed_goals", "0..3"]),
    ("fixed without goals", ", fixed_goals = [3, 1]", "", ["fixed_goals", "missing"]),
    ("an option", "ferment = false", "fermet = false", ["options.fermet", "Did you mean"]),
    ("a figure", "reform_n = 2", "reform_m = 2", ["figures.reform_m", "reform_n"]),
    ("a figure's range", "reform_n = 2", "reform_n = 20", ["reform_n is 20", "1..8"]),
    ("a cost", "spy = 5", "spie = 5", ["costs.spie", "Did you mean"]),
    ("a key", "attention = 2", "attention = 2\nattentive = 2", ["scenario.attentive"]),
    ("a key that must be", "attention = 2", "atention = 2", ["scenario.atention, is that it?"]),
    ("no TOML", "[scenario]", "[scenario", ["feud.toml: is not valid TOML"]),
    ("nothing", GOOD, "", ["scenario", "missing"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "expected"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG]
)
def test_a_wrong_file_is_told_what_is_wrong(
    old: str, new: str, expected: list[str], tmp_path: Path
) -> None:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1) + own_country())
    with pytest.raises(LegationError) as caught:
        load_game("secret_orders", scenario=path)
    for words in (path, *expected):
        assert words in str(caught.value)


def test_what_else_a_path_may_lead_to(tmp_path: Path) -> None:
    good = Path(write(tmp_path, GOOD + own_country()))
    marked = tmp_path / "marked.toml"  # as some editors save it
    marked.write_bytes(b"\xef\xbb\xbf" + good.read_bytes())
    assert load_game("secret_orders", scenario=str(marked)).id == "secret_orders"
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.toml")  # nobody writes to it: reading would never end
    for name in ("folder", "device", "pipe", "no\0ne"):
        with pytest.raises(LegationError, match="can't be read: "):
            load_game("secret_orders", scenario=str(tmp_path / f"{name}.toml"))
    large = tmp_path / "large.toml"
    large.write_text(GOOD + own_country() + "#" * 2**20, encoding="utf-8")
    with pytest.raises(LegationError, match=f"^{large}: is larger than"):
        load_game("secret_orders", scenario=str(large))


@pytest.mark.parametrize(("options", "expected"), [
    ({"scenario": "concerto"}, ["unknown scenario 'concerto'", "Did you mean 'concert'"]),
    ({"scenario": "nowhere.toml"}, ["nowhere.toml", "can't be read"]),
    ({"goals": "fixed"}, ["fixed_goals", "veldria, karhold, sulmar, ostryn"]),
    ({"goals": "fixed", "fixed_goals": "0,1"}, ["a goal for each of"]),
    ({"fixed_goals": "empire,glory"}, ["unknown goal 'glory'"]),
    ({"gm": "human"}, ["gm", "human", "formula, seat"]),
    ({"scenario": "{}"}, ["the scenario in the options", "missing"]),
])  # fmt: skip
def test_wrong_options_are_told(options: dict[str, str], expected: list[str]) -> None:
    with pytest.raises(LegationError) as caught:
        load_game("secret_orders", **options)
    for words in expected:
        assert words in str(caught.value)


def test_options_of_scenarios() -> None:
    table = load_game("secret_orders", scenario="open_table")
    chosen = [table.options[k] for k in ("goals", "hidden_treasury", "reward", "clandestine_draw")]
    assert chosen == ["public_random", False, "zero_sum", False]
    assert load_game("secret_orders", scenario="moderated").seat_ids[-1] == "gm"


def test_dealt_goals_follow_the_option() -> None:
    distinct = load_game("secret_orders", goals="secret_distinct")
    for seed in range(8):
        assert sorted(distinct.new_state(seed).goal.tolist()) == [0, 1, 2, 3]
    free = load_game("secret_orders")
    dealt = {tuple(free.new_state(seed).goal.tolist()) for seed in range(40)}
    assert any(len(set(goals)) < 4 for goals in dealt)
    public = load_game("secret_orders", goals="public_random").new_state(1)
    assert public.goal_known.all()


def test_the_clandestine_draw_may_fall_on_ones_own_home() -> None:
    game = load_game("secret_orders")
    gold, hidden = [], []
    for seed in range(60):
        s = game.new_state(seed)
        gold += s.gold.tolist()
        hidden.append(int(s.alive.sum()) - 24)
    assert set(gold) == {100, 120, 140}
    assert all(8 - (sum(g - 100 for g in gold[4 * k : 4 * k + 4]) // 20) == hidden[k]
               for k in range(60))  # fmt: skip
