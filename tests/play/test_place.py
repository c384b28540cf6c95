"""What the server says of where its games are kept."""

from __future__ import annotations

import pytest

from legation.play.server import _place


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("sqlite:////var/games/tables.db", "/var/games/tables.db"),
        ("sqlite:///tables.db", "tables.db"),
        ("postgresql+psycopg://ann:secret@host/games", "postgresql+psycopg://ann:***@host/games"),
    ],
)
def test_the_place_is_told_and_no_password(url: str, place: str) -> None:
    assert _place(url) == place
