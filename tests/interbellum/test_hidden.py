"""`determinize`: states that a seat can't tell from the true one, each as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.engine import Game
from legation.envs.interbellum.actions import COUP_OUT, ORDER, VOTE
from legation.envs.interbellum.components import FRA, GBR, GER, ITA, POOL_SIZE, POWERS, SOV
from legation.envs.interbellum.fields import FIRST_PLACE, RESERVE, STEP_P
from legation.envs.interbellum.hidden import determinize, hand_size, order_options
from legation.tests.interbellum.play import (
    RICH,
    apply,
    begin,
    legal,
    observed,
    random_play,
    views,
)


def until(game: Game, seed: int, reached: Any) -> Any:
    for more in range(20):
        for state in random_play(game, seed + more):
            if reached(state):
                return state.copy()
    raise AssertionError("not reached")


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    """Standard deviations by which the statistic exceeds its mean."""
    assert set(counts) <= set(expected)
    total = sum(counts.values())
    weights = sum(expected.values())
    value = sum(
        (counts[k] - total * w / weights) ** 2 / (total * w / weights) for k, w in expected.items()
    )
    degrees = len(expected) - 1
    return float((value - degrees) / np.sqrt(2 * degrees))


@pytest.mark.parametrize("options", [{"turns": 4}, {**RICH, "turns": 4}, {"stacking": True}])
def test_it_looks_the_same_and_is_possible(options: dict[str, Any]) -> None:
    game = load_game("interbellum", **options)
    rng = np.random.default_rng(1)
    looked: Counter[tuple[int, int]] = Counter()
    for seed in range(3):
        for state in random_play(game, seed):
            place = (int(state.step), int(state.kind))
            looked[place] += 1
            if looked[place] > 4:
                continue
            before = views(game, state)
            for seat in range(game.seats + 1):  # the spectator, too
                guess = determinize(observed(game, state, seat), rng)
                assert views(game, guess)[seat] == before[seat]
                assert game.invariants is not None
                assert game.invariants(guess) == []
                assert guess.actor == state.actor
                if not state.over:
                    assert legal(game, guess).any()
                    if seat == state.actor:
                        assert np.array_equal(legal(game, guess), legal(game, state))


def test_a_guess_can_be_played_on() -> None:
    game = load_game("interbellum", **RICH)
    rng = np.random.default_rng(2)
    for number, state in enumerate(random_play(game, 1)):
        if number % 40 or state.over:
            continue
        guess = determinize(observed(game, state, int(rng.integers(POWERS))), rng)
        while not guess.over:
            apply(guess, int(rng.choice(np.flatnonzero(legal(game, guess)))))
            assert game.invariants is not None
            assert game.invariants(guess) == []


def test_hands_are_uniform() -> None:
    """On turn 1, after a power planned: any two of its ten."""
    game = load_game("interbellum")
    state = until(game, 1, lambda s: s.step == STEP_P and s.acting == SOV)
    seen, rng = observed(game, state, SOV), np.random.default_rng(3)
    counts: Counter[Any] = Counter()
    for _ in range(2500):
        guess = determinize(seen, rng)
        counts[tuple(np.flatnonzero(guess.place[GER] > 0).tolist())] += 1
        assert hand_size(guess, GER) == 2
    pairs = dict.fromkeys(combinations(range(POOL_SIZE), 2), 1.0)
    assert chi_square(counts, pairs) < 4


def test_sendings_are_uniform() -> None:
    """Each set of places for two in hand: R(R - 1) + 2R + 1 of them."""
    game = load_game("interbellum")
    state = until(game, 1, lambda s: s.step == STEP_P and s.acting == ITA)
    seen, rng = observed(game, state, ITA), np.random.default_rng(4)
    counts: Counter[Any] = Counter()
    for _ in range(3000):
        guess = determinize(seen, rng)
        places = guess.place[GER][guess.place[GER] > 0].tolist()
        counts[tuple(places)] += 1
    spots = [RESERVE, *range(FIRST_PLACE, FIRST_PLACE + 8)]
    ways = {(a, b): 1.0 for a in spots for b in spots if a != b or a == RESERVE}
    assert len(ways) == 8 * 7 + 2 * 8 + 1
    assert chi_square(counts, ways) < 4


@pytest.mark.parametrize("stacking", [False, True])
def test_soviet_sendings_are_uniform_with_their_attempts(stacking: bool) -> None:
    """An attempt can be announced wherever an ambassador goes and there is no embassy."""
    game = load_game("interbellum", stacking=stacking)
    state = until(game, 1, lambda s: s.step == STEP_P and s.acting == GBR)
    state.embassy[2:] = 1  # two regions without one
    seen, rng = observed(game, state, GBR), np.random.default_rng(5)
    counts: Counter[Any] = Counter()
    for _ in range(5000):
        guess = determinize(seen, rng)
        places = guess.place[SOV][guess.place[SOV] > 0].tolist()
        counts[(*places, *guess.attempt[:2].tolist())] += 1
        assert not guess.attempt[2:].any()
    spots = [RESERVE, *range(FIRST_PLACE, FIRST_PLACE + 8)]
    ways = {}
    for a in spots:
        for b in spots:
            if a == b != RESERVE and not stacking:
                continue
            for attempts in ((0, 0), (0, 1), (1, 0), (1, 1)):
                if all(not t or FIRST_PLACE + r in (a, b) for r, t in enumerate(attempts)):
                    ways[(a, b, *attempts)] = 1.0
    assert chi_square(counts, ways) < 4


def test_coups_and_orders_are_uniform() -> None:
    game = load_game("interbellum", turns=3)
    rng = np.random.default_rng(6)

    def after_a_choice(s: Any) -> bool:
        choice = (np.asarray(s.place[GER]) == RESERVE).any() and np.asarray(s.deployed[GER]).any()
        return bool(s.kind == COUP_OUT and s.acting != GER and choice)

    state = until(game, 3, after_a_choice)
    power = GER
    reserve = int((np.asarray(state.place[power]) == RESERVE).sum())
    deployed = int(np.asarray(state.deployed[power]).sum())
    seen = observed(game, state, int(state.acting))
    counts: Counter[Any] = Counter()
    for _ in range(3000):
        guess = determinize(seen, rng)
        counts["none" if guess.coup_out[power] < 0 else "one"] += 1
    expected = {"none": 1.0, "one": float(reserve * deployed)}
    assert chi_square(counts, expected) < 4
    state = until(
        game, 5,
        lambda s: s.kind == ORDER and any(order_options(s, a) for a in range(s.acting * POOL_SIZE)),
    )  # fmt: skip
    asked = list(range(state.acting * POOL_SIZE))
    plain = state.copy()
    plain.order[: state.acting] = 0
    asked = [a for a in asked if len(order_options(plain, a)) > 1]
    seen = observed(game, state, int(state.acting))
    for a in asked:
        options = order_options(plain, a)
        counts = Counter()
        for _ in range(1500):
            counts[int(determinize(seen, rng).order[divmod(a, POOL_SIZE)])] += 1
        assert chi_square(counts, {int(o): 1.0 for o in options}) < 4


def test_what_was_seen_is_in_hand() -> None:
    """6: an ambassador that stood somewhere is still in hand; Italy's need not be."""
    game = load_game("interbellum")
    state = until(game, 2, lambda s: s.turn == 3 and s.step == STEP_P and s.acting == SOV)
    seen, rng = observed(game, state, SOV), np.random.default_rng(7)
    stood = np.asarray(state.seen) > 0
    italian = 0
    for _ in range(200):
        guess = determinize(seen, rng)
        assert (guess.place[GER][stood[GER]] > 0).all()
        assert (guess.place[GBR][stood[GBR]] > 0).all()
        assert (guess.place[FRA][stood[FRA]] > 0).all()
        italian += int((guess.place[ITA][stood[ITA]] == 0).any())
    assert italian > 100


def test_votes_are_those_of_candidates() -> None:
    game = load_game("interbellum", turns=1)
    state = until(game, 1, lambda s: s.kind == VOTE and s.acting == FRA)
    seen, rng = observed(game, state, FRA), np.random.default_rng(8)
    counts: Counter[Any] = Counter()
    for _ in range(2000):
        counts[int(determinize(seen, rng).vote[GER])] += 1
    assert chi_square(counts, dict.fromkeys(range(1, POWERS), 1.0)) < 4


def test_the_number_of_sendings() -> None:
    from legation.envs.interbellum.hidden import _ways

    for hand, regions in ((2, 8), (5, 4), (8, 12)):
        plain = sum(
            comb(hand, k) * comb(regions, k) * int(np.prod(range(1, k + 1), dtype=np.int64))
            for k in range(min(hand, regions) + 1)
        )
        assert _ways(hand, 0, regions, False) == plain
        assert _ways(hand, 0, regions, True) == (regions + 1) ** hand


def test_the_game_master_has_nothing_to_guess() -> None:
    game = load_game("interbellum", **RICH)
    state = begin(game, 4)
    guess = determinize(observed(game, state, POWERS), np.random.default_rng(9))
    guess.rng = state.rng
    assert guess.tobytes() == state.tobytes()
