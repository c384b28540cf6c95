"""How networks read places, markers and control: in few numbers (see `engine/features.py`).

One flag for each of 68 places of each of 65 blocks would be more than half of all features. A
place is read as where it lies on the map, so that neighbours read alike, and a network gets the
sum of its own steps in each place besides.
"""

from __future__ import annotations

from pathlib import Path

from legation.envs.engine import Numbers, Tally
from legation.envs.engine.strict_toml import read_toml
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_SIDE,
    CLOSED,
    COALITION,
    COLOURS,
    IS_FLEET,
    IS_HARBOUR,
    LOCATION_IDS,
    LOCATIONS,
    SEA0,
    SWEDEN,
    TRANSIT,
)

COORDINATES_FILE = Path(__file__).with_name("coordinates.toml")


def _coordinates(path: Path = COORDINATES_FILE) -> tuple[tuple[float, ...], ...]:
    root = read_toml(path)
    places = root.table("places")
    found = [places.wholes(name, 2, 1, 1000) for name in LOCATION_IDS]
    places.done()
    root.done()
    return tuple((x / 1000, y / 1000) for x, y in found)


PLACES = Numbers(("from west", "from north"), _coordinates())
# Whose a marker is, `owner` says: one number is enough to tell that there is one, and its colour.
MARKERS = Numbers(("marker",), tuple((1.0 - 0.1 * colour,) for colour in range(COLOURS)))
# Active, waiting, gone.
STANDING = Numbers(("in the war",), ((1.0,), (0.5,), (0.0,)))
_CONTROL = {SWEDEN: (1.0, 0.0), COALITION: (0.0, 1.0), TRANSIT: (0.5, 0.5), CLOSED: (0.0, 0.0)}
CONTROL = Numbers(
    ("swedish", "coalition"), tuple(_CONTROL[owner] for owner in range(len(_CONTROL)))
)
ATTACKER = Numbers(("attacker",), ((1.0,), (0.5,)))
STRENGTH = Tally("strength", "steps", "place", tuple(BLOCK_SIDE.tolist()), scale=8)

_FLEET_COLOURS = set(BLOCK_COLOUR[IS_FLEET != 0].tolist())
# 4.1: fleets are in harbours and sea zones only; flat numbers of [location, colour].
ANCHORAGES = tuple(
    x * COLOURS + colour
    for x in range(LOCATIONS)
    for colour in range(COLOURS)
    if (x >= SEA0 or IS_HARBOUR[x]) and colour in _FLEET_COLOURS
)
