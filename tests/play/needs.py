"""Programs that some tests need, and how to get them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

POSTGRES = "LEGATION_TEST_POSTGRES"
CHROMIUM = "LEGATION_TEST_CHROMIUM"
NO_POSTGRES = (
    "PostgreSQL is not tested, as no server is installed. Install Debian's package `postgresql` "
    f"(.ci/run does), or name a server in {POSTGRES}, such as "
    "postgresql+psycopg://user@localhost/postgres"
)
NO_CHROMIUM = (
    "The pages are not tested in a browser: that takes many minutes and is asked for by "
    f"{CHROMIUM}=chromium, the program of Debian's package `chromium`"
)
MISSING = (NO_POSTGRES, NO_CHROMIUM)


def postgres_program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs."""
    found = shutil.which(name)
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found or (str(places[-1]) if places else None)


def has_postgres() -> bool:
    programs = all(postgres_program(name) for name in ("initdb", "postgres"))
    return bool(os.environ.get(POSTGRES)) or programs


def chromium() -> str | None:
    """The Chromium that is asked for, if any."""
    return os.environ.get(CHROMIUM)
