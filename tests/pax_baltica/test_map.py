"""The picture's frontiers are the borders of the rules, and ports lie at their seas."""

from __future__ import annotations

from itertools import combinations

from legation.envs.pax_baltica.components import COMPONENTS
from legation.play.boards.shapes import Point, Shape, read_map

MAP = "baltic_1700"


def edges(shape: Shape) -> set[frozenset[Point]]:
    return {
        frozenset(pair)
        for ring in shape.rings()
        for pair in zip(ring, [*ring[1:], ring[0]], strict=True)
    }


def frontiers() -> dict[str, set[frozenset[Point]]]:
    shapes = read_map(MAP).shapes
    return {
        name.removeprefix("place-"): edges(shape)
        for name, shape in shapes.items()
        if name.startswith("place-")
    }


def test_every_territory_and_sea_zone_is_on_the_map() -> None:
    places = {territory.id for territory in COMPONENTS.territories}
    assert set(frontiers()) == places | {sea.id for sea in COMPONENTS.seas}


def test_territories_touch_exactly_where_the_rules_have_a_border() -> None:
    found = frontiers()
    territories = [territory.id for territory in COMPONENTS.territories]
    drawn = {frozenset(pair) for pair in combinations(territories, 2) if meet(found, *pair)}
    assert drawn == {frozenset(border[:2]) for border in COMPONENTS.borders}


def test_ports_lie_at_their_seas() -> None:
    found = frontiers()
    for territory in COMPONENTS.territories:
        if territory.sea:
            assert meet(found, territory.id, territory.sea), territory.id


def test_sea_zones_touch_where_fleets_pass() -> None:
    found = frontiers()
    zones = [sea.id for sea in COMPONENTS.seas]
    drawn = {frozenset(pair) for pair in combinations(zones, 2) if meet(found, *pair)}
    assert drawn == {
        frozenset((sea.id, other)) for sea in COMPONENTS.seas for other in sea.adjacent
    }


def meet(found: dict[str, set[frozenset[Point]]], one: str, other: str) -> bool:
    return bool(found[one] & found[other])
