"""The golden records of the game replay to the same bytes, though it is not offered yet."""

from __future__ import annotations

from typing import Any

import pytest

from legation.tests.golden import FOLDER, VARIANTS, check_golden
from legation.tests.pax_baltica.positions import load

RECORDS: dict[str, dict[str, Any]] = {
    "pax_baltica": {},
    **{f"pax_baltica-{name}": dict(chosen) for name, chosen in VARIANTS["pax_baltica"].items()},
}


@pytest.mark.parametrize("name", RECORDS)
def test_replays(name: str) -> None:
    check_golden(FOLDER / f"{name}.jsonl", load(**RECORDS[name]))
