"""The keyboard alone: Tab comes to every control and shows where it is, Enter and Space act."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import NewPage
from tests.play.pages.persons import MAY_ACT, click, open_table, version, wait_for_other

PRESSES = 400

# Numbers all that a person could use, in the order of the page.
_CONTROLS = """() => {
  const all = document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']");
  const shown = [...all].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  shown.forEach((e, n) => { e.dataset.control = n; });
  return shown.map((e) => e.outerHTML.replace(/\\s+/g, " ").slice(0, 120));
}"""

# What is drawn of the control that has the focus, or of the one with this number. A frame may be
# drawn by its parts, in the picture of the board.
_LOOK = """(number) => {
  const control = number === null ? document.activeElement
    : document.querySelector(`[data-control='${number}']`);
  const drawn = [control, ...control.querySelectorAll("*")].map((e) => {
    const s = getComputedStyle(e);
    const outline = s.outlineStyle === "none" ? "" : `${s.outlineWidth} ${s.outlineColor}`;
    return `${outline} ${s.stroke} ${s.strokeWidth} ${s.fill} ${s.backgroundColor}`;
  });
  return [control.dataset.control ?? "", drawn.join(";")];
}"""


def tab_through(page: Page) -> None:
    """Tab comes to every control, in the order of the page, and each shows the focus."""
    page.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges()")
    page.goto(page.url)
    controls = page.evaluate(_CONTROLS)
    focused: dict[int, str] = {}
    for _ in range(PRESSES):
        page.keyboard.press("Tab")
        number, look = page.evaluate(_LOOK, None)
        if number == "":  # past the last one
            break
        focused[int(number)] = look
    assert list(focused) == sorted(focused)
    missed = [html for n, html in enumerate(controls) if n not in focused]
    assert missed == [], "Tab never came to these"
    page.evaluate("document.activeElement.blur()")
    unseen = [
        controls[n] for n, look in focused.items() if page.evaluate(_LOOK, n) == [str(n), look]
    ]
    assert unseen == [], "the focus on these can't be seen"


def reach(page: Page, selector: str) -> None:
    """Presses Tab until what is meant has the focus."""
    for _ in range(PRESSES):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab never came to {selector}")


def test_tab_comes_to_every_control_of_the_first_pages(site: Server, person: NewPage) -> None:
    page = person()
    for path in ("/", "/new/interbellum", "/t/nowhere"):
        page.goto(site.url + path)
        tab_through(page)


@pytest.mark.parametrize(("game", "seat"), [("embassies", "germany"), ("interbellum", "GER")])
def test_tab_comes_to_every_control_of_a_table(
    site: Server, person: NewPage, game: str, seat: str
) -> None:
    page = person()
    table = open_table(page, site, game, seat, "bot:uniform")
    page.wait_for_selector(MAY_ACT)
    click(page)
    page.wait_for_selector(MAY_ACT)
    tab_through(page)
    for path in ("", "/host", f"/seat/{seat}/replay"):
        page.goto(table + path)
        tab_through(page)


def test_the_keyboard_alone_is_enough_to_play(site: Server, person: NewPage) -> None:
    """From the first page into a game: Enter follows and presses, Space presses and unfolds."""
    page = person()
    page.goto(site.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    reach(page, "#seat-embassies")
    page.keyboard.press("ArrowDown")
    reach(page, "[data-testid=play-now-embassies]")
    page.keyboard.press("Enter")
    page.wait_for_selector(MAY_ACT)
    for key in ("Enter", "Space"):
        before = version(page)
        reach(page, "#act button[name=action]")
        page.keyboard.press(key)
        wait_for_other(page, before)
        page.wait_for_selector(MAY_ACT)
        # On to the next decision, also where bots decide first; not back to the top of the page.
        page.wait_for_function("() => document.activeElement.closest('#actions')", timeout=5_000)
    reach(page, "#more summary")
    page.keyboard.press("Space")
    expect(page.get_by_test_id("leave")).to_be_visible()


@pytest.mark.parametrize(("game", "seat"), [("embassies", "germany"), ("interbellum", "GER")])
def test_a_place_on_the_board_is_chosen_by_keys(
    site: Server, person: NewPage, game: str, seat: str
) -> None:
    """With Enter or Space, and left with Escape; one can see where one is."""
    page = person()
    open_table(page, site, game, seat, "bot:uniform")
    place = ".boards [data-place][tabindex='0']"
    page.wait_for_selector(MAY_ACT)
    for _ in range(60):
        if page.locator(place).count():
            break
        click(page)
        page.wait_for_selector(MAY_ACT)
    for key in ("Enter", "Space"):
        page.locator(place).first.scroll_into_view_if_needed()
        page.evaluate("document.activeElement.blur()")
        unfocused = page.locator(place).first.screenshot()
        reach(page, place)
        seen = page.locator(place).first.screenshot() != unfocused
        assert seen, "the focus on a place can't be seen"
        page.keyboard.press(key)
        expect(page.locator("[data-filter-note]")).to_be_visible()
        expect(page.locator("#act button[data-places]:focus")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("[data-filter-note]")).to_be_hidden()
