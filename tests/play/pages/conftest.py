"""Real browsers: Debian's Chromium, driven by Playwright; one process, a context a person."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from legation.envs import GAMES
from legation.play.web.app import ServerConfig
from legation.play.web.security import Limits
from tests.play.conftest import TOYS, Server
from tests.play.needs import NO_CHROMIUM, chromium

# Nothing that reaches out, and what a container lacks.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
]  # fmt: skip
PATIENCE = 60_000  # milliseconds; a machine may be busy, and a game's rules not compiled yet


@pytest.fixture(scope="session")
def playwright_() -> Iterator[Playwright]:
    # Before anything starts: Playwright leaves an event loop running in this thread.
    if chromium() is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def chrome(playwright_: Playwright) -> Iterator[Browser]:
    browser = playwright_.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield browser
    browser.close()


class Faults:
    """What went wrong in a page without anybody seeing it."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("console", self._console)
        page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        # A refusal is an answer with a status, which the console notes as an error.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.found.append(message.text)

    def _failed(self, request: Any) -> None:
        if "ERR_ABORTED" not in (request.failure or "") and not self.allowed:
            self.found.append(f"{request.url}: {request.failure}")

    allowed = False  # a server that is away is no fault


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    assert found.found == []


NewPage = Callable[..., Page]


@pytest.fixture
def person(chrome: Browser, faults: Faults) -> Iterator[NewPage]:
    """Opens a page in a browser of its own, with cookies of its own."""
    contexts: list[BrowserContext] = []

    def make(language: str = "en-GB", width: int = 1280, height: int = 900, **more: Any) -> Page:
        context = chrome.new_context(
            locale=language, viewport={"width": width, "height": height}, **more
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        faults.watch(page)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def site(tmp_path: Path, _toys: None) -> Iterator[Server]:
    """A server whose bots are not warmed up: the tests choose those that need no loading."""
    running = Server(config(tmp_path / "pages.db"))
    yield running
    running.close()


def config(path: Path) -> ServerConfig:
    games = (*(name for name in GAMES if name not in TOYS), *TOYS)
    return ServerConfig(f"sqlite:///{path}", warm=False, limits=Limits(writes=0), games=games)


# --- what a person does ----------------------------------------------------------------------


def open_table(page: Page, site: Server, game: str, seat: str, others: str, **rules: str) -> str:
    """Through the page with all choices; returns the table's address."""
    page.goto(f"{site.url}/new/{game}")
    if rules:
        page.locator("details.options").evaluate("d => d.open = true")
        for name, value in rules.items():
            page.locator(f"[name='option.{name}']").first.fill(value)
        page.get_by_test_id("use-rules").click()
    for box in page.locator("select[name^='controller.']").all():
        name = (box.get_attribute("name") or "").removeprefix("controller.")
        box.select_option("you" if name == seat else others)
    page.get_by_test_id("create").click()
    page.wait_for_selector("[data-testid=board], [data-testid=go-on]")
    found = re.match(r"(.*/t/\w+)", page.url)
    return found[1] if found else ""


def play(page: Page, most: int = 500) -> int:
    """Clicks the first button of each decision until the game is over; returns how often."""
    clicked = 0
    until = time.monotonic() + 4 * PATIENCE / 1000
    while True:
        state = page.wait_for_selector(
            "[data-testid=live][data-to-act=yes], [data-testid=live][data-over=yes]"
        )
        assert state is not None
        if page.locator("[data-testid=live][data-over=yes]").count():
            return clicked
        assert clicked < most
        assert time.monotonic() < until
        click(page)
        clicked += 1


def click(page: Page, which: int = 0, by: Callable[[Any], None] | None = None) -> None:
    """One decision; waits until the page shows what came of it."""
    before = page.get_by_test_id("live").get_attribute("data-version")
    button = page.locator("#act button[name=action]").nth(which)
    (by or (lambda found: found.click()))(button)
    page.wait_for_function(
        "before => document.getElementById('live')?.dataset.version !== before", arg=before
    )
