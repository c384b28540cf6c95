"""The words of the pages, collected from the templates and the sources, for the catalogs.

`python -m legation.play.web.catalog` brings the catalogs up to date: new words come in without a
translation, words that are gone go out. A test holds that none lacks its translation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from legation.envs.engine import LANGUAGES
from legation.play.web.i18n import catalog_path

_PLAY = Path(__file__).resolve().parents[1]
_TEMPLATES = Path(__file__).parent / "templates"
_CALLS = {"RefusalError": 1, "words": 0}  # the argument that holds the words
Message = str | tuple[str, ...]


def messages() -> dict[Message, str]:
    """Each message with the file that it is from."""
    found: dict[Message, str] = {}
    for path in sorted(_TEMPLATES.glob("*.html")):
        with path.open("rb") as file:
            for _, message, _, _ in extract("jinja2.ext.babel_extract", file):
                found.setdefault(message if isinstance(message, str) else tuple(message), path.name)
    for path in sorted(_PLAY.rglob("*.py")):
        for text in _spoken(path.read_text(encoding="utf-8")):
            found.setdefault(text, path.name)
    return found


def _spoken(source: str) -> Iterator[str]:
    """Texts that are given to one of the calls above."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        place = _CALLS.get(node.func.id)
        if place is None or len(node.args) <= place:
            continue
        argument = node.args[place]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        elif isinstance(argument, ast.Name) and argument.id.startswith("_"):
            yield from _constant(source, argument.id)


def _constant(source: str, name: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            yield str(ast.literal_eval(node.value))


def update(language: str) -> None:
    """Rewrites one catalog with today's messages."""
    path = catalog_path(language)
    old = Catalog(locale=language)
    if path.is_file():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
    fresh = Catalog(locale=language, fuzzy=False)
    for message, place in sorted(messages().items(), key=lambda pair: str(pair[0])):
        known = old.get(message if isinstance(message, str) else message[0])
        fresh.add(message, known.string if known else "", locations=[(place, 0)])
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, fresh, width=100, omit_header=True, include_lineno=False)


if __name__ == "__main__":
    for name in LANGUAGES[1:]:
        update(name)
