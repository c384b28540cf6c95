"""Score and ranking (5.2), rewards (5.4), win shares, and the potential for training."""

from __future__ import annotations

from math import exp
from typing import Any

from legation.envs.engine import rule
from legation.envs.interbellum.components import ITA, POWERS
from legation.envs.interbellum.control import count_controlled, count_puppets
from legation.envs.interbellum.fields import (
    CHOICES,
    COOPERATION,
    DIGIT,
    DIGITS,
    PROTECTORATE,
    PUPPET,
)

BAR = CHOICES["nre_forfeit"].index("bar")
SHARE, FIRST, ELECTED = range(3)  # parts of the reward
DOUBT = 80.0  # score by which places are thought to vary, in `potential`


# --- 5.2 Score -------------------------------------------------------------------------------


@rule
def forfeits(s: Any) -> Any:
    """New Roman Empire: whether Italy controls too few flagged regions."""
    held = 0
    for r in range(s.sig.shape[0]):
        held += s.new_rome[r] != 0 and s.level[r, ITA] >= PROTECTORATE
    return held < s.new_rome_needed


@rule
def glory_part(s: Any, power: Any) -> Any:
    total = 0
    for r in range(s.sig.shape[0]):
        total += int(s.sig[r]) * int(s.score_glory[s.level[r, power]])
    return total


@rule
def combat_part(s: Any, power: Any) -> Any:
    """Before any forfeit."""
    total = 0
    for r in range(s.sig.shape[0]):
        total += int(s.combat[r]) * int(s.score_combat[s.level[r, power]])
    return total


@rule
def total_influence(s: Any, power: Any) -> Any:
    total = 0
    for r in range(s.sig.shape[0]):
        total += int(s.inf[r, power])
    return total


@rule
def score(s: Any, power: Any) -> Any:
    """5.2, in hundredths of a point."""
    # One pass: this is counted after nearly every decision.
    glory = 0
    combat = 0
    influence = 0
    for r in range(s.sig.shape[0]):
        level = s.level[r, power]
        glory += int(s.sig[r]) * int(s.score_glory[level])
        combat += int(s.combat[r]) * int(s.score_combat[level])
        influence += int(s.inf[r, power])
    if power == ITA and forfeits(s):
        combat = int(s.score_gold) * int(s.gold)
    return int(s.score_handicap[power]) + glory + combat + influence * int(s.score_influence)


@rule
def update_shares(s: Any) -> None:
    """`share`: of the sum of all scores, in thousandths."""
    scores = (score(s, 0), score(s, 1), score(s, 2), score(s, 3), score(s, 4))
    total = scores[0] + scores[1] + scores[2] + scores[3] + scores[4]
    for power in range(POWERS):
        s.share[power] = scores[power] * 1000 // total if total > 0 else 0
    s.stale = 0


@rule
def is_candidate(s: Any, power: Any) -> Any:
    """5.3: all but a barred Italy."""
    return not (power == ITA and s.nre_forfeit == BAR and forfeits(s))


@rule
def ranks_before(s: Any, power: Any, other: Any) -> Any:
    """5.2: by score, puppets, protectorates and puppets, total influence, seat."""
    lead = score(s, power) - score(s, other)
    if lead == 0:
        lead = count_puppets(s, power) - count_puppets(s, other)
    if lead == 0:
        lead = count_controlled(s, power) - count_controlled(s, other)
    if lead == 0:
        lead = total_influence(s, power) - total_influence(s, other)
    return lead > 0 or (lead == 0 and power < other)


@rule
def best_ranked(s: Any, without: Any) -> Any:
    """The first candidate of the ranking other than `without` (-1: nobody is left out)."""
    best = -1
    for power in range(POWERS):
        if power == without or not is_candidate(s, power):
            continue
        if best < 0 or ranks_before(s, power, best):
            best = power
    return best


@rule
def first_places(s: Any, out: Any) -> None:
    """`f` of 5.4 to `out [5..]`: 1 divided evenly among the candidates with the best score."""
    best = -1
    count = 0
    for power in range(POWERS):
        if is_candidate(s, power):
            points = score(s, power)
            if points > best:
                best = points
                count = 0
            count += points == best
    for power in range(POWERS):
        first = is_candidate(s, power) and score(s, power) == best
        out[power] = 1.0 / count if first else 0.0


# --- 5.4 Reward ------------------------------------------------------------------------------


@rule
def weight(s: Any, part: Any) -> Any:
    """One of `reward_weights`, from its digits."""
    value = 0.0
    unit = 1.0
    for digit in range(DIGITS):
        unit /= DIGIT
        value += s.reward_weights[part, digit] * unit
    return value


@rule
def returns(s: Any, out: Any) -> None:
    """5.4; the game master's seat gets 0."""
    out[:] = 0.0
    first_places(s, out)
    total = 0
    for power in range(POWERS):
        total += score(s, power)
    for power in range(POWERS):
        reward = weight(s, FIRST) * 1.25 * (out[power] - 0.2)
        if total > 0:
            reward += weight(s, SHARE) * 1.25 * (score(s, power) / total - 0.2)
        reward += weight(s, ELECTED) * (1.0 if power == s.winner else -0.25)
        out[power] = reward


@rule
def win_shares(s: Any, values: Any, out: Any) -> None:
    """Who won, as the rewards' aims weigh it: first place by score against being elected.

    With no weight on either, first place by score.
    """
    out[:] = 0.0
    first_places(s, out)
    elected = weight(s, ELECTED)
    both = weight(s, FIRST) + elected
    if both > 0.0:
        for power in range(POWERS):
            named = 1.0 if power == s.winner else 0.0
            out[power] += (named - out[power]) * elected / both


# --- potential -------------------------------------------------------------------------------


@rule
def soft_level(own: Any, other: Any, sig: Any, weights: Any) -> Any:
    """A level's weight with the steps of 4.1 made slopes, so that the way there counts."""
    lead = float(own - other) / sig
    cooperation = min(1.0, 2.0 * own / (sig + 1.0))
    protectorate = min(1.0, max(0.0, lead))
    puppet = min(1.0, max(0.0, lead - 1.0))
    value = weights[COOPERATION] * cooperation
    value += (weights[PROTECTORATE] - weights[COOPERATION]) * protectorate
    return value + (weights[PUPPET] - weights[PROTECTORATE]) * puppet


@rule
def soft_score(s: Any, power: Any) -> Any:
    """The score (5.2) with `soft_level`, and for Italy combat points by its way to the empire."""
    combat = 0.0
    rest = float(s.score_handicap[power])
    empire = 0.0
    for r in range(s.sig.shape[0]):
        own = s.inf[r, power]
        if own == 0:
            continue
        other = 0
        for rival in range(POWERS):
            if rival != power:
                other = max(other, s.inf[r, rival])
        sig = s.sig[r]
        rest += sig * soft_level(own, other, sig, s.score_glory)
        rest += float(own) * s.score_influence
        combat += s.combat[r] * soft_level(own, other, sig, s.score_combat)
        if s.new_rome[r] != 0:
            empire += min(1.0, max(0.0, float(own - other) / sig))
    if power == ITA and s.new_rome_needed > 0:
        way = min(1.0, empire / s.new_rome_needed)
        combat = combat * way * way + (1.0 - way) * s.score_gold * float(s.gold)
    return rest + combat


@rule
def potential(s: Any, out: Any) -> None:
    """How well each seat stands, in -0.25..1: half its share of the score, half its first place.

    Both with soft control levels; the place is an exponential of the scores. In units of 5.4.
    """
    out[:] = 0.0
    total = 0.0
    best = 0.0
    for power in range(POWERS):
        out[power] = soft_score(s, power)
        total += out[power]
        best = max(best, out[power])
    chances = 0.0
    for power in range(POWERS):
        chances += exp((out[power] - best) / DOUBT)
    for power in range(POWERS):
        first = exp((out[power] - best) / DOUBT) / chances
        share = out[power] / total if total > 0.0 else 0.2
        out[power] = 0.625 * (first - 0.2) + 0.625 * (share - 0.2)
