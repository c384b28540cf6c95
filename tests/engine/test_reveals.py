"""Secrets that are revealed, and decisions that are seen as they were asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from legation.agents import uniform_agent
from legation.envs.engine import (
    AS_ASKED,
    HIDDEN,
    KNOWN_BY,
    OWNER,
    PUBLIC,
    ActionSpace,
    Field,
    Flag,
    Game,
    LegationError,
    Schema,
    Text,
)
from legation.envs.engine.replay import export_for, play_record, shown
from legation.tests.toys import sealed

X = Text("x", "х")
UNKNOWN = int(sealed.SCHEMA.unknown)


@pytest.fixture(scope="module")
def bids() -> Game:
    return sealed.build()


def seen_bids(game: Game, state: Any) -> list[list[int]]:
    return [game.observe(state, viewer).record.bid.tolist() for viewer in range(4)]


def test_a_secret_is_its_owner_s_until_it_is_revealed_to_all(bids: Game) -> None:
    state = bids.new_state(1)
    bids.apply(state, 2)
    bids.apply(state, 3)
    unknown = [UNKNOWN] * 3
    assert seen_bids(bids, state) == [
        [2, UNKNOWN, UNKNOWN], [UNKNOWN, 3, UNKNOWN], [UNKNOWN, UNKNOWN, 0], unknown
    ]  # fmt: skip
    bids.apply(state, 1)
    assert seen_bids(bids, state) == [[2, 3, 1]] * 4  # the spectator, too


def test_known_by_some_until_revealed_to_all(bids: Game) -> None:
    fields = [f for f in sealed.SCHEMA.fields if f.name not in ("actor", "over", "bid")]
    bid = Field("bid", sealed.SCHEMA.field("bid").kind, KNOWN_BY("knows", "shown"), X, ("seat",))
    axis = replace(sealed.SEAT, name="viewer")
    knows = Field("knows", Flag(), HIDDEN, X, ("viewer", "seat"), encode=False)
    schema = Schema(sealed.SEAT, (axis,), (bid, knows, *fields))
    import numpy as np

    initial = np.zeros(1, schema.dtype)
    initial["knows"][0] = [[1, 0, 0], [0, 1, 0], [1, 1, 1]]  # cyd knows all
    game = replace(bids, schema=schema, initial=initial)
    state = game.new_state(1)
    game.apply(state, 2)
    assert [v[0] for v in seen_bids(game, state)] == [2, UNKNOWN, 2, UNKNOWN]
    state.shown = 1
    assert [v[0] for v in seen_bids(game, state)] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("name", "visibility", "axes"),
    [("f", PUBLIC, ("about",)), ("f", HIDDEN, ()), ("none", PUBLIC, ())],
)
def test_a_reveal_is_a_public_flag_over_the_first_axes(
    name: str, visibility: Any, axes: tuple[str, ...]
) -> None:
    about = replace(sealed.SEAT, name="about")
    flag = Field("f", Flag(), visibility, X, axes)
    with pytest.raises(LegationError, match=r"public_if|not declared"):
        Schema(sealed.SEAT, (about,), (flag, Field("g", Flag(), OWNER("seat", name), X, ("seat",))))


def test_a_decision_is_seen_as_it_was_asked(bids: Game) -> None:
    state = bids.new_state(1)
    for seat, action in ((0, 0), (1, 3), (2, 1)):
        before = state.copy()
        bids.apply(state, action)
        for viewer in range(4):
            entry = shown(bids, viewer, seat, action, before, state)
            assert (entry is not None) == (viewer == seat)
    before = state.copy()
    bids.apply(state, 2)
    assert all(shown(bids, viewer, 1, 2, before, state) for viewer in range(4))


def test_the_mask_after_a_decision_would_show_it_to_the_next_seat() -> None:
    """What AS_ASKED is for: with KNOWN_BY bob, whose turn comes, would see ann's bid."""
    leaky = sealed.build(KNOWN_BY("asked"))
    state = leaky.new_state(1)
    before = state.copy()
    leaky.apply(state, 3)
    assert shown(leaky, 1, 0, 3, before, state) is not None
    assert shown(sealed.build(), 1, 0, 3, before, state) is None


def test_an_export_has_own_and_open_decisions_only(bids: Game) -> None:
    record = play_record(bids, [uniform_agent("sealed")] * 3, seed=4)
    last = record.decisions[-1]
    for viewer in range(4):
        view = export_for(record, bids, viewer)
        expected = [d.action for d in record.decisions[:3] if d.seat == viewer] + [last.action]
        assert [d["action"] for d in view["decisions"]] == expected


@pytest.mark.parametrize(
    ("mask", "flag"), [("bid", "open"), ("open", "open"), ("asked", "asked"), ("asked", "said")]
)
def test_flags_of_a_family_must_fit(mask: str, flag: str) -> None:
    space = ActionSpace(
        (replace(sealed.actions(PUBLIC).families[0], visible_to=AS_ASKED(mask, flag)),)
    )
    with pytest.raises(LegationError, match="'name'"):
        space.check_masks(sealed.SCHEMA)
