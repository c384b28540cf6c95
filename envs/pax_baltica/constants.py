"""The board as arrays: constants of the compiled rules, made from the components.

Locations: the territories, then the sea zones (`SEA0` on). Sides are seats: 0 Sweden, 1 Coalition.
"""

from __future__ import annotations

import numpy as np

from legation.envs.pax_baltica.components import (
    BORDERS,
    COMPONENTS,
    HARBOURS,
    LETTERS,
    NO_NATION,
    RESULTS,
    SIDES,
    TRANSITS,
    TYPES,
)

# --- sizes and ids ---------------------------------------------------------------------------

TERRITORY_IDS = tuple(t.id for t in COMPONENTS.territories)
SEA_IDS = tuple(s.id for s in COMPONENTS.seas)
LOCATION_IDS = (*TERRITORY_IDS, *SEA_IDS)
BLOCK_IDS = tuple(b.id for b in COMPONENTS.blocks)
_REAL = tuple(n for n in COMPONENTS.nations if n.id != NO_NATION)
NATION_IDS = tuple(n.id for n in _REAL)
TRACK_IDS = tuple(n.id for n in _REAL if n.rp_start >= 0)
COLOUR_IDS = tuple(colour for colour, _ in COMPONENTS.cubes)

TERRITORIES, SEAS, LOCATIONS = len(TERRITORY_IDS), len(SEA_IDS), len(LOCATION_IDS)
BLOCKS, NATIONS, TRACKS = len(BLOCK_IDS), len(NATION_IDS), len(TRACK_IDS)
COLOURS, BORDER_COUNT = len(COLOUR_IDS), len(COMPONENTS.borders)
SEA0 = TERRITORIES

# Also the values of `owner`: a territory's owner is a side, or one of the other two.
SWEDEN, COALITION, TRANSIT, CLOSED = range(4)
POOL = -1  # the place of a block off the map


def _ints(values: object) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


# --- nations ---------------------------------------------------------------------------------

NATION_SIDE = _ints([SIDES.index(n.side) for n in _REAL])
NATION_COLOUR = _ints([COLOUR_IDS.index(n.colour) for n in _REAL])
NATION_PRINCIPAL = _ints([n.principal for n in _REAL])
NATION_TRACK = _ints([TRACK_IDS.index(n.id) if n.id in TRACK_IDS else -1 for n in _REAL])
PAYS_FROM = _ints([TRACK_IDS.index(n.rp_from) for n in _REAL])  # whose bank, by track
RP_START = _ints([n.rp_start for n in _REAL if n.rp_start >= 0])
TRACK_NATION = _ints([NATION_IDS.index(name) for name in TRACK_IDS])
TRACK_SIDE = NATION_SIDE[TRACK_NATION]
SWEDES, RUSSIA, POLAND, UKRAINE, SAXONY = (
    NATION_IDS.index(name) for name in ("sweden", "russia", "poland", "ukraine", "saxony")
)
SWEDES_TRACK, RUSSIA_TRACK = TRACK_IDS.index("sweden"), TRACK_IDS.index("russia")
COLOUR_SIDE = _ints(
    [next(SIDES.index(n.side) for n in _REAL if n.colour == colour) for colour in COLOUR_IDS]
)
BLUE = int(NATION_COLOUR[SWEDES])
# One cube of each colour stands on the RP track (section 2).
CUBES = _ints([count - 1 for _, count in COMPONENTS.cubes])

# --- territories and seas --------------------------------------------------------------------

LAND_NATION = _ints(
    [NATION_IDS.index(t.nation) if t.nation in NATION_IDS else -1 for t in COMPONENTS.territories]
)
VALUE = _ints([t.value for t in COMPONENTS.territories])
CAPITAL = _ints([t.capital for t in COMPONENTS.territories])
FORAGE = _ints([t.forage for t in COMPONENTS.territories])
HOME = _ints([t.home for t in COMPONENTS.territories])
UNMARKED, ALWAYS = TRANSITS.index("unmarked"), TRANSITS.index("always")
PASSAGE = _ints([TRANSITS.index(t.transit) for t in COMPONENTS.territories])
IS_PORT = _ints([t.harbour != "none" for t in COMPONENTS.territories])  # port or harbour
PORT = np.flatnonzero(IS_PORT)
PORTS = len(PORT)
IS_HARBOUR = _ints([t.harbour == "harbour" for t in COMPONENTS.territories])
ZONE = _ints([SEA_IDS.index(t.sea) if t.sea else -1 for t in COMPONENTS.territories])
# Whose RP level a territory's loss lowers: the nation's own track; the Ukraine's is Russia's.
LOSS_TRACK = _ints(
    [
        RUSSIA_TRACK if n == UKRAINE else (NATION_TRACK[n] if n >= 0 else -1)
        for n in LAND_NATION.tolist()
    ]
)
NATION_CAPITAL = _ints(
    [next((i for i, t in enumerate(COMPONENTS.territories) if t.capital and t.nation == n), -1)
     for n in NATION_IDS]
)  # fmt: skip
assert len(HARBOURS) == 3  # IS_PORT and IS_HARBOUR say it all

# [BORDERS, 2] territories; NEIGHBOURS [T, most] and BORDER_TO, -1 where there are fewer.
BORDER_ENDS = _ints(
    [(TERRITORY_IDS.index(a), TERRITORY_IDS.index(b)) for a, b, _ in COMPONENTS.borders]
)
DIFFICULT = _ints([BORDERS.index(kind) for _, _, kind in COMPONENTS.borders])
BORDER_LIMIT = _ints([COMPONENTS.border_limit[kind] for kind in DIFFICULT.tolist()])
_around: list[list[tuple[int, int]]] = [[] for _ in TERRITORY_IDS]
for _border, (_a, _b) in enumerate(BORDER_ENDS.tolist()):
    _around[_a].append((_b, _border))
    _around[_b].append((_a, _border))
MOST_NEIGHBOURS = max(len(pairs) for pairs in _around)
NEIGHBOURS = np.full((TERRITORIES, MOST_NEIGHBOURS), -1, dtype=np.int64)
BORDER_TO = np.full((TERRITORIES, MOST_NEIGHBOURS), -1, dtype=np.int64)
DEGREE = _ints([len(pairs) for pairs in _around])
BORDERING = np.zeros((TERRITORIES, TERRITORIES), dtype=np.int64)
for _t, _pairs in enumerate(_around):
    for _i, (_other, _border) in enumerate(sorted(_pairs)):
        NEIGHBOURS[_t, _i], BORDER_TO[_t, _i] = _other, _border
        BORDERING[_t, _other] = 1

SEA_ADJACENT = np.zeros((SEAS, SEAS), dtype=np.int64)
for _sea in COMPONENTS.seas:
    for _name in _sea.adjacent:
        SEA_ADJACENT[SEA_IDS.index(_sea.id), SEA_IDS.index(_name)] = 1
ZONES_BESIDE = _ints([sum(1 << b for b in np.flatnonzero(row).tolist()) for row in SEA_ADJACENT])

FAR = 99  # further than any way on the map


def _distances(
    linked: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Least number of links between all pairs (Floyd and Warshall)."""
    far = np.where(linked > 0, 1, FAR)
    np.fill_diagonal(far, 0)
    for middle in range(len(far)):
        far = np.minimum(far, far[:, middle, None] + far[None, middle])
    return np.minimum(far, FAR)


SEA_DISTANCE = _distances(SEA_ADJACENT)
LAND_DISTANCE = _distances(BORDERING)
# 4.8 (f): hops over land borders, or between two ports of one sea zone.
_same_zone = (ZONE[:, None] == ZONE[None]) & (ZONE[:, None] >= 0)
HOPS = _distances(BORDERING | _same_zone)

# --- blocks ----------------------------------------------------------------------------------

BLOCK_NATION = _ints([NATION_IDS.index(b.nation) for b in COMPONENTS.blocks])
BLOCK_SIDE = NATION_SIDE[BLOCK_NATION]
BLOCK_COLOUR = NATION_COLOUR[BLOCK_NATION]
BLOCK_TYPE = _ints([TYPES.index(b.type) for b in COMPONENTS.blocks])
BLOCK_LETTER = _ints([LETTERS.index(b.letter) for b in COMPONENTS.blocks])
FIREPOWER = _ints([b.firepower for b in COMPONENTS.blocks])
MAX_STEPS = _ints([b.max_steps for b in COMPONENTS.blocks])
FROM_YEAR = _ints([b.from_year for b in COMPONENTS.blocks])
INFANTRY, CAVALRY, ARTILLERY, LEADER, FLEET = range(len(TYPES))
IS_FLEET = _ints(BLOCK_TYPE == FLEET)
MARCH_POINTS = _ints([COMPONENTS.march_mp[kind] for kind in BLOCK_TYPE.tolist()])
STEP_COST = _ints([COMPONENTS.rp_cost[kind] for kind in BLOCK_TYPE.tolist()])
LETTER_COUNT = len(LETTERS)
MOST_POINTS = int(MARCH_POINTS.max())
# [SIDES + 1]: where a side's blocks of the file begin; each side's lie together or not, so a mask.
OWN_BLOCKS = tuple(np.flatnonzero(side == BLOCK_SIDE) for side in range(len(SIDES)))

# --- numbers of the rules --------------------------------------------------------------------

_p = COMPONENTS.params
SEA_BLOCKS, SEA_ZONES = _p["sea_transport_blocks"], _p["sea_transport_zones"]
ROUNDS, ROUNDS_TRAPPED = _p["battle_rounds"], _p["battle_rounds_trapped"]
SIEGE_FACTOR = _p["siege_strength_factor"]
SUCCESS_AT, DOUBLE_AT = _p["siege_success_at"], _p["siege_double_at"]
MOD_ARTILLERY, MOD_LEADER = _p["siege_mod_artillery"], _p["siege_mod_leader"]
MOD_OPEN_PORT, SIEGE_LOSS_ON = _p["siege_mod_open_port"], _p["siege_besieger_loss_on"]
HUNGER_SUPPLIED, HUNGER_CUT_OFF = _p["forage_loss_max_loc"], _p["forage_loss_max_no_loc"]
RP_GARRISON, LEADER_RP = _p["rp_per_garrison"], _p["royal_loss_rp"]
DOUBLE_COST, STEPS_A_YEAR = _p["rp_double_factor"], _p["steps_per_block_per_entry"]
WINTER_ACTIONS = _p["winter_campaign_action_mod"]
EXHAUSTION_MAX, EXHAUSTION_RP = _p["exhaustion_max"], _p["exhaustion_rp"]
BASE_DROP, BASE_MIN = _p["armistice_base_drop"], _p["armistice_base_min"]
YEARS_OUT, ARMISTICE_VP = _p["armistice_years_out"], _p["armistice_vp"]
DECISIONS_A_YEAR = _p["decisions_per_year_cap"]
ACTION_TABLE = _ints(COMPONENTS.actions)
MOST_ENVOYS = 2
REFORM_RP = 2
SUBSIDY = 2
# [sum of two dice]
POLITICS_RESULT = _ints([0, 0, *(RESULTS.index(r) for r in COMPONENTS.politics)])
(NOTHING, PLAGUE, INTRIGUE, ENVOYS, BAD_HARVEST, REVOLT, SUBSIDIES, MAGNATES, REFORM) = range(
    len(RESULTS)
)
WINTER_SEASON = len(COMPONENTS.seasons) - 1

# --- entry and the revolt --------------------------------------------------------------------

ENTRIES = len(COMPONENTS.entry)
ENTRY_NATION = _ints([NATION_IDS.index(e.nation) for e in COMPONENTS.entry])
ENTRY_YEAR = _ints([e.from_year for e in COMPONENTS.entry])
ENTRY_TARGET = _ints([e.target for e in COMPONENTS.entry])
ENTRY_RP_OF = _ints([TRACK_IDS.index(e.rp_of) for e in COMPONENTS.entry])
_bounds = max(len(e.rp_at_most) for e in COMPONENTS.entry)
# [ENTRIES, most]; filled up with a level that is never reached
ENTRY_RP = _ints(
    [[*e.rp_at_most, *[-9999] * (_bounds - len(e.rp_at_most))] for e in COMPONENTS.entry]
)
# [n, 4]: entry, block, territory, steps
ENTRY_BLOCKS = _ints(
    [
        (i, BLOCK_IDS.index(p.block), TERRITORY_IDS.index(p.territory), p.steps)
        for i, e in enumerate(COMPONENTS.entry)
        for p in e.setup
    ]
)
REVOLT_YEAR = COMPONENTS.revolt_year
REVOLT_BLOCK = BLOCK_IDS.index(COMPONENTS.revolt.block)
REVOLT_PLACE = TERRITORY_IDS.index(COMPONENTS.revolt.territory)
REVOLT_STEPS = COMPONENTS.revolt.steps
REVOLT_BORDERS = 2
WARSAW = int(NATION_CAPITAL[POLAND])
