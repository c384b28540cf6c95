"""A game as an object, and the steps on one state."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from legation.envs import GAMES, load_game
from legation.envs.engine import Game, IllegalActionError, LegationError


def test_chance_is_a_function_of_seed_and_episode(leduc3: Game) -> None:
    def deal(seed: int, episode: int) -> bytes:
        return leduc3.to_bytes(leduc3.new_state(seed, episode))

    assert deal(1, 2) == deal(1, 2)
    assert len({deal(seed, episode) for seed in range(5) for episode in range(5)}) == 25


@pytest.mark.parametrize(("seed", "episode"), [(-1, 0), (0, -1), (1.5, 0), (True, 0), (None, 0)])
def test_a_seed_is_a_whole_number(kuhn2: Game, seed: Any, episode: Any) -> None:
    with pytest.raises(LegationError, match="must be a whole number from 0 up"):
        kuhn2.new_state(seed, episode)


@pytest.mark.parametrize(
    "large",
    [2**63, 2**64, 2**70, 10**5000, np.uint64(2**63)],
    ids=lambda n: f"{float(min(n, 2**71)):g}",
)
def test_a_seed_has_63_bits(kuhn2: Game, large: Any) -> None:
    kuhn2.new_state(2**63 - 1, 2**63 - 1)
    for seed, episode in ((large, 0), (0, large)):
        with pytest.raises(LegationError, match=r"is too large; it must be .* below 2\*\*63"):
            kuhn2.new_state(seed, episode)


def test_games_and_options_are_named_by_text() -> None:
    for name in (["embassies"], None, 3):
        with pytest.raises(LegationError, match="unknown game"):
            load_game(name)  # type: ignore[arg-type]
    for options in ({"name": "x"}, {"alliances": ["off"]}, {"alliances": True}):
        with pytest.raises(LegationError, match="option"):
            load_game("embassies", **options)  # type: ignore[arg-type]


def test_options_that_are_equal_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As JSON may have them: 2.0 for 2."""
    from legation.tests.toys import kuhn

    monkeypatch.setitem(GAMES, "kuhn", kuhn.__name__)
    game = load_game("kuhn", seats=3.0)  # type: ignore[arg-type]
    assert (game.seats, type(game.options["seats"])) == (3, int)


def test_a_pickled_game_is_built_again_with_its_options(kuhn3: Game, whispers: Game) -> None:
    from legation.tests.toys import whisper

    bare = whisper.build(die="off")
    for game in (kuhn3, whispers, bare):
        again = pickle.loads(pickle.dumps(game))
        assert (again.id, again.options, again.version) == (game.id, game.options, game.version)
        assert again.schema == game.schema
        assert again.actions == game.actions
        assert again.initial.tobytes() == game.initial.tobytes()
        state = again.new_state(3)
        assert again.to_bytes(state) == game.to_bytes(game.new_state(3))
    assert copy.deepcopy(kuhn3) is kuhn3
    assert copy.deepcopy({"game": [kuhn3]})["game"][0] is kuhn3


def test_states_travel_as_bytes(kuhn2: Game) -> None:
    state = kuhn2.new_state(1)
    again = kuhn2.from_bytes(kuhn2.to_bytes(state))
    kuhn2.apply(again, 1)
    assert again.paid.tolist() == [2, 1]
    assert state.paid.tolist() == [1, 1]
    with pytest.raises(LegationError, match="32 bytes; given 3"):
        kuhn2.from_bytes(b"abc")


def test_illegal_actions_are_refused_in_words(whispers: Game) -> None:
    state = whispers.new_state(0)
    before = whispers.to_bytes(state)
    words = r"action 10 \(pass\) is not legal for ann now; legal: 0 = stash; .*; and 2 more"
    with pytest.raises(IllegalActionError, match=words):
        whispers.apply(state, 10)
    with pytest.raises(LegationError, match=r"action 11 does not exist; valid: 0\.\.10"):
        whispers.apply(state, 11)
    assert whispers.to_bytes(state) == before


def test_nothing_can_be_done_after_the_end(kuhn2: Game) -> None:
    state = kuhn2.new_state(0)
    for question in (kuhn2.returns, kuhn2.win_shares):
        with pytest.raises(LegationError, match="not over"):
            question(state)
    kuhn2.apply(state, 1)
    kuhn2.apply(state, 0)
    assert kuhn2.returns(state).tolist() == [1.0, -1.0]
    assert kuhn2.win_shares(state).tolist() == [1.0, 0.0]
    assert not kuhn2.legal_action_mask(state).any()
    with pytest.raises(IllegalActionError, match="the game is over"):
        kuhn2.apply(state, 0)


def test_equal_returns_share_the_win(whispers: Game) -> None:
    state = whispers.new_state(0)
    state.card[:], state.stash[:], state.colour[:] = (1, 2, 0), (1, 0, 0), (0, 0, 0)
    state.over, state.actor = 1, -1
    assert whispers.returns(state).tolist() == [0.5, 0.5, -1.0]
    assert whispers.win_shares(state).tolist() == [0.5, 0.5, 0.0]


def test_seats_by_name_and_number(whispers: Game) -> None:
    assert whispers.seat("bob") == whispers.seat(1) == whispers.seat(np.int64(1)) == 1
    with pytest.raises(LegationError, match=r"unknown seat 'bop' in whisper.*Did you mean 'bob'"):
        whispers.seat("bop")
    with pytest.raises(LegationError, match="unknown seat 3"):
        whispers.seat(3)


def test_the_initial_record_must_fit(kuhn2: Game, kuhn3: Game) -> None:
    for initial in (kuhn3.initial, np.repeat(kuhn2.initial, 2)):
        with pytest.raises(LegationError, match="one record of the schema's dtype"):
            replace(kuhn2, initial=initial)
