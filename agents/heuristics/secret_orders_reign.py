"""What serves later actions: organisations, styles of thought, prestige, reports of armies.

In points of the own score, for the hand-written player of Secret Orders.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule
from legation.envs.secret_orders.components import DOMAINS
from legation.envs.secret_orders.tables import (
    ALLEGIANCE,
    ANARCHY,
    AURA,
    AURA_MAX,
    BAND,
    CLANDESTINE_LEADER,
    CLANDESTINE_ORDER,
    CULT,
    DECREE,
    EMPIRE,
    ENACT,
    FIRST_ORGANISATION,
    FIRST_SOCIAL,
    FUTURE,
    LORE,
    ORGANISATION_DOMAIN,
    POLITICS,
    PROJECTS,
    RALLY,
    REPORT,
    SHADOW,
    SPY,
    STYLE_MINUS,
    STYLE_PLUS,
    TRUTH,
    WAR_DOMAIN,
)
from legation.envs.secret_orders.weigh import first_decree
from legation.envs.secret_orders.world import countries, location

# [goal, domain]: how much of the plan is rolled in the domain.
USES = np.zeros((4, DOMAINS))
USES[EMPIRE, [WAR_DOMAIN, POLITICS]] = 1.0, 0.3
USES[CULT, POLITICS] = 1.0
USES[TRUTH, [SHADOW, POLITICS]] = 0.8, 0.2
USES[FUTURE, [LORE, WAR_DOMAIN]] = 1.0, 0.5


@rule
def turns_left(s: Any) -> Any:
    return s.turns - s.turn


@rule
def decree_worth(s: Any, i: Any, where: Any, decree: Any, band: Any, point: Any) -> Any:
    """An organisation that helps the plan, at home; allegiance is looked at elsewhere."""
    first, beyond = FIRST_ORGANISATION, ALLEGIANCE
    if where != i or decree < first or decree >= beyond or BAND[DECREE, band, ENACT] == 0:
        return 0.0
    if decree - first == ANARCHY:  # halves the taxes
        return 0.0
    goal = s.goal[i]
    better = USES[goal, ORGANISATION_DOMAIN[decree - first]]
    better -= USES[goal, ORGANISATION_DOMAIN[s.org[i]]]
    return point * better * (turns_left(s) - 1)


@rule
def is_decreed(s: Any, i: Any, u: Any, decree: Any) -> Any:
    """Whether the seat has entered this decree already, or one on another organisation, for the
    same place this turn: the one would be void, the other undone."""
    n = countries(s)
    for e in range(s.count[i]):
        other = s.q_unit[i, e]
        if s.q_type[i, e] != DECREE or location(n, other) != location(n, u):
            continue
        entered = s.q_target[i, e] - first_decree(n)
        both = min(decree, entered) >= FIRST_ORGANISATION and max(decree, entered) < ALLEGIANCE
        if entered == decree or both:
            return True
    return False


@rule
def style_worth(goal: Any, style: Any) -> Any:
    if style == 0:
        return 0.0
    return USES[goal, STYLE_PLUS[style]] - USES[goal, STYLE_MINUS[style]]


@rule
def reform_worth(s: Any, i: Any, reform: Any, point: Any) -> Any:
    """For each turn of work on a style of thought that helps the plan."""
    if reform >= FIRST_SOCIAL or turns_left(s) < 3:
        return -0.01
    better = style_worth(s.goal[i], reform) - style_worth(s.goal[i], s.style[i])
    return point * better * (turns_left(s) - 2) / 2


@rule
def rally_worth(s: Any, i: Any, target: Any, band: Any, point: Any) -> Any:
    """Prestige for a unit that works on a project, wages war, or hides abroad."""
    if s.runs[i, target] == 0:  # nor is its aura known
        return 0.0
    gain = min(BAND[RALLY, band, AURA], AURA_MAX - s.aura[target])
    if gain <= 0:
        return 0.0
    uses = 0.0
    for q in range(PROJECTS):
        uses += s.proj_on[target, q]
    if target == i and target < countries(s) and s.goal[i] == EMPIRE:
        uses += 0.7
    hidden = s.category[target] == CLANDESTINE_ORDER or s.category[target] == CLANDESTINE_LEADER
    if s.goal[i] == TRUTH and hidden:
        uses += 0.4
    return point * uses * gain


@rule
def spy_worth(s: Any, i: Any, target: Any, band: Any, news: Any) -> Any:
    """A report on the army of a neighbour, once a turn."""
    n = countries(s)
    if target >= n or s.entered[i, SPY] > 0:
        return 0.0
    apart = (target - i) % n
    near = apart == 1 or apart == n - 1
    wages = s.goal[i] in (EMPIRE, FUTURE)
    return news * near * wages * BAND[SPY, band, REPORT] * min(turns_left(s) - 1, 3)
