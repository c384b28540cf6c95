"""Clause 6: a proposal is seen by its two parties only, and a refused one leaves no trace."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.embassies.rules import ALLIANCE
from legation.envs.engine import KNOWN_BY, OWNER_ONLY, PUBLIC
from legation.tests.embassies.positions import FR, GB, GE, RU, position, random_states, take

GAME = load_game("embassies")
BREAKABLE = load_game("embassies", alliances="breakable")
PAIRS = list(permutations(range(5), 2))
HELD = [(5, 0, 12), (6, 4, 11), (8, 3, 3)]


def views(game: Any, state: Any) -> list[bytes]:
    """What each seat, and then a spectator, may see."""
    return [game.observe(state, viewer).to_bytes() for viewer in range(6)]


@pytest.mark.parametrize("game", [GAME, BREAKABLE], ids=["permanent", "breakable"])
@pytest.mark.parametrize(("sender", "addressee"), PAIRS)
def test_a_refused_proposal_looks_like_a_pass(game: Any, sender: int, addressee: int) -> None:
    choosing = position(game, sender, ALLIANCE, 4, HELD)
    passed, proposed = choosing.copy(), choosing.copy()
    take(game, passed, "pass")
    take(game, proposed, "propose", power=addressee)
    outsiders = [v for v in range(6) if v not in (sender, addressee)]
    # While the answer is pending, outsiders can't tell it from a proposer who still thinks.
    for viewer in outsiders:
        assert views(game, proposed)[viewer] == views(game, choosing)[viewer]
    take(game, proposed, "refuse")
    assert views(game, proposed) == views(game, passed)


@pytest.mark.parametrize(("sender", "addressee"), PAIRS)
def test_a_pending_proposal_is_known_to_its_parties(sender: int, addressee: int) -> None:
    state = position(GAME, sender, ALLIANCE)
    take(GAME, state, "propose", power=addressee)
    for viewer in range(6):
        seen = GAME.observe(state, viewer)
        party = viewer in (sender, addressee)
        assert seen.to_act == (viewer == addressee)
        assert seen.known("proposal_to").all() == party
        assert seen.known("proposal_from").all() == party
        assert seen.record.turn == sender
        assert seen.record.phase == ALLIANCE
        if party:
            assert (seen.record.proposal_from, seen.record.proposal_to) == (sender, addressee)


def test_which_proposal_is_pending_is_not_seen() -> None:
    states = []
    for addressee in (FR, GE):
        state = position(GAME, GB, ALLIANCE)
        take(GAME, state, "propose", power=addressee)
        states.append(state)
    for viewer in (RU, 4, GAME.spectator):
        assert views(GAME, states[0])[viewer] == views(GAME, states[1])[viewer]
    # An addressee sees its own, and nothing of one to another.
    assert views(GAME, states[0])[FR] != views(GAME, states[1])[FR]
    assert views(GAME, states[1])[FR] == views(GAME, position(GAME, GB, ALLIANCE))[FR]


def test_an_accepted_alliance_is_public() -> None:
    state = position(GAME, GB, ALLIANCE)
    take(GAME, state, "propose", power=RU)
    take(GAME, state, "accept")
    for viewer in range(6):
        assert list(GAME.observe(state, viewer).record.ally) == [RU, -1, -1, GB, -1]


def test_who_sees_that_an_action_was_taken() -> None:
    seen = {family.name: family.visible_to for family in GAME.actions.families}
    assert seen == {
        "place": PUBLIC,
        "rest_home": PUBLIC,
        "attack": PUBLIC,
        "propose": KNOWN_BY("proposal_known"),
        "accept": PUBLIC,
        "refuse": KNOWN_BY("proposal_known"),
        "break": PUBLIC,
        "pass": OWNER_ONLY,
    }


def test_without_alliances_every_action_is_public() -> None:
    off = load_game("embassies", alliances="off")
    assert {family.visible_to for family in off.actions.families} == {PUBLIC}


def test_everything_else_is_public() -> None:
    secret = {f.name for f in GAME.schema.fields if f.visibility != PUBLIC}
    assert secret == {"actor", "proposal_known", "proposal_from", "proposal_to"}


@pytest.mark.parametrize("option", ["permanent", "breakable", "off"])
def test_a_state_fitted_to_a_view_gives_the_same_view(option: str) -> None:
    game = load_game("embassies", alliances=option)
    assert game.determinize is not None
    assert game.invariants is not None
    rng = np.random.default_rng(5)
    for number, state in enumerate(random_states(game, 21)):
        pending = not state.over and state.proposal_to >= 0
        if number % 9 and not pending and not state.over:
            continue
        for viewer in range(6):
            seen = game.observe(state, viewer)
            for _ in range(3):
                fitted = game.determinize(seen, rng)
                assert game.invariants(fitted) == []
                assert game.observe(fitted, viewer).to_bytes() == seen.to_bytes()


def test_fitted_states_differ_in_what_is_not_known() -> None:
    assert GAME.determinize is not None
    rng = np.random.default_rng(5)
    seen = GAME.observe(position(GAME, GB, ALLIANCE), RU)
    actors = {int(GAME.determinize(seen, rng).actor) for _ in range(60)}
    assert actors == {GB, FR, GE, 4}


def test_invariants_find_planted_faults() -> None:
    assert GAME.invariants is not None
    faults = {
        "below 0": ("influence", (3, 3), -1),
        "rights do not follow": ("rights", (5, 0), 1),
        "more influence": ("influence", (0, 0), 500),
        "seat to act": ("actor", (), 3),
        "not mutual": ("ally", (2,), 3),
        "factors added": ("factors_left", (), 3),
        "not known to exactly": ("proposal_known", (2,), 1),
        "a proposal between": ("proposal_to", (), 2),
        "turn is 9": ("turn", (), 9),
    }
    for words, (field, place, value) in faults.items():
        state = position(GAME)
        assert GAME.invariants(state) == []
        state[field] = np.array(state[field])
        entries = np.array(state[field])
        entries[place] = value
        state[field] = entries
        assert any(words in fault for fault in GAME.invariants(state)), words
