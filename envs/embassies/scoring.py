"""Treaty rights, scores, winners and rewards (clause 5 of the rules), as rules on the record."""

from __future__ import annotations

from math import exp
from typing import Any

from legation.envs.embassies.components import (
    COUNTRIES,
    EXCLUSIVE,
    GOAL_COUNTRY,
    GOAL_KIND,
    GOAL_LIMIT,
    GOAL_POINTS,
    GOAL_POWER,
    GOALS,
    ISOLATED,
    NOBODY_ABOVE,
    POWERS,
    REWARDS,
    RIGHTS,
    TREATY_THRESHOLD,
)
from legation.envs.engine import rule

REWARD_SCORE = REWARDS.index("score")
DOUBT = 2.5  # points by which scores are thought to vary, in `chances`
SCORE_UNIT = 20.0  # clause 5: reward `score` is the distance from the mean, over 20


@rule
def set_influence(s: Any, country: Any, power: Any, amount: Any) -> None:
    """Sets an influence; where it crosses the threshold, rights and scores follow (clause 5).

    Treaty rights are held in a country that is not one's own, from an influence of 10.
    """
    s.influence[country, power] = amount
    holds = 1 if amount >= TREATY_THRESHOLD and country != power else 0
    if holds != s.rights[country, power]:
        s.rights[country, power] = holds
        update_scores(s)


@rule
def holds_exclusively(s: Any, country: Any, power: Any) -> Any:
    """Clause 1: rights there, and no other power holds treaty rights in that country."""
    holders = 0
    for other in range(POWERS):
        holders += s.rights[country, other]
    return holders == 1 and s.rights[country, power] != 0


@rule
def is_isolated(s: Any, power: Any) -> Any:
    """Clause 1: the power holds rights nowhere, and no other holds rights in its country."""
    ties = 0
    for country in range(COUNTRIES):
        ties += s.rights[country, power]
    for other in range(POWERS):
        ties += s.rights[power, other]
    return ties == 0


@rule
def nobody_above(s: Any, power: Any, limit: Any) -> Any:
    """Clause 1: none of the other four scores is above the limit."""
    above = 0
    for other in range(POWERS):
        above += other != power and s.score[other] > limit
    return above == 0


@rule
def update_scores(s: Any) -> None:
    """The points of every goal that is reached as things stand; clause 5 judges them at the end."""
    for power in range(POWERS):
        s.score[power] = 0
    for goal in range(GOALS):
        power = GOAL_POWER[goal]
        country = GOAL_COUNTRY[goal]
        kind = GOAL_KIND[goal]
        if (
            (kind == RIGHTS and s.rights[country, power] != 0)
            or (kind == EXCLUSIVE and holds_exclusively(s, country, power))
            or (kind == ISOLATED and is_isolated(s, country))
        ):
            s.score[power] += GOAL_POINTS[goal]
    # Judged last: it looks at the scores of the others (clause 1).
    for goal in range(GOALS):
        power = GOAL_POWER[goal]
        if GOAL_KIND[goal] == NOBODY_ABOVE and nobody_above(s, power, GOAL_LIMIT[goal]):
            s.score[power] += GOAL_POINTS[goal]


@rule
def mark_winners(s: Any, out: Any) -> Any:
    """Writes 1 for a winner and 0 for a loser to `out [5]`; returns how many win (clause 5)."""
    total = 0
    allied = 0
    for power in range(POWERS):
        out[power] = 0.0
        total += s.score[power]
        allied += s.ally[power] >= 0
    winners = 0
    for power in range(POWERS):
        ally = s.ally[power]
        if ally >= 0:
            both = s.score[power] + s.score[ally]
            if both >= total - both:
                out[power] = 1.0
                winners += 1
    if winners > 0:
        return winners
    # No alliance, or none reached the others' sum: the best of those outside. With two alliances
    # that is the fifth power, whatever its score.
    best = -1
    for power in range(POWERS):
        if s.ally[power] < 0 and s.score[power] > best:
            best = s.score[power]
    for power in range(POWERS):
        if s.ally[power] < 0 and s.score[power] == best:
            out[power] = 1.0
            winners += 1
    return winners


@rule
def win_shares(s: Any, values: Any, out: Any) -> None:
    """Clause 5: the winners share the win equally, under either reward."""
    winners = mark_winners(s, out)
    for power in range(POWERS):
        out[power] /= winners


@rule
def returns(s: Any, out: Any) -> None:
    """Clause 5, Reward: `win` (n w - 1)/(n - 1) for n = 5, or `score` (score - mean)/20."""
    if s.reward_option == REWARD_SCORE:
        mean = 0.0
        for power in range(POWERS):
            mean += s.score[power] / POWERS
        for power in range(POWERS):
            out[power] = (s.score[power] - mean) / SCORE_UNIT
    else:
        winners = mark_winners(s, out)
        for power in range(POWERS):
            out[power] = (POWERS * out[power] / winners - 1.0) / (POWERS - 1)


@rule
def chances(s: Any, out: Any) -> None:
    """Each power's share of the win if the scores still varied by a few points; adds up to 1.

    The smooth twin of `mark_winners`: an alliance wins by a logistic of its lead over the others,
    and where none does, the powers outside share by an exponential of their scores.
    """
    total = 0.0
    best = 0.0
    for power in range(POWERS):
        total += s.score[power]
        best = max(best, s.score[power])
    none_wins = 1.0
    outside = 0.0
    for power in range(POWERS):
        ally = s.ally[power]
        if ally < 0:
            outside += exp((s.score[power] - best) / DOUBT)
        elif ally > power:
            lead = 2.0 * (s.score[power] + s.score[ally]) - total
            wins = 1.0 / (1.0 + exp(-lead / DOUBT))
            out[power] = 0.5 * wins
            out[ally] = 0.5 * wins
            none_wins *= 1.0 - wins
    for power in range(POWERS):
        if s.ally[power] < 0:
            out[power] = none_wins * exp((s.score[power] - best) / DOUBT) / outside


@rule
def potential(s: Any, out: Any) -> None:
    """How well each seat stands, in -0.5..0.5: half its chance to win, half its lead in points.

    The chance is that of `chances`, in units of the reward `win`. The lead counts the score as it
    is and, half as much, the way to 10 influence in the countries of the power's goals.
    """
    chances(s, out)
    mean = 0.0
    for power in range(POWERS):
        mean += s.score[power] / POWERS
    for power in range(POWERS):
        lead = s.score[power] - mean
        for goal in range(GOALS):
            if GOAL_POWER[goal] == power and (
                GOAL_KIND[goal] == RIGHTS or GOAL_KIND[goal] == EXCLUSIVE
            ):
                way = s.influence[GOAL_COUNTRY[goal], power] / TREATY_THRESHOLD
                lead += 0.5 * GOAL_POINTS[goal] * (min(way, 1.0) - 0.5)
        chance = (POWERS * out[power] - 1.0) / (POWERS - 1)
        out[power] = 0.25 * chance + 0.25 * lead / (10.0 + abs(lead))
