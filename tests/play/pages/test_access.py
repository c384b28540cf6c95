"""For everybody: Russian, phones, no JavaScript, and what axe-core says."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import NewPage
from tests.play.pages.persons import MAY_ACT, OVER, click, open_finished, open_table

GAMES: list[tuple[str, str, dict[str, str]]] = [
    ("embassies", "germany", {}),
    ("interbellum", "GER", {"turns": "1"}),
    ("pax_baltica", "sweden", {}),
    ("secret_orders", "veldria", {}),
]


def unfold(page: Page) -> None:
    page.locator("details").evaluate_all("all => all.forEach((d) => { d.open = true; })")


def faults_of(page: Page) -> list[str]:
    """The faults that are more than minor, in words. The page's own policy forbids scripts from
    elsewhere, so axe is put in by the browser, not by the page."""
    unfold(page)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{page.url}: {fault['id']}: {fault['help']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] != "minor"
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize(("game", "seat", "rules"), GAMES)
def test_axe_finds_no_fault_on_any_page(
    site: Server, person: NewPage, game: str, seat: str, rules: dict[str, str]
) -> None:
    page = person()
    found: list[str] = []
    for path in ("/", f"/new/{game}", "/t/nowhere"):
        page.goto(site.url + path)
        found += faults_of(page)
    table = open_table(page, site, game, seat, "bot:uniform", **rules)
    page.wait_for_selector(MAY_ACT)
    found += faults_of(page)
    for path in ("", "/host", f"/seat/{seat}/replay"):
        page.goto(table + path)
        found += faults_of(page)
    over = open_finished(page, site, game)
    found += faults_of(page)
    page.goto(f"{over}/replay?view=all")
    found += faults_of(page)
    assert found == []


@pytest.mark.parametrize(("game", "seat", "rules"), GAMES)
def test_a_phone_scrolls_only_up_and_down(
    site: Server, person: NewPage, game: str, seat: str, rules: dict[str, str]
) -> None:
    page = person("ru-RU", 360, 740, is_mobile=True, has_touch=True, device_scale_factor=2)

    def fits() -> None:
        unfold(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, f"{page.url} is {wide} wide"

    for path in ("/", f"/new/{game}"):
        page.goto(site.url + path)
        fits()
    table = open_table(page, site, game, seat, "bot:uniform", **rules)
    page.wait_for_selector(MAY_ACT)
    fits()
    sizes = page.locator("#act button[name=action]").evaluate_all(
        "all => all.map((b) => b.getBoundingClientRect()).map((r) => Math.min(r.width, r.height))"
    )
    assert min(sizes) >= 40  # a thumb's
    click(page, by=lambda button: button.tap())
    page.wait_for_selector(f"{MAY_ACT}, {OVER}")
    fits()
    for path in ("", "/host", f"/seat/{seat}/replay"):
        page.goto(table + path)
        fits()
    open_finished(page, site, game)
    fits()


def test_a_russian_browser_gets_russian_pages(site: Server, person: NewPage) -> None:
    page = person("ru-RU")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    open_table(page, site, "interbellum", "GER", "bot:uniform", turns="1")
    page.wait_for_selector(MAY_ACT)
    expect(page.get_by_test_id("status")).to_contain_text("Ваш ход")
    expect(page.locator("#act button[name=action]").first).to_contain_text("набрать")
    click(page)
    expect(page.get_by_test_id("log")).to_contain_text("Третий Рейх")
    page.get_by_test_id("language-en").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_test_id("board")).to_contain_text("Third Reich")


def test_without_javascript_a_game_goes_to_its_end(site: Server, person: NewPage) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site.url}/new/kuhn2")
    page.get_by_test_id("controller-seat0").select_option("you")
    page.get_by_test_id("controller-seat1").select_option("bot:uniform")
    page.get_by_test_id("create").click()
    for _ in range(40):
        if page.locator(OVER).count():
            break
        if page.locator(MAY_ACT).count():
            page.locator("#act button[name=action]").first.click()
        else:
            page.reload()
    expect(page.get_by_test_id("result")).to_be_visible()
