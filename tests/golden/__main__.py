"""Writes the golden records of the toys."""

from __future__ import annotations

from legation.agents.uniform import uniform_agent
from legation.tests.golden import FOLDER, write_golden
from legation.tests.toys import kuhn, leduc, whisper

for game in (kuhn.build(2), kuhn.build(3), leduc.build(3), whisper.build()):
    players = [uniform_agent(game.id)] * game.seats
    write_golden(FOLDER / f"{game.id}.jsonl", game, players, seed=5)
