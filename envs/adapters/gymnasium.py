"""One seat of a game as a Gymnasium environment, the other seats played by given opponents.

It gives the seat's encoded observation `[F]` float32, its legal actions as `info["action_mask"]`
(int8, as `Discrete.sample` takes it) and `action_masks()` (bool, as sb3-contrib's MaskablePPO asks
for), and the seat's return as the reward of the last step. `vector.py` has the same for many games
at once; `legation.agents.gymnasium` registers both with Gymnasium, opponents given by name.
"""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from legation.envs.adapters.lineup import Lineup, Opponents
from legation.envs.adapters.spaces import (
    RENDER_MODES,
    LegalDiscrete,
    action_number,
    check_render_mode,
    first_legal,
    observation_box,
)
from legation.envs.engine import Game, GameBatch
from legation.envs.engine.batch import Forced


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of one game (Gymnasium's Env).

    Args:
        game: what is played.
        seat: the learner's: a seat id, its number, or "random" (drawn at each reset).
        opponents: one agent for all other seats, or a mapping from seat ids to agents.
        render_mode: None; "human": render() prints; "ansi": render() gives a string.
        language: of render().
        forced: "auto" takes decisions with one legal action by itself; "ask" shows them.

    `info` holds `action_mask [A]`, int8; at the end also `win_share` of the seat and
    `returns [S]` of all. An illegal action raises IllegalActionError and changes nothing. What
    `action_space.sample()` draws without a mask is legal at that moment. One exception, for
    `check_env`, which draws an action, then resets: in the first step after a reset what was drawn
    so and is illegal stands for the next number that is legal. Each opponent has a random stream of
    its own.
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: str | int,
        opponents: Opponents,
        render_mode: str | None = None,
        language: str = "en",
        forced: Forced = "auto",
    ) -> None:
        self.game = game
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.observation_space = observation_box(game)
        self.action_space: LegalDiscrete = LegalDiscrete(game.actions.size)
        self.seat = -1
        self._lineup = Lineup(game, seat, opponents)
        self._language = language
        self._batch = GameBatch(
            game, games=1, seed=secrets.randbits(63), autoreset="disabled", forced=forced
        )
        self._chosen = np.zeros(1, dtype=np.int64)
        self._streams: list[np.random.Generator] = []  # of the opponents
        self._at_first = False  # no step since the reset
        self._link()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._link()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts episode 0 of `seed`, or without one the next episode, up to the seat's decision.

        `options` has no effect.
        """
        super().reset(seed=seed)
        self._batch.reset(seed=seed)
        if seed is not None or not self._streams:
            self._streams = self._lineup.streams(self.np_random)
        self.seat = int(self._lineup.draw_seats(1, self.np_random)[0])
        self._at_first = True
        self._play_others()
        while self._over:  # it ended before the seat had a decision
            self._batch.reset()
            self._play_others()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Takes the seat's action, and the opponents' up to its next decision.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        if self.seat < 0 or self._over:
            raise ResetNeeded("there is no decision to take; call reset() to start an episode")
        number = action_number(self.game, action)
        if self._at_first:
            number = first_legal(number, action, self._batch.legal_action_mask[0])
        self._chosen[0] = number
        self._batch.step(self._chosen)
        self._at_first = False
        self._play_others()
        over = self._over
        reward = float(self._batch.returns[0, self.seat])  # 0 until the end
        return self._observation(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """`[A]`, True = legal."""
        mask: NDArray[np.bool_] = self._batch.legal_action_mask[0].copy()
        return mask

    def render(self) -> Any:
        """The position in words, as the seat sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: make the env with a render_mode")
            return None
        if self.seat < 0:
            raise ResetNeeded("there is nothing to show; call reset() to start an episode")
        observation = self.game.observe(self._batch.state(0), self.seat)
        text = self.game.render(observation, self._language)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _link(self) -> None:
        self.action_space.legal = self._batch.legal_action_mask[0].view(np.int8)

    @property
    def _over(self) -> bool:
        return bool(self._batch.actor[0] < 0)

    def _play_others(self) -> None:
        batch = self._batch
        while batch.actor[0] not in (self.seat, -1):
            self._lineup.play_alone(batch, self._streams)

    def _observation(self) -> NDArray[np.float32]:
        batch = self._batch
        shown = batch.encode_for(self.seat) if self._over else batch.observations
        features: NDArray[np.float32] = shown[0].copy()
        return features

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._batch.legal_action_mask[0].astype(np.int8)}
        if self._over:
            info["win_share"] = float(self._batch.win_shares[0, self.seat])
            info["returns"] = self._batch.returns[0].copy()
        return info
