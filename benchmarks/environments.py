"""The PettingZoo adapter beside PettingZoo's own environments and wrappers, in a `last()` loop."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from benchmarks.measure import PeerMissingError, Play, repeat
from legation.agents.gymnasium import make_env
from legation.envs.adapters.pettingzoo import aec_env


def random_play(env: AECEnv) -> Play:
    """Random legal play as PettingZoo's documentation has it, an episode at a time."""
    rng = np.random.default_rng(1)

    def episode() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return decisions

    return partial(repeat, episode)


def adapter() -> Play:
    return random_play(aec_env("embassies"))


def seat_env() -> Play:
    """The single-seat Gymnasium env: the decisions of one seat among uniform opponents."""
    env = make_env("embassies", seat="random", opponents="uniform")
    rng = np.random.default_rng(1)

    def episode() -> int:
        decisions, terminated = 0, False
        _, info = env.reset()
        while not terminated:
            legal = info["action_mask"].nonzero()[0]
            _, _, terminated, _, info = env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return decisions

    return partial(repeat, episode)


def texas_holdem() -> Play:
    """PettingZoo's texas_holdem_v4 with 5 players (RLCard)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import texas_holdem_v4

            env = texas_holdem_v4.env(num_players=5)
    except ImportError:
        raise PeerMissingError("PettingZoo's texas_holdem_v4") from None
    return random_play(env)


class IdleEnv(AECEnv):
    """Does nothing, for 5 agents and 300 decisions: under wrappers, all it costs is theirs."""

    render_mode = None

    def __init__(self) -> None:
        super().__init__()
        self.metadata = {"name": "idle_v0", "render_modes": [], "is_parallelizable": False}
        self.possible_agents = [f"player_{i}" for i in range(5)]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (150,), np.float32),
                "action_mask": spaces.Box(0, 1, (140,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(140) for agent in self.possible_agents}
        self.shown = {
            "observation": np.zeros(150, dtype=np.float32),
            "action_mask": np.ones(140, dtype=np.int8),
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.shown

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.decisions = 0

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.decisions += 1
        self.agent_selection = self.possible_agents[self.decisions % 5]
        if self.decisions == 300:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()


def idle() -> Play:
    return random_play(IdleEnv())


def idle_wrapped() -> Play:
    """The idle env under the wrappers that PettingZoo's classic environments come in."""
    env: AECEnv = wrappers.TerminateIllegalWrapper(IdleEnv(), illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return random_play(wrappers.OrderEnforcingWrapper(env))
