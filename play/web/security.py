"""What every request goes through: headers, sizes, rates; and the tokens of forms."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION_COOKIE = "legation_session"
CSRF_FIELD, CSRF_HEADER = "csrf", "x-csrf-token"

# Nothing from elsewhere, no script or style within a page, no frame around it.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_ACCESS = logging.getLogger("legation.play.access")


@dataclass(frozen=True)
class Limits:
    """What one client may send.

    Attributes:
        body: bytes of a request; `record_body` of one that brings a record; `api_body` under /v1.
        writes: POST requests a minute from one address; 0 for no limit.
        streams: open streams in all; who finds none polls.
    """

    body: int = 64 * 1024
    record_body: int = 4 * 1024 * 1024
    api_body: int = 1024 * 1024
    writes: int = 600
    streams: int = 1000


class Buckets:
    """A token bucket a key: `rate` a minute, as many at once."""

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, key: str) -> bool:
        """False: too many."""
        if not self._rate:
            return True
        now = self._clock()
        with self._lock:
            left, at = self._left.get(key, (float(self._rate), now))
            left = min(float(self._rate), left + (now - at) * self._rate / 60)
            if len(self._left) > 50_000:
                self._left.clear()
            self._left[key] = (left - 1 if left >= 1 else left, now)
            return left >= 1


class Guard:
    """ASGI middleware: refuses what is too large or too much, adds the headers, logs without
    paths (they may hold a secret of a link)."""

    def __init__(self, app: ASGIApp, limits: Limits, secure: bool) -> None:
        self._app, self._limits, self._secure = app, limits, secure
        self._buckets = Buckets(limits.writes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.monotonic()
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(scope, message)
            await send(message)

        try:
            if scope["method"] not in ("GET", "HEAD"):
                refused = await self._refusal(scope, receive)
                if isinstance(refused, tuple):
                    await _plain(answer, *refused)
                    return
                receive = refused
            await self._app(scope, receive, answer)
        finally:
            route = scope.get("route")
            name = getattr(route, "path", "-")
            took = 1000 * (time.monotonic() - started)
            _ACCESS.info("%s %s %d %.0f ms", scope["method"], name, status, took)

    async def _refusal(self, scope: Scope, receive: Receive) -> tuple[int, str] | Receive:
        """A status and words, or what is to be received instead: the whole body."""
        client = (scope.get("client") or ("-",))[0]
        if not self._buckets.take(client):
            return 429, "Too many requests; wait a little."
        limit = self._limit(scope["path"])
        body, size, more = bytearray(), 0, True
        # Of what is too large some is still read, so that a client that sends first and reads
        # then gets the answer; none of it is kept.
        while more and size <= 4 * limit:
            message = await receive()
            if message["type"] != "http.request":
                return 400, "The request ended early."
            piece = message.get("body", b"")
            size += len(piece)
            if size <= limit:
                body += piece
            more = message.get("more_body", False)
        if size > limit:
            return 413, f"The request is too large; at most {limit} bytes."
        done = False

        async def whole() -> MutableMapping[str, Any]:
            nonlocal done
            if done:
                return await receive()
            done = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return whole

    def _limit(self, path: str) -> int:
        if path in ("/import", "/tables") or path.startswith("/new/"):
            return self._limits.record_body  # records, and scenarios of one's own
        return self._limits.api_body if path.startswith("/v1/") else self._limits.body

    def _add_headers(self, scope: Scope, message: Message) -> None:
        present = {name.lower() for name, _ in message["headers"]}
        headers = dict(HEADERS)
        # Files may be kept, and are asked about each time: a new server has new ones.
        static = scope["path"].startswith("/static/")
        headers["cache-control"] = "no-cache" if static else "no-store"
        if self._secure:
            headers["strict-transport-security"] = "max-age=31536000"
        message["headers"] = [
            *message["headers"],
            *(
                (name.encode(), value.encode())
                for name, value in headers.items()
                if name.encode() not in present
            ),
        ]


async def _plain(send: Send, status: int, words: str) -> None:
    body = words.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if status == 429:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# --- forms come from our own pages -----------------------------------------------------------


def session_of(request: Request) -> str:
    """The browser's session: a random name that forms' tokens are bound to; made if missing."""
    found = request.cookies.get(SESSION_COOKIE, "")
    if 20 <= len(found) <= 64:
        return found
    if not hasattr(request.state, "session"):
        request.state.session = secrets.token_urlsafe(24)
    return str(request.state.session)


def csrf_token(key: bytes, session: str) -> str:
    return hmac.new(key, f"csrf:{session}".encode(), hashlib.sha256).hexdigest()


def from_our_page(key: bytes, request: Request, given: str) -> bool:
    """Whether a form was sent by a page of ours that this browser had."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    session = request.cookies.get(SESSION_COOKIE, "")
    wanted = csrf_token(key, session)
    return bool(session) and hmac.compare_digest(wanted.encode(), given.encode())
