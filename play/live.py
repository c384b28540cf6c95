"""A table in memory: the fold of its events. Replaying the same events gives the same table.

Kinds of events and their data:

    decision  {seat, action, state, by}: `state` is the hash after it; `by` is person, forced,
              timeout, record, or `bot:` and the rung of the ladder that decided
    undo      {seat, count}: the seat takes its last `count` decisions back
    control   {seat, kind, name, strength, stand_in, why}: who decides for a seat from now on
    chat      {sender, to, text}: `to` lists seats, or is null for everybody
    link      {seat}: the secret link of a seat was made anew

The numbers that a viewer is given (`versions`, `positions`, `turns`) count what this viewer could
see, never events: how often others decided in secret is itself a secret.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from legation.envs.engine import Game, LegationError, Observation, State
from legation.envs.engine.record import (
    AgentName,
    Decision,
    Record,
    make_decision,
    make_result,
    new_record,
    state_hash,
)
from legation.envs.engine.replay import shown, told
from legation.play.events import Event, TableRow
from legation.play.refusal import RefusalError

_UNFIT = "The stored table does not fit the rules any more."


@dataclass(frozen=True)
class Controller:
    """Who decides for a seat.

    Attributes:
        kind: `person`, `bot`, or `open`: nobody has taken the seat yet.
        name: of the person, for the others to read.
        strength: of the bot.
        stand_in: the strength of the bot that plays for an absent person, or empty.
        why: `left` (all see it) or `timeout`. Whose time ran out in secret is a secret, so only
            the seat itself is told of a timeout.
    """

    kind: str
    name: str = ""
    strength: str = ""
    stand_in: str = ""
    why: str = ""

    @property
    def bot(self) -> str:
        """The strength of the bot that decides now; empty where a person does."""
        return self.strength if self.kind == "bot" else self.stand_in

    def public(self) -> Controller:
        """As others see it."""
        return self if self.why != "timeout" else Controller(self.kind, self.name)


@dataclass(frozen=True)
class Taken:
    """A decision that stands."""

    seat: int
    action: int
    by: str
    state: str


@dataclass(frozen=True)
class Note:
    """A line of the log that is no decision; `viewers` see it after `after` decisions."""

    kind: str
    seat: int
    after: int
    viewers: frozenset[int]
    taken: tuple[tuple[int, State], ...] = ()  # what was taken back: actions, and where they were
    controller: Controller | None = None


@dataclass(frozen=True)
class Message:
    """A line of chat; `to` is None for everybody."""

    sender: int
    to: tuple[int, ...] | None
    text: str
    at: float

    def seen_by(self, viewer: int) -> bool:
        return self.to is None or viewer == self.sender or viewer in self.to


@dataclass
class LiveTable:
    """See the module. Changed by `apply` only, under `lock`."""

    row: TableRow
    game: Game
    seq: int = 0
    states: list[State] = field(default_factory=list)
    decisions: list[Taken] = field(default_factory=list)
    controllers: list[Controller] = field(default_factory=list)
    chat: list[Message] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    lock: Any = field(default_factory=threading.RLock)
    forgotten: bool = False  # it holds what was never committed
    told: tuple[int, int] | None = None  # the last turn that a notice was sent about
    revealed: list[bool | None] = field(default_factory=list)  # by decision; None: not asked yet
    _looks: list[bytes] = field(default_factory=list)
    _entries: dict[tuple[int, str], list[dict[str, Any] | None]] = field(default_factory=dict)
    _news: dict[tuple[int, str], list[list[str]]] = field(default_factory=dict)

    @classmethod
    def start(cls, row: TableRow, game: Game) -> LiveTable:
        """The table before its first event."""
        if row.game_version != game.version:
            raise RefusalError(
                "broken",
                "This table was played by other rules (version {was}; here: {now}).",
                was=row.game_version,
                now=game.version,
            )
        table = cls(row, game)
        table.states = [game.new_state(row.seed, row.episode)]
        table.controllers = [Controller(**c) for c in row.settings["controllers"]]
        viewers = game.seats + 1
        table.versions, table.positions = [1] * viewers, [1] * viewers
        table.turns = [0] * game.seats
        table._looks = looks(game, table.state)
        table._new_turn()
        return table

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def actor(self) -> int:
        return int(self.state.actor)

    @property
    def spectator(self) -> int:
        return self.game.spectator

    def waiting(self) -> str:
        """Who has to act: `over`, `bot`, `person` or `open`."""
        if self.over:
            return "over"
        controller = self.controllers[self.actor]
        return "bot" if controller.bot else controller.kind

    def observe(self, viewer: int) -> Observation:
        return self.game.observe(self.state, viewer)

    def decision_id(self, seat: int) -> str:
        """Names the decision that the seat has before it; says nothing about other seats."""
        return self.sign("decision", seat, self.turns[seat])

    def sign(self, *parts: object) -> str:
        """A name that only this server can make, from parts that its reader knows already."""
        text = ":".join(str(part) for part in (self.row.id, *parts))
        return hmac.new(self.row.secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:24]

    # --- the fold ----------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """The next event.

        Raises:
            RefusalError: `broken`, the stored events do not fit these rules.
        """
        if event.seq != self.seq + 1:
            raise RefusalError("broken", "The stored table has a gap.")
        try:
            self._fold(event)
        except (KeyError, TypeError, IndexError):
            raise RefusalError("broken", _UNFIT) from None
        self.seq = event.seq

    def _fold(self, event: Event) -> None:
        match event.kind:
            case "decision":
                self._decide(event.data)
            case "undo":
                self._undo(event.data["seat"], event.data["count"])
            case "control":
                self._control(event.data)
            case "chat":
                to = event.data["to"]
                message = Message(
                    event.data["sender"], None if to is None else tuple(to), event.data["text"],
                    event.at,
                )  # fmt: skip
                self.chat.append(message)
                self._tell(v for v in range(self.spectator + 1) if message.seen_by(v))
            case "link":
                seen = frozenset(range(self.spectator + 1))
                self.notes.append(Note("link", event.data["seat"], len(self.decisions), seen))
                self._tell(seen)
            case kind:
                raise RefusalError(
                    "broken", "The stored table has a strange event: {kind}.", kind=kind
                )

    def _decide(self, data: dict[str, Any]) -> None:
        state, seat, action = self.state.copy(), data["seat"], data["action"]
        try:
            if seat != self.actor:
                raise LegationError("another seat is to act")
            self.game.apply(state, action)
        except LegationError:
            raise RefusalError("broken", _UNFIT) from None
        if state_hash(self.game, state) != data["state"]:
            raise RefusalError("broken", _UNFIT)
        self.states.append(state)
        self.decisions.append(Taken(seat, action, data["by"], data["state"]))
        self.revealed.append(None)
        last = len(self.decisions) - 1
        changed = self._look()
        changed |= {v for v in range(self.spectator + 1) if self.entry(last, v)}
        self._moved(changed)
        self._new_turn()

    def _undo(self, seat: int, count: int) -> None:
        keep = len(self.decisions) - count
        actions = tuple((d.action, self.states[keep + i])
                        for i, d in enumerate(self.decisions[keep:]))  # fmt: skip
        seen = {
            v
            for v in range(self.spectator + 1)
            if any(self.entry(i, v) for i in range(keep, keep + count))
        }
        del self.decisions[keep:], self.revealed[keep:], self.states[keep + 1 :]
        for entries in self._entries.values():
            del entries[keep:]
        for lines in self._news.values():
            del lines[keep:]
        # A note that stood after a decision which is gone stands after the last one that is left.
        self.notes = [
            n if n.after <= keep else Note(n.kind, n.seat, keep, n.viewers, n.taken, n.controller)
            for n in self.notes
        ]
        self.notes.append(Note("undo", seat, keep, frozenset(seen), actions))
        self._moved(self._look() | seen | {seat})
        self._new_turn()

    def _control(self, data: dict[str, Any]) -> None:
        seat = data["seat"]
        controller = Controller(**{k: v for k, v in data.items() if k != "seat"})
        before = self.controllers[seat]
        self.controllers[seat] = controller
        seen = {seat}
        if controller.public() != before.public():
            seen = set(range(self.spectator + 1))
        kind = "control" if controller.why != "timeout" else "timeout"
        after = len(self.decisions)
        self.notes.append(Note(kind, seat, after, frozenset(seen), (), controller))
        self._tell(seen)

    def _look(self) -> set[int]:
        """The viewers that see another position than before."""
        fresh = looks(self.game, self.state)
        changed = {v for v, (a, b) in enumerate(zip(self._looks, fresh, strict=True)) if a != b}
        self._looks = fresh
        return changed

    def _moved(self, viewers: set[int]) -> None:
        for viewer in viewers:
            self.positions[viewer] += 1
        self._tell(viewers)

    def _tell(self, viewers: Any) -> None:
        for viewer in viewers:
            self.versions[viewer] += 1

    def _new_turn(self) -> None:
        if not self.over:
            self.turns[self.actor] += 1

    # --- what is made from it ----------------------------------------------------------------

    def entry(self, number: int, viewer: int, language: str = "en") -> dict[str, Any] | None:
        """Decision `number` as the viewer may see it; None: not at all."""
        entries = self._entries.setdefault((viewer, language), [])
        while len(entries) <= number:
            n = len(entries)
            d = self.decisions[n]
            before, after = self.states[n], self.states[n + 1]
            entries.append(shown(self.game, viewer, d.seat, d.action, before, after, language))
        return entries[number]

    def news(self, number: int, viewer: int, language: str = "en") -> list[str]:
        """What the viewer learnt by decision `number` besides the decision, in words."""
        lines = self._news.setdefault((viewer, language), [])
        while len(lines) <= number:
            n = len(lines)
            found = told(self.game, viewer, self.states[n], self.states[n + 1], language)
            lines.append(unwrapped(found))
        return lines[number]

    def record(self, decisions: int | None = None) -> Record:
        """The match record, secrets and all, up to `decisions` decisions."""
        row, game = self.row, self.game
        names = [AgentName(self._agent(seat)) for seat in range(game.seats)]
        count = len(self.decisions) if decisions is None else decisions
        taken: list[Decision] = [
            make_decision(game, d.seat, d.action, self.states[n + 1])
            for n, d in enumerate(self.decisions[:count])
        ]
        record = new_record(game, row.seed, row.episode, names)
        over = bool(self.states[count].over)
        result = make_result(game, self.states[count]) if over else None
        return Record(**{**vars(record), "decisions": tuple(taken), "result": result})

    def _agent(self, seat: int) -> str:
        controller = self.controllers[seat]
        return f"bot:{controller.strength}" if controller.kind == "bot" else "player"

    def frames(self, viewer: int | None) -> list[int]:
        """Numbers of decisions after which the viewer saw something new, 0 (the start) first;
        None: everything, after the end."""
        last = len(self.decisions)
        if viewer is None:
            return list(range(last + 1))
        found, before = [0], looks(self.game, self.states[0])[viewer]
        for n in range(1, last + 1):
            look = looks(self.game, self.states[n])[viewer]
            if look != before or self.entry(n - 1, viewer):
                found.append(n)
            before = look
        return found


def unwrapped(lines: list[str]) -> list[str]:
    """Lines that go on in ones indented by four more, whole again: pages wrap by themselves. Those
    indented by two more are items below a heading."""
    whole: list[str] = []
    deep = 0
    for line in lines:
        text = line.lstrip()
        indent = len(line) - len(text)
        if whole and indent >= deep + 4:
            whole[-1] += f" {text}"
        else:
            whole.append(text)
            deep = indent
    return whole


def views_of(game: Game, state: State) -> Any:
    """What each seat and the spectator see of a state, flat: `[S + 1, width]`."""
    viewers = np.arange(game.seats + 1)
    readers = np.where(viewers < game.seats, viewers, -1)
    records = np.repeat(game.initial, len(viewers))
    states = np.repeat(np.array([state], dtype=game.schema.dtype), len(viewers))
    nothing = np.zeros((0, game.encoder.width), dtype=np.float32)
    seen = game.schema.flat(records)
    game.kernels.observe(
        game.schema.flat(states), viewers, readers, seen, nothing, game.schema.unknown,
        game.visibility, game.encoder.tables,
    )  # fmt: skip
    return seen


def looks(game: Game, state: State) -> list[bytes]:
    """What each seat and the spectator see of a state, as bytes: equal bytes, nothing new."""
    seen = [row.tobytes() for row in views_of(game, state)]
    if not state.over:
        seen[int(state.actor)] += np.packbits(game.legal_action_mask(state)).tobytes() + b"!"
    return seen


def everything(game: Game, state: State) -> Observation:
    """The full view, for people after the end: all but the random stream."""
    record = state.copy()
    record["rng"] = 0
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    encoded = np.zeros(game.encoder.width, dtype=np.float32)
    return Observation(game, game.spectator, record, mask, encoded)
