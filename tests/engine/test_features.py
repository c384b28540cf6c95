"""Few numbers in place of many flags: declared numbers, tallies, implied masks, chosen entries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from legation.envs.adapters.spaces import observation_box
from legation.envs.engine import (
    HIDDEN,
    KNOWN_BY,
    OWNER,
    PUBLIC,
    Axis,
    Category,
    Count,
    Field,
    Flag,
    Game,
    Index,
    LegationError,
    Numbers,
    RowOf,
    Schema,
    Tally,
    Text,
)
from legation.envs.engine.direct import encode_direct
from legation.envs.engine.direct_tables import direct_tables
from legation.envs.engine.encoder import build_encoder, encode
from legation.envs.engine.redaction import redact, visibility_tables

X = Text("x", "х")
SEAT = Axis("seat", ("ann", "bob"), (X, X), is_seats=True)
PLACE = Axis("place", ("hill", "lake", "wood"), (X, X, X))
PIECE = Axis("piece", ("p", "q", "r"), (X, X, X))
ON_MAP = Numbers(("east", "north"), ((0.1, 0.5), (1.0, 0.0), (0.0, 0.25)))
KNOWN = Field("known", Flag(), PUBLIC, X, ("seat", "piece"), encode="implied")
AT = Field("at", Index("place", optional=True), KNOWN_BY("known"), X, ("piece",), encode=ON_MAP)
STEPS = Field("steps", Count(0, 4), KNOWN_BY("known"), X, ("piece",))
USED = Field("used", Count(0, 2), PUBLIC, X, ("seat", "place"), encode="own_row")
SHIPS = Field("ships", Count(0, 2), PUBLIC, X, ("place", "seat"), entries=(0, 2, 3))
MOOD = Field("mood", Category((X, X)), PUBLIC, X, encode=Numbers(("cross",), ((0.0,), (1.0,))))
STRENGTH = Tally("strength", "steps", "at", owners=(0, 0, 1), scale=2)


def schema(*fields: Field, tallies: tuple[Tally, ...] = ()) -> Schema:
    return Schema(SEAT, (PLACE, PIECE), fields, tallies=tallies)


FULL = schema(KNOWN, AT, STEPS, USED, SHIPS, MOOD, tallies=(STRENGTH,))


def record() -> Any:
    """Ann's pieces p and q are on the hill and nowhere; bob's r is in the wood, and ann knows."""
    made = np.zeros(1, FULL.dtype)
    made["known"] = [[1, 1, 1], [0, 0, 1]]
    made["at"], made["steps"] = [0, -1, 2], [3, 0, 4]
    made["used"] = [[1, 0, 2], [2, 2, 0]]
    made["ships"] = [[1, 0], [2, 1], [0, 0]]
    made["mood"] = 1
    return made


def features(viewer: int, reader: int | None = None) -> dict[str, float]:
    """What a seat reads, by name; the features that are not 0."""
    encoder = build_encoder(FULL)
    redacted = np.zeros(FULL.width, dtype=FULL.integer)
    redact(FULL.flat(record())[0], viewer, FULL.unknown, visibility_tables(FULL), redacted)
    out = np.full(encoder.width, np.nan, dtype=np.float32)
    encode(redacted, viewer if reader is None else reader, FULL.unknown, encoder.tables, out)
    return {name: float(v) for name, v in zip(encoder.names, out, strict=True) if v}


def test_names() -> None:
    assert build_encoder(FULL).names == (
        "seat=ann", "seat=bob",
        "steps[p]", "steps[q]", "steps[r]",
        "used[own, hill]", "used[own, lake]", "used[own, wood]",
        "ships[hill, ann]", "ships[lake, ann]", "ships[lake, bob]",
        "at[p] east", "at[p] north", "at[q] east", "at[q] north", "at[r] east", "at[r] north",
        "mood cross",
        "strength[hill]", "strength[lake]", "strength[wood]",
    )  # fmt: skip


def test_what_is_read() -> None:
    shared = {
        "ships[hill, ann]": 0.5, "ships[lake, ann]": 1, "ships[lake, bob]": 0.5, "mood cross": 1,
        "steps[r]": 1, "at[r] north": 0.25,
    }  # fmt: skip
    ann = {
        "seat=ann": 1, "steps[p]": 0.75, "used[own, hill]": 0.5, "used[own, wood]": 1,
        "at[p] east": 0.1, "at[p] north": 0.5, "strength[hill]": 1.5, **shared,
    }  # fmt: skip
    bob = {
        "seat=bob": 1, "used[own, hill]": 1, "used[own, lake]": 1, "strength[wood]": 2, **shared,
    }  # fmt: skip
    assert features(0) == pytest.approx(ann)
    assert features(1) == pytest.approx(bob)


def test_nobody_else_has_a_row_or_a_tally() -> None:
    spectator = {name.split("[")[0] for name in features(2, reader=-1)}
    assert spectator == {"ships", "mood cross"}


def test_a_row_of_its_own_needs_no_word_on_what_is_known() -> None:
    """Also where others see the row too once it is revealed: its owner always does."""
    shown = Field("shown", Flag(), PUBLIC, X, ("seat",))
    hand = Field(
        "hand", Count(0, 4), OWNER("seat", public_if="shown"), X, ("seat", "place"),
        encode="own_row",
    )  # fmt: skip
    encoder = build_encoder(schema(shown, hand))
    assert encoder.names[-3:] == ("hand[own, hill]", "hand[own, lake]", "hand[own, wood]")
    assert not len(encoder.tables.known)


def test_an_unknown_amount_counts_nothing() -> None:
    encoder = build_encoder(FULL)
    out = np.zeros(encoder.width, dtype=np.float32)
    flat = FULL.flat(record())[0].copy()
    flat[FULL.slots["steps"].indices] = FULL.unknown
    encode(flat, 0, FULL.unknown, encoder.tables, out)
    assert not out[[i for i, name in enumerate(encoder.names) if "strength" in name]].any()


def test_a_mask_that_is_read_or_not_implied_is_told_as_before() -> None:
    for encode_mask, told in ((True, False), (False, True), ("implied", False)):
        names = build_encoder(schema(replace(KNOWN, encode=encode_mask), AT, STEPS)).names
        assert ("at[p] is known" in names) == told


def test_the_range_of_a_tally(kuhn2: Game) -> None:
    game = replace(kuhn2, schema=FULL, initial=record())
    box = observation_box(game)
    assert box.high[game.encoder.names.index("strength[hill]")] == 6
    assert box.high[game.encoder.names.index("at[p] east")] == 1


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (((0.1,), (0.2,)), "has 2 rows; the field has 3 values"),
        (((0.1,), (0.2, 0.3), (0.4,)), "a number for each of its names"),
        (((0.1,), (0.2,), (1.4,)), "not in 0..1"),
        (((0.1,), (0.2,), (0.1,)), "two rows that are the same"),
        (((0.1,), (0.2,), (0.0,)), "a row of zeros"),
        # as float32, which networks read
        (((0.1,), (0.2,), (0.1 + 1e-12,)), "two rows that are the same"),
        (((0.1,), (0.2,), (1e-60,)), "a row of zeros"),
    ],
)
def test_numbers_that_lose_something_are_refused(rows: Any, words: str) -> None:
    with pytest.raises(LegationError, match=words):
        schema(KNOWN, replace(AT, encode=Numbers(("n",), rows)))


def test_other_declarations_that_are_refused() -> None:
    for entries in ((), (1, 0), (0, 0), (-1, 0), (0, 6)):
        with pytest.raises(
            LegationError, match=r"'ships': entries are different numbers in 0\.\.5"
        ):
            schema(replace(SHIPS, entries=entries))
    with pytest.raises(LegationError, match="Numbers are for categories and indices"):
        schema(replace(SHIPS, entries=None, encode=ON_MAP))
    with pytest.raises(LegationError, match="'own_row' needs OWNER"):
        schema(Field("f", Flag(), PUBLIC, X, ("place",), encode="own_row"))
    with pytest.raises(LegationError, match="'own_row' needs OWNER"):
        schema(Field("f", Flag(), OWNER("seat"), X, ("place", "seat"), encode="own_row"))
    mask = Field("mask", Flag(), PUBLIC, X, ("seat", "seat"))
    for secret in (HIDDEN, KNOWN_BY("mask")):  # a reader might not know its own row
        with pytest.raises(LegationError, match="'own_row' needs OWNER"):
            schema(mask, Field("f", Flag(), secret, X, ("seat",), encode="own_row"))
    with pytest.raises(LegationError, match="tally 'x': its name is taken"):
        schema(KNOWN, AT, STEPS, USED, tallies=(replace(STRENGTH, name="x"),) * 2)
    for broken in (
        replace(STRENGTH, owners=(0, 1)),
        replace(STRENGTH, owners=(0, 1, 2)),
        replace(STRENGTH, amount="used"),
        replace(STRENGTH, place="steps"),
        replace(STRENGTH, scale=0),
    ):
        with pytest.raises(LegationError, match="tally 'strength'"):
            schema(KNOWN, AT, STEPS, USED, tallies=(broken,))


@pytest.mark.parametrize("all_rows", [False, True])
def test_the_row_that_an_index_names(all_rows: bool) -> None:
    """Ann reads of the chosen piece, and nothing where none is chosen or it is hidden; with
    `all_rows` of every piece that she knows as well."""
    chosen = Field("chosen", Index("piece", optional=True), PUBLIC, X)
    wish = Field("wish", Count(1, 3), KNOWN_BY("known"), X, ("piece", "place"),
                 encode=RowOf("chosen", all_rows))  # fmt: skip
    made = schema(KNOWN, chosen, wish)
    encoder, sight = build_encoder(made), visibility_tables(made)
    state = np.zeros(1, made.dtype)
    state["known"], state["wish"] = [[1, 0, 1], [0, 0, 0]], [[1, 2, 3], [3, 3, 3], [3, 1, 2]]
    names = [f"wish[chosen, {place}]" for place in PLACE.item_ids]
    every = [name for name in encoder.names if name.startswith("wish[") and name not in names]
    assert len(every) == (9 if all_rows else 0)
    for piece, right in ((-1, (0, 0, 0)), (0, (0, 0.5, 1)), (1, (0, 0, 0)), (2, (1, 0, 0.5))):
        state["chosen"] = piece
        redacted = np.zeros(made.width, dtype=made.integer)
        redact(made.flat(state)[0], 0, made.unknown, sight, redacted)
        out = np.full(encoder.width, np.nan, dtype=np.float32)
        encode(redacted, 0, made.unknown, encoder.tables, out)
        assert [float(out[encoder.names.index(name)]) for name in names] == list(right)
        read = [float(out[encoder.names.index(name)]) for name in every]
        assert read == [0, 0.5, 1, 0, 0, 0, 1, 0, 0.5][: len(every)]
        tables = direct_tables(sight, encoder)
        direct = np.full(encoder.width, np.nan, dtype=np.float32)
        encode_direct(made.flat(state)[0], 0, tables, direct)
        assert direct.tobytes() == out.tobytes()
    for broken in (replace(wish, visibility=OWNER("seat"), axes=("piece", "seat")),
                   replace(wish, visibility=PUBLIC, axes=("place", "piece")),
                   replace(wish, encode=RowOf("known"))):  # fmt: skip
        with pytest.raises(LegationError, match="RowOf"):
            schema(KNOWN, chosen, broken)
