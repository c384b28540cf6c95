"""Playing, replaying and showing match records (`record.py` is their file)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.actions import AsAsked, OwnerOnly
from legation.envs.engine.errors import LegationError
from legation.envs.engine.game import Game, State
from legation.envs.engine.observation import Observations
from legation.envs.engine.record import (
    FORMAT_VERSION,
    AgentName,
    Record,
    make_decision,
    make_result,
    new_record,
    state_hash,
)
from legation.envs.engine.schema import KnownBy, Public

VIEW_FORMAT = "legation.record.view"


class Player(Protocol):
    """As `legation.agents.base.Agent`."""

    @property
    def name(self) -> str: ...

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]: ...


def play_record(
    game: Game,
    players: Sequence[Player],
    seed: int = 0,
    episode: int = 0,
    weights: Sequence[str | None] | None = None,
) -> Record:
    """Plays one episode, a player a seat, and returns its record. Forced decisions count.

    Each seat's player has a random stream of its own, which no other can foresee or move.
    """
    hashes = weights or [None] * len(players)
    names = [AgentName(p.name, w) for p, w in zip(players, hashes, strict=True)]
    record = new_record(game, seed, episode, names)
    streams = np.random.default_rng([seed, episode]).spawn(game.seats)
    state = game.new_state(seed, episode)
    decisions = []
    while not state.over:
        seat = int(state.actor)
        seen = game.observe_many([game.observe(state, seat)])
        action = int(players[seat].act(seen, streams[seat])[0])
        game.apply(state, action)
        decisions.append(make_decision(game, seat, action, state))
    return replace(record, decisions=tuple(decisions), result=make_result(game, state))


def replay(record: Record, game: Game) -> Iterator[State]:
    """The states of a record: the first, then one after each decision (copies).

    Raises:
        LegationError: another game, version or options; an illegal action; a label, a state or a
            result that differs from the recorded one.
    """
    _check_game(record, game)
    state = game.new_state(record.seed, record.episode)
    _check_state(record, game, state, record.start, "the start")
    yield state.copy()
    for n, decision in enumerate(record.decisions):
        if state.over:
            raise LegationError(f"decision {n}: the game is over already; the file was changed")
        if decision.seat != int(state.actor):
            raise LegationError(
                f"decision {n} is of seat {decision.seat}, but seat {int(state.actor)} is to act; "
                "the rules or the file changed"
            )
        try:
            game.apply(state, decision.action)
        except LegationError as error:
            raise LegationError(f"decision {n}: {error}; the rules or the file changed") from None
        if decision.label != game.label(decision.action):
            raise LegationError(
                f"decision {n} is labelled {decision.label!r}, but it is "
                f"{game.label(decision.action)!r}; the game's words or the file changed"
            )
        _check_state(record, game, state, decision.state, f"decision {n}")
        yield state.copy()
    if record.result is None:
        return
    if not state.over:
        raise LegationError(
            f"the record has a result after decision {len(record.decisions) - 1}, but the game is "
            "not over; the rules or the file changed"
        )
    if make_result(game, state) != record.result:
        raise LegationError(
            f"the result is {make_result(game, state)}, recorded is {record.result}; "
            "the rules or the file changed"
        )


def check_record(record: Record, game: Game) -> State:
    """Replays the whole record and returns its last state; raises as `replay` does."""
    state = None
    for state in replay(record, game):  # noqa: B007
        pass
    return state


def _check_game(record: Record, game: Game) -> None:
    for what, recorded, given in (
        ("game", record.game, game.id),
        ("version of the game's rules", record.game_version, game.version),
        ("options", record.options, dict(game.options)),
        ("seats", record.seats, game.seat_ids),
    ):
        if recorded != given:
            raise LegationError(f"the record's {what}: {recorded!r}; here: {given!r}")


def _check_state(record: Record, game: Game, state: State, expected: str, place: str) -> None:
    if state_hash(game, state) != expected:
        raise LegationError(
            f"{place} of the record leads to another state than it did in "
            f"{record.game} {record.game_version}: the rules or the file changed"
        )


# --- what one viewer may have ----------------------------------------------------------------


def shown(
    game: Game,
    viewer: int,
    seat: int,
    action: int,
    before: State,
    after: State,
    language: str = "en",
) -> dict[str, Any] | None:
    """A decision of `seat` as `viewer` (a seat or `game.spectator`) may see it; None: not at all.

    `action` is there only where nothing of it is hidden from the viewer.
    """
    family = game.actions.family_of(action)
    if viewer != seat:
        match family.visible_to:
            case Public():
                seen = True
            case OwnerOnly():
                seen = False
            case KnownBy(mask=mask):
                seen = viewer < game.seats and bool(before[mask][viewer] or after[mask][viewer])
            case AsAsked(mask=mask, public_if=flag):
                seen = bool(flag and before[flag]) or (
                    viewer < game.seats and bool(before[mask][viewer])
                )
        if not seen:
            return None
    hidden = {p.name for p in family.parameters if p.hidden and viewer != seat}
    parameters = {
        name: value
        for name, value in game.describe(action).parameters.items()
        if name not in hidden
    }
    entry: dict[str, Any] = {"seat": seat, "family": family.name, "parameters": parameters}
    if not hidden:
        entry["action"] = action
    if hidden or game.phrase is None:
        entry["label"] = game.actions.label(action, language, redacted=viewer != seat)
    else:
        entry["label"] = game.phrase_of(game.observe(before, viewer), action, language)
    return entry


def told(game: Game, viewer: int, before: State, after: State, language: str = "en") -> list[str]:
    """What `viewer` learns by a decision besides the decision itself, in words; see `Game.news`."""
    if game.news is None:
        return []
    return game.news(game.observe(before, viewer), game.observe(after, viewer), language)


def export_for(record: Record, game: Game, viewer: int, language: str = "en") -> dict[str, Any]:
    """The record as `viewer` may see it: visible decisions only, hidden parameters left out.

    `news` of an entry is what the viewer learnt by it besides the decision; an entry may have
    nothing else, where the decision itself was hidden. No seed, no state hashes (a few hidden cards
    are found from a hash by trying), and no numbers from which hidden decisions could be counted.
    """
    states = replay(record, game)
    if not 0 <= viewer <= game.spectator:
        raise LegationError(f"{game.id}: no viewer {viewer}; valid: 0..{game.spectator}")
    before = next(states)
    decisions = []
    for decision, after in zip(record.decisions, states, strict=True):
        entry = shown(game, viewer, decision.seat, decision.action, before, after, language) or {}
        news = told(game, viewer, before, after, language)
        if news:
            entry["news"] = news
        if entry:
            decisions.append(entry)
        before = after
    result = record.result
    return {
        "format": VIEW_FORMAT,
        "format_version": FORMAT_VERSION,
        "game": record.game,
        "game_version": record.game_version,
        "options": record.options,
        "seats": list(record.seats),
        "agents": [a.name for a in record.agents],
        "viewer": game.seat_ids[viewer] if viewer < game.seats else "spectator",
        "decisions": decisions,
        "result": result
        and {"returns": list(result.returns), "win_shares": list(result.win_shares)},
    }
