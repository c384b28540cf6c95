"""The data file: what it says, and that a wrong one is refused with words that help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from legation.envs import LegationError, load_game
from legation.envs.interbellum.actions import ACTIONS, action_space
from legation.envs.interbellum.components import (
    ASSIGNED,
    COMPONENTS,
    COMPONENTS_FILE,
    INDEX,
    INSTEAD,
    ORDER_CLASS,
    SCENARIOS,
    load_components,
)
from legation.envs.interbellum.fields import make_schema

SOURCE = COMPONENTS_FILE.read_text(encoding="utf-8")


def test_the_tables_of_the_rules() -> None:
    """2.3: classes; 8.1: figures."""
    by_class: dict[int, set[str]] = {}
    for name, a in INDEX.items():
        by_class.setdefault(int(ORDER_CLASS[a]), set()).add(name)
    by_class.pop(0)
    assert by_class == {
        20: {"leger"},
        30: {"twardowski"},
        40: {"mussolini", "bocchini", "sinclair"},
        50: {"suvich", "roatta", "sargent", "blum"},
        60: {"attolico", "ostrovsky", "dansey", "laval", "boncour", "bargeton"},
        70: {"dimitrov", "eden", "daladier"},
        80: {"litvinov", "vansittart", "runciman", "halifax"},
    }
    assert len(ASSIGNED) == 22
    assert int(INSTEAD.sum()) == 16
    figures = {r.id: (r.significance, r.combat) for r in SCENARIOS["default"].regions}
    assert figures == {
        "scandinavia": (4, 4), "central_europe": (6, 9), "poland": (5, 8), "iberia": (4, 5),
        "yugoslavia": (3, 6), "greece": (3, 3), "turkey": (4, 5), "romania": (4, 6),
    }  # fmt: skip
    wide = SCENARIOS["wide"].regions
    assert [r.significance for r in wide] == [4, 3, 4, 5, 5, 4, 4, 3, 4, 3, 3, 4]
    assert [r.combat for r in wide] == [4, 2, 4, 8, 7, 5, 5, 6, 6, 3, 3, 5]
    assert len(COMPONENTS.options) == 32


def test_the_actions_are_the_same_everywhere() -> None:
    """7.1: Discrete(104), for all seats and scenarios."""
    for scenario in SCENARIOS.values():
        space = action_space(scenario.regions)
        assert space.size == ACTIONS
        assert list(space.offsets.values()) == [0, 1, 2, 3, 4, 7, 12, 24, 74]


def test_one_schema_serves_all_options() -> None:
    plain = load_game("interbellum")
    other = load_game("interbellum", turns=2, case1="direct", stacking=True, gm="random")
    assert other.schema is plain.schema
    master = load_game("interbellum", gm="seat", scenario="default")
    assert master.schema is make_schema(SCENARIOS["default"].regions, gm_seat=True)
    assert master.seat_ids == (*plain.seat_ids, "GM")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.replace("pool_size = 10", "pool_size = 9"), ("game.pool_size is 9", "10")),
        (lambda t: t.replace('id = "ITA"', 'id = "IT"'), ("powers[1].id", "'IT'", "ITA")),
        (lambda t: t.replace("index = 7", "index = 8"), ("ambassadors[7].index is 8", "7..7")),
        (lambda t: t.replace('timing = ["passive"]', 'timing = ["pasive"]'), ("timing", "passive")),
        (lambda t: t.replace("order_class = 30", "order_class = 0"), ("order_class is 0", "20")),
        (lambda t: t.replace('params = ["power"]', 'params = ["powr"]'), ("params", "power")),
        (lambda t: t.replace("significance = 6", "significance = 10"), ("significance", "1..9")),
        (lambda t: t.replace("combat = 9", 'combat = "9"'), ("combat is '9'", "0..20")),
        (lambda t: t.replace('"greece", "turkey", "romania"]', '"gr"]'), ("scenarios[0].regions",)),
        (lambda t: t.replace("new_rome_needed = 3", "new_rome_needed = 7"), ("is 7", "0..6")),
        (lambda t: t.replace('embassies = ["turkey", ', 'embassies = ["urkey", '), ("urkey",)),
        (
            lambda t: t.replace('embassies = ["turkey", "romania"]', 'volksdeutsche = ["polen"]'),
            ("volksdeutsche is ['polen']", "poland"),
        ),
        (lambda t: t.replace("iberia = 3", "iberia = 10"), ("significance.iberia is 10", "1..9")),
        (lambda t: t.replace("iberia = 3", "iberi = 3"), ("significance.iberi'",)),
        (lambda t: t.replace("[0, 3, 0, 0, 0]", "[0, 3]"), ("influence.yugoslavia is [0, 3]",)),
        (lambda t: t.replace("krest_kept = true", "krest_kept = 1"), ("krest_kept is 1",)),
        (lambda t: t.replace("krest_kept = true", "krest = true"), ("options.krest'",)),
        (lambda t: t.replace('kind = "bool"', 'kind = "flag"'), ("kind is 'flag'", "bool")),
        (lambda t: t.replace("default = 7", "default = 8"), ("default is 8", "1..7")),
        (lambda t: t.replace('default = "margin"', 'default = "m"'), ("default is 'm'", "margin")),
        (lambda t: t.replace("[0.5, 0.5, 0.0]", "[0.5, 0.6, 0.0]"), ("reward_weights", "up to 1")),
        (lambda t: t.replace('traits = ["comintern", ', "traits = ["), ("traits", "comintern")),
        (lambda t: t.replace("name_ru = \"Италия\"\n", ""), ("powers[1].name_ru is missing",)),
        (lambda t: t + "\n[more]\n", ("unknown key 'more'",)),
        (lambda t: t + "\n]", ("not valid TOML",)),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told(
    change: Callable[[str], str], words: tuple[str, ...], tmp_path: Path
) -> None:
    text = change(SOURCE)
    assert text != SOURCE
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LegationError) as caught:
        load_components(path)
    for word in ("mine.toml", *words):
        assert word in str(caught.value)
