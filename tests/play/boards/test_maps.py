"""The committed maps: shapes that tile the ground, neighbours that touch, room for figures."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib.path import Path as Polygon

from legation.envs import load_game
from legation.envs.engine import LANGUAGES, LegationError
from legation.play.boards.atlas import CHIP_HEIGHT, chip_width
from legation.play.boards.labels import label_of, place_labels
from legation.play.boards.shapes import FOLDER, Point, Shape, read_map

# The regions of each scenario that is drawn on the map of Europe.
EUROPE, BALTIC = "europe_1933", "baltic_1700"
BALKANS = ("yugoslavia", "greece", "turkey", "romania")
SCENARIOS = {
    "default": ("scandinavia", "central_europe", "poland", "iberia", *BALKANS),
    "wide": (
        "scandinavia", "baltic_states", "low_countries", "poland", "czechoslovakia", "danube",
        "iberia", "bulgaria", *BALKANS,
    ),
}  # fmt: skip
HOMES = ("home-GER", "home-ITA", "home-SOV", "home-GBR", "home-FRA")
TOUCH = [
    ("place-yugoslavia", "place-greece"),
    ("place-poland", "place-central_europe"),
    ("place-romania", "place-yugoslavia"),
    ("place-yugoslavia", "place-central_europe"),
    ("place-romania", "place-central_europe"),
    ("place-poland", "place-romania"),
    ("place-greece", "place-turkey"),
    ("place-poland", "place-baltic_states"),
    ("place-czechoslovakia", "place-danube"),
    ("place-czechoslovakia", "place-romania"),
    ("place-bulgaria", "place-greece"),
    ("place-bulgaria", "place-turkey"),
    ("place-bulgaria", "place-romania"),
    ("place-bulgaria", "place-yugoslavia"),
    ("place-poland", "home-GER"),
    ("place-poland", "home-SOV"),
    ("place-scandinavia", "home-SOV"),
    ("place-scandinavia", "home-GER"),
    ("place-low_countries", "home-GER"),
    ("place-low_countries", "home-FRA"),
    ("place-iberia", "home-FRA"),
    ("place-yugoslavia", "home-ITA"),
    ("place-danube", "home-ITA"),
    ("place-baltic_states", "home-GER"),
]
APART = [
    ("place-iberia", "place-greece"),
    ("place-poland", "place-yugoslavia"),
    ("place-baltic_states", "place-scandinavia"),
    ("place-bulgaria", "place-danube"),
    ("place-czechoslovakia", "place-yugoslavia"),
    ("place-romania", "place-greece"),
    ("place-turkey", "place-romania"),
    ("home-GER", "home-SOV"),
]

Edge = frozenset[Point]


def edges(shape: Shape) -> Counter[Edge]:
    return Counter(
        frozenset((a, b))
        for ring in shape.rings()
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
    )


def touching(one: Shape, other: Shape) -> bool:
    return bool(set(edges(one)) & set(edges(other)))


def inside(shape: Shape, points: np.ndarray) -> np.ndarray:
    """Even-odd over all rings, so that holes count."""
    odd = np.zeros(len(points), dtype=bool)
    for ring in shape.rings():
        corners = np.array(ring)
        near = np.flatnonzero(
            np.all((points >= corners.min(axis=0)) & (points <= corners.max(axis=0)), axis=1)
        )
        odd[near] ^= Polygon(corners).contains_points(points[near])
    return odd


def test_every_region_has_a_shape_and_room_for_its_figures() -> None:
    shapes = read_map(EUROPE).shapes
    for regions in SCENARIOS.values():
        for region in regions:
            shape = shapes[f"place-{region}"]
            assert shape.rings()
            assert shape.chip is not None
            assert shape.point is not None
            assert inside(shape, np.array([shape.point])).all(), region
    for home in HOMES:
        assert shapes[home].point is not None


@pytest.mark.parametrize(("one", "other"), TOUCH)
def test_neighbours_share_a_frontier(one: str, other: str) -> None:
    shapes = read_map(EUROPE).shapes
    assert touching(shapes[one], shapes[other])


@pytest.mark.parametrize(("one", "other"), APART)
def test_others_share_none(one: str, other: str) -> None:
    shapes = read_map(EUROPE).shapes
    assert not touching(shapes[one], shapes[other])


def shapes_together() -> list[tuple[str, dict[str, Shape]]]:
    """The maps with the shapes that are drawn at once: unions lie on their parts."""
    found = []
    for path in sorted(FOLDER.glob("*.svg")):
        shapes = read_map(path.stem).shapes
        if path.stem != EUROPE:
            found.append((path.stem, shapes))
            continue
        for regions in SCENARIOS.values():
            used = {
                name: shape
                for name, shape in shapes.items()
                if not name.startswith("place-") or name.removeprefix("place-") in regions
            }
            found.append((path.stem, used))
    return found


@pytest.mark.parametrize(("name", "used"), shapes_together())
def test_no_two_shapes_overlap(name: str, used: dict[str, Shape]) -> None:
    """No point of a fine grid lies in two shapes, and no frontier belongs to three."""
    ground = read_map(name)
    # Off the tenths that corners lie on.
    across, down = np.meshgrid(
        np.arange(0.513, ground.width, 2.0), np.arange(0.513, ground.height, 2.0)
    )
    points = np.column_stack([across.ravel(), down.ravel()])
    depth = sum(inside(shape, points).astype(int) for shape in used.values())
    assert depth.max() == 1
    assert (depth == 1).mean() > 0.3
    shared = sum((edges(shape) for shape in used.values()), Counter[Edge]())
    assert max(shared.values()) <= 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_figures_lie_in_the_frame_and_hide_no_others(scenario: str) -> None:
    ground = read_map(EUROPE)
    boxes = {}
    for region in SCENARIOS[scenario]:
        chip = ground.shapes[f"place-{region}"].chip
        assert chip is not None
        half = chip_width(5) / 2
        boxes[region] = (chip[0] - half, chip[1] - CHIP_HEIGHT / 2, chip[0] + half,
                         chip[1] + CHIP_HEIGHT / 2)  # fmt: skip
    for left, top, right, bottom in boxes.values():
        assert left >= 0
        assert top >= 10  # the name stands above
        assert right <= ground.width
        assert bottom <= ground.height
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_on_the_baltic_hide_no_others(language: str) -> None:
    game = load_game("pax_baltica")
    assert game.board is not None
    board = game.board(game.observe(game.new_state(1), 0), language)
    ground = read_map(BALTIC)
    shapes = [ground.shapes[f"place-{place.item}"] for place in board.places]
    anchors = [shape.point for shape in shapes if shape.point is not None]
    assert len(anchors) == len(shapes)
    labels = [label_of(place) for place in board.places]
    centres = place_labels(labels, anchors, (ground.width, ground.height))
    boxes = [
        (x - label.width / 2, y - label.height / 2, x + label.width / 2, y + label.height / 2)
        for label, (x, y) in zip(labels, centres, strict=True)
    ]
    for left, top, right, bottom in boxes:
        assert min(left, top) >= 0
        assert right <= ground.width
        assert bottom <= ground.height
    for (one, a), (other, b) in combinations(zip(board.places, boxes, strict=True), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one.title, other.title)
    moved = [abs(x - px) + abs(y - py) for (x, y), (px, py) in zip(centres, anchors, strict=True)]
    assert max(moved) < 90
    assert np.median(moved) <= 6


def test_seas_are_water_and_land_is_not() -> None:
    shapes = read_map(BALTIC).shapes
    water = {name for name, shape in shapes.items() if shape.water}
    seas = load_game("pax_baltica").schema.axis("sea").item_ids
    assert water == {f"place-{sea}" for sea in seas}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_a_map_names_its_source(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "Natural Earth (public domain)" in text
    assert "style" not in text
    assert len(text) < 200_000


@pytest.mark.parametrize("name", ["atlantis", "../maps/europe_1933", ""])
def test_an_unknown_map_is_refused(name: str) -> None:
    with pytest.raises(LegationError, match="unknown map"):
        read_map(name)
