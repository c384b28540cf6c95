"""Line-ups: fixed for an episode, drawn in the configured shares, and remembered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.agents.network import NetworkShape, PolicyValueNetwork
from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.engine import LegationError
from legation.training.config import LeagueConfig, make_config
from legation.training.league import LEARNER, League
from legation.training.loop import _anchors

SHAPE = NetworkShape(features=4, actions=3, seats=4, hidden=(8,))


def league(games: int = 2000, **values: Any) -> tuple[League, np.random.Generator]:
    config = LeagueConfig(**{"self_play": 0.5, "anchors": 0.3, "past": 0.2, **values})
    made = League(config, [uniform_agent("toy")], games, 4)
    rng = np.random.default_rng(1)
    made.start(rng)
    return made, rng


def test_shares_of_line_ups() -> None:
    made, rng = league()
    made.add_snapshot(PolicyValueNetwork(SHAPE), rng)
    everyone = np.arange(2000)
    made.finish(everyone, np.full((2000, 4), 0.25), rng)
    learners = (made.controllers == LEARNER).sum(axis=1)
    anchored = (made.controllers == 0).any(axis=1)
    past = (made.controllers > 0).any(axis=1)
    assert abs((learners == 4).mean() - 0.5) < 0.04
    assert abs(anchored.mean() - 0.3) < 0.04
    assert abs(past.mean() - 0.2) < 0.04
    # Alone against anchors, in every seat equally often; with one kind of opponent a game.
    assert (learners[anchored] == 1).all()
    seats = (made.controllers[anchored] == LEARNER).mean(axis=0)
    assert (abs(seats - 0.25) < 0.08).all()
    assert set(learners[past]) == {1, 2, 3}
    for line_up in made.controllers:
        assert len(set(line_up[line_up != LEARNER])) <= 1


def test_seats_beside_anchors() -> None:
    made, _ = league(anchors=1.0, self_play=0.0, past=0.0, anchor_seats=(1, 1, 3))
    mine = (made.controllers == LEARNER).mean(axis=0)
    assert mine[0] == mine[2] == 0
    assert abs(mine[1] - 2 / 3) < 0.05
    with pytest.raises(LegationError, match=r"anchor_seats = \[4\]: seats go from 0 to 3"):
        league(anchor_seats=(4,))


def test_mixed_tables() -> None:
    config = LeagueConfig(self_play=0.2, anchors=0.2, past=0.1, mixed=0.5)
    made = League(config, [uniform_agent("toy"), uniform_agent("toy")], 4000, 4)
    rng = np.random.default_rng(1)
    made.start(rng)
    kinds = np.array([len(set(line_up[line_up != LEARNER])) for line_up in made.controllers])
    # Three seats of a mixed table are drawn from three alike: with chance 12/27 both anchors come.
    assert abs((kinds == 2).mean() - 0.5 * 12 / 27) < 0.03
    assert (made.controllers == LEARNER).any(axis=1).all()
    before = [opponent.score for opponent in made.opponents.values()]
    made.finish(np.flatnonzero(kinds == 2), np.full(((kinds == 2).sum(), 4), 1.0), rng)
    assert [opponent.score for opponent in made.opponents.values()] == before


def test_a_line_up_stays_until_its_episode_ends() -> None:
    made, rng = league(games=200)
    before = made.controllers.copy()
    for _ in range(30):
        made.add_snapshot(PolicyValueNetwork(SHAPE), rng)
        made.finish(np.array([0, 5]), np.full((2, 4), 0.25), rng)
    untouched = np.setdiff1d(np.arange(200), [0, 5])
    assert (made.controllers[untouched] == before[untouched]).all()
    # Whoever still sits somewhere can still act, though its snapshot has left the pool.
    for number in np.unique(made.controllers[made.controllers != LEARNER]):
        assert int(number) in made.opponents
    assert len(made.pool) == made.config.snapshots


def test_easy_opponents_are_met_rarely() -> None:
    made, rng = league(snapshots=2, active=1)
    made.add_snapshot(PolicyValueNetwork(SHAPE), rng)
    made.add_snapshot(PolicyValueNetwork(SHAPE), rng)
    easy, hard = made.pool
    made.opponents[easy].score, made.opponents[hard].score = 3.5, 0.5
    met = [made._choose_active(rng)[0] for _ in range(400)]
    assert met.count(hard) > 3 * met.count(easy) > 0


def test_scores_follow_results() -> None:
    made, rng = league(anchors=1.0, self_play=0.0, past=0.0)
    mine = made.controllers == LEARNER
    won = np.where(mine, 1.0, 0.0)
    made.finish(np.arange(2000), won, rng)
    assert made.opponents[0].score > 3.9  # always wins: 4 times par


def test_state_comes_back() -> None:
    made, rng = league(games=50)
    for _ in range(3):
        made.add_snapshot(PolicyValueNetwork(SHAPE, seed=made.next_number), rng)
        made.finish(np.arange(50), np.full((50, 4), 0.25), rng)
    plain, tensors = made.state()
    other, _ = league(games=50)
    other.restore(plain, tensors, PolicyValueNetwork(SHAPE))
    assert (other.controllers == made.controllers).all()
    assert other.state()[0] == plain
    for name, tensor in other.state()[1].items():
        assert (tensor == tensors[name]).all()


def test_mixed_tables_alone_load_their_strangers() -> None:
    league = {"self_play": 0.0, "anchors": 0.0, "past": 0.0, "mixed": 1.0}
    config = make_config({"game": "embassies", "league": league})
    assert len(_anchors(config, load_game("embassies"))) == 1
    wrong = make_config({"game": "embassies", "league": {**league, "anchor_agents": ["nobody"]}})
    with pytest.raises(LegationError, match="nobody"):
        _anchors(wrong, load_game("embassies"))
