"""The plain Python version of Embassies and the engine's agree, decision by decision.

The two share no rule, so this is also a second opinion on the rules.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test

from benchmarks.naive_embassies import NaiveEmbassies
from legation.envs import load_game
from legation.envs.engine import State


@pytest.mark.parametrize("alliances", ["off", "permanent", "breakable"])
def test_the_same_actions_and_dice_give_the_same_game(alliances: str) -> None:
    game = load_game("embassies", alliances=alliances)
    dice: list[int] = []
    naive = NaiveEmbassies(alliances, roll=dice.pop)
    rng = np.random.default_rng(5)
    for episode in range(12):
        state = game.new_state(seed=11, episode=episode)
        naive.reset()
        while not state.over:
            seat = game.seat_ids[state.actor]
            assert naive.agent_selection == seat
            mask = game.legal_action_mask(state)
            np.testing.assert_array_equal(naive.observe(seat)["action_mask"], mask)
            action = int(rng.choice(np.flatnonzero(mask)))
            game.apply(state, action)
            dice[:] = [int(state.last_die)]
            naive.step(action)
        assert list(naive.scores().values()) == state.score.tolist()
        assert naive.winners() == winners(game.win_shares(state), game.seat_ids)
        assert [naive.rewards[seat] for seat in game.seat_ids] == pytest.approx(game.returns(state))
        assert influence(naive) == influence_of(state)


def winners(shares: np.ndarray, seat_ids: tuple[str, ...]) -> list[str]:
    return [seat for seat, share in zip(seat_ids, shares, strict=True) if share > 0]


def influence(naive: NaiveEmbassies) -> list[list[int]]:
    return [list(here.values()) for here in naive.influence.values()]


def influence_of(state: State) -> list[list[int]]:
    table: list[list[int]] = state.influence.tolist()
    return table


def test_it_is_a_sound_pettingzoo_env() -> None:
    with warnings.catch_warnings():
        # On names of agents and masks of seats that do not act; the spaces are as in its classics.
        warnings.simplefilter("ignore", UserWarning)
        api_test(NaiveEmbassies(), num_cycles=200)
