"""Redaction and encoding: what a seat sees, and what a network reads of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from legation.envs.engine import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Category,
    Count,
    Field,
    Game,
    Index,
    LegationError,
    Schema,
    Text,
)
from legation.envs.engine.encoder import build_encoder, encode
from legation.envs.engine.redaction import redact, visibility_tables
from legation.tests.toys import whisper

UNKNOWN = whisper.SCHEMA.unknown
X = Text("x", "х")


@pytest.fixture
def state(whispers: Game) -> Any:
    """Bob has whispered his card to cyd; ann has one stone in her stash and a blue stone laid."""
    made = whispers.new_state(seed=1)
    made.card[:] = (1, 2, 3)
    made.die = 4
    ann = [("stash", {}), ("lay", {"place": "hill", "colour": "blue"}), ("pass", {})]
    bob = [("lay", {"place": "lake", "colour": "red"}), ("whisper", {"to": "cyd"})]
    for family, parameters in (*ann, *bob):
        whispers.apply(made, whispers.action(family, **parameters))
    return made


def test_known_by(whispers: Game, state: Any) -> None:
    cards = [whispers.observe(state, v).record.card.tolist() for v in range(4)]
    assert cards == [
        [1, UNKNOWN, UNKNOWN],
        [UNKNOWN, 2, UNKNOWN],
        [UNKNOWN, 2, 3],
        [UNKNOWN] * 3,
    ]


def test_owner_public_and_hidden(whispers: Game, state: Any) -> None:
    ann, bob, spectator = (whispers.observe(state, v).record for v in (0, 1, 3))
    assert ann.stash.tolist() == [1, UNKNOWN, UNKNOWN]
    assert bob.stash.tolist() == [UNKNOWN, 0, UNKNOWN]
    assert ann.colour.tolist() == [2, UNKNOWN, UNKNOWN]
    assert bob.knows.tolist() == [[UNKNOWN] * 3, [0, 1, 0], [UNKNOWN] * 3]
    assert spectator.lies.tolist() == bob.lies.tolist() == [0, 1, -1]
    for seen in (ann, bob, spectator):
        assert seen.die == UNKNOWN
        assert seen.actor == UNKNOWN
        assert seen.over == 0
    assert spectator.stash.tolist() == [UNKNOWN] * 3


def test_no_view_holds_the_random_stream(whispers: Game, state: Any) -> None:
    other = state.copy()
    other.rng = np.uint64(12345)
    for viewer in range(4):
        seen = whispers.observe(state, viewer)
        assert seen.record.rng != state.rng
        assert seen.to_bytes() == whispers.observe(other, viewer).to_bytes()


def test_only_the_seat_to_act_has_a_mask(whispers: Game, state: Any) -> None:
    assert [whispers.observe(state, v).to_act for v in range(4)] == [False, False, True, False]
    cyd = whispers.observe(state, 2)
    assert np.array_equal(cyd.legal_action_mask, whispers.legal_action_mask(state))


def test_viewers_that_do_not_exist_are_refused(whispers: Game, state: Any) -> None:
    for viewer in (-1, 4, 5):
        with pytest.raises(LegationError, match=r"valid: 0\.\.2, or 3 for a spectator"):
            whispers.observe(state, viewer)


def test_viewers_may_be_named(whispers: Game, state: Any) -> None:
    for seat, name in enumerate(whispers.seat_ids):
        named, numbered = whispers.observe(state, name), whispers.observe(state, np.int64(seat))
        assert named.to_bytes() == numbered.to_bytes() == whispers.observe(state, seat).to_bytes()
    with pytest.raises(LegationError, match=r"unknown seat 'bop'.*Did you mean 'bob'"):
        whispers.observe(state, "bop")
    for viewer in (1.0, None, True):
        with pytest.raises(LegationError, match=r"valid: 0\.\.2, or 3 for a spectator"):
            whispers.observe(state, viewer)  # type: ignore[arg-type]


def test_a_spectator_has_no_seat_of_its_own(kuhn2: Game) -> None:
    """In a game whose first feature after the seats would be taken for one."""
    moods = Category((Text("calm", "с"), Text("cross", "з")))
    schema = Schema(kuhn2.schema.seats, (), (Field("mood", moods, PUBLIC, X),))
    initial = np.zeros(1, schema.dtype)
    initial["mood"] = 1
    game = replace(kuhn2, schema=schema, initial=initial)
    assert game.encoder.names == ("seat=seat0", "seat=seat1", "mood=calm", "mood=cross")
    state = initial[0].copy()
    state["over"] = 1
    assert game.observe(state, 1).encoded.tolist() == [0, 1, 0, 1]
    assert game.observe(state, game.spectator).encoded.tolist() == [0, 0, 0, 1]


def test_to_dict_is_plain_and_without_secrets(whispers: Game, state: Any) -> None:
    seen = json.loads(json.dumps(whispers.observe(state, 0).to_dict()))
    assert seen["fields"]["card"] == [1, None, None]
    assert seen["fields"]["die"] is None
    assert "actor" not in seen["fields"]
    assert "rng" not in seen["fields"]
    assert seen["legal"] == []
    assert whispers.observe(state, 0).known("card").tolist() == [True, False, False]


def feature(game: Game, encoded: np.ndarray, name: str) -> float:
    return float(encoded[game.encoder.names.index(name)])


def test_unknown_reads_0_and_a_mask_or_a_flag_says_so(whispers: Game, state: Any) -> None:
    cyd = whispers.observe(state, 2).encoded
    assert feature(whispers, cyd, "card[bob]") == pytest.approx(2 / 3)
    assert feature(whispers, cyd, "knows[cyd, bob]") == 1
    assert feature(whispers, cyd, "card[ann]") == 0
    assert feature(whispers, cyd, "knows[cyd, ann]") == 0
    assert feature(whispers, cyd, "colour[ann]=blue") == 0
    assert feature(whispers, cyd, "die is known") == 0
    assert feature(whispers, cyd, "lies[bob]=lake") == 1
    assert feature(whispers, cyd, "lies[bob]=hill") == 0
    assert feature(whispers, cyd, "laid=no") == 1
    assert [feature(whispers, cyd, f"seat={s}") for s in whispers.seat_ids] == [0, 0, 1]


def test_features_have_names_of_their_own_and_public_fields_no_flag(whispers: Game) -> None:
    names = whispers.encoder.names
    assert len(set(names)) == len(names) == whispers.encoder.width
    flagged = {name.split("[")[0].split(" ")[0] for name in names if name.endswith("is known")}
    # Not public ones, nor where the seat tells (owners) or a mask among the features (cards).
    assert flagged == {"die"}
    assert not any(n.startswith(("with_die", "actor", "over")) for n in names)


def test_scaling() -> None:
    schema = Schema(
        whisper.SEAT,
        (whisper.PLACE,),
        (
            Field("low", Count(-5, 5), PUBLIC, X),
            Field("scaled", Count(0, 1000, scale=10), PUBLIC, X),
            Field("fixed", Count(3, 3), PUBLIC, X),
            Field("named", Category((Text("no", "н"), Text("yes", "д"))), PUBLIC, X),
            Field("where", Index("place", optional=True), PUBLIC, X),
        ),
    )
    encoder = build_encoder(schema)
    seats = ("seat=ann", "seat=bob", "seat=cyd")
    assert encoder.names == (
        *seats, "low", "scaled", "named=no", "named=yes", "where=hill", "where=lake",
    )  # fmt: skip
    record = np.zeros(1, schema.dtype)
    record["low"], record["scaled"], record["named"], record["where"] = 0, 25, 1, -1
    out = np.full(encoder.width, np.nan, dtype=np.float32)
    plain = getattr(encode, "py_func", encode)
    plain(schema.flat(record)[0], 1, schema.unknown, encoder.tables, out)
    assert out.tolist() == [0, 1, 0, 0.5, 2.5, 0, 1, 0, 0]
    out[:] = np.nan
    plain(np.full(schema.width, schema.unknown), -1, schema.unknown, encoder.tables, out)
    assert not out.any()


OWN = replace(whisper.SEAT, name="owner")


def own_schema(overseers: tuple[int, ...] = ()) -> Schema:
    return Schema(
        whisper.SEAT,
        (OWN, whisper.PLACE),
        (
            Field("hoard", Count(0, 8), OWNER("owner"), X, ("owner", "place"), encode="own_row"),
            Field("home", Index("place"), OWNER("owner"), X, ("owner",), encode="own_row"),
            Field("die", Count(0, 5), HIDDEN, X, encode=False),
        ),
        overseers=overseers,
    )


def test_a_network_reads_its_own_row() -> None:
    schema = own_schema()
    encoder = build_encoder(schema)
    names = ("hoard[own, hill]", "hoard[own, lake]", "home[own]=hill", "home[own]=lake")
    assert encoder.names[3:] == names
    record = np.zeros(1, schema.dtype)
    record["hoard"] = [[1, 2], [3, 4], [8, 0]]
    record["home"] = [0, 1, 0]
    out = np.zeros(encoder.width, dtype=np.float32)
    tables = visibility_tables(schema)
    for seat, expected in ((0, [1 / 8, 2 / 8, 1, 0]), (1, [3 / 8, 4 / 8, 0, 1]), (2, [1, 0, 1, 0])):
        redacted = np.zeros(schema.width, dtype=schema.integer)
        redact(schema.flat(record)[0], seat, schema.unknown, tables, redacted)
        encode(redacted, seat, schema.unknown, encoder.tables, out)
        assert out[3:].tolist() == pytest.approx(expected)
    encode(schema.flat(record)[0], -1, schema.unknown, encoder.tables, out)
    assert not out.any()  # a spectator has no row


def test_a_row_of_ones_own_needs_an_owner() -> None:
    field = Field("x", Count(0, 1), PUBLIC, X, ("place",), encode="own_row")
    with pytest.raises(LegationError, match="'x': encode='own_row' needs OWNER"):
        Schema(whisper.SEAT, (whisper.PLACE,), (field,))


def test_an_overseer_sees_all_but_what_nobody_sees() -> None:
    schema = own_schema(overseers=(2,))
    tables = visibility_tables(schema)
    seen = tables.visible[2]
    assert seen[schema.slots["hoard"].indices].all()
    assert not seen[schema.slots["die"].indices].any()
    assert not seen[schema.slots["actor"].indices].any()
    assert not tables.visible[1][schema.slots["hoard"].indices[0]].any()
    with pytest.raises(LegationError, match=r"overseer 3 is no seat; valid: 0..2"):
        own_schema(overseers=(3,))
