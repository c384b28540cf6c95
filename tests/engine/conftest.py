"""Games that are compiled once for all tests."""

from __future__ import annotations

import pytest

from legation.envs.engine import Game
from legation.tests.toys import kuhn, leduc, whisper


@pytest.fixture(scope="session")
def kuhn2() -> Game:
    return kuhn.build(2)


@pytest.fixture(scope="session")
def kuhn3() -> Game:
    return kuhn.build(3)


@pytest.fixture(scope="session")
def leduc3() -> Game:
    return leduc.build(3)


@pytest.fixture(scope="session")
def whispers() -> Game:
    return whisper.build()
