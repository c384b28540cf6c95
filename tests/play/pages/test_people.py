"""People at one table, each in a browser of their own."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.play.conftest import Server
from tests.play.pages.conftest import Faults, NewPage, click, config, open_table, play


def two_at_a_table(site: Server, person: NewPage, game: str = "whisper") -> tuple[Page, Page, str]:
    ann, bob = person(), person()
    ann.goto(f"{site.url}/new/{game}")
    ann.get_by_test_id("controller-ann").select_option("you")
    ann.get_by_test_id("controller-bob").select_option("person")
    ann.get_by_test_id("controller-cyd").select_option("bot:uniform")
    ann.get_by_test_id("create").click()
    link = ann.get_by_test_id("secret-bob").input_value()
    bob.goto(link)
    assert link not in bob.url
    ann.get_by_test_id("go-on").click()
    ann.wait_for_selector("[data-testid=board]")
    return ann, bob, ann.url.split("/seat/")[0]


def test_two_people_and_a_bot_play_to_the_end(site: Server, person: NewPage) -> None:
    """Each page learns of the other's decisions by itself."""
    ann, bob, _ = two_at_a_table(site, person)
    expect(ann.get_by_test_id("live")).to_have_attribute("data-to-act", "yes")
    expect(bob.get_by_test_id("live")).to_have_attribute("data-to-act", "no")
    clicked = 0
    while not ann.locator("[data-over=yes]").count():
        for page in (ann, bob):
            if page.locator("[data-to-act=yes]").count():
                click(page)
                clicked += 1
        ann.wait_for_timeout(50)
        assert clicked < 200
    expect(bob.get_by_test_id("result")).to_be_visible()
    assert clicked > 2


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


def test_a_spectator_sees_no_secret(site: Server, person: NewPage) -> None:
    """What hides from others is in the page of its seat, and in nobody else's; after the end all
    of it can be seen."""
    ann, bob, table = two_at_a_table(site, person)
    eve = person()
    sent: list[str] = []
    eve.on("response", lambda answer: sent.append(answer.url))
    eve.goto(table)
    secret = None
    while not ann.locator("[data-over=yes]").count():
        for page in (ann, bob):
            if page.locator("[data-to-act=yes]").count():
                label = page.locator("#act button[name=action]").first.get_attribute("aria-label")
                label = label or page.locator("#act button[name=action]").first.inner_text()
                click(page)
                own = page.get_by_test_id("log").inner_text()
                eve.reload()
                if secret is None and label in own and label not in eve.content():
                    secret = (page, label)
        ann.wait_for_timeout(50)
    assert secret is not None  # the game hides something, or this shows nothing
    assert not eve.locator("[data-testid=actions]").count()
    for seat in ("ann", "bob", "cyd"):
        answer = eve.goto(f"{table}/seat/{seat}")
        assert answer is not None
        assert answer.status == 403


def test_a_page_goes_on_after_the_server_was_restarted(
    person: NewPage, faults: Faults, tmp_path: Path
) -> None:
    """At the same address, without anybody's doing: even a click while it is away arrives."""
    faults.allowed = True
    path = tmp_path / "kept.db"
    server = Server(config(path))
    page = person()
    try:
        open_table(page, server, "embassies", "germany", "bot:uniform")
        page.wait_for_selector("[data-to-act=yes]")
        click(page)
        page.wait_for_selector("[data-to-act=yes]")
        port = int(server.url.rpartition(":")[2])
    finally:
        server.close()
    before = page.get_by_test_id("live").get_attribute("data-version")
    page.locator("#act button[name=action]").first.click(no_wait_after=True)
    page.wait_for_timeout(500)
    assert page.get_by_test_id("live").get_attribute("data-version") == before
    again = Server(config(path), port)
    try:
        page.wait_for_function(
            "before => document.getElementById('live').dataset.version !== before", arg=before
        )
        page.wait_for_selector("[data-to-act=yes]")
        assert play(page)
    finally:
        again.close()
    faults.found = [f for f in faults.found if "ERR_CONNECTION" not in f]
