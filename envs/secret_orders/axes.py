"""The axes of a scenario's record and actions (clauses 2, 8), and the names along them."""

from __future__ import annotations

from dataclasses import dataclass

from legation.envs.engine import (
    Axis,
    Text,
)
from legation.envs.secret_orders import tables as t
from legation.envs.secret_orders.components import ACTION_KEYS, FIGURES
from legation.envs.secret_orders.scenarios import (
    COMPONENTS,
    LIBRARY,
    NATIVE_LEADERS,
    NATIVE_ORDERS,
    POOL_OF_COUNTRY,
    Scenario,
)
from legation.envs.secret_orders.words import FIGURE_NAMES

MODES = (Text("secretly", "тайно"), Text("openly", "открыто"))
FINISH = Text("and finish", "и завершить")
PROJECTS = ("research", "works", "reform")
ACTION_NAMES = tuple(action.name for action in COMPONENTS.actions)
DECREE_NAMES = (
    Text("own faith as state faith", "своя вера как государственная"),
    Text("no state faith", "без государственной веры"),
    *(
        Text(f"organisation: {name.en}", f"строй: {name.ru}")
        for name in COMPONENTS.enums["organisations"]
    ),
    Text("allegiance", "подданство"),
)
MEASURE_NAMES = (
    Text("raise the tax", "поднять налог"),
    Text("lower the tax", "снизить налог"),
    Text("enterprise", "предприятие"),
)
REFORM_NAMES = tuple(
    Text(f"{group.en}: {name.en}", f"{group.ru}: {name.ru}")
    for group, names in (
        (Text("style of thought", "стиль мышления"), tuple(s.name for s in COMPONENTS.styles)),
        (Text("social system", "общественный уклад"), COMPONENTS.enums["social"]),
        (Text("economic system", "хозяйственный уклад"), COMPONENTS.enums["economic"]),
        (Text("religious organisation", "церковный уклад"), COMPONENTS.enums["religious"]),
    )
    for name in names
)
PACE_NAMES = (
    Text("by the estimate", "по оценке"),
    *(
        Text(f"name {n} turn{'s' if n > 1 else ''}", f"назвать срок: {n}")
        for n in range(1, t.MOST_NAMED + 1)
    ),
)


@dataclass(frozen=True)
class Layout:
    """The axes of a scenario."""

    seat: Axis
    country: Axis
    about: Axis
    party: Axis
    faith: Axis
    unit: Axis
    rest: tuple[Axis, ...]


def plain_axis(name: str, texts: tuple[Text, ...], ids: tuple[str, ...] | None = None) -> Axis:
    made = ids or tuple(text.en.replace(" ", "_").replace(":", "") for text in texts)
    return Axis(name, made, texts)


def _numbered(name: str, count: int) -> Axis:
    ids = tuple(str(i + 1) for i in range(count))
    return Axis(name, ids, tuple(Text(i, i) for i in ids))


def unit_axis(scenario: Scenario) -> Axis:
    """Clause 2.1: countries, then order slots, then leader slots; names belong to the slots."""
    ids = [country.key for country in scenario.countries]
    labels = [country.name for country in scenario.countries]
    foreign = len(ids) - 1
    for what, native, pool in (
        ("order", NATIVE_ORDERS, LIBRARY.order_names),
        ("leader", NATIVE_LEADERS, LIBRARY.leader_names),
    ):
        for country, place in zip(scenario.countries, scenario.pool, strict=True):
            natives = country.orders if what == "order" else country.leaders
            own = [item.name for item in natives]
            first = POOL_OF_COUNTRY * place
            labels += [*own, *pool[first : first + foreign]]
            ids += [f"{country.key}_{what}{slot}" for slot in range(native + foreign)]
    seats = len(scenario.countries)
    orders, leaders = NATIVE_ORDERS + foreign, NATIVE_LEADERS + foreign
    turned = _next(seats) + _next(seats, orders, seats)
    turned += _next(seats, leaders, seats * (1 + orders))
    return Axis("unit", tuple(ids), tuple(labels), turned=turned)


def _next(countries: int, each: int = 1, first: int = 0) -> tuple[int, ...]:
    """Of `each` items a country, country by country, those of the next country on the ring."""
    return tuple(first + (i + each) % (countries * each) for i in range(countries * each))


def target_axis(scenario: Scenario) -> Axis:
    """Clause 8: what an entry can be aimed at, in the order of the TARGET families."""
    units = unit_axis(scenario)
    domains = plain_axis("domain", COMPONENTS.enums["domains"])
    ids = [*units.item_ids, *(f"mastery_{domain}" for domain in domains.item_ids)]
    labels = [*units.labels, *domains.labels]
    for country in scenario.countries:
        ids += [f"found_order_{country.key}", f"found_leader_{country.key}"]
        labels += [country.name, country.name]
    for what, names in (
        ("decree", DECREE_NAMES),
        ("measure", MEASURE_NAMES),
        ("reform", REFORM_NAMES),
    ):
        ids += [f"{what}_{item}" for item in plain_axis(what, names).item_ids]
        labels += names
    turned = list(range(len(ids)))
    turned[: len(units)] = units.turned or ()
    founding = len(units) + len(domains)
    seats = len(scenario.countries)
    turned[founding : founding + 2 * seats] = _next(seats, 2, founding)
    return Axis("target", tuple(ids), tuple(labels), turned=tuple(turned))


def layout(scenario: Scenario, gm: bool) -> Layout:
    keys = tuple(country.key for country in scenario.countries)
    names = tuple(country.name for country in scenario.countries)
    master = Text("game master", "ведущий")
    ring = _next(len(keys))
    return Layout(
        seat=Axis("seat", keys + ("gm",) * gm, names + (master,) * gm, is_seats=True),
        country=Axis("country", keys, names, True, ring),
        about=Axis("about", keys, names, turned=ring),
        party=Axis("party", keys, tuple(c.party for c in scenario.countries), True, ring),
        faith=Axis("faith", keys, tuple(c.faith for c in scenario.countries), True, ring),
        unit=unit_axis(scenario),
        rest=(
            plain_axis("domain", COMPONENTS.enums["domains"]),
            plain_axis("project", ACTION_NAMES[t.RESEARCH :], PROJECTS),
            target_axis(scenario),
            plain_axis("mode", MODES, ("secret", "public")),
            plain_axis("type", ACTION_NAMES, ACTION_KEYS),
            plain_axis("figure", tuple(FIGURE_NAMES[k] for k in FIGURES), tuple(FIGURES)),
            _numbered("entry", scenario.attention),
            _numbered("line", scenario.attention * len(keys)),
        ),
    )
