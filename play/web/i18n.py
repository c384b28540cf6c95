"""Words of the pages by language: gettext catalogs (`locale/`), and Jinja environments with them.

The message ids are the English words. Catalogs are read as they are edited (`.po`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale, negotiate_locale
from babel.dates import format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request

from legation.envs.engine import LANGUAGES
from legation.play.refusal import RefusalError

LOCALES = Path(__file__).parent / "locale"
COOKIE = "legation_language"


def catalog_path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "legation.po"


@cache
def translations(language: str) -> NullTranslations:
    """The catalog of a language; English needs none."""
    path = catalog_path(language)
    if not path.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def environment(language: str) -> Environment:
    """The templates in one language."""
    env = Environment(
        loader=PackageLoader("legation.play.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    locale = Locale(language)
    env.filters["percent"] = lambda share: format_percent(share, "0 %", locale=locale)
    env.filters["number"] = lambda value: format_decimal(value, "+0.00;-0.00", locale=locale)
    env.filters["duration"] = lambda seconds: format_timedelta(
        timedelta(seconds=max(0.0, seconds)), locale=locale
    )
    env.filters["clock"] = lambda at: datetime.fromtimestamp(at, UTC).strftime("%H:%M")
    env.filters["iso"] = lambda at: datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    return env


def language_of(request: Request) -> str:
    """By the switch (a cookie), else as the browser asks, else English."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    header = request.headers.get("accept-language", "")[:200]
    weighted = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((float(weight) if weight else 1.0, tag.strip().replace("-", "_")))
        except ValueError:
            continue
    asked = [tag for _, tag in sorted(weighted, key=lambda pair: -pair[0]) if tag]
    return negotiate_locale(asked, LANGUAGES) or LANGUAGES[0]


def refusal_words(error: RefusalError, language: str) -> str:
    """The reason of a no, in the reader's language."""
    words = translations(language).gettext(error.words)
    return words.format(**error.values) if error.values else words


def words_of(language: str) -> Callable[[str], str]:
    return translations(language).gettext


def render(language: str, template: str, context: dict[str, Any]) -> str:
    return environment(language).get_template(template).render(context)
