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
    "The pages are not tested in a browser, as none is installed. Install Debian's package "
    f"`chromium` (.ci/run does), or name the program of a Chromium in {CHROMIUM}"
)
LEFT_OUT = f"The pages are not tested in a browser, as {CHROMIUM} is set to nothing"
MISSING = (NO_POSTGRES, NO_CHROMIUM, LEFT_OUT)
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def postgres_program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs."""
    found = shutil.which(name)
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found or (str(places[-1]) if places else None)


def has_postgres() -> bool:
    programs = all(postgres_program(name) for name in ("initdb", "postgres"))
    return bool(os.environ.get(POSTGRES)) or programs


def chromium() -> tuple[str | None, str]:
    """The path of a Chromium, or None and why there is none.

    Raises:
        FileNotFoundError: the one that is named is not there: nobody meant to skip anything.
    """
    named = os.environ.get(CHROMIUM)
    if named == "":
        return None, LEFT_OUT
    if named is not None:
        path = shutil.which(named)
        if path is None:
            raise FileNotFoundError(f"{CHROMIUM} names {named!r}, which is no program here")
        return path, ""
    found = next(filter(None, map(shutil.which, _BROWSERS)), None)
    return found, "" if found else NO_CHROMIUM
