"""Whole states: what is wrong with one (`invariants`), and one that fits a view (`determinize`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.embassies.components import (
    COUNTRIES,
    FACTORS,
    FOREIGN_LIMIT,
    POWERS,
    ROUNDS,
    TREATY_THRESHOLD,
)
from legation.envs.embassies.rules import ALLIANCE, ATTACK, OFF, PLACE
from legation.envs.engine import Observation


def invariants(state: Any) -> list[str]:
    """What is wrong with a state, in words; empty if nothing (see `Game.invariants`)."""
    faults = [*_influence_faults(state), *_alliance_faults(state)]
    if state.over:
        if state.actor != -1 or state.turn != -1 or state.round_number != ROUNDS:
            faults.append("the game is over, yet a power has a turn or rounds are left")
        return faults
    turn, pending = int(state.turn), int(state.proposal_to) >= 0
    if not 0 <= turn < POWERS:
        return [*faults, f"turn is {turn} and the game is not over"]
    if state.actor != (state.proposal_to if pending else turn):
        faults.append(f"the seat to act is {state.actor}, the turn that of {turn}")
    added, left = int(state.added.sum()), int(state.factors_left)
    if added + left != FACTORS[turn]:
        faults.append(f"{added} factors added and {left} left are not {FACTORS[turn]}")
    if state.phase == ALLIANCE and added:
        faults.append("factors were placed before the alliance phase")
    if (state.phase == PLACE and not left) or (state.phase == ATTACK and left):
        faults.append(f"phase {state.phase} with {left} factors left")
    foreign = [int(n) for country, n in enumerate(state.added) if country != turn]
    if max(foreign) > FOREIGN_LIMIT:
        faults.append(f"{max(foreign)} added in one foreign country")
    return faults


def _influence_faults(state: Any) -> list[str]:
    influence = np.asarray(state.influence, dtype=np.int64)
    own = np.zeros((COUNTRIES, POWERS), dtype=np.bool_)
    own[range(POWERS), range(POWERS)] = True
    rights = (influence >= TREATY_THRESHOLD) & ~own
    faults = []
    if influence.min() < 0:
        faults.append("an influence is below 0")
    if not np.array_equal(rights, np.asarray(state.rights) != 0):
        faults.append("the treaty rights do not follow from the influence")
    most = ROUNDS * FACTORS
    if (influence.sum(axis=0) > most).any():
        faults.append("a power has more influence than it was ever given")
    return faults


def _alliance_faults(state: Any) -> list[str]:
    ally = [int(a) for a in state.ally]
    faults = []
    if any(a >= 0 and (a == p or ally[a] != p) for p, a in enumerate(ally)):
        faults.append(f"the alliances {ally} are not mutual")
    if state.alliance_option == OFF and max(ally) >= 0:
        faults.append("there is an alliance, though the option is off")
    parties = {int(state.proposal_from), int(state.proposal_to)} - {-1}
    if len(parties) == 1 or (parties and state.phase != ALLIANCE):
        faults.append(f"a proposal between {sorted(parties)} in phase {state.phase}")
    if {p for p in range(POWERS) if state.proposal_known[p]} != parties:
        faults.append("a proposal is not known to exactly its parties")
    return faults


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """A state that the seat can't tell from the true one.

    All is public but a pending proposal (clause 6): where a seat knows of none and it is another
    power's ALLIANCE phase, that power may still be choosing, or wait for an answer of a third.
    """
    state, seat = observation.record.copy(), observation.seat
    unknown = observation.game.schema.unknown
    state.rng = np.uint64(rng.integers(1, 2**62))
    turn = int(state.turn)
    sender = int(state.proposal_from)
    addressee = int(state.proposal_to)
    if sender == unknown:
        sender, addressee = -1, -1
        if not state.over and turn != seat and state.phase == ALLIANCE and state.ally[turn] < 0:
            asked = [p for p in range(POWERS) if p not in (turn, seat) and state.ally[p] < 0]
            if asked and rng.random() < 0.5:
                sender, addressee = turn, int(rng.choice(asked))
    state.proposal_from, state.proposal_to = sender, addressee
    for power in range(POWERS):
        state.proposal_known[power] = sender >= 0 and power in (sender, addressee)
    state.actor = turn if sender < 0 else addressee
    return state
