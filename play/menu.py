"""The legal actions of a decision as a menu, and finding one by number or by a few letters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from legation.envs.engine import LANGUAGES, Observation


@dataclass(frozen=True)
class Item:
    """One legal action: its number, its family, its words, and what a search looks through."""

    action: int
    family: str
    label: str
    words: frozenset[str]


def menu(observation: Observation, language: str) -> list[Item]:
    """The legal actions in the order of their numbers."""
    game = observation.game
    items = []
    for action in observation.legal_actions():
        described = game.describe(action)
        label = game.phrase_of(observation, action, language)
        texts = [label, *(game.label(action, spoken) for spoken in LANGUAGES)]
        texts += [described.family, *(str(value) for value in described.parameters.values())]
        words = frozenset(word for text in texts for word in _words(text))
        items.append(Item(action, described.family, label, words))
    return items


def find(items: list[Item], given: str) -> list[Item]:
    """The items that `given` means: the one with that number, or all whose words begin so.

    `ital 3` finds "place 3 in Italy"; a number among words must match as a whole.
    """
    if given.strip().isdecimal():
        return [item for item in items if item.action == int(given)]
    wanted = _words(given)
    return [item for item in items if wanted and all(_fits(w, item.words) for w in wanted)]


def print_menu(console: Console, items: list[Item]) -> None:
    """The items by family, in columns."""
    for family in dict.fromkeys(item.family for item in items):
        own = [item for item in items if item.family == family]
        width = max(len(str(item.action)) for item in own)
        cells = [
            Text.assemble((f"{item.action:>{width}}", "bold cyan"), f"  {item.label}")
            for item in own
        ]
        console.print(Columns(cells, padding=(0, 3), column_first=True))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _fits(wanted: str, words: frozenset[str]) -> bool:
    if wanted.isdecimal():
        return wanted in words
    return any(word.startswith(wanted) for word in words)
