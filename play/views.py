"""What one viewer gets of a table: made from its Observation and its share of the log, from nothing
else. Pages, streams and exports take it from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from legation.envs import GAMES, game_options
from legation.envs.engine import Game, Index, Observation, State
from legation.envs.engine.replay import export_for
from legation.play.choices import Group, groups
from legation.play.field_tables import FieldTable, field_tables
from legation.play.live import Controller, LiveTable, everything, unwrapped
from legation.play.options import label_text, unchanged, value_text
from legation.play.undo import undoable

Board = Callable[[Game, Observation, Sequence[int], str], str | None]


@dataclass(frozen=True)
class SeatRow:
    """A seat as all may know it."""

    seat: int
    id: str
    label: str
    controller: Controller
    you: bool
    turn: bool


@dataclass(frozen=True)
class LogLine:
    """One line of the log: `kind` is decision, undo, control, timeout, link, or news: a decision
    that the viewer does not see, but learnt something by. `news` is what was learnt."""

    kind: str
    seat: int
    who: str
    label: str
    own: bool
    controller: Controller | None = None
    news: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChatLine:
    who: str
    to: tuple[str, ...] | None
    text: str
    own: bool
    at: float


@dataclass(frozen=True)
class Position:
    """A position in pictures, words and tables."""

    text: str
    board: str | None
    scalars: list[tuple[str, str]]
    tables: list[FieldTable]


@dataclass(frozen=True)
class Outcome:
    """The end: for each seat its label, return and share of the win."""

    rows: tuple[tuple[str, float, float], ...]
    winners: tuple[str, ...]


@dataclass(frozen=True)
class TableView:
    """Everything that a page shows. `viewer` is a seat, or `game.spectator`."""

    id: str
    game: Game
    viewer: int
    name: str
    language: str
    title: str
    options: tuple[tuple[str, str], ...]
    version: int
    sequence: int
    seats: tuple[SeatRow, ...]
    position: Position | None
    to_act: bool
    decision: str | None
    groups: list[Group]
    can_undo: bool
    deadline: float | None
    turn: int | None
    log: list[LogLine]
    chat: list[ChatLine]
    outcome: Outcome | None
    settings: dict[str, Any]

    @property
    def is_seat(self) -> bool:
        return self.viewer < self.game.seats

    @property
    def own(self) -> Controller | None:
        return self.seats[self.viewer].controller if self.is_seat else None

    @property
    def over(self) -> bool:
        return self.outcome is not None


def table_view(
    table: LiveTable,
    viewer: int,
    language: str,
    board: Board | None = None,
    deadline: float | None = None,
) -> TableView:
    """The view of a seat or spectator; without `board` it has no position, which costs as much as
    all the rest. `deadline` is shown to the seat to act alone: whose clock runs can be a secret."""
    game, seen = table.game, table.observe(viewer)
    names = [label.in_language(language) for label in game.schema.seats.labels]
    turn = turn_seat(seen)
    own = table.controllers[viewer] if viewer < game.seats else None
    acts = seen.to_act and own is not None and own.kind == "person" and not own.stand_in
    legal = seen.legal_actions() if acts else []
    return TableView(
        id=table.row.id,
        game=game,
        viewer=viewer,
        name=names[viewer] if viewer < game.seats else "",
        language=language,
        title=game.title.in_language(language),
        options=option_words(game, language),
        version=table.versions[viewer],
        sequence=table.positions[viewer],
        seats=tuple(
            SeatRow(
                seat=seat,
                id=game.seat_ids[seat],
                label=names[seat],
                controller=c if seat == viewer else c.public(),
                you=seat == viewer,
                turn=seat == turn,
            )
            for seat, c in enumerate(table.controllers)
        ),
        position=position(seen, legal, language, board) if board else None,
        to_act=acts,
        decision=table.decision_id(viewer) if acts else None,
        groups=groups(seen, legal, language),
        can_undo=acts and undoable(table, viewer) > 0,
        deadline=deadline if acts else None,
        turn=turn,
        log=log_lines(table, viewer, language),
        chat=[
            ChatLine(
                names[m.sender],
                None if m.to is None else tuple(names[s] for s in m.to),
                m.text,
                m.sender == viewer,
                m.at,
            )
            for m in table.chat
            if m.seen_by(viewer)
        ],
        outcome=outcome(game, table.state, language) if table.over else None,
        settings=table.row.settings,
    )


def position(seen: Observation, legal: Sequence[int], language: str, board: Board) -> Position:
    """A position as an observation has it."""
    scalars, tables = field_tables(seen, language)
    picture = board(seen.game, seen, legal, language)
    return Position(seen.game.render(seen, language), picture, scalars, tables)


def turn_seat(seen: Observation) -> int | None:
    """Whose turn it is, where the game says so to all: its public field `turn`, a seat."""
    schema = seen.game.schema
    if "turn" not in schema.slots:
        return None
    item = schema.field("turn")
    if item.axes or not isinstance(item.kind, Index) or item.kind.axis != schema.seats.name:
        return None
    value = int(np.asarray(seen.record["turn"]))
    return value if 0 <= value < seen.game.seats else None


def option_words(game: Game, language: str) -> tuple[tuple[str, str], ...]:
    """The options that are not at their defaults, with their values; what a scenario sets is told
    by its name. A game that is not in the list has no words for them."""
    declared = game_options(game.id) if game.id in GAMES else ()
    usual = unchanged(declared, game.options)
    return tuple(
        (label_text(o, language), value_text(o, game.options[o.name], language))
        for o in declared
        if game.options[o.name] != usual[o.name]
    )


def log_lines(table: LiveTable, viewer: int, language: str) -> list[LogLine]:
    """The log of one viewer: visible decisions and notes, the oldest first."""
    game = table.game
    names = [label.in_language(language) for label in game.schema.seats.labels]
    lines: list[LogLine] = []
    notes = [n for n in table.notes if viewer in n.viewers]
    for number in range(len(table.decisions) + 1):
        while notes and notes[0].after <= number:
            note = notes.pop(0)
            own = note.seat == viewer
            phrases = [game.phrase_of(game.observe(s, viewer), a, language) for a, s in note.taken]
            label = "; ".join(phrases) if own else ""
            lines.append(
                LogLine(note.kind, note.seat, names[note.seat], label, own, note.controller)
            )
        if number < len(table.decisions):
            line = _decision_line(table, number, viewer, names, language)
            if line is not None:
                lines.append(line)
    return lines


def _decision_line(
    table: LiveTable, number: int, viewer: int, names: Sequence[str], language: str
) -> LogLine | None:
    """A decision and what the viewer learnt by it; None: neither."""
    entry = table.entry(number, viewer, language)
    news = tuple(table.news(number, viewer, language))
    if entry:
        seat = entry["seat"]
        return LogLine("decision", seat, names[seat], entry["label"], seat == viewer, None, news)
    return LogLine("news", -1, "", "", False, None, news) if news else None


def outcome(game: Game, state: State, language: str) -> Outcome:
    names = [label.in_language(language) for label in game.schema.seats.labels]
    returns, shares = game.returns(state), game.win_shares(state)
    rows = tuple(
        (name, float(value), float(share))
        for name, value, share in zip(names, returns, shares, strict=True)
    )
    return Outcome(rows, tuple(name for name, _, share in rows if share > 0))


@dataclass(frozen=True)
class Frame:
    """One picture of a replay; `at` counts what the viewer saw, from 0 to `last`."""

    at: int
    last: int
    line: LogLine | None
    position: Position


def replay_frame(
    table: LiveTable, viewer: int | None, at: int | None, language: str, board: Board
) -> Frame:
    """A frame as a seat or spectator saw it; with viewer None everything, after the end only."""
    numbers = table.frames(viewer)
    last = len(numbers) - 1
    chosen = last if at is None else max(0, min(at, last))
    number = numbers[chosen]
    state, game = table.states[number], table.game
    seen = everything(game, state) if viewer is None else game.observe(state, viewer)
    line = None
    if number:
        # Of everything, each decision is shown as its own seat saw it.
        taken = table.decisions[number - 1]
        eyes = taken.seat if viewer is None else viewer
        names = [label.in_language(language) for label in game.schema.seats.labels]
        line = _decision_line(table, number - 1, eyes, names, language)
        if viewer is None and line is not None and game.news is not None:
            before = everything(game, table.states[number - 1])
            line = replace(line, news=tuple(unwrapped(game.news(before, seen, language))))
    return Frame(chosen, last, line, position(seen, [], language, board))


def export_view(table: LiveTable, viewer: int, language: str) -> dict[str, Any]:
    """The record as one viewer may have it."""
    return export_for(table.record(), table.game, viewer, language)


def api_view(view: TableView, seen: Observation) -> dict[str, Any]:
    """The view for programs."""
    content: dict[str, Any] = {
        "table": view.id,
        "game": view.game.id,
        "version": view.version,
        "sequence": view.sequence,
        "to_act": view.to_act,
        "decision": view.decision,
        "over": view.over,
        "observation": seen.to_dict(),
        "legal": [
            {"action": b.action, "label": b.label}
            for group in view.groups
            for row in group.rows
            for b in row.buttons
        ],
        "log": [
            {"kind": x.kind, "who": x.who, "label": x.label, "news": list(x.news)} for x in view.log
        ],
    }
    if view.outcome is not None:
        content["result"] = [
            {"seat": name, "return": value, "win_share": share}
            for name, value, share in view.outcome.rows
        ]
    return content
