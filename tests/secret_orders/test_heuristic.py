"""The hand-written player: single choices."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics import heuristic_agent
from legation.envs.engine import Game
from legation.envs.secret_orders.options import GOAL_KEYS
from legation.envs.secret_orders.tables import ORDER, REFORM, RESEARCH
from legation.tests.secret_orders.positions import LEARN, Do, base, enter, leader, order, put

HEURISTIC = heuristic_agent("secret_orders")
JUNTA, WARRIOR_HONOUR = 3, 4  # what helps wars


def entered(game: Game, s: Any, seat: int = 0) -> list[str]:
    """The labels of what it enters this turn, from the seat to act on."""
    rng = np.random.default_rng(0)
    labels = []
    while int(s.actor) == seat and int(s.turn) == 0:
        seen = game.observe_many([game.observe(s, seat)])
        action = int(HEURISTIC.act(seen, rng)[0])
        assert seen.legal_action_mask[0, action]
        labels.append(game.label(action))
        game.apply(s, action)
    return labels


def with_goal(goal: str, scenario: str = "concert") -> Game:
    seats = {"trio": 3, "duel": 2}.get(scenario, 4)
    return base(scenario, fixed_goals=",".join([goal] * seats))


def test_an_empire_arms_and_wages_war_when_it_is_stronger() -> None:
    game = with_goal("empire")
    assert "decree: organisation: junta" in entered(game, game.new_state())
    s = game.new_state()
    s.org[0], s.style[0] = JUNTA, WARRIOR_HONOUR
    assert "Build the army, openly" in entered(game, s)
    s = game.new_state()
    s.org[0], s.style[0], s.army[0] = JUNTA, WARRIOR_HONOUR, 120
    assert "Wage war / raid, openly" in entered(game, s)


def test_no_two_of_its_units_enter_the_same_decree() -> None:
    """It would be void if the first is enacted."""
    for goal in GOAL_KEYS:
        game = with_goal(goal)
        labels = entered(game, game.new_state())
        decrees = [label for label in labels if label.startswith("decree: ")]
        assert len(decrees) <= 1, (goal, labels)


def test_no_two_of_its_units_work_at_the_same_reform() -> None:
    """The one that ends later would change nothing; nor is what is so already worth more work."""
    for goal in GOAL_KEYS:
        game = with_goal(goal, "tuned")
        s = game.new_state()
        s.org[:] = JUNTA
        labels = [label for label in entered(game, s) if label.startswith("reform: ")]
        assert len(labels) <= 1, (goal, labels)
    # Another unit is at it since an earlier turn, or it has been done meanwhile.
    game = with_goal("empire", "tuned")
    reform = game.actions.index("verb", verb="reform_public")
    finish = game.actions.index("verb", verb="reform_public_finish")
    for unit, style in ((order(0, 1), 0), (order(0, 0), WARRIOR_HONOUR)):
        s = game.new_state()
        s.style[0] = style
        s.proj_on[order(0, 0), REFORM - RESEARCH] = 1
        s.proj_n[order(0, 0), REFORM - RESEARCH] = 2
        s.proj_param[order(0, 0), REFORM - RESEARCH] = WARRIOR_HONOUR
        rng = np.random.default_rng(0)
        game.apply(s, game.actions.index("unit", unit=game.schema.axis("unit").item_ids[unit]))
        action = int(HEURISTIC.act(game.observe_many([game.observe(s, 0)]), rng)[0])
        assert action not in (reform, finish), game.label(action)


def test_a_cult_strengthens_its_leader() -> None:
    game = with_goal("cult")
    s = game.new_state()
    labels = entered(game, s)
    assert f"target: {game.schema.axis('unit').labels[leader(0, 0)].en}" in labels


def test_the_seeker_of_truth_founds_abroad_and_strikes_what_it_knows_at_home() -> None:
    game = with_goal("truth")
    assert any(label.startswith("Found a clandestine") for label in entered(game, game.new_state()))
    s = game.new_state()
    u = put(s, 1, 0, ORDER, 0, 1)
    LEARN(s, 0, u)
    assert f"target: {game.schema.axis('unit').labels[u].en}" in entered(game, s)


def test_a_bright_future_takes_research() -> None:
    game = with_goal("future")
    assert any(label.startswith("Research") for label in entered(game, game.new_state()))


def test_a_game_master_changes_nothing() -> None:
    game = base("moderated")
    s = game.new_state()
    enter(game, s, Do(0, "agitate", "pub", 1))
    for _ in range(4):
        game.apply(s, 0)
    assert int(s.actor) == 4
    seen = game.observe_many([game.observe(s, 4)])
    action = int(HEURISTIC.act(seen, np.random.default_rng(0))[0])
    assert game.label(action) == "difficulty 0, time 0"
