"""Secret Orders: societies, clandestine orders, Fudge dice. Rules: README.md of this folder."""

from __future__ import annotations

from legation.envs.engine import Game, OptionValue, Rules, choose_options
from legation.envs.secret_orders.board import board
from legation.envs.secret_orders.entry import ACTION_STEPS
from legation.envs.secret_orders.families import make_actions
from legation.envs.secret_orders.hidden import determinize
from legation.envs.secret_orders.opening import make_initial
from legation.envs.secret_orders.options import OPTIONS, goals_of, scenario_of
from legation.envs.secret_orders.rules import apply, legal, start
from legation.envs.secret_orders.scenarios import COMPONENTS
from legation.envs.secret_orders.schema import make_schema
from legation.envs.secret_orders.scoring import potential, returns, win_shares
from legation.envs.secret_orders.states import invariants
from legation.envs.secret_orders.text import news, phrase, render

GAME_ID = "secret_orders"


def build(**options: OptionValue) -> Game:
    """The game with its options; those that are not given have their defaults. See `OPTIONS`."""
    chosen = choose_options(OPTIONS, dict(options), GAME_ID)
    scenario = scenario_of(str(chosen["scenario"]))
    goals = goals_of(str(chosen["fixed_goals"]), str(chosen["goals"]), scenario)
    gm = chosen["gm"] == "seat"
    zero_sum = chosen["reward"] == "zero_sum"
    schema = make_schema(scenario, gm=gm, open_armies=not chosen["hidden_treasury"])
    entries = scenario.attention * len(scenario.countries) * scenario.turns
    return Game(
        id=GAME_ID,
        title=COMPONENTS.title,
        version=COMPONENTS.version,
        options=chosen,
        schema=schema,
        actions=make_actions(scenario, gm),
        rules=Rules(start, legal, apply, returns, win_shares, potential),
        initial=make_initial(scenario, chosen, goals, schema),
        # Clause 8; a game master judges each entry once.
        max_decisions=ACTION_STEPS * entries + (entries if gm else 0),
        return_sum=0.0 if zero_sum and not gm else None,
        return_range=(-1.0, 1.0) if zero_sum else (0.0, 1.0),
        build=build,
        board=board,
        render=render,
        phrase=phrase,
        news=news,
        determinize=determinize,
        invariants=invariants,
    )


__all__ = ["GAME_ID", "OPTIONS", "build"]
