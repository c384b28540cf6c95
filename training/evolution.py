"""An evolution strategy over the weights of a hand-written player.

In every game of a generation each seat plays with weights of its own: those found so far, each
multiplied by e^(sigma x), x standard normal. A regression of what the seats got on their x's tells
for every weight whether more or less of it pays, and how sure that is; each moves as far as it is
sure. The slopes are the gradient of the smoothed return (Salimans et al. 2017, arXiv:1703.03864,
eq. 2), by least squares with every seat of every game a sample; of them the sign and the certainty
count, not the size, as weights are of many kinds. A weight of 0 stays 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.agents.weighted import WeightedPlayers
from legation.envs.engine import Game, GameBatch
from legation.training.workers import Workers

# The K rows of weights that each seat of a finished game played by: `[S, K]` of its state. Two
# seats play by the same rows, in the same order, or have none in common.
RowsOf = Callable[[np.void], NDArray[np.int64]]

SURE = 3.0  # errors of its slope from 0: so far a weight moves a whole step


class Settings(NamedTuple):
    """How to search.

    Attributes:
        generations: how many.
        games: of each.
        sigma: deviation of the logarithms of weights within a generation.
        step: of a weight that is sure to pay, in sigmas, in the first generation; afterwards
            step / (1 + generation / 3).
        wins: how much a win counts beside the return.
        seed: of everything.
        piece: games that are played together, on one thread.
    """

    generations: int = 12
    games: int = 1200
    sigma: float = 0.45
    step: float = 0.75
    wins: float = 0.2
    seed: int = 0
    piece: int = 600


class Outcome(NamedTuple):
    """Of the seats of a generation: rows of weights `[G, S, K]`, returns and shares of the win
    `[G, S]`."""

    rows: NDArray[np.int64]
    returns: NDArray[np.float64]
    wins: NDArray[np.float64]


def play(
    game: Game,
    players: WeightedPlayers,
    weights: NDArray[np.float64],
    rows_of: RowsOf,
    seed: int,
    first: int,
) -> Outcome:
    """G games from episode `first` on, seat s of game i with weights `weights[i, s]` (`[G, S, R,
    P]`)."""
    games, seats = weights.shape[:2]
    batch = GameBatch(
        game, games=games, seed=seed, first_episode=first, encode=False, autoreset="disabled"
    )
    rng = np.random.default_rng((seed, first))
    flat = weights.reshape(games * seats, *weights.shape[2:])
    returns, wins = np.zeros((games, game.seats)), np.zeros((games, game.seats))
    while not batch.over:
        moving = np.flatnonzero(batch.actor >= 0)
        which = moving * seats + batch.actor[moving]
        actions = np.zeros(games, dtype=np.int64)
        actions[moving] = players.act(batch.observe(moving), flat, which, rng)
        batch.step(actions)
        ended = batch.terminated
        returns[ended], wins[ended] = batch.returns[ended], batch.win_shares[ended]
    rows = np.stack([rows_of(batch.state(i)) for i in range(games)])
    return Outcome(rows, returns[:, :seats], wins[:, :seats])


def generation(
    game: Game,
    players: WeightedPlayers,
    found: NDArray[np.float64],
    number: int,
    rows_of: RowsOf,
    settings: Settings,
    workers: Workers,
) -> tuple[NDArray[np.float64], Outcome]:
    """One generation: better weights `[R, P]` than those `found` so far, and what was played."""
    rng = np.random.default_rng((settings.seed, number))
    moves = rng.normal(size=(settings.games, game.seats, *found.shape))
    weights = found * np.exp(settings.sigma * moves)
    first = number * settings.games
    cuts = range(settings.piece, settings.games, settings.piece)
    jobs = [
        workers.submit(play, game, players, weights[p], rows_of, settings.seed, first + int(p[0]))
        for p in np.split(np.arange(settings.games), cuts)
    ]
    parts = [job.result() for job in jobs]
    outcome = Outcome(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    step = settings.step / (1 + number / 3)
    logs = np.zeros_like(found)
    rows = outcome.rows
    for together in np.unique(rows.reshape(-1, rows.shape[2]), axis=0):
        at, seats = np.nonzero((rows == together).all(axis=2))
        gains = outcome.returns[at, seats] + settings.wins * outcome.wins[at, seats]
        own = moves[at, seats][:, together].reshape(len(at), -1)
        sure = slopes_in_errors(own, seats, game.seats, gains).reshape(len(together), -1)
        logs[together] = step * settings.sigma * np.clip(sure / SURE, -1.0, 1.0)
    return found * np.exp(logs), outcome


def slopes_in_errors(
    moves: NDArray[np.float64], seats: NDArray[np.int64], count: int, gains: NDArray[np.float64]
) -> NDArray[np.float64]:
    """`[P]`: slopes of `gains [N]` on `moves [N, P]`, in units of their standard errors.

    Least squares, with a level of its own for each of the `count` seats; 0 where there are too few
    samples to tell.
    """
    weights = moves.shape[1]
    table = np.concatenate([moves, np.eye(count)[seats]], axis=1)
    left = len(table) - table.shape[1]
    if left < 1:
        return np.zeros(weights)
    inverse = np.linalg.pinv(table.T @ table)
    slopes = inverse @ (table.T @ gains)
    variance = float(((gains - table @ slopes) ** 2).sum()) / left
    errors = np.sqrt(variance * np.diag(inverse)[:weights])
    found = np.zeros(weights)
    np.divide(slopes[:weights], errors, out=found, where=errors > 0)
    return found
