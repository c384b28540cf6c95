"""A state that fits a view: hidden blocks are dealt anew over the places where they are counted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Observation
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_NATION,
    BLOCK_SIDE,
    COLOUR_SIDE,
    COLOURS,
    FROM_YEAR,
    IS_FLEET,
    MAX_STEPS,
    POOL,
    SEA0,
    TRACK_SIDE,
)
from legation.envs.pax_baltica.record import ACTIVE, GO, PLACE, REPLACE


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """A state that the viewer can't tell from the true one.

    Unseen blocks of a colour are dealt over the places where that colour is counted, with steps at
    random; those that can't be on the map (yet) stay in the pool as long as others are left.
    """
    state = observation.record.copy()
    state.rng = np.uint64(rng.integers(1, 2**62))
    state.actor = state.turn
    state.decisions = 0
    state.leader_lost[:] = 0
    for side in range(2):
        if side != observation.seat:
            _deal_blocks(state, side, int(observation.game.schema.unknown), rng)
            own = side == BLOCK_SIDE
            for name in ("moved", "picked", "built"):
                state[name][own] = 0
            state.placing[side] = -1
            state.bank[side] = 0
            if not state.over and state.turn == side:
                _think(observation, state, side, rng)
    return state


def _deal_blocks(state: Any, side: int, unknown: int, rng: np.random.Generator) -> None:
    hidden = np.asarray(state.place) == unknown
    for colour in range(COLOURS):
        if COLOUR_SIDE[colour] != side:
            continue
        for fleets in range(2):
            kind = (colour == BLOCK_COLOUR) & (fleets == IS_FLEET)
            counts = state.fleet_count if fleets else state.land_count
            left = np.asarray(counts)[:, colour].astype(np.int64)
            for b in np.flatnonzero(kind & ~hidden):
                if state.place[b] != POOL:
                    left[state.place[b]] -= 1
            places = rng.permutation(np.repeat(np.arange(len(left)), left))
            blocks = rng.permutation(np.flatnonzero(kind & hidden))
            # Whose nation is in the war and who may be on the map yet come first.
            outside = np.asarray(state.status)[BLOCK_NATION[blocks]] != ACTIVE
            late = FROM_YEAR[blocks] > state.year
            ready = blocks[np.argsort(2 * outside + late, kind="stable")]
            for i, b in enumerate(ready.tolist()):
                on_map = i < len(places)
                state.place[b] = places[i] if on_map else POOL
                state.steps[b] = rng.integers(1, MAX_STEPS[b] + 1) if on_map else 0


def _think(observation: Observation, state: Any, side: int, rng: np.random.Generator) -> None:
    """What the side has chosen unseen, where it is in the middle of something."""
    if state.phase in (REPLACE, PLACE):
        for track in np.flatnonzero(side == TRACK_SIDE):
            most = max(0, int(state.rp[track]))
            state.bank[side, track] = most if state.phase == PLACE else rng.integers(most + 1)
    if state.phase == PLACE:
        pool = np.flatnonzero((side == BLOCK_SIDE) & (np.asarray(state.place) == POOL))
        _try(observation, state, pool, rng, lambda b: state.placing.__setitem__(side, b))
    if state.phase == GO:
        _try(observation, state, _here(state, side), rng, lambda b: _pick_alone(state, b))


def _here(state: Any, side: int) -> NDArray[np.int64]:
    """The side's blocks at the place of the march; after a step, of the kind that gets there."""
    here = (side == BLOCK_SIDE) & (np.asarray(state.place) == state.focus)
    if state.march_steps > 0:
        here &= (state.focus >= SEA0) == (IS_FLEET != 0)
    return np.flatnonzero(here)


def _pick_alone(state: Any, b: int) -> None:
    state.picked[:] = 0
    state.picked[b] = 1


def _try(
    observation: Observation,
    state: Any,
    candidates: NDArray[np.int64],
    rng: np.random.Generator,
    choose: Any,
) -> None:
    """Chooses one of the candidates at random that leaves the side a legal action."""
    for b in rng.permutation(candidates).tolist():
        choose(b)
        if observation.game.legal_action_mask(state).any():
            return
