"""Redaction and encoding go by runs of slots: the same as entry by entry, on any values."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from legation.envs import GAMES, load_game
from legation.envs.engine import Game, Numbers, Tally
from legation.envs.engine.checks.walk import slot_bounds
from legation.envs.engine.features import RowOf
from legation.envs.engine.redaction import flag_slots
from legation.envs.engine.schema import Category, Hidden, Index, KnownBy, Owner, Public
from legation.tests.toys import sealed, whisper

GIVEN: dict[str, Any] = {
    "whisper": whisper.build,
    "sealed": sealed.build,
    **{name: lambda name=name: load_game(name) for name in GAMES},
    "a game master": lambda: load_game("interbellum", gm="seat"),
}


@pytest.fixture(scope="module", params=GIVEN)
def game(request: pytest.FixtureRequest) -> Game:
    made: Game = GIVEN[request.param]()
    return made


def any_states(game: Game, count: int) -> NDArray[np.void]:
    """Any values within the declared ranges, whether the rules lead there or not."""
    rng = np.random.default_rng(3)
    states = np.repeat(game.initial, count)
    low, high = slot_bounds(game)
    flat = game.schema.flat(states)
    for slots in game.schema.slots.values():
        own = slots.indices.ravel()
        flat[:, own] = rng.integers(low[own], high[own] + 1, size=(count, len(own)))
    return states


def sees(game: Game, state: Any, viewer: int, name: str, entry: tuple[int, ...]) -> bool:
    """The meaning of the visibilities, word by word (`schema.py`)."""
    item = game.schema.field(name)
    revealed = getattr(item.visibility, "public_if", None)
    if revealed:
        flags = np.asarray(state[revealed])
        if flags[entry[: flags.ndim]]:
            return True
    match item.visibility:
        case Public():
            return True
        case Hidden():
            return False
        case Owner(axis=axis):
            return viewer < game.seats and entry[item.axes.index(axis)] == viewer
        case KnownBy(mask=mask):
            flags = np.asarray(state[mask])
            return viewer < game.seats and bool(flags[(viewer, *entry[: flags.ndim - 1])])


def test_each_entry_is_seen_by_whom_its_visibility_says(game: Game) -> None:
    for state in any_states(game, 4):
        for viewer in range(game.seats + 1):
            record = game.observe(state, viewer).record
            for item in game.schema.fields:
                values, true = np.asarray(record[item.name]), np.asarray(state[item.name])
                for entry in np.ndindex(values.shape):
                    seen = sees(game, state, viewer, item.name, entry)
                    right = true[entry] if seen else game.schema.unknown
                    assert values[entry] == right, (viewer, item.name, entry)


def test_each_feature_is_what_its_name_says(game: Game) -> None:
    place = {name: i for i, name in enumerate(game.encoder.names)}
    assert len(place) == game.encoder.width
    for state in any_states(game, 4):
        for viewer in range(game.seats):
            seen = game.observe(state, viewer)
            right = np.zeros(game.encoder.width, dtype=np.float32)
            right[place[f"seat={game.seat_ids[viewer]}"]] = 1
            for item in game.schema.fields:
                # Own rows: test_views.py; what is not among the features is for others to tell.
                if item.encode is True or isinstance(item.encode, Numbers):
                    _write(game, seen.record, item.name, place, right)
            for tally in game.schema.tallies:
                _add_up(game, seen.record, viewer, tally, place, right)
            others = {
                item.name
                for item in game.schema.fields
                if item.encode == "own_row" or isinstance(item.encode, RowOf)
            }
            wrong = [game.encoder.names[i] for i in np.flatnonzero(seen.encoded != right)]
            assert [name for name in wrong if _field_of(name) not in others] == []


def _field_of(feature: str) -> str:
    return re.split(r"[\[= ]", feature, maxsplit=1)[0]


def _write(
    game: Game, record: Any, name: str, place: dict[str, int], out: NDArray[np.float32]
) -> None:
    item = game.schema.field(name)
    low, high = game.schema.bounds(item)
    if low == high:
        return
    ids = [game.schema.axis(axis).item_ids for axis in item.axes]
    for number, entry in enumerate(product(*(range(len(axis)) for axis in ids))):
        if item.entries is not None and number not in item.entries:
            continue
        label = name
        if entry:
            label += f"[{', '.join(axis[i] for axis, i in zip(ids, entry, strict=True))}]"
        value = int(np.asarray(record[name])[entry])
        known = value != game.schema.unknown
        if f"{label} is known" in place:  # left out where the seat or a mask tells it
            out[place[f"{label} is known"]] = known
        if isinstance(item.encode, Numbers):
            row = item.encode.rows[value] if known and value >= 0 else [0] * len(item.encode.names)
            for what, amount in zip(item.encode.names, row, strict=True):
                out[place[f"{label} {what}"]] = amount
            continue
        match item.kind:
            case Category(values=values):
                if known:
                    out[place[f"{label}={values[value].en}"]] = 1
            case Index(axis=axis):
                if known and value >= 0:
                    out[place[f"{label}={game.schema.axis(axis).item_ids[value]}"]] = 1
            case _:
                scale = getattr(item.kind, "scale", None) or high - low
                factor = np.float32(1.0 / scale)
                out[place[label]] = np.float32(value - low) * factor if known else 0


def _add_up(
    game: Game, record: Any, viewer: int, tally: Tally, place: dict[str, int], out: Any
) -> None:
    kind = game.schema.field(tally.place).kind
    assert isinstance(kind, Index)
    items = game.schema.axis(kind.axis).item_ids
    unknown = game.schema.unknown
    amounts, places = (np.asarray(record[name]).ravel() for name in (tally.amount, tally.place))
    for owner, amount, where in zip(tally.owners, amounts, places, strict=True):
        if owner == viewer and unknown not in (amount, where) and where >= 0:
            at = place[f"{tally.name}[{items[where]}]"]
            out[at] += np.float32(amount) * np.float32(1.0 / tally.scale)


def test_features_straight_from_the_state_are_those_of_the_redacted_record(game: Game) -> None:
    """`step` reads no redacted record; what it writes has to be what `encode` makes of one."""
    states = any_states(game, 64)
    for viewer in range(game.seats + 1):  # the last one is the spectator
        viewers = np.full(len(states), viewer)
        direct = np.full((len(states), game.encoder.width), np.nan, dtype=np.float32)
        game.kernels.read(game.schema.flat(states), viewers, direct, game.direct)
        for state, features in zip(states, direct, strict=True):
            assert features.tobytes() == game.observe(state, viewer).encoded.tobytes()


def test_the_layout_names_every_feature_once(game: Game) -> None:
    """It is part of a snapshot's fingerprint, and has to stay as it is however `encode` works."""
    seats, spans, _, choices, known, *more = game.encoder.layout
    tables = game.encoder.tables
    assert seats == game.seats
    features = list(range(game.seats))
    for _, first, length in np.asarray(spans):
        features += range(first, first + length)
    for _, first, length in np.asarray(choices):
        features += range(first, first + length)
    for _, first, length, _, width, _ in tables.points:
        features += range(first, first + length * width)
    for _, _, first, _, places, _ in tables.tallies:
        features += range(first, first + places)
    for _, _, first, length, _ in tables.named:
        features += range(first, first + length)
    features += range(len(features), len(features) + len(np.asarray(known)))
    for table in (tables.points, tables.numbers, tables.tallies, tables.owners):
        assert not len(table) or any(one is table for one in more)
    assert features == list(range(game.encoder.width))


def test_the_flags_that_decide_are_all_named(game: Game) -> None:
    """`Secrets` must not draw them anew, for they are read from what is seen."""
    for viewer in range(game.seats + 1):
        flags: set[int] = set()
        for item in game.schema.fields:
            revealed = getattr(item.visibility, "public_if", None)
            if revealed:
                flags.update(game.schema.slots[revealed].indices.ravel().tolist())
            if isinstance(item.visibility, KnownBy) and viewer < game.seats:
                own = game.schema.slots[item.visibility.mask].indices
                if viewer < len(own):
                    flags.update(own[viewer].ravel().tolist())
        assert set(flag_slots(game.visibility, viewer).tolist()) == flags
