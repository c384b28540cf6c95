"""GameBatch: many games in one call, each as if it were alone."""

from __future__ import annotations

import pickle
from typing import Any, Literal

import numba
import numpy as np
import pytest

from legation.agents.uniform import uniform_agent
from legation.envs.engine import Game, GameBatch, IllegalActionError, LegationError
from legation.envs.engine.checks.samples import batch_digest
from tests.toys import kuhn


def arrays(batch: GameBatch) -> dict[str, np.ndarray]:
    names = (
        "actor", "legal_action_mask", "observations", "terminated", "returns", "win_shares",
        "episode", "potentials",
    )  # fmt: skip
    return {**batch.snapshot(), **{name: getattr(batch, name).copy() for name in names}}


def equal(first: dict[str, np.ndarray], second: dict[str, np.ndarray]) -> bool:
    return all(first[name].tobytes() == second[name].tobytes() for name in first)


def first_legal(batch: GameBatch) -> np.ndarray:
    return batch.legal_action_mask.argmax(axis=1)


def last_legal(batch: GameBatch) -> np.ndarray:
    return batch.legal_action_mask.shape[1] - 1 - batch.legal_action_mask[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("wrong", [-1, 2, 99])
def test_one_illegal_action_leaves_every_game_untouched(kuhn3: Game, wrong: int) -> None:
    batch = GameBatch(kuhn3, games=5, seed=3)
    batch.step(first_legal(batch))
    before = arrays(batch)
    with pytest.raises(IllegalActionError, match="game 3 of the batch: action"):
        batch.step(np.array([0, 1, 0, wrong, 1]))
    assert equal(before, arrays(batch))


@pytest.mark.parametrize(
    "actions", [[0, 1], [0.0, 1.0, 0.0], [[0], [1], [0]], [True, False, True], "abc"]
)
def test_what_are_no_actions_is_refused(kuhn2: Game, actions: Any) -> None:
    batch = GameBatch(kuhn2, games=3, seed=0)
    with pytest.raises(LegationError, match=r"integers of shape \(3,\)"):
        batch.step(actions)


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8, np.int64])
def test_any_integers_will_do(kuhn2: Game, dtype: type) -> None:
    batch = GameBatch(kuhn2, games=3, seed=0)
    batch.step(np.array([0, 1, 0], dtype=dtype))
    assert batch.actor.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("games", 0), ("games", -1), ("games", 2.0), ("games", True), ("seed", -1), ("seed", None),
        ("first_episode", -1), ("threads", 0), ("threads", 10_000), ("forced", "never"),
        ("autoreset", True),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused_by_name(kuhn2: Game, name: str, value: Any) -> None:
    with pytest.raises(LegationError, match=name):
        GameBatch(kuhn2, **{"games": 2, "seed": 0, name: value})


def test_autoreset_in_the_same_step(kuhn2: Game) -> None:
    batch = GameBatch(kuhn2, games=2, seed=0)
    batch.step(np.array([0, 1]))
    assert batch.terminated.tolist() == [False, False]
    batch.step(np.array([0, 0]))  # check, check; bet, fold
    assert batch.terminated.tolist() == [True, True]
    assert batch.episode.tolist() == [2, 3]
    assert batch.actor.tolist() == [0, 0]
    assert batch.returns[1].tolist() == [1.0, -1.0]
    assert batch.win_shares[1].tolist() == [1.0, 0.0]
    assert batch.legal_action_mask.all()
    assert kuhn2.to_bytes(batch.state(0)) == kuhn2.to_bytes(kuhn2.new_state(0, 2))
    batch.step(np.array([0, 0]))
    assert not batch.returns.any()
    assert not batch.win_shares.any()
    assert not batch.over


def test_without_autoreset_a_game_stays_at_its_end(kuhn2: Game) -> None:
    batch = GameBatch(kuhn2, games=2, seed=0, autoreset="disabled")
    batch.step(np.array([0, 1]))
    batch.step(np.array([1, 0]))
    assert batch.terminated.tolist() == [False, True]
    assert batch.actor.tolist() == [0, -1]
    assert batch.episode.tolist() == [0, 1]
    assert not batch.legal_action_mask[1].any()
    end = kuhn2.to_bytes(batch.state(1))
    batch.step(np.array([0, 12345]))  # the action of a game that is over is not looked at
    assert batch.terminated.tolist() == [True, False]
    assert not batch.returns[1].any()
    assert kuhn2.to_bytes(batch.state(1)) == end
    assert batch.over


@pytest.mark.parametrize("forced", ["auto", "ask"])
def test_forced_decisions(whispers: Game, forced: Literal["auto", "ask"]) -> None:
    batch = GameBatch(whispers, games=40, seed=7, forced=forced)
    alone = 0
    for _ in range(60):
        alone += int((batch.legal_action_mask.sum(axis=1) == 1).sum())
        batch.step(last_legal(batch))
    assert (alone > 0) == (forced == "ask")


@pytest.mark.parametrize("autoreset", ["same_step", "disabled"])
def test_potentials_may_be_what_the_game_would_pay_now(
    whispers: Game, autoreset: Literal["same_step", "disabled"]
) -> None:
    batch = GameBatch(whispers, games=5, seed=2, autoreset=autoreset, potentials="returns")
    now, ends = np.zeros(whispers.seats), 0
    for step in range(80):
        if step == 40:
            batch = pickle.loads(pickle.dumps(batch))
        for i in range(len(batch)):
            whispers.kernels.returns(batch.state(i), now)
            np.testing.assert_array_equal(batch.potentials[i], now)
        batch.step(first_legal(batch) if step % 3 else last_legal(batch))
        ended = batch.terminated
        ends += int(ended.sum())
        np.testing.assert_array_equal(batch.final_potentials[ended], batch.returns[ended])
    assert ends >= len(batch)


@pytest.mark.parametrize("potentials", ["declared", "returns"])
@pytest.mark.parametrize("autoreset", ["same_step", "disabled"])
def test_a_snapshot_continues_bit_for_bit(
    whispers: Game,
    autoreset: Literal["same_step", "disabled"],
    potentials: Literal["declared", "returns"],
) -> None:
    batch = GameBatch(whispers, games=6, seed=1, autoreset=autoreset, potentials=potentials)
    for _ in range(7):
        batch.step(first_legal(batch))
    saved = batch.snapshot()
    other = GameBatch(whispers, games=6, seed=1, autoreset=autoreset, potentials=potentials)
    other.restore(saved)
    shown = ("actor", "legal_action_mask", "observations", "potentials", "episode")
    for name in shown:
        assert getattr(other, name).tobytes() == getattr(batch, name).tobytes()
    for _ in range(9):
        batch.step(last_legal(batch))
        other.step(last_legal(other))
        assert equal(arrays(batch), arrays(other))
    assert not np.shares_memory(saved["episode"], batch.episode)


def test_a_snapshot_of_something_else_is_refused(kuhn2: Game, kuhn3: Game) -> None:
    batch = GameBatch(kuhn2, games=2, seed=0)
    before = arrays(batch)
    for other in (GameBatch(kuhn2, games=3, seed=0), GameBatch(kuhn3, games=2, seed=0)):
        with pytest.raises(LegationError, match="snapshot of a batch"):
            batch.restore(other.snapshot())
    with pytest.raises(LegationError, match="snapshot of a batch"):
        batch.restore({})
    assert equal(before, arrays(batch))


def test_an_episode_is_the_same_in_every_batch(whispers: Game) -> None:
    alone = batch_digest(whispers, 3, 0, 1, 12, 1, "ask")
    among = batch_digest(whispers, 3, 0, 7, 12, 1, "ask")
    late = batch_digest(whispers, 3, 10, 2, 2, 1, "ask")
    assert {e: among[e] for e in range(12)} == alone
    assert {e: late[e] for e in (10, 11)} == {e: alone[e] for e in (10, 11)}
    assert len(set(alone.values())) == 12


@pytest.mark.skipif(
    numba.config.DISABLE_JIT or numba.config.NUMBA_NUM_THREADS < 2, reason="needs two threads"
)
def test_results_do_not_depend_on_threads(kuhn2: Game) -> None:
    one = batch_digest(kuhn2, 3, 0, 7, 12, 1, "ask")
    two = batch_digest(kuhn2, 3, 0, 7, 12, 2, "ask")
    assert one == two


def test_rows_are_what_a_single_game_shows(whispers: Game) -> None:
    batch = GameBatch(whispers, games=4, seed=5)
    for _ in range(5):
        seen = batch.observe()
        for row in range(4):
            single = whispers.observe(batch.state(row), int(batch.actor[row]))
            assert single.record.tobytes() == seen.records[row].tobytes()
            assert single.encoded.tobytes() == seen.encoded[row].tobytes()
            assert np.array_equal(single.legal_action_mask, seen.legal_action_mask[row])
        batch.step(first_legal(batch))
    some = batch.observe(np.array([2]))
    assert len(some) == 1
    assert some.records[0].tobytes() == batch.observe().take(np.array([2])).records[0].tobytes()


def test_encode_for_others_and_for_a_critic(whispers: Game) -> None:
    batch = GameBatch(whispers, games=3, seed=5)
    bob = batch.encode_for(1)
    for row in range(3):
        assert np.array_equal(bob[row], whispers.observe(batch.state(row), 1).encoded)
    everything = batch.encode_for(1, privileged=True)
    known = [i for i, name in enumerate(whispers.encoder.names) if name.endswith("is known")]
    assert everything[:, known].all()
    assert not bob[:, known].all()


def test_states_and_observations_are_copies(kuhn2: Game) -> None:
    batch = GameBatch(kuhn2, games=2, seed=0)
    batch.state(0).card[:] = 0
    seen = batch.observe()
    seen.legal_action_mask[:] = False
    seen.records["paid"] = 9
    assert kuhn2.to_bytes(batch.state(0)) == kuhn2.to_bytes(kuhn2.new_state(0, 0))
    assert batch.legal_action_mask.all()
    assert batch.observe().records["paid"].max() == 1


def test_without_encoding_records_are_there(kuhn2: Game) -> None:
    batch = GameBatch(kuhn2, games=2, seed=0, encode=False)
    batch.step(first_legal(batch))
    seen = batch.observe()
    assert seen.encoded.shape == (2, 0)
    assert seen.records["turns"].tolist() == [1, 1]


def test_copies_start_with_the_same_episode() -> None:
    game = kuhn.build(3)
    batch = GameBatch(game, games=6, seed=2, first_episode=4, copies=3)
    assert batch.episode.tolist() == [4, 4, 4, 5, 5, 5]
    starts = [game.to_bytes(batch.state(i)) for i in range(6)]
    assert len(set(starts[:3])) == len(set(starts[3:])) == 1
    assert starts[0] == game.to_bytes(game.new_state(2, 4)) != starts[3]


def test_a_snapshot_carries_its_seed() -> None:
    one = GameBatch(kuhn.build(), games=4, seed=1)
    other = GameBatch(kuhn.build(), games=4, seed=2)
    other.restore(one.snapshot())
    for _ in range(50):
        one.step(np.ones(4, np.int64))
        other.step(np.ones(4, np.int64))
        assert one.observations.tobytes() == other.observations.tobytes()


def test_observations_are_those_of_the_whole_state_within_a_turn_too(whispers: Game) -> None:
    for forced in ("auto", "ask"):
        batch = GameBatch(whispers, games=5, seed=3, forced=forced)
        agent, rng = uniform_agent(whispers.id), np.random.default_rng(0)
        for step in range(200):
            batch.step(agent.act(batch.observe(), rng))
            if step % 50 == 0:
                batch.reset(rows=batch.actor == 0)
            if step % 60 == 0:
                batch.restore(batch.snapshot())
            assert batch.observations.tobytes() == batch.encode_for(batch.actor).tobytes()


def test_observations_can_not_be_written_to(whispers: Game) -> None:
    batch = GameBatch(whispers, games=2, seed=3)
    with pytest.raises(ValueError, match="read-only"):
        batch.observations *= 2
