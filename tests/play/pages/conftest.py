"""Real browsers: a Chromium driven by Playwright; one process, a context a person.

Browser and server are started once for the whole folder; each test opens tables of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from legation.envs import GAMES, load_game
from legation.play.compiling import warm_up
from legation.play.web.app import ServerConfig
from legation.play.web.security import Limits
from tests.play.conftest import TOYS, Server
from tests.play.needs import chromium
from tests.play.pages.persons import PATIENCE

# Nothing that reaches out, and what a container lacks.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
]  # fmt: skip


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    """The browser. Playwright's event loop runs in this thread as long as it is there; with the
    folder's last test both end, so that tests of other folders can have loops of their own."""
    path, why_not = chromium()
    if path is None:
        pytest.skip(why_not)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
    asyncio.run(asyncio.sleep(0))  # raises, if a loop were left


@pytest.fixture(scope="package")
def site(chrome: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of the folder, toys among its games. Its rules are compiled, so that
    no page waits for that."""
    with pytest.MonkeyPatch.context() as patched:
        for name, module in TOYS.items():
            patched.setitem(GAMES, name, module)
        for name in GAMES:
            warm_up(load_game(name))
        running = Server(config(tmp_path_factory.mktemp("pages") / "tables.db"))
        yield running
        running.close()


def config(path: Path) -> ServerConfig:
    """Bots are not warmed up: most tests choose those that need no loading."""
    games = (*(name for name in GAMES if name not in TOYS), *TOYS)
    return ServerConfig(f"sqlite:///{path}", warm=False, limits=Limits(writes=0), games=games)


class Faults:
    """What went wrong in a page without anybody seeing it."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.away = False  # a server that is away is no fault of the page

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("console", self._console)
        page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        # A refusal is an answer with a status, which the console notes as an error.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.found.append(message.text)

    def _failed(self, request: Any) -> None:
        if "ERR_ABORTED" not in (request.failure or "") and not self.away:
            self.found.append(f"{request.url}: {request.failure}")


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
