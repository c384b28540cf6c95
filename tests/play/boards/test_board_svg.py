"""Pictures of positions: what they mark and say, and that they can't leak or break a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from legation.envs import GAMES, load_game
from legation.envs.engine import LANGUAGES, Game, LegationError, Observation
from legation.envs.engine.board import (
    Bar,
    Board,
    BoardSeat,
    DescribeBoard,
    Face,
    Link,
    Number,
    Place,
    Token,
    Total,
    Tray,
)
from legation.play.boards import STYLESHEET, board_svg, seat_letter
from legation.play.boards.palette import COLOURS, PATTERNS, SHADES
from legation.play.boards.picture import choosable
from legation.tests.toys import kuhn

WITH_BOARD = [game_id for game_id in GAMES if load_game(game_id).board is not None]
# What the pages' content security policy lets through.
ELEMENTS = {
    "svg", "g", "defs", "pattern", "clipPath", "rect", "circle", "path", "polygon", "text", "title",
}  # fmt: skip


def tree(markup: str) -> Element:
    return ElementTree.fromstring(f"<div>{markup}</div>")


def elements(root: Element) -> Iterator[tuple[str, Element]]:
    for element in root.iter():
        yield element.tag.split("}")[-1], element


def places(root: Element) -> dict[str, list[Element]]:
    found: dict[str, list[Element]] = {}
    for _, element in elements(root):
        if "data-place" in element.attrib:
            found.setdefault(element.attrib["data-place"], []).append(element)
    return found


def is_choosable(element: Element) -> bool:
    return "choosable" in element.attrib["class"].split()


def positions(game: Game, count: int = 12) -> Iterator[Observation]:
    """What the seat to act sees, along a game at random; the end too."""
    rng = np.random.default_rng(7)
    state = game.new_state(4)
    step = max(1, game.max_decisions // (2 * count))
    taken = 0
    while not state.over:
        seen = game.observe(state, int(state.actor))
        if taken % step == 0:
            yield seen
        game.apply(state, int(rng.choice(seen.legal_actions())))
        taken += 1
    yield game.observe(state, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", WITH_BOARD)
def test_pictures_of_whole_games_are_plain_and_mark_what_is_legal(
    game_id: str, language: str
) -> None:
    game = load_game(game_id)
    for seen in positions(game):
        legal = seen.legal_actions()
        markup = board_svg(game, seen, legal, language)
        assert markup is not None
        root = tree(markup)
        for tag, element in elements(root):
            assert tag in ELEMENTS | {"div"}
            assert not any(name == "style" or name.startswith("on") for name in element.attrib)
        ids = [e.attrib["id"] for _, e in elements(root) if "id" in e.attrib]
        assert len(ids) == len(set(ids))
        assert set(re.findall(r"url\(#([^)]+)\)", markup)) <= set(ids)
        shown = places(root)
        marked = {name for name, found in shown.items() if any(map(is_choosable, found))}
        assert marked == {":".join(place) for place in choosable(game, legal)} & set(shown)
        assert board_svg(game, seen, legal, language) == markup


@pytest.mark.parametrize("game_id", WITH_BOARD)
def test_every_choosable_place_can_be_reached_and_is_named(game_id: str) -> None:
    game = load_game(game_id)
    for seen in positions(game, 6):
        markup = board_svg(game, seen, seen.legal_actions(), "en")
        assert markup is not None
        for name, found in places(tree(markup)).items():
            assert all(element[0].tag.endswith("title") for element in found)
            if any(map(is_choosable, found)):
                (button,) = [e for e in found if e.get("role") == "button"]
                assert button.attrib["tabindex"] == "0", name
                assert button.attrib["aria-label"]


@pytest.mark.parametrize("game_id", WITH_BOARD)
def test_nothing_is_choosable_for_those_who_watch(game_id: str) -> None:
    game = load_game(game_id)
    seen = game.observe(game.new_state(1), game.spectator)
    markup = board_svg(game, seen, None, "en")
    assert markup is not None
    assert "choosable" not in markup
    assert "tabindex" not in markup


@pytest.mark.parametrize("game_id", WITH_BOARD)
def test_a_picture_does_not_depend_on_what_the_viewer_may_not_know(game_id: str) -> None:
    """States drawn anew from what the viewer knows give the same bytes."""
    game = load_game(game_id)
    rng = np.random.default_rng(3)
    for seen in positions(game, 6):
        for viewer in range(game.seats):
            assert game.determinize is not None
            state = game.determinize(seen, rng)
            own = game.observe(state, viewer)
            other = game.observe(game.determinize(own, rng), viewer)
            assert board_svg(game, own, None, "en") == board_svg(game, other, None, "en")


def drawn(board: Board, legal: list[int] | None = None) -> Element:
    """The picture of a made-up board, by way of a game that has seats and actions."""
    describe: DescribeBoard = lambda observation, language: board  # noqa: E731
    game = replace(load_game("embassies"), board=describe)
    markup = board_svg(game, game.observe(game.new_state(0), 0), legal, "en")
    assert markup is not None
    return tree(markup)


SEATS = tuple(
    BoardSeat(name.lower(), name, name[0])
    for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
)
PLAIN = Board("Test", "place", "units", "power", SEATS, (), full=10)


def test_words_are_escaped() -> None:
    nasty = '</title><script>alert("1")</script>&'
    place = Place("country", "italy", nasty, (Bar(1),), tokens=(Token(nasty, nasty, 0),))
    board = replace(PLAIN, places=(place,), facts=(nasty,), title=nasty)
    root = drawn(board)
    assert not any(tag == "script" for tag, _ in elements(root))
    assert any(nasty in (element.text or "") for _, element in elements(root))


def test_the_unknown_is_shown_as_unknown() -> None:
    place = Place("country", "italy", "Italy", (Bar(None), Bar(3, added=2, mark=True)))
    board = replace(PLAIN, places=(place,), mark_title="rights",
                    totals=(Total("sum", (None, 3, 0, 0, 0)),))  # fmt: skip
    root = drawn(board)
    (row,) = places(root)["country:italy"]
    assert row.attrib["aria-label"] == "Italy; Alpha unknown; Beta 3 (2 of it new, rights)"
    assert "?" in [element.text for _, element in elements(row)]
    assert any("sum: Alpha ?; Beta 3" in e.get("aria-label", "") for _, e in elements(root))


def test_pieces_can_be_chosen_in_places_and_beside_the_board() -> None:
    """And no button lies in another."""
    game = load_game("embassies")
    one = Token("Envoy", "the envoy", 0, "country", "serbia")
    other = Token("Spare", "the spare envoy", 0, "country", "greece")
    place = Place("country", "italy", "Italy", (Bar(1),), tokens=(one,))
    board = replace(PLAIN, places=(place,), trays=(Tray("in hand", (other, other)),))
    legal = [game.action("place", country=c, amount=1) for c in ("italy", "serbia", "greece")]
    root = drawn(board, legal)
    shown = places(root)
    assert {name for name, found in shown.items() if any(map(is_choosable, found))} == {
        "country:italy", "country:serbia", "country:greece",
    }  # fmt: skip
    for found in shown.values():
        for element in found:
            assert not any("data-place" in below.attrib for below in list(element.iter())[1:])


def test_allies_are_linked_in_words_too() -> None:
    root = drawn(replace(PLAIN, links=(Link((1, 3), "allies: Beta and Delta"),)))
    assert any(e.get("aria-label") == "allies: Beta and Delta" for _, e in elements(root))


def test_pieces_on_a_map_of_names_are_squares_and_unknown_ones_blank() -> None:
    known = Token("■ Guards 4", "Guards: 4 of 4 steps", 0, "block", "guards")
    place = Place("location", "skane", "Skane", (Bar(0), Bar(2)), tokens=(known,))
    board = replace(PLAIN, seats=SEATS[:2], places=(place,), map="baltic_1700")
    ground = drawn(board)[0]
    assert "named" in ground.attrib["class"].split()
    faces = [e for tag, e in elements(ground) if "face" in e.get("class", "").split()]
    assert [("blank" in e.attrib["class"]) for e in faces] == [False, True, True]
    assert faces[0].attrib["fill"] == COLOURS[0]
    assert faces[1].attrib["fill"] == "url(#board-m-seat-1)"
    texts = [element.text for tag, element in elements(ground) if tag == "text"]
    assert "4" in texts


def test_pieces_of_several_colours_show_them_with_letters_and_patterns() -> None:
    """Known ones too; who may not tell them apart sees the colours, and how many there are."""
    faces = (Face("red", "red", "Rd", "Danes"), Face("yellow", "yellow", "Ye", "Turks"))
    known = Token("■ Guards 4", "Guards: 4 of 4 steps", 0, "block", "guards", 1)
    hidden = Token("□ red: 2", "red blocks unseen: 2", 1, face=0, unseen=2)
    place = Place("location", "skane", "Skane", (Bar(0), Bar(3)), tokens=(known, hidden))
    board = replace(PLAIN, seats=SEATS[:2], places=(place,), map="baltic_1700", faces=faces)
    ground, rows = drawn(board)
    (chip,) = [e for _, e in elements(ground) if e.get("class") == "place chip"]
    squares = [e for _, e in elements(chip) if "face" in e.get("class", "").split()]
    assert [e.attrib["fill"] for e in squares] == [
        SHADES["yellow"].ground, "url(#board-m-face-0)", "url(#board-m-face-0)",
        "url(#board-m-seat-1)",
    ]  # fmt: skip
    patterns = {e.attrib["id"]: e for tag, e in elements(ground) if tag == "pattern"}
    assert any(tag == "path" for tag, _ in elements(patterns["board-m-face-0"]))
    written = [element.text for tag, element in elements(chip) if tag == "text"]
    assert written.count("Rd") == 2
    assert "4" in written
    words = [element.text or "" for tag, element in elements(ground) if tag == "text"]
    assert {"red", "Danes", "yellow", "Turks"} <= set(words)  # the legend
    assert any("Rd red: Danes" in (e.text or "") for tag, e in elements(rows) if tag == "text")
    assert any("red blocks unseen: 2" in e.get("aria-label", "") for _, e in elements(rows))


def test_a_colour_that_nobody_can_draw_is_refused() -> None:
    board = replace(PLAIN, faces=(Face("mauve", "mauve", "M"),))
    with pytest.raises(LegationError, match=r"mauve.*blue, green, grey, red, yellow"):
        drawn(board)


def test_a_long_table_names_empty_places_together() -> None:
    places_ = tuple(
        Place("region", f"r{n}", f"Region {n}", (Bar(n % 10 == 0),), state="closed" * (n == 3))
        for n in range(40)
    )
    root = drawn(replace(PLAIN, seats=SEATS[:1], places=places_))
    shown = places(root)
    assert len(shown) == 41  # and the seat's head
    rows = [e for name, (e,) in shown.items() if any(b.tag.endswith("rect") and
            b.get("class") == "ground" and float(b.attrib["height"]) > 20 for b in e)]  # fmt: skip
    assert len(rows) == 4
    assert "closed" in shown["region:r3"][0].attrib["aria-label"]
    short = drawn(replace(PLAIN, seats=SEATS[:1], places=places_[:20]))[0]
    assert float(short.attrib["viewBox"].split()[3]) > 20 * 30


def test_long_titles_of_totals_stay_left_of_the_figures() -> None:
    long = "a title that needs two lines"
    root = drawn(replace(PLAIN, totals=(Total(long, (1, 2, 3, 4, 5)), Total("sum", (0,) * 5))))
    texts = [e for tag, e in elements(root) if tag == "text"]
    (first,) = [e for e in texts if (e.text or "").startswith("a title")]
    assert first.text != long
    assert float(first.attrib["font-size"]) < 12


def test_places_without_a_shape_are_drawn_beside_the_map() -> None:
    bars = tuple(Bar(amount) for amount in (0, 1, 2, 3, 4))
    signs = (Number("S", "significance", 4),)
    places_ = tuple(
        Place("region", item, item.title(), bars, signs, holder=2)
        for item in ("poland", "greece", "galicia", "atlantis")
    )
    root = drawn(replace(PLAIN, places=places_, map="europe_1933"))
    ground, rows = root
    assert "board-map" in ground.attrib["class"]
    assert "board-table" in rows.attrib["class"]
    shown = places(ground)
    assert set(shown) == {f"region:{place.item}" for place in places_}
    assert [len(shown[f"region:{item}"]) for item in ("poland", "galicia")] == [2, 1]
    height = float(ground.attrib["viewBox"].split()[3])
    without = drawn(replace(PLAIN, places=places_[:2], map="europe_1933"))[0]
    assert height > float(without.attrib["viewBox"].split()[3])


def test_long_names_stay_within_their_column() -> None:
    place = Place("country", "italy", "A name that is far too long for the column of names")
    (row,) = places(drawn(replace(PLAIN, places=(place,))))["country:italy"]
    texts = [element for tag, element in elements(row) if tag == "text"]
    assert float(texts[0].attrib["textLength"]) < 106


def test_a_game_without_a_board_has_no_picture() -> None:
    game = kuhn.build()
    seen = game.observe(game.new_state(1), 0)
    assert board_svg(game, seen, seen.legal_actions(), "en") is None
    assert seat_letter(game, 0, "en") is None


def test_seats_have_letters_in_both_languages() -> None:
    game = load_game("embassies")
    for language in LANGUAGES:
        letters = [seat_letter(game, seat, language) for seat in range(game.seats)]
        assert None not in letters
        assert len(set(letters)) == game.seats
    assert seat_letter(game, game.spectator, "en") is None


def _luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def test_colours_can_be_read_and_patterns_differ() -> None:
    for colour in COLOURS:
        assert 1.05 / (_luminance(colour) + 0.05) >= 4.5
    assert len(set(COLOURS)) == len(set(PATTERNS)) == len(COLOURS)
    for shade in SHADES.values():
        light, dark = sorted(map(_luminance, (shade.ground, shade.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
    assert len({shade.strokes for shade in SHADES.values()}) == len(SHADES)
    assert not {shade.ground for shade in SHADES.values()} & set(COLOURS)


def test_the_stylesheet_is_there() -> None:
    """With the same colours as the pictures."""
    text = STYLESHEET.read_text(encoding="utf-8")
    assert ".choosable" in text
    assert re.findall(r"^\.seat-\d { --seat: (#\w+); }$", text, re.M) == list(COLOURS)
