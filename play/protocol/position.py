"""Positions from outside: an Observation from fields by name, or from a record.

What comes in is checked against the game's declarations (names, shapes, ranges, who may see what)
before any rule sees it: compiled rules trust their record.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Field, Game, LegationError, Observation, State
from legation.envs.engine.record import parse_record
from legation.envs.engine.replay import replay
from legation.play.protocol.describe import UNSEEN
from legation.play.protocol.options import check_options
from legation.play.protocol.problems import Fault, ProblemError

_SHOWN = 5


def from_observation(
    game: Game, seat: int, fields: dict[str, Any], legal: Sequence[int] | None
) -> Observation:
    """What `seat` sees, from `fields`, nested lists by name with None for unknown.

    Raises:
        ProblemError: not in the form of the game's fields; more or less than the seat may see; a
            position that the rules do not allow; actions that are not legal there.
    """
    record = _record(game, fields)
    _check_visibility(game, seat, record)
    check_options(game, record)
    if record.over:
        raise ProblemError("nothing-to-decide", "the game is over")
    state = _drawn(game, seat, record)
    if state is None:
        if legal is None:
            raise ProblemError("invalid-request", f"{game.id} needs the legal actions: `legal`")
        mask = _mask(game, legal)
    else:
        allowed = game.legal_action_mask(state)
        if not allowed.any():
            raise ProblemError("illegal-position", "no action is legal in this position")
        mask = allowed if legal is None else _mask(game, legal)
        _check_allowed(game, mask, allowed)
    return Observation(game, seat, record, mask, _encoded(game, seat, record))


def from_record(game: Game, seat: int, lines: Sequence[dict[str, Any]]) -> Observation:
    """What `seat` sees at the end of a match record, given as its lines.

    Raises:
        ProblemError: no such record, or the seat has nothing to decide there.
    """
    try:
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        *_, state = replay(parse_record("record", text, unfinished=True), game)
    except LegationError as error:
        raise ProblemError("illegal-position", str(error)) from None
    if state.over:
        raise ProblemError("nothing-to-decide", "the game is over")
    seen = game.observe(state, seat)
    if not seen.to_act:
        raise ProblemError("nothing-to-decide", f"{game.seat_ids[seat]} does not have to act there")
    return seen


# --- the form --------------------------------------------------------------------------------


def _record(game: Game, fields: dict[str, Any]) -> Any:
    """A record with `fields`, and `unknown` for all else."""
    schema = game.schema
    flat = np.full((1, schema.width), schema.unknown, dtype=schema.integer)
    declared = {item.name: item for item in schema.fields if item.name not in UNSEEN}
    faults = [
        Fault(where=f"observation.{name[:80]}", what=f"{game.id} has no such field")
        for name in fields
        if name not in declared
    ]
    for name, item in declared.items():
        entries, wrong = _entries(game, item, fields.get(name))
        faults += wrong
        if not wrong:
            slots = schema.slots[name]
            values = [int(schema.unknown) if entry is None else entry for entry in entries]
            flat[0, slots.start : slots.start + slots.size] = values
    if faults:
        detail = f"{faults[0].where}: {faults[0].what}"
        raise ProblemError("invalid-request", detail, faults)
    return flat.view(schema.dtype)[0, 0]


def _entries(game: Game, item: Field, given: Any) -> tuple[list[int | None], list[Fault]]:
    """The entries in the order of the slots, and what is wrong with them."""
    shape = game.schema.shape(item)
    if given is None:  # all of it
        return [None] * int(np.prod(shape, dtype=np.int64)), []
    low, high = game.schema.bounds(item)
    entries: list[int | None] = []
    faults: list[Fault] = []

    def read(value: Any, depth: int, where: str) -> None:
        if len(faults) >= _SHOWN:
            return
        if depth < len(shape):
            if value is None:  # all below it
                entries.extend([None] * int(np.prod(shape[depth:], dtype=np.int64)))
            elif not isinstance(value, list) or len(value) != shape[depth]:
                what = f"it must be a list of {shape[depth]} ({item.axes[depth]}), or null"
                faults.append(Fault(where=where, what=what))
            else:
                for place, below in enumerate(value):
                    read(below, depth + 1, f"{where}[{place}]")
            return
        whole = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and not (whole and low <= value <= high):
            what = f"it must be a whole number in {low}..{high}, or null"
            faults.append(Fault(where=where, what=what))
        entries.append(value)

    read(given, 0, f"observation.{item.name}")
    return entries, faults


# --- who may see what ------------------------------------------------------------------------


def _check_visibility(game: Game, seat: int, record: Any) -> None:
    """Refuses more, and less, than the seat sees by the game's own redaction.

    A mask that decides may itself be unknown to the seat: then both are accepted.
    """
    known = _flat(game, record) != game.schema.unknown
    least, most = (_visible(game, seat, record, filler) for filler in (0, 1))
    faults = []
    for item in game.schema.fields:
        if item.name in UNSEEN:
            continue
        slots = game.schema.slots[item.name]
        part = slice(slots.start, slots.start + slots.size)
        for wrong, what in (
            (least[part] & ~known[part], "the seat sees it, so it can't be null"),
            (known[part] & ~most[part], "the seat can't see it, so it must be null"),
        ):
            for place in np.flatnonzero(wrong)[:_SHOWN]:
                index = np.unravel_index(int(place), slots.shape) if slots.shape else ()
                where = "".join(f"[{int(i)}]" for i in index)
                faults.append(Fault(where=f"observation.{item.name}{where}", what=what))
    if faults:
        detail = f"{faults[0].where}: {faults[0].what}"
        raise ProblemError("illegal-position", detail, faults)


def _visible(game: Game, seat: int, record: Any, filler: int) -> NDArray[np.bool_]:
    """`[width]`: what the seat would see if all that is unknown were `filler`."""
    flat = _flat(game, record).copy()
    flat[flat == game.schema.unknown] = filler
    state = flat.view(game.schema.dtype)[0]
    state.actor = -1  # so nobody is asked for legal actions
    seen: NDArray[np.bool_] = _flat(game, game.observe(state, seat).record) != game.schema.unknown
    return seen


# --- the rules -------------------------------------------------------------------------------


def _drawn(game: Game, seat: int, record: Any) -> State | None:
    """A whole state that looks like this to the seat; None where the game can't make one."""
    if game.determinize is None:
        return None
    # All actions legal, none known better: it is for this seat to decide.
    blank = Observation(
        game, seat, record, np.ones(game.actions.size, np.bool_), np.zeros(0, np.float32)
    )
    try:
        state = game.determinize(blank, np.random.default_rng(0))
    except Exception:  # plain Python of the game, on a position it never made
        raise ProblemError("illegal-position", "no state of the game looks like this") from None
    _check_range(game, state)
    faults = game.invariants(state) if game.invariants is not None else []
    if faults:
        found = [Fault(where="observation", what=fault) for fault in faults]
        raise ProblemError("illegal-position", faults[0], found)
    if state.over or int(state.actor) != seat:
        name = game.seat_ids[seat]
        raise ProblemError("nothing-to-decide", f"{name} does not have to act in this position")
    if game.observe(state, seat).record.tobytes() != record.tobytes():
        raise ProblemError("illegal-position", "no state of the game looks like this to the seat")
    return state


def _check_range(game: Game, state: State) -> None:
    flat = _flat(game, state)
    for item in game.schema.fields:
        slots, (low, high) = game.schema.slots[item.name], game.schema.bounds(item)
        part = flat[slots.start : slots.start + slots.size]
        if part.min() < low or part.max() > high:
            raise ProblemError("illegal-position", f"no {item.name} fits this position")


def _mask(game: Game, legal: Sequence[int]) -> NDArray[np.bool_]:
    size = game.actions.size
    faults = [
        Fault(where=f"legal[{n}]", what=f"it must be an action's number, 0..{size - 1}")
        for n, action in enumerate(legal)
        if not 0 <= action < size
    ]
    if not legal:
        faults = [Fault(where="legal", what="it must name one action or more")]
    if faults:
        raise ProblemError("invalid-request", f"{faults[0].where}: {faults[0].what}", faults)
    mask = np.zeros(size, dtype=np.bool_)
    mask[list(legal)] = True
    return mask


def _check_allowed(game: Game, mask: NDArray[np.bool_], allowed: NDArray[np.bool_]) -> None:
    """House rules may forbid more than the rules do, not less."""
    extra = np.flatnonzero(mask & ~allowed)
    if len(extra):
        action = int(extra[0])
        raise ProblemError(
            "illegal-position",
            f"action {action} ({game.label(action)}) is not legal in this position",
            [Fault(where="legal", what=f"{int(a)} is not legal here") for a in extra],
        )


def _encoded(game: Game, seat: int, record: Any) -> NDArray[np.float32]:
    """`[F]`: what an agent would read, from what the seat sees and nothing else."""
    records = np.array([record], dtype=game.schema.dtype)
    encoded = np.zeros((1, game.encoder.width), dtype=np.float32)
    everything = len(game.schema.seats) + 1  # the viewer whose redaction leaves all as it is
    game.kernels.observe(
        game.schema.flat(records), np.array([everything]), np.array([seat]),
        game.schema.flat(records.copy()), encoded, game.schema.unknown, game.visibility,
        game.encoder.tables,
    )  # fmt: skip
    features: NDArray[np.float32] = encoded[0]
    return features


def _flat(game: Game, record: Any) -> NDArray[np.signedinteger]:
    flat: NDArray[np.signedinteger] = game.schema.flat(np.array([record], game.schema.dtype))[0]
    return flat
