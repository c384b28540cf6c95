"""GameBatch: B games of one kind, stepped by one compiled call."""

from __future__ import annotations

from typing import Any, Literal, cast

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from legation.envs.engine.errors import IllegalActionError, LegationError
from legation.envs.engine.game import Game, State
from legation.envs.engine.kernels import NOTHING
from legation.envs.engine.observation import Observations
from legation.envs.engine.rng import seed_key

AutoReset = Literal["same_step", "disabled"]
Forced = Literal["auto", "ask"]
Potentials = Literal["none", "declared", "returns"]


class GameBatch:
    """Steps B games at once, each at the decision of whichever seat has to act in it.

    Game i plays the episodes i, i + B, i + 2B, ... of the seed; an episode's chance depends on the
    seed and the episode's number alone.

    Args:
        game: what is played.
        games: B.
        seed: of all chance.
        first_episode: number of the episode that game 0 starts with.
        copies: so many games in a row start with the same episode: one deal for every rotation of
            the agents' seats.
        forced: "auto" takes decisions with one legal action by itself; "ask" shows them.
        autoreset: "same_step": a game that ends starts its next episode in the same step (the
            observation is the new one, `returns` belong to the old one), as Gymnasium's
            AutoresetMode.SAME_STEP; "disabled": it stays at its end, with actor -1.
        encode: fill `observations`; agents that read records do not need them.
        potentials: fill `potentials`: with what the game declares (see `Rules.potential`), or with
            "returns": what it would pay if it ended now, which may tell what no seat sees.
        threads: number of threads that share the games; results do not depend on it.

    Attributes:
        actor: `[B]`, the seat to act; -1 where the game is over.
        legal_action_mask: `[B, A]` bool, for that seat.
        observations: `[B, F]` float32, the encoded observation of that seat.
        terminated: `[B]`, True where an episode ended in the latest step.
        returns: `[B, S]`, of the episodes that ended in the latest step; 0 elsewhere.
        win_shares: `[B, S]`, likewise: the share of the win of each seat, adding up to 1.
        episode: `[B]`, the number of the episode each game is in.
        potentials: `[B, S]`, of the position that each game is in.
        final_potentials: `[B, S]`, of the end of each game's latest finished episode.

    The arrays are filled anew by each step: copy what is to be kept. `observations` can't be
    written to, as a step may fill in only what has changed.
    """

    def __init__(
        self,
        game: Game,
        *,
        games: int,
        seed: int,
        first_episode: int = 0,
        copies: int = 1,
        forced: Forced = "auto",
        autoreset: AutoReset = "same_step",
        encode: bool = True,
        potentials: Potentials = "none",
        threads: int = 1,
    ) -> None:
        _check_size("games", games, 1)
        _check_size("seed", seed, 0)
        _check_size("first_episode", first_episode, 0)
        _check_size("copies", copies, 1)
        _check_size("threads", threads, 1)
        _check_choice("forced", forced, ("auto", "ask"))
        _check_choice("autoreset", autoreset, ("same_step", "disabled"))
        _check_choice("potentials", potentials, ("none", "declared", "returns"))
        if threads > numba.config.NUMBA_NUM_THREADS:
            raise LegationError(
                f"threads is {threads}; this machine offers 1..{numba.config.NUMBA_NUM_THREADS}"
            )
        self.game = game
        self.seed = seed
        self.threads = threads
        self._ask_forced = forced == "ask"
        self._autoreset = autoreset == "same_step"
        schema, size = game.schema, game.actions.size
        self._states = np.repeat(game.initial, games)
        self._flat = schema.flat(self._states)
        self.episode = first_episode + np.arange(games, dtype=np.int64) // copies
        self.actor = np.zeros(games, dtype=np.int64)
        self.legal_action_mask = np.zeros((games, size), dtype=np.bool_)
        self._encoded = np.zeros((games if encode else 0, game.encoder.width), dtype=np.float32)
        self.observations = self._encoded.view()
        self.observations.flags.writeable = False
        self._shown = np.zeros(games, dtype=np.int64)
        self.terminated = np.zeros(games, dtype=np.bool_)
        self.returns = np.zeros((games, game.seats), dtype=np.float64)
        self.win_shares = np.zeros((games, game.seats), dtype=np.float64)
        wanted = games if potentials != "none" else 0
        self.potentials = np.zeros((wanted, game.seats), dtype=np.float64)
        self.final_potentials = np.zeros_like(self.potentials)
        self._potentials: Potentials = potentials
        self._kernel = game.kernels.step if threads == 1 else game.kernels.step_threads
        self._all_rows = np.ones(games, dtype=np.bool_)
        self._bind_arguments()
        self._start(self._all_rows)

    def __len__(self) -> int:
        return len(self._states)

    @property
    def over(self) -> bool:
        """True when every game is over (never with autoreset)."""
        return bool((self.actor < 0).all())

    def step(self, actions: ArrayLike, moving: NDArray[np.bool_] | None = None) -> None:
        """Takes `actions [B]` (integers), one for the seat to act in each game.

        Games that are over ignore theirs, and so do those not `moving [B]`: they stay as they are.

        Raises:
            IllegalActionError: one of them is not legal. No game has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != self.actor.shape or chosen.dtype.kind not in "iu":
            raise LegationError(
                f"actions must be integers of shape ({len(self)},), one a game; "
                f"given {chosen.dtype} of shape {chosen.shape}"
            )
        if self.threads > 1:
            numba.set_num_threads(self.threads)
        rows = self._all_rows if moving is None else _checked_rows(moving, len(self))
        chosen = chosen.astype(np.int64, copy=False)
        illegal = self._kernel(chosen, rows, *self._kernel_arguments)
        if illegal >= 0:
            words = self.game.illegal_message(
                int(chosen[illegal]), int(self.actor[illegal]), self.legal_action_mask[illegal]
            )
            place = f"game {illegal} of the batch: " if len(self) > 1 else ""
            raise IllegalActionError(place + words)
        if self._potentials == "returns":
            self.game.kernels.pay(self._states, self.potentials)
            self.final_potentials[self.terminated] = self.returns[self.terminated]

    def reset(self, *, seed: int | None = None, rows: NDArray[np.bool_] | None = None) -> None:
        """Starts an episode in every game: with a seed its episodes 0..B-1, else the next ones.

        Where `rows [B]` is given, in those games only, and without a seed.
        """
        if seed is None:
            chosen = self._all_rows if rows is None else _checked_rows(rows, len(self))
            self.episode[chosen] += len(self)
            self._start(chosen)
            return
        _check_size("seed", seed, 0)
        if rows is not None:
            raise LegationError("a seed is of the whole batch: give `seed` or `rows`, not both")
        self.seed = seed
        self.episode[:] = np.arange(len(self))
        self._bind_arguments()
        self._start(self._all_rows)

    def observe(self, rows: NDArray[np.int64] | None = None) -> Observations:
        """The views of the seats to act, in all games or in some rows, copied."""
        encoded = self.observations
        if not len(encoded):
            encoded = np.zeros((len(self), 0), dtype=np.float32)
        chosen = np.arange(len(self)) if rows is None else np.asarray(rows, dtype=np.int64)
        records = np.empty(len(chosen), dtype=self.game.schema.dtype)
        self.game.kernels.view(
            self._flat, chosen, self._viewers, self.game.schema.flat(records),
            self.game.schema.unknown, self.game.visibility,
        )  # fmt: skip
        return Observations(
            game=self.game,
            seats=self.actor[chosen],
            records=records,
            legal_action_mask=self.legal_action_mask[chosen],
            encoded=encoded[chosen],
        )

    def encode_for(self, seats: ArrayLike, *, privileged: bool = False) -> NDArray[np.float32]:
        """`[B, F]`: every game as seat `seats[i]` would read it, whether it has to act or not.

        Privileged: with everything but the random stream visible; for critics in training only.
        """
        readers = np.broadcast_to(np.asarray(seats, dtype=np.int64), (len(self),)).copy()
        readers[readers >= self.game.seats] = -1  # a spectator has no seat of its own
        viewers = np.full(len(self), self.game.seats + 1) if privileged else readers
        viewers = np.where(readers < 0, self.game.spectator, viewers)
        records = np.repeat(self.game.initial, len(self))
        encoded = np.zeros((len(self), self.game.encoder.width), dtype=np.float32)
        self.game.kernels.observe(
            self._flat, viewers, readers, self.game.schema.flat(records), encoded,
            self.game.schema.unknown, self.game.visibility, self.game.encoder.tables,
        )  # fmt: skip
        return encoded

    def state(self, index: int) -> State:
        """A copy of one game's whole state; not for agents."""
        return self._states[index].copy()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Plain arrays from which `restore` continues bit for bit."""
        return {
            "states": self._states.view(np.uint8).reshape(len(self), -1).copy(),
            "episode": self.episode.copy(),
            "seed": np.array([self.seed], dtype=np.int64),
            "legal_action_mask": self.legal_action_mask.copy(),
            "terminated": self.terminated.copy(),
            "returns": self.returns.copy(),
            "win_shares": self.win_shares.copy(),
        }

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Puts back what `snapshot` took, of a batch of the same game and size (of any seed)."""
        own = self.snapshot()
        for name, value in own.items():
            given = arrays.get(name)
            if given is None or given.shape != value.shape or given.dtype != value.dtype:
                raise LegationError(
                    f"snapshot of a batch: {name!r} should be {value.dtype} of shape {value.shape}"
                )
        self._states[:] = arrays["states"].copy().view(self.game.schema.dtype).reshape(len(self))
        self.episode[:] = arrays["episode"]
        self.seed = int(arrays["seed"][0])
        self._bind_arguments()
        self.legal_action_mask[:] = arrays["legal_action_mask"]
        self._show_all()
        self.terminated[:] = arrays["terminated"]
        self.returns[:] = arrays["returns"]
        self.win_shares[:] = arrays["win_shares"]

    def __getstate__(self) -> dict[str, Any]:
        # The views among the arrays would not survive a copy of each.
        arguments = {
            "game": self.game,
            "games": len(self),
            "seed": self.seed,
            "forced": "ask" if self._ask_forced else "auto",
            "autoreset": "same_step" if self._autoreset else "disabled",
            "encode": len(self.observations) > 0,
            "potentials": self._potentials,
            "threads": self.threads,
        }
        return {"arguments": arguments, "snapshot": self.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        GameBatch.__init__(self, **state["arguments"])
        self.restore(state["snapshot"])

    def _start(self, rows: NDArray[np.bool_]) -> None:
        self.game.kernels.begin(
            self._states, self.game.initial, self._key, self._ask_forced, self.episode, rows,
            self.legal_action_mask,
        )  # fmt: skip
        self._show_all()

    def _bind_arguments(self) -> None:
        """What each call of the kernel gets, besides the actions: for short calls it counts."""
        game = self.game
        self._key = seed_key(self.seed)
        declared = self.potentials, self.final_potentials
        if self._potentials == "returns":
            declared = np.zeros((0, game.seats)), np.zeros((0, game.seats))
        self._kernel_arguments = (
            self._states, self._flat, game.initial, self._key, self._ask_forced, self._autoreset,
            self.episode, self.legal_action_mask, self.actor, self._encoded,
            self.terminated, self.returns, self.win_shares, *declared, self._shown, game.direct,
        )  # fmt: skip

    @property
    def _viewers(self) -> NDArray[np.int64]:
        return np.where(self.actor < 0, self.game.spectator, self.actor)

    def _show_all(self) -> None:
        game = self.game
        self.actor[:] = cast("NDArray[np.int64]", self._states["actor"])
        self.terminated[:] = False
        self.returns[:] = 0.0
        self.win_shares[:] = 0.0
        if len(self.observations):
            game.kernels.read(self._flat, self._viewers, self._encoded, game.direct)
        self._shown[:] = NOTHING
        if self._potentials == "returns":
            game.kernels.pay(self._states, self.potentials)
        elif len(self.potentials):
            for state, out in zip(self._states, self.potentials, strict=True):
                game.kernels.potential(state, out)


def _checked_rows(rows: NDArray[np.bool_], games: int) -> NDArray[np.bool_]:
    if rows.shape != (games,) or rows.dtype != np.bool_:
        raise LegationError(
            f"a choice of games is bool of shape ({games},); given {rows.dtype} of {rows.shape}"
        )
    return rows


def _check_size(name: str, value: object, lowest: int) -> None:
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not lowest <= value < 2**63:  # type: ignore[operator]
        raise LegationError(
            f"{name} is {value!r}; it must be a whole number from {lowest} up, below 2**63"
        )


def _check_choice(name: str, value: object, valid: tuple[str, ...]) -> None:
    if value not in valid:
        raise LegationError(f"{name} is {value!r}; valid: {', '.join(valid)}")
