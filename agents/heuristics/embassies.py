"""A hand-written player of Embassies that looks one decision ahead.

It estimates how likely each power is to hold treaty rights in each country at the end, from
influence, from the turns left to add to it, and from the attacks that others can still make on it.
From these chances follow expected scores, and from those its own chance to win, alone or with its
ally. It takes the action that raises that chance most: a factor where it counts, an attack at good
odds where it hurts a rival, an alliance that would win. What the rules say of goals, odds and
winners comes from the components, so other numbers there need no change here.

The estimates see the redacted record only. `WEIGHTS` were found by hand and by self-play.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from legation.envs.embassies.components import (
    COLUMNS,
    COMBAT,
    COMPONENTS,
    COUNTRIES,
    EXCLUSIVE,
    FACTORS,
    FOREIGN_LIMIT,
    GOAL_COUNTRY,
    GOAL_KIND,
    GOAL_LIMIT,
    GOAL_POINTS,
    GOAL_POWER,
    GOALS,
    ISOLATED,
    NOBODY_ABOVE,
    POWERS,
    RESULTS,
    RIGHTS,
    ROUNDS,
    TREATY_THRESHOLD,
)
from legation.envs.embassies.rules import (
    ACCEPT,
    AE,
    ATTACK,
    BREAK,
    DE,
    EX,
    FIRST_ATTACK,
    FIRST_PLACE,
    FIRST_PROPOSE,
    PASS,
    PLACE,
    REFUSE,
    REST_HOME,
)
from legation.envs.embassies.scoring import REWARD_SCORE, SCORE_UNIT
from legation.envs.engine import draw_from, rule

WEIGHTS = np.array(
    [
        0.5,  # GROW: share of the factors to come that is reckoned with in a country of a goal
        1.5,  # FRESH: influence a rival is thought to bring along before it attacks
        1.0,  # EAGER: how surely a rival attacks, its targets taken by what they are worth
        1.2,  # SPREAD: doubt about the influence at the end, in factors
        0.7,  # SPREAD_TURN: more of it for each round left
        1.5,  # HEAT: doubt about the scores at the end, in points
        0.5,  # HEAT_TURN: more of it for each round left
        0.02,  # MARGIN: what an alliance must promise beyond what it replaces
        0.02,  # NOISE: of all gains, relative
        4.0,  # HORIZON: rounds of growth reckoned with, at most
        0.1,  # DRIFT: what a power adds each round where it has no goal
        2.0,  # ENVY: points a holding without a goal is worth to an attacker
        40.0,  # ENOUGH: influence from which no more growth is reckoned with
        3.0,  # ATTACKS: of each rival that are reckoned with, at most
    ]
)
GROW, FRESH, EAGER, SPREAD, SPREAD_TURN, HEAT, HEAT_TURN, MARGIN, NOISE = range(9)
HORIZON, DRIFT, ENVY, ENOUGH, ATTACKS = range(9, 14)

# [country, power]: the points of the power's goals there.
STAKES = np.zeros((COUNTRIES, POWERS))
for _goal in COMPONENTS.goals:
    if _goal.kind in (RIGHTS, EXCLUSIVE):
        STAKES[_goal.country, _goal.power] += _goal.points
# [power]: what it can add each round to each country of its goals.
GROWTH = np.minimum(FOREIGN_LIMIT, FACTORS / np.maximum((STAKES > 0).sum(axis=0), 1))
# [result, column]: the chance of a result of an attack.
CHANCES = np.array(
    [[(COMBAT[:, c] == r).mean() for c in range(COLUMNS)] for r in range(len(RESULTS))]
)


@rule
def choose(s: Any, seat: Any, mask: Any, chance: Any) -> Any:
    """The action of `seat`, which has to act; see `CompiledAgent`."""
    return choose_with(s, seat, mask, chance, WEIGHTS)


@rule
def choose_with(s: Any, seat: Any, mask: Any, chance: Any, w: Any) -> Any:
    """As `choose`, with other weights."""
    influence = np.empty((COUNTRIES, POWERS))
    hold = np.empty((COUNTRIES, POWERS))
    turns = np.empty((3, POWERS))  # turns to come, attacks to come, worth of all targets
    scores = np.empty(POWERS)
    ally = np.empty(POWERS, np.int64)
    for power in range(POWERS):
        ally[power] = s.ally[power]
        to_come = ROUNDS - s.round_number + (power > s.turn)
        turns[0, power] = to_come
        turns[1, power] = to_come + (power == s.turn and s.phase != ATTACK)
    for country in range(COUNTRIES):
        for power in range(POWERS):
            influence[country, power] = s.influence[country, power]
    for power in range(POWERS):
        turns[2, power] = worth_of_targets(power, influence, w)
    for country in range(COUNTRIES):
        estimate_holds(country, influence, turns, ally, w, hold)
    if s.phase == PLACE:
        return choose_place(s, seat, mask, chance, influence, hold, turns, scores, ally, w)
    if s.phase == ATTACK:
        return choose_attack(s, seat, mask, chance, influence, hold, turns, scores, ally, w)
    estimate_scores(hold, scores, w, turns[1, POWERS - 1])
    return choose_alliance(s, seat, mask, scores, ally, w, turns[1, POWERS - 1])


# --- estimates -------------------------------------------------------------------------------


@rule
def sigmoid(x: Any) -> Any:
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-min(x, 30.0)))


@rule
def worth_of_targets(rival: Any, influence: Any, w: Any) -> Any:
    """The sum of what the rival's targets are worth to it; it has one attack a turn for them."""
    total = w[ENVY]
    for country in range(COUNTRIES):
        for power in range(POWERS):
            if power not in (rival, country) and influence[country, power] > 0.0:
                total += w[ENVY] + STAKES[country, power]
    return total


@rule
def estimate_holds(country: Any, influence: Any, turns: Any, ally: Any, w: Any, hold: Any) -> None:
    """Writes each power's chance to hold rights in the country at the end to `hold[country]`.

    That is the chance that its influence, with what it will add, ends at the threshold or above,
    times the chance to come through each rival's attack. A rival has `turns[1]` attacks left, and
    takes its targets by what they are worth (`turns[2]`: the worth of all of them).
    """
    for power in range(POWERS):
        own = influence[country, power]
        stake = STAKES[country, power]
        if country == power or (stake == 0.0 and own < 5.0):
            hold[country, power] = 0.0
            continue
        growth = w[GROW] * GROWTH[power] if stake > 0.0 else w[DRIFT]
        growth *= max(0.0, 1.0 - own / w[ENOUGH])
        at_end = own + growth * min(turns[0, power], w[HORIZON])
        spread = w[SPREAD] + w[SPREAD_TURN] * turns[0, power]
        safe = sigmoid((at_end - TREATY_THRESHOLD + 0.5) / spread)
        for rival in range(POWERS):
            if rival == power or turns[1, rival] <= 0.0 or ally[rival] == power:
                continue
            force = influence[country, rival]
            if turns[0, rival] > 0.0:
                force += w[FRESH]
            if force <= 0.0 or safe < 0.02:
                continue
            share = (w[ENVY] + stake) / turns[2, rival]
            eager = min(w[EAGER] * min(turns[1, rival], w[ATTACKS]) * share, 0.9)
            column = min(int(force / max(at_end, 1.0)), COLUMNS - 1)
            left = sigmoid((at_end - force - TREATY_THRESHOLD + 0.5) / spread)
            kept = 1.0 - CHANCES[DE, column] - CHANCES[EX, column] * (1.0 - min(left / safe, 1.0))
            safe *= 1.0 - eager * (1.0 - kept)
        hold[country, power] = safe


@rule
def estimate_scores(hold: Any, scores: Any, w: Any, rounds: Any) -> None:
    """Writes each power's expected score at the end to `scores`."""
    for power in range(POWERS):
        scores[power] = 0.0
    for goal in range(GOALS):
        kind = GOAL_KIND[goal]
        power = GOAL_POWER[goal]
        country = GOAL_COUNTRY[goal]
        if kind == RIGHTS:
            scores[power] += GOAL_POINTS[goal] * hold[country, power]
        elif kind == EXCLUSIVE:
            alone = hold[country, power]
            for other in range(POWERS):
                if other != power:
                    alone *= 1.0 - hold[country, other]
            scores[power] += GOAL_POINTS[goal] * alone
        elif kind == ISOLATED:
            isolated = 1.0
            for place in range(COUNTRIES):
                isolated *= 1.0 - hold[place, country]
            for other in range(POWERS):
                isolated *= 1.0 - hold[country, other]
            scores[power] += GOAL_POINTS[goal] * isolated
    for goal in range(GOALS):
        if GOAL_KIND[goal] == NOBODY_ABOVE:
            power = GOAL_POWER[goal]
            below = 1.0
            for other in range(POWERS):
                if other != power:
                    over = scores[other] - GOAL_LIMIT[goal] - 0.5
                    below *= 1.0 - sigmoid(over / (0.5 + 0.5 * w[HEAT_TURN] * rounds))
            scores[power] += GOAL_POINTS[goal] * below


@rule
def estimate_win(s: Any, seat: Any, scores: Any, ally: Any, w: Any, rounds: Any) -> Any:
    """The seat's expected share of the win (or its reward, under reward `score`)."""
    total = 0.0
    for power in range(POWERS):
        total += scores[power]
    if s.reward_option == REWARD_SCORE:
        return (scores[seat] - total / POWERS) / SCORE_UNIT
    heat = w[HEAT] + w[HEAT_TURN] * rounds
    none_wins = 1.0
    for power in range(POWERS):
        if ally[power] > power:
            both = scores[power] + scores[ally[power]]
            wins = sigmoid((2.0 * both - total) / heat)
            if seat == power or seat == ally[power]:
                return 0.5 * wins
            none_wins *= 1.0 - wins
    weight = 0.0
    for power in range(POWERS):
        if ally[power] < 0:
            weight += exp((scores[power] - scores[seat]) / heat)
    return none_wins / weight


# --- decisions -------------------------------------------------------------------------------


@rule
def noisy(gain: Any, chance: Any, w: Any) -> Any:
    return gain * (1.0 + w[NOISE] * (draw_from(chance, 1000) / 1000.0))


@rule
def win_with(
    country: Any, s: Any, seat: Any, influence: Any, hold: Any, turns: Any, scores: Any, ally: Any,
    w: Any,
) -> Any:  # fmt: skip
    """The expected share of the win after a change of influence in one country."""
    estimate_holds(country, influence, turns, ally, w, hold)
    estimate_scores(hold, scores, w, turns[1, POWERS - 1])
    return estimate_win(s, seat, scores, ally, w, turns[1, POWERS - 1])


@rule
def choose_place(
    s: Any, seat: Any, mask: Any, chance: Any, influence: Any, hold: Any, turns: Any, scores: Any,
    ally: Any, w: Any,
) -> Any:  # fmt: skip
    """The placement that gains most for each factor; the rest stays at home."""
    now = win_with(0, s, seat, influence, hold, turns, scores, ally, w)
    best = 1e-7
    action = REST_HOME
    for country in range(COUNTRIES):
        first = FIRST_PLACE + country * FOREIGN_LIMIT
        most = 0
        while most < FOREIGN_LIMIT and mask[first + most]:
            most += 1
        missing = TREATY_THRESHOLD - int(influence[country, seat])
        for amount in range(1, most + 1):
            if amount not in (2, most, missing):
                continue
            influence[country, seat] += amount
            gain = win_with(country, s, seat, influence, hold, turns, scores, ally, w) - now
            influence[country, seat] -= amount
            gain = noisy(gain / amount, chance, w)
            if gain > best:
                best = gain
                action = first + amount - 1
        estimate_holds(country, influence, turns, ally, w, hold)
    return action


@rule
def choose_attack(
    s: Any, seat: Any, mask: Any, chance: Any, influence: Any, hold: Any, turns: Any, scores: Any,
    ally: Any, w: Any,
) -> Any:  # fmt: skip
    """The attack with the best expectation over the die, or none."""
    now = win_with(0, s, seat, influence, hold, turns, scores, ally, w)
    best = 1e-7
    action = PASS
    for country in range(COUNTRIES):
        own = influence[country, seat]
        for victim in range(POWERS):
            if not mask[FIRST_ATTACK + country * POWERS + victim]:
                continue
            theirs = influence[country, victim]
            column = min(int(own / theirs), COLUMNS - 1)
            gain = -now
            for result in range(CHANCES.shape[0]):
                if CHANCES[result, column] > 0.0:
                    both = min(own, theirs)
                    influence[country, seat] = 0.0 if result == AE else own
                    influence[country, victim] = 0.0 if result == DE else theirs
                    if result == EX:
                        influence[country, seat] = own - both
                        influence[country, victim] = theirs - both
                    gain += CHANCES[result, column] * win_with(
                        country, s, seat, influence, hold, turns, scores, ally, w
                    )
            influence[country, seat] = own
            influence[country, victim] = theirs
            gain = noisy(gain, chance, w)
            if gain > best:
                best = gain
                action = FIRST_ATTACK + country * POWERS + victim
        estimate_holds(country, influence, turns, ally, w, hold)
    return action


@rule
def win_allied(
    s: Any, seat: Any, first: Any, second: Any, scores: Any, ally: Any, w: Any, rounds: Any
) -> Any:
    """The seat's expected share of the win if these two were allies."""
    ally[first] = second
    ally[second] = first
    share = estimate_win(s, seat, scores, ally, w, rounds)
    ally[first] = -1
    ally[second] = -1
    return share


@rule
def choose_alliance(
    s: Any, seat: Any, mask: Any, scores: Any, ally: Any, w: Any, rounds: Any
) -> Any:
    """Proposes to the best partner that should gain by it too; accepts and breaks likewise."""
    now = estimate_win(s, seat, scores, ally, w, rounds)
    if mask[ACCEPT]:
        allied = win_allied(s, seat, s.turn, seat, scores, ally, w, rounds)
        return ACCEPT if allied > now + w[MARGIN] else REFUSE
    if mask[BREAK]:
        partner = ally[seat]
        ally[seat] = -1
        ally[partner] = -1
        return BREAK if estimate_win(s, seat, scores, ally, w, rounds) > now + w[MARGIN] else PASS
    best = now + w[MARGIN]
    action = PASS
    for other in range(POWERS):
        if mask[FIRST_PROPOSE + other]:
            theirs = estimate_win(s, other, scores, ally, w, rounds)
            allied = win_allied(s, seat, seat, other, scores, ally, w, rounds)
            gains = win_allied(s, other, seat, other, scores, ally, w, rounds) > theirs
            if gains and allied > best:
                best = allied
                action = FIRST_PROPOSE + other
    return action
