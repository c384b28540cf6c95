"""Countries, scenarios and options: those of `components.toml`, and files that hosts write.

A host's file has a table [scenario] with the same keys as those of `components.toml`, and may bring
countries of its own as [[countries]].
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from legation.envs.engine import LegationError, Text, unknown
from legation.envs.engine.strict_toml import Table, is_whole
from legation.envs.secret_orders.components import (
    ACTION_KEYS,
    COMPONENTS_FILE,
    DOMAINS,
    ECONOMIC,
    FIGURES,
    GOALS,
    LANGUAGES,
    ORDER_KINDS,
    ORGANISATIONS,
    RELIGIOUS,
    SOCIAL,
    SPHERES,
    STYLES,
    TERRAINS,
    Components,
    load_components,
)
from legation.envs.secret_orders.values import list_of

FEWEST_SEATS, MOST_SEATS = 2, 6
MOST_TURNS, MOST_ATTENTION = 16, 12
LONGEST_NAME = 60  # of a country, a unit, a party
NATIVE_ORDERS, NATIVE_LEADERS = 3, 2
POOL_OF_COUNTRY = 5  # names of foreign slots that belong to each country

# The value that each option has unless a scenario or a caller says otherwise comes from the file.
OPTION_VALUES: dict[str, tuple[str | bool, ...]] = {
    "extended_dice": (False, True),
    "exposure_same_turn": (False, True),
    "round_mode": ("half_away", "floor", "trunc"),
    "name_time": (False, True),
    "gm": ("formula", "seat"),
    "goals": ("secret_random", "secret_distinct", "public_random", "fixed"),
    "goals_public": (False, True),
    "reward": ("score", "zero_sum"),
    "ferment": (False, True),
    "natural_death": (False, True),
    "hidden_treasury": (False, True),
    "hidden_controller": (False, True),
    "clandestine_draw": (False, True),
    "pad_entries": (False, True),
}
OPTION_NAMES: dict[str, Text] = {
    "extended_dice": Text("a second roll after +4 and -4", "второй бросок после +4 и −4"),
    "exposure_same_turn": Text("exposed before resolving", "раскрытие до исполнения"),
    "round_mode": Text("rounding of strategic results", "округление стратегических итогов"),
    "name_time": Text("the player may name the time", "игрок может назвать срок"),
    "gm": Text("game master", "ведущий"),
    "goals": Text("how goals are dealt", "раздача целей"),
    "goals_public": Text("fixed goals are public", "заданные цели открыты"),
    "reward": Text("reward", "награда"),
    "ferment": Text("yearly ferment of opinions", "ежегодное брожение умов"),
    "natural_death": Text("leaders die of age", "смерть от старости"),
    "hidden_treasury": Text("treasuries and armies are secret", "казна и армия тайны"),
    "hidden_controller": Text("who runs a unit is secret", "кто управляет, тайна"),
    "clandestine_draw": Text("clandestine units at the start", "подполье в начале"),
    "pad_entries": Text("constant number of decisions", "постоянное число решений"),
}


@dataclass(frozen=True)
class NativeOrder:
    name: Text
    kind: int
    size: int
    hidden: bool
    mastery: tuple[int, ...]


@dataclass(frozen=True)
class NativeLeader:
    name: Text
    sphere: int
    age: int
    influence: int
    mastery: tuple[int, ...]


@dataclass(frozen=True)
class Country:
    """A country as it starts; `numbers` by the names of the file."""

    key: str
    name: Text
    party: Text
    faith: Text
    numbers: dict[str, int]
    mastery: tuple[int, ...]
    orders: tuple[NativeOrder, ...]
    leaders: tuple[NativeLeader, ...]


@dataclass(frozen=True)
class Scenario:
    """Who plays, how long, and what differs from the defaults.

    Attributes:
        pool: by country, the pool of names of its foreign slots.
        gm_orders: (place of the country, native slot) of orders that the game master runs.
        options: those that the scenario sets.
        figures, costs, difficulties: likewise, by name and by action type.
    """

    key: str
    name: Text
    countries: tuple[Country, ...]
    pool: tuple[int, ...]
    turns: int
    attention: int
    common_language: bool
    gm_orders: tuple[tuple[int, int], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    figures: dict[str, int] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    difficulties: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Library:
    """Everything a scenario is made from; `default` is the key of the default scenario."""

    components: Components
    options: dict[str, Any]
    countries: tuple[Country, ...]
    order_names: tuple[Text, ...]
    leader_names: tuple[Text, ...]
    scenarios: dict[str, Scenario]
    default: str


def load_library(path: Path = COMPONENTS_FILE) -> Library:
    """Reads and checks the whole file of components.

    Raises:
        LegationError: naming the file, the key, its value, and what would be right.
    """
    components, root = load_components(path)
    table = root.table("options")
    options = _options(table, 0, complete=True)
    countries = tuple(_country(item) for item in root.tables("countries"))
    _check_keys(root, countries)
    pool = root.table("pool")
    names = []
    for kind in ("orders", "leaders"):
        rows = pool.tables(kind)
        if len(rows) != POOL_OF_COUNTRY * len(countries):
            right = f"a list of {POOL_OF_COUNTRY * len(countries)}, {POOL_OF_COUNTRY} a country"
            raise pool.wrong(kind, f"a list of {len(rows)}", right)
        names.append(tuple(row.words("name") for row in rows))
        for row in rows:
            row.done()
    pool.done()
    scenarios: dict[str, Scenario] = {}
    default = ""
    for key, values in dict(root.take("scenarios", "tables [scenarios.key]")).items():
        item = Table(root.file, f"scenarios.{key}.", values)
        if item.flag("default", False):
            default = key
        scenarios[key] = _scenario(item, key, countries, countries)
    if not default:
        raise root.wrong("scenarios", list(scenarios), "with default = true in one of them")
    root.done()
    return Library(components, options, countries, names[0], names[1], scenarios, default)


def parse_scenario(root: Table, key: str, library: Library) -> Scenario:
    """Checks what a host's file says.

    Raises:
        LegationError: naming the file, the key, its value, and what would be right.
    """
    own: tuple[Country, ...] = ()
    if "countries" in root:
        own = tuple(_country(item) for item in root.tables("countries"))
        _check_keys(root, own)
    known = {country.key: country for country in (*library.countries, *own)}
    scenario = _scenario(root.table("scenario"), key, tuple(known.values()), library.countries)
    root.done()
    return scenario


def _check_keys(root: Table, countries: tuple[Country, ...]) -> None:
    keys = [country.key for country in countries]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise root.wrong(f"countries[{place}].key", key, "a key that no other country has")


def _scenario(
    table: Table, key: str, known: tuple[Country, ...], library: tuple[Country, ...]
) -> Scenario:
    name = table.names("name", LONGEST_NAME)
    by_key = {country.key: country for country in known}
    right = f"a list of {FEWEST_SEATS} to {MOST_SEATS} different keys of countries"
    chosen = table.take("countries", right)
    if not isinstance(chosen, list) or not FEWEST_SEATS <= len(chosen) <= MOST_SEATS:
        raise table.wrong("countries", chosen, right)
    for place, item in enumerate(chosen):
        if item not in list(by_key):
            raise unknown("country", item, by_key, f"{table.file}: {table.place}countries[{place}]")
        if item in chosen[:place]:
            raise table.wrong("countries", chosen, right)
    seats = len(chosen)
    turns = table.whole("turns", 1, MOST_TURNS)
    attention = table.whole("attention", 1, MOST_ATTENTION)
    common = table.flag("common_language")
    orders = []
    for place, pair in enumerate(list_of(table, "gm_orders") if "gm_orders" in table else []):
        where = f"gm_orders[{place}]"
        right = f"[one of {', '.join(chosen)}; a native slot 0..{NATIVE_ORDERS - 1}]"
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] not in chosen:
            raise table.wrong(where, pair, right)
        if not is_whole(pair[1]) or not 0 <= pair[1] < NATIVE_ORDERS:
            raise table.wrong(where, pair, right)
        orders.append((chosen.index(pair[0]), pair[1]))
    options = _options(table.table("options"), seats) if "options" in table else {}
    figures = _some(table, "figures", FIGURES)
    costs = _some(table, "costs", dict.fromkeys(ACTION_KEYS, (0, 100)))
    difficulties = _some(table, "difficulties", dict.fromkeys(ACTION_KEYS, (0, 9)))
    table.done()
    return Scenario(
        key, name, tuple(by_key[item] for item in chosen), _pools(chosen, library), turns,
        attention, common, tuple(orders), options, figures, costs, difficulties,
    )  # fmt: skip


def _some(table: Table, key: str, bounds: dict[str, tuple[int, int]]) -> dict[str, int]:
    """The numbers that a table, where it is there, sets, of those that it may."""
    found: dict[str, int] = {}
    if key not in table:
        return found
    table = table.table(key)
    for name, (low, high) in bounds.items():
        if name in table:
            found[name] = table.whole(name, low, high)
    table.done()
    return found


def _pools(chosen: list[str], library: tuple[Country, ...]) -> tuple[int, ...]:
    """Each country's pool of names: that of the library; a host's own country takes a free one."""
    keys = [country.key for country in library]
    free = [place for place, key in enumerate(keys) if key not in chosen]
    return tuple(keys.index(key) if key in keys else free.pop(0) for key in chosen)


def _options(table: Table, seats: int, *, complete: bool = False) -> dict[str, Any]:
    """The options of a table; `complete`: all of them must be there."""
    options: dict[str, Any] = {}
    for name, values in OPTION_VALUES.items():
        if not complete and name not in table:
            continue
        if isinstance(values[0], bool):
            options[name] = table.flag(name)
        else:
            options[name] = table.choice(name, [str(v) for v in values])
    if complete or "fixed_goals" in table:
        goals = list_of(table, "fixed_goals")
        if goals or options.get("goals") == "fixed":
            right = f"a list of {seats} goals, each in 0..{GOALS - 1}"
            if len(goals) != seats or not all(is_whole(g) and 0 <= g < GOALS for g in goals):
                raise table.wrong("fixed_goals", goals, right)
        options["fixed_goals"] = tuple(goals)
    if options.get("goals") == "fixed" and not options.get("fixed_goals"):
        right = f'given where goals is "fixed": a list of {seats} goals, each in 0..{GOALS - 1}'
        raise LegationError(
            f"{table.file}: {table.place}fixed_goals is missing; it must be {right}"
        )
    table.done()
    return options


# Numbers of a country: name in the file, lowest, highest.
_NUMBERS = (
    ("population", 10, 100_000), ("area", 10, 10_000), ("growth", -100, 100), ("gold", -999, 9999),
    ("gnp", 10, 50_000), ("army", 0, 5000), ("technology", 0, 10), ("works", 0, 9),
    ("style", 0, STYLES - 1), ("party_own", 0, 100), ("party_each_other", 0, 50),
    ("faith_own", 0, 100), ("faith_each_other", 0, 50),
)  # fmt: skip
_CHOICES = (
    ("terrain", ("plains", "forest", "mountains", "islands", "marsh", "steppe"), TERRAINS),
    ("language", ("northern", "southern", "nomad"), LANGUAGES),
    ("organisation",
     ("theocracy", "monarchy", "republic", "junta", "council_of_sages", "anarchy"), ORGANISATIONS),
    ("social", ("clans", "estates", "citizens", "communes"), SOCIAL),
    ("economic", ("subsistence", "manorial", "market", "command"), ECONOMIC),
    ("religious", ("folk_cults", "monastic", "hierarchy", "tolerant"), RELIGIOUS),
)  # fmt: skip
_ORDER_KINDS = ("military", "church", "estate", "guild", "academy", "lodge")
_SPHERES = ("socio_economic", "political", "religious")


def _country(table: Table) -> Country:
    key = table.text("key")
    if not key.isidentifier():
        raise table.wrong("key", key, "letters, digits and underscores")
    name = table.names("name", LONGEST_NAME)
    party, faith = (table.names(k, LONGEST_NAME) for k in ("party", "faith"))
    numbers = {item: table.whole(item, low, high) for item, low, high in _NUMBERS}
    numbers["tax"] = table.whole("tax", 0, 60)
    if numbers["tax"] % 5:
        raise table.wrong("tax", numbers["tax"], "a multiple of 5 in 0..60")
    for share in ("party", "faith"):
        most = numbers[f"{share}_own"] + (MOST_SEATS - 1) * numbers[f"{share}_each_other"]
        if most > 100:
            right = f"at most 100 together with {MOST_SEATS - 1} times {share}_each_other"
            raise table.wrong(f"{share}_own", numbers[f"{share}_own"], right)
    for item, valid, count in _CHOICES:
        assert len(valid) == count
        numbers[item] = valid.index(table.choice(item, valid))
    mastery = table.wholes("mastery", DOMAINS, 0, 4)
    orders, leaders = table.tables("orders"), table.tables("leaders")
    for rows, what, count in (
        (orders, "orders", NATIVE_ORDERS),
        (leaders, "leaders", NATIVE_LEADERS),
    ):
        if len(rows) != count:
            raise table.wrong(what, f"a list of {len(rows)}", f"a list of {count}")
    country = Country(
        key, name, party, faith, numbers, mastery,
        tuple(_order(row) for row in orders), tuple(_leader(row) for row in leaders),
    )  # fmt: skip
    table.done()
    return country


def _order(table: Table) -> NativeOrder:
    assert len(_ORDER_KINDS) == ORDER_KINDS
    order = NativeOrder(
        table.names("name", LONGEST_NAME),
        _ORDER_KINDS.index(table.choice("kind", _ORDER_KINDS)),
        table.whole("size", 1, 5),
        table.flag("hidden"),
        table.wholes("mastery", DOMAINS, 0, 4),
    )
    table.done()
    return order


def _leader(table: Table) -> NativeLeader:
    assert len(_SPHERES) == SPHERES
    leader = NativeLeader(
        table.names("name", LONGEST_NAME),
        _SPHERES.index(table.choice("sphere", _SPHERES)),
        table.whole("age", 0, 120),
        table.whole("influence", 1, 10),
        table.wholes("mastery", DOMAINS, 0, 4),
    )
    table.done()
    return leader


LIBRARY = load_library()
COMPONENTS = LIBRARY.components
