"""Plays the hand-written player against another, for tests and for measurements.

python -m legation.tests.pax_baltica.matches
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from legation.agents.base import Agent
from legation.agents.heuristics import heuristic_agent
from legation.agents.uniform import uniform_agent
from legation.envs.engine import Game, GameBatch
from legation.envs.pax_baltica.setups import SCENARIOS
from legation.tests.pax_baltica.positions import load

HEURISTIC = heuristic_agent("pax_baltica")


def play(game: Game, agents: Sequence[Agent], games: int, seed: int) -> NDArray[np.float64]:
    """`[games]`: the returns of Sweden, agent `agents[p]` in seat p."""
    batch = GameBatch(game, games=games, seed=seed, autoreset="disabled", encode=False)
    rng = np.random.default_rng(seed)
    returns = np.zeros(games)
    while not batch.over:
        actions = np.zeros(games, dtype=np.int64)
        for seat, agent in enumerate(agents):
            rows = np.flatnonzero(batch.actor == seat)
            if len(rows):
                actions[rows] = agent.act(batch.observe(rows), rng)
        batch.step(actions)
        returns[batch.terminated] = batch.returns[batch.terminated, 0]
    return returns


def summary(returns: NDArray[np.float64]) -> str:
    """Mean with its 95 % interval, and the share of games won by Sweden."""
    half = 1.96 * returns.std(ddof=1) / np.sqrt(len(returns))
    won = np.mean((returns > 0) + 0.5 * (returns == 0))
    return f"return of Sweden {returns.mean():+.3f} ± {half:.3f}, won {won:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Pax Baltica between hand-written agents")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", choices=list(SCENARIOS), action="append")
    parsed = parser.parse_args()
    heuristic, uniform = HEURISTIC, uniform_agent("pax_baltica")
    for scenario in parsed.scenario or list(SCENARIOS):
        game = load(scenario=scenario)
        print(f"{scenario}, {parsed.games} games a row")
        for a, b in ((heuristic, uniform), (uniform, heuristic), (heuristic, heuristic),
                     (uniform, uniform)):  # fmt: skip
            returns = play(game, (a, b), parsed.games, parsed.seed)
            print(f"  {a.name:<10} against {b.name:<10} {summary(returns)}", flush=True)


if __name__ == "__main__":
    main()
