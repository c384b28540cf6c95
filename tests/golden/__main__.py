"""Writes the golden records anew: of the toys, and of every game under every one of its options."""

from __future__ import annotations

from collections.abc import Sequence

from legation.agents.uniform import uniform_agent
from legation.envs import GAMES
from legation.tests.golden import FOLDER, golden_games, write_golden
from legation.tests.toys import kuhn, leduc, whisper


def main(names: Sequence[str] = tuple(GAMES)) -> None:
    for toy in (kuhn.build(2), kuhn.build(3), leduc.build(3), whisper.build()):
        write_golden(FOLDER / f"{toy.id}.jsonl", toy, [uniform_agent(toy.id)] * toy.seats, seed=5)
    for name in names:
        for file, game in golden_games(name):
            write_golden(file, game, [uniform_agent(game.id)] * game.seats, seed=5)


if __name__ == "__main__":
    main()
