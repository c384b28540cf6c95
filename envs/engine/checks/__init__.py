"""One conformance suite for every game, without a game's name in it.

`run_checks(game)` plays at random and looks at every position it comes to. Cheap checks (bytes of
observations, masks, ranges, returns, repetition) are made at all of them; dear ones (words, clones,
refusals, determinizations, invariants, records, batches) at a sample. What each demands is in
`report.CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from legation.envs.engine.checks.report import CHECKS, CheckReport, Fault
from legation.envs.engine.checks.samples import (
    check_batches,
    check_clone,
    check_determinize,
    check_episode,
    check_game,
    check_refusals,
)
from legation.envs.engine.checks.secrets import HiddenDecisions, Secrets, check_views, check_words
from legation.envs.engine.checks.turns import Turns
from legation.envs.engine.checks.walk import Walk, position
from legation.envs.engine.errors import LegationError
from legation.envs.engine.game import Game

_GAMES = 256
_ENOUGH_FAULTS = 500


def run_checks(
    game: Game,
    positions: int = 10_000,
    seed: int = 0,
    *,
    samples: int = 100,
    episodes: int = 20,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> CheckReport:
    """Looks for faults in a game.

    Args:
        game: the game.
        positions: how many to visit.
        seed: of everything; the same arguments give the same report.
        samples: at how many of them the dear checks are made (invariants: at ten times as many).
        episodes: how many episodes are replayed, recorded, exported.
        threads: also compare batches with that many threads, where more than 1.
        progress: called with (positions visited, positions wanted).

    Stops early after 500 faults.
    """
    for name, value in (("positions", positions), ("samples", samples), ("episodes", episodes)):
        if value < 1:
            raise LegationError(f"{name} is {value}; it must be at least 1")
    report = CheckReport(game.id)
    rng = np.random.default_rng([seed, 2])
    secrets = Secrets(game, seed)
    check_game(game, report, seed)
    # Few enough games at once that most come to their end.
    games = min(_GAMES, max(1, positions // (2 * game.max_decisions)))
    walk = Walk(game, games, seed, report)
    turns = Turns(walk, secrets)
    while report.found.total() < _ENOUGH_FAULTS and (
        report.positions < positions or (report.ok and not report.episodes)
    ):
        walk.look()
        check_views(walk, secrets)
        turns.look()
        live = np.flatnonzero(walk.live)
        report.positions += len(live)
        share = samples / positions
        for row in live[rng.random(len(live)) < 10 * share]:
            _sample(walk, secrets, rng, int(row), dear=bool(rng.random() < 0.1))
        walk.step()
        if progress:
            progress(min(report.positions, positions), positions)
    hidden = HiddenDecisions(game, report, rng)
    for episode in range(episodes):
        replayed = partial(check_episode, game, seed, episode, report, hidden)
        _guarded(report, seed, episode, "record", replayed)
    hidden.finish(seed)
    if not report.found["some_action"] and not report.found["decision_bound"]:
        _guarded(report, seed, 0, "batch", lambda: check_batches(game, report, seed, threads))
    return report


def _sample(
    walk: Walk, secrets: Secrets, rng: np.random.Generator, row: int, *, dear: bool
) -> None:
    game, report, state = walk.game, walk.report, walk.states[row].copy()

    def faults(check: str, message: str) -> None:
        walk.fault(check, message, row)

    report.note("constants")
    for item in game.schema.fields:
        if item.constant and not np.array_equal(state[item.name], game.initial[item.name][0]):
            faults("constants", f"{item.name} has changed")
    if game.invariants:
        report.note("invariants")
        for wrong in game.invariants(state):
            faults("invariants", wrong)
    if not dear:
        return
    checks: list[tuple[str, Callable[[], None]]] = [
        ("hidden_in_text", lambda: check_words(game, secrets, state, faults)),
        ("clone", lambda: check_clone(game, state, faults)),
        ("illegal_action", lambda: check_refusals(game, state, rng, faults)),
    ]
    if game.determinize:
        checks.append(("determinize", lambda: check_determinize(game, state, rng, faults)))
    report.note("hidden_in_error")
    for name, check in checks:
        report.note(name)
        _guarded(report, walk.seed, int(walk.episode[row]), name, check, int(walk.decision[row]))


def _guarded(
    report: CheckReport,
    seed: int,
    episode: int,
    name: str,
    check: Callable[[], None],
    decision: int = -1,
) -> None:
    """A check that the game's own code can bring down with an exception: a fault as well."""
    try:
        check()
    except Exception as error:
        report.fault(name, f"{type(error).__name__}: {error}", seed, episode, decision)


__all__ = ["CHECKS", "CheckReport", "Fault", "position", "run_checks"]
