"""Reading world-atlas: TopoJSON to shapes in degrees (https://github.com/topojson/topojson-specification)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry


def read_countries(path: Path) -> dict[str, BaseGeometry]:
    """Name of each country to its shape; coordinates are degrees east and north."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]
    # Arcs are delta-encoded, and quantised.
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + translate for arc in topology["arcs"]]
    shapes = {}
    for item in topology["objects"]["countries"]["geometries"]:
        shape = _polygons(item, arcs)
        if shape is not None:
            shapes[item["properties"]["name"]] = shapely.make_valid(shape)
    return shapes


def _polygons(item: dict[str, Any], arcs: list[NDArray[np.float64]]) -> BaseGeometry | None:
    match item["type"]:
        case "Polygon":
            return _polygon(item["arcs"], arcs)
        case "MultiPolygon":
            return shapely.union_all([_polygon(rings, arcs) for rings in item["arcs"]])
    return None


def _polygon(rings: list[list[int]], arcs: list[NDArray[np.float64]]) -> BaseGeometry:
    outer, *holes = [_ring(numbers, arcs) for numbers in rings]
    return shapely.make_valid(shapely.Polygon(outer, holes))


def _ring(numbers: list[int], arcs: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    # ~i stands for arc i backwards; each arc starts where the one before it ends.
    pieces = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
    ring = np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])])
    # Rings run across the antimeridian.
    ring[:, 0] = np.unwrap(ring[:, 0], period=360.0)
    return ring
