"""A server that goes away and comes back, under pages that are open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import Faults, NewPage, config
from tests.play.pages.persons import MAY_ACT, OVER, open_table, play, version, wait_for_other


class Restarted:
    """A server with a database of its own that can be stopped, and started at its address."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.server = Server(config(path))
        self._port = int(self.server.url.rpartition(":")[2])

    def stop(self) -> None:
        self.server.close()

    def start(self) -> None:
        self.server = Server(config(self._path), self._port)


@pytest.fixture
def restarted(site: Server, tmp_path: Path) -> Iterator[Restarted]:
    """Beside the shared `site`, which has the toys."""
    found = Restarted(tmp_path / "kept.db")
    yield found
    found.stop()


def test_a_page_goes_on_after_the_server_was_restarted(
    restarted: Restarted, person: NewPage, faults: Faults
) -> None:
    """At the same address, without anybody's doing: even a click while it is away arrives, though
    that is minutes later."""
    page = person()
    page.clock.install()
    open_table(page, restarted.server, "whisper", "ann", "bot:uniform")
    page.wait_for_selector(MAY_ACT)
    before = version(page)
    faults.away = True
    restarted.stop()
    page.locator("#act button[name=action]").first.click()
    expect(page.get_by_test_id("away")).to_be_visible()
    for _ in range(8):
        page.clock.run_for(20_000)
    expect(page.get_by_test_id("away")).to_be_visible()
    assert version(page) == before
    restarted.start()
    wait_for_other(page, before)
    expect(page.get_by_test_id("away")).to_be_hidden()
    faults.away = False
    play(page)
    expect(page.get_by_test_id("result")).to_be_visible()


def test_a_late_answer_to_a_choice_does_not_take_the_page_back(
    site: Server, person: NewPage
) -> None:
    """It was written before the bots moved, and comes after the page that has their moves."""
    page = person()
    open_table(page, site, "whisper", "ann", "bot:uniform")
    page.wait_for_selector(MAY_ACT)
    given: list[int] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        found = re.search(r'data-version="(\d+)"', answer.text())
        assert found
        now = int(found[1])
        while int(version(page) or 0) < now:  # told by the stream
            page.wait_for_timeout(50)
        older = answer.text().replace(found[0], f'data-version="{now - 1}"')
        route.fulfill(response=answer, body=older.replace('data-to-act="yes"', 'data-to-act="no"'))
        given.append(now)

    page.route("**/act", late)
    for choices in range(1, 12):
        page.wait_for_selector(f"{MAY_ACT}, {OVER}", timeout=20_000)
        if page.locator(OVER).count():
            break
        page.locator("#act button[name=action]").last.click()
        while len(given) < choices:
            page.wait_for_timeout(50)
        page.wait_for_timeout(300)  # it has come
    assert page.locator(OVER).count()


def test_a_page_goes_on_after_answers_that_are_none(
    site: Server, person: NewPage, faults: Faults
) -> None:
    """A network's own page in place of the version, then a fault of the server's: each once."""
    page = person()
    open_table(page, site, "whisper", "ann", "bot:uniform")
    page.wait_for_selector(MAY_ACT)
    faults.away = True  # the stream is cut
    waiting = page.context.new_page()
    faults.watch(waiting)
    waiting.add_init_script("delete window.BroadcastChannel")
    waiting.route("**/stream", lambda route: route.abort())
    given: list[str] = []

    def instead(name: str, **answer: Any) -> Callable[[Route], None]:
        def handle(route: Route) -> None:
            if name in given or route.request.resource_type != "fetch":
                route.fallback()
            else:
                given.append(name)
                route.fulfill(**answer)

        return handle

    waiting.goto(page.url)
    waiting.route(page.url, instead("fault", status=500, body="no"))
    waiting.route("**/version", instead("portal", status=200, body="<p>Sign in, please.</p>"))
    before = version(waiting)
    page.locator("#act button[name=action]").first.click()
    wait_for_other(waiting, before)
    assert given == ["portal", "fault"]
