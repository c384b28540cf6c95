"""A game's declarations as messages."""

from __future__ import annotations

from typing import Any, Literal

from legation.envs import GAMES, game_options, load_game
from legation.envs.engine import (
    AnyOption,
    Axis,
    Category,
    Count,
    Family,
    Field,
    Flag,
    Game,
    Index,
    Option,
    OptionValue,
    Parameter,
    Text,
    usual_options,
)
from legation.play.defaults import strengths
from legation.play.protocol.messages import (
    AxisInfo,
    FamilyInfo,
    FieldInfo,
    GameInfo,
    Games,
    ItemInfo,
    OptionInfo,
    ParameterInfo,
    Words,
)

# Never shown to any seat, and of no use to an agent.
UNSEEN = ("actor",)
_KINDS: dict[type, Literal["count", "category", "flag", "index"]] = {
    Count: "count",
    Category: "category",
    Flag: "flag",
    Index: "index",
}


def describe_games() -> Games:
    return Games(games=[describe(load_game(game_id)) for game_id in GAMES])


def describe(game: Game) -> GameInfo:
    schema = game.schema
    axes = {axis.name: axis for axis in (schema.seats, *schema.axes)}
    for family in game.actions.families:
        axes |= {p.axis.name: p.axis for p in family.parameters if p.axis is not None}
    return GameInfo(
        game=game.id,
        game_version=game.version,
        title=_words(game.title),
        options={name: _plain(value) for name, value in game.options.items()},
        declared_options=_options(game.id),
        strengths=list(strengths(game)),
        seats=_items(schema.seats),
        axes=[AxisInfo(name=name, items=_items(axis)) for name, axis in axes.items()],
        fields=[_field(game, item) for item in schema.fields if item.name not in UNSEEN],
        families=[_family(game, family) for family in game.actions.families],
        actions=game.actions.size,
    )


def _field(game: Game, item: Field) -> FieldInfo:
    low, high = game.schema.bounds(item)
    kind = item.kind
    values = [_words(value) for value in kind.values] if isinstance(kind, Category) else None
    return FieldInfo(
        name=item.name,
        label=_words(item.label),
        kind=_KINDS[type(kind)],
        low=low,
        high=high,
        values=values,
        axes=list(item.axes),
        shape=list(game.schema.shape(item)),
        visibility=_visibility(item),
    )


def _visibility(item: Field) -> str:
    """`known_by(mask)`, from the declaration's own name and what it names."""
    kind = type(item.visibility).__name__
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in kind).lstrip("_")
    named = [str(value) for value in vars(item.visibility).values() if value is not None]
    return f"{name}({', '.join(named)})" if named else name


def _family(game: Game, family: Family) -> FamilyInfo:
    return FamilyInfo(
        name=family.name,
        label=_words(family.label),
        first=game.actions.offsets[family.name],
        size=family.size,
        parameters=[_parameter(parameter) for parameter in family.parameters],
    )


def _parameter(parameter: Parameter) -> ParameterInfo:
    axis = parameter.axis
    low, high = (0, len(axis) - 1) if axis else (parameter.low, parameter.high)
    return ParameterInfo(name=parameter.name, axis=axis.name if axis else None, low=low, high=high)


def _options(game_id: str) -> list[OptionInfo]:
    declared = game_options(game_id)
    usual = usual_options(declared)
    return [_option(option, usual[option.name]) for option in declared]


def _option(option: AnyOption, default: OptionValue) -> OptionInfo:
    # Not every option has a list of values; the others say in words what is valid.
    values = option.values if isinstance(option, Option) else None
    return OptionInfo(
        name=option.name,
        label=_words(option.label),
        default=_plain(default),
        values=None if values is None else [_plain(value) for value in values],
        valid=None if values is not None else option.valid,
    )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _items(axis: Axis) -> list[ItemInfo]:
    pairs = zip(axis.item_ids, axis.labels, strict=True)
    return [ItemInfo(id=item, label=_words(label)) for item, label in pairs]


def _words(text: Text) -> Words:
    return Words(en=text.en, ru=text.ru)
