"""Headers, secrets, forms from elsewhere, sizes, rates, garbage."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from legation.play.notices import Notices, address
from legation.play.refusal import RefusalError
from legation.play.web.app import ServerConfig, create_app
from legation.play.web.security import CONTENT_SECURITY_POLICY, Buckets, Limits
from tests.play.browser import Browser
from tests.play.conftest import Clock, Server

TEMPLATES = Path(__file__).parents[2] / "play" / "web" / "templates"
JSON = {"accept": "application/json"}


def table_of(browser: Browser, **kinds: str) -> str:
    browser.open("/")
    data = {"csrf": browser.csrf(), "game": "kuhn2", "controller.seat1": "person", **kinds}
    made = browser.client.post("/tables", data=data, headers=JSON)
    assert made.status_code == 201
    return f"/t/{made.json()['table']}"


def test_every_answer_has_the_headers(browser: Browser) -> None:
    table = table_of(browser)
    paths = (
        *("/", "/new/kuhn2", "/nothing", "/static/legation.js", "/health", "/openapi.json"),
        *(table, f"{table}/seat/seat0", f"{table}/replay", f"{table}/seat/seat1/export"),
    )
    for path in paths:
        headers = browser.client.get(path).headers
        assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY, path
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert ("no-store" in headers.get("cache-control", "")) == (not path.startswith("/static"))
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY


def test_pages_hold_no_inline_script_or_style_and_nothing_from_elsewhere(browser: Browser) -> None:
    table = table_of(browser)
    for path in ("/", "/new/kuhn2", table, f"{table}/seat/seat0", f"{table}/host"):
        text = browser.open(path).text
        assert not re.search(r"<script(?![^>]* src=\"/static/)", text)
        assert not re.search(r"<style|\sstyle=|\son\w+=\"", text)
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", text)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(browser: Browser) -> None:
    first = browser.client.get("/")
    table = table_of(browser)
    data = {"csrf": browser.csrf(), "game": "kuhn2"}
    made = browser.client.post("/tables", data=data, follow_redirects=False)
    for answer in (first, made):
        for cookie in answer.headers.get_list("set-cookie"):
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
    assert any("Path=/t/" in cookie for cookie in made.headers.get_list("set-cookie"))
    assert table


def test_behind_https_cookies_and_headers_say_so(tmp_path: Path) -> None:
    app = create_app(
        ServerConfig(f"sqlite:///{tmp_path / 'x.db'}", public_url="https://a.example", warm=False)
    )
    transport = httpx.ASGITransport(app)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get("/")

    import asyncio

    answer = asyncio.run(ask())
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers
    app.state.site.tables.storage.close()


def test_every_form_needs_the_token_of_our_page(server: Server, browser: Browser) -> None:
    """All routes that change anything, found by themselves; /v1 reads no cookies."""
    table = table_of(browser)
    app_routes = [r for r in _routes(server) if "POST" in (r.methods or ())]
    tried = 0
    for route in app_routes:
        if route.path.startswith("/v1"):
            continue
        path = route.path.replace("/t/{table_id}", table).replace("{seat_id}", "seat0")
        for data in ({}, {"csrf": "0" * 64}):
            answer = browser.client.post(path, data=data)
            assert answer.status_code == 403, path
        tried += 1
        other_site = {"sec-fetch-site": "cross-site"}
        data = {"csrf": browser.csrf(), "seat": "seat1"}
        assert browser.client.post(path, data=data, headers=other_site).status_code == 403
    assert tried >= 14


def _routes(server: Server) -> list[Route]:
    found: list[Route] = []

    def walk(routes: list[object]) -> None:
        for route in routes:
            if hasattr(route, "methods"):
                found.append(route)  # type: ignore[arg-type]
            inner = getattr(route, "routes", None) or getattr(
                getattr(route, "original_router", None), "routes", None
            )
            if inner:
                walk(list(inner))

    walk(list(server._server.config.app.routes))  # type: ignore[union-attr]
    return found


def test_a_seat_opens_with_its_secret_only(server: Server, browser: Browser) -> None:
    table = table_of(browser)
    with server.browser() as stranger:
        for path in ("", "/export", "/replay", "/version", "/stream"):
            answer = stranger.client.get(f"{table}/seat/seat0{path}")
            assert answer.status_code == 403
        for token in ("x", "x" * 5000, "é", "-"):
            given = {"authorization": f"Bearer {token}".encode()}
            assert stranger.client.get(f"{table}/seat/seat0", headers=given).status_code == 403
        assert stranger.client.get(f"{table}/enter/seat0/wrong").status_code == 403
        assert stranger.client.get(f"{table}/enter/nobody/wrong").status_code == 404
        assert stranger.client.get(f"{table}/host").status_code == 403
        assert stranger.client.get(f"{table}/record").status_code == 403
        assert stranger.client.get(f"{table}/replay?view=seat0").status_code == 403
        assert stranger.client.get(f"{table}/replay?view=all").status_code == 403
    # The secret of one seat opens no other.
    assert browser.client.get(f"{table}/seat/seat0").status_code == 200
    assert browser.client.get(f"{table}/seat/seat1").status_code == 403


def test_spectators_may_be_kept_out(server: Server, browser: Browser) -> None:
    table = table_of(browser, spectators="off")
    assert browser.client.get(table).status_code == 200
    with server.browser() as stranger:
        for path in ("", "/export", "/replay", "/stream", "/version"):
            assert stranger.client.get(table + path).status_code == 403


def test_no_secret_is_logged(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        browser.open("/")
        data = {"csrf": browser.csrf(), "game": "kuhn2", "controller.seat1": "person"}
        made = browser.client.post("/tables", data=data, headers=JSON).json()
        token = made["seats"]["seat1"]
        browser.open(f"/t/{made['table']}/enter/seat1/{token}")
        browser.open(f"/t/{made['table']}/enter/seat1/wrong-{token}")
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("legation")]
    assert any("/t/{table_id}/enter/{role}/{token}" in line for line in ours)
    assert not [line for line in ours if token in line or made["host"] in line]


def test_what_is_too_large_is_refused(browser: Browser) -> None:
    table = table_of(browser)
    csrf = browser.csrf()
    big = {"csrf": csrf, "text": "x" * 20_000, "key": "k"}
    assert browser.client.post(f"{table}/seat/seat0/chat", data=big).status_code == 413
    files = {"record": ("r", b"x" * 300_000)}
    assert browser.client.post("/import", data={"csrf": csrf}, files=files).status_code == 413

    def unannounced() -> object:
        for _ in range(10):
            yield b"x" * 4096

    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = browser.client.post(f"{table}/claim", content=unannounced(), headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 413


GARBAGE: list[tuple[str, bytes, str]] = [
    ("act", b"{", "application/json"),
    ("act", b"[1]", "application/json"),
    ("act", b"[" * 10_000, "application/json"),
    ("act", b'{"action": 1e999, "key": "a"}', "application/json"),
    ("act", b'{"action": "1", "key": {"a": 1}, "sequence": "x"}', "application/json"),
    ("act", b'{"action": 99999999999999999999, "key": "a"}', "application/json"),
    ("act", b"action=\xff\xfe&key=%00", "application/x-www-form-urlencoded"),
    ("act", b"", "text/plain"),
    ("act", b"--x\r\n", "multipart/form-data; boundary=x"),
    ("act", b"x", "multipart/form-data"),
    ("chat", b'{"text": "\\ud800", "key": "b"}', "application/json"),
    ("chat", b'{"text": "a", "key": "c", "to": "nobody"}', "application/json"),
    ("webhook", b'{"url": "javascript:alert(1)"}', "application/json"),
    ("webhook", b'{"url": "http://[::1"}', "application/json"),
    ("undo", b"{}", "application/json"),
]


@pytest.mark.parametrize(("command", "body", "kind"), GARBAGE)
def test_garbage_gets_a_clear_no(browser: Browser, command: str, body: bytes, kind: str) -> None:
    browser.open("/")
    data = {"csrf": browser.csrf(), "game": "kuhn2"}
    made = browser.client.post("/tables", data=data, headers=JSON).json()
    headers = {**JSON, "authorization": f"Bearer {made['seats']['seat0']}", "content-type": kind}
    path = f"/t/{made['table']}/seat/seat0/{command}"
    answer = browser.client.post(path, content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["accepted"] is False
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path",
    ["/new/nothing", "/new/kuhn2?option.seats=7", "/t/%00", "/t/..%2f..", "/t/x/seat/y",
     "/static/../app.py", "/t/x/enter/host/y", "/%ff"],
)  # fmt: skip
def test_strange_addresses_get_a_clear_no(browser: Browser, path: str) -> None:
    answer = browser.client.get(path)
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text


def test_a_fault_of_ours_shows_nothing_of_the_inside(
    server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret inside")

    monkeypatch.setattr(server.site.tables, "game", fail)
    answer = browser.client.get("/")
    assert answer.status_code == 500
    assert "secret inside" not in answer.text
    assert "Nothing was lost" in answer.text


def test_rates_are_limited() -> None:
    clock = Clock()
    buckets = Buckets(3, clock)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    clock.now += 20
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    assert all(Buckets(0).take("a") for _ in range(1000))


def test_a_server_refuses_too_many_commands(tmp_path: Path) -> None:
    config = ServerConfig(
        f"sqlite:///{tmp_path / 'x.db'}", warm=False, limits=Limits(writes=5), games=("kuhn2",)
    )
    server = Server(config)
    with server.browser() as browser:
        answers = [browser.client.post("/tables", data={}).status_code for _ in range(8)]
        assert answers.count(429) >= 2
        assert browser.client.get("/").status_code == 200
    server.close()


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/x", "http://localhost:1/", "http://[::1]/", "http://10.0.0.1/", "ftp://a/",
     "http://169.254.169.254/latest", "https://user:pass@example.org/", "http://0/", "//x", "http:///x",
     "http://192.168.1.1", "http://" + "a" * 600],
)  # fmt: skip
def test_notices_go_to_no_private_address(url: str) -> None:
    with pytest.raises(RefusalError):
        Notices().check(url)


def test_a_private_network_can_be_allowed() -> None:
    assert address("http://127.0.0.1:8080/x", True) == ("127.0.0.1", "127.0.0.1")
