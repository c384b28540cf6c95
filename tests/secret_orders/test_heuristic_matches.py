"""The hand-written player against uniform play."""

from __future__ import annotations

from legation.agents.heuristics import heuristic_agent
from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.secret_orders.options import GOAL_KEYS
from legation.envs.secret_orders.tables import CULT, EMPIRE, FUTURE, TRUTH, TYPES, WAR
from legation.tests.secret_orders.matches import by_goal, play

GAMES = 100  # a line-up


def test_beats_uniform_on_every_goal() -> None:
    """Its mean score is above that of uniform play with the same goal, intervals and all."""
    game = load_game("secret_orders")
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


def test_among_its_like_every_plan_wins_and_every_type_is_used() -> None:
    """The default scenario is evened out: no goal and no country below half of par."""
    game = load_game("secret_orders")
    agent = heuristic_agent(game.id)
    scores = play(game, [agent] * 4, 3 * GAMES, seed=1)
    for goal in (EMPIRE, CULT, TRUTH, FUTURE):
        assert scores.wins[scores.goals == goal].mean() > 0.125, GOAL_KEYS[goal]
    assert (scores.wins.mean(axis=0) > 0.125).all()
    used = scores.types.sum(axis=(0, 1))
    assert [kind for kind in range(TYPES) if used[kind] == 0] == []
    assert scores.types[scores.goals == EMPIRE, WAR].mean() > 4  # an empire wages war
