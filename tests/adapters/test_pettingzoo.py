"""The PettingZoo environments: PettingZoo's own tests, unmodified, and what peers get wrong."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from legation.envs import load_game
from legation.envs.adapters.pettingzoo import GameAECEnv, aec_env, parallel_env
from legation.envs.engine import Game, IllegalActionError, LegationError
from tests.toys import kuhn, leduc

# PettingZoo advises on the names of agents, on spaces that are no Box, and on masks that are all 0;
# its classic environments, whose form this is, get the same advice unless they are on a list.
ADVICE = "ignore::UserWarning"
GAMES = {
    "kuhn3": lambda: kuhn.build(3),
    "leduc2": lambda: leduc.build(2),
    "embassies": lambda: load_game("embassies"),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


def random_step(env: GameAECEnv, rng: np.random.Generator) -> None:
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(int(rng.choice(np.flatnonzero(mask))))


@pytest.mark.filterwarnings(ADVICE)
def test_pettingzoo_api_test(game: Game) -> None:
    api_test(aec_env(game), num_cycles=100)


@pytest.mark.filterwarnings(ADVICE)
def test_pettingzoo_parallel_api_test(game: Game) -> None:
    parallel_api_test(parallel_env(game), num_cycles=200)


def test_pettingzoo_seed_tests(game: Game) -> None:
    seed_test(partial(aec_env, game), num_cycles=50)
    parallel_seed_test(partial(parallel_env, game), num_cycles=50)


def test_pettingzoo_render_test(game: Game) -> None:
    render_test(partial(aec_env, game))


def test_observations_are_those_of_each_seat(game: Game) -> None:
    env = aec_env(game)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(20):
        state = env._batch.state(0)
        for number, seat in enumerate(env.possible_agents):
            own = game.observe(state, number)
            seen = env.observe(seat)
            np.testing.assert_array_equal(seen["observation"], own.encoded)
            np.testing.assert_array_equal(seen["action_mask"], own.legal_action_mask)
            assert seen["action_mask"].any() == (seat == env.agent_selection)
            assert env.observation_space(seat).contains(seen)
        random_step(env, rng)
        if env.terminations[env.agent_selection]:
            env.reset()


def test_a_loop_over_last_needs_no_special_cases(game: Game) -> None:
    env = aec_env(game)
    env.reset(seed=1)
    collected = dict.fromkeys(env.possible_agents, 0.0)
    for seat in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        collected[seat] += reward
        done = termination or truncation
        env.step(None if done else env.action_space(seat).sample(observation["action_mask"]))
    assert env.agents == []
    returns = game.returns(env._batch.state(0))
    assert list(collected.values()) == pytest.approx(returns)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_as_the_original(
    game: Game, duplicate: Callable[[GameAECEnv], GameAECEnv]
) -> None:
    env = aec_env(game)
    env.reset(seed=7)
    rng = np.random.default_rng(1)
    random_step(env, rng)
    twin = duplicate(env)
    before = twin._batch.state(0).tobytes()
    while env.agents and not env.terminations[env.agent_selection]:
        assert twin.agent_selection == env.agent_selection
        mask = env.observe(env.agent_selection)["action_mask"]
        action = int(rng.choice(np.flatnonzero(mask)))
        if twin._batch.state(0).tobytes() == before:  # the original did not move its copy
            env.step(action)
            assert twin._batch.state(0).tobytes() == before
            twin.step(action)
            before = b""
        else:
            env.step(action)
            twin.step(action)
        assert twin._batch.state(0).tobytes() == env._batch.state(0).tobytes()
    assert twin.rewards == env.rewards
    for each in (env, twin):  # and so does the next episode
        each.reset()
    assert twin._batch.state(0).tobytes() == env._batch.state(0).tobytes()
    seat = twin.agent_selection
    assert twin.observe(seat)["action_mask"][twin.action_space(seat).sample()]


def test_seeds_are_honoured_on_every_reset(game: Game) -> None:
    first, second = aec_env(game), aec_env(game)
    second.reset()
    for env in (first, second):
        env.reset(seed=3)
    assert first._batch.state(0).tobytes() == second._batch.state(0).tobytes()
    starts = {first._batch.state(0).tobytes()}
    for _ in range(3):
        for env in (first, second):
            env.reset()
        assert first._batch.state(0).tobytes() == second._batch.state(0).tobytes()
        starts.add(first._batch.state(0).tobytes())
    assert len(starts) == 4  # each episode has chance of its own
    first.reset(seed=3)
    assert first._batch.state(0).tobytes() in starts


@pytest.mark.parametrize("wrong", [-1, 10**6, 2**70, 1.0, "pass", None, True])
def test_what_is_no_action_is_refused(game: Game, wrong: object) -> None:
    env = aec_env(game)
    env.reset(seed=0)
    before = env._batch.state(0).tobytes()
    with pytest.raises(IllegalActionError):
        env.step(wrong)
    assert env._batch.state(0).tobytes() == before


def test_an_illegal_action_is_refused_in_words_and_changes_nothing() -> None:
    env = aec_env("embassies")
    env.reset(seed=0)
    seat = env.agent_selection
    seen = env.observe(seat)
    before = env._batch.state(0).tobytes()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=rf"action {illegal} .* is not legal for {seat}"):
        env.step(illegal)
    assert env._batch.state(0).tobytes() == before
    assert env.agent_selection == seat
    np.testing.assert_array_equal(env.observe(seat)["observation"], seen["observation"])
    random_step(env, np.random.default_rng(0))


def test_parallel_steps_need_the_seat_to_act_only() -> None:
    env = parallel_env(kuhn.build(2))
    observations, _ = env.reset(seed=4)
    assert [o["action_mask"].any() for o in observations.values()] == [True, False]
    with pytest.raises(IllegalActionError, match="action of the seat to act is missing") as refused:
        env.step({"seat1": 0})
    assert "seat0" not in str(refused.value)  # whose turn it is may be a secret
    observations, rewards, _, _, infos = env.step({"seat0": kuhn.BET})
    assert rewards == {"seat0": 0.0, "seat1": 0.0}
    assert infos == {"seat0": {}, "seat1": {}}
    _, rewards, terminations, _, _ = env.step({"seat0": 99, "seat1": kuhn.BET})
    assert sorted(rewards.values()) == [-2.0, 2.0]
    assert all(terminations.values())
    assert env.agents == []
    with pytest.raises(LegationError, match="reset"):
        env.step({})


@pytest.mark.parametrize("make", [aec_env, parallel_env])
def test_render_shows_what_a_spectator_may_see(
    make: Callable[..., GameAECEnv], capsys: pytest.CaptureFixture[str]
) -> None:
    env = make(kuhn.build(2), render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "'card': [None, None]" in capsys.readouterr().out


def test_a_stale_draw_is_no_legal_action() -> None:
    """Drawn in one position, taken in another, in which it is illegal."""
    env = aec_env("embassies")
    for steps in (0, 1):
        env.reset(seed=1)
        seat = env.agent_selection
        env.step(env.action_space(seat).sample())
        drawn = env.action_space(env.agent_selection).sample()
        env.reset(seed=1)
        for _ in range(steps):
            env.step(env.action_space(env.agent_selection).sample())
        while env.observe(env.agent_selection)["action_mask"][drawn]:
            env.step(drawn)
        before = env._batch.state(0).tobytes()
        with pytest.raises(IllegalActionError, match="is not legal"):
            env.step(drawn)
        assert env._batch.state(0).tobytes() == before


def test_state_is_for_critics_and_the_random_stream_is_not_in_it() -> None:
    env = aec_env(kuhn.build(2))
    env.reset(seed=1)
    cards = [name.startswith("card[") for name in env.game.encoder.names]
    known = env.state()[cards]
    own = env.observe("seat0")["observation"][cards]
    assert (known != own).any()
    assert env.state_space.contains(env.state())


def test_bad_arguments_are_refused_in_words() -> None:
    with pytest.raises(LegationError, match="unknown game"):
        aec_env("embasies")
    with pytest.raises(LegationError, match="alliances"):
        aec_env(load_game("embassies"), alliances="off")
    with pytest.raises(LegationError, match="render_mode"):
        parallel_env("embassies", render_mode="rgb_array")
    with pytest.raises(LegationError, match="reset"):
        aec_env("embassies").step(0)
