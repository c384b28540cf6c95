"""Options of every kind as a form, and a whole game of the one that has them all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from legation.envs import choose_options, game_options, load_game
from legation.envs.engine import LegationError, ListOption, Option, Text, TextOption, WholeOption
from legation.play.options import chosen_options, control, controls_of
from legation.play.views import option_words
from tests.play.browser import Browser
from tests.play.conftest import Server

GAME = "interbellum"


def read(text: str) -> str:
    if text.endswith(".txt"):
        return Path(text).read_text(encoding="utf-8")
    return text if text in ("plain", "grand") else read_text(text)


def read_text(text: str) -> str:
    if not text.startswith("own:"):
        raise LegationError("no such map")
    return text


def implied(value: object) -> dict[str, object]:
    return {"length": 9} if value == "grand" else {}


DECLARED = (
    TextOption(
        "map", "plain", Text("Map.", "Карта."), "a map", read, implied,  # type: ignore[arg-type]
        (("plain", Text("Plain", "Простая")), ("grand", Text("Grand", "Большая"))), read_text,
    ),
    WholeOption("length", 1, 9, 3, Text("Length.", "Длина.")),
    ListOption("score", 0, 9, (1, 2), Text("Score.", "Счёт.")),
    Option("open", (False, True), Text("Open.", "Открыто.")),
)  # fmt: skip


def chosen(**fields: object) -> dict[str, object]:
    given = {key.replace("__", "."): value for key, value in fields.items()}
    return dict(chosen_options(DECLARED, given, "toy"))


def test_every_kind_of_option_has_a_control_in_both_languages() -> None:
    options = choose_options(DECLARED, {"open": True}, "toy")
    found = {o.name: control(o, options[o.name], "ru") for o in DECLARED}
    assert found["map"].label == "Карта"
    assert found["map"].choices == (("plain", "Простая"), ("grand", "Большая"))
    assert found["map"].file
    assert (found["length"].low, found["length"].high, found["length"].value) == (1, 9, "3")
    assert (found["score"].value, found["score"].length) == ("1,2", 2)
    assert found["open"].choices == (("false", "нет"), ("true", "да"))
    assert [c.name for c in found.values() if c.changed] == ["open"]


def test_what_a_text_implies_is_not_called_changed() -> None:
    found = {c.name: c for c in controls_of(DECLARED, chosen(map="grand"), "en")}
    assert [c.name for c in found.values() if c.changed] == ["map"]
    assert (found["length"].value, found["length"].default) == ("9", "9")
    found = {c.name: c for c in controls_of(DECLARED, chosen(map="grand", length=3), "en")}
    assert found["length"].changed


def test_rules_that_differ_are_told_and_not_what_a_scenario_sets() -> None:
    assert option_words(load_game(GAME), "en") == ()
    told = dict(option_words(load_game(GAME, scenario="wide", turns=3), "en"))
    assert set(told) == {"Scenario: regions and their figures", "Number of turns"}
    handicap = load_game(GAME, score_handicap=(0, 0, 0, 0, 0))
    assert [value for _, value in option_words(handicap, "en")] == ["0,0,0,0,0"]


def test_what_a_form_sends_becomes_values() -> None:
    assert chosen() == {"map": "plain", "length": 3, "score": (1, 2), "open": False}
    sent = chosen(option__map="own:x", option__length="4", option__score="3, 4", open="true")
    assert sent == {"map": "own:x", "length": 4, "score": (3, 4), "open": True}
    assert chosen(option__map="plain", own__map="own:y")["map"] == "own:y"
    assert chosen(length=5, score=[5, 6]) == {**chosen(), "length": 5, "score": (5, 6)}


def test_options_follow_a_text_that_implies_them_but_for_those_that_were_changed() -> None:
    form = {"was__map": "plain", "option__map": "grand"}
    assert chosen(**form, option__length="3")["length"] == 9
    assert chosen(**form, option__length="4")["length"] == 4
    assert chosen(was__map="grand", option__map="grand", option__length="3")["length"] == 3


@pytest.mark.parametrize(
    ("name", "value"), [("length", "x"), ("length", "10"), ("score", "1"), ("open", "maybe")]
)
def test_a_wrong_value_is_said_so(name: str, value: str) -> None:
    with pytest.raises(LegationError, match=f"option '{name}'.*valid: "):
        chosen(**{name: value})


def test_what_comes_from_elsewhere_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("own:secret", encoding="utf-8")
    assert DECLARED[0].check(str(path)) == "own:secret"  # on the command line
    for field in ("map", "option.map", "own.map", "was.map"):
        with pytest.raises(LegationError, match="option 'map' can't be a path here"):
            chosen_options(DECLARED, {"map": "plain", field: str(path)}, "toy")


# --- the pages -------------------------------------------------------------------------------


def test_the_form_shows_what_was_chosen_and_what_was_wrong(browser: Browser) -> None:
    browser.open(f"/new/{GAME}")
    assert 'type="number"' in browser.text
    assert 'min="1" max="7"' in browser.text
    assert 'type="file"' in browser.text
    scenarios = dict(next(o for o in game_options(GAME) if isinstance(o, TextOption)).choices)
    for name, title in scenarios.items():
        assert f'<option value="{name}"' in browser.text
        assert title.en in browser.text
    fields = browser.form(f"/new/{GAME}")["fields"]
    browser.send(f"/new/{GAME}", option__turns="2", option__score_glory="0,25,100,80")
    sent = browser.form("/tables")["fields"]
    assert (sent["option.turns"], sent["option.score_glory"]) == ("2", "0,25,100,80")
    assert {k: v for k, v in sent.items() if k in fields and k not in
            ("csrf", "option.turns", "option.score_glory")}.items() <= fields.items()  # fmt: skip
    answer = browser.send(f"/new/{GAME}", option__turns="99")
    assert answer.status_code == 422
    assert "a whole number in 1..7" in browser.text
    assert browser.form("/tables")["fields"]["option.turns"] == "7"


def test_a_scenario_of_ones_own_is_played(browser: Browser) -> None:
    """As a text or a file; it goes into the table, and stands in its record."""
    own = scenario()
    browser.open(f"/new/{GAME}")
    data = {**browser.form(f"/new/{GAME}")["fields"], "own.scenario": ""}
    files = {"own.scenario": ("mine.toml", own.encode())}
    browser.page = browser.client.post(f"/new/{GAME}", data=data, files=files)
    assert browser.page.status_code == 200, browser.text
    sent = browser.form("/tables")["fields"]["option.scenario"]
    assert json.loads(sent)["scenario"]["id"] == "my_own"
    browser.open(f"/new/{GAME}")
    data = {**browser.form(f"/new/{GAME}")["fields"], "own.scenario": own}
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in data.items()]
    parts.append('name="own.scenario"; filename=""\r\n\r\n')  # a file field that was left empty
    body = "".join(f"--x\r\ncontent-disposition: form-data; {part}\r\n" for part in parts)
    kind = {"content-type": "multipart/form-data; boundary=x"}
    content = f"{body}--x--\r\n".encode()
    browser.page = browser.client.post(f"/new/{GAME}", content=content, headers=kind)
    assert browser.form("/tables")["fields"]["option.scenario"] == sent
    browser.open(f"/new/{GAME}")
    wrong = browser.send(f"/new/{GAME}", own__scenario=own.replace("significance = 3", "x = 3"))
    assert wrong.status_code == 422
    assert "regions[0]" in wrong.text


def scenario() -> str:
    head = '[scenario]\nid = "my_own"\nname_en = "My own"\nname_ru = "Моя"\nnew_rome_needed = 1\n'
    regions = [
        f'[[regions]]\nid = "land_{n}"\nname_en = "Land {n}"\nname_ru = "Земля {n}"\n'
        "significance = 3\ncombat = 1\nvolksdeutsche = false\nnew_rome = true\n"
        for n in range(4)
    ]
    return "\n".join([head, *regions])


def test_a_whole_game_with_a_game_master_can_be_followed(server: Server, browser: Browser) -> None:
    browser.open(f"/new/{GAME}")
    browser.send(f"/new/{GAME}", option__turns="1", option__gm="seat")
    form = browser.form("/tables")["fields"]
    seats = [k.removeprefix("controller.") for k in form if k.startswith("controller.")]
    assert len(seats) == 6
    everyone = {f"controller.{seat}": "bot:uniform" for seat in seats}
    game_master, power = seats[-1], seats[0]
    data = {**form, **everyone, f"controller.{game_master}": "you", f"controller.{power}": "open"}
    browser.page = browser.client.post("/tables", data=data)
    table = browser.path.split("/seat/")[0]
    assert browser.path == f"{table}/seat/{game_master}"
    with server.browser("ru") as other:
        other.open(table)
        other.send("/claim")
        assert "набрать: " in other.text  # not "посол: ", which says nothing of what it is for
        labels: set[str] = set()
        while 'data-over="yes"' not in other.text:
            for one in (other, browser):
                one.open(one.path)
                if "actions" in one.testids():
                    buttons = [b for b in one.buttons("/act") if b[0] == "action"]
                    labels |= set(re.findall(r'data-testid="action-\d+">([^<]+)<', one.text))
                    one.send("/act", action=buttons[0][1])
        assert any("→" in label for label in labels), labels
        assert any("modifier" in label for label in labels), labels
        news = set(re.findall(r"<li>([^<]+)</li>", other.text))
        assert any("броски: " in line for line in news)
        assert any(line.startswith("победитель: ") for line in news)
        other.open(f"{table}/replay?view=all&at=3")
        assert "replay-slider" in other.testids()
        told = other.client.get(f"{table}/export").json()["decisions"]
        assert any("броски: " in line for entry in told for line in entry.get("news", ()))
    browser.open(browser.path)
    browser.open(f"{browser.path}/replay")
    assert 'class="news"' in browser.text
