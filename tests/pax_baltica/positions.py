"""Positions for the tests: blocks, markers and dice as a test wants them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from legation.envs import load_game
from legation.envs.engine import Game, OptionValue, bind
from legation.envs.pax_baltica.constants import (
    BLOCK_IDS,
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCKS,
    COLOUR_IDS,
    LOCATION_IDS,
    NATION_IDS,
    POOL,
    TERRITORY_IDS,
    TRACK_IDS,
)
from legation.envs.pax_baltica.control import update_map
from legation.envs.pax_baltica.record import ACT, ACTIVE
from legation.envs.pax_baltica.setups import count_blocks
from legation.envs.pax_baltica.supply import search_map


def load(**options: OptionValue) -> Game:
    return load_game("pax_baltica", **options)


NARVA = load()
POLTAVA = load(scenario="poltava_1708")
CAMPAIGN = load(scenario="campaign_1700")
BY_SCENARIO = {"narva_1700": NARVA, "poltava_1708": POLTAVA, "campaign_1700": CAMPAIGN}
SWEDEN, COALITION = 0, 1
ROLL_DICE = [6, 5]  # what the next action roll may be where a test looks past it


def block(name: str) -> int:
    return BLOCK_IDS.index(name)


def location(name: str) -> int:
    return LOCATION_IDS.index(name)


def nation(name: str) -> int:
    return NATION_IDS.index(name)


def track(name: str) -> int:
    return TRACK_IDS.index(name)


def territory(name: str) -> int:
    return TERRITORY_IDS.index(name)


# --- dice ------------------------------------------------------------------------------------


@cache
def _stream_for(dice: tuple[int, ...]) -> int:
    rng = np.random.default_rng(len(dice))
    mask, shift, factor = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(4294883355)
    for _ in range(2000):
        first = rng.integers(1, 2**63, size=1 << 18, dtype=np.uint64)
        now = first.copy()
        for die in dice:
            low, high = now & mask, now >> shift
            fits = (((low ^ high) * np.uint64(6)) >> shift) == np.uint64(die - 1)
            first, now = first[fits], (factor * low + high)[fits]
        if len(first):
            return int(first[0])
    raise AssertionError(f"no stream found that rolls {dice}")


def load_dice(state: Any, *dice: int) -> None:
    """The next dice of the game will be these."""
    state.rng = np.uint64(_stream_for(dice))


# --- positions -------------------------------------------------------------------------------


def act_position(
    game: Game, side: int = SWEDEN, actions: tuple[int, int] = (5, 5), first: int | None = None
) -> Any:
    """The game's first ACT, of `side`, with so many actions left."""
    state = game.new_state()
    state.phase = ACT
    state.actor = state.turn = side
    state.first_player = side if first is None else first
    state.actions_left[:] = actions
    state.end_public = 1
    state.end_seen[:] = 1
    return derive(state)


def _reckon(s: Any) -> None:
    update_map(s)
    search_map(s)


_reckon_rules = bind(
    _reckon, "pax_baltica_tests", {"update_map": update_map, "search_map": search_map}
)


def derive(state: Any) -> Any:
    """Has the rules reckon anew what follows from places, markers and nations."""
    count_blocks(state)
    _reckon_rules(state)
    outside = np.asarray(state.status)[BLOCK_NATION] != ACTIVE
    for side in range(2):
        state.known[side] = (side == BLOCK_SIDE) | (np.asarray(state.seen) != 0) | outside
    return state


def place(state: Any, name: str, where: str | None, steps: int = 0) -> None:
    """Puts a block somewhere, or (`None`) in the pool; call `derive` after the last one."""
    b = block(name)
    state.place[b] = POOL if where is None else location(where)
    state.steps[b] = 0 if where is None else steps


def mark(state: Any, name: str, colour: str | None) -> None:
    state.marker[territory(name)] = -1 if colour is None else COLOUR_IDS.index(colour)


def set_status(state: Any, name: str, status: int) -> None:
    """A nation enters or leaves; its blocks go to the pool where it leaves."""
    state.status[nation(name)] = status
    if status != ACTIVE:
        for b in range(BLOCKS):
            if BLOCK_NATION[b] == nation(name):
                state.place[b], state.steps[b] = POOL, 0


def clear_map(state: Any, *keep: str) -> None:
    """All blocks but some go to the pool."""
    for b, name in enumerate(BLOCK_IDS):
        if name not in keep:
            state.place[b], state.steps[b] = POOL, 0


def steps(state: Any, *names: str) -> list[int]:
    return [int(state.steps[block(name)]) for name in names]


def where(state: Any, name: str) -> str | None:
    at = int(state.place[block(name)])
    return None if at == POOL else LOCATION_IDS[at]


# --- decisions -------------------------------------------------------------------------------


def take(game: Game, state: Any, family: str, item: str | None = None) -> None:
    """`take(game, state, "march", "novgorod")`."""
    game.apply(state, number(game, family, item))


def number(game: Game, family: str, item: str | None = None) -> int:
    if item is None:
        return game.action(family)
    declared = next(f for f in game.actions.families if f.name == family)
    return game.action(family, **{declared.parameters[0].name: item})


def legal_labels(game: Game, state: Any, family: str) -> set[str]:
    """The items of a family's legal actions, or {""} for a family without parameter."""
    mask = game.legal_action_mask(state)
    found = set()
    for action in np.flatnonzero(mask):
        named = game.describe(int(action))
        if named.family == family:
            found.add(str(next(iter(named.parameters.values()), "")))
    return found


def families(game: Game, state: Any) -> set[str]:
    mask = game.legal_action_mask(state)
    return {game.describe(int(a)).family for a in np.flatnonzero(mask)}


def is_legal(game: Game, state: Any, family: str, item: str | None = None) -> bool:
    return bool(game.legal_action_mask(state)[number(game, family, item)])


def end_actions(game: Game, state: Any) -> None:
    """Both sides give up their actions; battles, sieges and so on follow."""
    while not state.over and state.phase == ACT and state.actions_left.any():
        before = state.actions_left.sum()
        take(game, state, "end")
        if state.phase != ACT or state.actions_left.sum() >= before:
            return
