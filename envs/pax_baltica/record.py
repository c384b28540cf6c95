"""The record of Pax Baltica: its axes and fields, each with who may see it (section 6)."""

from __future__ import annotations

from legation.envs.engine import (
    HIDDEN,
    KNOWN_BY,
    OWNER,
    PUBLIC,
    Axis,
    Category,
    Count,
    Field,
    Flag,
    Index,
    Schema,
    Text,
)
from legation.envs.pax_baltica.components import COMPONENTS, MOST_YEARS
from legation.envs.pax_baltica.constants import (
    BLOCK_IDS,
    BORDER_LIMIT,
    CLOSED,
    COLOUR_IDS,
    DECISIONS_A_YEAR,
    EXHAUSTION_MAX,
    LOCATION_IDS,
    MAX_STEPS,
    MOST_ENVOYS,
    MOST_POINTS,
    NATION_IDS,
    ROUNDS_TRAPPED,
    SEA_IDS,
    STEPS_A_YEAR,
    TERRITORY_IDS,
    TRACK_IDS,
    TRANSIT,
    VALUE,
)
from legation.envs.pax_baltica.reading import (
    ANCHORAGES,
    ATTACKER,
    CONTROL,
    MARKERS,
    PLACES,
    STANDING,
    STRENGTH,
)

(REPLACE, PLACE, ACT, PICK, GO, BATTLE, RETREAT, REGROUP, REGROUP_PICK, SHORTAGE, WINTER) = range(
    11
)
PHASES = (
    Text("replacements", "пополнения"),
    Text("placing a block", "размещение отряда"),
    Text("actions", "действия"),
    Text("choosing a group", "выбор группы"),
    Text("march", "марш"),
    Text("order of battles", "порядок боёв"),
    Text("retreat", "отступление"),
    Text("regroup", "перегруппировка"),
    Text("choosing who regroups", "выбор перегруппировки"),
    Text("shortage of cubes", "нехватка кубиков"),
    Text("winter campaign", "зимняя кампания"),
)
ACTIVE, WAITING, GONE = range(3)
STATUSES = (Text("active", "воюет"), Text("waiting", "ждёт"), Text("gone", "выбыла"))
NEVER, ON, ENDED = range(3)  # of the revolt
UNDECIDED, SCORED, SWEDISH_TRIUMPH, COALITION_TRIUMPH = range(4)
OUTCOMES = (
    Text("not decided", "не решено"),
    Text("scored", "по очкам"),
    Text("Swedish triumph", "триумф Швеции"),
    Text("Coalition triumph", "триумф коалиции"),
)
SIDE_NAMES = (Text("Sweden", "Швеция"), Text("Coalition", "Коалиция"))
OWNERS = (*SIDE_NAMES, Text("transit", "транзит"), Text("closed", "закрыто"))
assert len(OWNERS) == CLOSED + 1 == TRANSIT + 2
COLOUR_NAMES = {
    "blue": Text("blue", "синий"),
    "green": Text("green", "зелёный"),
    "grey": Text("grey", "серый"),
    "red": Text("red", "красный"),
    "yellow": Text("yellow", "жёлтый"),
}
SEASON_NAMES = {
    "spring": Text("spring", "весна"),
    "summer": Text("summer", "лето"),
    "autumn": Text("autumn", "осень"),
    "winter": Text("winter", "зима"),
}


def _texts(ids: tuple[str, ...], names: dict[str, Text]) -> tuple[Text, ...]:
    return tuple(names.get(i, Text(i, i)) for i in ids)


SIDE_AXIS = Axis("side", ("sweden", "coalition"), SIDE_NAMES, is_seats=True)
_LAND_NAMES = tuple(t.name for t in COMPONENTS.territories)
TERRITORY_AXIS = Axis("territory", TERRITORY_IDS, _LAND_NAMES)
SEA_AXIS = Axis("sea", SEA_IDS, tuple(s.name for s in COMPONENTS.seas))
LOCATION_AXIS = Axis("location", LOCATION_IDS, (*_LAND_NAMES, *SEA_AXIS.labels))
BLOCK_AXIS = Axis("block", BLOCK_IDS, tuple(b.name for b in COMPONENTS.blocks))
NATION_NAMES = {n.id: n.name for n in COMPONENTS.nations}
NATION_AXIS = Axis("nation", NATION_IDS, _texts(NATION_IDS, NATION_NAMES))
TRACK_AXIS = Axis("track", TRACK_IDS, _texts(TRACK_IDS, NATION_NAMES))
COLOUR_AXIS = Axis("colour", COLOUR_IDS, _texts(COLOUR_IDS, COLOUR_NAMES))
_PLACE_NAMES = dict(zip(TERRITORY_IDS, _LAND_NAMES, strict=True))
BORDER_AXIS = Axis(
    "border",
    tuple(f"{a}-{b}" for a, b, _ in COMPONENTS.borders),
    tuple(
        Text(*(f"{_PLACE_NAMES[a][i]} - {_PLACE_NAMES[b][i]}" for i in range(2)))
        for a, b, _ in COMPONENTS.borders
    ),
)

FIRST_YEAR = min(s.start_year for s in COMPONENTS.scenarios)
LAST_YEAR = max(s.end_year for s in COMPONENTS.scenarios)
RETURN_YEARS = (
    FIRST_YEAR,
    LAST_YEAR + max(COMPONENTS.params["armistice_years_out"], 1),
)
MOST_ACTIONS = max(COMPONENTS.actions) + 2
# Every reform adds 2, at most one a seat and turn.
_HIGHEST_RP = 400
_LOWEST_RP = -200
MOST_VP = _HIGHEST_RP + 100
DIE = Count(0, 6)
_SUM = Count(0, 12)
_STEPS = int(MAX_STEPS.max())
_MANY = len(BLOCK_IDS)
UNIT = 1000  # of `standing`

SCHEMA = Schema(
    seats=SIDE_AXIS,
    axes=(TERRITORY_AXIS, SEA_AXIS, LOCATION_AXIS, BLOCK_AXIS, NATION_AXIS, TRACK_AXIS,
          COLOUR_AXIS, BORDER_AXIS),
    fields=(
        # The option, and what follows from it.
        Field("scenario", Category(tuple(s.name for s in COMPONENTS.scenarios)), PUBLIC,
              Text("scenario", "сценарий"), constant=True),
        Field("last_year", Count(FIRST_YEAR, LAST_YEAR, scale=MOST_YEARS), PUBLIC,
              Text("last year", "последний год"), constant=True),
        Field("par", Count(-200, 300, scale=50), PUBLIC, Text("par", "норма очков"), constant=True),
        Field("scale", Count(1, 300, scale=50), PUBLIC,
              Text("scale of the reward", "шкала награды"), constant=True),
        # The sequence of play (3).
        Field("year", Count(FIRST_YEAR, LAST_YEAR, scale=MOST_YEARS), PUBLIC, Text("year", "год")),
        Field("season", Category(_texts(COMPONENTS.seasons, SEASON_NAMES)), PUBLIC,
              Text("season", "время года")),
        Field("campaign", Flag(), PUBLIC, Text("winter campaign", "зимняя кампания")),
        Field("campaigned", Flag(), PUBLIC,
              Text("winter campaign this year", "зимняя кампания в этом году")),
        Field("phase", Category(PHASES), PUBLIC, Text("phase", "фаза")),
        Field("turn", Index("side", optional=True), PUBLIC, Text("side to act", "чей ход")),
        Field("first_player", Index("side"), PUBLIC, Text("first player", "первый игрок")),
        Field("actions_left", Count(0, MOST_ACTIONS), PUBLIC,
              Text("actions left", "осталось действий"),
              ("side",)),
        Field("politics_used", Flag(), PUBLIC,
              Text("politics used this turn", "политика в этот ход"), ("side",)),
        Field("focus", Index("location", optional=True), PUBLIC,
              Text("location of the march, battle or siege", "место марша, боя или осады"),
              encode=PLACES),
        Field("march_steps", Count(0, MOST_POINTS), PUBLIC,
              Text("steps of the march", "шагов марша")),
        Field("target", Index("location", optional=True), PUBLIC,
              Text("regrouping to", "перегруппировка в"), encode=PLACES),
        Field("battle_round", Count(0, ROUNDS_TRAPPED), PUBLIC,
              Text("round of battle", "раунд боя")),
        Field("attacker", Index("side", optional=True), PUBLIC, Text("attacker", "атакующий")),
        Field("must_retreat", Flag(), PUBLIC, Text("retreat is due", "отступление обязательно")),
        Field("hits", Count(0, _MANY * _STEPS, scale=6), PUBLIC,
              Text("hits in the last fire of the side", "попаданий в последнем залпе"), ("side",),
              encode=False),
        Field("successes", Count(0, 2), PUBLIC, Text("siege successes to place", "успехов осады")),
        Field("action_die", DIE, PUBLIC, Text("action die", "кубик действий"), ("side",),
              encode=False),
        Field("politics_sum", _SUM, PUBLIC,
              Text("last politics of the side, two dice", "последняя политика, два кубика"),
              ("side",), encode=False),
        Field("siege_die", DIE, PUBLIC, Text("last siege die there", "последний кубик осады"),
              ("territory",), encode=False),
        Field("entry_die", DIE, PUBLIC, Text("last entry die", "последний кубик вступления"),
              ("nation",), encode=False),
        Field("winter_die", DIE, PUBLIC, Text("winter die", "зимний кубик"), encode=False),
        # Nations (2, 4.6, 4.8).
        Field("exhaustion", Count(0, EXHAUSTION_MAX), PUBLIC, Text("exhaustion", "истощение")),
        Field("revolt", Category((Text("never", "не было"), Text("on", "идёт"),
                                  Text("ended", "кончилось"))), PUBLIC,
              Text("revolt of the Ukraine", "восстание на Украине")),
        Field("status", Category(STATUSES), PUBLIC, Text("nation", "государство"), ("nation",),
              encode=STANDING),
        Field("return_year", Count(*RETURN_YEARS, scale=MOST_YEARS), PUBLIC,
              Text("may return from", "может вернуться с"), ("nation",)),
        Field("envoys", Count(0, MOST_ENVOYS), PUBLIC, Text("envoys", "послы"), ("side",)),
        Field("base_rp", Count(_LOWEST_RP, _HIGHEST_RP, scale=50), PUBLIC,
              Text("base RP level", "базовый уровень RP"), ("track",), encode="implied"),
        Field("rp", Count(_LOWEST_RP, _HIGHEST_RP, scale=50), PUBLIC,
              Text("RP level", "уровень RP"),
              ("track",)),
        Field("leader_lost", Flag(), HIDDEN,
              Text("a leader was lost since the last check", "потерян полководец"), ("track",),
              encode=False),
        Field("bank", Count(0, _HIGHEST_RP, scale=50), OWNER("side"),
              Text("replacement points left", "осталось очков пополнений"), ("side", "track"),
              encode="own_row"),
        Field("vp", Count(_LOWEST_RP, MOST_VP, scale=50), PUBLIC,
              Text("victory points", "победные очки")),
        Field("standing", Count(-UNIT, UNIT, scale=UNIT), PUBLIC,
              Text("score of Sweden, thousandths", "счёт Швеции, тысячные")),
        Field("outcome", Category(OUTCOMES), PUBLIC, Text("outcome", "исход"), encode=False),
        # The map (2).
        Field("owner", Category(OWNERS), PUBLIC, Text("control", "контроль"), ("territory",),
              encode=CONTROL),
        Field("marker", Index("colour", optional=True), PUBLIC,
              Text("garrison marker", "маркер гарнизона"), ("territory",),
              encode=MARKERS),
        Field("siege_cubes", Count(0, int(VALUE.max())), PUBLIC,
              Text("siege cubes", "кубики осады"), ("territory",)),
        Field("siege_colour", Index("colour", optional=True), PUBLIC,
              Text("colour of the siege cubes", "цвет кубиков осады"), ("territory",),
              encode=False),
        Field("siege_order", Flag(), PUBLIC, Text("siege order", "приказ осаждать"),
              ("side", "territory")),
        Field("contested", Index("side", optional=True), PUBLIC,
              Text("contested, attacker", "оспаривается, атакующий"), ("location",),
              encode=ATTACKER),
        # The other side acts before or after this one: its crossings never matter to it.
        Field("border_used", Count(0, int(BORDER_LIMIT.max())), PUBLIC,
              Text("blocks that crossed", "перешло отрядов"), ("side", "border"),
              encode="own_row"),
        Field("bad_harvest", Flag(), PUBLIC, Text("bad harvest", "неурожай")),
        Field("steps_lost", Count(0, 4 * _MANY, scale=4), PUBLIC,
              Text("steps lost by hunger, siege or plague since the last sieges began",
                   "шагов потеряно с начала последних осад: голод, осада, чума"), ("territory",),
              encode=False),
        Field("build_place", Index("location", optional=True), PUBLIC,
              Text("last reinforced at", "последнее пополнение в"), encode=PLACES),
        # Derived from the map once it changes, so that no mask has to search (4.1, 4.4).
        Field("supplied", Flag(), PUBLIC, Text("communications", "коммуникации"),
              ("nation", "territory"), encode="implied"),
        Field("sea_open", Flag(), PUBLIC, Text("sea way open", "морской путь открыт"),
              ("side", "sea", "sea"), encode="implied"),
        # Blocks as everyone sees them: colours and places.
        Field("land_count", Count(0, _MANY, scale=6), PUBLIC,
              Text("land blocks", "сухопутных отрядов"),
              ("territory", "colour")),
        Field("fleet_count", Count(0, _MANY, scale=6), PUBLIC, Text("fleets", "флотов"),
              ("location", "colour"), entries=ANCHORAGES),
        Field("pool_count", Count(0, _MANY, scale=20), PUBLIC,
              Text("blocks in the pool", "отрядов в резерве"), ("colour",)),
        Field("land_total", Count(0, _MANY), PUBLIC,
              Text("land blocks of the side", "сухопутных отрядов стороны"),
              ("side", "territory"), encode="implied"),
        Field("fleet_total", Count(0, _MANY), PUBLIC, Text("fleets of the side", "флотов стороны"),
              ("side", "location"), encode="implied"),
        # Blocks as their side sees them.
        Field("seen", Flag(), PUBLIC, Text("seen by the enemy", "раскрыт противником"), ("block",)),
        # What a side knows follows from the seat, `seen` and `status`; what it has, from the seat.
        Field("known", Flag(), PUBLIC, Text("knows the block", "знает отряд"), ("side", "block"),
              encode="implied"),
        Field("own", Flag(), PUBLIC, Text("has the block", "владеет отрядом"), ("side", "block"),
              encode="implied"),
        Field("place", Index("location", optional=True), KNOWN_BY("known"),
              Text("place of the block", "место отряда"), ("block",), encode=PLACES),
        Field("steps", Count(0, _STEPS), KNOWN_BY("known"),
              Text("steps of the block", "шаги отряда"),
              ("block",)),
        Field("moved", Flag(), KNOWN_BY("own"), Text("moved", "ходил"), ("block",)),
        Field("picked", Flag(), KNOWN_BY("own"), Text("in the group", "в группе"), ("block",)),
        Field("built", Count(0, STEPS_A_YEAR), KNOWN_BY("own"),
              Text("steps built this year", "пополнено шагов"), ("block",)),
        Field("placing", Index("block", optional=True), OWNER("side"),
              Text("block being placed", "размещаемый отряд"), ("side",), encode=False),
        # Who sees an `end`: everyone, but in the phases of choosing blocks its seat alone.
        Field("end_seen", Flag(), PUBLIC, Text("sees the end of a choice", "видит конец выбора"),
              ("side",), encode=False),
        Field("end_public", Flag(), PUBLIC, Text("an end is public", "конец выбора открыт"),
              encode=False),
        Field("decisions", Count(0, DECISIONS_A_YEAR * MOST_YEARS), HIDDEN,
              Text("decisions so far", "решений сделано"), encode=False),
    ),
    tallies=(STRENGTH,),
)  # fmt: skip
