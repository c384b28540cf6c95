"""The map of a board: shapes in their holders' colours, and a chip of figures for each place."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from xml.etree.ElementTree import Element

from legation.envs.engine.board import Board, Place
from legation.play.boards import drawing
from legation.play.boards.drawing import CHOOSABLE, FAINT, INK, PAPER, add, add_text, text_width
from legation.play.boards.labels import (
    Label,
    Piece,
    draw_label,
    draw_note,
    draw_piece,
    draw_pieces,
    label_of,
    pieces_of,
    place_labels,
)
from legation.play.boards.palette import add_patterns, colour, fill, soft_fill, tint
from legation.play.boards.shapes import Map, Point, read_map
from legation.play.boards.table import PlaceId
from legation.play.boards.words import BLANK, BLANK_FACE, FACE, MAP, PIECE, in_words

_SEA, _LAND, _FREE, _FRONTIER = "#e4f0f3", "#eceae4", "#fffdf5", "#8b8578"
CHIP_HEIGHT = 31.0
_BADGE, _COLUMN, _BAR = 15.0, 11.0, 11.0
_KEY, _STRIP, _FACES = 30.0, 46.0, 43.0


def atlas(board: Board, choosable: AbstractSet[PlaceId], prefix: str, language: str) -> Element:
    """The picture. A place without a shape on the map gets its chip in a strip below it."""
    assert board.map is not None
    return _Atlas(board, read_map(board.map), choosable, prefix, language).draw()


def chip_width(seats: int) -> float:
    return _COLUMN * seats + _BADGE + 6


class _Atlas:
    def __init__(self, board: Board, ground: Map, choosable: AbstractSet[PlaceId],
                 prefix: str, language: str) -> None:  # fmt: skip
        self.board = board
        self.map = ground
        self.choosable = choosable
        self.prefix = prefix
        self.language = language
        self.loose = [place for place in board.places if self._id(place) not in ground.shapes]
        # Places without room for a chip: a name, and pieces below it.
        self.named = [(place, shape.point) for place in board.places
                      if (shape := ground.shapes.get(self._id(place))) is not None
                      and shape.chip is None and shape.point is not None]  # fmt: skip

    def draw(self) -> Element:
        rows = -(-len(self.loose) // 5)
        strip = _STRIP * rows
        legend = _FACES if self.named and self.board.faces else 0
        width, height = self.map.width, self.map.height + strip + _KEY + legend
        kind = "board-map named" if self.named else "board-map"
        root = drawing.picture(kind, width, height, self.board.title)
        # The table that comes with the map says all of it, and takes the keyboard.
        root.set("role", "img")
        root.set("aria-label", f"{self.board.title}. {MAP.in_language(self.language)}")
        add_patterns(root, self.prefix, self.board)
        clip = add(root[0], "clipPath", {"id": f"{self.prefix}-frame"})
        frame = {"width": width, "height": self.map.height, "rx": 10}
        add(clip, "rect", frame)
        add(root, "rect", {"width": width, "height": height, "rx": 10, "fill": PAPER})
        land = add(root, "g", {"clip-path": f"url(#{self.prefix}-frame)"})
        add(land, "rect", {**frame, "fill": _SEA})
        self._land(land)
        for place in self.board.places:
            self._shape(land, place)
        leaders = add(root, "g", {"class": "leaders"})
        for place in self.board.places:
            shape = self.map.shapes.get(self._id(place))
            if shape is not None and shape.chip is not None:
                self._leader(leaders, shape.chip, shape.point)
                self._chip(root, place, shape.chip)
        self._labels(root, leaders)
        for number, place in enumerate(self.loose):
            at = (width * (0.5 + number % 5) / 5, self.map.height + _STRIP * (number // 5) + 28)
            self._chip(root, place, at)
        self._key(root, self.map.height + strip)
        if legend:
            self._faces(root, self.map.height + strip + _KEY)
        return root

    def _id(self, place: Place) -> str:
        return f"place-{place.item}"

    def _land(self, parent: Element) -> None:
        """Everything that is no place of this position: other countries, and the seats' own."""
        places = {self._id(place) for place in self.board.places}
        line: dict[str, str | float] = {
            "stroke": _FRONTIER,
            "stroke-width": 0.5,
            "stroke-linejoin": "round",
        }
        homes = {f"home-{seat.item}": n for n, seat in enumerate(self.board.seats)}
        for name, shape in self.map.shapes.items():
            if name not in places and name not in homes:
                add(parent, "path", {"d": shape.path, "fill": _LAND, **line})
        for name, seat in homes.items():
            if name in self.map.shapes:
                path = self.map.shapes[name].path
                home = add(parent, "path", {"d": path, "fill": tint(seat), **line})
                add(home, "title", {}, self.board.seats[seat].title)
                self._home_letter(parent, name, seat)

    def _home_letter(self, parent: Element, name: str, seat: int) -> None:
        at = self.map.shapes[name].point
        if at is not None:
            add_text(parent, (at[0], at[1] + 5), self.board.seats[seat].letters, 15, bold=True,
                     anchor="middle", colour=colour(seat))  # fmt: skip

    def _shape(self, parent: Element, place: Place) -> None:
        shape = self.map.shapes.get(self._id(place))
        if shape is None:
            return
        ground = _SEA if shape.water else _FREE
        if place.holder is not None:
            ground = (fill if place.firm else soft_fill)(self.prefix, place.holder)
        group = self._group(parent, place, "place shape")
        chosen = (place.axis, place.item) in self.choosable
        add(group, "path", {
            "d": shape.path, "fill": ground, "fill-opacity": 0.85 if place.firm else 1.0,
            "class": "ground", "stroke": CHOOSABLE if chosen else INK, "stroke-linejoin": "round",
            "stroke-width": 1.7 if chosen or place.highlight else 0.4 if shape.water else 0.8,
        })  # fmt: skip

    def _leader(self, parent: Element, chip: Point, point: Point | None) -> None:
        """A line to the place, where the chip does not lie on it."""
        if point is None:
            return
        (x, y), (px, py) = chip, point
        half = chip_width(len(self.board.seats)) / 2
        if abs(x - px) > half or abs(y - py) > CHIP_HEIGHT / 2:
            self._line(parent, chip, point)

    @staticmethod
    def _line(parent: Element, start: Point, end: Point) -> None:
        (x, y), (px, py) = start, end
        add(parent, "path", {"d": f"M{x},{y}L{px},{py}", "stroke": INK, "stroke-width": 0.9})
        add(parent, "circle", {"cx": px, "cy": py, "r": 2, "fill": INK})

    def _labels(self, root: Element, leaders: Element) -> None:
        if not self.named:
            return
        labels = [label_of(place) for place, _ in self.named]
        anchors = [point for _, point in self.named]
        centres = place_labels(labels, anchors, (self.map.width, self.map.height))
        for (place, point), label, centre in zip(self.named, labels, centres, strict=True):
            if abs(centre[0] - point[0]) > label.width / 2 or (
                abs(centre[1] - point[1]) > label.height / 2
            ):
                self._line(leaders, centre, point)
            self._label(root, place, label, centre)

    def _label(self, root: Element, place: Place, label: Label, centre: Point) -> None:
        group = self._group(root, place, "place chip")
        chosen = (place.axis, place.item) in self.choosable
        water = self.map.shapes[self._id(place)].water
        top = draw_label(group, label, centre, water=water, chosen=chosen)
        pieces = pieces_of(place, len(self.board.seats))
        if pieces:
            draw_pieces(group, pieces, self.board, centre[0], top, self.prefix)
        elif place.state:
            draw_note(group, place.state, centre[0], top)

    def _chip(self, parent: Element, place: Place, at: Point) -> None:
        seats = len(place.bars)
        numbers = place.numbers[:1]
        width = chip_width(seats)
        left, top = at[0] - width / 2, at[1] - CHIP_HEIGHT / 2
        group = self._group(parent, place, "place chip")
        chosen = (place.axis, place.item) in self.choosable
        room = max(width + 24, 0.72 * text_width(place.title, 8.5, bold=True))
        name = add_text(group, (at[0], top - 3), place.title, 8.5, bold=True, anchor="middle",
                        room=room, halo=True, colour=CHOOSABLE if chosen else INK)  # fmt: skip
        if chosen:
            name.set("text-decoration", "underline")
        edge = INK if place.holder is None else colour(place.holder)
        box = {"x": left, "y": top, "width": width, "height": CHIP_HEIGHT, "rx": 4}
        add(group, "rect", {**box, "fill": PAPER, "fill-opacity": 0.94, "stroke": edge,
                            "class": "ground",
                            "stroke-width": 0.7 if place.holder is None else 1.8})  # fmt: skip
        x = left + 3
        if numbers:
            centre = x + _BADGE / 2 - 1
            add(group, "circle", {"cx": centre, "cy": at[1], "r": 6.6, "fill": INK})
            add_text(group, (centre, at[1] + 3.2), str(numbers[0].value), 9, bold=True,
                     anchor="middle", colour=PAPER)  # fmt: skip
            x += _BADGE
        for seat in range(seats):
            self._column(group, place, seat, x + _COLUMN * seat, top)

    def _column(self, group: Element, place: Place, seat: int, x: float, top: float) -> None:
        amount, centre, base = place.bars[seat].amount, x + _COLUMN / 2, top + 20.5
        here = any(token.seat == seat for token in place.tokens)
        letters = self.board.seats[seat].letters
        if here:
            box = {"x": x + 0.8, "y": base + 1.2, "width": _COLUMN - 1.6, "height": 8.3, "rx": 2}
            add(group, "rect", {**box, "fill": colour(seat)})
        add_text(group, (centre, base + 8), letters, 7.5, bold=True, anchor="middle",
                 colour=PAPER if here else colour(seat), room=_COLUMN - 2)  # fmt: skip
        if amount is None:
            add_text(group, (centre, base - 2), "?", 8, anchor="middle", colour=FAINT)
        elif amount:
            height = max(2.0, _BAR * min(1.0, amount / self.board.full))
            bar = {"x": x + 1.5, "y": base - height, "width": _COLUMN - 3, "height": height}
            add(group, "rect", {**bar, "fill": fill(self.prefix, seat)})
            add_text(group, (centre, base - height - 1), str(amount), 7.5, bold=True,
                     anchor="middle")  # fmt: skip

    def _key(self, root: Element, top: float) -> None:
        step = (self.map.width - 12) / max(1, len(self.board.seats))
        for number, seat in enumerate(self.board.seats):
            x = 8 + step * number
            add(root, "rect", {"x": x, "y": top + 5, "width": 15, "height": 11, "rx": 2,
                               "fill": fill(self.prefix, number)})  # fmt: skip
            words = f"{seat.letters} {seat.title}"
            add_text(root, (x + 18, top + 14), words, 9, bold=number in self.board.active,
                     colour=colour(number), room=step - 21)  # fmt: skip
        numbers = next((place.numbers[:1] for place in self.board.places if place.numbers), ())
        notes = [f"{'○' if self.named else '●'} {number.title}" for number in numbers]
        if self.named:
            blank = BLANK_FACE if self.board.faces else BLANK
            notes += [FACE.in_language(self.language), blank.in_language(self.language)]
        elif any(place.tokens for place in self.board.places):
            notes.append(PIECE.in_language(self.language))
        add_text(root, (8, top + 26), "; ".join(notes), 8, colour=FAINT, room=self.map.width - 16)

    def _faces(self, root: Element, top: float) -> None:
        """The colours of pieces: a blank one of each, and whose it is."""
        step = (self.map.width - 12) / len(self.board.faces)
        for number, face in enumerate(self.board.faces):
            x = 8 + step * number
            draw_piece(root, Piece(0, None, number), self.board, (x, top + 3), 13, self.prefix)
            room = step - 22
            add_text(root, (x + 17, top + 9), face.title, 8.5, bold=True, room=room)
            for row, line in enumerate(drawing.lines([face.note], 7, room)[:3]):
                add_text(root, (x + 17, top + 18 + 8 * row), line, 7, colour=FAINT, room=room)

    def _group(self, parent: Element, place: Place, kind: str) -> Element:
        chosen = (place.axis, place.item) in self.choosable
        group = add(parent, "g", {
            "class": f"{kind} choosable" if chosen else kind,
            "data-place": f"{place.axis}:{place.item}",
        })  # fmt: skip
        add(group, "title", {}, in_words(self.board, place, self.language))
        return group
