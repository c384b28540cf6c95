"""Tables of the game's page in the docs: ambassadors, national traits, scenarios."""

from __future__ import annotations

from legation.envs.engine import PageTable
from legation.envs.interbellum.components import COMPONENTS, Scenario


def tables() -> tuple[PageTable, ...]:
    """The ambassadors and the national traits in both languages, and every scenario's regions."""
    return (
        _ambassadors(),
        _traits(),
        *(_scenario(scenario) for scenario in COMPONENTS.scenarios),
    )


def _ambassadors() -> PageTable:
    powers = COMPONENTS.powers
    return PageTable(
        "Ambassadors",
        ("", "id", "power", "name", "имя", "ability", "свойство"),
        tuple(
            (
                str(index),
                f"`{a.id}`",
                powers[a.power].id,
                a.name.en,
                a.name.ru,
                a.text.en,
                a.text.ru,
            )
            for index, a in enumerate(COMPONENTS.ambassadors)
        ),
    )


def _traits() -> PageTable:
    powers = COMPONENTS.powers
    return PageTable(
        "National traits",
        ("power", "trait", "черта", "effect", "действие"),
        tuple(
            (powers[t.power].id, t.name.en, t.name.ru, t.text.en, t.text.ru)
            for t in COMPONENTS.traits
        ),
    )


def _scenario(scenario: Scenario) -> PageTable:
    def tick(is_set: bool) -> str:
        return "yes" if is_set else ""

    settings = ", ".join(f"`{name} = {value}`" for name, value in scenario.options)
    text = (
        f"{scenario.name.en} ({scenario.name.ru}). Italy needs {scenario.new_rome_needed} of the "
        "regions marked New Roman Empire."
    )
    if settings:
        text += f" Its own defaults of options: {settings}."
    heads = ("region", "регион", "significance", "combat", "Volksdeutsche", "New Roman Empire")
    return PageTable(
        f"Scenario `{scenario.id}`",
        heads,
        tuple(
            (
                region.name.en,
                region.name.ru,
                str(region.significance),
                str(region.combat),
                tick(region.volksdeutsche),
                tick(region.new_rome),
            )
            for region in scenario.regions
        ),
        text,
    )
