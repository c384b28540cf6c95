"""Plays line-ups of agents, for tests and for the measurements named in the game's README.

python -m legation.tests.embassies.matches
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from legation.agents.base import Agent
from legation.agents.heuristics import heuristic_agent
from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.engine import Game, GameBatch


def win_shares(game: Game, agents: Sequence[Agent], games: int, seed: int) -> NDArray[np.float64]:
    """`[S]`: the mean share of the win of each seat, agent `agents[p]` in seat p."""
    batch = GameBatch(game, games=games, seed=seed, autoreset="disabled", encode=False)
    rng = np.random.default_rng(seed)
    shares = np.zeros((games, game.seats))
    while not batch.over:
        actions = np.zeros(games, dtype=np.int64)
        for agent in dict.fromkeys(agents):
            seats = [p for p, other in enumerate(agents) if other is agent]
            rows = np.flatnonzero(np.isin(batch.actor, seats))
            if len(rows):
                actions[rows] = agent.act(batch.observe(rows), rng)
        batch.step(actions)
        shares[batch.terminated] = batch.win_shares[batch.terminated]
    mean: NDArray[np.float64] = shares.mean(axis=0)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description="Balance of Embassies between hand-written agents")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args()
    heuristic, uniform = heuristic_agent("embassies"), uniform_agent("embassies")
    for option in ("permanent", "off", "breakable"):
        game = load_game("embassies", alliances=option)
        print(f"alliances {option}, {parsed.games} games a row: share of the win")
        for seat, name in enumerate(game.seat_ids):
            line_up = [heuristic if p == seat else uniform for p in range(game.seats)]
            share = win_shares(game, line_up, parsed.games, parsed.seed)[seat]
            print(f"  {name:<16} heuristic against four uniform {share:.3f}")
        shares = win_shares(game, [heuristic] * game.seats, parsed.games, parsed.seed)
        row = ", ".join(f"{n} {s:.3f}" for n, s in zip(game.seat_ids, shares, strict=True))
        print(f"  five heuristics: {row}")


if __name__ == "__main__":
    main()
