"""Embassies as one would first write it: plain Python, dicts and lists, under PettingZoo's AEC API.

A peer for the engine's speed, and a second opinion on its rules: it shares nothing with them but
the data file and the numbers of the actions. Clauses are those of envs/embassies/README.md.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

DATA = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "envs/embassies/components.toml").read_text("utf-8")
)
POWERS: list[str] = [power["id"] for power in DATA["powers"]]
COUNTRIES: list[str] = POWERS + [minor["id"] for minor in DATA["minors"]]
FACTORS: dict[str, int] = {power["id"]: power["factors"] for power in DATA["powers"]}
FOREIGN_LIMIT: int = DATA["foreign_limit"]
THRESHOLD: int = DATA["treaty_threshold"]
COMBAT: list[list[str]] = DATA["combat"]["table"]
ROUNDS: int = DATA["rounds"]

Action = tuple[Any, ...]
ACTIONS: list[Action] = [
    *(("place", country, k) for country in COUNTRIES for k in range(1, FOREIGN_LIMIT + 1)),
    ("rest_home",),
    *(("attack", country, victim) for country in COUNTRIES for victim in POWERS),
    *(("propose", power) for power in POWERS),
    ("accept",),
    ("refuse",),
    ("break",),
    ("pass",),
]
NUMBER: dict[Action, int] = {action: number for number, action in enumerate(ACTIONS)}
PHASES = ("alliance", "answer", "place", "attack")
FEATURES = 5 + 1 + 5 + len(PHASES) + 1 + 13 + 65 + 25


class NaiveEmbassies(AECEnv):
    """The game with `alliances` off, permanent or breakable, and the reward `win`.

    `roll` gives the die of an attack, 1..6; by default a die of the env's own.
    """

    def __init__(self, alliances: str = "permanent", roll: Callable[[], int] | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": "naive_embassies_v0", "render_modes": [], "is_parallelizable": False,
        }  # fmt: skip
        self.alliances = alliances
        self.random = random.Random()
        self.roll = roll or (lambda: self.random.randint(1, 6))
        self.render_mode = None
        self.possible_agents = list(POWERS)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, np.inf, (FEATURES,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(POWERS, space)
        self.action_spaces = {power: spaces.Discrete(len(ACTIONS)) for power in POWERS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.random.seed(seed)
        self.agents = list(POWERS)
        self.rewards = dict.fromkeys(POWERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(POWERS, 0.0)
        self.terminations = dict.fromkeys(POWERS, False)
        self.truncations = dict.fromkeys(POWERS, False)
        self.infos: dict[str, dict[str, Any]] = {power: {} for power in POWERS}
        self.agent_selection = self.turn = POWERS[0]
        self.phase = PHASES[0]
        self.factors_left = 0
        self.added: dict[str, int] = {}
        self.influence = {country: dict.fromkeys(POWERS, 0) for country in COUNTRIES}
        self.ally: dict[str, str | None] = dict.fromkeys(POWERS)
        self.addressee: str | None = None
        self.round = 1
        self._begin_turn(POWERS[0])

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        features = [float(agent == power) for power in POWERS]
        features.append(self.round / ROUNDS)
        features += [float(self.turn == power) for power in POWERS]
        phase = "alliance" if self.phase == "answer" and not self._party(agent) else self.phase
        features += [float(phase == name) for name in PHASES]
        features.append(self.factors_left / 16)
        features += [self.added[country] / FOREIGN_LIMIT for country in COUNTRIES]
        for country in COUNTRIES:
            features += [self.influence[country][power] / 20 for power in POWERS]
        for power in POWERS:
            features += [float(self.ally[power] == other) for other in POWERS]
        mask = np.zeros(len(ACTIONS), dtype=np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            for action in self.legal_actions():
                mask[NUMBER[action]] = 1
        return {"observation": np.array(features, dtype=np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        move = ACTIONS[action]
        if move not in self.legal_actions():
            raise ValueError(f"{move} is not legal for {self.agent_selection}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._do(move)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None

    # --- 3. Sequence of play ---

    def legal_actions(self) -> list[Action]:
        me = self.agent_selection
        if self.phase == "alliance":
            return [*self._alliance_choices(me), ("pass",)]
        if self.phase == "answer":
            return [("accept",), ("refuse",)]
        if self.phase == "attack":
            return [*self._attacks(me), ("pass",)]
        actions: list[Action] = [("rest_home",)]
        for country in COUNTRIES:
            most = min(FOREIGN_LIMIT, self.factors_left)
            if country != me:
                most = min(most, FOREIGN_LIMIT - self.added[country])
            actions += [("place", country, amount) for amount in range(1, most + 1)]
        return actions

    def _do(self, move: Action) -> None:
        me = self.agent_selection
        kind = move[0]
        if kind == "place":
            self._place(move[1], move[2])
        elif kind == "rest_home":
            self._place(me, self.factors_left)
        elif kind == "attack":
            self._attack(move[1], move[2])
            self._end_turn()
        elif kind == "propose":
            self.addressee = move[1]
            self.phase = "answer"
            self.agent_selection = move[1]
        elif kind in ("accept", "refuse"):
            if kind == "accept":
                self.ally[me], self.ally[self.turn] = self.turn, me
            self.addressee = None
            self.phase = "place"
            self.agent_selection = self.turn
        elif kind == "break":
            other = self.ally[me]
            assert other is not None
            self.ally[me] = self.ally[other] = None
            self.phase = "place"
        elif self.phase == "alliance":
            self.phase = "place"
        else:
            self._end_turn()

    def _begin_turn(self, power: str) -> None:
        self.turn = self.agent_selection = power
        self.factors_left = FACTORS[power]
        self.added = dict.fromkeys(COUNTRIES, 0)
        self.phase = "alliance" if self._alliance_choices(power) else "place"

    def _end_turn(self) -> None:
        following = POWERS.index(self.turn) + 1
        if following < len(POWERS):
            self._begin_turn(POWERS[following])
        elif self.round < ROUNDS:
            self.round += 1
            self._begin_turn(POWERS[0])
        else:
            winners = self.winners()
            for power in POWERS:
                share = 1 / len(winners) if power in winners else 0.0
                self.rewards[power] = (5 * share - 1) / 4
                self.terminations[power] = True

    def _alliance_choices(self, power: str) -> list[Action]:
        if self.alliances == "off":
            return []
        if self.ally[power]:
            return [("break",)] if self.alliances == "breakable" else []
        return [("propose", q) for q in POWERS if q != power and not self.ally[q]]

    def _attacks(self, power: str) -> list[Action]:
        return [
            ("attack", country, victim)
            for country in COUNTRIES
            if self.influence[country][power] > 0
            for victim in POWERS
            if victim != power and self.influence[country][victim] > 0
        ]

    def _party(self, agent: str) -> bool:
        return agent in (self.turn, self.addressee)

    def _place(self, country: str, amount: int) -> None:
        self.influence[country][self.turn] += amount
        self.added[country] += amount
        self.factors_left -= amount
        if self.factors_left == 0:
            if self._attacks(self.turn):
                self.phase = "attack"
            else:
                self._end_turn()

    # --- 4. Attack ---

    def _attack(self, country: str, victim: str) -> None:
        here = self.influence[country]
        attacker = self.turn
        odds = min(here[attacker] // here[victim], 4)
        result = COMBAT[self.roll() - 1][odds]
        if result == "AE":
            here[attacker] = 0
        elif result == "DE":
            here[victim] = 0
        else:
            loss = min(here[attacker], here[victim])
            here[attacker] -= loss
            here[victim] -= loss

    # --- 5. End, score, winners ---

    def rights(self, country: str) -> list[str]:
        """The powers with treaty rights in a country."""
        here = self.influence[country]
        return [power for power in POWERS if power != country and here[power] >= THRESHOLD]

    def scores(self) -> dict[str, int]:
        rights = {country: self.rights(country) for country in COUNTRIES}
        scores = dict.fromkeys(POWERS, 0)
        for goal in DATA["goals"]:
            power, kind = goal["power"], goal["kind"]
            if (
                (kind == "rights" and power in rights[goal["country"]])
                or (kind == "exclusive" and rights[goal["country"]] == [power])
                or (kind == "isolated" and self._isolated(goal["country"], rights))
            ):
                scores[power] += goal["points"]
        for goal in DATA["goals"]:
            if goal["kind"] == "nobody_above":
                others = [scores[power] for power in POWERS if power != goal["power"]]
                if max(others) <= goal["limit"]:
                    scores[goal["power"]] += goal["points"]
        return scores

    def _isolated(self, power: str, rights: dict[str, list[str]]) -> bool:
        return not rights[power] and not any(power in holders for holders in rights.values())

    def winners(self) -> list[str]:
        scores = self.scores()
        total = sum(scores.values())
        allied = [
            power
            for power, other in self.ally.items()
            if other and 2 * (scores[power] + scores[other]) >= total
        ]
        if allied:
            return allied
        outside = [power for power in POWERS if not self.ally[power]]
        best = max(scores[power] for power in outside)
        return [power for power in outside if scores[power] == best]
