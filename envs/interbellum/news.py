"""What happened between two observations of one viewer besides the actions, line by line.

Reveals, dice, and what changed on the board: with these and the actions, a game can be followed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.interbellum import names
from legation.envs.interbellum.components import COMPONENTS, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import (
    BY_NAMES,
    FIRST_PLACE,
    LEVEL_NAMES,
    PROTECTORATE,
    STEP_T,
)
from legation.envs.interbellum.text import order_words, rolled, wrapped

_TURN = Text("--- {year}, turn {turn} ---", "--- {year}, ход {turn} ---")
_SENT = Text("{power} sent: {names}", "{power} направляет: {names}")
_NOBODY = Text("nobody", "никого")
_TRIES = Text("{power} tries to open an embassy: {names}", "{power}, попытка посольства: {names}")
_ATTEMPT = Text(
    "embassy attempt in {region}: die {die}, total {total} against {sig}: {result}",
    "попытка посольства, {region}: кубик {die}, итог {total} против {sig}: {result}",
)
_OPENED = Text("opened", "открыто")
_FAILED = Text("failed", "неудача")
_COUP = Text("coup in {region}: {new} for {old}", "переворот, {region}: {new} вместо: {old}")
_NO_COUPS = Text("no coups", "переворотов нет")
_ORDERS = Text("in place of the roll: {names}", "вместо броска: {names}")
_NO_ORDERS = Text("all roll", "бросают все")
_ROLL = Text("{region} rolls: {rolls}", "{region}, броски: {rolls}")
_CHANGE = Text("{region}: {changes}", "{region}: {changes}")
_SIG = Text("significance {old} → {new}", "значимость {old} → {new}")
_LEVEL = Text("{region}: {power}: {level}", "{region}: {power}: {level}")
_LOST = Text("{region}: {power}: {level} lost", "{region}: {power}: {level}, утрата")
_GOLD = Text("gold of Italy: {gold}", "золото Италии: {gold}")
_ALLY = Text("{power} seeks {ally}", "{power} ищет союза: {ally}")
_NO_ALLY = Text("{power} seeks nobody", "{power} не ищет союза")
_VOTE = Text("{power} votes for {choice}", "{power} голосует за: {choice}")
_GM_VOTE = Text("the game master votes for {choice}", "Мастер голосует за: {choice}")
_WINNER = Text("winner: {power} ({by})", "победитель: {power} ({by})")


def news(before: Observation, after: Observation, language: str) -> list[str]:
    """Lines of at most 100 columns; none where nothing but the action itself happened."""
    lines: list[str] = []
    was, now = before.record, after.record
    if int(now["sent_shown"]) and not int(was["sent_shown"]):
        lines += _sendings(after, language)
    lines += _attempts(before, after, language)
    if int(now["coups_shown"]) and not int(was["coups_shown"]):
        lines += _coups(after, language)
    if int(now["orders_shown"]) and not int(was["orders_shown"]):
        lines += _orders(now, language)
    lines += _regions(before, after, language)
    if int(now["gold"]) != int(was["gold"]):
        lines.append(_GOLD.in_language(language).format(gold=now["gold"]))
    lines += _end(was, now, language)
    if int(now["turn"]) > int(was["turn"]):
        year = COMPONENTS.first_year + int(now["turn"]) - 1
        lines.append(_TURN.in_language(language).format(year=year, turn=now["turn"]))
    return [piece for line in lines for piece in wrapped(line)]


def _sendings(after: Observation, language: str) -> list[str]:
    """Who was sent where, the French draw included, and the announced attempts."""
    record = after.record
    lines = []
    standing = names.standing(record)
    for p in range(POWERS):
        sent = [
            f"{names.ambassador(a, language)} → {names.region(after, r, language)}"
            for r in sorted(standing)
            for a in standing[r]
            if a // POOL_SIZE == p
        ]
        people = ", ".join(sent) or _NOBODY.in_language(language)
        words = {"power": names.power(p, language), "names": people}
        lines.append(_SENT.in_language(language).format(**words))
    tried = np.flatnonzero(names.values(record, "attempt") == 1)
    if len(tried):
        regions = ", ".join(names.region(after, r, language) for r in tried)
        words = {"power": names.power(2, language), "names": regions}
        lines.append(_TRIES.in_language(language).format(**words))
    return lines


def _attempts(before: Observation, after: Observation, language: str) -> list[str]:
    was, now = names.values(before.record, "attempt_die"), names.values(after.record, "attempt_die")
    lines = []
    for r in np.flatnonzero((now > 0) & (was == 0)):
        result = _OPENED if after.record["embassy"][r] else _FAILED
        lines.append(
            _ATTEMPT.in_language(language).format(
                region=names.region(after, r, language),
                die=now[r],
                total=str(after.record["attempt_total"][r]).replace("-", "−"),
                sig=after.record["sig"][r],
                result=result.in_language(language),
            )
        )
    return lines


def _coups(after: Observation, language: str) -> list[str]:
    record = after.record
    places = names.values(record, "place")
    lines = []
    for p in range(POWERS):
        old, new = int(record["coup_out"][p]), int(record["coup_in"][p])
        if old >= 0:
            lines.append(
                _COUP.in_language(language).format(
                    region=names.region(after, places[p, new] - FIRST_PLACE, language),
                    old=names.ambassador(p * POOL_SIZE + old, language),
                    new=names.ambassador(p * POOL_SIZE + new, language),
                )
            )
    return lines or [_NO_COUPS.in_language(language)]


def _orders(record: Any, language: str) -> list[str]:
    orders = names.values(record, "order")
    ordered = [
        order_words(int(p * POOL_SIZE + slot), int(orders[p, slot]), language)
        for p, slot in np.argwhere(orders > 0)
    ]
    if not ordered:
        return [_NO_ORDERS.in_language(language)]
    return [_ORDERS.in_language(language).format(names=", ".join(ordered))]


def _regions(before: Observation, after: Observation, language: str) -> list[str]:
    """Region by region: the dice rolled since, what changed, control gained or lost."""
    was, now = before.record, after.record
    dice_before, level_before = names.values(was, "dice"), names.values(was, "level")
    # The dice of a turn that has ended are kept apart.
    past = "past_" if _ended(was, now) else ""
    dice, totals = names.values(now, f"{past}dice"), names.values(now, f"{past}total")
    cases = names.values(now, f"{past}case")
    levels = names.values(now, "level")
    lines = []
    for r in range(len(dice)):
        place = names.region(after, r, language)
        if dice[r].any() and not dice_before[r].any():
            words = {"region": place, "rolls": rolled(dice[r], totals[r], int(cases[r]), language)}
            lines.append(_ROLL.in_language(language).format(**words))
        changes = _changes(was, now, r, language)
        if changes:
            words = {"region": place, "changes": ", ".join(changes)}
            lines.append(_CHANGE.in_language(language).format(**words))
        for p in np.flatnonzero(level_before[r] != levels[r]):
            reached, left = int(levels[r, p]), int(level_before[r, p])
            if max(reached, left) >= PROTECTORATE:
                text, level = (_LEVEL, reached) if reached > left else (_LOST, left)
                name = LEVEL_NAMES[level].in_language(language)
                words = {"region": place, "power": names.power(p, language), "level": name}
                lines.append(text.in_language(language).format(**words))
    return lines


def _ended(was: Any, now: Any) -> bool:
    """The rolls of the turn of `was` are over and cleared."""
    if int(now["turn"]) > int(was["turn"]):
        return True
    return int(was["step"]) < STEP_T <= int(now["step"])


def _changes(was: Any, now: Any, r: int, language: str) -> list[str]:
    old, new = names.values(was, "inf")[r], names.values(now, "inf")[r]
    changes = [
        f"{names.short_power(p, language)} {old[p]} → {new[p]}" for p in np.flatnonzero(old != new)
    ]
    if was["sig"][r] != now["sig"][r]:
        words = {"old": was["sig"][r], "new": now["sig"][r]}
        changes.append(_SIG.in_language(language).format(**words))
    return changes


def _end(was: Any, now: Any, language: str) -> list[str]:
    lines = []
    if int(now["declared_shown"]) and not int(was["declared_shown"]):
        for p in range(1, POWERS):
            ally = int(now["ally"][p])
            text = _ALLY if ally >= 0 else _NO_ALLY
            words = {"power": names.power(p, language)}
            words["ally"] = names.power(ally, language) if ally >= 0 else ""
            lines.append(text.in_language(language).format(**words))
    if int(now["votes_shown"]) and not int(was["votes_shown"]):
        for p in range(POWERS):
            if int(now["vote"][p]) >= 0:
                words = {"power": names.power(p, language)}
                words["choice"] = names.power(now["vote"][p], language)
                lines.append(_VOTE.in_language(language).format(**words))
        if int(now["gm_vote"]) >= 0:
            choice = names.power(now["gm_vote"], language)
            lines.append(_GM_VOTE.in_language(language).format(choice=choice))
    if int(now["winner"]) >= 0 and int(was["winner"]) < 0:
        by = BY_NAMES[int(now["by"])].in_language(language)
        winner = names.power(now["winner"], language)
        lines.append(_WINNER.in_language(language).format(power=winner, by=by))
    return lines
