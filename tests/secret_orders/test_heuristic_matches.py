"""The hand-written player against uniform play."""

from __future__ import annotations

from legation.agents.heuristics import heuristic_agent
from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.secret_orders.options import GOAL_KEYS
from legation.tests.secret_orders.matches import by_goal, play

GAMES = 100  # a line-up


def test_beats_uniform_on_every_goal() -> None:
    """Its mean score is above that of uniform play with the same goal, intervals and all."""
    game = load_game("secret_orders", scenario="concert")
    heuristic, uniform = heuristic_agent(game.id), uniform_agent(game.id)
    seats = list(range(4))
    par = by_goal(play(game, [uniform] * 4, GAMES, seed=1), seats)
    own = []
    for seat in seats:
        line_up = [heuristic if p == seat else uniform for p in seats]
        own.append(by_goal(play(game, line_up, GAMES, seed=2 + seat), [seat]))
    for goal, key in enumerate(GOAL_KEYS):
        rows = [rows[goal] for rows in own]
        games = sum(row.games for row in rows)
        mean = sum(row.mean * row.games for row in rows) / games
        half = (sum((row.half * row.games) ** 2 for row in rows)) ** 0.5 / games
        assert mean - half > par[goal].mean + par[goal].half, key
