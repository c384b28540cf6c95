"""Clause 5: rights, scores, winners, rewards; and properties of random games."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.envs import load_game
from legation.envs.embassies.components import FACTORS
from legation.envs.embassies.rules import ATTACK, PLACE
from legation.envs.embassies.scoring import set_influence
from legation.tests.embassies.positions import (
    AFRICA,
    AH,
    ALLIANCE_VALUES,
    FAR_EAST,
    FR,
    GB,
    GE,
    GREECE,
    ITALY,
    ROMANIA,
    RU,
    SERBIA,
    TURKEY,
    Influence,
    ally,
    last_decision,
    naive_rights,
    naive_scores,
    naive_winners,
    random_states,
    take,
)

GAMES = {option: load_game("embassies", alliances=option) for option in ALLIANCE_VALUES}
GAME = GAMES["permanent"]
BY_SCORE = load_game("embassies", reward="score")
EXAMPLES = 3 if numba.config.DISABLE_JIT else 25

SCORE_VECTORS: list[tuple[str, Influence, list[int]]] = [
    ("nothing anywhere", [], [10, 10, 5, 0, 0]),
    (
        "Italy, Greece, Turkey, Far East",
        [(ITALY, GB, 10), (ITALY, GE, 10), (GREECE, GB, 10), (TURKEY, GB, 9), (TURKEY, RU, 12),
         (FAR_EAST, GB, 15), (FAR_EAST, RU, 10)],
        [14, 0, 2, 8, 0],
    ),
    (
        "France above 12",
        [(FAR_EAST, GB, 15), (FAR_EAST, RU, 9), (AFRICA, FR, 10), (RU, FR, 10), (RU, RU, 40)],
        [4, 18, 0, 0, 0],
    ),
    (
        "Serbia exclusively",
        [(GE, AH, 10), (GE, GE, 50), (SERBIA, AH, 12), (SERBIA, RU, 9), (ROMANIA, AH, 10),
         (ROMANIA, RU, 10), (ITALY, AH, 10)],
        [0, 0, 5, 3, 18],
    ),
    (
        "both neighbours of Germany",
        [(GB, FR, 10), (AH, GE, 10), (AFRICA, FR, 11), (AFRICA, GE, 10)],
        [10, 2, 7, 0, 0],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("influence", "scores"), [v[1:] for v in SCORE_VECTORS], ids=[v[0] for v in SCORE_VECTORS]
)
def test_vector_scores(influence: Influence, scores: list[int]) -> None:
    state = GAME.new_state()
    for country, power, amount in influence:
        set_influence(state, country, power, amount)
    assert list(state.score) == scores
    assert naive_scores(state.influence) == scores
    # The same at the end of a game; and the order in which influence came does not matter.
    other = GAME.new_state()
    for country, power, amount in reversed(list(influence)):
        set_influence(other, country, power, amount)
    assert list(other.score) == scores
    assert other.tobytes() == state.tobytes()


def test_vector_nothing_anywhere_is_won_by_britain_and_france() -> None:
    state = last_decision(GAME, [(ITALY, AH, 1), (ITALY, FR, 1)])
    take(GAME, state, "pass")
    assert state.over
    assert list(GAME.win_shares(state)) == [0.5, 0.5, 0, 0, 0]
    assert list(GAME.returns(state)) == [0.375, 0.375, -0.25, -0.25, -0.25]


WINNER_VECTORS: list[tuple[list[int], list[tuple[int, int]], set[int]]] = [
    ([13, 10, 6, 9, 2], [(0, 1)], {0, 1}),
    ([13, 10, 6, 9, 8], [(0, 1)], {0, 1}),
    ([12, 0, 7, 7, 3], [(0, 1)], {2, 3}),
    ([0, 0, 0, 0, 0], [(0, 1)], {0, 1}),
    ([4, 1, 6, 7, 2], [(0, 1), (2, 3)], {2, 3}),
    ([5, 5, 6, 4, 0], [(0, 1), (2, 3)], {0, 1, 2, 3}),
    ([5, 4, 5, 5, 1], [(0, 1), (2, 3)], {2, 3}),
    ([5, 5, 5, 5, 3], [(0, 1), (2, 3)], {4}),
    ([5, 7, 7, 3, 1], [], {1, 2}),
    ([5, 7, 6, 3, 1], [], {1}),
]


def finished(game: Any, scores: list[int], pairs: list[tuple[int, int]]) -> Any:
    state = game.new_state()
    state.over, state.actor, state.turn = 1, -1, -1
    state.score[:] = scores
    ally(state, *pairs)
    return state


@pytest.mark.parametrize("game", [GAME, BY_SCORE], ids=["win", "score"])
@pytest.mark.parametrize(("scores", "pairs", "winners"), WINNER_VECTORS)
def test_vector_winners(
    game: Any, scores: list[int], pairs: list[tuple[int, int]], winners: set[int]
) -> None:
    shares = game.win_shares(finished(game, scores, pairs))
    assert {i for i in range(5) if shares[i] > 0} == winners
    assert [s for s in shares if s > 0] == pytest.approx([1 / len(winners)] * len(winners))
    assert naive_winners(scores, pairs) == winners


@settings(deadline=None, max_examples=200)
@given(
    scores=st.lists(st.integers(0, 21), min_size=5, max_size=5),
    order=st.permutations(range(5)),
    alliances=st.integers(0, 2),
)
def test_clause_5_winners_as_the_naive_reading(
    scores: list[int], order: list[int], alliances: int
) -> None:
    pairs = [(order[0], order[1]), (order[2], order[3])][:alliances]
    state = finished(GAME, scores, pairs)
    shares, values = GAME.win_shares(state), GAME.returns(state)
    winners = naive_winners(scores, pairs)
    assert {i for i in range(5) if shares[i] > 0} == winners
    assert shares.sum() == pytest.approx(1)
    assert values == pytest.approx((5 * shares - 1) / 4)
    assert values.sum() == pytest.approx(0)
    by_score = BY_SCORE.returns(finished(BY_SCORE, scores, pairs))
    assert by_score == pytest.approx((np.array(scores) - np.mean(scores)) / 20)


@pytest.mark.parametrize("game", [GAME, BY_SCORE], ids=["win", "score"])
def test_clause_5_returns_stay_in_their_range(game: Any) -> None:
    low, high = game.return_range
    most = [20, 21, 16, 18, 18]
    for winner, loser in combinations(range(5), 2):
        for best in (winner, loser):
            alone = [most[p] if p == best else 0 for p in range(5)]
            rest = [0 if p == best else most[p] for p in range(5)]
            for scores in (alone, rest):
                values = game.returns(finished(game, scores, []))
                assert low <= values.min() <= values.max() <= high


def test_clause_5_own_country_gives_no_rights() -> None:
    state = GAME.new_state()
    set_influence(state, GE, GE, 50)
    assert not state.rights.any()
    assert list(state.score) == [10, 10, 5, 0, 0]  # Germany still grants nothing, to itself either


def test_clause_1_the_threshold_is_ten() -> None:
    state = GAME.new_state()
    set_influence(state, SERBIA, AH, 9)
    assert state.score[AH] == 0
    set_influence(state, SERBIA, AH, 10)
    assert state.score[AH] == 10
    set_influence(state, SERBIA, FR, 10)
    assert state.score[AH] == 0
    set_influence(state, SERBIA, FR, 9)
    assert state.score[AH] == 10


@settings(deadline=None, max_examples=EXAMPLES)
@given(seed=st.integers(0, 2**31), option=st.sampled_from(ALLIANCE_VALUES), greedy=st.booleans())
def test_properties_of_random_games(seed: int, option: str, greedy: bool) -> None:
    game = GAMES[option]
    given_out = np.zeros(5, dtype=np.int64)
    before = np.zeros((13, 5), dtype=np.int64)
    decisions = -1
    potentials = np.zeros(5)
    for state in random_states(game, seed, greedy=greedy):
        decisions += 1
        influence = np.asarray(state.influence, dtype=np.int64).copy()
        assert influence.min() >= 0
        assert game.invariants is not None
        assert game.invariants(state) == []
        rights = {(int(c), int(p)) for c, p in np.argwhere(state.rights)}
        assert rights == naive_rights(influence)
        assert list(state.score) == naive_scores(influence)
        # Influence grows by placing only, and goes by attacks only.
        placed = np.maximum(influence - before, 0).sum(axis=0)
        given_out += placed
        if not state.over:
            assert game.legal_action_mask(state).any()
            turn = int(state.turn)
            spent = [int(FACTORS[p]) * (int(state.round_number) - (p > turn)) for p in range(5)]
            spent[turn] -= int(state.factors_left)
            assert list(given_out) == spent
            if state.phase in (PLACE, ATTACK):
                foreign = np.delete(np.asarray(state.added), turn)
                assert foreign.max() <= 5
        game.kernels.potential(state, potentials)
        assert np.abs(potentials).max() < 0.5
        before = influence
    assert decisions <= game.max_decisions
    assert list(given_out) == list(10 * FACTORS)
    values, shares = game.returns(state), game.win_shares(state)
    pairs = [(p, int(a)) for p, a in enumerate(state.ally) if a > p]
    assert {i for i in range(5) if shares[i] > 0} == naive_winners(list(state.score), pairs)
    assert values.sum() == pytest.approx(0)
