"""Legal actions, arranged for people: by family, and within a family by parameters."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

from legation.envs.engine import Family, Game, Observation

# A family with few legal actions is a row of buttons in full words; one with very many, a list.
_FEW = 6
_MANY = 240


@dataclass(frozen=True)
class Button:
    """One action: its words, the part of them that its row does not say yet, and the items on the
    board that it is about, as `axis:item`."""

    action: int
    label: str
    short: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class ButtonRow:
    """Buttons that share all parameters but the last."""

    label: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Group:
    """The legal actions of one family; `form` is `buttons`, `rows` or `list`. `title` is empty
    where the buttons say it all."""

    family: str
    title: str
    form: str
    rows: tuple[ButtonRow, ...]

    @property
    def count(self) -> int:
        return sum(len(row.buttons) for row in self.rows)


def groups(seen: Observation, legal: Sequence[int], language: str) -> list[Group]:
    """The families in their order, each with its legal actions, in words of what they are about."""
    game = seen.game
    by_family: dict[str, list[int]] = {}
    for action in legal:
        by_family.setdefault(game.actions.family_of(action).name, []).append(action)
    families = {family.name: family for family in game.actions.families}
    return [_group(seen, families[name], acts, language) for name, acts in by_family.items()]


def _group(seen: Observation, family: Family, actions: Sequence[int], language: str) -> Group:
    game = seen.game
    blank = {p.name: "…" for p in family.parameters}
    named = family.label.in_language(language).format(**blank)
    # Whole sentences say more than the family does; in rows there is a part of them only.
    title = named if game.phrase is None else ""
    if len(actions) <= _FEW or len(family.parameters) < 2:
        buttons = tuple(_button(seen, action, language, full=True) for action in actions)
        form = "buttons" if len(actions) <= _MANY else "list"
        return Group(family.name, title, form, (ButtonRow("", buttons),))
    rows: dict[tuple[int, ...], list[int]] = {}
    for action in actions:
        _, places = game.actions.positions(action)
        rows.setdefault(places[:-1], []).append(action)
    arranged = []
    for places, acts in rows.items():
        words = [
            p.label(place, language)
            for p, place in zip(family.parameters[:-1], places, strict=True)
        ]
        buttons = tuple(_button(seen, action, language, full=False) for action in acts)
        arranged.append(ButtonRow(", ".join(words), buttons))
    form = "rows" if len(actions) <= _MANY else "list"
    return Group(family.name, named, form, tuple(arranged))


def _button(seen: Observation, action: int, language: str, *, full: bool) -> Button:
    if seen.game.phrase is None:  # the words are always the same
        return _plain_button(seen.game, action, language, full)
    return _make_button(
        seen.game, action, seen.game.phrase_of(seen, action, language), language, full
    )


# By game, as long as there is one; games can't be hashed.
_PLAIN: dict[int, dict[tuple[int, str, bool], Button]] = {}


def _plain_button(game: Game, action: int, language: str, full: bool) -> Button:
    """A button of a game whose words depend on nothing but the action: made once."""
    if id(game) not in _PLAIN:
        _PLAIN[id(game)] = {}
        weakref.finalize(game, _PLAIN.pop, id(game), None)
    made, key = _PLAIN[id(game)], (action, language, full)
    if key not in made:
        made[key] = _make_button(game, action, game.label(action, language), language, full)
    return made[key]


def _make_button(game: Game, action: int, label: str, language: str, full: bool) -> Button:
    family, positions = game.actions.positions(action)
    pairs = list(zip(family.parameters, positions, strict=True))
    short = label if full or not pairs else pairs[-1][0].label(pairs[-1][1], language)
    places = tuple(f"{p.axis.name}:{p.item_id(place)}" for p, place in pairs if p.axis)
    return Button(action, label, short, places)
