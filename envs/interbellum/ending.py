"""The end of the game: declarations (5.1), vote and winner (5.3)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.interbellum.actions import (
    ATTACK_TARGET,
    ATTACK_YEAR,
    DECLARE,
    FIRST_AMOUNT,
    FIRST_POWER,
    NO_KIND,
    PASS,
    VOTE,
)
from legation.envs.interbellum.components import FRA, GER, POWERS
from legation.envs.interbellum.control import ask, power_at
from legation.envs.interbellum.fields import (
    BY_GAME_MASTER,
    BY_MAJORITY,
    BY_SCORE,
    CHOICES,
    GM_SEAT,
    STEP_ATTACK,
    STEP_END,
    STEP_VOTE,
)
from legation.envs.interbellum.scoring import (
    best_ranked,
    combat_part,
    glory_part,
    is_candidate,
    total_influence,
)

GM_ASKED = CHOICES["gm"].index("seat")
AUTO = CHOICES["voting"].index("auto")
MAJORITY_FIRST = CHOICES["vote_rule"].index("majority_first")
YEARS = 3  # 1939, 1940, 1941


# --- 5.1 Declarations ------------------------------------------------------------------------


@rule
def next_declaration(s: Any) -> None:
    if s.cursor == POWERS:
        s.declared_shown = 1
        s.step = STEP_ATTACK
        ask(s, GER, ATTACK_TARGET, False, -1, -1, -1, 0)
    elif power_at(s, s.cursor) == GER:
        s.cursor += 1
    else:
        ask(s, power_at(s, s.cursor), DECLARE, True, -1, -1, -1, 0)


@rule
def legal_ending(s: Any, kind: Any, mask: Any) -> None:
    seat = s.actor
    if kind == DECLARE:
        mask[PASS] = True
        for power in range(POWERS):
            mask[FIRST_POWER + power] = power != seat
    elif kind == ATTACK_TARGET:
        for power in range(POWERS):
            named = s.ally[power] == FRA or s.ally[FRA] == power
            mask[FIRST_POWER + power] = power == FRA or (named and power != GER)
    elif kind == ATTACK_YEAR:
        for year in range(YEARS):
            mask[FIRST_AMOUNT + year] = True
    else:
        for power in range(POWERS):
            mask[FIRST_POWER + power] = power != seat and is_candidate(s, power)


@rule
def take_ending(s: Any, kind: Any, action: Any) -> None:
    seat = s.actor
    if kind == DECLARE:
        if action != PASS:
            s.ally[seat] = action - FIRST_POWER
        s.cursor += 1
    elif kind == ATTACK_TARGET:
        s.attack_target = action - FIRST_POWER
        ask(s, GER, ATTACK_YEAR, False, -1, -1, action - FIRST_POWER, 0)
    elif kind == ATTACK_YEAR:
        s.attack_year = action - FIRST_AMOUNT + 1
        begin_vote(s)
    elif seat == GM_SEAT:
        finish(s, action - FIRST_POWER)
    else:
        s.vote[seat] = action - FIRST_POWER
        s.cursor += 1


# --- 5.3 Vote --------------------------------------------------------------------------------


@rule
def begin_vote(s: Any) -> None:
    s.step = STEP_VOTE
    s.cursor = 0


@rule
def next_vote(s: Any) -> None:
    if s.cursor < POWERS:
        power = power_at(s, s.cursor)
        if s.voting == AUTO:
            s.vote[power] = best_ranked(s, power)
            s.cursor += 1
        else:
            ask(s, power, VOTE, True, -1, -1, -1, 0)
    elif s.gm == GM_ASKED:
        ask(s, GM_SEAT, VOTE, True, -1, -1, -1, 0)
    else:
        finish(s, best_ranked(s, -1))


@rule
def observer_vote(s: Any, observer: Any) -> Any:
    """5.3: the best candidate by combat points, glory points, total influence; ties: lower seat."""
    best = -1
    most = -1
    for power in range(POWERS):
        if is_candidate(s, power):
            if observer == 0:
                value = combat_part(s, power)
            elif observer == 1:
                value = glory_part(s, power)
            else:
                value = total_influence(s, power)
            if value > most:
                most = value
                best = power
    return best


@rule
def majority(s: Any) -> Any:
    """The power with more than half of the votes of powers and observers, or -1."""
    for power in range(POWERS):
        votes = 0
        for other in range(POWERS):
            votes += s.vote[other] == power
        for observer in range(s.observers):
            votes += observer_vote(s, observer) == power
        if 2 * votes > POWERS + s.observers:
            return power
    return -1


@rule
def named_by_master(s: Any) -> Any:
    """The game master's candidate, if another power voted for it too; else -1."""
    for other in range(POWERS):
        if other != s.gm_vote and s.vote[other] == s.gm_vote:
            return s.gm_vote
    return -1


@rule
def finish(s: Any, gm_vote: Any) -> None:
    """5.3: the winner, by the first condition of the two that names one, else by the ranking."""
    s.gm_vote = gm_vote
    s.votes_shown = 1
    first = majority(s) if s.vote_rule == MAJORITY_FIRST else named_by_master(s)
    second = named_by_master(s) if s.vote_rule == MAJORITY_FIRST else majority(s)
    if first >= 0:
        s.winner = first
        s.by = BY_MAJORITY if s.vote_rule == MAJORITY_FIRST else BY_GAME_MASTER
    elif second >= 0:
        s.winner = second
        s.by = BY_GAME_MASTER if s.vote_rule == MAJORITY_FIRST else BY_MAJORITY
    else:
        s.winner = best_ranked(s, -1)
        s.by = BY_SCORE
    ask(s, -1, NO_KIND, False, -1, -1, -1, 0)
    s.step = STEP_END
    s.over = 1
