"""Positions, entries and dice for the tests, in the words of the rules' section 10.

A tape names the primitive draws in the order of use; `set_tape` finds a state of the game's random
stream that gives exactly these, so the rules themselves run unchanged, compiled or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.envs import load_game
from legation.envs.engine import Game, bind
from legation.envs.secret_orders import rules, world
from legation.envs.secret_orders import shadow as secret_service
from legation.envs.secret_orders.components import ACTION_KEYS
from legation.envs.secret_orders.tables import LEADER, ORDER
from legation.envs.secret_orders.upkeep import upkeep as upkeep_rule

MASK32 = np.uint64(0xFFFFFFFF)
MULTIPLIER = np.uint64(4294883355)
WAR, FAITH, POLITICS, TRADE, LORE, SHADOW = range(6)
Unit = int

# Free names of the templates below.
play_out: Callable[..., Any]
upkeep: Callable[..., Any]
expose_units: Callable[..., Any]
learn: Callable[..., Any]
place_unit: Callable[..., Any]


def _play_out(s: Any) -> None:
    play_out(s)  # noqa: F821


def _upkeep(s: Any) -> None:
    upkeep(s)  # noqa: F821


def _expose(s: Any) -> None:
    expose_units(s)  # noqa: F821


def _learn(s: Any, j: Any, u: Any) -> None:
    learn(s, j, u)  # noqa: F821


def _place(s: Any, i: Any, u: Any, size: Any) -> None:
    place_unit(s, i, u, size)  # noqa: F821


_OWNER = "secret_orders_tests"
PLAY_OUT = bind(_play_out, _OWNER, {"play_out": rules.play_out})
UPKEEP = bind(_upkeep, _OWNER, {"upkeep": upkeep_rule})
EXPOSE = bind(_expose, _OWNER, {"expose_units": rules.expose_units})
LEARN = bind(_learn, _OWNER, {"learn": world.learn})
PLACE = bind(_place, _OWNER, {"place_unit": secret_service.place_unit})


def base(scenario: str = "concert", **options: Any) -> Game:
    """BASE(s): setup draws nothing."""
    seats = {"duel": 2, "trio": 3, "congress": 6}.get(scenario, 4)
    chosen: dict[str, Any] = {
        "clandestine_draw": False, "ferment": False, "natural_death": False, "goals": "fixed",
        "fixed_goals": ",".join(str(i % 4) for i in range(seats)),
    }  # fmt: skip
    return load_game("secret_orders", **{"scenario": scenario, **chosen, **options})


def order(c: int, slot: int, n: int = 4) -> Unit:
    """O(c, s)."""
    return n + (n + 2) * c + slot


def leader(c: int, slot: int, n: int = 4) -> Unit:
    """L(c, s)."""
    return n + n * (n + 2) + (n + 1) * c + slot


def put(s: Any, i: int, where: int, kind: int, slot: int, size: int) -> Unit:
    """Put(i, T, order | leader, slot, size)."""
    n = len(s.pop)
    u = order(where, 3 + slot, n) if kind == ORDER else leader(where, 2 + slot, n)
    PLACE(s, i, u, size)
    s.mast[u] = (0, 1, 1, 0, 0, 2)
    return u


# --- entries ---------------------------------------------------------------------------------


class Do(NamedTuple):
    """A commitment; `target` by the family's parameters, or a unit."""

    unit: Unit
    kind: str
    mode: str = "pub"
    target: Any = None
    finish: bool = False
    pace: int | None = None

    def actions(self, game: Game) -> list[int]:
        mode = {"pub": "public", "sec": "secret"}[self.mode]
        verb = f"{self.kind}_{mode}{'_finish' if self.finish else ''}"
        steps = [game.action("unit", unit=self.unit), game.action("verb", verb=verb)]
        match self.kind:
            case "train":
                steps.append(game.action("domain", domain=self.target))
            case "found":
                country, what = self.target
                steps.append(game.action("found", country=country, what=what))
            case "decree":
                steps.append(game.action("decree", decree=self.target))
            case "economy":
                steps.append(game.action("economy", measure=self.target))
            case "reform" if self.target is not None:
                steps.append(game.action("reform", reform=self.target))
            case "muster" | "research" | "works" | "reform":
                pass
            case _:
                steps.append(game.action("target_unit", unit=self.target))
        if self.pace is not None:
            steps.append(game.action("pace", pace=self.pace))
        assert self.kind in ACTION_KEYS
        return steps


def enter(game: Game, s: Any, *commitments: Do) -> list[int]:
    """Enters commitments of the seat to act, by legal actions; returns these."""
    taken = []
    for item in commitments:
        for action in item.actions(game):
            game.apply(s, action)
            taken.append(action)
    return taken


def enter_all(game: Game, s: Any, entries: dict[int, Sequence[Do]]) -> None:
    """The whole entry of a turn but for the last END, so that PLAY_OUT and UPKEEP can follow."""
    for seat in range(len(s.pop)):
        assert int(s.actor) == seat
        enter(game, s, *entries.get(seat, ()))
        if seat + 1 < len(s.pop):
            game.apply(s, 0)


def resolve(game: Game, s: Any, tape: str, entries: dict[int, Sequence[Do]]) -> Any:
    """Enters, then EXPOSURE and RESOLUTION on a tape, all of which must be used and no more."""
    enter_all(game, s, entries)
    end = set_tape(s, tape)
    PLAY_OUT(s)
    assert int(s.rng) == end, "the draws are not those of the tape"
    return s


def lines(s: Any, seat: int) -> list[tuple[int, str, int]]:
    """log[seat] as (actor, type, code)."""
    return [
        (int(s.log_actor[seat, k]), ACTION_KEYS[s.log_type[seat, k]], int(s.log_code[seat, k]))
        for k in range(int(s.log_count[seat]))
    ]


# --- tapes -----------------------------------------------------------------------------------


def _token(token: str) -> tuple[int, set[int]]:
    """(bound of the draw, the numbers that mean the token): `D4:+2`, `D1:-1`, `R:29`, `P3:1`."""
    name, value = token.split(":")
    wanted = int(value)
    if name == "D4":
        digits = {x: x % 3 + x // 3 % 3 + x // 9 % 3 + x // 27 - 4 for x in range(81)}
        return 81, {x for x, total in digits.items() if total == wanted}
    if name == "D1":
        return 3, {wanted + 1}
    if name == "R":
        return 100, {wanted}
    return int(name[1:]), {wanted}


def _advance(states: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    low, high = states & MASK32, states >> np.uint64(32)
    return low ^ high, MULTIPLIER * low + high


def set_tape(s: Any, tape: str) -> int:
    """Sets `s.rng` so that the next draws are those of the tape; returns the state after them."""
    tokens = [_token(token) for token in tape.split()]
    rng = np.random.default_rng(0)
    for _ in range(200):
        start = rng.integers(1, 2**62, size=1 << 18, dtype=np.uint64)
        states = start
        for bound, wanted in tokens:
            words, states = _advance(states)
            numbers = (words * np.uint64(bound)) >> np.uint64(32)
            good = np.isin(numbers, list(wanted))
            start, states = start[good], states[good]
        if len(start):
            s.rng = start[0]
            return int(states[0])
    raise AssertionError(f"no state of the stream was found for {tape}")


__all__ = [
    "EXPOSE",
    "LEADER",
    "ORDER",
    "PLAY_OUT",
    "UPKEEP",
    "Do",
    "base",
    "put",
    "resolve",
    "set_tape",
]
