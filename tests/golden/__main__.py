"""Writes golden records anew: of games under every one of their options, and of the toys.

python -m legation.tests.golden interbellum
python -m legation.tests.golden toys
"""

from __future__ import annotations

import argparse

from legation.agents.uniform import uniform_agent
from legation.envs import GAMES
from legation.tests.golden import FOLDER, golden_games, write_golden
from legation.tests.toys import kuhn, leduc, whisper

TOYS = "toys"


def write_toys() -> None:
    for toy in (kuhn.build(2), kuhn.build(3), leduc.build(3), whisper.build()):
        write_golden(FOLDER / f"{toy.id}.jsonl", toy, [uniform_agent(toy.id)] * toy.seats, seed=5)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Writes golden records anew, for a new version of the rules"
    )
    parser.add_argument("games", nargs="+", choices=(*GAMES, TOYS), metavar="GAME")
    for name in parser.parse_args().games:
        if name == TOYS:
            write_toys()
            continue
        for file, game in golden_games(name):
            write_golden(file, game, [uniform_agent(game.id)] * game.seats, seed=5)


if __name__ == "__main__":
    main()
