"""A newcomer's path, from the first page to the end of a whole game, by clicks alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import NewPage, click, open_table, play


def test_by_one_button_to_the_end_of_a_game_of_embassies(site: Server, person: NewPage) -> None:
    page = person()
    page.goto(site.url)
    page.locator("#seat-embassies").select_option("germany")
    page.get_by_test_id("play-now-embassies").click()
    expect(page.get_by_test_id("status")).to_contain_text(re.compile("turn|decide"))
    assert page.get_by_test_id("board").locator("svg").count()
    assert play(page)
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


@pytest.mark.parametrize("seat", ["GER"])
def test_a_game_of_interbellum_with_a_map(site: Server, person: NewPage, seat: str) -> None:
    page = person()
    open_table(page, site, "interbellum", seat, "bot:uniform", turns="1")
    board = page.get_by_test_id("board")
    assert board.locator("svg").count() >= 1
    first = page.locator("#act button[name=action]").first.inner_text()
    assert first.startswith(("recruit", "send"))  # a sentence, not the name of a family
    assert play(page)
    expect(page.get_by_test_id("log")).to_contain_text("winner: ")
    finished(page)


def test_choosing_on_the_board_leaves_what_is_about_it(site: Server, person: NewPage) -> None:
    page = person()
    open_table(page, site, "embassies", "germany", "bot:uniform")
    buttons = page.locator("#act button[data-places]")
    while True:  # on to a decision about several places
        page.wait_for_selector("[data-testid=live][data-to-act=yes]")
        places = {p for b in buttons.all() for p in (b.get_attribute("data-places") or "").split()}
        onboard = [p for p in sorted(places) if page.locator(f".boards [data-place='{p}']").count()]
        if len(onboard) > 1:
            break
        click(page)
    total = buttons.count()
    place = page.locator(f".boards [data-place='{onboard[0]}']").first
    place.click()
    expect(page.locator("[data-filter-note]")).to_be_visible()
    shown = page.locator("#act button[data-places]:visible")
    assert 0 < shown.count() < total
    chosen = place.get_attribute("data-place")
    assert all(chosen in (b.get_attribute("data-places") or "") for b in shown.all())
    page.locator("[data-filter-clear]").click()
    assert page.locator("#act button[data-places]:visible").count() == total
