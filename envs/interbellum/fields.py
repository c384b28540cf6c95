"""The record of Interbellum: every field, with who may see it (6).

One schema for each list of regions, with or without the game master's seat. Options are fields
too, so that one compilation serves them all.
"""

from __future__ import annotations

from functools import cache

from legation.envs.engine import (
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
from legation.envs.interbellum.actions import (
    AMBASSADOR_AXIS,
    KIND_NAMES,
    POWER_LABELS,
    own_id,
)
from legation.envs.interbellum.components import MAX_TURNS, NAMED_REGIONS, POOL_SIZE, Region

# Steps of a turn (3), and of the end (5). The reveals I1, C2, R3 lie between two steps.
STEP_NAMES = (
    Text("planning", "планирование"),
    Text("effects on assignment", "эффекты при назначении"),
    Text("embassy attempts", "попытки открыть посольства"),
    Text("Balance of power", "Баланс сил"),
    Text("coups", "перевороты"),
    Text("effects after the coups", "эффекты после переворотов"),
    Text("special moves", "особые ходы"),
    Text("orders", "приказы"),
    Text("game-master modifiers", "модификаторы Мастера"),
    Text("rolls", "броски"),
    Text("end of the turn", "конец хода"),
    Text("declarations", "декларации"),
    Text("attack", "нападение"),
    Text("vote", "голосование"),
    Text("end", "конец"),
)
(
    STEP_P, STEP_I2, STEP_I3, STEP_I4, STEP_C1, STEP_C3, STEP_C4, STEP_R1, STEP_R2, STEP_R4,
    STEP_T, STEP_DECLARE, STEP_ATTACK, STEP_VOTE, STEP_END,
) = range(15)  # fmt: skip

LEVEL_NAMES = (
    Text("none", "нет"),
    Text("cooperation", "сотрудничество"),
    Text("protectorate", "протекторат"),
    Text("puppet", "марионетка"),
)
NONE, COOPERATION, PROTECTORATE, PUPPET = range(4)

# Places of an ambassador: pool, reserve, FIRST_PLACE + region.
POOL, RESERVE, FIRST_PLACE = range(3)

# Values of `order`: none, USE, or FIRST_TARGET + power.
NO_ORDER, ORDER_USE, FIRST_TARGET = range(3)

CASE_NAMES = (
    Text("nobody rolled", "никто не бросал"),
    Text("one highest", "один наибольший"),
    Text("several highest", "несколько наибольших"),
    Text("all equal", "все равны"),
)
BY_NAMES = (
    Text("open", "не решено"),
    Text("game master and another", "Мастер и ещё одна держава"),
    Text("majority", "большинство"),
    Text("score", "очки"),
)
BY_OPEN, BY_GAME_MASTER, BY_MAJORITY, BY_SCORE = range(4)
BY_IDS = ("open", "game_master", "majority", "score")

GM_SEAT = 5
DIGITS = 4  # of a weight, in base 2**14: see `reward_weights`
DIGIT = 1 << 14

# The order of the values of options that are choices; a field holds the place.
CHOICES = {
    "coup_source": ("hand", "hand_or_pool"),
    "case1": ("margin", "winner_floor", "direct"),
    "puppet": ("lead", "lead_ge", "absolute"),
    "protection": ("broad", "narrow"),
    "ability_choice": ("as_worded", "all_forced", "all_optional"),
    "welczeck_partner": ("SOV", "FRA"),
    "twardowski_scope": ("region", "anywhere"),
    "runciman": ("swap", "trade_off"),
    "balance_of_power": ("one", "each"),
    "power_order": ("fixed", "rotate"),
    "gm": ("neutral", "random", "seat"),
    "voting": ("ask", "auto"),
    "vote_rule": ("gm_first", "majority_first"),
    "nre_forfeit": ("combat", "bar"),
}
_FLAGS = ("stacking", "embassy_penalty", "gm_rulings", "declarations", "krest_kept")
_COUNTS = {
    "turns": (1, MAX_TURNS),
    "final_hand": (8, 9),
    "observers": (0, 3),
    "sig_max": (6, 12),
    "influence_max": (12, 30),
    "points_max": (1, 12),
    "gold_max": (0, 100),
    "score_influence": (0, 100),
    "score_gold": (0, 100),
}


def _axis(name: str, ids: tuple[str, ...], *, is_seats: bool = False) -> Axis:
    return Axis(name, ids, tuple(Text(i, i) for i in ids), is_seats=is_seats)


_SLOTS = _axis("slot", tuple(str(i) for i in range(POOL_SIZE)))
_LEVELS = Axis("level", tuple(t.en for t in LEVEL_NAMES), LEVEL_NAMES)
_PARTS = _axis("part", ("share", "first", "elected"))
_DIGITS = _axis("digit", tuple(str(i) for i in range(DIGITS)))
GAME_MASTER = Text("Game master", "Мастер")


def _constant(name: str, kind: Count | Flag | Category, axes: tuple[str, ...] = ()) -> Field:
    return Field(
        name,
        kind,
        PUBLIC,
        Text(f"option: {name}", f"опция: {name}"),
        axes,
        encode=False,
        constant=True,
    )


def _options() -> tuple[Field, ...]:
    choices = (
        _constant(name, Category(tuple(Text(v, v) for v in values)))
        for name, values in CHOICES.items()
    )
    flags = (_constant(name, Flag()) for name in _FLAGS)
    counts = (_constant(name, Count(*bounds)) for name, bounds in _COUNTS.items())
    return (
        *choices,
        *flags,
        *counts,
        _constant("score_glory", Count(0, 200), ("level",)),
        _constant("score_combat", Count(0, 200), ("level",)),
        _constant("score_handicap", Count(0, 5000), ("power",)),
        # A weight w in 0..1 as digits of base 2**14: exact to 2**-56.
        _constant("reward_weights", Count(0, DIGIT), ("part", "digit")),
        _constant("new_rome_needed", Count(0, 12)),
    )


@cache
def make_schema(regions: tuple[Region, ...], *, gm_seat: bool) -> Schema:
    """The schema for a scenario's regions; `gm_seat`: with a sixth seat, which sees all (6)."""
    seats = Axis(
        "seat",
        (*POWER_LABELS.item_ids, "GM") if gm_seat else POWER_LABELS.item_ids,
        (*POWER_LABELS.labels, GAME_MASTER) if gm_seat else POWER_LABELS.labels,
        is_seats=True,
    )
    region = Axis("region", tuple(r.id for r in regions), tuple(r.name for r in regions))
    place = Axis(
        "place",
        (own_id("pool", region.item_ids), own_id("reserve", region.item_ids), *region.item_ids),
        (Text("pool", "пул"), Text("reserve", "резерв"), *region.labels),
    )
    insight = _insight() if gm_seat else ()
    return Schema(
        seats=seats,
        axes=(POWER_LABELS, region, place, AMBASSADOR_AXIS, _SLOTS, _LEVELS, _PARTS, _DIGITS),
        fields=(
            *_options(),
            *insight,
            *_board(),
            *_ambassadors(gm_seat),
            *_decision(),
            *_rolls(),
            *_end(gm_seat),
        ),
    )


def _own(gm_seat: bool, public_if: str | None = None) -> OWNER | KNOWN_BY:
    """Entries of an axis of powers: each its own, and the game master's seat all."""
    return KNOWN_BY("insight", public_if) if gm_seat else OWNER("power", public_if)


def _insight() -> tuple[Field, ...]:
    label = Text("whose secrets a seat knows", "чьи тайны знает место")
    return (Field("insight", Flag(), PUBLIC, label, ("seat", "power"), encode=False),)


def _board() -> tuple[Field, ...]:
    named = tuple(Text(n, n) for n in ("none", *NAMED_REGIONS))
    return (
        # Constant in a game.
        Field("combat", Count(0, 20), PUBLIC, Text("combat potential", "боевой потенциал"),
              ("region",), encode=False, constant=True),
        Field("volksdeutsche", Flag(), PUBLIC, Text("Volksdeutsche", "фольксдойче"), ("region",),
              encode=False, constant=True),
        Field("new_rome", Flag(), PUBLIC, Text("New Roman Empire", "Новая Римская империя"),
              ("region",), encode=False, constant=True),
        Field("counts_as", Category(named), PUBLIC, Text("counts as", "считается за"),
              ("region",), encode=False, constant=True),
        Field("soviet", Flag(), PUBLIC, Text("sees the attempts", "видит попытки"), ("seat",),
              encode=False, constant=True),
        # The board.
        Field("turn", Count(1, MAX_TURNS), PUBLIC, Text("turn", "ход")),
        Field("step", Category(STEP_NAMES), PUBLIC, Text("step", "шаг")),
        Field("acting", Index("seat", optional=True), PUBLIC, Text("seat to act", "чьё решение")),
        # How many powers, in power order, are through with the step; steps that go by power.
        Field("cursor", Count(0, 5), PUBLIC, Text("powers through", "держав прошло"),
              encode=False),
        Field("sig", Count(1, 12), PUBLIC, Text("significance", "значимость"), ("region",)),
        Field("inf", Count(0, 30, scale=10), PUBLIC, Text("influence", "влияние"),
              ("region", "power")),
        # Derived from the two, at all times (4.1).
        Field("level", Category(LEVEL_NAMES), PUBLIC, Text("control", "контроль"),
              ("region", "power")),
        # Of the sum of all scores, in thousandths (5.2); 0 where that is 0.
        Field("share", Count(0, 1000), PUBLIC, Text("share of the score", "доля очков"),
              ("power",)),
        Field("stale", Flag(), PUBLIC, Text("share to be counted", "долю пересчитать"),
              encode=False),
        Field("embassy", Flag(), PUBLIC, Text("Soviet embassy", "советское посольство"),
              ("region",)),
        Field("gold", Count(0, 100, scale=10), PUBLIC, Text("bags of gold", "мешки золота")),
        Field("attempt", Flag(), KNOWN_BY("soviet", "sent_shown"),
              Text("embassy attempt", "попытка открыть посольство"), ("region",)),
        Field("attempt_total", Count(-99, 99, scale=10), PUBLIC,
              Text("total of the attempt", "итог попытки"), ("region",), encode=False),
        Field("attempt_die", Count(0, 6), PUBLIC, Text("die of the attempt", "кубик попытки"),
              ("region",), encode=False),
        Field("no_roll", Flag(), PUBLIC, Text("roll given up", "бросок отдан"),
              ("power", "region")),
        Field("krest", Count(0, 1), PUBLIC, Text("Krestinsky's odd unit", "единица Крестинского"),
              ("region",)),
        Field("hit", Flag(), PUBLIC, Text("hit by Balance of power", "снято Балансом сил"),
              ("power",), encode=False),
        # Reveals of this turn.
        Field("sent_shown", Flag(), PUBLIC, Text("sendings revealed", "направления вскрыты"),
              encode=False),
        Field("coups_shown", Flag(), PUBLIC, Text("coups revealed", "перевороты вскрыты"),
              encode=False),
        Field("orders_shown", Flag(), PUBLIC, Text("orders revealed", "приказы вскрыты"),
              encode=False),
    )  # fmt: skip


def _ambassadors(gm_seat: bool) -> tuple[Field, ...]:
    each = ("power", "slot")
    return (
        Field("place", Index("place"), _own(gm_seat, "deployed"),
              Text("place of the ambassador", "где посол"), each),
        # Stands in a region since a reveal, so that all see where.
        Field("deployed", Flag(), PUBLIC, Text("deployed", "назначен"), each, encode=False),
        Field("seen", Count(0, MAX_TURNS), PUBLIC,
              Text("last turn deployed", "последний ход в регионе"), each),
        # What everybody can conclude; while a power plans, what could be concluded before.
        Field("surely_hand", Flag(), PUBLIC, Text("surely in hand", "точно в руке"), each),
        Field("surely_pool", Flag(), PUBLIC, Text("surely in the pool", "точно в пуле"), each,
              encode=False),
        Field("exchanged", Flag(), _own(gm_seat), Text("exchanged this turn", "обменян за ход"),
              each, encode=False),
        Field("pending", Flag(), PUBLIC, Text("effect to come", "эффект впереди"), each),
        Field("offer", Flag(), PUBLIC, Text("Little Entente to come", "Малая Антанта впереди"),
              ("slot",)),
        Field("cancelled", Flag(), PUBLIC, Text("cancelled", "отменён"), each),
        Field("muted", Flag(), PUBLIC, Text("muted", "молчит"), ("slot",)),
        # 0 none, 1 USE, 2 + power.
        Field("order", Count(0, 6), _own(gm_seat, "orders_shown"),
              Text("order", "приказ"), each),
        Field("gm_mod", Count(-1, 1), PUBLIC, Text("game-master modifier", "модификатор Мастера"),
              each, encode=gm_seat),
        # France's ambassador that is not drawn this turn (3.2); others' entries are not used.
        Field("free_amb", Index("slot", optional=True), _own(gm_seat),
              Text("free ambassador", "свободный посол"), ("power",), encode=False),
        Field("coup_out", Index("slot", optional=True), _own(gm_seat, "coups_shown"),
              Text("coup: out", "переворот: уходит"), ("power",), encode=False),
        Field("coup_in", Index("slot", optional=True), _own(gm_seat, "coups_shown"),
              Text("coup: in", "переворот: приходит"), ("power",), encode=False),
    )  # fmt: skip


def _decision() -> tuple[Field, ...]:
    """The question (7.2): known to all where `open`, else to its audience."""
    asked = KNOWN_BY("audience", "open")
    return (
        Field("open", Flag(), PUBLIC, Text("open decision", "открытое решение"), encode=False),
        Field(
            "audience",
            Flag(),
            PUBLIC,
            Text("knows the decision", "знает о решении"),
            ("seat",),
            encode=False,
        ),
        Field("kind", Category(KIND_NAMES), asked, Text("decision", "решение")),
        Field(
            "about_amb",
            Index("ambassador", optional=True),
            asked,
            Text("about: ambassador", "о ком"),
        ),
        Field(
            "about_region",
            Index("region", optional=True),
            asked,
            Text("about: region", "о регионе"),
        ),
        Field(
            "about_power", Index("power", optional=True), asked, Text("about: power", "о державе")
        ),
        # Points left of `point`; ambassadors still to recruit of `pick`.
        Field("about_count", Count(0, 12), asked, Text("how many are left", "сколько осталось")),
    )


def _rolls() -> tuple[Field, ...]:
    return (
        Field("glob", Count(-12, 12), PUBLIC, Text("modifier everywhere", "модификатор везде"),
              ("power",)),
        Field("resolving", Count(0, 12), PUBLIC, Text("region in turn", "регион на очереди"),
              encode=False),
        # 0 to begin; 1 points; 2 the lowest still have to pick; 3 points of the picked one.
        Field("stage", Count(0, 3), PUBLIC, Text("stage of the region", "стадия региона"),
              encode=False),
        Field("due", Count(0, 12), PUBLIC, Text("points to spend", "очков потратить"),
              ("power",)),
        Field("first_due", Index("power", optional=True), PUBLIC,
              Text("spends first", "тратит первым"), encode=False),
        Field("dice", Count(0, 6), PUBLIC, Text("die", "кубик"), ("region", "power"),
              encode=False),
        Field("total", Count(-99, 99, scale=10), PUBLIC, Text("total", "итог"),
              ("region", "power"), encode=False),
        Field("case", Category(CASE_NAMES), PUBLIC, Text("case", "случай"), ("region",),
              encode=False),
        # The same of the turn before, which nobody could look at once its last region was done.
        Field("past_dice", Count(0, 6), PUBLIC, Text("die, last turn", "кубик, прошлый ход"),
              ("region", "power"), encode=False),
        Field("past_total", Count(-99, 99, scale=10), PUBLIC,
              Text("total, last turn", "итог, прошлый ход"), ("region", "power"), encode=False),
        Field("past_case", Category(CASE_NAMES), PUBLIC, Text("case, last turn",
              "случай, прошлый ход"), ("region",), encode=False),
    )  # fmt: skip


def _end(gm_seat: bool) -> tuple[Field, ...]:
    return (
        Field("declared_shown", Flag(), PUBLIC, Text("declarations revealed",
              "декларации вскрыты"), encode=False),
        Field("votes_shown", Flag(), PUBLIC, Text("votes revealed", "голоса вскрыты"),
              encode=False),
        Field("ally", Index("power", optional=True), _own(gm_seat, "declared_shown"),
              Text("seeks as ally", "ищет союзника"), ("power",), encode=False),
        Field("attack_target", Index("power", optional=True), PUBLIC,
              Text("Germany attacks", "Германия нападёт на"), encode=False),
        Field("attack_year", Count(0, 3), PUBLIC,
              Text("year of the attack, from 1939", "год нападения, с 1939"), encode=False),
        Field("vote", Index("power", optional=True), _own(gm_seat, "votes_shown"),
              Text("votes for", "голосует за"), ("power",), encode=False),
        Field("gm_vote", Index("power", optional=True), PUBLIC,
              Text("game master's vote", "голос Мастера"), encode=False),
        Field("winner", Index("power", optional=True), PUBLIC, Text("winner", "победитель"),
              encode=False),
        Field("by", Category(BY_NAMES), PUBLIC, Text("won by", "чем решено"), encode=False),
    )  # fmt: skip
