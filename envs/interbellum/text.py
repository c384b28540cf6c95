"""A position in words, from one seat's view, in plain text of at most 100 columns."""

from __future__ import annotations

from textwrap import wrap

import numpy as np

from legation.envs.engine import Observation, Text
from legation.envs.interbellum import names
from legation.envs.interbellum.actions import FIRST_AMB, KIND_NAMES, NO_KIND
from legation.envs.interbellum.components import AMBASSADORS, COMPONENTS, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import (
    BY_NAMES,
    CASE_NAMES,
    COOPERATION,
    FIRST_PLACE,
    GM_SEAT,
    ORDER_USE,
    POOL,
    PROTECTORATE,
    PUPPET,
    RESERVE,
    STEP_NAMES,
    STEP_P,
)

COLUMNS = 100
_MARKS = {COOPERATION: "+", PROTECTORATE: "*", PUPPET: "#"}
_FLAGS = (Text("V", "Ф"), Text("R", "Р"), Text("E", "П"))  # of regions, as the key explains

_HEAD = Text("{year}, turn {turn} of {turns}: {step}", "{year}, ход {turn} из {turns}: {step}")
_OVER = Text("The game is over.", "Игра окончена.")
_WON = Text("Won by {power}: {by}.", "Победа: {power} ({by}).")
_COLUMNS = (
    Text("region", "регион"),
    Text("sign.", "знач."),
    Text("combat", "боев."),
)
_SHARE = Text("share of the score, %", "доля очков, %")
_KEY = Text(
    "Control: + cooperation, * protectorate, # puppet. V Volksdeutsche, R New Roman Empire, "
    "E Soviet embassy.",
    "Контроль: + сотрудничество, * протекторат, # марионетка. Ф фольксдойче, "
    "Р Новая Римская империя, П посольство СССР.",
)
_GOLD = Text("Gold of Italy: {gold}.", "Золото Италии: {gold}.")
_STANDING = Text("In the regions:", "В регионах:")
_CANCELLED = Text("cancelled", "отменён")
_MUTED = Text("silent", "молчит")
_GIVEN_UP = Text("no roll", "без броска")
_ROLLS = Text("Rolled this turn:", "Броски этого хода:")
_DUE = Text("Points to spend: {points}.", "Осталось потратить очков: {points}.")
_YOU = Text("You play {power}.", "Вы играете за: {power}.")
_SENT = Text("sent, not yet revealed: {names}", "направлены, ещё не вскрыто: {names}")
_RESERVE = Text("reserve: {names}", "резерв: {names}")
_POOL = Text("pool: {names}", "пул: {names}")
_ORDERS = Text("your orders: {names}", "ваши приказы: {names}")
_OTHERS = Text("Surely in hand, by what was seen:", "Точно в руке, по виденному:")
_SECRETS = Text("Hands:", "Руки:")
_NOBODY = Text("nobody", "никого")
_QUESTION = Text("You decide: {kind}", "Ваше решение: {kind}")
_WAITING = Text("{power} decides: {kind}", "Решает {power}: {kind}")
_LEFT = Text("left: {count}", "осталось: {count}")
_SOMEBODY = Text("{power} decides in secret", "{power}: тайное решение")


def render(observation: Observation, language: str) -> str:
    """The whole view of a seat (or spectator) in English or Russian."""
    blocks = [
        _head(observation, language),
        _table(observation, language),
        _regions(observation, language),
        _rolls(observation, language),
        _hands(observation, language),
        _question(observation, language),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def wrapped(line: str, indent: int = 4) -> list[str]:
    """A line in pieces of at most `COLUMNS`, the later ones indented."""
    return wrap(line, COLUMNS, subsequent_indent=" " * indent, break_on_hyphens=False)


def _head(observation: Observation, language: str) -> list[str]:
    record = observation.record
    title = COMPONENTS.title.in_language(language)
    if record["over"]:
        words = [_OVER.in_language(language)]
        if int(record["winner"]) >= 0:
            winner = names.power(record["winner"], language)
            by = BY_NAMES[int(record["by"])].in_language(language)
            words.append(_WON.in_language(language).format(power=winner, by=by))
        return [f"{title}. {' '.join(words)}"]
    head = _HEAD.in_language(language).format(
        year=COMPONENTS.first_year + int(record["turn"]) - 1,
        turn=record["turn"],
        turns=record["turns"],
        step=STEP_NAMES[int(record["step"])].in_language(language),
    )
    return [f"{title}. {head}"]


def _table(observation: Observation, language: str) -> list[str]:
    record = observation.record
    heads = [c.in_language(language) for c in _COLUMNS]
    heads += [names.short_power(p, language) + " " for p in range(POWERS)]
    lines = [_row([*heads, ""])]
    influence, levels = names.values(record, "inf"), names.values(record, "level")
    for r in range(len(influence)):
        cells = [names.region(observation, r, language), str(record["sig"][r])]
        cells.append(str(record["combat"][r]))
        for p in range(POWERS):
            amount = str(influence[r, p]) if influence[r, p] else "."
            cells.append(amount + _MARKS.get(int(levels[r, p]), " "))
        marked = (record["volksdeutsche"][r], record["new_rome"][r], record["embassy"][r])
        flags = "".join(
            word.in_language(language) if is_set else " "
            for word, is_set in zip(_FLAGS, marked, strict=True)
        )
        lines.append(_row([*cells, f"  {flags}"]))
    shares = [f"{share / 10:.1f} " for share in names.values(record, "share")]
    lines.append(_row([_SHARE.in_language(language), "", "", *shares, ""]))
    lines += wrapped(_KEY.in_language(language))
    if record["gold"]:
        lines.append(_GOLD.in_language(language).format(gold=record["gold"]))
    return lines


def _row(cells: list[str]) -> str:
    first, sig, combat, *rest, flags = cells
    start = f"{first:<23}{sig:>6}{combat:>8}"
    return (start + "".join(f"{cell:>9}" for cell in rest) + flags).rstrip()


def _regions(observation: Observation, language: str) -> list[str]:
    """Who stands where, as all see it."""
    record = observation.record
    by_region = names.standing(record)
    if not by_region:
        return []
    lines = [_STANDING.in_language(language)]
    for r in sorted(by_region):
        people = ", ".join(_person(record, a, r, language) for a in by_region[r])
        lines += wrapped(f"  {names.region(observation, r, language)}: {people}")
    return lines


def _person(record: object, index: int, r: int, language: str) -> str:
    p, slot = divmod(index, POOL_SIZE)
    notes = [names.short_power(p, language)]
    if names.values(record, "cancelled")[p, slot]:
        notes.append(_CANCELLED.in_language(language))
    if p == POWERS - 1 and names.values(record, "muted")[slot]:
        notes.append(_MUTED.in_language(language))
    if names.values(record, "no_roll")[p, r]:
        notes.append(_GIVEN_UP.in_language(language))
    return f"{names.ambassador(index, language)} ({', '.join(notes)})"


def _rolls(observation: Observation, language: str) -> list[str]:
    record = observation.record
    dice, totals = names.values(record, "dice"), names.values(record, "total")
    lines = []
    for r in range(len(dice)):
        if dice[r].any():
            place = names.region(observation, r, language)
            words = rolled(dice[r], totals[r], int(record["case"][r]), language)
            lines += wrapped(f"  {place}: {words}")
    if lines:
        lines.insert(0, _ROLLS.in_language(language))
    due = names.values(record, "due")
    if due.any():
        points = ", ".join(
            f"{names.short_power(p, language)} {due[p]}" for p in np.flatnonzero(due)
        )
        lines.append(_DUE.in_language(language).format(points=points))
    return lines


def rolled(dice: np.ndarray, totals: np.ndarray, case: int, language: str) -> str:
    """The dice of a region `[P]` with their modifiers and totals, and the case they make."""
    parts = []
    for p in np.flatnonzero(dice):
        modifier = names.signed(totals[p] - dice[p])
        total = str(totals[p]).replace("-", "−")
        added = "" if modifier == "0" else f" {modifier} = {total}"
        parts.append(f"{names.short_power(p, language)} {dice[p]}{added}")
    return f"{', '.join(parts)}: {CASE_NAMES[case].in_language(language)}"


# --- hands -----------------------------------------------------------------------------------


def _hands(observation: Observation, language: str) -> list[str]:
    viewer = observation.seat
    if viewer == GM_SEAT and len(observation.game.seat_ids) > GM_SEAT:
        lines = [_SECRETS.in_language(language)]
        for p in range(POWERS):
            parts = _hand(observation, p, language)
            lines += wrapped(f"  {names.power(p, language)}: {'; '.join(parts)}")
        return lines
    lines = []
    if viewer < POWERS:
        lines.append(_YOU.in_language(language).format(power=names.power(viewer, language)))
        for part in _hand(observation, viewer, language):
            lines += wrapped(f"  {part}")
        if int(observation.record["step"]) == STEP_P and not observation.record["over"]:
            for trait in COMPONENTS.traits:
                if trait.power == viewer:
                    name, text = trait.name.in_language(language), trait.text.in_language(language)
                    lines += wrapped(f"  {name}: {text}", 6)
    if observation.record["over"]:
        return lines
    known = names.values(observation.record, "surely_hand")
    deployed = names.values(observation.record, "deployed")
    others = []
    for p in range(POWERS):
        held = [s for s in range(POOL_SIZE) if known[p, s] and not deployed[p, s]]
        if p != viewer and held:
            others += wrapped(f"  {names.power(p, language)}: {_people(p, held, language)}")
    return [*lines, _OTHERS.in_language(language), *others] if others else lines


def _people(p: int, slots: list[int], language: str) -> str:
    return ", ".join(names.ambassador(p * POOL_SIZE + s, language) for s in slots)


def _hand(observation: Observation, p: int, language: str) -> list[str]:
    """What is hidden from others of power `p`, to a viewer who sees it."""
    record = observation.record
    places = names.values(record, "place")[p]
    deployed = names.values(record, "deployed")[p]
    orders = names.values(record, "order")[p]
    sent = [
        f"{names.ambassador(p * POOL_SIZE + s, language)} → "
        f"{names.region(observation, places[s] - FIRST_PLACE, language)}"
        for s in range(POOL_SIZE)
        if places[s] >= FIRST_PLACE and not deployed[s]
    ]
    parts = []
    if sent:
        parts.append(_SENT.in_language(language).format(names=", ".join(sent)))
    for text, where in ((_RESERVE, RESERVE), (_POOL, POOL)):
        held = [s for s in range(POOL_SIZE) if places[s] == where]
        people = _people(p, held, language) or _NOBODY.in_language(language)
        parts.append(text.in_language(language).format(names=people))
    ordered = [
        order_words(p * POOL_SIZE + int(s), int(orders[s]), language)
        for s in np.flatnonzero(orders > 0)
    ]
    if ordered:
        parts.append(_ORDERS.in_language(language).format(names=", ".join(ordered)))
    return parts


def order_words(index: int, order: int, language: str) -> str:
    """An ambassador with the order it has, as the field `order` holds it."""
    name = names.ambassador(index, language)
    if order > ORDER_USE:
        return f"{name} ({names.power(order - FIRST_PLACE, language)})"
    return name


# --- the question ----------------------------------------------------------------------------


def _question(observation: Observation, language: str) -> list[str]:
    record = observation.record
    acting, kind = int(record["acting"]), int(record["kind"])
    if record["over"] or acting < 0 or kind == NO_KIND:
        return []
    who = names.power(acting, language)
    if not 0 <= kind < NO_KIND:  # a hidden question
        return [_SOMEBODY.in_language(language).format(power=who)]
    words = KIND_NAMES[kind].in_language(language)
    about = []
    if int(record["about_amb"]) >= 0:
        about.append(names.ambassador(record["about_amb"], language))
    if int(record["about_region"]) >= 0:
        about.append(names.region(observation, record["about_region"], language))
    if about:
        words = f"{words} ({', '.join(about)})"
    if int(record["about_count"]) > 0:
        words = f"{words}; {_LEFT.in_language(language).format(count=record['about_count'])}"
    head = _QUESTION if acting == observation.seat else _WAITING
    lines = wrapped(head.in_language(language).format(power=who, kind=words))
    about_ambassador = int(record["about_amb"])
    told = [about_ambassador] if about_ambassador >= 0 else []
    # Those to choose from are told too: nobody knows fifty abilities by heart.
    told += [a - FIRST_AMB for a in observation.legal_actions() if 0 <= a - FIRST_AMB < AMBASSADORS]
    for index in dict.fromkeys(told):
        text = COMPONENTS.ambassadors[index].text.in_language(language)
        lines += wrapped(f"  {names.ambassador(index, language)}: {text}", 6)
    return lines
