"""A newcomer's path, from the first page to the end of a whole game, by clicks alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import NewPage
from tests.play.pages.persons import MAY_ACT, click, open_table, play


def test_by_one_button_to_the_end_of_a_game_of_embassies(site: Server, person: NewPage) -> None:
    """Against the trained bots that a newcomer gets."""
    page = person()
    page.goto(site.url)
    page.locator("#seat-embassies").select_option("germany")
    page.get_by_test_id("play-now-embassies").click()
    expect(page.get_by_test_id("status")).to_contain_text(re.compile("turn|decide"))
    assert page.get_by_test_id("board").locator("svg").count()
    expect(page.get_by_test_id("seats")).to_contain_text("bot (trained)")
    assert play(page) > [5]
    finished(page)


def test_with_rules_of_ones_own_to_the_end_of_a_game_of_interbellum(
    site: Server, person: NewPage
) -> None:
    page = person()
    page.goto(site.url)
    page.get_by_test_id("more-interbellum").click()
    open_table(page, site, "interbellum", "GER", "bot:uniform", turns="1")
    board = page.get_by_test_id("board")
    assert board.locator("svg").count() >= 1
    first = page.locator("#act button[name=action]").first.inner_text()
    assert first.startswith(("recruit", "send"))  # a sentence, not the name of a family
    assert play(page) > [3]
    expect(page.get_by_test_id("log")).to_contain_text("winner: ")
    finished(page)


def finished(page: Page) -> None:
    """The result, the replay from its start, and the record."""
    expect(page.get_by_test_id("result")).to_contain_text("Won by")
    page.get_by_test_id("replay-link").click()
    slider = page.get_by_test_id("replay-slider")
    last = int(slider.get_attribute("max") or 0)
    assert last > 5
    page.get_by_role("link", name="Start").click()
    expect(page.get_by_test_id("replay-line")).to_contain_text("The start")
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_test_id("replay-line")).not_to_contain_text("The start")
    page.get_by_test_id("replay-slider").fill(str(last))
    expect(page.get_by_label(f"Step {last} of {last}")).to_be_visible()
    page.go_back()
    with page.expect_download() as download:
        page.get_by_test_id("record-link").click()
    assert download.value.suggested_filename.endswith(".jsonl")


def test_choosing_on_the_board_leaves_what_is_about_it(site: Server, person: NewPage) -> None:
    page = person()
    open_table(page, site, "embassies", "germany", "bot:uniform")
    buttons = page.locator("#act button[data-places]")
    while True:  # on to a decision about several places
        page.wait_for_selector(MAY_ACT)
        places = buttons.evaluate_all("all => all.flatMap((b) => b.dataset.places.split(' '))")
        drawn = page.locator(".boards [data-place]").evaluate_all(
            "all => all.map((p) => p.dataset.place)"
        )
        onboard = sorted(set(places) & set(drawn))
        if len(onboard) > 1:
            break
        click(page)
    total = buttons.count()
    place = page.locator(f".boards [data-place='{onboard[0]}']").first
    place.click()
    expect(page.locator("[data-filter-note]")).to_be_visible()
    shown = page.locator("#act button[data-places]:visible")
    assert 0 < shown.count() < total
    about = shown.evaluate_all("all => all.map((b) => b.dataset.places.split(' '))")
    assert all(onboard[0] in places for places in about)
    page.locator("[data-filter-clear]").click()
    assert page.locator("#act button[data-places]:visible").count() == total


def test_what_was_chosen_on_a_map_is_said_in_words(site: Server, person: NewPage) -> None:
    page = person()
    open_table(page, site, "interbellum", "GER", "bot:uniform")
    onmap = page.locator(".board-map .chip.choosable")
    page.wait_for_selector(MAY_ACT)
    for _ in range(60):  # on to a decision about a region
        if onmap.count():
            break
        click(page)
        page.wait_for_selector(MAY_ACT)
    words = onmap.first.locator("title").text_content()
    assert words
    onmap.first.locator("text").first.click()
    expect(page.locator("[data-filter-note] span")).to_have_text(words)


def test_an_answer_that_is_not_newer_leaves_the_page_alone(site: Server, person: NewPage) -> None:
    """Two commits in a row lead to two answers, both of the last position: what a person has begun
    with the first would be lost with the second."""
    page = person()
    open_table(page, site, "embassies", "germany", "bot:uniform")
    page.wait_for_selector(MAY_ACT)
    page.evaluate("document.getElementById('live').dataset.begun = 'yes'")
    path = page.get_by_test_id("live").get_attribute("data-path")
    for version in ("100001", "100002"):
        with page.expect_response(page.url):
            page.evaluate(
                "m => new BroadcastChannel('legation').postMessage(m)",
                {"path": path, "version": version},
            )
    page.wait_for_timeout(500)  # for the page to do what it should not
    assert page.get_by_test_id("live").get_attribute("data-begun") == "yes"
