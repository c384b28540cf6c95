"""A committed map: its shapes by id, and where figures stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from legation.envs.engine import unknown

FOLDER = Path(__file__).with_name("maps")
_SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """An outline (an SVG path); `chip` is where its figures stand, `point` what they belong to;
    `water` tells seas from land."""

    path: str
    chip: Point | None
    point: Point | None
    water: bool = False

    def rings(self) -> list[list[Point]]:
        """Corners of each ring, in the order of the path."""
        return [
            [_point(corner) for corner in ring.strip("Z").split("L")]
            for ring in self.path.split("M")[1:]
        ]


@dataclass(frozen=True)
class Map:
    """Shapes by id: `home-<seat>`, `place-<item>`, `context...`."""

    width: float
    height: float
    shapes: dict[str, Shape]


@cache
def read_map(name: str) -> Map:
    """The map `name`.

    Raises:
        LegationError: there is none of that name.
    """
    path = FOLDER / f"{name}.svg"
    if not re.fullmatch(r"[a-z0-9_]+", name) or not path.is_file():
        raise unknown("map", name, sorted(found.stem for found in FOLDER.glob("*.svg")))
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    _, _, width, height = (float(n) for n in root.attrib["viewBox"].split())
    shapes = {
        item.attrib["id"]: Shape(
            item.attrib["d"],
            _place(item.get("data-chip")),
            _place(item.get("data-point")),
            item.get("data-water") == "yes",
        )
        for item in root.iter(f"{_SVG}path")
    }
    return Map(width, height, shapes)


def _place(text: str | None) -> Point | None:
    return _point(text) if text else None


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)
