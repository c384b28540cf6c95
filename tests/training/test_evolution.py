"""The evolution strategy: slopes, their errors, and steps that pay."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from legation.envs import load_game
from legation.tests.secret_orders.evolved import goals_of
from legation.training import evolution
from legation.training.evolution import Outcome, Settings, generation, slopes_in_errors
from legation.training.workers import Workers

PLAYERS = evolution.WeightedPlayers("secret_orders")
WORTH = np.array([[1.0, -1.0, 0.0], [0.0, 2.0, -0.5]])  # what each weight's logarithm brings


def test_slopes_are_those_of_least_squares_in_units_of_their_errors() -> None:
    rng = np.random.default_rng(1)
    moves, seats = rng.normal(size=(4000, 3)), rng.integers(2, size=4000)
    gains = moves @ [0.1, 0.0, -0.3] + 5.0 * seats + rng.normal(size=4000)
    found = slopes_in_errors(moves, seats, 2, gains)
    # With noise of deviation 1 the error of each slope is 1 / sqrt(4000).
    np.testing.assert_allclose(found, np.array([0.1, 0.0, -0.3]) * np.sqrt(4000), atol=2.5)
    assert abs(found[1]) < 2.5 < min(abs(found[0]), abs(found[2]))


def test_too_few_samples_tell_nothing() -> None:
    assert (slopes_in_errors(np.ones((3, 2)), np.zeros(3, np.int64), 1, np.ones(3)) == 0).all()


def test_generations_climb_where_weights_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row by what its own seats got; a weight that brings nothing stays about where it is."""
    game = load_game("secret_orders", scenario="duel")

    def played(
        game: object, players: object, weights: NDArray[np.float64], rows_of: object,
        seed: int, first: int,
    ) -> Outcome:  # fmt: skip
        rng = np.random.default_rng((seed, first))
        games, seats = weights.shape[:2]
        rows = rng.integers(2, size=(games, seats))
        logs = np.log(np.take_along_axis(weights, rows[:, :, None, None], axis=2)[:, :, 0])
        returns = (logs * WORTH[rows]).sum(axis=2) + rng.normal(size=rows.shape)
        return Outcome(rows[:, :, None], returns, np.zeros(rows.shape))

    monkeypatch.setattr(evolution, "play", played)
    weights = np.ones((2, 3))
    for number in range(6):
        weights, _ = generation(
            game, PLAYERS, weights, number, goals_of, Settings(games=400), Workers(1)
        )
    logs = np.log(weights)
    paid = WORTH != 0
    assert (np.sign(logs[paid]) == np.sign(WORTH[paid])).all()
    assert np.abs(logs[paid]).min() > 2 * np.abs(logs[~paid]).max()


def test_a_seat_may_play_by_several_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it gets comes from all of them; rows of the other seat have no part in it."""
    game = load_game("secret_orders", scenario="duel")
    rows = np.array([[0, 2], [1, 3]])
    worth = np.stack([*WORTH, -WORTH[1], 0.2 * WORTH[0]])

    def played(
        game: object, players: object, weights: NDArray[np.float64], rows_of: object,
        seed: int, first: int,
    ) -> Outcome:  # fmt: skip
        noise = np.random.default_rng((seed, first)).normal(size=weights.shape[:2])
        own = (np.log(weights) * worth).sum(axis=3)
        returns = noise + np.stack([own[:, s, rows[s]].sum(axis=1) for s in range(2)], axis=1)
        return Outcome(np.tile(rows, (len(weights), 1, 1)), returns, np.zeros(returns.shape))

    monkeypatch.setattr(evolution, "play", played)
    weights = np.ones((4, 3))
    for number in range(6):
        settings = Settings(games=600)
        weights, _ = generation(game, PLAYERS, weights, number, goals_of, settings, Workers(1))
    logs = np.log(weights)
    paid = worth != 0
    assert (np.sign(logs[paid]) == np.sign(worth[paid])).all()
    assert np.abs(logs[paid]).min() > 2 * np.abs(logs[~paid]).max()


def test_a_generation_does_not_depend_on_threads() -> None:
    game = load_game("secret_orders", scenario="duel")
    weights = PLAYERS.module.WEIGHTS
    settings = Settings(games=10, piece=4)
    found = [
        generation(game, PLAYERS, weights, 1, goals_of, settings, Workers(threads))
        for threads in (1, 2)
    ]
    np.testing.assert_array_equal(found[0][0], found[1][0])
    for one, other in zip(found[0][1], found[1][1], strict=True):
        np.testing.assert_array_equal(one, other)
    assert set(np.unique(found[0][1].rows)) <= set(range(4))
    np.testing.assert_allclose(found[0][1].wins.sum(axis=1), 1.0)
