"""The components of Interbellum: `components.toml`, checked, and as constants for the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from legation.envs.engine import (
    AnyOption,
    LegationError,
    ListOption,
    Option,
    OptionValue,
    Text,
    WholeOption,
)
from legation.envs.engine.strict_toml import Table, is_whole, read_toml

COMPONENTS_FILE = Path(__file__).with_name("components.toml")

POWER_IDS = ("GER", "ITA", "SOV", "GBR", "FRA")
GER, ITA, SOV, GBR, FRA = range(5)
POWERS = 5
POOL_SIZE = 10  # ambassadors of each power
AMBASSADORS = POWERS * POOL_SIZE
MAX_REGIONS = 12
MAX_AMOUNT = 30
SIG_MIN = 1
MAX_TURNS = 7
DIE = 6

TIMINGS = (
    "assign_auto",
    "assign_optional",
    "assign_forced",
    "coup_optional",
    "instead_optional",
    "instead_forced",
    "roll_modifier",
    "passive",
)
ON_ASSIGNMENT = TIMINGS[:3]
PARAMETERS = ("ambassador", "region", "power", "amount", "direction")
# The regions that abilities name (2.2); a region may count as one of them.
NAMED_REGIONS = ("poland", "romania", "yugoslavia")
OPTION_KINDS = ("choice", "bool", "int", "int_list", "float_list")


@dataclass(frozen=True)
class Power:
    id: str
    name: Text
    traits: tuple[str, ...]


@dataclass(frozen=True)
class Trait:
    id: str
    power: int
    name: Text
    text: Text


@dataclass(frozen=True)
class Ambassador:
    """`order_class`: place in the order of effects on assignment (3.4); 0: it has none."""

    id: str
    power: int
    name: Text
    timing: tuple[str, ...]
    order_class: int
    params: tuple[str, ...]
    text: Text


@dataclass(frozen=True)
class Region:
    """A region of a scenario as it is at the start.

    `counts_as`: which of `NAMED_REGIONS` it stands for, or None; `influence`: of each power.
    """

    id: str
    name: Text
    significance: int
    combat: int
    volksdeutsche: bool
    new_rome: bool
    counts_as: str | None
    influence: tuple[int, ...] = (0,) * POWERS
    embassy: bool = False


@dataclass(frozen=True)
class Scenario:
    """`options`: defaults that the scenario brings for the options of the game."""

    id: str
    name: Text
    new_rome_needed: int
    regions: tuple[Region, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()


@dataclass(frozen=True)
class Components:
    """What the file says."""

    title: Text
    subtitle: Text
    first_year: int
    powers: tuple[Power, ...]
    traits: tuple[Trait, ...]
    ambassadors: tuple[Ambassador, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[AnyOption, ...]


def load_components(path: Path = COMPONENTS_FILE) -> Components:
    """Reads and checks a file of components.

    Raises:
        LegationError: naming the file, the key, its value, and what would be right.
    """
    root = read_toml(path)
    game = root.table("game")
    game.choice("id", ("interbellum",))
    title, subtitle = game.words("name"), game.words("subtitle")
    first_year = game.whole("first_year", 1000, 3000)
    # Shapes of the record and of the actions: the rules are written for them.
    for key, value in (
        ("seats", POWERS),
        ("pool_size", POOL_SIZE),
        ("max_regions", MAX_REGIONS),
        ("max_amount", MAX_AMOUNT),
        ("sig_min", SIG_MIN),
    ):
        game.whole(key, value, value)
    game.done()
    powers = _powers(root)
    traits = _traits(root, powers)
    ambassadors = _ambassadors(root)
    regions = _regions(root)
    options = tuple(_option(table) for table in root.tables("options"))
    scenarios = _scenarios(root, regions, options)
    root.done()
    return Components(
        title, subtitle, first_year, powers, traits, ambassadors, scenarios, options
    )  # fmt: skip


def _unique(table: Table, taken: list[str]) -> str:
    item = table.text("id")
    if item in taken:
        raise table.wrong("id", item, "an id that nothing else in its list has")
    taken.append(item)
    return item


def _power(table: Table) -> int:
    return POWER_IDS.index(table.choice("power", POWER_IDS))


def _powers(root: Table) -> tuple[Power, ...]:
    tables = root.tables("powers")
    if len(tables) != POWERS:
        raise root.wrong("powers", f"a list of {len(tables)}", f"a list of {POWERS}")
    powers = []
    for index, table in enumerate(tables):
        item = table.choice("id", (POWER_IDS[index],))
        table.whole("index", index, index)
        powers.append(Power(item, table.words("name"), table.texts("traits", 0)))
        table.done()
    return tuple(powers)


def _traits(root: Table, powers: tuple[Power, ...]) -> tuple[Trait, ...]:
    taken: list[str] = []
    traits = []
    for table in root.tables("traits"):
        item, power = _unique(table, taken), _power(table)
        if item not in powers[power].traits:
            raise table.wrong("id", item, f"one of: {', '.join(powers[power].traits)}")
        traits.append(Trait(item, power, table.words("name"), table.words("text")))
        table.done()
    for place, owner in enumerate(powers):
        for name in owner.traits:
            if name not in taken:
                raise root.wrong(f"powers[{place}].traits", name, f"one of: {', '.join(taken)}")
    return tuple(traits)


def _ambassadors(root: Table) -> tuple[Ambassador, ...]:
    tables = root.tables("ambassadors")
    if len(tables) != AMBASSADORS:
        raise root.wrong("ambassadors", f"a list of {len(tables)}", f"a list of {AMBASSADORS}")
    taken: list[str] = []
    ambassadors = []
    for index, table in enumerate(tables):
        item = _unique(table, taken)
        table.whole("index", index, index)
        power = POWER_IDS.index(table.choice("power", (POWER_IDS[index // POOL_SIZE],)))
        name = table.words("name")
        timing = table.texts("timing", 1)
        if not set(timing) <= set(TIMINGS):
            raise table.wrong("timing", list(timing), f"a list of: {', '.join(TIMINGS)}")
        assigned = any(t in ON_ASSIGNMENT for t in timing)
        order_class = table.whole("order_class", 20 if assigned else 0, 80 if assigned else 0)
        params = table.texts("params", 0)
        if not set(params) <= set(PARAMETERS):
            raise table.wrong("params", list(params), f"a list of: {', '.join(PARAMETERS)}")
        text = table.words("text")
        ambassadors.append(Ambassador(item, power, name, timing, order_class, params, text))
        table.done()
    return tuple(ambassadors)


def _regions(root: Table) -> dict[str, Region]:
    taken: list[str] = []
    regions = {}
    for table in root.tables("regions"):
        item = _unique(table, taken)
        regions[item] = Region(
            id=item,
            name=table.words("name"),
            significance=table.whole("significance", 1, 9),
            combat=table.whole("combat", 0, 20),
            volksdeutsche=table.flag("volksdeutsche"),
            new_rome=table.flag("new_rome"),
            counts_as=item if item in NAMED_REGIONS else None,
        )
        table.done()
    return regions


def _scenarios(
    root: Table, regions: dict[str, Region], options: tuple[AnyOption, ...]
) -> tuple[Scenario, ...]:
    taken: list[str] = []
    scenarios = []
    for table in root.tables("scenarios"):
        item, name = _unique(table, taken), table.words("name")
        table.words("text")
        ids = table.texts("regions", 4)
        right = f"4..{MAX_REGIONS} different ones of: {', '.join(regions)}"
        if len(set(ids)) != len(ids) or len(ids) > MAX_REGIONS or not set(ids) <= set(regions):
            raise table.wrong("regions", list(ids), right)
        own = _at_the_start(table, [regions[i] for i in ids])
        needed = table.whole("new_rome_needed", 0, sum(r.new_rome for r in own))
        chosen = _scenario_options(table, options)
        scenarios.append(Scenario(item, name, needed, own, chosen))
        table.done()
    if not scenarios:
        raise root.wrong("scenarios", [], "a list of at least one scenario")
    return tuple(scenarios)


def _at_the_start(table: Table, own: list[Region]) -> tuple[Region, ...]:
    """The regions with what the scenario has otherwise: figures, influence, flags, embassies."""
    ids = [region.id for region in own]
    if "significance" in table:
        figures = table.table("significance")
        own = [
            replace(r, significance=figures.whole(r.id, 1, 9)) if r.id in figures else r
            for r in own
        ]
        figures.done()
    if "influence" in table:
        units = table.table("influence")
        own = [
            replace(r, influence=units.wholes(r.id, POWERS, 0, 9)) if r.id in units else r
            for r in own
        ]
        units.done()
    if "embassies" in table:
        open_in = _some_of(table, "embassies", ids)
        own = [replace(r, embassy=r.id in open_in) for r in own]
    if "volksdeutsche" in table:
        flagged = _some_of(table, "volksdeutsche", ids)
        own = [replace(r, volksdeutsche=r.id in flagged) for r in own]
    return tuple(own)


def _some_of(table: Table, key: str, ids: list[str]) -> tuple[str, ...]:
    given = table.texts(key, 1)
    if not set(given) <= set(ids):
        raise table.wrong(key, list(given), f"a list of: {', '.join(ids)}")
    return given


def _scenario_options(
    table: Table, options: tuple[AnyOption, ...]
) -> tuple[tuple[str, OptionValue], ...]:
    if "options" not in table:
        return ()
    given = table.table("options")
    chosen: dict[str, OptionValue] = {}
    for option in options:
        if option.name not in given:
            continue
        value = given.take(option.name, option.valid)
        try:
            chosen[option.name] = option.check(value)
        except LegationError:
            raise given.wrong(option.name, value, option.valid) from None
    given.done()
    return tuple(sorted(chosen.items()))


def _option(table: Table) -> AnyOption:
    name = table.text("id")
    kind = table.choice("kind", OPTION_KINDS)
    label = table.words("text")
    made: AnyOption
    if kind == "bool":
        default = table.flag("default")
        made = Option(name, (default, not default), label)
    elif kind == "choice":
        values = table.take("values", "a list of two or more texts or numbers")
        if not isinstance(values, list) or len(values) < 2:
            raise table.wrong("values", values, "a list of two or more texts or numbers")
        first = table.take("default", f"one of: {', '.join(str(v) for v in values)}")
        if first not in values:
            raise table.wrong("default", first, f"one of: {', '.join(str(v) for v in values)}")
        ordered = (first, *(v for v in values if v != first))
        words = _value_words(table, values) if isinstance(first, str) else {}
        made = Option(name, ordered, label, tuple(words[v] for v in ordered if v in words))
    elif kind == "int":
        low, high = table.whole("min", -(2**15), 2**15), table.whole("max", -(2**15), 2**15)
        made = WholeOption(name, low, high, table.whole("default", low, high), label)
    else:
        made = _list_option(table, name, label, whole=kind == "int_list")
    table.done()
    return made


def _value_words(table: Table, values: list[str]) -> dict[str, Text]:
    """The words for the values of an option."""
    in_english, in_russian = (table.texts(f"values_{code}", len(values)) for code in ("en", "ru"))
    for key, words in (("values_en", in_english), ("values_ru", in_russian)):
        if len(words) != len(values):
            raise table.wrong(key, list(words), f"a list of {len(values)} texts")
    return dict(zip(values, map(Text, in_english, in_russian), strict=True))


def _list_option(table: Table, name: str, label: Text, *, whole: bool) -> ListOption:
    length = table.whole("length", 1, 100)
    bounds = [table.take(key, "a number") for key in ("min", "max")]
    for key, bound in zip(("min", "max"), bounds, strict=True):
        if not (is_whole(bound) or (isinstance(bound, float) and not whole)):
            raise table.wrong(key, bound, "a whole number" if whole else "a number")
    right = f"a list of {length} numbers in {bounds[0]}..{bounds[1]}"
    default = table.take("default", right)
    # The weights of a reward are shares of it (5.4).
    total = 1.0 if name == "reward_weights" else None
    made = ListOption(name, bounds[0], bounds[1], tuple(default), label, whole, total)
    if len(default) != length:
        raise table.wrong("default", default, right)
    made.check(default, table.file)
    return made


COMPONENTS = load_components()
SCENARIOS = {scenario.id: scenario for scenario in COMPONENTS.scenarios}
DEFAULT_SCENARIO = COMPONENTS.scenarios[0].id

# Constants of the compiled rules. Index of an ambassador = power * POOL_SIZE + slot.
INDEX: dict[str, int] = {a.id: index for index, a in enumerate(COMPONENTS.ambassadors)}
ORDER_CLASS = np.array([a.order_class for a in COMPONENTS.ambassadors], dtype=np.int64)
# Ambassadors with an effect on assignment, by class and index.
ASSIGNED = np.array(
    sorted((i for i in range(AMBASSADORS) if ORDER_CLASS[i]), key=lambda i: (ORDER_CLASS[i], i)),
    dtype=np.int64,
)
INSTEAD = np.array(
    [any(t.startswith("instead") for t in a.timing) for a in COMPONENTS.ambassadors],
    dtype=np.bool_,
)
