"""`components.toml` against the rules' text, and what a wrong file is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from legation.envs.engine import LegationError
from legation.envs.pax_baltica import constants
from legation.envs.pax_baltica.components import COMPONENTS, COMPONENTS_FILE, load_components
from legation.tests.pax_baltica.positions import load

SOURCE = COMPONENTS_FILE.read_text(encoding="utf-8")


def test_clause_2_sizes() -> None:
    assert (constants.TERRITORIES, constants.SEAS, constants.BLOCKS) == (60, 8, 65)
    cubes = dict(zip(constants.COLOUR_IDS, constants.CUBES.tolist(), strict=True))
    assert cubes == {"blue": 11, "green": 14, "grey": 8, "red": 5, "yellow": 5}
    assert len(COMPONENTS.borders) == SOURCE.split("blocks\n# from_year")[0].count('"N"],') + (
        SOURCE.split("blocks\n# from_year")[0].count('"D"],')
    )
    assert constants.MOST_POINTS == 3


def test_the_file_itself_loads() -> None:
    assert load_components() == COMPONENTS


def test_every_location_is_reached_by_land_or_sea() -> None:
    assert (constants.HOPS < constants.FAR).all()
    assert (constants.SEA_DISTANCE < constants.FAR).all()


def test_options() -> None:
    game = load(scenario="poltava_1708")
    assert game.options == {"scenario": "poltava_1708", "end_year": 1709}
    assert load().max_decisions == 2700
    longer = load(end_year=1704)
    assert longer.max_decisions == 4500
    with pytest.raises(LegationError, match=r"unknown scenario .poltava.*Did you mean"):
        load(scenario="poltava")
    with pytest.raises(LegationError, match=r"end_year is 1707.*begins in 1708; valid: 1708\.\."):
        load(scenario="poltava_1708", end_year=1707)
    with pytest.raises(LegationError, match=r"end_year.*1700\.\.1721"):
        load(end_year=1722)


def swap(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


WRONG = [
    ("another game", swap('id = "pax_baltica"', 'id = "chess"'), ["id is 'chess'"]),
    ("a side", swap('seats = ["sweden", ', 'seats = ["norway", '), ["seats", "sweden"]),
    ("misspelt key", swap("battle_rounds = 3", "battle_rounds = 3\nbattle_round = 3"),
     ["unknown key 'params.battle_round'", "Did you mean"]),
    ("number missing", swap("sea_transport_zones = 3", ""), ["params.sea_transport_zones", "1..8"]),
    ("number as text", swap("battle_rounds = 3", 'battle_rounds = "3"'), ["battle_rounds is '3'"]),
    ("territory's nation", swap('"Сконе", "sweden"', '"Сконе", "sverige"'),
     ["territories[0].nation is 'sverige'", "one of"]),
    ("territory twice", swap('["smaland",', '["skane",'), ["territories[1].id is 'skane'"]),
    ("territory short", swap(', "no", true],', ', "no"],'), ["territories[0]", "a row [id"]),
    ("port without sea", swap('"port", "oresund"', '"port", ""'), ["territories[0].sea", "one of"]),
    ("sea without port", swap('"none", "", "no", true', '"none", "oresund", "no", true'),
     ["territories[5].sea is 'oresund'"]),
    ("garrison value", swap('"Malmö", 2', '"Malmö", 0'), ["territories[0].value is 0", "1..6"]),
    ("two capitals", swap('"Malmö", 2, false', '"Malmö", 2, true'), ["capital", "once a nation"]),
    ("border to itself", swap('["skane", "smaland", "N"]', '["skane", "skane", "N"]'),
     ["borders[0].to", "another territory"]),
    ("border twice", swap('["skane", "vastergotland", "N"]', '["smaland", "skane", "N"]'),
     ["borders[1].to", "once"]),
    ("border's kind", swap('["skane", "smaland", "N"]', '["skane", "smaland", "M"]'),
     ["borders[0].kind is 'M'", "N, D"]),
    ("block's type", swap('"sweden", "leader"', '"sweden", "king"'), ["blocks[0].type is 'king'"]),
    ("block's steps", swap('"A", 3, 3, 0]', '"A", 3, 5, 0]'), ["blocks[0].max_steps is 5", "1..4"]),
    ("action table", swap("[2, 3, 3, 4, 4, 5]", "[2, 3, 3, 4, 4]"), ["action_table.actions", "6"]),
    ("politics", swap('2 = "plague"', '2 = "pest"'), ["politics_table.2 is 'pest'", "plague"]),
    ("cube colour", swap('colour = "green"\ncount', 'colour = "blue"\ncount'), ["cubes[1].colour"]),
    ("bank", swap('rp_from = "sweden"', 'rp_from = "poland"'), ["nations[0].rp_from is 'poland'"]),
    ("one-sided zone", swap('adjacent = ["kattegat"]', 'adjacent = ["oresund"]'),
     ["seas[0].adjacent", "too"]),
    ("entry's nation", swap('nation = "ottoman"', 'nation = "none"'), ["entry[0].nation", "none"]),
    ("entry's levels", swap("rp_at_most = [28, 16]", "rp_at_most = 28"), ["entry[0].rp_at_most"]),
    ("entry's block", swap('["ot_janissary1", "bessarabia", 3]', '["ot_j1", "bessarabia", 3]'),
     ["entry[0].setup[0].block is 'ot_j1'"]),
    ("revolt", swap('territory = "severia"', 'territory = "sever"'), ["ukraine_revolt.territory"]),
    ("scenario's setup", swap('setup = "war_1700"', 'setup = "war_1701"'), ["scenarios[0].setup"]),
    ("scenario's end", swap("end_year = 1702", "end_year = 1699"), ["end_year is 1699", "1700.."]),
    ("setup's nation", swap('active = ["sweden", ', 'active = ["sverige", '),
     ["setups.war_1700.active"]),
    ("setup's steps", swap('["se_karl", "skane", 3]', '["se_karl", "skane", 4]'),
     ["setups.war_1700.blocks[0].steps is 4", "1..3"]),
    ("block placed twice", swap('["se_livgarde", "skane", 4]', '["se_karl", "skane", 3]'),
     ["blocks[1].block is 'se_karl'", "not placed yet"]),
    ("no TOML", lambda _: "id = = 1", ["not valid TOML"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_file_is_told(
    tmp_path: Path, change: Callable[[str], str], words: list[str]
) -> None:
    changed = change(SOURCE)
    assert changed != SOURCE
    path = tmp_path / "mine.toml"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(LegationError) as caught:
        load_components(path)
    for word in ("mine.toml", *words):
        assert word in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(LegationError, match=r"none\.toml: can't be read"):
        load_components(tmp_path / "none.toml")
