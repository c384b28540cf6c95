"""Notices by webhook: "it is your turn", sent to an address that the seat's person gave.

Addresses of this machine and of private networks are refused, at the time of sending too: a
webhook must not become a way to reach what only the server can. Redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import logging
import queue
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from legation.play.refusal import RefusalError

_LOG = logging.getLogger("legation.play.notices")
LONGEST_URL = 500
_TRIES = 3


@dataclass(frozen=True)
class Notice:
    """What is sent: JSON with the table, the seat, the page's address (no secret in it)."""

    url: str
    content: dict[str, Any]


class Notices:
    """A thread that sends notices, one after the other.

    Args:
        private: allow addresses of this machine and of private networks.
    """

    def __init__(self, *, private: bool = False) -> None:
        self._private = private
        self._queue: queue.Queue[Notice | None] = queue.Queue(maxsize=10_000)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._send_all, daemon=True, name="legation-notices")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        with suppress(queue.Full):
            self._queue.put_nowait(None)
        self._thread.join(5)

    def check(self, url: str) -> str:
        """The address, refused where notices may not go."""
        address(url, self._private)
        return url

    def send(self, notice: Notice) -> None:
        try:
            self._queue.put_nowait(notice)
        except queue.Full:
            _LOG.warning("too many notices wait; one was dropped")

    def _send_all(self) -> None:
        with httpx.Client(timeout=5.0, follow_redirects=False, trust_env=False) as client:
            while not self._stop.is_set():
                notice = self._queue.get()
                if notice is None:
                    return
                self._send(client, notice)

    def _send(self, client: httpx.Client, notice: Notice) -> None:
        for attempt in range(_TRIES):
            try:
                # The address that was checked is the one that is connected to: a name could
                # lead elsewhere a moment later.
                host, ip = address(notice.url, self._private)
                target = httpx.URL(notice.url).copy_with(host=ip)
                port = f":{target.port}" if target.port else ""
                answer = client.post(
                    target,
                    json=notice.content,
                    headers={"host": host + port},
                    extensions={"sni_hostname": host},
                )
                if answer.status_code < 500:
                    return
            except (httpx.HTTPError, RefusalError, ValueError):
                pass
            if self._stop.wait(2**attempt):
                return
        _LOG.info("a notice could not be delivered")


def address(url: str, private: bool) -> tuple[str, str]:
    """The host's name and an IP address of it to connect to.

    Raises:
        RefusalError: not a web address, unknown, or one of a private network.
    """
    bad = RefusalError("bad_input", "That is not a web address that notices can go to.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise bad from None
    if len(url) > LONGEST_URL or parts.scheme not in ("http", "https") or not parts.hostname:
        raise bad
    if parts.username or parts.password or not url.isprintable():
        raise bad
    try:
        found = socket.getaddrinfo(parts.hostname, port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise bad from None
    addresses = [str(entry[4][0]) for entry in found]
    for text in addresses:
        if not private and not ipaddress.ip_address(text.partition("%")[0]).is_global:
            raise bad
    return parts.hostname, addresses[0]
