"""The hand-written player: legal, reproducible, reads its own view only, and plays well."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from legation.agents.uniform import uniform_agent
from legation.envs.engine import GameBatch
from legation.tests.pax_baltica.matches import HEURISTIC, play
from legation.tests.pax_baltica.positions import (
    BY_SCENARIO,
    COALITION,
    NARVA,
    SWEDEN,
    act_position,
    block,
    clear_map,
    derive,
    place,
)

UNIFORM = uniform_agent("pax_baltica")
slow_without_jit = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too slow in plain Python"
)


def chosen(state: Any, seed: int = 0) -> str:
    seen = NARVA.observe(state, int(state.actor))
    action = HEURISTIC.act(NARVA.observe_many([seen]), np.random.default_rng(seed))[0]
    return NARVA.label(int(action))


def test_besieges_with_enough_steps() -> None:
    state = act_position(NARVA, COALITION, (0, 1))
    clear_map(state)
    place(state, "sa_foot1", "livland", 4)
    place(state, "sa_foot2", "livland", 4)
    state.moved[[block("sa_foot1"), block("sa_foot2")]] = 1  # else easier sieges are near
    assert chosen(derive(state)) == "besiege Livland"


def test_leaves_a_battle_that_is_lost() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "ru_pyotr")
    place(state, "se_skanska", "skane", 1)
    for name in ("ru_preobr", "ru_semen", "ru_foot1"):
        place(state, name, "skane", 4)
        state.seen[block(name)] = 1
    derive(state)
    state.phase = 6  # RETREAT
    state.focus = 0
    state.attacker = COALITION
    state.battle_round = 2
    assert chosen(state).startswith("go to")


@slow_without_jit
def test_the_same_seed_gives_the_same_actions_and_views_stay_untouched() -> None:
    batch = GameBatch(NARVA, games=8, seed=9, encode=False)
    for _ in range(60):
        views = batch.observe()
        before = views.records.tobytes()
        actions = HEURISTIC.act(views, np.random.default_rng(1))
        assert np.array_equal(actions, HEURISTIC.act(views, np.random.default_rng(1)))
        assert views.records.tobytes() == before
        batch.step(actions)  # refuses an illegal action


@slow_without_jit
@pytest.mark.parametrize("scenario", ["narva_1700", "poltava_1708"])
@pytest.mark.parametrize("seat", [SWEDEN, COALITION])
def test_beats_uniform_from_both_sides(scenario: str, seat: int) -> None:
    """The mean return of the side, with its 95 % interval, is above 0 and above uniform's."""
    game, games = BY_SCENARIO[scenario], 120
    line_up = [HEURISTIC if p == seat else UNIFORM for p in range(2)]
    sign = 1.0 if seat == SWEDEN else -1.0
    own = sign * play(game, line_up, games, seed=seat)
    base = sign * play(game, [UNIFORM, UNIFORM], games, seed=seat)
    half = 1.96 * own.std(ddof=1) / np.sqrt(games)
    assert own.mean() - half > max(0.0, base.mean())


@slow_without_jit
def test_a_long_war_is_open() -> None:
    """Against its like neither side is lost: Sweden once lost 19 campaigns of 20."""
    returns = play(BY_SCENARIO["campaign_1700"], [HEURISTIC, HEURISTIC], 40, seed=3)
    assert abs(returns.mean()) < 0.5
