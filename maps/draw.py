"""Draws a map: `python -m legation.maps.draw maps/NAME.toml node_modules/world-atlas`."""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from legation.maps.topology import read_countries

OUTPUT = Path(__file__).resolve().parent.parent / "play" / "boards" / "maps"
EARTH_KM = 6371.0
# Shapes are drawn to a tenth of a unit; smaller islands would be dust.
DECIMALS = 1
SMALLEST_ISLAND = 2.5
CREDIT = (
    "Shapes from Natural Earth (public domain), by way of world-atlas 2.0.2 (ISC licence), "
    "frontiers of the time approximated; drawn by maps/draw.py from maps/{name}.toml."
)


class Frame:
    """Lambert's azimuthal equal-area projection, to units of the picture (Snyder 1987, 24-2)."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.centre = np.radians(settings["centre"])
        self.unit_km = float(settings["km_a_unit"])
        self.width, self.height = settings["size"]
        self.origin = settings.get("origin", [self.width / 2, self.height / 2])

    @property
    def box(self) -> BaseGeometry:
        return shapely.box(0, 0, self.width, self.height)

    def project(self, degrees: NDArray[np.float64]) -> NDArray[np.float64]:
        """`[N, 2]` degrees east and north to `[N, 2]` units right and down."""
        east, north = np.radians(degrees).T
        east0, north0 = self.centre
        cosine = np.sin(north0) * np.sin(north) + np.cos(north0) * np.cos(north) * np.cos(
            east - east0
        )
        factor = np.sqrt(2 / (1 + cosine)) * EARTH_KM / self.unit_km
        right = factor * np.cos(north) * np.sin(east - east0)
        up = factor * (
            np.cos(north0) * np.sin(north) - np.sin(north0) * np.cos(north) * np.cos(east - east0)
        )
        return np.column_stack([self.origin[0] + right, self.origin[1] - up])

    def shape(self, degrees: BaseGeometry) -> BaseGeometry:
        return shapely.make_valid(shapely.transform(degrees, self.project))


def main(arguments: list[str]) -> None:
    description, atlas = Path(arguments[0]), Path(arguments[1])
    settings = tomllib.loads(description.read_text(encoding="utf-8"))
    frame = Frame(settings["frame"])
    near = shapely.box(*settings["frame"]["degrees"])
    countries = {
        name: frame.shape(shapely.intersection(shape, near))
        for name, shape in read_countries(atlas / "countries-50m.json").items()
        if shapely.intersects(shape, near)
    }
    shapes = divide(frame, countries, settings)
    for whole, parts in settings.get("unions", {}).items():
        shapes[whole] = shapely.coverage_union_all([shapes[part] for part in parts])
    OUTPUT.mkdir(parents=True, exist_ok=True)
    target = OUTPUT / f"{description.stem}.svg"
    target.write_text(picture(frame, shapes, settings, description.stem), encoding="utf-8")
    print(f"{target}: {len(shapes)} shapes, {target.stat().st_size // 1024} KiB")


def divide(
    frame: Frame, countries: dict[str, BaseGeometry], settings: dict[str, Any]
) -> dict[str, BaseGeometry]:
    """Every face between outlines goes to one shape, so that shapes can't overlap."""
    owners = {country: shape for shape, names in settings["countries"].items() for country in names}
    missing = set(owners) - set(countries)
    if missing:
        raise SystemExit(f"no such country in the frame: {', '.join(sorted(missing))}")
    cuts = [
        (frozenset(cut["from"]), cut["to"], frame.shape(shapely.Polygon(cut["polygon"])))
        for cut in settings.get("cuts", [])
    ]
    seams = site_cells(frame, settings.get("sites", {}))
    seas = site_cells(frame, settings.get("seas", {}))
    lines = [shape.boundary for shape in countries.values()]
    lines += [polygon.boundary for _, _, polygon in cuts]
    lines += [cell.boundary for cells in (seams, seas) for cell in cells.values()]
    lines.append(frame.box.boundary)
    noded = shapely.union_all(
        shapely.set_precision(np.array(lines, dtype=object), 0.001), grid_size=0.001
    )
    faces = [
        face
        for face in shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
        if shapely.covers(frame.box, shapely.point_on_surface(face))
    ]
    grouped: dict[str, list[BaseGeometry]] = defaultdict(list)
    trees = list(countries.items())
    for shape in countries.values():
        shapely.prepare(shape)
    for face in faces:
        point = shapely.point_on_surface(face)
        country = next((name for name, shape in trees if shapely.contains(shape, point)), None)
        if country is None:
            sea = next((name for name, cell in seas.items() if shapely.contains(cell, point)), "")
            if sea.startswith("place-"):
                grouped[sea].append(face)
            continue
        owner = owners.get(country, "context")
        for sources, target, polygon in cuts:
            if owner in sources and shapely.contains(polygon, point):
                owner = target
        for site, cell in seams.items():
            if owner == "sites" and shapely.contains(cell, point):
                owner = site
        grouped[owner].append(face)
    if seams:
        keep_islands_whole(grouped, set(seams), float(settings["frame"]["island"]))
    names = sorted(grouped)
    whole = [shapely.coverage_union_all(grouped[name]) for name in names]
    simple = shapely.coverage_simplify(
        whole, float(settings["frame"]["tolerance"]), simplify_boundary=True
    )
    return dict(zip(names, simple, strict=True))


def keep_islands_whole(
    grouped: dict[str, list[BaseGeometry]], sites: set[str], largest: float
) -> None:
    """Gives each island of up to `largest` square units to the site that has most of it."""
    pieces = [(name, face) for name in sites for face in grouped.get(name, [])]
    land = [
        face for name, faces in grouped.items() if not name.startswith("place-") for face in faces
    ]
    land += [face for _, face in pieces]
    for island in shapely.get_parts(shapely.union_all(land)):
        if island.area > largest:
            continue
        shapely.prepare(island)
        own = [(n, f) for n, f in pieces if shapely.covers(island, shapely.point_on_surface(f))]
        if not own:
            continue
        shares: dict[str, float] = defaultdict(float)
        for name, face in own:
            shares[name] += face.area
        owner = max(shares, key=lambda name: shares[name])
        for name, face in own:
            grouped[name].remove(face)
            grouped[owner].append(face)


def site_cells(frame: Frame, sites: dict[str, list[list[float]]]) -> dict[str, BaseGeometry]:
    """The part of the frame that is nearer to a point of each site than to any other's."""
    if not sites:
        return {}
    names = [name for name, points in sites.items() for _ in points]
    degrees = [point for points in sites.values() for point in points]
    points = shapely.points(frame.project(np.array(degrees, dtype=np.float64)))
    cells = shapely.get_parts(
        shapely.voronoi_polygons(shapely.MultiPoint(list(points)), extend_to=frame.box)
    )
    grouped: dict[str, list[BaseGeometry]] = defaultdict(list)
    for name, point in zip(names, points, strict=True):
        grouped[name].append(next(cell for cell in cells if shapely.contains(cell, point)))
    return {name: shapely.union_all(parts) for name, parts in grouped.items()}


def picture(
    frame: Frame, shapes: dict[str, BaseGeometry], settings: dict[str, Any], name: str
) -> str:
    root = ElementTree.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {frame.width} {frame.height}"},
    )
    ElementTree.SubElement(root, "desc").text = CREDIT.format(name=name)
    chips, marks = settings.get("chips", {}), settings.get("marks", {})
    for identity, shape in shapes.items():
        path = outline(shape)
        if not path:
            raise SystemExit(f"nothing is left of {identity}")
        attributes = {"id": identity, "d": path}
        chip, point = chips.get(identity, (None, marks.get(identity)))
        if chip is not None:
            attributes["data-chip"] = "{:g},{:g}".format(*chip)
        if point is not None:
            at = frame.project(np.array([point], dtype=np.float64))[0]
        elif identity.startswith("place-"):
            at = roomiest(shape)
        if point is not None or identity.startswith("place-"):
            attributes["data-point"] = "{:.1f},{:.1f}".format(*at)
        if identity in settings.get("seas", {}):
            attributes["data-water"] = "yes"
        ElementTree.SubElement(root, "path", attributes)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def roomiest(shape: BaseGeometry) -> NDArray[np.float64]:
    """The point of a shape that is farthest from its outline: room for a name."""
    largest = max(shapely.get_parts(shape), key=lambda part: part.area)
    return np.array(shapely.maximum_inscribed_circle(largest, 0.5).coords[0])


def outline(shape: BaseGeometry) -> str:
    """The path of a shape: absolute points only, so that shared frontiers can be compared."""
    rings: list[str] = []
    for polygon in shapely.get_parts(shape):
        if polygon.geom_type != "Polygon" or polygon.area < SMALLEST_ISLAND:
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            points = np.round(np.array(ring.coords)[:-1], DECIMALS)
            keep = np.any(points != np.roll(points, 1, axis=0), axis=1)
            points = points[keep]
            if len(points) > 2:
                rings.append("M" + "L".join(f"{x:g},{y:g}" for x, y in points) + "Z")
    return "".join(rings)


if __name__ == "__main__":
    main(sys.argv[1:])
