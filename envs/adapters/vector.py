"""One seat in each of many games as a Gymnasium vector environment, on one GameBatch."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from legation.envs.adapters.lineup import Lineup, Opponents
from legation.envs.adapters.spaces import observation_box
from legation.envs.engine import Game, GameBatch, LegationError, unknown
from legation.envs.engine.batch import Forced


class _Ends:
    """The episodes that ended within one step of the vector env.

    Attributes:
        live: `[B]`, games whose learner has acted in this step and whose episode goes on.
        terminations, rewards, win_shares: `[B]`.
        returns: `[B, S]`.
        observations: `[B, F]`, the learner's last observations, where an episode ended.
    """

    def __init__(self, batch: GameBatch, live: NDArray[np.bool_]) -> None:
        self.live = live.copy()
        self.terminations = np.zeros(len(batch), dtype=np.bool_)
        self.rewards = np.zeros(len(batch))
        self.win_shares = np.zeros(len(batch))
        self.returns = np.zeros_like(batch.returns)
        self.observations = np.zeros_like(batch.observations)

    def note(self, batch: GameBatch, seats: NDArray[np.int64]) -> None:
        """Keeps what the latest step of the batch brought to an end."""
        ended = batch.terminated & self.live
        if not ended.any():
            return
        rows = np.flatnonzero(ended)
        self.rewards[rows] = batch.returns[rows, seats[rows]]
        self.win_shares[rows] = batch.win_shares[rows, seats[rows]]
        self.returns[rows] = batch.returns[rows]
        self.observations[rows] = batch.encode_for(seats)[rows]
        self.terminations |= ended
        self.live &= ~ended

    def info(self) -> dict[str, Any]:
        """As Gymnasium stacks the infos of single envs: each key with a mask of who has it."""
        if not self.terminations.any():
            return {}
        return {
            "win_share": self.win_shares,
            "_win_share": self.terminations.copy(),
            "returns": self.returns,
            "_returns": self.terminations.copy(),
        }

    def final_info(self) -> dict[str, Any]:
        """The same for AutoresetMode.SAME_STEP, with the last observations."""
        if not self.terminations.any():
            return {}
        last = np.full(len(self.live), None, dtype=object)
        for row in np.flatnonzero(self.terminations):
            last[row] = self.observations[row]
        return {
            "final_obs": last,
            "_final_obs": self.terminations.copy(),
            "final_info": self.info(),
            "_final_info": self.terminations.copy(),
        }


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """One seat in each of B games, stepped together (Gymnasium's VectorEnv).

    Args:
        game: what is played.
        num_envs: B.
        seat: the learner's: a seat id, its number, or "random" (drawn for each episode).
        opponents: one agent for all other seats, or a mapping from seat ids to agents.
        autoreset_mode: SAME_STEP: a game that ends starts the next episode in the same step, and
            `infos["final_obs"]`, `infos["final_info"]` hold its end; NEXT_STEP: it does so in the
            step after, which ignores the action; DISABLED: reset(options={"reset_mask": ...}).
        forced: "auto" takes decisions with one legal action by itself; "ask" shows them.

    Game i plays the episodes i, i + B, i + 2B, ... of the seed. `infos` hold what those of SeatEnv
    do, stacked.
    """

    def __init__(
        self,
        game: Game,
        *,
        num_envs: int,
        seat: str | int,
        opponents: Opponents,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        forced: Forced = "auto",
    ) -> None:
        modes = {mode.value: mode for mode in AutoresetMode}
        mode = autoreset_mode
        if not isinstance(mode, AutoresetMode):
            if mode not in modes:
                raise unknown("autoreset_mode", mode, modes)
            mode = modes[mode]
        self.game = game
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._next_step = mode is AutoresetMode.NEXT_STEP
        self._batch = GameBatch(
            game, games=num_envs, seed=secrets.randbits(63), autoreset="disabled", forced=forced
        )
        self.single_observation_space = observation_box(game)
        self.single_action_space = gymnasium.spaces.Discrete(game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lineup = Lineup(game, seat, opponents)
        self.seats = np.full(num_envs, -1, dtype=np.int64)
        self._streams: list[np.random.Generator] = []  # of the opponents

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts the episodes 0..B-1 of `seed`, or without one the next ones.

        With `options={"reset_mask": [B] bool}`, in those games only.
        """
        super().reset(seed=seed)
        if seed is not None or not self._streams:
            self._streams = self._lineup.streams(self.np_random)
        everyone = np.ones(self.num_envs, dtype=np.bool_)
        rows: NDArray[np.bool_] = (options or {}).get("reset_mask", everyone)
        if seed is None:
            self._restart(rows)
        elif not rows.all():
            raise LegationError("a seed is of all games: give `seed` or `reset_mask`, not both")
        else:
            self._batch.reset(seed=seed)
            self.seats = self._lineup.draw_seats(self.num_envs, self.np_random)
        nothing = _Ends(self._batch, ~everyone)
        nothing.terminations |= ~rows
        self._play_on(nothing)
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Takes `actions [B]` for the learner's seats, and the opponents' up to their next ones.

        Raises:
            IllegalActionError: one of them is not legal; no game has changed.
        """
        if self.seats[0] < 0:
            raise ResetNeeded("there is no decision to take; call reset() to start the episodes")
        over = self._batch.actor < 0
        if over.any() and not self._next_step:
            raise ResetNeeded(f"games {np.flatnonzero(over).tolist()} are over; reset them")
        self._batch.step(actions)
        ends = _Ends(self._batch, ~over)
        ends.note(self._batch, self.seats)
        self._play_on(ends)
        infos = self._infos() | (ends.final_info() if self._same_step else ends.info())
        truncations = np.zeros(self.num_envs, dtype=np.bool_)
        return self._observations(), ends.rewards, ends.terminations, truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """`[B, A]`, True = legal; all False in games that are over."""
        return self._batch.legal_action_mask.copy()

    def _play_on(self, ends: _Ends) -> None:
        """Plays until each game is at a decision of its learner, or at an end to be shown."""
        batch = self._batch
        while True:
            over = batch.actor < 0
            # An episode that ends before its learner had a decision counts for nothing.
            unseen = over if self._same_step else over & ~ends.terminations
            if unseen.any():
                self._restart(unseen)
                continue
            waiting = (batch.actor != self.seats) & ~over
            if not waiting.any():
                return
            self._lineup.play(batch, waiting, self._streams)
            ends.note(batch, self.seats)

    def _restart(self, rows: NDArray[np.bool_]) -> None:
        self._batch.reset(rows=rows)
        self.seats[rows] = self._lineup.draw_seats(int(rows.sum()), self.np_random)

    def _observations(self) -> NDArray[np.float32]:
        over = self._batch.actor < 0
        if not over.any():
            return self._batch.observations.copy()
        return np.where(over[:, None], self._batch.encode_for(self.seats), self._batch.observations)

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._batch.legal_action_mask.astype(np.int8),
            "_action_mask": np.ones(self.num_envs, dtype=np.bool_),
        }
