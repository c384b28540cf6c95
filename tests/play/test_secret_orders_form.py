"""The rules of Secret Orders as a form: scenarios, one of one's own, fixed goals."""

from __future__ import annotations

import json
import re

import pytest

from legation.envs import game_options
from legation.envs.engine import TextOption
from legation.envs.secret_orders.options import GOAL_KEYS, read_scenario, read_scenario_text
from legation.envs.secret_orders.scenarios import LIBRARY
from tests.play.browser import Browser

GAME = "secret_orders"
OWN = """[scenario]
name_en = "Two neighbours"
name_ru = "Два соседа"
countries = ["veldria", "karhold"]
turns = 2
attention = 2
common_language = true
"""


def test_every_scenario_of_every_game_can_be_chosen_by_its_name(browser: Browser) -> None:
    for game in (GAME, "pax_baltica", "interbellum"):
        option = next(o for o in game_options(game) if o.name == "scenario")
        assert isinstance(option, TextOption)
        assert len(option.choices) > 1
        browser.open(f"/new/{game}")
        select = re.search(r'<select name="option\.scenario".*?</select>', browser.text, re.DOTALL)
        assert select
        assert dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)<', select[0])) == {
            key: name.en for key, name in option.choices
        }


def test_another_scenario_brings_its_seats_and_rules(browser: Browser) -> None:
    browser.open(f"/new/{GAME}")
    browser.send(f"/new/{GAME}", option__scenario="moderated")
    sent = browser.form("/tables")["fields"]
    assert (sent["option.scenario"], sent["option.gm"]) == ("moderated", "seat")
    seats = len(LIBRARY.scenarios["moderated"].countries) + 1
    assert sum(name.startswith("controller.") for name in sent) == seats


def test_a_scenario_of_ones_own_is_taken_as_a_text_or_a_file(browser: Browser) -> None:
    browser.open(f"/new/{GAME}")
    assert 'type="file"' in browser.text
    browser.send(f"/new/{GAME}", own__scenario=OWN)
    first = browser.form("/tables")["fields"]
    assert json.loads(first["option.scenario"])["scenario"]["name_en"] == "Two neighbours"
    assert sum(name.startswith("controller.") for name in first) == 2
    browser.open(f"/new/{GAME}")
    data = {**browser.form(f"/new/{GAME}")["fields"], "own.scenario": ""}
    files = {"own.scenario": ("mine.toml", OWN.encode())}
    browser.page = browser.client.post(f"/new/{GAME}", data=data, files=files)
    assert browser.form("/tables")["fields"]["option.scenario"] == first["option.scenario"]


def test_a_wrong_scenario_of_ones_own_stays_in_its_box_with_what_is_wrong(browser: Browser) -> None:
    browser.open(f"/new/{GAME}")
    wrong = browser.send(f"/new/{GAME}", own__scenario=OWN.replace("turns = 2", "turns = 99"))
    assert wrong.status_code == 422
    assert "turns = 99" in browser.text
    said = re.search(r'data-testid="wrong-scenario">([^<]+)<', browser.text)
    assert said
    assert "turns is 99; it must be a whole number in 1..16" in said[1]


def test_fixed_goals_can_be_written_and_say_what_would_be_right(browser: Browser) -> None:
    browser.open(f"/new/{GAME}")
    assert re.search(r'<input name="option\.fixed_goals"', browser.text)
    browser.send(f"/new/{GAME}", option__goals="fixed")
    assert browser.page is not None
    assert browser.page.status_code == 422
    said = re.search(r'data-testid="wrong-fixed_goals">([^<]+)<', browser.text)
    assert said
    assert "a goal for each of" in said[1]
    assert browser.form(f"/new/{GAME}")["fields"]["option.goals"] == "fixed"  # it was kept
    browser.send(f"/new/{GAME}", option__fixed_goals="empire, wrong")
    assert browser.page.status_code == 422
    assert browser.form(f"/new/{GAME}")["fields"]["option.fixed_goals"] == "empire, wrong"
    goals = ", ".join(["truth"] * len(LIBRARY.scenarios[LIBRARY.default].countries))
    browser.send(f"/new/{GAME}", option__fixed_goals=goals)
    assert browser.page.status_code == 200
    sent = browser.form("/tables")["fields"]
    assert (sent["option.goals"], sent["option.fixed_goals"]) == ("fixed", goals.replace(" ", ""))


def test_goals_that_a_scenario_sets_go_with_it(browser: Browser) -> None:
    fixed = OWN + '[scenario.options]\ngoals = "fixed"\nfixed_goals = [0, 2]\n'
    browser.open(f"/new/{GAME}")
    browser.send(f"/new/{GAME}", own__scenario=fixed)
    assert browser.form("/tables")["fields"]["option.fixed_goals"] == "empire,truth"
    browser.send(f"/new/{GAME}", option__scenario="concert", own__scenario="")
    assert browser.form("/tables")["fields"]["option.fixed_goals"] == ""


@pytest.mark.parametrize("text", [OWN, *LIBRARY.scenarios])
def test_what_a_form_reads_is_what_a_game_keeps(text: str) -> None:
    value = read_scenario_text(text)
    assert read_scenario(value) == value == read_scenario_text(value)
    assert GOAL_KEYS
