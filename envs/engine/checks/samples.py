"""The dear checks: single positions, whole episodes, the game as an object, batches."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from legation.envs.engine.batch import Forced, GameBatch
from legation.envs.engine.checks.loops import Loops
from legation.envs.engine.checks.report import CheckReport
from legation.envs.engine.checks.secrets import Faults, HiddenDecisions
from legation.envs.engine.checks.walk import choice_key, position, slot_bounds
from legation.envs.engine.errors import LegationError
from legation.envs.engine.game import Game, State
from legation.envs.engine.record import (
    make_decision,
    make_result,
    new_record,
    read_record,
    record_lines,
    write_record,
)
from legation.envs.engine.replay import VIEW_FORMAT, check_record, export_for
from legation.envs.engine.schema import LANGUAGES


def check_clone(game: Game, state: State, faults: Faults) -> None:
    """Copies of one state, and what becomes of them."""
    raw = game.to_bytes(state)
    ways = {
        "copy()": state.copy(),
        "copy.deepcopy": copy.deepcopy(state),
        "pickle": pickle.loads(pickle.dumps(state)).copy(),  # see Game.from_bytes
        "bytes": game.from_bytes(raw),
        "an array": np.array([state], dtype=game.schema.dtype)[0],
    }
    action = int(np.flatnonzero(game.legal_action_mask(state))[0])
    after = state.copy()
    game.apply(after, action)
    for way, clone in ways.items():
        if game.to_bytes(clone) != raw:
            faults("clone", f"a state cloned by {way} has other bytes")
            continue
        game.apply(clone, action)
        if game.to_bytes(clone) != game.to_bytes(after):
            faults("clone", f"a state cloned by {way} goes another way")
    if game.to_bytes(state) != raw:
        faults("clone", "a state changed when its clone did")


def check_refusals(game: Game, state: State, rng: np.random.Generator, faults: Faults) -> None:
    illegal = np.flatnonzero(~game.legal_action_mask(state)).tolist()
    some = [int(a) for a in rng.permutation(illegal)[:3]]
    raw = game.to_bytes(state)
    for action in (*some, -1, game.actions.size):
        try:
            game.apply(state, action)
            faults("illegal_action", f"action {action} is illegal, but was taken")
        except LegationError:
            pass
        if game.to_bytes(state) != raw:
            faults("illegal_action", f"action {action} was refused, but changed the state")


def check_determinize(game: Game, state: State, rng: np.random.Generator, faults: Faults) -> None:
    assert game.determinize is not None
    low, high = slot_bounds(game)
    for seat in range(game.seats):
        seen = game.observe(state, seat)
        guess = game.determinize(seen, rng)
        flat = game.schema.flat(np.array([guess], dtype=game.schema.dtype))[0]
        if ((flat < low) | (flat > high)).any():
            faults("determinize", f"for seat {seat}: values out of their range")
            continue
        if game.observe(guess, seat).to_bytes() != seen.to_bytes():
            faults("determinize", f"seat {seat} can tell the state from the true one")
        if bool(guess.over) != bool(state.over) or (
            not guess.over and not game.legal_action_mask(guess).any()
        ):
            faults("determinize", f"for seat {seat}: nobody can act")
        for wrong in game.invariants(guess) if game.invariants else ():
            faults("determinize", f"for seat {seat}: {wrong}")


def check_episode(
    game: Game, seed: int, episode: int, report: CheckReport, hidden: HiddenDecisions
) -> None:
    """One whole episode: the same again from its seed, its record, and what viewers may have of it.

    The states come one by one from `Game.apply`; `batch_digest` takes them from a batch.
    """

    def faults(check: str, message: str) -> None:
        report.fault(check, message, seed, episode)

    actions = position(game, seed, episode, game.max_decisions)[1]
    state = game.new_state(seed, episode)
    record = new_record(game, seed, episode)
    decisions = []
    for action in actions:
        before, seat = state.copy(), int(state.actor)
        game.apply(state, action)
        decisions.append(make_decision(game, seat, action, state))
        if hidden.any:
            hidden.look(before, action, state, faults)
    if not state.over:
        return  # found by the walk
    record = replace(record, decisions=tuple(decisions), result=make_result(game, state))
    report.note("determinism")
    report.note("record")
    report.note("illegal_action")
    try:
        check_record(record, game)
    except LegationError as error:
        faults("determinism", f"a second play from the same seed: {error}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.jsonl"
        write_record(path, record)
        if record_lines(read_record(path)) != record_lines(record):
            faults("record", "the record reads back as another one")
    raw = game.to_bytes(state)
    if game.legal_action_mask(state).any():
        faults("illegal_action", "something is legal after the end")
    try:
        game.apply(state, 0)
        faults("illegal_action", "an action was taken after the end")
    except LegationError:
        pass
    if game.to_bytes(state) != raw:
        faults("illegal_action", "an action after the end changed the state")
    secret = {d.state for d in record.decisions} | {record.start}
    for viewer in range(game.seats + 1):
        view = export_for(record, game, viewer)
        text = json.dumps(view)
        if view["format"] != VIEW_FORMAT or any(word in text for word in secret):
            faults("hidden_decisions", f"the export for viewer {viewer} holds a state hash")
        own = [d for d in view["decisions"] if d.get("seat") == viewer]
        if len(own) != sum(d.seat == viewer for d in record.decisions):
            faults("record", f"the export for viewer {viewer} lacks some of its own decisions")


def check_game(game: Game, report: CheckReport, seed: int) -> None:
    """The game as an object: copies, and the numbers and words of all actions."""
    report.note("clone")
    again = pickle.loads(pickle.dumps(game))
    first = [game.to_bytes(g.new_state(seed, e)) for g in (game, again) for e in range(3)]
    if first[:3] != first[3:] or (again.id, again.version) != (game.id, game.version):
        report.fault("clone", "a game that was pickled is another one", seed)
    space = game.actions
    report.note("actions", space.size)
    words: dict[tuple[str, str], int] = {}
    for number in range(space.size):
        named = space.describe(number)
        if space.index(named.family, **named.parameters) != number:
            report.fault("actions", f"action {number} is {named}, which is another number", seed)
        for language in LANGUAGES:
            label = space.label(number, language)
            if not label or words.setdefault((language, label), number) != number:
                other = words.get((language, label))
                report.fault("actions", f"actions {other} and {number} are both {label!r}", seed)


def check_batches(game: Game, report: CheckReport, seed: int, threads: int) -> None:
    """The same episodes in batches of several sizes, and with forced decisions taken or asked."""
    episodes = 6
    expected = [batch_digest(game, seed, e, 1, 1, 1, "ask") for e in range(episodes)]
    for size, workers in {(1, 1), (4, 1), (4, threads)}:
        found = batch_digest(game, seed, 0, size, episodes, workers, "ask")
        report.note("batch", episodes)
        for episode in range(episodes):
            if found[episode] != expected[episode][episode]:
                words = f"differs in a batch of {size} with {workers} thread(s)"
                report.fault("batch", words, seed, episode)
    found = batch_digest(game, seed, 0, 4, episodes, 1, "auto")
    report.note("forced", episodes)
    for episode in range(episodes):
        if found[episode][1:] != expected[episode][episode][1:]:
            report.fault(
                "forced", "the returns differ when forced decisions are taken", seed, episode
            )


def batch_digest(
    game: Game, seed: int, first: int, size: int, episodes: int, threads: int, forced: Forced
) -> dict[int, tuple[Any, ...]]:
    """Plays the episodes from `first` on at random in a `GameBatch`.

    Returns for each episode: a digest of all that was seen, its returns, its shares of the win.
    """
    batch = GameBatch(
        game, games=size, seed=seed, first_episode=first, forced=forced, threads=threads
    )
    loops = Loops(game)
    chances = np.zeros(size, dtype=np.uint64)
    key = choice_key(seed)
    loops.seed(key, batch.episode, np.ones(size, dtype=np.bool_), chances)
    digests = {int(e): hashlib.blake2b(digest_size=16) for e in batch.episode}
    results: dict[int, tuple[Any, ...]] = {}
    actions = np.zeros(size, dtype=np.int64)
    wanted = set(range(first, first + episodes))
    for _ in range(game.max_decisions * (episodes + 1)):
        seen = batch.observe()
        for row, episode in enumerate(batch.episode.tolist()):
            digest = digests.setdefault(episode, hashlib.blake2b(digest_size=16))
            digest.update(seen.records[row].tobytes())
            digest.update(seen.encoded[row].tobytes())
            digest.update(seen.legal_action_mask[row].tobytes())
            digest.update(game.to_bytes(batch.state(row)))
        loops.choose(batch.legal_action_mask, chances, actions)
        playing = batch.episode.copy()
        batch.step(actions)
        for row in np.flatnonzero(batch.terminated).tolist():
            episode = int(playing[row])
            values = (batch.returns[row].tobytes(), batch.win_shares[row].tobytes())
            results[episode] = (digests[episode].hexdigest(), *values)
        loops.seed(key, batch.episode, batch.terminated, chances)
        if wanted <= set(results):
            break
    return results
