"""Finds the handicaps that would even out the powers, from the games of one agent in all seats.

python -m legation.tests.interbellum.handicaps heuristic --games 1000
python -m legation.tests.interbellum.handicaps zoo/interbellum --option scenario=default

It moves the scores at the ends of the games, as if the handicaps changed nobody's play. They do a
little: set them, train anew, look again.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from legation.agents.load import load
from legation.cli.inputs import open_game
from legation.envs.engine import Game
from legation.envs.interbellum.components import POWERS
from legation.envs.interbellum.scoring import score
from legation.tests.interbellum.matches import play


def first_places(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """`[S]`: the share of games `[G, S]` in which each power has the highest score."""
    return np.bincount(scores.argmax(axis=1), minlength=scores.shape[1]) / len(scores)


def even_handicaps(scores: NDArray[np.float64], rounds: int = 4000) -> NDArray[np.float64]:
    """`[S]`: what to add to the scores `[G, S]` so that each power is first equally often."""
    powers = scores.shape[1]
    add = np.zeros(powers)
    step = float(scores.std())
    for done in range(rounds):
        # Robbins and Monro's scheme: smaller and smaller steps against the excess.
        add -= step / (1.0 + done / 20.0) * (first_places(scores + add) - 1.0 / powers)
    return add - add.min()


def last_scores(
    game: Game, agent: str, games: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`[G, S]` shares of the win and scores at the end, of games with `agent` in all seats."""
    player = load(agent, game)
    shares, states = play(game, [player] * game.seats, games, seed, encode=True)
    plain = getattr(score, "py_func", score)
    scores = np.array([[plain(s, p) for p in range(POWERS)] for s in states], dtype=np.float64)
    return shares[:, :POWERS], scores


def main() -> None:
    parser = argparse.ArgumentParser(description="Handicaps that would even out the powers")
    parser.add_argument("agent")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parsed = parser.parse_args()
    game = open_game("interbellum", parsed.option)
    shares, scores = last_scores(game, parsed.agent, parsed.games, parsed.seed)
    given = np.array(game.options["score_handicap"], dtype=np.float64)
    wanted = even_handicaps(scores) + given
    rows = (
        ("wins", shares.mean(axis=0), "6.3f"),
        ("first by score", first_places(scores), "6.3f"),
        ("score, mean", scores.mean(axis=0), "6.0f"),
        ("score, deviation", scores.std(axis=0), "6.0f"),
        ("handicap", given, "6.0f"),
        ("even at", wanted - wanted.min(), "6.0f"),
    )
    print(" " * 18 + "".join(f"{name:>8}" for name in game.seat_ids[:POWERS]))
    for title, values, form in rows:
        print(f"{title:18}" + "".join(f"{v:8{form[1:]}}" for v in values))


if __name__ == "__main__":
    main()
