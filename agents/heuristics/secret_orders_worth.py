"""What actions are worth to the hand-written player of Secret Orders, in points of its score."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics.secret_orders_projects import project_worth
from legation.agents.heuristics.secret_orders_reign import (
    decree_worth,
    is_decreed,
    rally_worth,
    spy_worth,
    turns_left,
)
from legation.agents.heuristics.secret_orders_weights import (
    AGAIN,
    ARMY,
    EARLY,
    EXPOSED,
    FACTOR,
    FOCUS_LOSS,
    GOLD,
    GREAT_MUSTER,
    HARM,
    NEWS,
    NOISE,
    PARTY,
    POINT,
    SEARCH,
    SKILL,
)
from legation.envs.engine import draw_from, rule
from legation.envs.secret_orders.choices import cost_of
from legation.envs.secret_orders.dice import FD4X_LAW, HIGHEST, LOWEST, band_of
from legation.envs.secret_orders.scenarios import NATIVE_LEADERS
from legation.envs.secret_orders.scoring import tempo
from legation.envs.secret_orders.tables import (
    AGITATE,
    ALLEGIANCE,
    AREA_PCT,
    BAND,
    BOLSTER,
    CLANDESTINE_LEADER,
    CLANDESTINE_ORDER,
    CULT,
    DECREE,
    ECONOMY,
    EMPIRE,
    ENACT,
    ENTERPRISE,
    F_CULT_FAITH,
    F_CULT_LEADER,
    F_CULT_ORDERS,
    F_CULT_PARTY,
    F_CULT_SPAN,
    F_EMPIRE_GAIN,
    F_WAR_AREA,
    F_WAR_GNP,
    F_WAR_PEOPLE,
    FOCUS,
    FOUND,
    FUTURE,
    GNP_PM,
    GOAL,
    HUNT,
    INFLUENCE,
    INFLUENCE_MAX,
    LEADER,
    LOSS,
    LOST_AREA_PCT,
    LOWER_TAX,
    MASTERY,
    MUSTER,
    NEW_INFLUENCE,
    NEW_SIZE,
    ORDER,
    OWN_GNP_PM,
    POLITICS,
    PREACH,
    PUBLIC_MODE,
    RAISE_TAX,
    RALLY,
    SETBACK,
    SHADOW,
    SIZE,
    SIZE_MAX,
    SPY,
    STRATEGIC,
    STRIKE,
    TEMP_LOSS,
    TRAIN,
    TRUTH,
    TYPES,
    VASSAL,
    WAR,
    WAR_DOMAIN,
)
from legation.envs.secret_orders.weigh import (
    P_RATIO,
    all_targets,
    first_decree,
    first_domain,
    first_found,
    first_measure,
    focus_of,
    ratio_modifier,
    weigh,
)
from legation.envs.secret_orders.world import (
    countries,
    is_native,
    kind_of,
    leader_unit,
    location,
    order_slots,
    order_unit,
    scale_of,
)

# [net + 20, band]: the chances of the bands of [4FD].
NET_SPAN = 20
CHANCES = np.zeros((2 * NET_SPAN + 1, 9))
for _net in range(-NET_SPAN, NET_SPAN + 1):
    for _x in range(LOWEST, HIGHEST + 1):
        CHANCES[_net + NET_SPAN, band_of(_net + _x)] += FD4X_LAW[_x - LOWEST] / FD4X_LAW.sum()


# Types whose worth to a seat is the same whichever of its units does it.
ANYBODYS = np.zeros(TYPES, dtype=np.int64)
ANYBODYS[[RALLY, BOLSTER, SPY, HUNT, STRIKE]] = 1
_NET, _WHOSE_NET, _WHOSE_BANDS = 9, 10, 11  # of an entry of the notes, after its nine bands
NOTES = 12


@rule
def new_notes(s: Any) -> Any:
    """Room for what is the same for several actions that are weighed in one decision."""
    return np.zeros((TYPES, all_targets(countries(s)) + 1, NOTES))


@rule
def worth(
    s: Any,
    i: Any,
    u: Any,
    kind: Any,
    mode: Any,
    target: Any,
    chance: Any,
    w: Any,
    notes: Any,
    parts: Any,
) -> Any:
    """What an action is worth, in points of the own score."""
    entered = s.load[u, mode]
    focus = focus_of(s.category[u], mode, entered + 1, entered)
    value = 0.0
    if STRATEGIC[kind]:
        value = project_worth(s, i, u, kind, target, focus, parts, w) * w[FACTOR + kind]
    else:
        at = target + 1
        if notes[kind, at, _WHOSE_NET] != u + 1:
            notes[kind, at, _WHOSE_NET] = u + 1
            notes[kind, at, _NET] = net_of(s, i, u, kind, target, 0, parts)
        whose = -1 if ANYBODYS[kind] else 2 * u + mode + 1
        if notes[kind, at, _WHOSE_BANDS] != whose:
            notes[kind, at, _WHOSE_BANDS] = whose
            for band in range(9):
                notes[kind, at, band] = band_worth(s, i, u, kind, mode, target, band, w)
        net = int(notes[kind, at, _NET]) + focus
        for band in range(9):
            likely = CHANCES[min(max(net, -NET_SPAN), NET_SPAN) + NET_SPAN, band]
            if likely > 0:
                value += likely * notes[kind, at, band]
        value *= w[FACTOR + kind]
    for place in range(entered):  # what the earlier actions of the unit lose
        before = FOCUS[mode, s.category[u], entered - 1, place]
        value -= w[FOCUS_LOSS] * (before - FOCUS[mode, s.category[u], entered, place])
    hidden = s.category[u] == CLANDESTINE_ORDER or s.category[u] == CLANDESTINE_LEADER
    if hidden and entered >= (2 if s.category[u] == CLANDESTINE_ORDER else 1):
        value -= w[EXPOSED]
    price = w[GOLD] * (2.0 if s.gold[i] < 60 else 1.0)
    value -= price * cost_of(s, u, kind, target)
    return value * (1.0 + w[NOISE] * (draw_from(chance, 1000) / 1000.0 - 0.5))


@rule
def net_of(s: Any, i: Any, u: Any, kind: Any, target: Any, focus: Any, parts: Any) -> Any:
    """The net modifier, with the last report in place of a foreign army."""
    net = weigh(s, i, u, kind, target, focus, 0, 1, parts)
    if kind == WAR:
        wars = 1 + s.entered[i, WAR]
        ratio = 100 * (s.army[i] * (10 + s.tech[i]) // wars)
        ratio //= max(1, s.rep_army[i, target] * (10 + s.tech[target]))
        net += ratio_modifier(ratio) - parts[P_RATIO] - 1  # its mastery of war is 1 as a rule
    return net


@rule
def band_worth(s: Any, i: Any, u: Any, kind: Any, mode: Any, target: Any, band: Any, w: Any) -> Any:
    """The change of the own score that a band of an ordinary action brings, roughly."""
    n = countries(s)
    goal = s.goal[i]
    harm = w[HARM] * BAND[kind, band, SETBACK]
    if kind == WAR:
        return war_worth(s, i, mode, target, band)
    if kind in (AGITATE, PREACH):
        return persuasion_worth(s, i, u, kind, target, band, w) - harm
    if kind == BOLSTER:
        return growth_worth(s, i, target, band) - harm
    if kind == FOUND:
        kind_found = LEADER if (target - first_found(n)) % 2 else ORDER
        size = BAND[kind, band, NEW_SIZE if kind_found == ORDER else NEW_INFLUENCE]
        sigma = size if kind_found == ORDER else (size + 1) // 2
        # What is founded early can be strengthened for as many turns.
        return sigma * abroad_weight(s) * (1.0 + w[EARLY] * (turns_left(s) - 1)) - harm
    if kind == HUNT:
        # A second hunt of the turn finds little more.
        again = w[AGAIN] if s.entered[i, HUNT] else 1.0
        return (w[SEARCH] * again if band >= 5 and target == i else 0.0) - harm
    if kind == STRIKE:
        rival = n <= target and location(n, target) == i and not is_native(n, target)
        if not rival or band < 5:
            return -harm
        lost = min(s.unit_size[target], -BAND[kind, band, SIZE])
        if kind_of(n, target) == LEADER:
            lost = s.unit_size[target] if band >= 6 else 1
        gone = lost >= s.unit_size[target]
        return 0.5 * (0.25 * gone + 0.125 * min(lost, scale_of(s, target)))
    if kind == TRAIN:
        return train_worth(s, i, u, target - first_domain(n), w) * BAND[kind, band, MASTERY]
    if kind == MUSTER:
        planned = 1.0 if goal in (EMPIRE, FUTURE) else 0.2
        soldiers = 6.0 if band == 5 else w[GREAT_MUSTER] if band > 5 else 0.0
        return planned * w[ARMY] * soldiers - harm
    if kind == DECREE:
        decree, where = target - first_decree(n), location(n, u)
        allegiance = vassal_worth(s, i, where) * BAND[kind, band, ENACT] * (decree == ALLEGIANCE)
        again = 0.0 if is_decreed(s, i, u, decree) else 1.0
        return again * (allegiance + decree_worth(s, i, where, decree, band, w[POINT])) - harm
    if kind == RALLY:
        return rally_worth(s, i, target, band, w[POINT]) - harm
    if kind == SPY:
        return spy_worth(s, i, target, band, w[NEWS]) - harm
    if kind == ECONOMY:
        return economy_worth(s, i, u, target - first_measure(n), band, w)
    return 0.0


@rule
def area_weight(s: Any, i: Any) -> Any:
    return s.figure[F_EMPIRE_GAIN] / 100 / s.area0[i] / tempo(s)


@rule
def vassal_worth(s: Any, i: Any, c: Any) -> Any:
    return 0.5 * s.area[c] * area_weight(s, i) * (s.overlord[c] != i)


@rule
def war_worth(s: Any, i: Any, mode: Any, foe: Any, band: Any) -> Any:
    """Land counts for an empire, the people and output that come with it for a bright future."""
    if mode != PUBLIC_MODE:
        return 0.0
    taken = BAND[WAR, band, AREA_PCT] * s.figure[F_WAR_AREA] / 10_000
    lost = BAND[WAR, band, LOST_AREA_PCT] * s.figure[F_WAR_AREA] / 10_000
    if s.goal[i] == EMPIRE:
        value = (taken * s.area[foe] - lost * s.area[i]) * area_weight(s, i)
        return value + BAND[WAR, band, VASSAL] * vassal_worth(s, i, foe)
    if s.goal[i] != FUTURE:
        return 0.0
    people = s.figure[F_WAR_PEOPLE] / 100 * taken * s.pop[foe] - lost * s.pop[i]
    output = s.figure[F_WAR_GNP] / 100 * taken * s.gnp[foe] - lost * s.gnp[i]
    return (people / s.pop0[i] * 0.3 / 0.35 + output / s.gnp0[i] * 0.3 / 1.2) / tempo(s)


@rule
def persuasion_worth(s: Any, i: Any, u: Any, kind: Any, where: Any, band: Any, w: Any) -> Any:
    share = s.faith[where, i] if kind == PREACH else s.party[where, i]
    points = 0.0
    if BAND[kind, band, GOAL]:
        points = max(0, BAND[kind, band, GOAL] - share) * min(4, scale_of(s, u)) / 4
    elif BAND[kind, band, TEMP_LOSS]:
        points = -share * 0.1
    elif BAND[kind, band, LOSS]:
        points = -share * BAND[kind, band, LOSS] / 100
    if s.goal[i] == CULT:
        weight = s.figure[F_CULT_FAITH if kind == PREACH else F_CULT_PARTY] / 100.0
        return points * weight / s.figure[F_CULT_SPAN] if where == i else 0.0
    if s.goal[i] == EMPIRE and kind == AGITATE and where != i:
        installs = band >= 7 and scale_of(s, u) >= 3 and share + points >= 50
        return vassal_worth(s, i, where) * installs + w[PARTY] * max(0.0, points)
    return 0.0


@rule
def abroad_weight(s: Any) -> Any:
    return 0.5 / (14 + 2 * countries(s))


@rule
def growth_worth(s: Any, i: Any, target: Any, band: Any) -> Any:
    """BOLSTER: the leader of a cult and its orders at home; clandestine units of one's own."""
    n = countries(s)
    kind = kind_of(n, target)
    size = s.unit_size[target]
    gain = BAND[BOLSTER, band, SIZE if kind == ORDER else INFLUENCE]
    gain = min(gain, (SIZE_MAX if kind == ORDER else INFLUENCE_MAX) - size)
    if gain <= 0 or s.runs[i, target] == 0:
        return 0.0
    home = location(n, target) == i
    if s.goal[i] == CULT and home:
        if kind == ORDER:
            total = 0
            for slot in range(order_slots(n)):
                if s.known[i, order_unit(n, i, slot)]:
                    total += max(0, s.unit_size[order_unit(n, i, slot)])
            others = max(1, total - size)
            share = (others * gain) / ((total + gain) * max(1, total))
            return 0.5 * share * s.figure[F_CULT_ORDERS] / s.figure[F_CULT_SPAN]
        highest = 0
        for slot in range(NATIVE_LEADERS):
            if s.runs[i, leader_unit(n, i, slot)]:
                highest = max(highest, s.unit_size[leader_unit(n, i, slot)])
        raised = max(0, size + gain - highest) if is_native(n, target) else 0
        return raised * s.figure[F_CULT_LEADER] / INFLUENCE_MAX / s.figure[F_CULT_SPAN]
    hidden = s.category[target] == CLANDESTINE_ORDER or s.category[target] == CLANDESTINE_LEADER
    if s.goal[i] == TRUTH and not home and hidden:
        return gain * abroad_weight(s) * (1.0 if kind == ORDER else 0.5)
    return 0.0


@rule
def train_worth(s: Any, i: Any, u: Any, domain: Any, w: Any) -> Any:
    """A level of mastery in the domain of the plan, for the units that carry it."""
    n = countries(s)
    goal = s.goal[i]
    used = 0.0
    if goal == EMPIRE and u == i:
        used = 1.0 if domain == WAR_DOMAIN else 0.6 if domain == POLITICS else 0.0
    elif goal == CULT and domain == POLITICS:
        used = 0.8 if u < n else 0.4
    elif goal == TRUTH and domain == SHADOW:
        used = 0.8 if s.mast[u, SHADOW] >= 2 else 0.2  # for those who do such work
    elif goal == FUTURE and u == i and domain == WAR_DOMAIN:
        used = 0.8
    return used * w[SKILL] * (turns_left(s) - 1)


@rule
def economy_worth(s: Any, i: Any, u: Any, measure: Any, band: Any, w: Any) -> Any:
    later = turns_left(s) - 1
    if measure == ENTERPRISE:
        gain = BAND[ECONOMY, band, GNP_PM] * scale_of(s, u) / 4 + BAND[ECONOMY, band, OWN_GNP_PM]
        value = gain / 1000 * s.gnp[i] * s.tax[i] / 100 * later * w[GOLD]
        if s.goal[i] == FUTURE:
            value += gain / 1000 * 0.3 / 1.2 / tempo(s)
        return value
    gold = 0.05 * s.gnp[i] * later * w[GOLD]
    if measure == RAISE_TAX:
        poor = s.gold[i] < 80 and s.tax[i] < 25
        return gold * (1.0 if band >= 5 and poor else 0.0) - 0.004
    rich = s.gold[i] > 250 and s.goal[i] == FUTURE and measure == LOWER_TAX
    return 0.01 * later * 0.25 if band >= 5 and rich else -0.004
