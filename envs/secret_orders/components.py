"""The components of Secret Orders: `components.toml`, checked.

Countries, scenarios and their options are in `scenarios.py`; arrays for compiled rules in
`tables.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from legation.envs.engine import Text
from legation.envs.engine.strict_toml import Table, is_whole, read_toml
from legation.envs.secret_orders.values import different, list_of, names_of, numbers

COMPONENTS_FILE = Path(__file__).with_name("components.toml")

BANDS = ("m7", "m5", "m3", "m1", "z", "p1", "p3", "p5", "p7")
CATEGORIES = (
    "country", "clandestine_order", "partial_order", "open_order", "clandestine_leader",
    "other_leader",
)  # fmt: skip
MOST_SECRET, MOST_PUBLIC = 4, 8
EXPOSURES = ("none", "host", "new", "all")
KINDS = "COL"
DOMAINS, ORDER_KINDS, SPHERES, ORGANISATIONS, STYLES = 6, 6, 3, 6, 17
SOCIAL, ECONOMIC, RELIGIOUS, TERRAINS, LANGUAGES = 4, 4, 4, 6, 3
TECHNOLOGIES, GOALS, SIZES = 11, 4, 6

# Type index = initiative (clause 5). name: (place, target, difficulty-like extras, effect tables).
_ANY, _HOME, _LOCAL = "any", "home", "local"
_SUPPORT = ("gold", "setback")
_PERSUADE = ("goal", "least", "install", "temp_gain", "temp_least", "temp_loss", "loss", "setback",
             "uninstall", "expose")  # fmt: skip
_SPY = ("report", "goal", "gold", "incident", "expose", "setback")
_TAXES = ("tax", "party", "gold", "own_gnp_pm", "pop_pct")
ACTION_FORMS: dict[str, tuple[str, str, tuple[str, ...], dict[str, tuple[str, ...]]]] = {
    "rally": (_ANY, "unit", (), {"effect": ("aura", "party", *_SUPPORT)}),
    "train": (_ANY, "domain", (), {"effect": ("mastery", "refund", "gold")}),
    "bolster": (_ANY, "order_leader", (),
                {"effect": ("size", "influence", "reach", "refund", *_SUPPORT)}),
    "spy": (_ANY, "foreign_or_unit", ("unit_difficulty",),
            {"effect": (*_SPY, "reveal_margin", "controllers"),
             "unit": (*_SPY, "controller", "network")}),
    "hunt": (_ANY, "country", (),
             {"effect": ("reveal_margin", "controllers_margin", "found_loss", "party", "setback",
                         "expose")}),
    "strike": (_ANY, "foreign_or_unit", ("home_bonus",),
               {"effect": ("size", "turn_native", "kill", "influence", "gnp_pm", "army_pct",
                           "expose", "setback")}),
    "found": (_ANY, "found", (),
              {"effect": ("new_size", "new_influence", "new_shadow", "gold", "incident", "expose",
                          "setback")}),
    "preach": (_ANY, "country", (), {"effect": _PERSUADE}),
    "agitate": (_ANY, "country", (), {"effect": _PERSUADE}),
    "decree": (_LOCAL, "decree",
               ("allegiance_difficulty", "support_div", "support_offset", "support_min",
                "support_max"),
               {"effect": ("enact", "share", "local_party", "setback")}),
    "economy": (_HOME, "economy", ("raise_tax_difficulty", "lower_tax_difficulty"),
                {"effect": ("gnp_pm", "gold", "own_gnp_pm"), "raise_tax": _TAXES,
                 "lower_tax": _TAXES}),
    "muster": (_HOME, "none", (),
               {"effect": ("army", "gold", "growth", "own_army_pct", "party")}),
    "war": (_HOME, "foreign", ("not_neighbour", "ratio_low"),
            {"effect": ("area_pct", "own_army_pct", "foe_army_pct", "foe_growth", "vassal",
                        "growth", "lost_area_pct", "party"),
             "raid": ("plunder_pct", "own_army_pct", "foe_army_pct", "expose", "party")}),
    "research": (_ANY, "none", ("n_base", "n_div", "d_div", "catch_up"),
                 {"effect": ("tech", "army_up_pct", "own_gnp_pm", "gold", "mastery", "party",
                             "pop_pct")}),
    "works": (_HOME, "none", ("n_base", "n_div", "d_base"),
              {"effect": ("works", "growth", "own_gnp_pm", "gold", "pop_pct")}),
    "reform": (_HOME, "reform", (),
               {"effect": ("enact", "party", "mastery", "gold", "style_lost")}),
}  # fmt: skip
ACTION_KEYS = tuple(ACTION_FORMS)
WAR_STEPS = 8

# Numbers whose names say what they are, with the range that is accepted.
LIMITS = (
    "pop_min", "area_min", "growth_min", "growth_max", "tax_max", "tax_step", "works_max",
    "tech_max", "size_max", "influence_max", "mastery_max", "aura_max", "gold_min", "gold_max",
    "gnp_min", "army_pop_divisor",
)  # fmt: skip
MODIFIERS = (
    "country_scale", "foreign_same_language", "foreign_other_language", "grip_high", "grip_low",
    "sympathy_party",
)  # fmt: skip
UPKEEP = (
    "growth_base", "subsistence_growth", "growth_step_max", "gnp_tech_pm", "gnp_tax_pm",
    "gnp_tax_pivot", "citizens_gnp_pm", "army_upkeep", "order_upkeep", "tribute_percent",
    "anarchy_tax_percent", "tax_free", "command_tax_free", "tax_unrest_div", "debt_gnp_pm",
    "debt_party", "debt_army_pct", "death_age", "death_percent_per_year", "successor_age",
    "successor_influence",
)  # fmt: skip
# name: lowest and highest value; a scenario may set each otherwise.
FIGURES: dict[str, tuple[int, int]] = {
    "tithe_percent": (0, 100),
    "named_time_bonus": (0, 1),
    "war_area_percent": (0, 200),
    "war_people_percent": (0, 100),
    "war_gnp_percent": (0, 100),
    "reform_n": (1, 8),
    "reform_d": (0, 9),
    "works_percent": (0, 500),
    "empire_gain": (1, 500),
    "cult_w_leader": (0, 100),
    "cult_w_party": (0, 100),
    "cult_w_faith": (0, 100),
    "cult_w_orders": (0, 100),
    "cult_floor": (0, 99),
    "cult_span": (1, 100),
}


@dataclass(frozen=True)
class ActionType:
    """`effects`: by table and band, the effects with their numbers; flags are 1."""

    key: str
    name: Text
    domain: int
    strategic: bool
    kinds: str
    modes: str
    cost: int
    difficulty: int
    extras: dict[str, int]
    effects: dict[str, tuple[dict[str, int], ...]]


@dataclass(frozen=True)
class Focus:
    """Of a category and mode: `mods[n - 1]`, and `exposure[n - 1]` = (percent, effect)."""

    mods: tuple[tuple[int, ...], ...]
    exposure: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Style:
    name: Text
    plus: int
    minus: int


@dataclass(frozen=True)
class Clandestine:
    """What the opening deal places, and who fills a vacant seat (`successors` by sphere)."""

    numbers: dict[str, int]
    order_mastery: tuple[int, ...]
    leader_mastery: tuple[int, ...]
    successors: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Components:
    """What the file says, but for countries and scenarios."""

    title: Text
    version: str
    band_lower: tuple[int, ...]
    band_names: tuple[Text, ...]
    most_secret: tuple[int, ...]
    most_public: tuple[int, ...]
    focus_secret: tuple[Focus, ...]
    focus_public: tuple[Focus, ...]
    strategic: dict[str, tuple[int, ...]]
    enums: dict[str, tuple[Text, ...]]
    organisation_domain: tuple[int, ...]
    density: tuple[int, ...]
    styles: tuple[Style, ...]
    limits: dict[str, int]
    modifiers: dict[str, int]
    upkeep: dict[str, int]
    clandestine: Clandestine
    actions: tuple[ActionType, ...]
    war_percent: tuple[int, ...]
    war_modifier: tuple[int, ...]
    tempo: tuple[int, float, float]
    goals: dict[str, int]
    figures: dict[str, int]


def load_components(path: Path = COMPONENTS_FILE) -> tuple[Components, Table]:
    """Reads and checks a file of components; what is left of it is for `scenarios.py`.

    Raises:
        LegationError: naming the file, the key, its value, and what would be right.
    """
    root = read_toml(path)
    meta = root.table("meta")
    meta.choice("game", ("secret_orders",))
    version = meta.text("version")
    title = Text(meta.text("title_en"), meta.text("title_ru"))
    meta.done()
    ladder = root.table("ladder")
    keys = different(ladder, "keys", len(BANDS))
    if keys != BANDS:
        raise ladder.wrong("keys", list(keys), f"{list(BANDS)}")
    band_lower = ladder.wholes("lower", len(BANDS), -99, 99)
    if list(band_lower) != sorted(set(band_lower)):
        raise ladder.wrong("lower", list(band_lower), "a rising list")
    band_names = names_of(ladder, len(BANDS), "name_en", "name_ru")
    ladder.done()
    focus = root.table("focus")
    if different(focus, "categories", len(CATEGORIES)) != CATEGORIES:
        raise focus.wrong("categories", "another list", f"{list(CATEGORIES)}")
    most_secret = focus.wholes("max_secret", len(CATEGORIES), 1, MOST_SECRET)
    most_public = focus.wholes("max_public", len(CATEGORIES), 1, MOST_PUBLIC)
    secret = _focus(focus.table("secret"), most_secret, MOST_SECRET)
    public = _focus(focus.table("public"), most_public, MOST_PUBLIC)
    focus.done()
    enums, organisation_domain, density = _enums(root.table("enums"))
    styles = tuple(_style(table) for table in root.tables("styles"))
    if len(styles) != STYLES:
        raise root.wrong("styles", f"a list of {len(styles)}", f"a list of {STYLES}")
    strategic = _strategic(root.table("strategic"))
    limits = numbers(root.table("limits"), LIMITS, -9999, 99999)
    modifiers = numbers(root.table("modifiers"), MODIFIERS, -100, 100)
    upkeep = numbers(root.table("upkeep"), UPKEEP, -100, 100)
    clandestine = _clandestine(root.table("clandestine"))
    actions, war_percent, war_modifier = _actions(root)
    tempo, goals = _goals(root.table("goals"))
    table = root.table("figures")
    figures = {name: table.whole(name, *bounds) for name, bounds in FIGURES.items()}
    table.done()
    components = Components(
        title=title, version=version, band_lower=band_lower, band_names=band_names,
        most_secret=most_secret, most_public=most_public, focus_secret=secret,
        focus_public=public, strategic=strategic, enums=enums,
        organisation_domain=organisation_domain, density=density, styles=styles, limits=limits,
        modifiers=modifiers, upkeep=upkeep, clandestine=clandestine, actions=actions,
        war_percent=war_percent, war_modifier=war_modifier, tempo=tempo, goals=goals,
        figures=figures,
    )  # fmt: skip
    return components, root


def _focus(table: Table, most: tuple[int, ...], columns: int) -> tuple[Focus, ...]:
    rows = []
    for place, category in enumerate(CATEGORIES):
        row = table.table(category)
        mods = list_of(row, "mods", columns)
        for n, cell in enumerate(mods, start=1):
            expected = n if n <= most[place] else 0
            right = f"a list of {expected} whole numbers in -9..9"
            good = isinstance(cell, list) and len(cell) == expected
            if not good or not all(is_whole(v) and -9 <= v <= 9 for v in cell):
                raise row.wrong(f"mods[{n - 1}]", cell, right)
        exposure = []
        for n, cell in enumerate(list_of(row, "exposure", columns)):
            right = f"[percent in 0..100, one of: {', '.join(EXPOSURES)}]"
            if not isinstance(cell, list) or len(cell) != 2 or cell[1] not in EXPOSURES:
                raise row.wrong(f"exposure[{n}]", cell, right)
            if not is_whole(cell[0]) or not 0 <= cell[0] <= 100:
                raise row.wrong(f"exposure[{n}]", cell, right)
            exposure.append((cell[0], EXPOSURES.index(cell[1])))
        row.done()
        rows.append(Focus(tuple(tuple(cell) for cell in mods), tuple(exposure)))
    table.done()
    return tuple(rows)


def _enums(table: Table) -> tuple[dict[str, tuple[Text, ...]], tuple[int, ...], tuple[int, ...]]:
    sizes = {
        "domains": DOMAINS, "organisations": ORGANISATIONS, "social": SOCIAL,
        "economic": ECONOMIC, "religious": RELIGIOUS, "terrain": TERRAINS,
        "languages": LANGUAGES, "technology": TECHNOLOGIES,
    }  # fmt: skip
    enums = {name: names_of(table, size, name, f"{name}_ru") for name, size in sizes.items()}
    for name, size in (("order_kinds", ORDER_KINDS), ("spheres", SPHERES)):
        different(table, name, size)  # keys, which are not the words that people read
        enums[name] = names_of(table, size, f"{name}_en", f"{name}_ru")
    enums["size"] = names_of(table, SIZES, "size_en", "size_ru")
    enums["goals"] = names_of(table, GOALS, "goals_en", "goals_ru")
    if different(table, "goals", GOALS) != (keys := ("empire", "cult", "truth", "future")):
        raise table.wrong("goals", "another list", f"{list(keys)}")
    different(table, "unit_kinds", len(KINDS))
    domain = table.wholes("organisation_domain", ORGANISATIONS, 0, DOMAINS - 1)
    density = table.wholes("density", TERRAINS, 1, 100)
    table.done()
    return enums, domain, density


def _style(table: Table) -> Style:
    plus, minus = (table.whole(key, -1, DOMAINS - 1) for key in ("plus", "minus"))
    style = Style(table.words("name"), plus, minus)
    table.done()
    return style


def _strategic(table: Table) -> dict[str, tuple[int, ...]]:
    rows = 8
    values = {
        "ratio_num": table.wholes("ratio_num", rows, 0, 9),
        "ratio_den": table.wholes("ratio_den", rows, 1, 9),
        "modifier": table.wholes("modifier", rows, -9, 9),
        **{key: (table.whole(key, 1, 20),) for key in ("norm", "max_named", "n_min", "n_max")},
    }
    table.done()
    return values


def _clandestine(table: Table) -> Clandestine:
    names = ("order_size", "leader_influence", "leader_age", "compensation")
    numbers = {name: table.whole(name, 0, 100) for name in names}
    order, leader = (table.wholes(f"{k}_mastery", DOMAINS, 0, 4) for k in ("order", "leader"))
    successors = tuple(
        table.wholes(f"successor_mastery_{sphere}", DOMAINS, 0, 4)
        for sphere in ("socio_economic", "political", "religious")
    )
    table.done()
    return Clandestine(numbers, order, leader, successors)


def _actions(root: Table) -> tuple[tuple[ActionType, ...], tuple[int, ...], tuple[int, ...]]:
    tables = root.tables("actions")
    if len(tables) != len(ACTION_FORMS):
        raise root.wrong("actions", f"a list of {len(tables)}", f"a list of {len(ACTION_FORMS)}")
    found: list[ActionType] = []
    percent: tuple[int, ...] = ()
    modifier: tuple[int, ...] = ()
    for table, (key, form) in zip(tables, ACTION_FORMS.items(), strict=True):
        place, target, extras, effects = form
        table.choice("key", (key,))
        table.choice("place", (place,))
        table.choice("target", (target,))
        if key == "war":
            percent = table.wholes("ratio_percent", WAR_STEPS, 1, 1000)
            modifier = table.wholes("ratio_mod", WAR_STEPS, -9, 9)
        strategic = table.flag("strategic")
        found.append(
            ActionType(
                key=key,
                name=table.words("name"),
                domain=table.whole("domain", 0, DOMAINS - 1),
                strategic=strategic,
                kinds=_letters(table, "kinds", KINDS),
                modes=_letters(table, "modes", "SP"),
                cost=table.whole("cost", 0, 100),
                difficulty=0 if strategic else table.whole("difficulty", 0, 9),
                extras={name: table.whole(name, -9, 20) for name in extras},
                effects={name: _bands(table.table(name), keys) for name, keys in effects.items()},
            )
        )
        table.done()
    return tuple(found), percent, modifier


def _letters(table: Table, key: str, valid: str) -> str:
    value = table.text(key)
    if not set(value) <= set(valid) or len(set(value)) != len(value):
        raise table.wrong(key, value, f"some of the letters {valid}")
    return value


def _bands(table: Table, keys: tuple[str, ...]) -> tuple[dict[str, int], ...]:
    rows = []
    for band in BANDS:
        cell = table.table(band)
        row: dict[str, int] = {}
        for key in keys:
            if key not in cell:
                continue
            if key == "expose":
                row[key] = 1 + ("target", "all").index(cell.choice(key, ("target", "all")))
            else:
                value = cell.take(key, "a whole number or true")
                if not isinstance(value, int) or not -1000 <= value <= 1000:
                    raise cell.wrong(key, value, "a whole number in -1000..1000, or true")
                row[key] = int(value)
        cell.done()
        rows.append(row)
    table.done()
    return tuple(rows)


def _goals(table: Table) -> tuple[tuple[int, float, float], dict[str, int]]:
    turns = table.whole("tempo_turns", 1, 50)
    spans = []
    for key in ("tempo_min", "tempo_max"):
        value = table.take(key, "a number above 0")
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise table.wrong(key, value, "a number above 0")
        spans.append(float(value))
    names = {
        "empire": ("start",),
        "truth": ("hidden_div", "purge_div", "abroad_base", "abroad_per_country"),
        "future": ("w_tech", "w_gnp", "w_pop", "tech_span", "gnp_span", "pop_span"),
    }
    values = {
        f"{goal}_{key}": number
        for goal, keys in names.items()
        for key, number in numbers(table.table(goal), keys, 0, 1000).items()
    }
    table.done()
    return (turns, spans[0], spans[1]), values
