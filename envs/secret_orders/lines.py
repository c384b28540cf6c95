"""Reports and entries as lines of text."""

from __future__ import annotations

import numpy as np

from legation.envs.engine import Observation
from legation.envs.secret_orders import words as w
from legation.envs.secret_orders.axes import ACTION_NAMES
from legation.envs.secret_orders.scenarios import COMPONENTS
from legation.envs.secret_orders.schema import UNDER_WAY
from legation.envs.secret_orders.states import unit_places


def unit_name(observation: Observation, u: int, language: str) -> str:
    return observation.game.schema.axis("unit").labels[u].in_language(language)


def placed_name(observation: Observation, u: int, language: str) -> str:
    """A unit with the country it sits in."""
    n = len(observation.record["pop"])
    name = unit_name(observation, u, language)
    if u < n:
        return name
    host = unit_places(n)[u][1]
    return f"{name} ({unit_name(observation, host, language)})"


def target_words(observation: Observation, target: int, language: str) -> str:
    """A target in words; empty for none."""
    if target < 0:
        return ""
    space = observation.game.actions
    if target < len(observation.record["alive"]):
        return placed_name(observation, target, language)
    return space.label(space.offsets["target_unit"] + target, language)


def report_lines(observation: Observation, language: str) -> list[str]:
    """The last turn, as this seat has heard of it (clause 3.8)."""
    s, v = observation.record, observation.seat
    lines = [w.REPORTS.in_language(language)]
    for k in range(int(s["log_count"][v])):
        mode = w.MODES[int(s["log_mode"][v, k])].in_language(language)
        action = ACTION_NAMES[int(s["log_type"][v, k])].in_language(language)
        target = target_words(observation, int(s["log_target"][v, k]), language)
        code = int(s["log_code"][v, k])
        result = w.UNDER_WAY if code == UNDER_WAY else COMPONENTS.band_names[code]
        words = [f"{action}, {mode}", *([target] if target else [])]
        actor = placed_name(observation, int(s["log_actor"][v, k]), language)
        lines.append(f"  {actor}: {'; '.join(words)}: {result.in_language(language)}")
    if s["incident"][v]:
        lines.append(f"  {w.INCIDENT.in_language(language)}")
    return lines if len(lines) > 1 else []


def entry_lines(observation: Observation, language: str) -> list[str]:
    """What this seat has entered this turn, and what it is about to."""
    s, v = observation.record, observation.seat
    if s["over"]:
        return []
    most = int(np.shape(s["q_unit"])[1])
    head = w.ENTERED.in_language(language).format(count=int(s["count"][v]), most=most)
    lines = [f"{head} {w.GOLD_LEFT.in_language(language).format(gold=int(s['gold'][v]))}"]
    for e in range(int(s["count"][v])):
        lines.append(f"  {e + 1}. {entry_words(observation, v, e, language)}")
    if observation.to_act and s["cur_unit"] >= 0:
        words = [placed_name(observation, int(s["cur_unit"]), language)]
        if s["cur_type"] >= 0:
            words.append(ACTION_NAMES[int(s["cur_type"])].in_language(language))
            words.append(w.MODES[int(s["cur_mode"])].in_language(language))
        words += [target_words(observation, int(s["cur_target"]), language)]
        now = ", ".join(word for word in words if word)
        lines.append(f"  {w.NOW.in_language(language)} {now}")
    return lines


def entry_words(observation: Observation, c: int, e: int, language: str) -> str:
    """One entry: who, what, how, on what, at what cost."""
    s = observation.record
    cost = w.COST.in_language(language).format(cost=int(s["q_cost"][c, e]))
    return f"{_deed(observation, c, e, language)} ({cost})"


def _deed(observation: Observation, c: int, e: int, language: str) -> str:
    s = observation.record
    kind, mode = int(s["q_type"][c, e]), int(s["q_mode"][c, e])
    words = [ACTION_NAMES[kind].in_language(language), w.MODES[mode].in_language(language)]
    if s["q_finish"][c, e]:
        words.append(w.FINISHES.in_language(language))
    if s["q_pace"][c, e]:
        words.append(w.TIME_NAMED.in_language(language).format(time=int(s["q_pace"][c, e])))
    target = target_words(observation, int(s["q_target"][c, e]), language)
    actor = placed_name(observation, int(s["q_unit"][c, e]), language)
    end = f"; {target}" if target else ""
    return f"{actor}: {', '.join(words)}{end}"


def judged(observation: Observation) -> tuple[int, int] | None:
    """The country and the entry that the game master is asked about; None: no such question,
    or the viewer may not know of it."""
    s = observation.record
    c, e = int(s["gm_country"]), int(s["gm_entry"])
    if not 0 <= c < len(s["pop"]) or s["over"]:  # none, or not for this viewer
        return None
    return (c, e) if s["q_type"][c, e] >= 0 else None


def judged_lines(observation: Observation, language: str) -> list[str]:
    """What a game master judges, for without it the choices mean nothing."""
    found = judged(observation)
    if found is None:
        return []
    c, e = found
    head = w.JUDGED.in_language(language).format(
        country=unit_name(observation, c, language), number=e + 1,
        count=int(observation.record["count"][c]),
    )  # fmt: skip
    return [f"{head} {entry_words(observation, c, e, language)}"]


def judged_phrase(observation: Observation, label: str, language: str) -> str:
    """A choice of the game master, with the entry that it is about."""
    found = judged(observation)
    return f"{_deed(observation, *found, language)}: {label}" if found else label
