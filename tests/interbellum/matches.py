"""Plays line-ups of agents, for tests and for the strength and balance of a player.

python -m legation.tests.interbellum.matches --games 1000
python -m legation.tests.interbellum.matches --games 1000 --agent zoo/interbellum --balance-only
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from legation.agents.base import Agent
from legation.agents.load import load
from legation.agents.uniform import uniform_agent
from legation.cli.inputs import open_game
from legation.envs.engine import Game, GameBatch
from legation.envs.interbellum.components import ITA, POWERS
from legation.envs.interbellum.fields import PROTECTORATE, PUPPET


def play(
    game: Game, agents: Sequence[Agent], games: int, seed: int, *, encode: bool = False
) -> tuple[NDArray[np.float64], NDArray[np.void]]:
    """`[G, S]` shares of the win, and `[G]` last states; agent `agents[p]` in seat p.

    With `encode` for agents that read the encoded observation.
    """
    batch = GameBatch(game, games=games, seed=seed, autoreset="disabled", encode=encode)
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
    return shares, np.stack([batch.state(game_number) for game_number in range(games)])


def interval(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """Mean and 95% interval of independent values."""
    mean = float(values.mean())
    half = 1.96 * float(values.std(ddof=1)) / np.sqrt(len(values))
    return mean, mean - half, mean + half


def main() -> None:
    parser = argparse.ArgumentParser(description="Strength and balance of a player")
    parser.add_argument("--agent", default="heuristic")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--balance-only", action="store_true")
    parsed = parser.parse_args()
    game = open_game("interbellum", parsed.option)
    agent, uniform = load(parsed.agent, game), uniform_agent(game.id)
    for seat in [] if parsed.balance_only else range(POWERS):
        line_up = [agent if p == seat else uniform for p in range(game.seats)]
        shares, _ = play(game, line_up, parsed.games, parsed.seed, encode=True)
        mean, low, high = interval(shares[:, seat])
        print(f"{game.seat_ids[seat]} against four uniform: {mean:.3f} ({low:.3f} to {high:.3f})")
    shares, states = play(game, [agent] * game.seats, parsed.games, parsed.seed, encode=True)
    print("five alike, share of the win:", end="")
    for seat in range(POWERS):
        print(f" {game.seat_ids[seat]} {shares[:, seat].mean():.3f}", end="")
    level = states["level"]
    flagged = states["new_rome"].astype(bool)
    rome = ((level[:, :, ITA] >= PROTECTORATE) & flagged).sum(axis=1)
    print(
        f"\nat the end, a game: protectorates {(level == PROTECTORATE).sum(axis=(1, 2)).mean():.2f}"
        f", puppets {(level == PUPPET).sum(axis=(1, 2)).mean():.2f}; New Roman Empire in "
        f"{(rome >= states['new_rome_needed']).mean():.3f} of games"
    )


if __name__ == "__main__":
    main()
