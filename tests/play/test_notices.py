"""Notices by webhook: sent when it is the seat's turn, once a decision, without a secret."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.play.browser import Browser
from tests.play.conftest import Server, wait_for


class Receiver:
    """A server that keeps what it is sent, and answers with a status."""

    def __init__(self) -> None:
        self.got: list[dict[str, object]] = []
        self.paths: list[str] = []
        self.statuses = [200]
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                outer.got.append(json.loads(self.rfile.read(length)))
                outer.paths.append(self.path)
                status = outer.statuses.pop(0) if len(outer.statuses) > 1 else outer.statuses[0]
                self.send_response(status)
                self.send_header("location", "/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.close()


def test_a_notice_comes_when_it_is_ones_turn(
    server: Server, browser: Browser, receiver: Receiver
) -> None:
    browser.open("/new/kuhn2")
    browser.send("/tables", controller__seat0="you", controller__seat1="person")
    secret = re.search(r'value="http[^"]+/enter/seat1/([^"]+)"', browser.text)[1]  # type: ignore[index]
    table = re.search(r'href="(/t/\w+)/seat', browser.text)[1]  # type: ignore[index]
    with server.browser() as other:
        other.open(f"{table}/enter/seat1/{secret}")
        other.send("/webhook", url=receiver.url)
        assert receiver.url in other.text
        assert receiver.got == []
        browser.open(f"{table}/seat/seat0")
        browser.send("/act", action="0")
        wait_for(lambda: bool(receiver.got))
        other.open(f"{table}/seat/seat1")
        other.send("/chat", text="not a new turn")
        (got,) = receiver.got
        assert got["event"] == "your_turn"
        assert got["seat"] == "seat1"
        assert got["page"] == f"{table}/seat/seat1"
        assert secret not in json.dumps(got)
        other.send("/webhook", url="")
        assert receiver.url not in other.text


def test_a_failing_receiver_is_tried_again_and_redirects_are_not_followed(
    server: Server, browser: Browser, receiver: Receiver
) -> None:
    receiver.statuses = [503, 302]
    browser.open("/new/kuhn2")
    browser.send("/tables", controller__seat0="person", controller__seat1="you")
    table = re.search(r'href="(/t/\w+)/seat', browser.text)[1]  # type: ignore[index]
    browser.open(f"{table}/seat/seat1")
    browser.send("/webhook", url=receiver.url)
    table_id = table.rpartition("/")[2]
    with server.site.tables.reading(table_id) as live:
        action = live.observe(0).legal_actions()[0]
        seq = live.seq
    assert server.site.tables.decide(table_id, seq, [(action, "timeout")])
    wait_for(lambda: len(receiver.got) == 2)
    assert receiver.got[0] == receiver.got[1]
    assert receiver.paths == ["/hook", "/hook"]
