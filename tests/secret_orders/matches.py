"""Scores of agents at a table, for tests and for docs/results/secret_orders.md.

python -m legation.tests.secret_orders.matches                  the heuristic against uniform play
python -m legation.tests.secret_orders.matches --balance        heuristics among themselves
python -m legation.tests.secret_orders.matches --agent runs/mine --among heuristic
python -m legation.tests.secret_orders.matches --agent runs/mine --balance
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.agents.base import Agent
from legation.agents.load import load
from legation.envs import load_game
from legation.envs.engine import Game, GameBatch, LegationError
from legation.envs.secret_orders.components import ACTION_KEYS
from legation.envs.secret_orders.options import GOAL_KEYS
from legation.envs.secret_orders.tables import PROJECTS, RESEARCH, TYPES

TYPE_OF_VERB = np.array(
    [*np.repeat(np.arange(TYPES), 2), *np.repeat(RESEARCH + np.arange(PROJECTS), 2)]
)


class Scores(NamedTuple):
    """Of every seat: goal, return, share of the win, all `[B, S]`, and what it did, `[B, S, T]`."""

    goals: NDArray[np.int64]
    returns: NDArray[np.float64]
    wins: NDArray[np.float64]
    types: NDArray[np.int64]


class Row(NamedTuple):
    """Of some seats with one goal: mean return and share of wins, with halves of 95 % intervals."""

    games: int
    mean: float
    half: float
    wins: float
    wins_half: float


def play(game: Game, agents: Sequence[Agent], games: int, seed: int) -> Scores:
    """Plays `games` games, agent `agents[p]` in seat p."""
    batch = GameBatch(game, games=games, seed=seed, autoreset="disabled")
    rng = np.random.default_rng(seed)
    players = len(game.initial["pop"][0])
    returns, wins = np.zeros((games, game.seats)), np.zeros((games, game.seats))
    types = np.zeros((games, game.seats, TYPES), dtype=np.int64)
    while not batch.over:
        actions = np.zeros(games, dtype=np.int64)
        for agent in dict.fromkeys(agents):
            seats = [p for p, other in enumerate(agents) if other is agent]
            rows = np.flatnonzero(np.isin(batch.actor, seats))
            if len(rows):
                actions[rows] = agent.act(batch.observe(rows), rng)
        verbs = actions - game.actions.offsets["verb"]
        chosen = np.flatnonzero((batch.actor >= 0) & (verbs >= 0) & (verbs < len(TYPE_OF_VERB)))
        types[chosen, batch.actor[chosen], TYPE_OF_VERB[verbs[chosen]]] += 1
        batch.step(actions)
        returns[batch.terminated] = batch.returns[batch.terminated]
        wins[batch.terminated] = batch.win_shares[batch.terminated]
    goals = np.array([batch.state(i)["goal"] for i in range(games)], dtype=np.int64)
    return Scores(goals, returns[:, :players], wins[:, :players], types[:, :players])


def by_goal(scores: Scores, seats: Sequence[int]) -> list[Row]:
    """A row a goal, over the given seats."""
    rows = []
    for goal in range(len(GOAL_KEYS)):
        chosen = scores.goals[:, seats] == goal
        values, wins = scores.returns[:, seats][chosen], scores.wins[:, seats][chosen]
        rows.append(Row(len(values), *mean_and_half(values), *mean_and_half(wins)))
    return rows


def mean_and_half(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    return float(values.mean()), float(1.96 * values.std(ddof=1) / np.sqrt(len(values)))


def joined(parts: Sequence[Scores], seats: Sequence[int]) -> Scores:
    """One seat of each, as if it were seat 0 of one table."""
    columns = [[item[:, [seat]] for item in part] for part, seat in zip(parts, seats, strict=True)]
    return Scores(*(np.concatenate(pieces) for pieces in zip(*columns, strict=True)))


def print_balance(game: Game, scores: Scores) -> None:
    """Win shares and scores by goal and by country, and how often each type was entered."""
    par = 1 / scores.goals.shape[1]
    rows = [(key, scores.goals == goal) for goal, key in enumerate(GOAL_KEYS)]
    for seat, name in enumerate(game.seat_ids[: scores.goals.shape[1]]):
        only = np.zeros(scores.goals.shape, dtype=bool)
        only[:, seat] = True
        rows.append((name, only))
    for name, chosen in rows:
        wins, half = mean_and_half(scores.wins[chosen])
        print(
            f"  {name:9} win share {wins:.3f} ± {half:.3f}, {wins / par:.2f} of par; "
            f"score {scores.returns[chosen].mean():.3f}"
        )
    print("  actions a seat and game: " + " ".join(f"{key:>8}" for key in ACTION_KEYS))
    for goal, key in enumerate(GOAL_KEYS):
        done = scores.types[scores.goals == goal].mean(axis=0)
        print(f"  {key:23}: " + " ".join(f"{number:8.2f}" for number in done))


def print_goals(title: str, scores: Scores, seats: Sequence[int]) -> None:
    wins, half = mean_and_half(scores.wins[:, seats].ravel())
    print(f"  {title}: win share {wins:.3f} ± {half:.3f}")
    for key, row in zip(GOAL_KEYS, by_goal(scores, seats), strict=True):
        print(
            f"    {key:8} score {row.mean:.3f} ± {row.half:.3f}, "
            f"win share {row.wins:.3f} ± {row.wins_half:.3f} ({row.games} games)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Scores of Secret Orders by goal")
    parser.add_argument("--scenario", default="tuned", help="or a file of your own; tuned")
    parser.add_argument("--games", type=int, default=200, help="of each line-up; 200")
    parser.add_argument("--seed", type=int, default=1, help="of all chance; 1")
    parser.add_argument("--agent", default="heuristic", help="who is measured; heuristic")
    parser.add_argument("--among", default="uniform", help="who has the other seats; uniform")
    parser.add_argument("--balance", action="store_true", help="the agent among its like")
    parsed = parser.parse_args()
    if parsed.games < 2:
        parser.error(f"--games is {parsed.games}; an interval needs at least 2")
    try:
        game = load_game("secret_orders", scenario=parsed.scenario)
        agent, other = load(parsed.agent, game), load(parsed.among, game)
    except LegationError as error:
        parser.error(str(error))
    players = list(range(len(game.initial["pop"][0])))
    if parsed.balance:
        print(f"{parsed.scenario}, {parsed.games} games of {parsed.agent}")
        print_balance(game, play(game, [agent] * game.seats, parsed.games, parsed.seed))
        return
    print(f"{parsed.scenario}, {parsed.games} games a line-up; 95 % intervals")
    print_goals(
        f"{parsed.among} among its like",
        play(game, [other] * game.seats, parsed.games, parsed.seed),
        players,
    )
    alone = []
    for seat in players:
        line_up = [agent if p == seat else other for p in range(game.seats)]
        alone.append(play(game, line_up, parsed.games, parsed.seed))
        title = f"{parsed.agent} ({game.seat_ids[seat]}) among {parsed.among}"
        print_goals(title, alone[-1], [seat])
    print_goals(f"{parsed.agent}, all seats", joined(alone, players), [0])


if __name__ == "__main__":
    main()
