"""The options of the game, and scenarios of hosts' own.

The option `scenario` takes the key of a built-in scenario, the path of a file, or what such a file
says, as JSON. A path becomes what the file says at once, so that records and snapshots hold the
whole scenario and nothing depends on the file any more.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from legation.envs.engine import (
    AnyOption,
    LegationError,
    Option,
    OptionValue,
    Text,
    TextOption,
    unknown,
)
from legation.envs.engine.strict_toml import Table, file_content, toml_values
from legation.envs.secret_orders.scenarios import (
    LIBRARY,
    OPTION_NAMES,
    OPTION_VALUES,
    Scenario,
    parse_scenario,
)

MAX_BYTES = 64 * 1024
GOAL_KEYS = ("empire", "cult", "truth", "future")
_VALID = f"one of: {', '.join(LIBRARY.scenarios)}; or the path of a .toml file with your own"


def scenario_of(value: str) -> Scenario:
    """The scenario that a value of the option means, once `read_scenario` has read it."""
    return LIBRARY.scenarios[value] if value in LIBRARY.scenarios else _from_json(value)


def read_scenario(value: str) -> str:
    """The value that a game keeps: the key of a built-in scenario, or a scenario as JSON.

    Raises:
        LegationError: no such scenario; or the file is refused, naming the file, the key, its value
            and what would be right.
    """
    if value in LIBRARY.scenarios:
        return value
    if value.lstrip().startswith("{"):
        _from_json(value)
        return value
    path = Path(value)
    if path.suffix != ".toml":
        raise unknown("scenario", value, (*LIBRARY.scenarios, "the path of a .toml file"))
    return _content(value, file_content(path, MAX_BYTES))


def read_scenario_text(text: str) -> str:
    """As `read_scenario`, from what a file says: TOML, or JSON as the option keeps it."""
    if text in LIBRARY.scenarios:
        return text
    if text.lstrip().startswith("{"):
        _from_json(text)
        return json.dumps(json.loads(text), ensure_ascii=False)
    raw = text.encode("utf-8", "surrogatepass")
    if len(raw) > MAX_BYTES:
        raise LegationError(f"the scenario: is larger than {MAX_BYTES // 1024} KiB")
    if "=" not in text:  # a word, not what a file says
        raise unknown("scenario", text, (*LIBRARY.scenarios, "what a .toml file says"))
    return _content("the scenario", raw)


def _content(file: str, raw: bytes) -> str:
    """What a file says, checked, as JSON; `file` is its name, for errors."""
    content = toml_values(file, raw)
    parse_scenario(Table(file, "", content), "own", LIBRARY)
    return json.dumps(content, ensure_ascii=False, default=str)


# A bound, since strangers send scenarios too.
@lru_cache(256)
def _from_json(value: str) -> Scenario:
    where = "the scenario in the options"
    if len(value.encode("utf-8", "surrogatepass")) > 2 * MAX_BYTES:
        raise LegationError(f"{where}: is larger than {2 * MAX_BYTES // 1024} KiB")
    try:
        content = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise LegationError(f"{where}: is not valid JSON: {error}") from error
    return parse_scenario(Table(where, "", content), "own", LIBRARY)


def scenario_options(value: OptionValue) -> dict[str, OptionValue]:
    """What a scenario says of the other options; a caller may say otherwise."""
    chosen = dict(scenario_of(str(value)).options)
    if "fixed_goals" in chosen:
        chosen["fixed_goals"] = ",".join(GOAL_KEYS[goal] for goal in chosen["fixed_goals"])
    return chosen


def read_goals(value: str) -> str:
    """Goals by name or number, with commas between; kept by name."""
    named = []
    for part in value.replace(" ", "").split(",") if value.strip() else ():
        key = GOAL_KEYS[int(part)] if part in ("0", "1", "2", "3") else part
        if key not in GOAL_KEYS:
            raise unknown("goal", part, GOAL_KEYS, "option 'fixed_goals'")
        named.append(key)
    return ",".join(named)


def goals_of(value: str, dealt: str, scenario: Scenario) -> tuple[int, ...]:
    """The fixed goals of the seats; none unless goals are dealt so."""
    named = [GOAL_KEYS.index(key) for key in value.split(",") if key]
    if dealt != "fixed":
        return ()
    if len(named) != len(scenario.countries):
        seats = ", ".join(country.key for country in scenario.countries)
        raise LegationError(
            f"option 'fixed_goals' is {value!r}; with goals=fixed it must be a goal for each of "
            f"{seats}, with commas between; each one of: {', '.join(GOAL_KEYS)}"
        )
    return tuple(named)


# Of the values that are names, not numbers or flags.
_WORDS: dict[Any, Text] = {
    "half_away": Text("to the nearest, halves away from 0", "до ближайшего, половины от нуля"),
    "floor": Text("down", "вниз"),
    "trunc": Text("towards 0", "к нулю"),
    "formula": Text("the rules decide", "решают правила"),
    "seat": Text("sits at the table", "сидит за столом"),
    "secret_random": Text("secretly, at random", "тайно, случайно"),
    "secret_distinct": Text("secretly, all different", "тайно, все разные"),
    "public_random": Text("openly, at random", "открыто, случайно"),
    "fixed": Text("as given below", "как задано ниже"),
    "score": Text("the score", "очки"),
    "zero_sum": Text("the score above the mean of the others", "очки сверх среднего у других"),
}


def _choice(name: str) -> Option:
    default: Any = LIBRARY.options[name]
    rest = tuple(value for value in OPTION_VALUES[name] if value != default)
    ordered = (default, *rest)
    words = tuple(_WORDS[value] for value in ordered if value in _WORDS)
    return Option(name, ordered, OPTION_NAMES[name], words)


_GOALS_HINT = Text(
    f"only where goals are fixed: one a country, with commas between, such as "
    f"{', '.join(GOAL_KEYS)}",
    f"только если цели заданы: по одной на страну, через запятую, например: {', '.join(GOAL_KEYS)}",
)

OPTIONS: tuple[AnyOption, ...] = (
    TextOption(
        "scenario", LIBRARY.default, Text("scenario", "сценарий"), _VALID, read_scenario,
        scenario_options, tuple((key, item.name) for key, item in LIBRARY.scenarios.items()),
        read_scenario_text,
    ),
    *(_choice(name) for name in OPTION_VALUES),
    TextOption(
        "fixed_goals", "", Text("goals, where they are fixed", "цели, если заданы"),
        f"a goal a seat, with commas between: {', '.join(GOAL_KEYS)}", read_goals, hint=_GOALS_HINT,
    ),
)  # fmt: skip
