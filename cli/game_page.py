"""The page of a game in the docs, from its declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legation.cli.markdown import GENERATED, table

if TYPE_CHECKING:
    from legation.envs.engine import Axis, Family, Field, Game, Schema


def game_page(name: str) -> str:
    """The page of a game, in Markdown."""
    from legation.envs import game_options, load_game
    from legation.envs.engine import implied_by, option_text

    game, declared = load_game(name), game_options(name)
    follows = implied_by(declared)
    schema = game.schema
    low, high = game.return_range
    total = "varies" if game.return_sum is None else f"is {game.return_sum:g}"
    parts = [
        f"# {game.title.en} ({game.title.ru})",
        GENERATED.format(source="the game's declarations"),
        table(
            ("", ""),
            [
                ("name", f"`{name}`"),
                ("rules version", game.version),
                ("seats", str(game.seats)),
                ("actions", str(game.actions.size)),
                ("features of the encoded observation", str(game.encoder.width)),
                ("decisions an episode, at most", str(game.max_decisions)),
                ("return of a seat", f"{low:g} to {high:g}; the sum over seats {total}"),
            ],
        ),
        "## Options",
        table(
            ("option", "meaning", "по-русски", "values", "default"),
            [
                (
                    f"`{o.name}`",
                    o.label.en,
                    o.label.ru,
                    o.valid.removeprefix("one of: "),
                    f"`{option_text(game.options[o.name])}`"
                    + (f", by the {follows[o.name]}" if o.name in follows else ""),
                )
                for o in declared
            ],
        )
        if declared
        else "None.",
        "## Seats and other axes",
        *(_axis(axis) for axis in (schema.seats, *schema.axes)),
        "## Fields",
        "The whole state of a game. A seat that may not see an entry finds "
        f"`{schema.unknown}` there.",
        table(
            ("field", "meaning", "по-русски", "shape", "values", "who sees it", "features"),
            [_field(schema, item) for item in schema.fields],
        ),
        "## Actions",
        "Numbered family by family; the last parameter varies fastest.",
        table(
            ("family", "words", "по-русски", "parameters", "numbers", "who sees it"),
            [_family(game, family) for family in game.actions.families],
        ),
    ]
    for page_table in game.tables() if game.tables else ():
        parts.append(f"## {page_table.title}")
        if page_table.text:
            parts.append(page_table.text)
        parts.append(table(page_table.heads, list(page_table.rows)))
    return "\n\n".join(parts) + "\n"


def _axis(axis: Axis) -> str:
    rows = [
        (str(i), f"`{item}`", label.en, label.ru)
        for i, (item, label) in enumerate(zip(axis.item_ids, axis.labels, strict=True))
    ]
    what = f"### `{axis.name}` ({len(axis)})" + (": its index is a seat" if axis.is_seats else "")
    return what + "\n\n" + table(("", "id", "words", "по-русски"), rows)


def _field(schema: Schema, item: Field) -> tuple[str, ...]:
    shape = " × ".join(f"{name} {len(schema.axis(name))}" for name in item.axes) or "one"
    low, high = schema.bounds(item)
    encoded = "yes" if item.encode and low != high else "no"
    row = (f"`{item.name}`", item.label.en, item.label.ru, shape, _values(schema, item))
    return (*row, _viewers(item.visibility), encoded)


def _values(schema: Schema, item: Field) -> str:
    from legation.envs.engine import Category, Flag, Index

    low, high = schema.bounds(item)
    match item.kind:
        case Category(values=values):
            return ", ".join(f"{i} {value.en}" for i, value in enumerate(values))
        case Flag():
            return "0 or 1"
        case Index(axis=axis, optional=optional):
            return f"a {axis}" + (", or -1: none" if optional else "")
        case _:
            return f"{low}..{high}"


def _viewers(visibility: object) -> str:
    from legation.envs.engine.actions import AsAsked
    from legation.envs.engine.schema import Hidden, KnownBy, Owner, Public

    match visibility:
        case Public():
            return "everyone"
        case Owner(axis=axis, public_if=flag):
            return f"each {axis} its own{_reveal(flag)}"
        case KnownBy(mask=mask, public_if=flag):
            return f"the seats flagged in `{mask}`{_reveal(flag)}"
        case AsAsked(mask=mask, public_if=flag):
            return f"the seats flagged in `{mask}` when it is asked{_reveal(flag)}"
        case Hidden():
            return "nobody"
        case _:
            return "only the seat that takes it"


def _reveal(flag: str | None) -> str:
    return f"; everyone where `{flag}` is set" if flag else ""


def _family(game: Game, family: Family) -> tuple[str, ...]:
    parameters = [
        f"{p.name} "
        + (f"({p.axis.name}, {p.size})" if p.axis else f"{p.low}..{p.high}")
        + (", hidden from others" if p.hidden else "")
        for p in family.parameters
    ]
    first = game.actions.offsets[family.name]
    last = first + family.size - 1
    numbers = str(first) if first == last else f"{first}..{last} ({family.size})"
    return (
        f"`{family.name}`",
        family.label.en,
        family.label.ru,
        " × ".join(parameters) or "none",
        numbers,
        _viewers(family.visible_to),
    )
