"""The catalogs have every word of the pages, and nothing else."""

from __future__ import annotations

import re
import string

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from starlette.requests import Request

from legation.envs import GAMES, game_options
from legation.envs.engine import LANGUAGES, Option
from legation.play.options import value_text
from legation.play.refusal import CODES
from legation.play.web.catalog import messages
from legation.play.web.i18n import catalog_path, language_of, translations
from tests.play.conftest import TOYS

OTHERS = LANGUAGES[1:]


def catalog(language: str) -> dict[object, Message]:
    with catalog_path(language).open("rb") as file:
        found = read_po(file, locale=language)
    return {m.id if isinstance(m.id, str) else tuple(m.id): m for m in found if m.id}


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str) -> None:
    have, wanted = catalog(language), messages()
    assert set(have) == set(wanted), "run python -m legation.play.web.catalog"
    for key, message in have.items():
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        assert all(texts), key
        assert not message.fuzzy, key
        source = key if isinstance(key, str) else key[-1]  # type: ignore[index]
        for text in texts:
            assert places(text) == places(source), key


def places(text: str) -> set[str]:
    """The names that are filled in."""
    named = set(re.findall(r"%\((\w+)\)", text))
    if not named:
        named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return named


def test_words_were_found_in_templates_and_sources() -> None:
    found = set(messages())
    assert {"Play now", "That is not legal now.", ("%(num)d seat", "%(num)d seats")} <= found
    assert len(found) > 120


def test_russian_counts_as_russian_does() -> None:
    ru = translations("ru").ngettext
    forms = [ru("%(num)d seat", "%(num)d seats", n) % {"num": n} for n in (1, 2, 5, 21)]
    assert forms == ["1 место", "2 места", "5 мест", "21 место"]


@pytest.mark.parametrize(
    ("header", "cookie", "language"),
    [
        ("", "", "en"),
        ("ru", "", "ru"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "", "ru"),
        ("en-GB,en;q=0.9,ru;q=0.8", "", "en"),
        ("de,ru;q=0.5,en;q=0.4", "", "ru"),
        ("de", "", "en"),
        ("ru", "en", "en"),
        ("en", "ru", "ru"),
        ("en", "xx", "en"),
        (";;q=x,,*", "", "en"),
        ("ru;q=nan", "", "ru"),
    ],
)
def test_the_language_is_the_switch_or_what_the_browser_asks(
    header: str, cookie: str, language: str
) -> None:
    headers = [(b"accept-language", header.encode())]
    if cookie:
        headers.append((b"cookie", f"legation_language={cookie}".encode()))
    request = Request({"type": "http", "headers": headers, "method": "GET", "path": "/"})
    assert language_of(request) == language


def test_every_refusal_has_a_status() -> None:
    assert all(400 <= status < 600 for status in CODES.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [name for name in GAMES if name not in TOYS])
def test_values_of_options_are_words_not_names(game: str, language: str) -> None:
    for option in game_options(game):
        if isinstance(option, Option):
            said = [value_text(option, value, language) for value in option.values]
            assert len(set(said)) == len(option.values)
            names = {v for v in option.values if isinstance(v, str)}
            names = {v for v in names if "_" in v} if language == "en" else names
            assert not set(said) & names, option.name
