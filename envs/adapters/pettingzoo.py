"""The games as PettingZoo environments, AEC and parallel; the agents are named by seat ids.

An observation is `{"observation": [F] float32, "action_mask": [A] int8}`, as in the classic
environments of PettingZoo; the mask is all 0 for a seat that does not have to act. `observation` is
what that seat may see, encoded from the schema, whether it has to act or not. Each seat gets its
return as a reward when the game ends; until then rewards are 0. `render()` shows what a spectator
may see, whoever has to act: it is for whoever watches.

    env = aec_env("embassies", alliances="off")
    env.reset(seed=1)
    for seat in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(seat).sample(observation["action_mask"]))
"""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from legation.envs.adapters.spaces import (
    RENDER_MODES,
    LegalDiscrete,
    action_number,
    check_render_mode,
    observation_box,
    resolve_game,
)
from legation.envs.engine import Game, GameBatch, IllegalActionError, LegationError, OptionValue
from legation.envs.engine.batch import Forced

SeatObservation = dict[str, NDArray[Any]]


class _Table:
    """One game with all its seats: what both kinds of environment have in common.

    Attributes:
        game: what is played.
        possible_agents: the seat ids, in order.
        agents: the seats still in the game.
        metadata: as PettingZoo asks.
        render_mode: None, "human" (prints) or "ansi" (a string).
        state_space: of `state()`.
    """

    def __init__(self, game: Game, render_mode: str | None, language: str, forced: Forced) -> None:
        self.game = game
        self.render_mode = check_render_mode(render_mode)
        self.metadata: dict[str, Any] = {
            "name": f"{game.id}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = list(game.seat_ids)
        self.agents: list[str] = []
        self._numbers = {seat: number for number, seat in enumerate(game.seat_ids)}
        self.state_space = observation_box(game)
        self._language = language
        self._batch = GameBatch(
            game, games=1, seed=secrets.randbits(63), autoreset="disabled", forced=forced
        )
        size = game.actions.size
        mask = spaces.Box(0, 1, (size,), np.int8)
        self._observation_spaces = {
            seat: spaces.Dict({"observation": observation_box(game), "action_mask": mask})
            for seat in game.seat_ids
        }
        self._action_spaces = {seat: LegalDiscrete(size) for seat in game.seat_ids}
        self._no_action = np.zeros(size, dtype=np.int8)
        self._chosen = np.zeros(1, dtype=np.int64)
        self._link()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._link()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """Its `sample()` without a mask draws what is legal for the seat now, 0 if nothing is."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> SeatObservation:
        """What this seat sees now, whether it has to act or not."""
        seat = self._numbers[agent]
        if seat == self._batch.actor[0]:
            return {
                "observation": self._batch.observations[0].copy(),
                "action_mask": self._legal.copy(),
            }
        return {
            "observation": self._batch.encode_for(seat)[0],
            "action_mask": self._no_action.copy(),
        }

    def state(self) -> NDArray[np.float32]:
        """`[F]`, everything but the dice to come: for a critic in training, never for an agent."""
        reader = max(self._batch.actor[0], 0)
        features: NDArray[np.float32] = self._batch.encode_for(reader, privileged=True)[0]
        return features

    def render(self) -> str | None:
        """The position in words, as a spectator sees it: without any seat's secrets."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: make the env with a render_mode")
            return None
        observation = self.game.observe(self._batch.state(0), self.game.spectator)
        text = self.game.render(observation, self._language)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held that needs closing."""

    def _link(self) -> None:
        """Makes the views that have to follow the batch's arrays."""
        self._legal = self._batch.legal_action_mask[0].view(np.int8)
        self._show_actor()

    def _begin(self, seed: int | None) -> str:
        """Starts an episode; returns the seat to act."""
        self._batch.reset(seed=seed)
        self.agents = self.possible_agents[:]
        return self._show_actor()

    def _move(self, action: Any) -> bool:
        """Takes an action for the seat to act; True when that ended the game."""
        self._chosen[0] = action_number(self.game, action)
        self._batch.step(self._chosen)
        return bool(self._batch.terminated[0])

    def _show_actor(self) -> str:
        actor = int(self._batch.actor[0])
        for space in self._action_spaces.values():
            space.legal = self._no_action
        if actor < 0:
            return ""
        seat = self.possible_agents[actor]
        self._action_spaces[seat].legal = self._legal
        return seat

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self._batch.returns[0].tolist(), strict=True))


class GameAECEnv(_Table, AECEnv):
    """One game, stepped by the seat to act in turn (PettingZoo's AEC interface).

    A seat that looks through `last()` sees the game when it has to act and at the end, no more.

    An illegal action raises IllegalActionError and changes nothing. When the game ends, all seats
    terminate at once, and each takes a last step with None, in the order of the seats.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        language: str = "en",
        forced: Forced = "auto",
    ) -> None:
        AECEnv.__init__(self)
        _Table.__init__(self, game, render_mode, language, forced)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts episode 0 of `seed`, or without one the next episode; `options` has no effect."""
        first = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = first

    def step(self, action: int | None) -> None:
        """Takes the action of `agent_selection`: an action's number, or None after its end.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        if not self.agents:
            raise LegationError("there is no seat to step; call reset() to start an episode")
        seat = self.agent_selection
        if self.terminations[seat]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionError(f"{seat} has to act; None is for seats that have terminated")
        if self._move(action):
            self._show_actor()
            self.rewards = self._returns()
            self._cumulative_rewards = self.rewards.copy()
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        elif self.possible_agents[self._batch.actor[0]] != seat:
            self.agent_selection = self._show_actor()


class GameParallelEnv(_Table, ParallelEnv):
    """One game, stepped with a dict of actions (PettingZoo's parallel interface).

    The games are turn by turn: the one seat with a legal action in its mask acts; actions given for
    the others are not looked at, and may be left out. A seat learns from its own mask whether it
    has to act, and neither observations nor infos say which other seat has.

    But PettingZoo's parallel interface hands every seat an observation at each step. Who counts the
    steps between its own decisions learns how many the others took, hidden ones too; in games with
    hidden decisions (secret proposals, say) that is more than the rules let it know. Where this
    matters, take `GameAECEnv`, where a seat sees the game when it has to act, as the agents of
    `legation.agents` do in the arena.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        language: str = "en",
        forced: Forced = "auto",
    ) -> None:
        _Table.__init__(self, game, render_mode, language, forced)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, SeatObservation], dict[str, dict[str, Any]]]:
        """Starts episode 0 of `seed`, or without one the next episode; `options` has no effect."""
        self._begin(seed)
        return self._observe_all(), {seat: {} for seat in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, SeatObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes the action of the seat to act.

        Raises:
            IllegalActionError: it is missing or not legal; nothing has changed.
        """
        if not self.agents:
            raise LegationError("there is no seat to step; call reset() to start an episode")
        seat = self.possible_agents[self._batch.actor[0]]
        if seat not in actions:
            raise IllegalActionError(
                "the action of the seat to act is missing; it is the one with legal actions in its "
                "action_mask"
            )
        over = self._move(actions[seat])
        self._show_actor()
        everyone = self.possible_agents
        if over:
            self.agents = []
        return (
            self._observe_all(),
            self._returns(),  # all 0 until the end
            dict.fromkeys(everyone, over),
            dict.fromkeys(everyone, False),
            {seat: {} for seat in everyone},
        )

    def _observe_all(self) -> dict[str, SeatObservation]:
        return {seat: self.observe(seat) for seat in self.possible_agents}


def aec_env(
    game: Game | str,
    *,
    render_mode: str | None = None,
    language: str = "en",
    forced: Forced = "auto",
    **options: OptionValue,
) -> GameAECEnv:
    """A game as a PettingZoo AEC environment.

    Args:
        game: a game, or its name with its `options` (see `legation.envs.game_options`).
        render_mode: None; "human": render() prints; "ansi": render() gives a string.
        language: of render().
        forced: "auto" takes decisions with one legal action by itself; "ask" shows them.
    """
    chosen = resolve_game(game, options)
    return GameAECEnv(chosen, render_mode=render_mode, language=language, forced=forced)


def parallel_env(
    game: Game | str,
    *,
    render_mode: str | None = None,
    language: str = "en",
    forced: Forced = "auto",
    **options: OptionValue,
) -> GameParallelEnv:
    """A game as a PettingZoo parallel environment; the arguments are those of `aec_env`."""
    chosen = resolve_game(game, options)
    return GameParallelEnv(chosen, render_mode=render_mode, language=language, forced=forced)
