"""What must hold in any play, under any options (9.6)."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legation.envs import game_options, load_game
from legation.envs.engine import ListOption, Option, TextOption, WholeOption
from legation.envs.interbellum.fields import STEP_P
from legation.tests.interbellum.play import RICH, apply, begin, ends, legal, random_play

SLOW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def values_of(option: Any) -> st.SearchStrategy[Any]:
    match option:
        case Option(values=values):
            return st.sampled_from(values)
        case WholeOption(name="turns"):
            return st.integers(1, 3)  # whole games are played in the conformance suite
        case WholeOption(low=low, high=high):
            return st.integers(low, high)
        case ListOption(name="reward_weights"):
            parts = st.sampled_from([(0.5, 0.5, 0.0), (1.0, 0.0, 0.0), (0.2, 0.3, 0.5)])
            return parts | st.floats(0, 1).map(lambda w: (w, 0.0, 1.0 - w))
        case ListOption(low=low, high=high, default=default):
            number = st.integers(int(low), int(high))
            return st.tuples(*[number] * len(default))
        case TextOption():
            return st.sampled_from(["default", "wide"])
    raise AssertionError(option)


OPTIONS = st.fixed_dictionaries(
    {option.name: values_of(option) for option in game_options("interbellum")}
).map(lambda o: {**o, "gm_rulings": o["gm_rulings"] and o["gm"] == "seat"})


@SLOW
@given(options=OPTIONS, seed=st.integers(0, 10_000))
def test_any_play_under_any_options(options: dict[str, Any], seed: int) -> None:
    game = load_game("interbellum", **options)
    assert game.options == options
    low = np.array([game.schema.bounds(f)[0] for f in game.schema.fields])
    high = np.array([game.schema.bounds(f)[1] for f in game.schema.fields])
    decisions = 0
    last = (0, -1)
    for state in random_play(game, seed):
        assert game.invariants is not None
        assert game.invariants(state) == []
        for i, field in enumerate(game.schema.fields):
            values = np.asarray(state[field.name])
            assert values.min() >= low[i], field.name
            assert values.max() <= high[i], field.name
        # Steps only go on, within a turn (3).
        now = (int(state.turn), int(state.step))
        assert now >= last
        last = now
        decisions += 1
        if state.over:
            break
        assert legal(game, state).any()
    assert decisions - 1 <= game.max_decisions <= 2500
    values, shares = ends(game, state)
    assert abs(values.sum()) < 1e-9
    assert values.min() >= -0.25 - 1e-12
    assert values.max() <= 1.0 + 1e-12
    assert abs(shares.sum() - 1.0) < 1e-9
    assert shares.min() >= 0.0
    assert not values[5:].any()
    assert not shares[5:].any()


def test_the_same_seed_and_actions_are_the_same_game() -> None:
    game = load_game("interbellum", **RICH)
    first = [s.tobytes() for s in random_play(game, 3)]
    assert first == [s.tobytes() for s in random_play(game, 3)]
    assert first != [s.tobytes() for s in random_play(game, 4)]


def test_hands_grow_by_one_a_turn() -> None:
    """9.6, 3: `t + 1` at the end of planning; one more on the last turn with `final_hand` 9."""
    for final_hand in (8, 9):
        game = load_game("interbellum", turns=3, final_hand=final_hand)
        sizes = {}
        for state in random_play(game, 1):
            if state.step != STEP_P and not state.over:
                sizes[int(state.turn)] = (np.asarray(state.place) > 0).sum(axis=1).tolist()
        last = 4 if final_hand == 8 else 5
        assert sizes == {1: [2] * 5, 2: [3] * 5, 3: [last] * 5}


def test_every_kind_of_question_is_asked() -> None:
    game = load_game("interbellum", **{**RICH, "turns": 7})
    kinds: set[int] = set()
    for seed in range(20):
        kinds |= {int(s.kind) for s in random_play(game, seed) if not s.over}
        if len(kinds) == 34:
            break
    assert kinds == set(range(34))


def test_krestinsky_may_keep_his_odd_unit() -> None:
    """Option `krest_kept`: the half of a pair is there on the next turn."""
    for kept in (False, True):
        game = load_game("interbellum", krest_kept=kept, turns=2)
        state = begin(game, 1)
        state.krest[2] = 1
        while state.turn == 1:
            apply(state, int(np.flatnonzero(legal(game, state))[0]))
        assert state.krest[2] == int(kept)


def test_weights_are_exact() -> None:
    """The digits of a weight lose nothing that a reward would show."""
    for weights in ((0.1, 0.2, 0.7), (1 / 3, 1 / 3, 1 / 3), (0.0, 0.0, 1.0)):
        game = load_game("interbellum", reward_weights=weights, turns=1)
        *_, state = random_play(game, 2)
        values, _ = ends(game, state)
        parts = []
        for part in range(3):
            alone = tuple(float(i == part) for i in range(3))
            single = load_game("interbellum", reward_weights=alone, turns=1)
            other = state.copy()
            other.reward_weights = single.initial[0].reward_weights
            parts.append(ends(single, other)[0])
        mixed = sum(w * p for w, p in zip(weights, parts, strict=True))
        assert np.abs(values - mixed).max() < 1e-12
