"""What a person does in a browser: opens a table, decides, plays on to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.play.conftest import Server

PATIENCE = 60_000  # milliseconds; a machine may be busy
expect.set_options(timeout=PATIENCE)
GOLDEN = Path(__file__).parents[2] / "golden"
MAY_ACT = "[data-testid=live][data-to-act=yes]"
OVER = "[data-testid=live][data-over=yes]"


def open_table(page: Page, site: Server, game: str, seat: str, others: str, **rules: str) -> str:
    """Through the page with all choices; returns the table's address."""
    set_table(page, site, game, {seat: "you"}, others, **rules)
    return address(page)


def set_table(
    page: Page, site: Server, game: str, kinds: dict[str, str], others: str, **rules: str
) -> None:
    """With several people, the page with their links comes first."""
    page.goto(f"{site.url}/new/{game}")
    if rules:
        page.locator("details.options").evaluate("d => d.open = true")
        for name, value in rules.items():
            page.locator(f"[name='option.{name}']").first.fill(value)
        page.get_by_test_id("use-rules").click()
    for box in page.locator("select[name^='controller.']").all():
        seat = (box.get_attribute("name") or "").removeprefix("controller.")
        box.select_option(kinds.get(seat, others))
    page.get_by_test_id("create").click()
    page.wait_for_selector("[data-testid=board], [data-testid=go-on]")


def open_finished(page: Page, site: Server, game: str) -> str:
    """A table of a game that is over, from its golden record; returns its address."""
    page.goto(site.url)
    page.set_input_files("#record", GOLDEN / f"{game}.jsonl")
    page.get_by_test_id("import").click()
    page.wait_for_selector(OVER)
    return address(page)


def address(page: Page) -> str:
    """The table's address, from that of one of its pages."""
    found = re.match(r"(.*/t/\w+)", page.url)
    return found[1] if found else ""


def click(page: Page, which: int = 0, by: Callable[[Locator], Any] = Locator.click) -> None:
    """One decision; waits until the page shows what came of it."""
    before = version(page)
    by(page.locator("#act button[name=action]").nth(which))
    wait_for_other(page, before)


def version(page: Page) -> str | None:
    return page.get_by_test_id("live").get_attribute("data-version")


def wait_for_other(page: Page, before: str | None) -> None:
    """Until the page shows another version than `before`."""
    page.wait_for_function(
        "before => document.getElementById('live')?.dataset.version !== before", arg=before
    )


# In the page itself, as a journey between processes for each click would take most of the time.
_PLAY = """([most, patience]) => {
  const live = () => document.getElementById("live").dataset;
  const until = async (what, is) => {
    const end = Date.now() + patience;
    while (!is()) {
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await new Promise((go) => setTimeout(go, 5));
    }
  };
  window.playing = (async () => {
    for (let clicked = 0; clicked <= most; clicked += 1) {
      await until("a turn", () => live().toAct === "yes" || live().over === "yes");
      if (live().over === "yes") return clicked;
      const before = live().version;
      document.querySelector("#act button[name=action]").click();
      await until("what comes of a click", () => live().version !== before);
    }
    throw new Error(`the game is not over after ${most} clicks`);
  })();
  window.playing.catch(() => {});
}"""


def play(*pages: Page, most: int = 500) -> list[int]:
    """In each page at once, clicks the first button of each decision until the game is over;
    returns how often."""
    for page in pages:
        page.wait_for_load_state("load")  # with its script: without, a click leads to a new page
        page.evaluate(_PLAY, [most, PATIENCE])
    return [int(page.evaluate("window.playing")) for page in pages]
