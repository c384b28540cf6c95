"""Elements of SVG. Presentation attributes only: the pages' policy forbids inline styles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

INK, FAINT, LINE, PAPER = "#1f2933", "#5b6670", "#d5dae0", "#ffffff"
CHOOSABLE = "#0b57b0"  # the colour of links
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"
# Mean width of a letter in ems; Cyrillic letters are wider.
_LATIN, _CYRILLIC, _BOLD = 0.54, 0.59, 1.06


def add(
    parent: Element, tag: str, attributes: Mapping[str, str | float], text: str = ""
) -> Element:
    element = SubElement(parent, tag, {key: _plain(value) for key, value in attributes.items()})
    if text:
        element.text = text
    return element


def _plain(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def picture(kind: str, width: float, height: float, label: str) -> Element:
    """The outermost element; what is in it are groups with roles of their own."""
    return Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": f"board {kind}",
            "viewBox": f"0 0 {_plain(width)} {_plain(height)}",
            "role": "group",
            "aria-label": label,
            "font-family": FONT,
        },
    )


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text will be; fonts differ, so leave some room."""
    letters = sum(_CYRILLIC if "\u0400" <= c <= "\u04ff" else _LATIN for c in text)
    return letters * size * (_BOLD if bold else 1.0)


def add_text(
    parent: Element,
    at: tuple[float, float],
    text: str,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "start",
    colour: str = INK,
    room: float | None = None,
    halo: bool = False,
) -> Element:
    """A line of text; one that is wider than `room` is squeezed into it."""
    attributes: dict[str, str | float] = {
        "x": at[0], "y": at[1], "font-size": size, "fill": colour, "text-anchor": anchor,
    }  # fmt: skip
    if bold:
        attributes["font-weight"] = "700"
    if room is not None and text_width(text, size, bold=bold) > room:
        attributes |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    if halo:
        attributes |= {
            "stroke": PAPER, "stroke-width": size / 3, "stroke-linejoin": "round",
            "paint-order": "stroke",
        }  # fmt: skip
    return add(parent, "text", attributes, text)


def lines(texts: Sequence[str], size: float, room: float) -> list[str]:
    """Texts broken into lines that fit `room`."""
    broken = []
    for text in texts:
        letters = max(len(text), 1)
        broken += wrap(text, max(8, int(room / (text_width(text, size) / letters))))
    return broken


def star(parent: Element, x: float, y: float, radius: float, colour: str) -> None:
    """A star of five points around (x, y)."""
    points = (
        (0, -1), (0.26, -0.36), (0.95, -0.31), (0.43, 0.14), (0.59, 0.81),
        (0, 0.45), (-0.59, 0.81), (-0.43, 0.14), (-0.95, -0.31), (-0.26, -0.36),
    )  # fmt: skip
    path = " ".join(f"{x + dx * radius:.1f},{y + dy * radius:.1f}" for dx, dy in points)
    add(parent, "polygon", {"points": path, "fill": colour})
