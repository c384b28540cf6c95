"""`components.toml` against the rules' text, and what a wrong file is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from legation.envs import load_game
from legation.envs.engine import LegationError
from legation.envs.secret_orders.components import COMPONENTS_FILE
from legation.envs.secret_orders.scenarios import LIBRARY, load_library
from legation.envs.secret_orders.tables import BAND, EFFECTS, RAID, SPY_UNIT

SOURCE = COMPONENTS_FILE.read_text(encoding="utf-8")


def load_text(folder: Path, text: str) -> None:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    load_library(path)


def test_the_file_itself_loads() -> None:
    assert load_library() == LIBRARY


def test_clause_9_scenarios() -> None:
    sizes = {"duel": (2, 4, 3), "trio": (3, 5, 4), "concert": (4, 8, 6), "moderated": (4, 8, 6),
             "congress": (6, 8, 8), "open_table": (4, 8, 6), "tuned": (4, 8, 6)}  # fmt: skip
    found = {
        key: (len(scenario.countries), scenario.turns, scenario.attention)
        for key, scenario in LIBRARY.scenarios.items()
    }
    assert found == sizes
    assert LIBRARY.default == "tuned"
    units = {"duel": 144, "trio": 174, "concert": 212, "congress": 312}
    bounds = {"duel": 96, "trio": 240, "concert": 768, "moderated": 960, "congress": 1536}
    for key, actions in units.items():
        assert load_game("secret_orders", scenario=key).actions.size == actions
    for key, bound in bounds.items():
        assert load_game("secret_orders", scenario=key).max_decisions == bound


def test_clause_8_first_indices_of_the_families() -> None:
    columns = {
        "duel": [0, 1, 17, 55, 71, 77, 81, 90, 93, 122, 129],
        "trio": [0, 1, 31, 69, 99, 105, 111, 120, 123, 152, 159],
        "concert": [0, 1, 49, 87, 135, 141, 149, 158, 161, 190, 197],
        "congress": [0, 1, 97, 135, 231, 237, 249, 258, 261, 290, 297],
    }
    for key, expected in columns.items():
        assert list(load_game("secret_orders", scenario=key).actions.offsets.values()) == expected


def test_the_starts_of_the_countries() -> None:
    rows = {c.key: (c.numbers["population"], c.numbers["gnp"]) for c in LIBRARY.countries}
    assert rows == {
        "veldria": (4100, 574), "karhold": (3700, 518), "sulmar": (3900, 546),
        "ostryn": (3700, 518), "tarkhania": (3700, 518), "lesovia": (3900, 546),
    }  # fmt: skip
    for country in LIBRARY.countries:
        assert [o.size for o in country.orders] == [3, 3, 2]
        assert [o.hidden for o in country.orders] == [False, False, True]
        assert country.orders[0].kind == 0
        assert country.orders[2].kind == 5
        assert [leader.influence for leader in country.leaders] == [4, 3]


def test_bands_of_the_variants() -> None:
    """A few cells of clause 5, one of each variant table."""
    spot = {
        (3, 8, "controllers"): 1, (SPY_UNIT, 8, "network"): 1, (5, 8, "gnp_pm"): -80,
        (9, 0, "local_party"): -15, (RAID, 7, "plunder_pct"): 40, (12, 8, "area_pct"): 40,
        (13, 1, "gold"): -50, (14, 8, "works"): 3, (15, 0, "style_lost"): 1, (4, 6, "expose"): 0,
    }  # fmt: skip
    for (variant, band, effect), number in spot.items():
        assert BAND[variant, band, EFFECTS.index(effect)] == number, (variant, band, effect)


def test_names_are_in_both_languages_and_of_the_slots() -> None:
    game = load_game("secret_orders")
    unit = game.schema.axis("unit")
    assert unit.labels[4].en == "Royal Guard"
    assert unit.labels[4].ru == "Королевская гвардия"
    # Clause "pool": foreign slot s of the country with library index c has entry 5 c + s.
    assert unit.labels[7].en == "Brotherhood of the Lantern"
    assert unit.item_ids[7] == "veldria_order3"
    assert unit.labels[13].en == "Company of the Black Quill"


def swap(old: str, new: str) -> Callable[[str], str]:
    assert old in SOURCE, old
    return lambda text: text.replace(old, new, 1)


WRONG = [
    ("another game", swap('game       = "secret_orders"', 'game = "chess"'),
     ["meta.game is 'chess'", "secret_orders"]),
    ("a cell too long",
     swap("mods     = [[0], [-1, -1], [-1, -2, -2]", "mods = [[0], [-1], [-1, -2, -2]"),
     ["focus.secret.country.mods[1] is [-1]", "a list of 2"]),
    ("an unknown exposure", swap('[50, "host"]', '[50, "guest"]'),
     ["exposure[2]", "guest", "none, host, new, all"]),
    ("an unknown effect", swap("p7 = { aura = 3, party = 5 }", "p7 = { auro = 3, party = 5 }"),
     ["actions[0].effect.p7.auro", "Did you mean", "aura"]),
    ("an effect as text", swap("p5 = { aura = 3 }", 'p5 = { aura = "three" }'),
     ["actions[0].effect.p5.aura is 'three'", "whole number"]),
    ("a missing band", swap("z  = {}\n", ""), ["actions[0].effect.z", "missing"]),
    ("a cost of a hundred and one", swap("cost = 5", "cost = 101"), ["cost is 101", "0..100"]),
    ("a misspelt figure", swap("tithe_percent       = 10", "tithes = 10"),
     ["figures.tithe_percent"]),
    ("an unknown country",
     swap('countries = ["veldria", "ostryn"]', 'countries = ["veldria", "ostrin"]'),
     ["unknown country 'ostrin'", "Did you mean 'ostryn'"]),
    ("no turns", swap("turns = 4", "turns = 0"), ["scenarios.duel.turns is 0", "1..16"]),
    ("a tax of 7", swap("tax = 20", "tax = 7"), ["countries[0].tax is 7", "multiple of 5"]),
    ("shares above 100", swap("party_own = 45", "party_own = 95"),
     ["party_own is 95", "at most 100"]),
    ("a style too few", swap('[[styles]]\nname_en = "cunning"', '[[style]]\nname_en = "cunning"'),
     ["styles is 'a list of 16'", "17"]),
    ("an option of another kind", swap("ferment             = true", 'ferment = "on"'),
     ["options.ferment is 'on'", "true or false"]),
    ("no default", swap("default = true", "default = false"), ["default = true"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_file_is_told_what_is_wrong(
    change: Callable[[str], str], expected: list[str], tmp_path: Path
) -> None:
    with pytest.raises(LegationError) as caught:
        load_text(tmp_path, change(SOURCE))
    assert "mine.toml" in str(caught.value)
    for words in expected:
        assert words in str(caught.value)
