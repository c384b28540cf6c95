"""How many victory points an agent reaches against itself, and what `par` would make that even.

python -m legation.tests.pax_baltica.balance zoo/pax_baltica --scenario narva_1700 --games 1000
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from legation.agents.base import Agent
from legation.agents.load import load as load_agent
from legation.envs.engine import Game, GameBatch, LegationError
from legation.envs.pax_baltica.record import COALITION_TRIUMPH, SWEDISH_TRIUMPH
from legation.envs.pax_baltica.setups import SCENARIOS
from legation.tests.pax_baltica.positions import load


@dataclass(frozen=True)
class Ends:
    """How games ended: victory points `[games]`, and +1 or -1 where it was a triumph, else 0."""

    points: NDArray[np.int64]
    triumph: NDArray[np.int64]

    def share(self, par: float) -> tuple[float, float]:
        """Of games that Sweden won if that were par, a draw being half; and its 95 % interval."""
        won = np.where(self.triumph != 0, self.triumph > 0, self.points > par).astype(np.float64)
        won += 0.5 * ((self.triumph == 0) & (self.points == par))
        return float(won.mean()), float(1.96 * won.std(ddof=1) / np.sqrt(len(won)))


def play(game: Game, agent: Agent, games: int, seed: int) -> Ends:
    batch = GameBatch(game, games=games, seed=seed, autoreset="disabled")
    rng = np.random.default_rng(seed)
    while not batch.over:
        actions = np.zeros(games, dtype=np.int64)
        rows = np.flatnonzero(batch.actor >= 0)
        actions[rows] = agent.act(batch.observe(rows), rng)
        batch.step(actions)
    last = [batch.state(i) for i in range(games)]
    outcome = np.array([int(s.outcome) for s in last])
    triumph = (outcome == SWEDISH_TRIUMPH).astype(np.int64) - (outcome == COALITION_TRIUMPH)
    return Ends(np.array([int(s.vp) for s in last]), triumph)


def main() -> None:
    parser = argparse.ArgumentParser(description="Pax Baltica: an agent against itself")
    parser.add_argument("agent")
    parser.add_argument("--scenario", choices=list(SCENARIOS), default=next(iter(SCENARIOS)))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261130)
    parsed = parser.parse_args()
    game = load(scenario=parsed.scenario)
    par = SCENARIOS[parsed.scenario].par
    if parsed.games < 2:
        parser.error(f"--games is {parsed.games}; an interval needs at least 2")
    try:
        agent = load_agent(parsed.agent, game)
    except LegationError as error:
        parser.error(str(error))
    ends = play(game, agent, parsed.games, parsed.seed)
    quarters = np.quantile(ends.points, [0.1, 0.25, 0.5, 0.75, 0.9]).astype(int).tolist()
    ours, theirs = np.mean(ends.triumph > 0), np.mean(ends.triumph < 0)
    print(f"{parsed.scenario}, {parsed.games} games of {parsed.agent} against itself")
    print(f"points: mean {ends.points.mean():.1f}, tenths and quarters {quarters}")
    print(f"triumphs: Sweden {ours:.3f}, Coalition {theirs:.3f}")
    for other in range(par - 10, par + 11):
        share, half = ends.share(other)
        now = "  (now)" if other == par else ""
        print(f"par {other}{now}: Sweden wins {share:.3f} ± {half:.3f}")


if __name__ == "__main__":
    main()
