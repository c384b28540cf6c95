"""The record of a scenario (clauses 2, 7): each field, and who sees it."""

from __future__ import annotations

from legation.envs.engine import (
    HIDDEN,
    KNOWN_BY,
    OWNER,
    PUBLIC,
    Category,
    Count,
    Field,
    Flag,
    Index,
    RowOf,
    Schema,
    Tally,
    Text,
    Turn,
)
from legation.envs.secret_orders import tables as t
from legation.envs.secret_orders.axes import layout
from legation.envs.secret_orders.components import BANDS, DOMAINS
from legation.envs.secret_orders.scenarios import (
    COMPONENTS,
    OPTION_NAMES,
    OPTION_VALUES,
    Scenario,
)
from legation.envs.secret_orders.world import first_leader

UNIT_STEP, VERB_STEP, TARGET_STEP, PACE_STEP, GM_STEP = range(5)
STEPS = (
    Text("unit", "кто действует"),
    Text("action", "действие"),
    Text("target", "цель"),
    Text("time", "срок"),
    Text("game master", "ведущий"),
)
VERBS = 2 * t.TYPES + 2 * t.PROJECTS
UNDER_WAY = len(BANDS)  # a log's code for what has no result, or none to be told

_RARELY_READ = ("log_", "pending", "proj_n", "proj_d", "proj_t", "proj_s", "proj_p", "born",
                "reach")  # fmt: skip


def make_schema(scenario: Scenario, *, gm: bool, open_armies: bool) -> Schema:
    """Clause 7. Names differ from the rules' where the engine has taken them: `overlord` is their
    `over`, `state_faith` their `state`, `unit_size` and `unit_kind` their `size` and `kind`."""
    axes = layout(scenario, gm)
    units, count, most = len(axes.unit), len(axes.country), scenario.attention
    own = OWNER("country")
    runs, known, told = KNOWN_BY("runs"), KNOWN_BY("known"), KNOWN_BY("ctrl_known")
    enters = KNOWN_BY("enters")
    acting = RowOf("cur_unit")  # networks read them of the unit that is about to act
    # Only leaders grow old, and they work on no projects.
    leaders = tuple(range(first_leader(count), units))
    workers = tuple(range(t.PROJECTS * first_leader(count)))
    enums = COMPONENTS.enums
    targets = units + DOMAINS + 2 * count + t.DECREES + t.MEASURES + t.REFORMS
    aims = Index("target", optional=True)

    def option(name: str) -> Field:
        values = tuple(Text(str(v).lower(), str(v).lower()) for v in OPTION_VALUES[name])
        label = OPTION_NAMES[name]
        return Field(f"option_{name}", Category(values), PUBLIC, label, encode=False, constant=True)

    fields = (
        *(option(name) for name in OPTION_VALUES),
        Field("common_language", Flag(), PUBLIC, Text("common language", "общий язык"),
              encode=False, constant=True),
        Field("fixed_goals", Count(0, t.FUTURE), HIDDEN, Text("fixed goals", "заданные цели"),
              ("about",), encode=False),
        Field("figure", Count(0, 500), PUBLIC, Text("figures", "числа правил"), ("figure",),
              encode=False, constant=True),
        Field("cost", Count(0, 100), PUBLIC, Text("cost", "стоимость"), ("type",), encode=False,
              constant=True),
        Field("difficulty", Count(0, 9), PUBLIC, Text("difficulty", "сложность"), ("type",),
              encode=False, constant=True),
        Field("turns", Count(1, 16), PUBLIC, Text("turns", "ходов всего"), encode=False,
              constant=True),
        Field("turn", Count(0, 16, scale=8), PUBLIC, Text("turn", "ход")),
        # 2.2 Countries
        Field("terrain", Category(enums["terrain"]), PUBLIC, Text("terrain", "местность"),
              ("country",), constant=True),
        Field("lang", Category(enums["languages"]), PUBLIC, Text("language", "язык"),
              ("country",), constant=True),
        Field("pop", Count(0, t.POP_MAX, scale=5000), PUBLIC,
              Text("population, thousands", "население, тыс."), ("country",)),
        Field("area", Count(0, 60_000, scale=400), PUBLIC, Text("area", "площадь"), ("country",)),
        Field("growth", Count(t.GROWTH_MIN, t.GROWTH_MAX), PUBLIC,
              Text("growth, per mille", "прирост, ‰"), ("country",)),
        Field("gnp", Count(0, t.GNP_MAX, scale=1500), PUBLIC,
              Text("gross national product", "валовой продукт"), ("country",)),
        Field("tax", Count(0, t.TAX_MAX), PUBLIC, Text("tax, %", "налог, %"), ("country",)),
        Field("tech", Count(0, t.TECH_MAX), PUBLIC, Text("technology", "технология"),
              ("country",)),
        Field("works", Count(0, t.WORKS_MAX), PUBLIC, Text("public works", "общественные работы"),
              ("country",)),
        Field("style", Category(tuple(s.name for s in COMPONENTS.styles)), PUBLIC,
              Text("style of thought", "стиль мышления"), ("country",)),
        Field("org", Category(enums["organisations"]), PUBLIC,
              Text("political organisation", "политический строй"), ("country",)),
        Field("social", Category(enums["social"]), PUBLIC,
              Text("social system", "общественный уклад"), ("country",)),
        Field("econ", Category(enums["economic"]), PUBLIC,
              Text("economic system", "хозяйственный уклад"), ("country",)),
        Field("relorg", Category(enums["religious"]), PUBLIC,
              Text("religious organisation", "церковный уклад"), ("country",)),
        Field("party", Count(0, 100), PUBLIC, Text("parties, %", "партии, %"),
              ("country", "party")),
        Field("faith", Count(0, 100), PUBLIC, Text("faiths, %", "веры, %"), ("country", "faith")),
        Field("state_faith", Index("faith", optional=True), PUBLIC,
              Text("state faith", "государственная вера"), ("country",)),
        Field("overlord", Index("about", optional=True), PUBLIC, Text("overlord", "сюзерен"),
              ("country",)),
        Field("ptmp", Count(-100, 100), OWNER("party"),
              Text("temporary part of a party", "временная доля партии"), ("party", "about"),
              encode="own_row"),
        Field("ftmp", Count(-100, 100), OWNER("faith"),
              Text("temporary part of a faith", "временная доля веры"), ("faith", "about"),
              encode="own_row"),
        Field("gold", Count(t.GOLD_MIN, t.GOLD_MAX, scale=300), own, Text("treasury", "казна"),
              ("country",)),
        Field("open_gold", Count(t.GOLD_MIN, t.GOLD_MAX, scale=300), PUBLIC,
              Text("treasury at the turn's start", "казна на начало хода"), ("country",),
              encode=open_armies),
        Field("army", Count(0, t.ARMY_MAX, scale=100), PUBLIC if open_armies else own,
              Text("army, thousands", "армия, тыс."), ("country",)),
        *(
            Field(name, Count(0, high), PUBLIC, Text(en, ru), ("country",), encode=False,
                  constant=True)
            for name, high, en, ru in (
                ("pop0", t.POP_MAX, "population at the start", "население в начале"),
                ("gnp0", t.GNP_MAX, "GNP at the start", "валовой продукт в начале"),
                ("tech0", t.TECH_MAX, "technology at the start", "технология в начале"),
                ("area0", 60_000, "area at the start", "площадь в начале"),
            )
        ),
        # 2.4 Units
        Field("alive", Flag(), known, Text("lives", "существует"), ("unit",)),
        Field("unit_size", Count(0, t.INFLUENCE_MAX), known,
              Text("size or influence", "размер или влияние"), ("unit",)),
        Field("unit_kind", Count(0, 5), known, Text("kind or sphere", "вид или сфера"),
              ("unit",), encode=False),
        Field("age", Count(0, t.AGE_MAX, scale=100), known, Text("age", "возраст"), ("unit",),
              entries=leaders),
        Field("ctrl", Index("about", optional=True), told, Text("run by", "управляет"),
              ("unit",), encode=False),
        Field("reach", Flag(), told, Text("reach", "сфера влияния"), ("unit", "about"),
              encode=acting),
        Field("category", Count(0, 5), runs, Text("category", "известность"), ("unit",)),
        Field("mast", Count(0, t.MASTERY_MAX), runs, Text("mastery", "мастерство"),
              ("unit", "domain"),
              encode=RowOf("cur_unit", all_rows=True)),
        Field("aura", Count(0, t.AURA_MAX), runs, Text("aura", "престиж"), ("unit",)),
        Field("born", Count(-1, 16), runs, Text("founded in turn", "основан в ход"), ("unit",),
              encode=False),
        Field("proj_on", Flag(), runs, Text("project open", "начато"), ("unit", "project"),
              entries=workers),
        Field("proj_n", Count(0, 8), runs, Text("project: time", "срок"), ("unit", "project"),
              encode=acting),
        Field("proj_d", Count(-9, 30, scale=8), runs, Text("project: difficulty", "сложность"),
              ("unit", "project"), encode=acting),
        Field("proj_t", Count(0, 16, scale=8), runs, Text("project: turns", "ходов"),
              ("unit", "project"),
              encode=acting),
        Field("proj_s", Count(-200, 200, scale=10), runs, Text("project: progress", "успехи"),
              ("unit", "project"),
              encode=acting),
        Field("proj_param", Count(0, t.REFORMS - 1), runs, Text("project: aim", "предмет"),
              ("unit", "project"), encode=False),
        Field("proj_named", Flag(), runs, Text("project: time was named", "срок назван"),
              ("unit", "project"), encode=False),
        # 2.5 Knowledge
        Field("runs", Flag(), own, Text("runs the unit", "управляет"), ("country", "unit"),
              encode="own_row"),
        Field("known", Flag(), own, Text("knows the unit", "знает о нём"), ("country", "unit"),
              encode="own_row"),
        Field("ctrl_known", Flag(), own, Text("knows who runs it", "знает, чей"),
              ("country", "unit"), encode="own_row"),
        Field("rep_gold", Count(t.GOLD_MIN, t.GOLD_MAX, scale=300), own,
              Text("report of a treasury", "донесение о казне"), ("country", "about"),
              encode="own_row"),
        Field("rep_army", Count(0, t.ARMY_MAX, scale=100), own,
              Text("report of an army", "донесение об армии"), ("country", "about"),
              encode="own_row"),
        Field("goal_known", Flag(), own, Text("knows the goal", "знает цель"),
              ("country", "about"), encode="own_row"),
        Field("goal", Category(enums["goals"]), KNOWN_BY("goal_known"), Text("goal", "цель"),
              ("about",)),
        Field("purge", Count(0, 999, scale=4), own,
              Text("destroyed at home", "уничтожено у себя"), ("country",), encode="own_row"),
        Field("incident", Flag(), own, Text("a plot was noticed", "замечен заговор"),
              ("country",), encode="own_row"),
        # 3.8 Reports
        Field("acted", Count(0, most, scale=4), own, Text("reported actions", "известных действий"),
              ("country", "unit"), encode="own_row"),
        Field("log_count", Count(0, most * count), own, Text("lines of the report", "строк отчёта"),
              ("country",), encode=False),
        Field("log_actor", Index("unit", optional=True), own, Text("report: who", "отчёт: кто"),
              ("country", "line"), encode=False),
        Field("log_type", Index("type", optional=True), own, Text("report: what", "отчёт: что"),
              ("country", "line"), encode=False),
        Field("log_mode", Index("mode", optional=True), own, Text("report: how", "отчёт: как"),
              ("country", "line"), encode=False),
        Field("log_target", Count(-1, targets - 1), own,
              Text("report: target", "отчёт: цель"), ("country", "line"), encode=False),
        Field("log_code", Count(-1, UNDER_WAY), own, Text("report: result", "отчёт: исход"),
              ("country", "line"), encode=False),
        # 3.3 Entries of this turn
        Field("enters", Flag(), OWNER("seat"), Text("enters", "делает ход"), ("seat",),
              encode=False),
        Field("step", Category(STEPS), enters, Text("step", "шаг")),
        Field("cur_unit", Index("unit", optional=True), enters, Text("acts", "действует")),
        Field("cur_type", Index("type", optional=True), enters, Text("action", "действие")),
        Field("cur_mode", Index("mode", optional=True), enters, Text("how", "как")),
        Field("cur_finish", Flag(), enters, Text("finishes", "завершает")),
        Field("cur_target", aims, enters, Text("target", "цель"), encode=False),
        Field("ended", Flag(), own, Text("has ended", "закончил"), ("country",), encode=False),
        Field("steps", Count(0, 4 * most), own, Text("decisions this turn", "решений за ход"),
              ("country",), encode=False),
        Field("count", Count(0, most, scale=6), own, Text("entered", "записано действий"),
              ("country",), encode="own_row"),
        Field("entered", Count(0, most, scale=3), own, Text("entered, by type", "по видам"),
              ("country", "type"), encode="own_row"),
        Field("load", Count(0, most, scale=4), runs, Text("entered, by unit", "по единицам"),
              ("unit", "mode")),
        *(
            Field(f"q_{name}", kind, own, Text(f"entry: {en}", f"запись: {ru}"),
                  ("country", "entry"), encode=False)
            for name, kind, en, ru in (
                ("unit", Index("unit", optional=True), "unit", "кто"),
                ("type", Index("type", optional=True), "type", "действие"),
                ("mode", Index("mode", optional=True), "mode", "как"),
                ("finish", Flag(), "finishes", "завершает"),
                ("target", aims, "target", "цель"),
                ("pace", Count(0, t.MOST_NAMED), "time", "срок"),
                ("cost", Count(0, 100), "cost", "стоимость"),
                ("focus", Count(-9, 9), "focus", "сосредоточенность"),
            )
        ),
        # 3.4 Game master, 3.5 exposure that waits, 6 scores
        Field("moderates", Flag(), PUBLIC, Text("is game master", "ведущий"), ("seat",),
              encode=False, constant=True),
        Field("gm_country", Index("about", optional=True), enters, Text("judged: country", "чьё")),
        Field("gm_entry", Index("entry", optional=True), enters, Text("judged: entry", "какое")),
        Field("gd", Count(-2, 2), KNOWN_BY("moderates"),
              Text("shift of difficulty", "поправка сложности"), ("about", "entry"), encode=False),
        Field("gn", Count(-1, 1), KNOWN_BY("moderates"), Text("shift of time", "поправка срока"),
              ("about", "entry"), encode=False),
        Field("pending", Flag(), HIDDEN, Text("will learn of the unit", "узнает о нём"),
              ("country", "unit"), encode=False),
        Field("score", Count(0, 10_000), PUBLIC,
              Text("score at the end, of 10,000", "счёт в конце, из 10 000"), ("about",),
              encode=False),
    )  # fmt: skip
    return Schema(
        seats=axes.seat,
        axes=(axes.country, axes.about, axes.party, axes.faith, axes.unit, *axes.rest),
        # What every decision reads lies together, in few pages of memory.
        fields=tuple(sorted(fields, key=lambda item: item.name.startswith(_RARELY_READ))),
        # What the reader has spent on each target this turn. Without it a network can't know what
        # its units have entered, and enters it twice; the cost tells much of the action, too.
        tallies=(
            Tally(
                "spent",
                "q_cost",
                "q_target",
                tuple(i for i in range(count) for _ in range(most)),
                scale=10,
            ),
        ),
        # 3.3, 3.4: until a seat has entered all, or the game master has judged all.
        turn=Turn(
            "turn",
            (
                "step",
                "cur_unit",
                "cur_type",
                "cur_mode",
                "cur_finish",
                "cur_target",
                "ended",
                "steps",
                "count",
                "entered",
                "load",
                "gold",
                "gm_country",
                "gm_entry",
                "gd",
                "gn",
                *(
                    f"q_{name}"
                    for name in ("unit", "type", "mode", "finish", "target", "pace", "cost")
                ),
            ),
        ),
        wide=True,
        overseers=(count,) if gm else (),
    )
