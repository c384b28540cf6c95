"""The engine's loops, as templates: `start`, `legal`, `apply`, ... are free names, bound per game.

Shapes: B games, S seats, A actions, F features, W integers of a flat record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from legation.envs.engine.compile import bind, rule
from legation.envs.engine.direct import encode_direct
from legation.envs.engine.encoder import encode
from legation.envs.engine.lanes import fetch, legal_16
from legation.envs.engine.redaction import redact
from legation.envs.engine.rng import stream

NONE, SEVERAL = -1, -2
NOTHING = -(2**62)  # in place of a turn
_AHEAD = 2  # games whose records are fetched while one is stepped
RulesFunction = Callable[..., Any]

# Free names of the templates below, bound by `Kernels`.
start: RulesFunction
legal: RulesFunction
apply: RulesFunction
returns: RulesFunction
win_shares: RulesFunction
potential: RulesFunction


@dataclass(frozen=True)
class Rules:
    """The rules of a game: scalar functions on its record `s`, compiled by Numba.

    Attributes:
        start: `start(s)`: sets the first decision on a copy of the game's initial record; chance
            through `draw(s, bound)`.
        legal: `legal(s, mask)`: sets `mask[a] = True` for the legal actions of seat `s.actor`;
            the mask `[A]` comes all False.
        apply: `apply(s, action)`: one legal action, with all that follows up to the next decision;
            sets `s.actor`, and `s.over = 1` with `s.actor = -1` at the end.
        returns: `returns(s, out)`: writes the return of each seat to `out [S]` at the end; before
            it, what the game would pay if it ended there (`GameBatch(potentials="returns")`).
        win_shares: `win_shares(s, returns, out)`: the share of the win of each seat, `out [S]`,
            sum 1; by default the seats with the highest return share it equally.
        potential: `potential(s, out)`: how well each seat stands, `out [S]`; for potential-based
            reward shaping (Ng, Harada, Russell 1999). Optional; 0 by default.
    """

    start: RulesFunction
    legal: RulesFunction
    apply: RulesFunction
    returns: RulesFunction
    win_shares: RulesFunction | None = None
    potential: RulesFunction | None = None


def no_potential(s: Any, out: Any) -> None:
    """The potential of a game that declares none."""
    out[:] = 0.0


def highest_return_wins(s: Any, values: Any, out: Any) -> None:
    """The win shares of a game that declares none: equal among the highest returns."""
    best = values.max()
    winners = 0
    for seat in range(values.shape[0]):
        winners += values[seat] == best
    for seat in range(values.shape[0]):
        out[seat] = 1.0 / winners if values[seat] == best else 0.0


def one_start(s: Any, key: Any, episode: Any) -> None:
    """Sets the stream of a copy of the initial record, then starts it."""
    s.rng = stream(key, episode)
    start(s)


def one_legal(s: Any, mask: Any) -> None:
    mask[:] = False
    if s.over == 0:
        legal(s, mask)


def one_apply(s: Any, action: Any) -> None:
    apply(s, action)


def one_returns(s: Any, out: Any) -> None:
    returns(s, out)


def one_win_shares(s: Any, values: Any, out: Any) -> None:
    win_shares(s, values, out)


def one_potential(s: Any, out: Any) -> None:
    potential(s, out)


@rule
def only_legal(mask: Any) -> Any:
    """The one legal action, or NONE or SEVERAL."""
    count = mask.shape[0]
    only, at = NONE, 0
    while at < count:
        # Most actions are illegal, and most legal ones lie together: so sixteen at a time.
        if at + 16 <= count:
            flags = legal_16(mask, at)
        else:
            flags = 0
            for i in range(at, count):
                flags |= np.int64(mask[i]) << (i - at)
        if flags != 0:
            if only != NONE or flags & (flags - 1) != 0:
                return SEVERAL
            only = at
            while flags > 1:
                flags >>= 1
                only += 1
        at += 16
    return only


def advance(s: Any, mask: Any, ask_forced: Any) -> int:
    """Fills `mask`, taking decisions with one legal action by itself unless asked not to.

    Returns how many it took, or -1 where the rules leave a seat without any action.
    """
    taken = 0
    while s.over == 0:
        mask[:] = False
        legal(s, mask)
        if ask_forced:
            return taken
        only = only_legal(mask)
        if only == SEVERAL:
            return taken
        if only == NONE:
            return -1
        apply(s, only)
        taken += 1
    mask[:] = False
    return taken


def begin(
    states: Any, initial: Any, key: Any, ask_forced: Any, episodes: Any, chosen: Any, masks: Any
) -> None:
    """Starts episode `episodes[i]` in each game with `chosen[i]`."""
    for i in range(states.shape[0]):
        if chosen[i]:
            states[i] = initial[0]
            states[i].rng = stream(key, episodes[i])
            start(states[i])
            advance(states[i], masks[i], ask_forced)


def step(
    actions: Any,
    moving: Any,
    states: Any,
    flat: Any,
    initial: Any,
    key: Any,
    ask_forced: Any,
    autoreset: Any,
    episodes: Any,
    masks: Any,
    actors: Any,
    encoded: Any,
    terminated: Any,
    out_returns: Any,
    out_shares: Any,
    out_potentials: Any,
    out_final_potentials: Any,
    shown: Any,
    direct: Any,
) -> int:
    """One decision in each of the B games; returns -1, or the first game whose action is illegal.

    `shown [B]`: the turn (of the game and its seat) whose features `encoded` holds, or NOTHING.
    Nothing changes unless all actions are legal. Games that are over (without autoreset) or not
    `moving` stay as they are, and their action is not looked at.
    """
    games = states.shape[0]
    illegal = games
    for i in numba.prange(games):
        if moving[i] and states[i].over == 0:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or not masks[i, action]:
                illegal = min(illegal, i)
    if illegal < games:
        return int(illegal)
    for i in numba.prange(games):
        if i + _AHEAD < games:
            for k in range(direct.lines.shape[0]):
                fetch(flat, i + _AHEAD, direct.lines[k])
        s = states[i]
        if terminated[i]:  # in the step before; else both are 0 already
            terminated[i] = False
            out_returns[i, :] = 0.0
            out_shares[i, :] = 0.0
        if not moving[i]:
            continue
        if s.over == 0:
            apply(s, actions[i])
            advance(s, masks[i], ask_forced)
            if s.over != 0:
                terminated[i] = True
                returns(s, out_returns[i])
                win_shares(s, out_returns[i], out_shares[i])
                if out_potentials.shape[0] > 0:
                    potential(s, out_final_potentials[i])
                if autoreset:
                    episodes[i] += games
                    states[i] = initial[0]
                    states[i].rng = stream(key, episodes[i])
                    start(states[i])
                    advance(states[i], masks[i], ask_forced)
                    shown[i] = NOTHING
        s = states[i]
        actors[i] = s.actor
        if encoded.shape[0] > 0:
            viewer = s.actor if s.over == 0 else direct.seats  # the spectator
            tables = viewer
            if direct.counter >= 0:
                turn = int(flat[i, direct.counter]) * (direct.seats + 1) + viewer
                if shown[i] == turn:
                    tables += direct.seats + 1
                shown[i] = turn
            encode_direct(flat[i], tables, direct, encoded[i])
        if out_potentials.shape[0] > 0:
            potential(s, out_potentials[i])
    return -1


def observe(
    flat: Any,
    viewers: Any,
    seats: Any,
    redacted: Any,
    encoded: Any,
    unknown: Any,
    visibility: Any,
    encoder: Any,
) -> None:
    """Redacts each flat record for `viewers[i]` and encodes it as seat `seats[i]` would read it."""
    for i in range(flat.shape[0]):
        redact(flat[i], viewers[i], unknown, visibility, redacted[i])
        if encoded.shape[0] > 0:
            encode(redacted[i], seats[i], unknown, encoder, encoded[i])


def view(flat: Any, rows: Any, viewers: Any, redacted: Any, unknown: Any, visibility: Any) -> None:
    """Redacts the flat records `rows` for `viewers[row]`, one after the other to `redacted`."""
    for i in range(rows.shape[0]):
        redact(flat[rows[i]], viewers[rows[i]], unknown, visibility, redacted[i])


def read(flat: Any, viewers: Any, encoded: Any, direct: Any) -> None:
    """The features of viewer `viewers[i]` from each flat record, as `step` writes them."""
    for i in range(flat.shape[0]):
        encode_direct(flat[i], viewers[i], direct, encoded[i])


def pay(states: Any, out: Any) -> None:
    """What each game would pay if it ended now, `out [B, S]`."""
    for i in range(states.shape[0]):
        returns(states[i], out[i])


class Kernels:
    """The templates bound to one game's rules; each is compiled at its first call."""

    def __init__(self, game_id: str, rules: Rules) -> None:
        functions = {
            "start": rules.start,
            "legal": rules.legal,
            "apply": rules.apply,
            "returns": rules.returns,
            "win_shares": rules.win_shares or rule(highest_return_wins),
            "potential": rules.potential or rule(no_potential),
        }
        advance_bound = bind(advance, game_id, functions)
        functions["advance"] = getattr(advance_bound, "compiled", advance_bound)
        self._game_id = game_id
        self._functions = functions
        self.start = bind(one_start, game_id, functions)
        self.legal = bind(one_legal, game_id, functions)
        self.apply = bind(one_apply, game_id, functions)
        self.returns = bind(one_returns, game_id, functions)
        self.win_shares = bind(one_win_shares, game_id, functions)
        self.potential = bind(one_potential, game_id, functions)
        self.advance = advance_bound
        self.begin = bind(begin, game_id, functions)
        self.step = bind(step, game_id, functions)
        self.pay = bind(pay, game_id, functions)
        self.observe = engine_kernel(observe)
        self.view = engine_kernel(view)
        self.read = engine_kernel(read)
        self._step_threads: Callable[..., Any] | None = None

    @property
    def step_threads(self) -> Callable[..., Any]:
        """`step` with its loop over games spread over Numba's threads."""
        if self._step_threads is None:
            self._step_threads = bind(step, self._game_id, self._functions, parallel=True)
        return self._step_threads


@cache
def engine_kernel(template: Callable[..., Any]) -> Callable[..., Any]:
    """The same for all games: it calls no rule."""
    return bind(template, "engine", {})
