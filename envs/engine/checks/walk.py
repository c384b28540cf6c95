"""Random play: many games side by side; seed, episode and decision lead back to a position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.checks.loops import Loops
from legation.envs.engine.checks.report import CheckReport
from legation.envs.engine.game import Game, State
from legation.envs.engine.rng import seed_key

_CHOICES = np.uint64(0x5851F42D4C957F2D)  # keeps the choice of actions apart from the game's chance


def choice_key(seed: int) -> np.uint64:
    return np.uint64(seed_key(seed) ^ _CHOICES)


def position(game: Game, seed: int, episode: int, decision: int) -> tuple[State, list[int]]:
    """The state that random play reaches before its decision number `decision`, and the actions.

    Stops at the end of the game, or where the rules leave no action.
    """
    loops = Loops(game)
    chances = np.zeros(1, dtype=np.uint64)
    everyone = np.ones(1, dtype=np.bool_)
    loops.seed(choice_key(seed), np.array([episode]), everyone, chances)
    state = game.new_state(seed, episode)
    actions: list[int] = []
    chosen = np.zeros(1, dtype=np.int64)
    while not state.over and len(actions) < decision:
        loops.choose(game.legal_action_mask(state)[None], chances, chosen)
        if chosen[0] < 0:
            break
        game.kernels.apply(state, int(chosen[0]))
        actions.append(int(chosen[0]))
    return state, actions


class Walk:
    """B games in random play, with the checks that are cheap enough for every position.

    Attributes:
        states: `[B]`; at positions that are to be looked at after `look`.
        masks: `[B, A]`.
        live: `[B]`, rows with a decision to take.
        episode, decision: `[B]`.
    """

    def __init__(self, game: Game, games: int, seed: int, report: CheckReport) -> None:
        self.game, self.seed, self.report = game, seed, report
        self.loops = Loops(game)
        self.states = np.repeat(game.initial, games)
        self.masks = np.zeros((games, game.actions.size), dtype=np.bool_)
        self.live = np.zeros(games, dtype=np.bool_)
        self.episode = np.arange(games, dtype=np.int64)
        self.decision = np.zeros(games, dtype=np.int64)
        self._chances = np.zeros(games, dtype=np.uint64)
        self._next_episode = games
        self._low, self._high = slot_bounds(game)
        self._start(np.ones(games, dtype=np.bool_))

    def fault(self, check: str, message: str, row: int) -> None:
        at = int(self.episode[row]), int(self.decision[row])
        self.report.fault(check, message, self.seed, *at)

    def look(self) -> None:
        """Fills `masks` and `live`; games that can't go on are noted as faults and replaced."""
        before = self.states.copy()
        self.loops.legal(self.states, self.masks)
        self._same("pure_rules", "legal() changed the state", before, self.states)
        over = np.asarray(self.states["over"] != 0)
        self.live = ~over & self.masks.any(axis=1)
        self.report.note("some_action", len(over))
        for row in np.flatnonzero(~over & ~self.live).tolist():
            self.fault("some_action", "the game is not over, and nothing is legal", row)
        late = ~over & (self.decision >= self.game.max_decisions)
        self.report.note("decision_bound", len(over))
        for row in np.flatnonzero(late).tolist():
            bound = self.game.max_decisions
            self.fault("decision_bound", f"still going on after {bound} decisions", row)
        self.live &= ~late
        self._bounds(over)
        if over.any():
            self._ends(over)
        stuck = ~self.live
        if stuck.any():
            self.episode[stuck] = self._next_episode + np.arange(stuck.sum())
            self._next_episode += int(stuck.sum())
            self._start(stuck)
            self.masks[stuck] = False  # nothing is chosen for them before the next look

    def step(self) -> None:
        """A random action in each live game, taken twice to see whether the results agree."""
        actions = np.zeros(len(self.states), dtype=np.int64)
        self.loops.choose(self.masks, self._chances, actions)
        twin = self.states.copy()
        self.loops.apply(self.states, actions, self.live)
        self.loops.apply(twin, actions, self.live)
        self._same("determinism", "apply() twice from one state gives two", twin, self.states)
        self.decision[self.live] += 1

    def _start(self, chosen: NDArray[np.bool_]) -> None:
        self.decision[chosen] = 0
        self.live = self.live & ~chosen
        states = self.states.copy()
        key = seed_key(self.seed)
        masks = self.masks.copy()
        for target in (states, self.states):
            self.game.kernels.begin(
                target, self.game.initial, key, True, self.episode, chosen, masks
            )
        self._same(
            "determinism", "start() twice from one seed gives two states", states, self.states
        )
        self.loops.seed(choice_key(self.seed), self.episode, chosen, self._chances)

    def _same(self, check: str, message: str, first: Any, second: Any) -> None:
        self.report.note(check, len(first))
        differ = as_bytes(first) != as_bytes(second)
        for row in np.flatnonzero(differ.any(axis=1)).tolist():
            names = ", ".join(
                name
                for name in ("rng", *self.game.schema.slots)
                if not np.array_equal(first[row][name], second[row][name])
            )
            self.fault(check, f"{message}: {names}", row)

    def _bounds(self, over: NDArray[np.bool_]) -> None:
        flat = self.game.schema.flat(self.states)
        actor = np.asarray(self.states["actor"])
        outside = (flat < self._low) | (flat > self._high)
        self.report.note("field_bounds", len(flat))
        for row in np.flatnonzero(outside.any(axis=1) | ((actor < 0) != over)).tolist():
            if (actor[row] < 0) != over[row]:
                words = f"actor is {actor[row]} and over is {int(over[row])}"
                self.fault("field_bounds", words, row)
            for name, slots in self.game.schema.slots.items():
                own = slots.indices.ravel()
                if outside[row, own].any():
                    low, high = self.game.schema.bounds(self.game.schema.field(name))
                    values = flat[row, own[outside[row, own]]].tolist()
                    self.fault("field_bounds", f"{name} is {values[0]}, not {low}..{high}", row)

    def _ends(self, over: NDArray[np.bool_]) -> None:
        game, report = self.game, self.report
        returns = np.zeros((len(over), game.seats))
        shares = np.zeros_like(returns)
        again = np.full_like(returns, np.nan)
        more = np.full_like(returns, np.nan)
        before = self.states.copy()
        self.loops.end(self.states, over, returns, shares)
        self._same("pure_rules", "returns() or win_shares() changed the state", before, self.states)
        self.loops.end(self.states, over, again, more)
        count = int(over.sum())
        report.episodes += count
        for check in ("pure_rules", "returns", "win_shares"):
            report.note(check, count)
        low, high = game.return_range
        for row in np.flatnonzero(over).tolist():
            values, share = returns[row], shares[row]
            if values.tobytes() + share.tobytes() != again[row].tobytes() + more[row].tobytes():
                self.fault("pure_rules", "returns() or win_shares() differ when asked again", row)
            if not (values.min() >= low - 1e-9 and values.max() <= high + 1e-9):
                self.fault("returns", f"returns {values.tolist()} are not in {low}..{high}", row)
            if game.return_sum is not None and not abs(values.sum() - game.return_sum) < 1e-6:
                words = f"returns {values.tolist()} add up to {values.sum()}, not {game.return_sum}"
                self.fault("returns", words, row)
            if not (share.min() >= 0 and abs(share.sum() - 1) < 1e-6):
                self.fault("win_shares", f"shares {share.tolist()} are no shares of 1", row)


def as_bytes(records: Any) -> NDArray[np.uint8]:
    """`[B, bytes]`, a view."""
    plain = records.view(np.ndarray)
    raw: NDArray[np.uint8] = plain.view(np.uint8).reshape(len(plain), plain.dtype.itemsize)
    return raw


def slot_bounds(game: Game) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lowest and highest value of each slot of a flat record `[W]`; the stream's may be any."""
    limits = np.iinfo(game.schema.integer)
    low = np.full(game.schema.width, limits.min, dtype=np.int64)
    high = np.full(game.schema.width, limits.max, dtype=np.int64)
    for item in game.schema.fields:
        slots = game.schema.slots[item.name].indices.ravel()
        low[slots], high[slots] = game.schema.bounds(item)
    return low, high
