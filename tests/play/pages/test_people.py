"""People at one table, each in a browser of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import NewPage
from tests.play.pages.persons import MAY_ACT, OVER, address, click, open_finished, play, set_table

TABLES = [("whisper", ("ann", "bob"), {}), ("interbellum", ("GER", "FRA"), {"turns": "1"})]


def two_at_a_table(
    site: Server,
    person: NewPage,
    game: str = "whisper",
    seats: tuple[str, str] = ("ann", "bob"),
    **rules: str,
) -> tuple[Page, Page, str]:
    """Two people, the second by a secret link, and bots; and the table's address."""
    first, second = person(), person()
    kinds = {seats[0]: "you", seats[1]: "person"}
    set_table(first, site, game, kinds, "bot:uniform", **rules)
    link = first.get_by_test_id(f"secret-{seats[1]}").input_value()
    second.goto(link)
    assert link not in second.url  # nobody reads it over the shoulder, nor in the history
    second.wait_for_selector("[data-testid=board]")
    first.get_by_test_id("go-on").click()
    first.wait_for_selector("[data-testid=board]")
    return first, second, address(first)


@pytest.mark.parametrize(("game", "seats", "rules"), TABLES)
def test_two_people_and_bots_play_to_the_end(
    site: Server, person: NewPage, game: str, seats: tuple[str, str], rules: dict[str, str]
) -> None:
    """Each page learns of the others' decisions by itself."""
    pages = two_at_a_table(site, person, game, seats, **rules)[:2]
    assert all(clicks > 1 for clicks in play(*pages))
    for page in pages:
        expect(page.get_by_test_id("result")).to_be_visible()


def test_who_waits_is_told_whose_turn_it_is(site: Server, person: NewPage) -> None:
    ann, bob, _ = two_at_a_table(site, person)
    expect(ann.get_by_test_id("status")).to_contain_text("Your turn")
    expect(bob.get_by_test_id("status")).to_contain_text("It is the turn of ann.")
    expect(bob.get_by_test_id("status")).to_contain_text("A person decides.")
    assert not bob.locator("#act").count()


def test_talk_goes_to_whom_it_is_meant_for(site: Server, person: NewPage) -> None:
    ann, bob, table = two_at_a_table(site, person)
    eve = person()
    eve.goto(table)
    bob.get_by_test_id("chat-text").fill("half a word")  # what is being written stays
    ann.get_by_test_id("chat-text").fill("<b>All</b> of you")
    ann.get_by_test_id("chat-send").click()
    expect(bob.get_by_test_id("chat")).to_contain_text("<b>All</b> of you")
    expect(eve.locator(".talk")).to_contain_text("<b>All</b> of you")
    expect(bob.get_by_test_id("chat-text")).to_have_value("half a word")
    ann.get_by_test_id("chat-text").fill("only you")
    ann.locator("input[name=to][value=bob]").check()
    ann.get_by_test_id("chat-send").click()
    expect(bob.get_by_test_id("chat")).to_contain_text("only you")
    eve.reload()
    assert "only you" not in eve.content()


def test_seven_tabs_of_one_browser_all_learn_what_happens(site: Server, person: NewPage) -> None:
    """A browser has six connections a site: streams in all tabs would leave none for anything
    else, so that no tab could even be opened."""
    ann, bob, _ = two_at_a_table(site, person)
    tabs = [ann, *(ann.context.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(ann.url)
        tab.wait_for_selector(MAY_ACT)
    bob.get_by_test_id("chat-text").fill("to every tab")
    bob.get_by_test_id("chat-send").click()
    for tab in tabs:
        expect(tab.get_by_test_id("chat")).to_contain_text("to every tab")
    click(tabs[-1])  # and the last one can still be played in
    for tab in tabs:
        expect(tab.get_by_test_id("log")).not_to_contain_text("Nothing yet")


def test_the_slider_of_a_replay_shows_other_steps(site: Server, person: NewPage) -> None:
    page = person()
    table = open_finished(page, site, "embassies")
    page.goto(f"{table}/replay?view=all")
    line = page.get_by_test_id("replay-line")
    last = line.inner_text()
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(line).not_to_have_text(last)
    page.get_by_test_id("replay-view").select_option("spectator")
    page.wait_for_url("**view=spectator**")
    expect(page.get_by_test_id("fork")).to_have_count(0)


def test_a_spectator_sees_no_secret(site: Server, person: NewPage) -> None:
    """Seats stash unseen and lay stones of a colour that nobody else sees. It is in the page of
    the seat, and in nothing that the server sends to a spectator."""
    ann, bob, table = two_at_a_table(site, person)
    eve = person()
    received: list[Response] = []
    eve.on("response", lambda answer: received.append(answer))
    eve.goto(table)
    stashed = re.compile(r"<b>\w+</b> stash")
    laid = re.compile(r"lay (red|green|blue)")
    ann.wait_for_selector(MAY_ACT)
    click(ann)
    assert stashed.search(ann.content())
    play(ann, bob)
    own = ann.get_by_test_id("log").inner_html()
    assert laid.search(own)
    eve.wait_for_selector(OVER)
    assert "lay ? at" in eve.get_by_test_id("log").inner_text()
    assert not eve.locator("[data-testid=actions]").count()
    pages = [answer.text() for answer in received if "text/html" in answer.headers["content-type"]]
    assert len(pages) > 2  # the page was brought up to date by itself
    for page in pages:
        assert not stashed.search(page)
        assert not laid.search(page)
    for seat in ("ann", "bob", "cyd"):
        answer = eve.goto(f"{table}/seat/{seat}")
        assert answer is not None
        assert answer.status == 403
