"""What one viewer gets of a table: made from its Observation and its share of the log, from nothing
else. Pages, streams and exports take it from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from legation.envs import GAMES, game_options
from legation.envs.engine import Game, Index, Observation, State
from legation.envs.engine.replay import export_for
from legation.play.choices import Group, groups
from legation.play.field_tables import FieldTable, field_tables
from legation.play.live import Controller, LiveTable, everything
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
    """One line of the log: `kind` is decision, undo, control, timeout or link."""

    kind: str
    seat: int
    who: str
    label: str
    own: bool
    controller: Controller | None = None


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
    position: Position
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
    table: LiveTable, viewer: int, language: str, board: Board, deadline: float | None = None
) -> TableView:
    """The view of a seat or spectator. `deadline` is shown to the seat to act alone: whose clock
    runs can be a secret."""
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
        position=position(seen, legal, language, board),
        to_act=acts,
        decision=table.decision_id(viewer) if acts else None,
        groups=groups(game, legal, language),
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
    """The options with their values; a game that is not in the list has no words for them."""
    labels = {o.name: o.label for o in game_options(game.id)} if game.id in GAMES else {}
    return tuple(
        (labels[name].in_language(language) if name in labels else name, str(value))
        for name, value in game.options.items()
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
            label = "; ".join(game.label(a, language) for a in note.labels) if own else ""
            lines.append(
                LogLine(note.kind, note.seat, names[note.seat], label, own, note.controller)
            )
        if number < len(table.decisions):
            entry = table.entry(number, viewer, language)
            if entry:
                seat = entry["seat"]
                lines.append(LogLine("decision", seat, names[seat], entry["label"], seat == viewer))
    return lines


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
        entry = table.entry(number - 1, eyes, language)
        if entry:
            name = game.schema.seats.labels[taken.seat].in_language(language)
            line = LogLine("decision", taken.seat, name, entry["label"], taken.seat == viewer)
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
        "log": [{"kind": x.kind, "who": x.who, "label": x.label} for x in view.log],
    }
    if view.outcome is not None:
        content["result"] = [
            {"seat": name, "return": value, "win_share": share}
            for name, value, share in view.outcome.rows
        ]
    return content
