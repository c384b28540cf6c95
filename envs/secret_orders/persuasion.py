"""Clause 5: PREACH, AGITATE, DECREE."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import ceil_div
from legation.envs.secret_orders.tables import (
    ALLEGIANCE,
    BAND,
    ENACT,
    ENACT_STATE_FAITH,
    END_STATE_FAITH,
    FIRST_ORGANISATION,
    GOAL,
    INSTALL,
    LEAST,
    LOCAL_PARTY,
    LOSS,
    PREACH,
    SHARE,
    TEMP_GAIN,
    TEMP_LEAST,
    TEMP_LOSS,
    UNINSTALL,
)
from legation.envs.secret_orders.weigh import first_decree
from legation.envs.secret_orders.world import countries, location, make_vassal, scale_of, shift

INSTALLING_SCALE = 3
MAJORITY = 50
QUARTERS = 4


@rule
def persuade(s: Any, i: Any, u: Any, where: Any, kind: Any, band: Any) -> None:
    """PREACH and AGITATE; f is the share before the action."""
    scale = scale_of(s, u)
    quarters = min(scale, QUARTERS)
    shares = s.faith[where] if kind == PREACH else s.party[where]
    f = shares[i]
    if BAND[kind, band, GOAL]:
        points = ceil_div(max(0, BAND[kind, band, GOAL] - f) * quarters, QUARTERS)
        shift(shares, i, max(BAND[kind, band, LEAST], points))
    if BAND[kind, band, TEMP_GAIN]:
        points = max(BAND[kind, band, TEMP_LEAST], f * BAND[kind, band, TEMP_GAIN] // 100)
        temporary(s, i, where, kind, ceil_div(points * quarters, QUARTERS))
    if BAND[kind, band, TEMP_LOSS]:
        points = f * BAND[kind, band, TEMP_LOSS] // 100
        temporary(s, i, where, kind, -ceil_div(points * quarters, QUARTERS))
    if BAND[kind, band, LOSS]:
        points = f * BAND[kind, band, LOSS] // 100
        shift(shares, i, -ceil_div(points * quarters, QUARTERS))
    if BAND[kind, band, INSTALL] and scale >= INSTALLING_SCALE and shares[i] >= MAJORITY:
        install(s, i, where, kind)
    if BAND[kind, band, UNINSTALL]:
        if kind == PREACH:
            if s.state_faith[where] == i:
                s.state_faith[where] = -1
        elif where != i and s.overlord[where] == i:
            s.overlord[where] = -1


@rule
def temporary(s: Any, i: Any, where: Any, kind: Any, points: Any) -> None:
    """Clause 2.7: the change that was made fades again."""
    if kind == PREACH:
        made = s.ftmp[i, where] + shift(s.faith[where], i, points)
        s.ftmp[i, where] = min(max(made, -100), 100)
    else:
        made = s.ptmp[i, where] + shift(s.party[where], i, points)
        s.ptmp[i, where] = min(max(made, -100), 100)


@rule
def install(s: Any, i: Any, where: Any, kind: Any) -> None:
    """A state faith; at home independence; abroad a client government."""
    if kind == PREACH:
        s.state_faith[where] = i
    elif where == i:
        s.overlord[i] = -1
    else:
        make_vassal(s, where, i)


@rule
def decree(s: Any, i: Any, u: Any, target: Any, variant: Any, band: Any) -> None:
    n = countries(s)
    where = location(n, u)
    chosen = target - first_decree(n)
    if BAND[variant, band, ENACT]:
        if chosen == ENACT_STATE_FAITH:
            s.state_faith[where] = i
        elif chosen == END_STATE_FAITH:
            s.state_faith[where] = -1
        elif chosen < ALLEGIANCE:
            s.org[where] = chosen - FIRST_ORGANISATION
        elif where == i:
            s.overlord[i] = -1
        else:
            make_vassal(s, where, i)
    if BAND[variant, band, SHARE]:
        if chosen == ENACT_STATE_FAITH:
            shift(s.faith[where], i, BAND[variant, band, SHARE])
        else:
            shift(s.party[where], i, BAND[variant, band, SHARE])
    if BAND[variant, band, LOCAL_PARTY]:
        shift(s.party[where], i, BAND[variant, band, LOCAL_PARTY])
