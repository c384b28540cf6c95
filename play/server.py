"""Starting the server: one process, one database file, no set-up."""

from __future__ import annotations

import logging
import socket
import threading
import time
import webbrowser
from pathlib import Path

from legation.envs.engine import LegationError
from legation.play import needs_extra

_STOP_SECONDS = 2
# Longer than clients and proxies keep connections for: who has one open and sends a command just
# when the server closes it does not learn whether it arrived.
_KEEP_SECONDS = 120


def serve(
    *,
    host: str,
    port: int,
    database: str,
    public_url: str = "",
    workers: int = 1,
    open_page: bool = False,
    private_webhooks: bool = False,
    writes_per_minute: int = 600,
) -> None:
    """Runs the server until it is stopped.

    Args:
        host, port: where it listens; port 0 takes a free one.
        database: a URL, see `Storage`.
        public_url: the address that people use, if it is another.
        workers: processes for trained bots.
        open_page: open the first page in a browser.
        private_webhooks: let notices go to private networks.
        writes_per_minute: from one address; 0 for no limit.

    Raises:
        LegationError: the extra is not installed, or the address or the database can't be used.
    """
    try:
        import uvicorn

        from legation.play.web.app import ServerConfig, create_app
        from legation.play.web.security import Limits
    except ImportError as error:
        raise needs_extra(error) from None
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    with _listen(host, port) as listener:
        url = public_url or f"http://{_shown(host)}:{listener.getsockname()[1]}"
        app = create_app(
            ServerConfig(
                database,
                public_url=public_url,
                workers=workers,
                private_webhooks=private_webhooks,
                limits=Limits(writes=writes_per_minute),
            )
        )
        print(
            f"Legation is at {url}  (Ctrl-C stops it; games are kept in {_place(database)})",
            flush=True,
        )
        if open_page:
            threading.Thread(target=_open, args=(url,), daemon=True).start()
        # No access log of its own: addresses of secret links would be in it.
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_STOP_SECONDS,
                timeout_keep_alive=_KEEP_SECONDS,
                proxy_headers=False,
            )
        )
        server.run(sockets=[listener])


def default_database() -> str:
    """A file in the user's own data folder."""
    import os

    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "legation"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LegationError(
            f"{folder}: {error.strerror}; name a file with --database sqlite:///FILE"
        ) from None
    return f"sqlite:///{folder / 'tables.db'}"


def _place(database: str) -> str:
    """Where a database lies, without its password."""
    from sqlalchemy import make_url

    url = make_url(database)
    lies_in_a_file = url.drivername.startswith("sqlite") and url.database
    return str(url.database) if lies_in_a_file else url.render_as_string()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)  # who comes before all is ready waits
    except OSError as error:
        listener.close()
        raise LegationError(
            f"can't listen at {host}:{port}: {error.strerror or error}; choose another --port"
        ) from None
    return listener


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open(url: str) -> None:
    time.sleep(1.0)
    webbrowser.open(url)
