"""For everybody: Russian, phones, the keyboard alone, no JavaScript, and what axe-core says."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import NewPage, click, open_table, play

GAMES = [("embassies", "germany", {}), ("interbellum", "GER", {"turns": "1"})]


def faults_of(page: Page) -> list[str]:
    """The serious faults, in words. The page's own policy forbids scripts from elsewhere, so axe is
    put in by the browser, not by the page."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{page.url}: {fault['id']}: {fault['help']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize(("game", "seat", "rules"), GAMES)
def test_axe_finds_no_serious_fault_on_any_page(
    site: Server, person: NewPage, game: str, seat: str, rules: dict[str, str]
) -> None:
    page = person()
    found: list[str] = []
    for path in ("/", f"/new/{game}", "/t/nowhere"):
        page.goto(site.url + path)
        for box in page.locator("details").all():
            box.evaluate("d => d.open = true")
        found += faults_of(page)
    table = open_table(page, site, game, seat, "bot:uniform", **rules)
    page.wait_for_selector("[data-to-act=yes]")
    for box in page.locator("details").all():
        box.evaluate("d => d.open = true")
    found += faults_of(page)
    for path in ("", "/host", f"/seat/{seat}/replay"):
        page.goto(table + path)
        found += faults_of(page)
    page.goto(f"{table}/seat/{seat}")
    play(page)
    found += faults_of(page)
    assert found == []


@pytest.mark.parametrize(("game", "seat", "rules"), GAMES)
def test_a_phone_scrolls_only_up_and_down(
    site: Server, person: NewPage, game: str, seat: str, rules: dict[str, str]
) -> None:
    page = person("ru-RU", 360, 740, is_mobile=True, has_touch=True, device_scale_factor=2)

    def fits() -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, f"{page.url} is {wide} wide"

    for path in ("/", f"/new/{game}"):
        page.goto(site.url + path)
        for box in page.locator("details").all():
            box.evaluate("d => d.open = true")
        fits()
    table = open_table(page, site, game, seat, "bot:uniform", **rules)
    page.wait_for_selector("[data-to-act=yes]")
    fits()
    for button in page.locator("#act button[name=action]").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40  # a thumb's
        assert box["width"] >= 40
    page.locator("#act button[name=action]").first.tap()
    page.wait_for_selector("[data-to-act=yes], [data-over=yes]")
    fits()
    for path in ("", "/host", f"/seat/{seat}/replay"):
        page.goto(table + path)
        fits()


def test_a_russian_browser_gets_russian_pages(site: Server, person: NewPage) -> None:
    page = person("ru-RU")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    open_table(page, site, "interbellum", "GER", "bot:uniform", turns="1")
    page.wait_for_selector("[data-to-act=yes]")
    expect(page.get_by_test_id("status")).to_contain_text("Ваш ход")
    expect(page.locator("#act button[name=action]").first).to_contain_text("набрать")
    click(page)
    expect(page.get_by_test_id("log")).to_contain_text("Третий Рейх")
    page.get_by_test_id("language-en").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_test_id("board")).to_contain_text("Third Reich")


def test_the_keyboard_alone_is_enough(site: Server, person: NewPage) -> None:
    """From the first page into a game, with Tab, Enter and the arrows."""
    page = person()
    page.goto(site.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    reach(page, "[data-testid=play-now-embassies]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-to-act=yes]")
    for _ in range(2):
        before = page.get_by_test_id("live").get_attribute("data-version")
        reach(page, "#act button[name=action]")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.getElementById('live').dataset.version !== before", arg=before
        )
        page.wait_for_selector("[data-to-act=yes]")
    # A place on the board is chosen with Enter, and left with Escape.
    reach(page, ".boards [data-place][tabindex='0']")
    page.keyboard.press("Enter")
    expect(page.locator("[data-filter-note]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-filter-note]")).to_be_hidden()


def reach(page: Page, selector: str) -> None:
    """Presses Tab until what is meant has the focus, and can be seen to have it."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            style = page.evaluate(
                "[getComputedStyle(document.activeElement).outlineStyle,"
                " document.activeElement.tagName]"
            )
            assert style[0] != "none", style
            return
    raise AssertionError(f"Tab never came to {selector}")


def test_without_javascript_a_game_goes_to_its_end(site: Server, person: NewPage) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site.url}/new/kuhn2")
    page.get_by_test_id("controller-seat0").select_option("you")
    page.get_by_test_id("controller-seat1").select_option("bot:uniform")
    page.get_by_test_id("create").click()
    for _ in range(40):
        if page.locator("[data-over=yes]").count():
            break
        if page.locator("[data-to-act=yes]").count():
            page.locator("#act button[name=action]").first.click()
        else:
            page.reload()
    expect(page.get_by_test_id("result")).to_be_visible()
