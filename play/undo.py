"""Taking back: as far as nothing was revealed.

A seat may take back its own last decisions while it is still the seat to act and nobody else has
decided since, forced decisions of others included; no chance was drawn; nothing that was hidden
from anybody became known; and what followed did not depend on anything that the seat may not know.
Whoever takes back has then learnt nothing, and all that others saw is what the seat itself showed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import Game, LegationError, State
from legation.play.live import LiveTable, looks, views_of

# So many states that fit what the seat knows are tried.
_TRIALS = 8


def undoable(table: LiveTable, seat: int) -> int:
    """How many of its last decisions the seat may take back now; 0 for none."""
    rule = table.row.settings["undo"]
    if rule == "off" or table.over or table.actor != seat:
        return 0
    count = 0
    for n in range(len(table.decisions) - 1, -1, -1):
        taken = table.decisions[n]
        if taken.seat != seat or taken.by not in ("person", "forced"):
            break
        told = table.revealed[n]
        if told is None:
            before, after = table.states[n], table.states[n + 1]
            told = table.revealed[n] = revealed(table.game, seat, taken.action, before, after)
        if told:
            break
        if rule == "hidden" and _shows(table, n, seat):
            break
        count += 1
    # One click takes back one decision of the person; a forced one goes with the one before it.
    while count and table.decisions[len(table.decisions) - count].by == "forced":
        count -= 1
    return count


def last_own(table: LiveTable, count: int) -> int:
    """Of `count` decisions that may be taken back, how many one step is: back to a real choice."""
    for step in range(1, count + 1):
        if table.decisions[len(table.decisions) - step].by == "person":
            return step
    return 0


def revealed(game: Game, seat: int, action: int, before: State, after: State) -> bool:
    """Whether a decision told anybody anything but that it was taken."""
    if before["rng"] != after["rng"] or after.over:
        return True
    unknown = game.schema.unknown
    first, second = views_of(game, before), views_of(game, after)
    if bool(np.any((first == unknown) & (second != unknown))):
        return True
    return _depends_on_secrets(game, seat, action, before, second[seat])


def _depends_on_secrets(
    game: Game, seat: int, action: int, before: State, expected: NDArray[np.signedinteger]
) -> bool:
    """Whether the seat's view could have come out otherwise than `expected`, for all it knows."""
    seen = game.observe(before, seat)
    names = [name for name in game.schema.slots if name != "actor"]
    if all(bool(seen.known(name).all()) for name in names):
        return False
    if game.determinize is None:
        return True
    rng = np.random.default_rng(0)
    for _ in range(_TRIALS):
        try:
            other = game.determinize(seen, rng).copy()
            game.apply(other, action)
        except LegationError:
            return True
        if not other.over and int(other.actor) != seat:
            return True
        if not np.array_equal(views_of(game, other)[seat], expected):
            return True
    return False


def _shows(table: LiveTable, number: int, seat: int) -> bool:
    """Whether anybody else saw the decision, or a position that changed by it."""
    first = looks(table.game, table.states[number])
    second = looks(table.game, table.states[number + 1])
    others = [v for v in range(table.game.seats + 1) if v != seat]
    return any(first[v] != second[v] or table.entry(number, v) for v in others)
