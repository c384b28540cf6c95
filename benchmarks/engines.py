"""Random legal play by the engine and its peers: choice, step, legal mask, observation, reset."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np

from benchmarks.measure import PeerMissingError, Play, repeat
from benchmarks.naive_embassies import NaiveEmbassies
from legation.envs import load_game
from legation.envs.engine import GameBatch

_STEPS = 20  # of a chunk, between two looks at the clock
_ONES, _TOP_BYTE = np.uint32(0x01010101), np.uint32(24)


def _choose(masks: Any, words: Any, chance: Any, out: Any) -> None:
    """A legal action for each row, uniformly, from a xorshift stream a row (Marsaglia 2003).

    `words` is the same memory, four flags a word: a product adds them up in its highest byte.
    """
    for row in numba.prange(masks.shape[0]):
        x = chance[row]
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        chance[row] = x
        legal = 0
        for word in range(words.shape[1]):
            legal += np.uint32(words[row, word] * _ONES) >> _TOP_BYTE
        wanted = np.int64(x % np.uint64(legal))
        word = 0
        flags = np.int64(np.uint32(words[row, 0] * _ONES) >> _TOP_BYTE)
        while wanted >= flags:
            wanted -= flags
            word += 1
            flags = np.int64(np.uint32(words[row, word] * _ONES) >> _TOP_BYTE)
        action = 4 * word
        while wanted > 0 or not masks[row, action]:
            wanted -= masks[row, action]
            action += 1
        out[row] = action


def engine(games: int, threads: int = 1, name: str = "embassies") -> Play:
    """B games side by side, stepped by `GameBatch`."""
    batch = GameBatch(load_game(name), games=games, seed=1, threads=threads)
    choose: Callable[..., None] = numba.njit(_choose, parallel=threads > 1)
    chance = np.random.default_rng(1).integers(1, 2**63, size=games, dtype=np.uint64)
    actions = np.zeros(games, dtype=np.int64)
    words = batch.legal_action_mask.view(np.uint32)  # 4 flags each: 140 actions, or 212

    def chunk() -> int:
        if threads > 1:
            numba.set_num_threads(threads)
        for _ in range(_STEPS):
            choose(batch.legal_action_mask, words, chance, actions)
            batch.step(actions)
        return _STEPS * games

    return partial(repeat, chunk)


def openspiel_leduc() -> Play:
    """OpenSpiel's C++ Leduc poker with 3 players, driven from Python."""
    try:
        import pyspiel
    except ImportError:
        raise PeerMissingError("OpenSpiel") from None
    game = pyspiel.load_game("leduc_poker(players=3)")
    rng = random.Random(1)

    def episode() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.information_state_tensor()
                state.legal_actions_mask()
                decisions += 1
            state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    return partial(repeat, episode)


def naive_embassies() -> Play:
    """The same game in plain Python under PettingZoo."""
    env = NaiveEmbassies()
    rng = np.random.default_rng(1)

    def chunk() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return decisions

    return partial(repeat, chunk)
