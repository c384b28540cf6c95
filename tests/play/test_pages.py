"""The pages, used as by somebody without JavaScript."""

from __future__ import annotations

import json
import re

import httpx
import numpy as np
import pytest

from legation.envs import GAMES
from legation.envs.engine.record import parse_record
from tests.play.browser import Browser
from tests.play.conftest import TOYS, Server, wait_for

REAL = sorted(set(GAMES) - set(TOYS))
JSON = {"accept": "application/json"}


def play(browser: Browser, most: int = 400) -> int:
    """Presses the first button until the game is over; returns how often."""
    pressed = 0
    while 'data-over="yes"' not in browser.text:
        assert pressed < most
        if "actions" in browser.testids():
            buttons = [b for b in browser.buttons("/act") if b[0] == "action"]
            browser.send("/act", action=buttons[-1][1])
            assert browser.page is not None
            assert browser.page.status_code == 200
            pressed += 1
        else:
            browser.open(browser.path)
    return pressed


@pytest.mark.parametrize("name", ["kuhn2", "whisper", *REAL])
def test_a_newcomer_plays_a_whole_game(browser: Browser, name: str) -> None:
    """From the first page, by one button, to the end; then the replay and the record."""
    browser.open("/")
    forms = re.findall(r'data-testid="play-now-([^"]+)"', browser.text)
    assert name in forms
    game_form = browser.text.index(f'data-testid="game-{name}"')
    head, rest = browser.text[:game_form], browser.text[game_form:]
    del head
    csrf = browser.csrf()
    assert f'name="game" value="{name}"' in rest
    strength = {"controller." + s: "bot:uniform" for s in _seats(rest)[1:]}
    answer = browser.client.post("/tables", data={"csrf": csrf, "game": name, **strength})
    browser.page = answer
    assert answer.status_code == 200
    assert {"board", "seats", "log", "chat", "status", "text"} <= browser.testids()
    pressed = play(browser)
    assert pressed
    assert "result" in browser.testids()
    here = browser.path
    for path in (f"{here}/replay", f"{here}/replay?at=1", f"{here}/replay?view=all&at=1"):
        assert browser.open(path).status_code == 200
        assert "replay-slider" in browser.testids()
    table = here.split("/seat/")[0]
    record = parse_record("it", browser.client.get(f"{table}/record").text)
    assert record.result is not None
    exported = browser.client.get(f"{here}/export").json()
    assert exported["format"] == "legation.record.view"
    assert "seed" not in exported


def _seats(text: str) -> list[str]:
    part = text[: text.index("</select>")]
    return re.findall(r'<option value="([^"]+)"', part)


def test_two_people_and_a_bot_at_one_table(server: Server, browser: Browser) -> None:
    browser.open("/new/whisper")
    browser.send("/tables", controller__ann="you", controller__bob="person",
                 controller__cyd="bot:uniform", name="Ann <b>")  # fmt: skip
    assert "secret-bob" in browser.testids()
    found = re.search(r'value="(http[^"]+/enter/bob/[^"]+)"', browser.text)
    assert found
    with server.browser() as other:
        link = httpx.URL(found[1]).path
        other.open(link)
        # The secret is gone from the address.
        assert re.fullmatch(r"/t/\w+/seat/bob", other.path)
        browser.open(other.path.replace("bob", "ann"))
        assert "Ann &lt;b&gt;" in other.text
        assert "actions" in browser.testids()
        assert "actions" not in other.testids()
        browser.send("/chat", text="<script>alert(1)</script>\nHello", to="bob")
        other.open(other.path)
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in other.text
        assert "<script>alert" not in other.text
        while 'data-over="yes"' not in browser.text:
            for one in (browser, other):
                one.open(one.path)
                if "actions" in one.testids():
                    buttons = [b for b in one.buttons("/act") if b[0] == "action"]
                    one.send("/act", action=buttons[0][1])
        other.open(other.path)
        assert "result" in other.testids()


def test_a_page_says_no_with_the_reason_and_shows_the_table(browser: Browser) -> None:
    browser.open("/new/kuhn2")
    browser.send("/tables", controller__seat0="you", controller__seat1="person")
    browser.open(re.search(r'href="(/t/\w+/seat/seat0)"', browser.text)[1])  # type: ignore[index]
    form = browser.form("/act")
    data = {**form["fields"], "action": "0"}
    assert browser.client.post(form["action"], data=data).status_code == 200
    # The back button, and another choice on the old page:
    answer = browser.client.post(form["action"], data={**data, "action": "1"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert "sent before with another choice" in answer.text
    old = browser.client.post(form["action"], data={**data, "key": "fresh"})
    assert old.status_code == 409
    assert 'data-testid="seats"' in old.text
    # The same button twice is no mistake.
    again = browser.client.post(form["action"], data=data, headers=JSON)
    assert again.json()["receipt"]["repeated"] is True


def test_who_leaves_a_table_of_bots_is_told_that_they_go_on(
    server: Server, browser: Browser
) -> None:
    browser.open("/new/whisper")
    browser.send("/tables", controller__ann="you", controller__bob="bot", controller__cyd="bot")
    assert "alone" in browser.testids()
    browser.open("/new/whisper")
    browser.send("/tables", controller__ann="you", controller__bob="open", controller__cyd="bot")
    assert "alone" not in browser.testids()


def test_leave_take_back_undo_and_advice(browser: Browser) -> None:
    browser.open("/")
    csrf = browser.csrf()
    bots = {"controller.bob": "open", "controller.cyd": "bot:uniform"}
    browser.page = browser.client.post("/tables", data={"csrf": csrf, "game": "whisper", **bots})
    stash = next(b for b in browser.buttons("/act") if b[0] == "action")
    browser.send("/act", action=stash[1])
    assert "undo" in browser.testids()
    browser.send("/undo")
    assert "undo" not in browser.testids()
    assert "takes back" in browser.text
    browser.send("/advice")
    assert "advice" in browser.testids()
    assert re.search(r"<meter [^>]+>\d+ %</meter>", browser.text)
    browser.send("/leave")
    assert "take-back" in browser.testids()
    browser.send("/take_back")
    assert "take-back" not in browser.testids()


def test_an_open_seat_is_taken_from_the_table_page(server: Server, browser: Browser) -> None:
    browser.open("/new/kuhn2")
    browser.send("/tables", controller__seat0="you", controller__seat1="open")
    table = browser.path.split("/seat/")[0]
    with server.browser() as other:
        other.open(table)
        assert "claim-seat1" in other.testids()
        other.send("/claim", name="Eve")
        assert other.path == f"{table}/seat/seat1"
        other.open(table)
        assert "claim-seat1" not in other.testids()
        assert "Eve" in other.text
        answer = other.client.post(f"{table}/claim", data={"csrf": other.csrf(), "seat": "seat1"})
        assert answer.status_code == 409


def test_the_host_makes_links_and_gives_seats_to_bots(server: Server, browser: Browser) -> None:
    browser.open("/new/kuhn2")
    browser.send("/tables", controller__seat0="you", controller__seat1="person")
    link = re.search(r'value="(http[^"]+/enter/seat1/[^"]+)"', browser.text)[1]  # type: ignore[index]
    table = re.search(r'href="(/t/\w+)/seat', browser.text)[1]  # type: ignore[index]
    browser.open(f"{table}/host")
    assert "link-seat1" in browser.testids()
    data = {"csrf": browser.csrf(), "seat": "seat1"}
    fresh = browser.client.post(f"{table}/host/link", data=data)
    assert "secret-seat1" in fresh.text
    with server.browser() as other:
        assert other.open(httpx.URL(link).path).status_code == 403
        assert other.open(f"{table}/host").status_code == 403
    data["strength"] = "uniform"
    assert browser.client.post(f"{table}/host/bot", data=data).status_code == 200
    browser.open(table + "/seat/seat0")
    assert "is played by a bot" in browser.text
    play(browser)


def test_a_record_is_imported_and_played_on(browser: Browser) -> None:
    browser.open("/")
    csrf = browser.csrf()
    bots = {"controller.bob": "bot:uniform", "controller.cyd": "bot:uniform"}
    browser.page = browser.client.post("/tables", data={"csrf": csrf, "game": "whisper", **bots})
    play(browser)
    table = browser.path.split("/seat/")[0]
    lines = browser.client.get(f"{table}/record").text.splitlines()
    files = {"record": ("r.jsonl", "\n".join(lines[:3]) + "\n")}
    browser.page = browser.client.post("/import", data={"csrf": csrf}, files=files)
    assert browser.page.status_code == 200
    assert browser.path != f"{table}/seat/ann"
    play(browser)
    # A table of its own from a decision of the old one.
    answer = browser.client.post(f"{table}/fork", data={"csrf": csrf, "at": "1"})
    assert answer.status_code == 200
    assert "/t/" in answer.url.path
    for text in ("", "{}", "no record", "\n".join([lines[0], lines[2], ""]), lines[0][:-9], "\0"):
        files = {"record": ("r.jsonl", text)}
        wrong = browser.client.post("/import", data={"csrf": csrf}, files=files, headers=JSON)
        assert wrong.status_code == 422, text
        assert "Traceback" not in wrong.text
        assert "/tmp" not in wrong.text


def test_the_stream_says_that_something_changed(server: Server, browser: Browser) -> None:
    browser.open("/new/kuhn2")
    browser.send("/tables", controller__seat0="you", controller__seat1="person")
    here = re.search(r'href="(/t/\w+/seat/seat0)"', browser.text)[1]  # type: ignore[index]
    told = []
    with browser.client.stream("GET", f"{here}/stream") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        while len(told) < 2:
            line = next(lines)
            if line.startswith("data:"):
                told.append(int(line[5:]))
                if len(told) == 1:
                    browser.open(here)
                    browser.send("/act", action="0")
    assert told[1] > told[0]
    assert browser.client.get(f"{here}/version").json()["version"] >= told[1]


def test_programs_play_with_the_secret_of_the_seat(server: Server, browser: Browser) -> None:
    browser.open("/")
    data = {"csrf": browser.csrf(), "game": "kuhn2", "controller.seat1": "bot:uniform"}
    made = browser.client.post("/tables", data=data, headers=JSON).json()
    rng = np.random.default_rng(0)
    headers = {**JSON, "authorization": f"Bearer {made['seats']['seat0']}"}
    here = f"{server.url}/t/{made['table']}/seat/seat0"
    with httpx.Client(trust_env=False, timeout=30) as client:
        while True:
            view = client.get(here, headers=headers).json()
            if view["over"]:
                break
            if not view["to_act"]:
                continue
            action = int(rng.choice([a["action"] for a in view["legal"]]))
            body = {"key": view["decision"], "decision": view["decision"],
                    "sequence": view["sequence"], "action": action}  # fmt: skip
            answer = client.post(f"{here}/act", json=body, headers=headers)
            assert answer.json()["accepted"] is True
            assert client.post(f"{here}/act", json=body, headers=headers).json()["accepted"]
        assert {row["seat"] for row in view["result"]} == {"seat0", "seat1"}


def test_every_page_can_be_read_in_russian(server: Server) -> None:
    with server.browser("ru-RU,ru;q=0.9,en;q=0.5") as browser:
        browser.open("/")
        assert '<html lang="ru">' in browser.text
        assert "Играть сейчас" in browser.text
        data = {"csrf": browser.csrf(), "game": REAL[0]}
        browser.page = browser.client.post("/tables", data=data)
        assert "Что вы можете сделать" in browser.text
        browser.send("/language", language="en")
        assert '<html lang="en">' in browser.text  # back on the same page, by the switch
        assert "/seat/" in browser.path
        browser.send("/language", language="ru")
        wrong = browser.client.get("/t/nowhere")
        assert "Такого стола нет." in wrong.text
        browser.open("/")
        data = {"csrf": browser.csrf(), "language": "ru", "back": "//evil.example/x"}
        answer = browser.client.post("/language", data=data, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_a_finished_table_outlives_the_server(server: Server, browser: Browser) -> None:
    browser.open("/")
    data = {"csrf": browser.csrf(), "game": "kuhn2", "controller.seat1": "bot:uniform"}
    browser.page = browser.client.post("/tables", data=data)
    play(browser)
    server.site.tables._cache.clear()
    browser.open(browser.path)
    assert "result" in browser.testids()
    wait_for(lambda: server.site.hub.count == 0)
    assert json.loads(browser.client.get("/health").text) == {"status": "ok"}
