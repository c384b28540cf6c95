"""Scenarios: the two that come with the game, and files that hosts write (8).

The option `scenario` takes the id of a built-in scenario, the path of a file, or what a file says,
as JSON. A path becomes what the file says at once: so a game's options, and with them its records,
pickles and workers, hold the whole scenario, and nothing depends on the file any more.
"""

from __future__ import annotations

import json
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from legation.envs.engine import LegationError, LegationWarning, Option, OptionValue
from legation.envs.engine.strict_toml import Table, file_content, parse_toml
from legation.envs.interbellum.components import (
    COMPONENTS,
    DEFAULT_SCENARIO,
    MAX_REGIONS,
    NAMED_REGIONS,
    POWERS,
    SCENARIOS,
    Region,
    Scenario,
)

MAX_BYTES = 64 * 1024
FEWEST_REGIONS = 4
LONGEST_NAME = 40
NEW_ROME_NEEDED = 3
_ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
_RIGHT_ID = "a small letter, then up to 23 small letters, digits or _"
VALID = f"one of: {', '.join(SCENARIOS)}; or the path of a .toml file with a scenario of your own"


class ScenarioWarning(LegationWarning):
    """Something in a scenario of one's own that is allowed, but may not be meant."""


def scenario_of(value: str) -> Scenario:
    """The scenario that a value of the option means, once `read_scenario` has read it."""
    return SCENARIOS[value] if value in SCENARIOS else _from_content(value)


def read_scenario(value: str) -> str:
    """The value that a game keeps: the id of a built-in scenario, or a scenario as JSON.

    Raises:
        LegationError: no such scenario; or the file is refused as a whole (8.2), naming the file,
            the key, its value and what would be right.
    """
    if value in SCENARIOS:
        return value
    if value.lstrip().startswith("{"):
        return _content(_from_content(value))
    if not value.endswith(".toml"):
        raise LegationError(f"unknown scenario {value!r}; valid: {VALID}")
    scenario = load_scenario(Path(value))
    for words in scenario_warnings(scenario):
        warnings.warn(f"{value}: {words}", ScenarioWarning, stacklevel=2)
    return _content(scenario)


def read_scenario_text(text: str) -> str:
    """As `read_scenario`, from what a file says: TOML, or JSON as the option keeps it."""
    if text.lstrip().startswith("{"):
        return _content(_from_content(text))
    raw = text.encode()
    if len(raw) > MAX_BYTES:
        raise LegationError(f"the scenario: is larger than {MAX_BYTES // 1024} KiB")
    return _content(_scenario(parse_toml("the scenario", raw)))


def scenario_options(value: OptionValue) -> dict[str, OptionValue]:
    """The defaults that a scenario brings for other options."""
    return dict(scenario_of(str(value)).options)


def load_scenario(path: Path) -> Scenario:
    """Reads and checks a file (8.2)."""
    return _scenario(parse_toml(str(path), file_content(path, MAX_BYTES)))


def scenario_warnings(scenario: Scenario) -> list[str]:
    """What is allowed, but may not be meant (8.2)."""
    found = []
    if not any(r.volksdeutsche for r in scenario.regions):
        found.append("no region is flagged volksdeutsche")
    for name in NAMED_REGIONS:
        if all(r.counts_as != name for r in scenario.regions):
            found.append(f"no region stands for {name}: abilities that name it do nothing")
    return found


@cache
def _from_content(content: str) -> Scenario:
    where = "the scenario in the options"
    if len(content.encode("utf-8", "surrogatepass")) > 2 * MAX_BYTES:
        raise LegationError(f"{where}: is larger than {2 * MAX_BYTES // 1024} KiB")
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise LegationError(f"{where}: is not valid JSON: {error}") from error
    return _scenario(Table(where, "", values))


def _content(scenario: Scenario) -> str:
    """A scenario as JSON; equal scenarios give equal texts."""
    head: dict[str, Any] = {
        "id": scenario.id,
        "name_en": scenario.name.en,
        "name_ru": scenario.name.ru,
        "new_rome_needed": scenario.new_rome_needed,
    }
    regions = [_region_content(r) for r in scenario.regions]
    content = {"scenario": head, "options": dict(sorted(scenario.options)), "regions": regions}
    return json.dumps(content, ensure_ascii=False)


def _region_content(region: Region) -> dict[str, Any]:
    values: dict[str, Any] = {
        "id": region.id,
        "name_en": region.name.en,
        "name_ru": region.name.ru,
        "significance": region.significance,
        "combat": region.combat,
        "volksdeutsche": region.volksdeutsche,
        "new_rome": region.new_rome,
    }
    if region.counts_as is not None and region.counts_as != region.id:
        values["counts_as"] = region.counts_as
    return {**values, "influence": list(region.influence), "embassy": region.embassy}


# --- 8.2 Validation --------------------------------------------------------------------------


def _scenario(root: Table) -> Scenario:
    head = root.table("scenario")
    item = _id(head)
    if item in SCENARIOS:
        raise head.wrong("id", item, f"another id than the built-in ones: {', '.join(SCENARIOS)}")
    name = head.names("name", LONGEST_NAME)
    options = _options(root.table("options")) if "options" in root else ()
    tables = root.tables("regions")
    if not FEWEST_REGIONS <= len(tables) <= MAX_REGIONS:
        right = f"a list of {FEWEST_REGIONS}..{MAX_REGIONS} regions"
        raise root.wrong("regions", f"a list of {len(tables)}", right)
    regions = tuple(_region(table) for table in tables)
    _distinct(tables, regions)
    needed = _needed(head, regions)
    root.done()
    return Scenario(item, name, needed, regions, options)


def _id(table: Table) -> str:
    item = table.text("id")
    if not _ID.fullmatch(item):
        raise table.wrong("id", item, _RIGHT_ID)
    return item


def _region(table: Table) -> Region:
    item = _id(table)
    name = table.names("name", LONGEST_NAME)
    significance = table.whole("significance", 1, 9)
    combat = table.whole("combat", 0, 20)
    volksdeutsche = table.flag("volksdeutsche", False)
    new_rome = table.flag("new_rome", False)
    counts_as = item if item in NAMED_REGIONS else None
    if "counts_as" in table:
        wanted = table.choice("counts_as", NAMED_REGIONS)
        if counts_as is not None and wanted != counts_as:
            raise table.wrong("counts_as", wanted, f"left out: {item} counts as itself")
        counts_as = wanted
    influence = table.wholes("influence", POWERS, 0, 9, (0,) * POWERS)
    embassy = table.flag("embassy", False)
    table.done()
    return Region(
        item, name, significance, combat, volksdeutsche, new_rome, counts_as, influence, embassy
    )


def _distinct(tables: list[Table], regions: tuple[Region, ...]) -> None:
    for i, (table, region) in enumerate(zip(tables, regions, strict=True)):
        for other in regions[:i]:
            if region.id == other.id:
                raise table.wrong("id", region.id, "an id that no other region has")
            for key, name, taken in (
                ("name_en", region.name.en, other.name.en),
                ("name_ru", region.name.ru, other.name.ru),
            ):
                if name == taken:
                    raise table.wrong(key, name, "a name that no other region has")
            if region.counts_as is not None and region.counts_as == other.counts_as:
                key = "id" if region.id == region.counts_as else "counts_as"
                right = f"something else: {other.id} stands for it already"
                raise table.wrong(key, region.counts_as, right)


def _needed(head: Table, regions: tuple[Region, ...]) -> int:
    given = "new_rome_needed" in head
    needed = head.whole("new_rome_needed", 0, len(regions), NEW_ROME_NEEDED)
    head.done()  # a misspelt key is told as that
    flagged = sum(r.new_rome for r in regions)
    if needed > flagged:
        many = f"{flagged}: so many regions are flagged new_rome"
        if given:
            raise head.wrong("new_rome_needed", needed, f"at most {many}")
        raise LegationError(
            f"{head.file}: {head.place}new_rome_needed is left out, which means {needed}; it must "
            f"be given, in 0..{many}"
        )
    return needed


def _options(table: Table) -> tuple[tuple[str, OptionValue], ...]:
    """Rule 9, for the file by itself; `check_together` looks at what results."""
    chosen: dict[str, OptionValue] = {}
    for option in COMPONENTS.options:
        if option.name in table:
            value = table.take(option.name, option.valid)
            if isinstance(option, Option) and isinstance(value, float):
                raise table.wrong(option.name, value, option.valid)
            try:
                chosen[option.name] = option.check(value)
            except LegationError:
                raise table.wrong(option.name, value, option.valid) from None
    table.done()
    together = {**{o.name: o.default for o in COMPONENTS.options}, **chosen}
    if together["gm_rulings"] and together["gm"] != "seat":
        raise table.wrong("gm_rulings", True, 'false, or gm = "seat" beside it')
    return tuple(sorted(chosen.items()))


def check_together(scenario: Scenario, options: dict[str, OptionValue]) -> None:
    """What the options of a game have to fulfil together, and with its scenario (8.2, 6 and 9).

    Raises:
        LegationError: naming the option or the region, and what would be right.
    """
    if options["gm_rulings"] and options["gm"] != "seat":
        raise LegationError(
            f"option 'gm_rulings' is true, which needs gm=seat; gm is {options['gm']!r}"
        )
    cap = int(str(options["sig_max"]))
    for region in scenario.regions:
        if region.significance > cap:
            raise LegationError(
                f"option 'sig_max' is {cap}, but {region.id} begins with significance "
                f"{region.significance}; it must be at least that"
            )


__all__ = [
    "DEFAULT_SCENARIO",
    "ScenarioWarning",
    "check_together",
    "load_scenario",
    "read_scenario",
    "scenario_of",
    "scenario_options",
    "scenario_warnings",
]
