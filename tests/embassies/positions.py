"""Positions for the tests, and a second scorer, written naively from the rules' text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from legation.envs.embassies.components import COMPONENTS
from legation.envs.embassies.rules import ATTACK, PLACE
from legation.envs.engine import Game

GB, FR, GE, RU, AH = range(5)
ITALY, SERBIA, ROMANIA, BULGARIA, GREECE, TURKEY, FAR_EAST, AFRICA = range(5, 13)
ALLIANCE_VALUES = ("permanent", "off", "breakable")

Influence = Iterable[tuple[int, int, int]]  # (country, power, amount)


def naive_rights(influence: Any) -> set[tuple[int, int]]:
    """Clause 5: {(country, power)}."""
    return {(c, p) for c in range(13) for p in range(5) if c != p and int(influence[c][p]) >= 10}


def naive_scores(influence: Any) -> list[int]:
    """The goals of the seed, spelled out once more without the data file."""
    rights = naive_rights(influence)

    def has(power: int, country: int) -> bool:
        return (country, power) in rights

    def alone(power: int, country: int) -> bool:
        return {p for c, p in rights if c == country} == {power}

    def isolated(power: int) -> bool:
        return not any(p == power or c == power for c, p in rights)

    france = 2 * has(FR, GB) + 3 * has(FR, RU) + has(FR, ITALY) + 5 * alone(FR, AFRICA)
    france += 10 * isolated(GE)
    germany = 4 * has(GE, AH) + 2 * has(GE, RU) + 2 * has(GE, ITALY) + 3 * has(GE, AFRICA)
    germany += 5 * isolated(GB)
    russia = 5 * has(RU, SERBIA) + 3 * has(RU, ROMANIA) + has(RU, BULGARIA) + has(RU, GREECE)
    russia += 5 * alone(RU, TURKEY) + 3 * has(RU, FAR_EAST)
    austria = 4 * has(AH, GE) + 2 * has(AH, ITALY) + 10 * alone(AH, SERBIA) + 2 * has(AH, ROMANIA)
    britain = 3 * has(GB, ITALY) + has(GB, GREECE) + 2 * has(GB, TURKEY) + 4 * alone(GB, FAR_EAST)
    if max(france, germany, russia, austria) <= 12:
        britain += 10
    return [britain, france, germany, russia, austria]


def naive_winners(scores: list[int], alliances: Iterable[tuple[int, int]]) -> set[int]:
    """Clause 5, case by case."""
    pairs = [set(pair) for pair in alliances]
    winning = [p for p in pairs if sum(scores[i] for i in p) * 2 >= sum(scores)]
    if winning:
        return set().union(*winning)
    outside = set(range(5)).difference(*pairs)
    if len(outside) == 1:
        return outside
    return {i for i in outside if scores[i] == max(scores[j] for j in outside)}


def put(state: Any, influence: Influence) -> None:
    """Sets influence, with the rights and scores that follow by the naive scorer."""
    for country, power, amount in influence:
        state.influence[country, power] = amount
    state.rights[:] = 0
    for country, power in naive_rights(state.influence):
        state.rights[country, power] = 1
    state.score[:] = naive_scores(state.influence)


def ally(state: Any, *pairs: tuple[int, int]) -> None:
    for a, b in pairs:
        state.ally[a], state.ally[b] = b, a


def position(
    game: Game, turn: int = GB, phase: int = PLACE, round_number: int = 1, influence: Influence = ()
) -> Any:
    """A state at the start of a phase of a power's turn."""
    state = game.new_state()
    state.turn = state.actor = turn
    state.phase = phase
    state.round_number = round_number
    state.factors_left = COMPONENTS.factors[turn]
    put(state, influence)
    if phase == ATTACK:
        state.factors_left = 0
        state.added[turn] = COMPONENTS.factors[turn]
    return state


def last_decision(game: Game, influence: Influence) -> Any:
    """Austria-Hungary's ATTACK of the last round: its `pass` ends the game."""
    return position(game, AH, ATTACK, COMPONENTS.rounds, influence)


def take(game: Game, state: Any, family: str, **parameters: object) -> None:
    game.apply(state, game.action(family, **parameters))


def families(game: Game, state: Any) -> set[str]:
    """The names of the families with a legal action."""
    mask = game.legal_action_mask(state)
    return {game.describe(int(a)).family for a in np.flatnonzero(mask)}


def is_legal(game: Game, state: Any, family: str, **parameters: object) -> bool:
    return bool(game.legal_action_mask(state)[game.action(family, **parameters)])


def random_states(game: Game, seed: int, *, greedy: bool = False) -> Iterator[Any]:
    """The states of one random game, the last one (over) included; the same object each time.

    Greedy: places five factors at a time, and rarely attacks, so that rights come to be held.
    """
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    yield state
    while not state.over:
        legal = np.flatnonzero(game.legal_action_mask(state))
        if greedy and state.phase == PLACE:
            large = [a for a in legal if game.describe(int(a)).parameters.get("amount") == 5]
            legal = np.array(large or legal)
        if greedy and state.phase == ATTACK and rng.random() < 0.7:
            legal = np.array([game.action("pass")])
        game.apply(state, int(rng.choice(legal)))
        yield state
