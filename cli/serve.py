"""`legation serve`: the pages on which people play."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Annotated

from tyro.conf import FlagCreatePairsOff, arg

from legation.cli.inputs import check_count


@dataclass(frozen=True)
class Serve:
    """Open the pages on which people play, against bots and each other.

    Without arguments it listens on this machine alone and keeps its games in a file of your own;
    stopped and started again, it goes on. For others to join, listen on all addresses, and give
    the address that they use; behind a proxy that speaks https, that one's.

    Examples:
      legation serve
      legation serve --open
      legation serve --host 0.0.0.0 --public-url https://games.example.org
      legation serve --database postgresql+psycopg://user@localhost/legation
    """

    host: Annotated[str, arg(metavar="ADDRESS", help="to listen at; 0.0.0.0: all")] = "127.0.0.1"
    port: Annotated[int, arg(metavar="N", help="0 takes a free one")] = 8000
    database: Annotated[
        str | None,
        arg(
            metavar="URL",
            help="sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME; default: "
            "$LEGATION_DATABASE, else a file in your data folder",
        ),
    ] = None
    public_url: Annotated[
        str, arg(metavar="URL", help="the address that people use, for links and notices")
    ] = ""
    workers: Annotated[int, arg(metavar="N", help="processes in which trained bots think")] = 1
    open: Annotated[FlagCreatePairsOff[bool], arg(help="open the first page in your browser")] = (
        False
    )
    private_webhooks: Annotated[
        FlagCreatePairsOff[bool], arg(help="let notices go to private networks")
    ] = False
    writes_per_minute: Annotated[
        int, arg(metavar="N", help="most commands from one address; 0: no limit")
    ] = 600

    def run(self) -> int:
        from legation.envs import LegationError
        from legation.play.server import default_database, serve

        check_count("--port", self.port, 0, 65535)
        check_count("--workers", self.workers, 1, 64)
        check_count("--writes-per-minute", self.writes_per_minute, 0, 10**9)
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise LegationError(
                f"--public-url is {self.public_url!r}; it must start with http:// or https://"
            )
        database = self.database or os.environ.get("LEGATION_DATABASE") or default_database()
        serve(
            host=self.host,
            port=self.port,
            database=database,
            public_url=self.public_url.rstrip("/"),
            workers=self.workers,
            open_page=self.open,
            private_webhooks=self.private_webhooks,
            writes_per_minute=self.writes_per_minute,
        )
        return 0
