"""A toy that promises other returns than it gives."""

from __future__ import annotations

from dataclasses import replace

from legation.envs.engine import Game
from tests.toys import kuhn

OPTIONS = kuhn.OPTIONS


def build(seats: int = 2) -> Game:
    return replace(kuhn.build(seats), return_sum=5.0, build=build)
