"""A position in words, from one seat's view, in plain text of at most 100 columns."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.secret_orders import words as w
from legation.envs.secret_orders.components import ACTION_KEYS
from legation.envs.secret_orders.figures import figure_lines, works_words
from legation.envs.secret_orders.forecast import Forecast, forecast
from legation.envs.secret_orders.lines import (
    entry_lines,
    judged_lines,
    judged_phrase,
    placed_name,
    report_lines,
    unit_name,
)
from legation.envs.secret_orders.scenarios import COMPONENTS
from legation.envs.secret_orders.states import unit_places
from legation.envs.secret_orders.tables import LEADER, LORE, ORDER, WORKS

_COLUMNS = 100
_FIRST = 22
assert LORE == 4


def render(observation: Observation, language: str) -> str:
    """The whole view of a seat (or spectator, or game master) in English or Russian."""
    blocks = [
        head_lines(observation, language),
        _countries(observation, language),
        _shares(observation, "party", w.PARTIES, language),
        _shares(observation, "faith", w.FAITHS, language),
        _units(observation, language),
        figure_lines(observation, language),
    ]
    if observation.seat < _players(observation):
        blocks += [
            report_lines(observation, language),
            entry_lines(observation, language),
            goal_lines(observation, language),
            bracket_lines(observation, language),
        ]
    blocks.append(judged_lines(observation, language))
    return "\n\n".join("\n".join(_wrapped(block)) for block in blocks if block) + "\n"


def phrase(observation: Observation, action: int, language: str) -> str:
    """An action with its cost, net modifier and chance, where it is offered to this seat."""
    label = _label(observation, action, language)
    if not observation.legal_action_mask[action]:
        return label
    if observation.seat >= _players(observation):
        return judged_phrase(observation, label, language)
    found = forecast(observation, action)
    if found is None:
        return label
    words = [forecast_words(found, language)]
    if _is_works(observation, action):
        words += works_words(observation, language)
    return f"{label} [{', '.join(words)}]"


def _is_works(observation: Observation, action: int) -> bool:
    verb = str(observation.game.describe(action).parameters.get("verb", ""))
    return verb.startswith(f"{ACTION_KEYS[WORKS]}_")


def _label(observation: Observation, action: int, language: str) -> str:
    """The action's words; of whom to act with also the country where that is."""
    space = observation.game.actions
    family = space.family_of(action)
    if family.name != "unit":
        return observation.game.label(action, language)
    name = placed_name(observation, action - space.offsets["unit"], language)
    return family.label.in_language(language).format(unit=name)


def news(before: Observation, after: Observation, language: str) -> list[str]:
    """What a turn told this viewer: its reports, once the turn is over."""
    if after.seat >= _players(after) or after.record["turn"] == before.record["turn"]:
        return []
    return report_lines(after, language)


def forecast_words(found: Forecast, language: str) -> str:
    low, high = found.net
    words = [f"{low:+d}" if low == high else f"{low:+d}..{high:+d}"]
    if found.time is not None:
        words[0] += " " + w.A_TURN.in_language(language)
        words.append(w.TIME_AND_DIFFICULTY.in_language(language).format(
            time=found.time, s=plural(found.time), difficulty=found.difficulty))  # fmt: skip
    if found.chance is not None:
        chances = [f"{100 * chance:.0f}" for chance in found.chance]
        words.append(f"{'–'.join(dict.fromkeys(chances))} %")
    cost = "..".join(dict.fromkeys(map(str, found.cost)))
    return ", ".join([w.COST.in_language(language).format(cost=cost), *words])


def bracket_lines(observation: Observation, language: str) -> list[str]:
    """What `phrase` writes behind the actions that are offered."""
    return [w.BRACKETS.in_language(language)] if observation.to_act else []


def _players(observation: Observation) -> int:
    return len(observation.record["pop"])


def _wrapped(lines: list[str]) -> list[str]:
    found = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        found += wrap(line, _COLUMNS, subsequent_indent=" " * (indent + 4),
                      break_on_hyphens=False, drop_whitespace=True,
                      replace_whitespace=False) or [""]  # fmt: skip
    return found


def _row(cells: list[str], width: int) -> str:
    first, *rest = cells
    return f"{first:<{_FIRST}}" + "".join(f"{_cut(cell, width - 1):>{width}}" for cell in rest)


def _cut(cell: str, most: int) -> str:
    return cell if len(cell) <= most else cell[: most - 1] + "…"


def _names(observation: Observation, language: str) -> list[str]:
    return [label.in_language(language) for label in observation.game.schema.axis("country").labels]


def head_lines(observation: Observation, language: str) -> list[str]:
    s, names = observation.record, _names(observation, language)
    title = observation.game.title.in_language(language)
    if s["over"]:
        scores = ", ".join(
            f"{name} {_share(score / 100, language)} %{_goal_in_brackets(int(goal), language)}"
            for name, score, goal in zip(names, s["score"], s["goal"], strict=True)
        )
        over, head = w.OVER.in_language(language), w.SCORES.in_language(language)
        return [f"{title}. {over} {head}: {scores}"]
    turn = w.TURN.in_language(language).format(now=int(s["turn"]) + 1, all=int(s["turns"]))
    if observation.seat < len(names):
        turn += "; " + w.YOU.in_language(language).format(country=names[observation.seat])
    return [f"{title}. {turn}"]


def _share(percent: float, language: str) -> str:
    text = f"{percent:.1f}"
    return text.replace(".", ",") if language == "ru" else text


def plural(count: int) -> str:
    """The ending of an English noun."""
    return "" if count == 1 else "s"


def _goal_in_brackets(goal: int, language: str) -> str:
    return f" ({_goal_name(goal, language)})" if goal >= 0 else ""  # a spectator learns none


def _goal_name(goal: int, language: str) -> str:
    return COMPONENTS.enums["goals"][goal].in_language(language)


# --- countries -------------------------------------------------------------------------------


def _countries(observation: Observation, language: str) -> list[str]:
    s, names = observation.record, _names(observation, language)
    unknown, v = int(observation.game.schema.unknown), observation.seat
    width = (_COLUMNS - _FIRST) // len(names)
    lines = [_row(["", *names], width)]

    def add(label: Text, cells: list[str]) -> None:
        lines.append(_row([label.in_language(language), *cells], width))

    def numbers(field: str) -> list[str]:
        return [str(int(x)) for x in s[field]]

    def choices(field: str, enum: str) -> list[str]:
        values = COMPONENTS.enums[enum]
        return [values[int(x)].in_language(language) for x in s[field]]

    def secret(field: str, report: str) -> list[str]:
        cells = []
        for c, value in enumerate(s[field]):
            told = int(s[report][v, c]) if v < len(names) else unknown
            known = str(int(value)) if value != unknown else f"~{told}" if told != unknown else "?"
            cells.append(known)
        return cells

    add(w.POPULATION, numbers("pop"))
    add(w.AREA, numbers("area"))
    add(w.GROWTH, [f"{int(x):+d}" for x in s["growth"]])
    add(w.GNP, numbers("gnp"))
    add(w.TAX, numbers("tax"))
    add(w.TREASURY, secret("gold", "rep_gold"))
    if not s["option_hidden_treasury"]:
        add(w.OPEN_TREASURY, numbers("open_gold"))
    add(w.ARMY, secret("army", "rep_army"))
    add(w.TECHNOLOGY, [f"{int(x)} {COMPONENTS.enums['technology'][x].in_language(language)}"
                       for x in s["tech"]])  # fmt: skip
    add(w.WORKS, numbers("works"))
    add(w.ORGANISATION, choices("org", "organisations"))
    add(w.STYLE, [COMPONENTS.styles[x].name.in_language(language) for x in s["style"]])
    add(w.SOCIAL, choices("social", "social"))
    add(w.ECONOMIC, choices("econ", "economic"))
    add(w.RELIGIOUS, choices("relorg", "religious"))
    add(w.TERRAIN, choices("terrain", "terrain"))
    add(w.LANGUAGE, choices("lang", "languages"))
    none = w.NONE.in_language(language)
    add(w.STATE_FAITH, [names[x] if x >= 0 else none for x in s["state_faith"]])
    add(w.OVERLORD, [names[x] if x >= 0 else none for x in s["overlord"]])
    lines.append(w.REPORTED.in_language(language))
    return lines


def _shares(observation: Observation, field: str, title: Text, language: str) -> list[str]:
    """Rows: countries; columns: whose party or faith; the fading part of the own one beside it."""
    s, names = observation.record, _names(observation, language)
    width = (_COLUMNS - _FIRST) // len(names)
    lines = [_row([title.in_language(language), *names], width)]
    temporary = s[field[0] + "tmp"]
    for c, name in enumerate(names):
        cells = []
        for k in range(len(names)):
            cell = str(int(s[field][c, k]))
            fading = int(temporary[k, c])
            if fading and fading != observation.game.schema.unknown:
                cell += f" ({fading:+d})"
            cells.append(cell)
        lines.append(_row([name, *cells], width))
    return lines


# --- units -----------------------------------------------------------------------------------


def _units(observation: Observation, language: str) -> list[str]:
    """What the viewer knows to be there; an empty slot and an unknown unit look the same."""
    s, names = observation.record, _names(observation, language)
    lines = [w.UNITS.in_language(language)]
    for c, name in enumerate(names):
        lines.append(name)
        own = unit_words(observation, c, 0, language)
        if own:
            lines.append(f"  {name}: {own}")
        for u, (kind, host, _, _) in enumerate(unit_places(len(names))):
            if kind == 0 or host != c or s["alive"][u] != 1:
                continue
            words = [unit_name(observation, u, language), unit_size(s, u, kind, language)]
            lines.append(f"  {': '.join(words)}{unit_words(observation, u, kind, language)}")
    return lines


def unit_size(s: Any, u: int, kind: int, language: str) -> str:
    size = int(s["unit_size"][u])
    if kind == ORDER:
        what = COMPONENTS.enums["order_kinds"][s["unit_kind"][u]].in_language(language)
        return f"{what}, {COMPONENTS.enums['size'][size].in_language(language)} ({size})"
    what = COMPONENTS.enums["spheres"][s["unit_kind"][u]].in_language(language)
    return w.LEADER.in_language(language).format(sphere=what, size=size, age=int(s["age"][u]))


def unit_words(observation: Observation, u: int, kind: int, language: str) -> str:
    """Who runs it; of one's own also masteries, aura, what is known of it, open projects."""
    s, names = observation.record, _names(observation, language)
    unknown, v = int(observation.game.schema.unknown), observation.seat
    words = []
    ctrl = int(s["ctrl"][u])
    if kind and ctrl != unknown:
        who = names[ctrl] if ctrl >= 0 else w.NOBODY.in_language(language)
        mine = w.YOURS.in_language(language)
        words.append(mine if ctrl == v else w.RUN_BY.in_language(language).format(country=who))
    if kind == LEADER and s["reach"][u, 0] != unknown:
        reach = [names[c] for c in range(len(names)) if s["reach"][u, c] == 1]
        words.append(w.REACH.in_language(language).format(countries=", ".join(reach)))
    if s["mast"][u, 0] != unknown:
        masteries = [
            f"{domain.in_language(language)} {int(level)}"
            for domain, level in zip(COMPONENTS.enums["domains"], s["mast"][u], strict=True)
            if level
        ]
        words += [", ".join(masteries)] if masteries else []
        if s["aura"][u]:
            words.append(w.AURA.in_language(language).format(aura=int(s["aura"][u])))
        if kind:
            words.append(w.CATEGORIES[int(s["category"][u])].in_language(language))
        for q in np.flatnonzero(s["proj_on"][u]):
            words.append(w.PROJECT.in_language(language).format(
                what=w.PROJECTS[q].in_language(language), time=int(s["proj_n"][u, q]),
                s=plural(int(s["proj_n"][u, q])),
                difficulty=int(s["proj_d"][u, q]), turns=int(s["proj_t"][u, q]),
                progress=int(s["proj_s"][u, q])))  # fmt: skip
    if not words:
        return ""
    return "; ".join(words) if kind == 0 else "; " + "; ".join(words)


def goal_lines(observation: Observation, language: str) -> list[str]:
    s, names = observation.record, _names(observation, language)
    lines = []
    for i, name in enumerate(names):
        goal = int(s["goal"][i])
        if goal >= 0:
            head = w.YOUR_GOAL if i == observation.seat else w.GOAL_OF
            words = f"{_goal_name(goal, language)}: {w.GOALS[goal].in_language(language)}"
            lines.append(f"{head.in_language(language).format(country=name)} {words}")
    return lines
