"""The table of a board: a row for each place, a column of bars for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from xml.etree.ElementTree import Element

from legation.envs.engine.board import Bar, Board, Place, Token
from legation.play.boards import drawing
from legation.play.boards.drawing import (
    CHOOSABLE,
    FAINT,
    INK,
    LINE,
    PAPER,
    add,
    add_text,
    star,
    text_width,
)
from legation.play.boards.labels import Piece, draw_piece
from legation.play.boards.palette import add_patterns, colour, fill
from legation.play.boards.words import EMPTY, TURN, in_words

PlaceId = tuple[str, str]

WIDTH = 400.0
_MARGIN, _NAMES = 8.0, 106.0
_FACT, _LINE, _KEY, _BOLD = 11.5, 15.0, 9.5, 1.1
_LINKS, _HEAD, _ROW, _DETAIL, _TOTAL = 14.0, 44.0, 30.0, 12.0, 24.0
_NEW, _GOLD, _GLOW = "#0b6b3a", "#9a6700", "#fff4d6"
_SWATCH = 3.5  # beside a piece's colour
_LONG = 24  # rows; in a longer table, places where nothing lies are told in few lines


def table(board: Board, choosable: AbstractSet[PlaceId], prefix: str, language: str) -> Element:
    """The picture; `prefix` makes its ids unique in a page."""
    return _Table(board, choosable, prefix, language).draw()


class _Table:
    def __init__(self, board: Board, choosable: AbstractSet[PlaceId],
                 prefix: str, language: str) -> None:  # fmt: skip
        self.board = board
        self.choosable = choosable
        self.prefix = prefix
        self.language = language
        self.column = (WIDTH - _MARGIN - _NAMES) / max(1, len(board.seats))
        # The first one is bold; the others have the same room.
        self.facts = drawing.lines(board.facts, _BOLD * _FACT, WIDTH - 2 * _MARGIN)
        bare = [place for place in board.places if len(board.places) > _LONG and _bare(place)]
        self.rows = [place for place in board.places if place not in bare]
        self.bare = self._tray_lines([_bare_token(place) for place in bare])
        self.bare_places = bare

    def draw(self) -> Element:
        board = self.board
        top = _MARGIN + _LINE * len(self.facts) + (4 if self.facts else 0)
        head = top + (_LINKS if board.links else 4)
        rows = head + _HEAD
        heights = [self._height(place) for place in self.rows]
        bottom = rows + sum(heights)
        key = self._key_lines()
        trays = [self._tray_lines(tray.tokens) for tray in board.trays]
        under = bottom + _TOTAL * len(board.totals)
        if self.bare_places:
            under += _LINE * (len(self.bare) + 1) + 6
        height = under + sum(_LINE * (len(lines) + 1) + 6 for lines in trays)
        height += 13 * len(key) + 8
        root = drawing.picture("board-table", WIDTH, height, board.title)
        add_patterns(root, self.prefix, board)
        add(root, "rect", {"width": WIDTH, "height": height, "rx": 10, "fill": PAPER})
        facts = add(root, "g", {"class": "facts"})
        for number, line in enumerate(self.facts):
            at = (_MARGIN, _MARGIN + _LINE * number + 11)
            add_text(facts, at, line, _FACT, bold=not number, room=WIDTH - 2 * _MARGIN)
        self._links(root, head)
        self._heads(root, head)
        y = rows
        for number, (place, row) in enumerate(zip(self.rows, heights, strict=True)):
            self._row(root, place, y, row, shaded=number % 2 == 0)
            y += row
        self._totals(root, bottom)
        under = bottom + _TOTAL * len(board.totals)
        if self.bare_places:
            under = self._bare(root, under)
        for tray, lines in zip(board.trays, trays, strict=True):
            under = self._tray(root, tray.title, lines, under)
        self._key(root, key, under)
        return root

    def _x(self, seat: int) -> float:
        return _NAMES + self.column * seat

    def _height(self, place: Place) -> float:
        seats = range(len(self.board.seats))
        most = max((len(_of_seat(place.tokens, seat)) for seat in seats), default=0)
        left = len(_details(place)) + len(_of_seat(place.tokens, None)) - 1
        return _ROW + max(most, left, 0) * _DETAIL

    def _links(self, root: Element, head: float) -> None:
        for link in self.board.links:
            left, right = (self._x(seat) + self.column / 2 for seat in link.seats)
            group = add(root, "g", {"class": "link", "role": "img", "aria-label": link.title})
            add(group, "title", {}, link.title)
            up = head - 15
            path = f"M{left:.1f},{head}C{left:.1f},{up} {right:.1f},{up} {right:.1f},{head}"
            add(group, "path", {"d": path, "fill": "none", "stroke": INK, "stroke-width": 1.6})
            for x, seat in zip((left, right), link.seats, strict=True):
                add(group, "circle", {"cx": x, "cy": head, "r": 2.6, "fill": colour(seat)})

    def _heads(self, root: Element, y: float) -> None:
        add_text(root, (_MARGIN, y + 34), self.board.places_title, 10, colour=FAINT)
        for number, seat in enumerate(self.board.seats):
            x, active = self._x(number), number in self.board.active
            words = f"{seat.title}, {TURN.in_language(self.language)}" if active else seat.title
            place = (self.board.seats_axis, seat.item)
            group = self._place(root, place, words)
            box = {"x": x + 3, "y": y + 4, "width": self.column - 6, "height": 24, "rx": 5}
            add(group, "rect", {**box, "fill": fill(self.prefix, number)})
            centre = x + self.column / 2
            width = 16.0 if len(seat.letters) == 1 else 26.0
            disc = {"x": centre - width / 2, "y": y + 8, "width": width, "height": 16, "rx": 8}
            add(group, "rect", {**disc, "fill": colour(number)})
            add_text(group, (centre, y + 20.5), seat.letters, 12.5, bold=True, anchor="middle",
                     colour=PAPER)  # fmt: skip
            chosen = place in self.choosable
            name = add_text(group, (centre, y + 38.5), seat.title, 8.5, bold=active,
                            anchor="middle", room=self.column - 4,
                            colour=CHOOSABLE if chosen else INK)  # fmt: skip
            if chosen:
                name.set("text-decoration", "underline")
            if active:
                add(group, "rect", {**box, "x": x + 1.5, "y": y + 2.5, "width": self.column - 3,
                                    "height": 27, "rx": 6.5, "fill": "none", "stroke": INK,
                                    "stroke-width": 1.8})  # fmt: skip
                add(group, "path", {"d": f"M{centre - 5:.1f},{y - 5}h10l-5,6z", "fill": INK})

    def _row(self, root: Element, place: Place, y: float, height: float, *, shaded: bool) -> None:
        group = self._place(
            root, (place.axis, place.item), in_words(self.board, place, self.language)
        )
        ground = _GLOW if place.highlight else "#f4f6f8" if shaded else PAPER
        frame = {"x": 2, "y": y + 0.5, "width": WIDTH - 4, "height": height - 1, "rx": 4}
        add(group, "rect", {**frame, "fill": ground, "class": "ground"})
        if place.holder is not None:
            bar = {"x": 2, "y": y + 0.5, "width": 4, "height": height - 1}
            add(group, "rect", {**bar, "fill": colour(place.holder)})
        details = _details(place)
        room = _NAMES - _MARGIN - 4
        base = y + 14 if details else y + 19
        chosen = (place.axis, place.item) in self.choosable
        name = add_text(group, (_MARGIN, base), place.title, 12, bold=True, room=room,
                        colour=CHOOSABLE if chosen else INK)  # fmt: skip
        if chosen:
            name.set("text-decoration", "underline")
        for number, line in enumerate(details):
            at = (_MARGIN, y + 25 + _DETAIL * number)
            add_text(group, at, line, 9, colour=FAINT, room=room)
        # Beside the row and not in it: what can be chosen can't lie in another such thing.
        for number, token in enumerate(_of_seat(place.tokens, None)):
            at = (_MARGIN, y + 25 + _DETAIL * (len(details) + number))
            self._token(root, token, at, room)
        for seat, amount in enumerate(place.bars):
            self._bar(group, seat, amount, y)
            for number, token in enumerate(_of_seat(place.tokens, seat)):
                at = (self._x(seat) + 4, y + 36 + _DETAIL * number)
                self._token(root, token, at, self.column - 7)

    def _bar(self, group: Element, seat: int, bar: Bar, y: float) -> None:
        x, full = self._x(seat) + 4, self.column - 8
        if bar.amount is None:
            add_text(group, (x, y + 14), "?", 12, colour=FAINT)
            return
        if bar.amount:
            add_text(group, (x, y + 14), str(bar.amount), 13, bold=True)
        else:
            add_text(group, (x, y + 14), "–", 11, colour="#8a949e")
        after = x + 4 + 8 * len(str(bar.amount))
        if bar.mark:
            star(group, after + 5, y + 9.5, 5.5, _GOLD)
            after += 13
        if bar.added:
            add_text(group, (self._x(seat) + self.column - 4, y + 13), f"+{bar.added}", 9.5,
                     bold=True, anchor="end", colour=_NEW)  # fmt: skip
        track = {"x": x, "y": y + 18, "height": 7.5, "rx": 2}
        add(group, "rect", {**track, "width": full, "fill": "#e3e7eb" if bar.amount else "#edf0f2"})
        if bar.amount:
            width = max(3.0, full * min(1.0, bar.amount / self.board.full))
            add(group, "rect", {**track, "width": width, "fill": fill(self.prefix, seat)})
        if self.board.threshold and bar.amount:
            at = x + full * self.board.threshold / self.board.full
            add(group, "path", {"d": f"M{at:.1f},{y + 16.5}v10.5", "stroke": INK,
                                "stroke-width": 0.9, "stroke-opacity": 0.55})  # fmt: skip

    def _totals(self, root: Element, y: float) -> None:
        for number, total in enumerate(self.board.totals):
            base = y + _TOTAL * number + 16
            add(root, "path", {"d": f"M2,{y + _TOTAL * number + 1}H{WIDTH - 2}", "stroke": LINE})
            pairs = zip(self.board.seats, total.words(), strict=True)
            words = "; ".join(f"{seat.title} {figure}" for seat, figure in pairs)
            group = add(root, "g", {"role": "img", "aria-label": f"{total.title}: {words}"})
            room = _NAMES - _MARGIN - 4
            if text_width(total.title, 12, bold=True) <= room:
                add_text(group, (_MARGIN, base), total.title, 12, bold=True)
            else:
                lines = drawing.lines([total.title], 9, room)[:2]
                for place, line in enumerate(lines):
                    at = (_MARGIN, base + 9.5 * place - 4.5 * (len(lines) - 1))
                    add_text(group, at, line, 9, bold=True, room=room)
            for seat, figure in enumerate(total.words()):
                at = (self._x(seat) + 4, base)
                add_text(group, at, figure, 13, bold=True,
                         colour=colour(seat))  # fmt: skip

    def _tray_lines(self, tokens: Sequence[Token]) -> list[list[tuple[Token, float, float]]]:
        """Pieces with their places and widths, broken into lines."""
        lines: list[list[tuple[Token, float, float]]] = [[]]
        x = _MARGIN
        for token in tokens:
            width = text_width(token.text, _FACT) + 4
            width += _FACT + _SWATCH if token.face is not None else 0
            if x + width > WIDTH - _MARGIN and lines[-1]:
                lines.append([])
                x = _MARGIN
            lines[-1].append((token, x, width))
            x += width + 10
        return lines

    def _bare(self, root: Element, y: float) -> float:
        """The places that have no row: named, in their holders' colours."""
        titles = {place.item: in_words(self.board, place, self.language)
                  for place in self.bare_places}  # fmt: skip
        told = [[(replace(token, title=titles[token.item]), x, width) for token, x, width in line]
                for line in self.bare]  # fmt: skip
        return self._tray(root, EMPTY.in_language(self.language), told, y)

    def _tray(
        self, root: Element, title: str, lines: list[list[tuple[Token, float, float]]], y: float
    ) -> float:
        add(root, "path", {"d": f"M2,{y + 1}H{WIDTH - 2}", "stroke": LINE})
        add_text(root, (_MARGIN, y + 14), title, 10, colour=FAINT, room=WIDTH - 2 * _MARGIN)
        for number, line in enumerate(lines):
            for token, x, width in line:
                self._token(root, token, (x, y + 15 + _LINE * (number + 1) - 3), width, _FACT)
        return y + _LINE * (len(lines) + 1) + 6

    def _token(
        self, root: Element, token: Token, at: tuple[float, float], room: float, size: float = 9
    ) -> None:
        ink = FAINT if token.seat is None else colour(token.seat)
        if token.face is not None:
            # In its colour, with the letters: as the blank side of the piece is.
            piece = Piece(token.seat or 0, None, token.face)
            draw_piece(root, piece, self.board, (at[0], at[1] - size + 1), size + 1, self.prefix)
            at, room = (at[0] + size + _SWATCH, at[1]), room - size - _SWATCH
        if not token.axis:
            add_text(root, at, token.text, size, colour=ink, room=room)
            return
        group = self._place(root, (token.axis, token.item), token.title)
        # Room for a finger, and for the mark of the focus.
        box = {"x": at[0] - 3, "y": at[1] - size, "width": room + 4, "height": size + 3, "rx": 3}
        add(group, "rect", {**box, "fill": PAPER, "fill-opacity": 0, "class": "ground"})
        word = add_text(group, at, token.text, size, colour=ink, room=room)
        if (token.axis, token.item) in self.choosable:
            word.set("fill", CHOOSABLE)
            word.set("text-decoration", "underline")

    def _key_lines(self) -> list[str]:
        """What the mark and the signs mean."""
        board, words = self.board, []
        if board.mark_title:
            limit = f" ({board.bars_title} ≥ {board.threshold})" if board.threshold else ""
            words.append(f"★ {board.mark_title}{limit}")
        several = [place.numbers for place in board.places if len(place.numbers) > 1]
        signs = {number.sign: number.title for numbers in several for number in numbers}
        words += [f"{sign} {title}" for sign, title in signs.items()]
        words += [f"{face.letters} {face.title}: {face.note}" for face in board.faces]
        return drawing.lines(["; ".join(words)], _KEY, WIDTH - 2 * _MARGIN) if words else []

    def _key(self, root: Element, lines: list[str], y: float) -> None:
        for number, line in enumerate(lines):
            at = (_MARGIN, y + 13 * number + 14)
            add_text(root, at, line, _KEY, colour=FAINT, room=WIDTH - 2 * _MARGIN)

    def _place(self, root: Element, place: PlaceId, words: str) -> Element:
        chosen = place in self.choosable
        group = add(
            root,
            "g",
            {
                "class": "place choosable" if chosen else "place",
                "data-place": f"{place[0]}:{place[1]}",
                "role": "button" if chosen else "img",
                "aria-label": words,
                **({"tabindex": "0"} if chosen else {}),
            },
        )
        add(group, "title", {}, words)
        return group


def _bare(place: Place) -> bool:
    """Whether nothing lies there, and nothing happens."""
    there = any(bar.amount != 0 or bar.mark or bar.added for bar in place.bars)
    return not (there or place.tokens or place.firm or place.highlight)


def _bare_token(place: Place) -> Token:
    """A place that has no row, named among others."""
    numbers = [str(number.value) for number in place.numbers[:1] if number.value is not None]
    notes = [f"({place.state})"] if place.state else []
    text = " ".join([place.title, *numbers, *notes])
    return Token(text, place.title, place.holder, place.axis, place.item)


def _details(place: Place) -> list[str]:
    """The lines below a place's name: figures by their signs, where there are several."""
    signs = [n.sign if n.value is None else f"{n.sign} {n.value}" for n in place.numbers]
    if len(place.numbers) == 1 and place.numbers[0].value is not None:
        signs = [f"{place.numbers[0].title} {place.numbers[0].value}"]
    lines = [" · ".join(signs)] if signs else []
    return lines + ([place.state] if place.state else [])


def _of_seat(tokens: tuple[Token, ...], seat: int | None) -> list[Token]:
    return [token for token in tokens if token.seat == seat]
