"""One seat as a Gymnasium environment: Gymnasium's own checks, unmodified, and what peers miss."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

import legation.agents.gymnasium  # noqa: F401 (registers the ids)
from legation.agents import uniform_agent
from legation.envs import GAMES, load_game
from legation.envs.adapters.gymnasium import SeatEnv
from legation.envs.adapters.vector import SeatVectorEnv
from legation.envs.engine import Game, IllegalActionError, LegationError, Observations
from tests.toys import kuhn, leduc

EMBASSIES = "legation/Embassies-v0"


class First:
    """Takes the first legal action."""

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        return observations.legal_action_mask.argmax(1)


def embassies(**options: object) -> SeatEnv:
    env = gymnasium.make(EMBASSIES, **{"seat": "germany", "opponents": "uniform", **options})
    unwrapped = env.unwrapped
    assert isinstance(unwrapped, SeatEnv)
    return unwrapped


def same(first: SeatEnv, second: SeatEnv) -> bool:
    return bool(first._batch.state(0).tobytes() == second._batch.state(0).tobytes())


@pytest.mark.parametrize("seat", ["germany", "great_britain", 4, "random"])
def test_gymnasium_check_env(seat: str | int) -> None:
    check_env(embassies(seat=seat))


@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_gymnasium_check_env_of_a_toy(seat: str | int) -> None:
    game = leduc.build(2)
    with warnings.catch_warnings():
        # It was not made by gymnasium.make, so the render modes can't be tried.
        warnings.filterwarnings("ignore", message=".*alternative render modes")
        check_env(SeatEnv(game, seat=seat, opponents=uniform_agent(game.id)))


def test_every_game_is_registered() -> None:
    for name in GAMES:
        spec = gymnasium.spec(f"legation/{name.title().replace('_', '')}-v0")
        assert spec.kwargs == {"game": name}
        assert spec.to_json()


def test_make_finds_the_module_in_front_of_the_id() -> None:
    """In a fresh process, where nothing has been imported before."""
    code = (
        "import gymnasium; env = gymnasium.make('legation.agents.gymnasium:legation/Embassies-v0',"
        " seat='france', opponents='uniform', alliances='off'); env.reset(seed=1);"
        " print(env.unwrapped.game.options['alliances'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "off"


def test_the_return_comes_as_the_last_reward() -> None:
    env = embassies()
    for seed in range(3):
        _, info = env.reset(seed=seed)
        total, terminated = 0.0, False
        while not terminated:
            assert env.action_masks().sum() == info["action_mask"].sum() > 1
            observation, reward, terminated, truncated, info = env.step(
                env.action_space.sample(info["action_mask"])
            )
            assert observation in env.observation_space
            assert not truncated
            total += reward
        seat = env.game.seat("germany")
        assert total == pytest.approx(info["returns"][seat])
        assert info["returns"].sum() == pytest.approx(0.0)
        assert 0.0 <= info["win_share"] <= 1.0
        assert not info["action_mask"].any()
        own = env.game.observe(env._batch.state(0), seat)
        np.testing.assert_array_equal(observation, own.encoded)
        with pytest.raises(ResetNeeded):
            env.step(0)


def test_an_illegal_action_is_refused_in_words_and_changes_nothing() -> None:
    env = embassies()
    _, info = env.reset(seed=1)
    before = env._batch.state(0).tobytes()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=r"is not legal for germany now; legal: "):
        env.step(illegal)
    for wrong in (-1, 140, 0.5, None):
        with pytest.raises(IllegalActionError, match="does not exist"):
            env.step(wrong)
    assert env._batch.state(0).tobytes() == before
    env.step(env.action_space.sample())


def stale_draw(env: SeatEnv) -> np.int64:
    """Drawn in another position than the first: a placing, and a game starts with alliances."""
    env.reset(seed=1)
    env.step(env.action_space.sample())
    drawn = env.action_space.sample()
    env.reset(seed=1)
    assert not env.action_masks()[drawn]
    return drawn


def test_an_action_drawn_before_a_reset_stands_for_a_legal_one_right_after_it() -> None:
    env = embassies()
    drawn = stale_draw(env)
    with pytest.raises(IllegalActionError):
        env.step(int(drawn))
    env.step(drawn)


def test_a_stale_draw_is_refused_like_any_other_illegal_action_later_on() -> None:
    env = embassies()
    stale_draw(env)
    while True:
        drawn = env.action_space.sample()
        env.step(drawn)
        if not env.action_masks()[drawn]:
            break
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):
        before = twin._batch.state(0).tobytes()
        with pytest.raises(IllegalActionError, match="is not legal for germany now"):
            twin.step(drawn)
        assert twin._batch.state(0).tobytes() == before


def test_a_copy_goes_on_as_the_original() -> None:
    env = embassies()
    env.reset(seed=5)
    for _ in range(4):
        env.step(env.action_space.sample())
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        original = copy.deepcopy(env)
        for _ in range(20):
            action = int(original.action_space.sample())
            first, second = original.step(action), twin.step(action)
            np.testing.assert_array_equal(first[0], second[0])
            assert same(original, twin)
        assert twin.action_masks()[twin.action_space.sample()]


def test_a_random_seat_is_drawn_at_each_reset() -> None:
    env = embassies(seat="random")
    seats = []
    for seed in range(25):
        env.reset(seed=seed)
        seats.append(env.seat)
        env.reset(seed=seed)
        assert env.seat == seats[-1]
    assert set(seats) == set(range(5))


def test_opponents_may_differ_by_seat() -> None:
    game = kuhn.build(3)

    class Watched(First):
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
            assert (observations.seats == self.seat).all()
            return super().act(observations, rng)

    env = SeatEnv(game, seat="seat1", opponents={"seat0": Watched(0), "seat2": Watched(2)})
    for _ in range(10):
        env.reset()
        while not env.step(env.action_space.sample())[2]:
            pass
    with pytest.raises(LegationError, match="no opponent for seat2"):
        SeatEnv(game, seat="seat1", opponents={"seat0": First()})
    with pytest.raises(LegationError, match="unknown seat"):
        SeatEnv(game, seat="seat1", opponents={"seat9": First()})


class Drawing:
    """Draws `count` numbers a call, notes the last, and takes the first legal action."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.drawn: list[float] = []

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        self.drawn.append(float(rng.random(self.count)[-1]))
        return observations.legal_action_mask.argmax(1)


@pytest.mark.parametrize("games", [1, 3])
def test_what_an_opponent_draws_changes_no_other(games: int) -> None:
    def drawn(count: int) -> list[float]:
        game, watched = kuhn.build(3), Drawing(1)
        others = {"seat0": Drawing(count), "seat2": watched}
        if games == 1:
            env = SeatEnv(game, seat="seat1", opponents=others)
            env.reset(seed=2)
            for _ in range(5):
                while not env.step(int(env.action_masks().argmax()))[2]:
                    pass
                env.reset()
        else:
            envs = SeatVectorEnv(game, num_envs=games, seat="seat1", opponents=others)
            envs.reset(seed=2)
            for _ in range(10):
                envs.step(envs.action_masks().argmax(1))
        assert len(watched.drawn) > 4
        return watched.drawn

    assert drawn(1) == drawn(7)


def test_a_copy_keeps_the_chance_of_opponents() -> None:
    env = SeatEnv(kuhn.build(3), seat="seat2", opponents=uniform_agent("kuhn3"))
    env.reset(seed=2)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        original = copy.deepcopy(env)
        for _ in range(20):
            assert original.step(0)[1] == twin.step(0)[1]
            original.reset()
            twin.reset()
            assert same(original, twin)


def test_an_opponent_that_cheats_is_named_as_the_cause() -> None:
    class Cheat:
        def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
            return np.full(len(observations), 7)

    with pytest.raises(LegationError, match="an opponent chose an illegal action"):
        SeatEnv(kuhn.build(2), seat=1, opponents=Cheat()).reset()


def test_bad_arguments_are_refused_in_words() -> None:
    for wrong, words in (
        ({"seat": "italy"}, "unknown seat"),
        ({"opponents": "grandmaster"}, "unknown agent"),
        ({"alliances": "sometimes"}, "alliances"),
        ({"colour": "red"}, "unknown option"),
    ):
        with pytest.raises(LegationError, match=words):
            embassies(**wrong)
    with pytest.raises(ResetNeeded):
        embassies().step(0)


def test_render_is_the_seats_own_view() -> None:
    env = embassies(render_mode="ansi", language="ru")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert "Германия" in text


# --- many games ------------------------------------------------------------------------------


def vector(game: Game, mode: AutoresetMode, games: int = 16) -> SeatVectorEnv:
    return SeatVectorEnv(
        game,
        num_envs=games,
        seat="random",
        opponents=uniform_agent(game.id),
        autoreset_mode=mode,
    )


def choose(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    return np.where(masks, rng.random(masks.shape), 0.0).argmax(1)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_vector_env_follows_its_autoreset_mode(mode: AutoresetMode) -> None:
    envs = vector(kuhn.build(3), mode)
    rng = np.random.default_rng(3)
    envs.reset(seed=3)
    over = np.zeros(16, dtype=np.bool_)
    ends = 0
    for _ in range(200):
        episodes = envs._batch.episode.copy()
        actions = choose(envs.action_masks(), rng)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert not truncations.any()
        assert not rewards[~terminations].any()
        np.testing.assert_array_equal(infos["action_mask"], envs.action_masks())
        ends += terminations.sum()
        if mode is AutoresetMode.SAME_STEP:
            assert infos["action_mask"].any(1).all()
            final = infos.get("final_info", {})
            if terminations.any():
                assert (infos["_final_obs"] == terminations).all()
                for row in np.flatnonzero(terminations):
                    assert infos["final_obs"][row] in envs.single_observation_space
            assert (envs._batch.episode > episodes)[terminations].all()
        else:
            # What ended in the step before starts now, whatever its action was.
            assert not (terminations & over).any()
            assert ((envs._batch.episode > episodes) == over).all()
            assert (infos["action_mask"].any(1) == ~terminations).all()
            final = infos
        if terminations.any():
            assert (final["_win_share"] == terminations).all()
            assert final["returns"][terminations].sum(1) == pytest.approx(0.0)
            # Kuhn's returns are never 0.
            assert (rewards != 0).tolist() == terminations.tolist()
        over = terminations
    assert ends > 200


def test_vector_env_without_autoreset() -> None:
    envs = vector(kuhn.build(2), AutoresetMode.DISABLED, games=4)
    rng = np.random.default_rng(0)
    envs.reset(seed=0)
    terminations = np.zeros(4, dtype=np.bool_)
    while not terminations.any():
        terminations = envs.step(choose(envs.action_masks(), rng))[2]
    with pytest.raises(ResetNeeded, match="are over"):
        envs.step(np.zeros(4, dtype=np.int64))
    running = envs._batch.episode[~terminations].copy()
    _, infos = envs.reset(options={"reset_mask": terminations})
    assert infos["action_mask"].any(1).all()
    np.testing.assert_array_equal(envs._batch.episode[~terminations], running)


def test_vector_env_plays_the_same_games_as_single_envs() -> None:
    """Episode i of the seed in game i, for opponents that need no chance."""
    game = load_game("embassies")
    envs = SeatVectorEnv(game, num_envs=3, seat="russia", opponents=First())
    observations, infos = envs.reset(seed=8)
    singles = []
    for row in range(3):
        env = SeatEnv(game, seat="russia", opponents=First())
        observation, _ = env.reset(seed=8)
        for _ in range(row):
            observation, _ = env.reset()
        np.testing.assert_array_equal(observation, observations[row])
        singles.append(env)
    for _ in range(100):
        actions = infos["action_mask"].argmax(1)
        observations, rewards, terminations, _, infos = envs.step(actions)
        for row, env in enumerate(singles):
            observation, reward, terminated, _, info = env.step(actions[row])
            assert (reward, terminated) == (rewards[row], terminations[row])
            if terminated:
                np.testing.assert_array_equal(infos["final_obs"][row], observation)
                assert infos["final_info"]["win_share"][row] == info["win_share"]
                for _ in range(3):
                    observation, _ = env.reset()
            np.testing.assert_array_equal(observation, observations[row])


def test_make_vec_and_gymnasiums_own_vectorizer() -> None:
    envs = gymnasium.make_vec(EMBASSIES, num_envs=5, seat="france", opponents="uniform")
    assert isinstance(envs, SeatVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, _ = envs.reset(seed=1)
    assert observations.shape == (5, *envs.single_observation_space.shape)
    sync = gymnasium.make_vec(
        EMBASSIES, num_envs=2, vectorization_mode="sync", seat="france", opponents="uniform"
    )
    assert isinstance(sync, SyncVectorEnv)
    _, infos = sync.reset(seed=1)
    sync.step(infos["action_mask"].argmax(1))


def test_vector_env_refuses_illegal_actions_and_bad_modes() -> None:
    game = kuhn.build(2)
    envs = vector(game, AutoresetMode.SAME_STEP, games=2)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(2, dtype=np.int64))
    envs.reset(seed=0)
    before = envs._batch.state(0).tobytes()
    with pytest.raises(IllegalActionError, match="game 1 of the batch"):
        envs.step(np.array([0, 5]))
    assert envs._batch.state(0).tobytes() == before
    with pytest.raises(LegationError, match="unknown autoreset_mode"):
        SeatVectorEnv(game, num_envs=2, seat=0, opponents=First(), autoreset_mode="Never")
