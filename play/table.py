"""Tables and the commands on them. Each ends with a `Receipt` or is refused by a `RefusalError`.

A command names the decision it is about, the sequence number it has seen, and an idempotency key:
sent twice, it counts once, and both get the same receipt. It is committed first and published
after.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from legation.envs import load_game
from legation.envs.engine import Game, LegationError
from legation.envs.engine.record import Record
from legation.envs.engine.replay import check_record
from legation.play.defaults import check_strength, default_action
from legation.play.events import TableRow
from legation.play.live import Controller, LiveTable
from legation.play.refusal import Receipt, RefusalError
from legation.play.settings import BOT, OPEN, PERSON, Settings, checked, clean_message, clean_name
from legation.play.steps import Command, Created, Step, turn
from legation.play.storage import Storage, new_token
from legation.play.undo import last_own, undoable

LONGEST_KEY = 80
_MOST_CACHED = 2000


class Tables:
    """All tables of a storage.

    Args:
        storage: the database.
        clock: seconds since the epoch.
        publish: told the id of a table after something was committed there.
        find_game: a game by name and options.
    """

    def __init__(
        self,
        storage: Storage,
        *,
        clock: Callable[[], float] = time.time,
        publish: Callable[[str], None] = lambda table_id: None,
        find_game: Callable[..., Game] = load_game,
    ) -> None:
        self.storage, self.clock, self.publish = storage, clock, publish
        self._find_game = find_game
        self._games: dict[str, Game] = {}
        self._cache: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = threading.Lock()

    def game(self, name: str, options: dict[str, Any]) -> Game:
        """A game with its options, built once."""
        key = json.dumps([name, options], sort_keys=True, default=str)
        if key not in self._games:
            game = self._find_game(name, **options)
            with self._lock:
                self._games.setdefault(key, game)
        return self._games[key]

    # --- a new table -------------------------------------------------------------------------

    def create(
        self,
        game: Game,
        controllers: Sequence[Controller],
        settings: Settings | None = None,
        *,
        seed: int | None = None,
        record: Record | None = None,
    ) -> Created:
        """Sets up a table; with `record`, it goes on where the record ends.

        Raises:
            LegationError: settings that do not exist, a record that does not fit the game.
        """
        settings = settings or Settings()
        content = checked(game, settings, controllers)
        events: list[tuple[str, dict[str, Any]]] = []
        episode = 0
        if record is not None:
            check_record(record, game)
            seed, episode = record.seed, record.episode
            events = [
                ("decision", {"seat": d.seat, "action": d.action, "by": "record", "state": d.state})
                for d in record.decisions
            ]
        now = self.clock()
        row = TableRow(
            id=secrets.token_urlsafe(9).replace("_", "a").replace("-", "b"),
            game=game.id,
            game_version=game.version,
            options=dict(game.options),
            seed=secrets.randbelow(2**62) if seed is None else seed,
            episode=episode,
            settings=content,
            secret=secrets.token_hex(32),
            created=now,
            head=0,
            waiting="",
            deadline=None,
        )
        seats = {
            s: new_token() for s, c in enumerate(content["controllers"]) if c["kind"] == PERSON
        }
        host = new_token()
        tokens = {"host": host, **{f"seat:{s}": token for s, token in seats.items()}}
        self.storage.create(row, tokens, events)
        with self._command(row.id):
            pass  # who is waited for, and until when
        self.publish(row.id)
        return Created(row.id, host, seats)

    # --- reading -----------------------------------------------------------------------------

    @contextmanager
    def reading(self, table_id: str) -> Iterator[LiveTable]:
        """The table as it is stored now, held still.

        Raises:
            RefusalError: there is no such table, or it does not fit the rules any more.
        """
        with self._locked(table_id) as table:
            head = self.storage.head(table_id)
            if head is not None and head > table.seq:
                self._catch_up(table, self.storage.events_after(table_id, table.seq))
            yield table

    @contextmanager
    def committed(self, table_id: str) -> Iterator[LiveTable]:
        """As `reading`, without a look whether another process has gone on."""
        with self._locked(table_id) as table:
            yield table

    def at_hand(self, table_id: str) -> bool:
        """Whether the table is in memory, and nobody who reads waits for its database."""
        return self.storage.sqlite and table_id in self._cache

    def game_of(self, table_id: str) -> Game:
        """The game that is played at a table, which never changes; refuses as `reading`."""
        return self._cached(table_id).game

    def version(self, table_id: str, viewer: int) -> int:
        """Changes when what the viewer sees does."""
        with self.reading(table_id) as table:
            return table.versions[viewer]

    @contextmanager
    def _locked(self, table_id: str) -> Iterator[LiveTable]:
        """The table in memory, which no other thread changes or reads meanwhile."""
        while True:
            table = self._cached(table_id)
            with table.lock:
                if not table.forgotten:
                    yield table
                    return

    def _cached(self, table_id: str) -> LiveTable:
        with self._lock:
            found = self._cache.get(table_id)
            if found is not None:
                self._cache.move_to_end(table_id)
                return found
        row = self.storage.table(table_id)
        if row is None:
            raise RefusalError("no_table", "There is no such table.")
        try:
            table = LiveTable.start(row, self.game(row.game, row.options))
        except RefusalError:
            raise
        except LegationError:
            raise RefusalError("broken", "This table's game is not installed here.") from None
        with self._lock:
            table = self._cache.setdefault(table_id, table)
            while len(self._cache) > _MOST_CACHED:
                self._cache.popitem(last=False)
        return table

    def _catch_up(self, table: LiveTable, events: Sequence[Any]) -> None:
        try:
            for event in events:
                table.apply(event)
        except RefusalError:
            self._forget(table)
            raise

    def _forget(self, table: LiveTable) -> None:
        table.forgotten = True
        with self._lock:
            if self._cache.get(table.row.id) is table:
                del self._cache[table.row.id]

    # --- commands ----------------------------------------------------------------------------

    @contextmanager
    def _command(self, table_id: str) -> Iterator[Step]:
        """Locks a table, in this process and in the database, until what was added is committed."""
        step: Step | None = None
        with self._locked(table_id) as table:
            try:
                with self.storage.command(table_id) as transaction:
                    if transaction is None:
                        raise RefusalError("no_table", "There is no such table.")
                    if transaction.row.head > table.seq:
                        self._catch_up(table, transaction.events_after(table.seq))
                    before = turn(table)
                    step = Step(table, transaction, self.clock())
                    yield step
                    if step.changed or not step.row.waiting:
                        step.finish(before)
            except BaseException:
                # What was not committed never was: the next one reads the table anew.
                if step is not None and step.changed:
                    self._forget(table)
                raise
        if step.changed:
            self.publish(table_id)

    @contextmanager
    def _seat_command(
        self, table_id: str, seat: int, command: Command, what: str, *content: object
    ) -> Iterator[tuple[Step, list[Receipt]]]:
        """A command of a seat, carried out once for its key. The block adds its receipt to the
        list; where one is there already, the command came before, and nothing is to be done."""
        if not 1 <= len(command.key) <= LONGEST_KEY:
            raise RefusalError("bad_input", "An idempotency key has 1 to 80 characters.")
        told = json.dumps([what, command.decision, *content], default=str)
        digest = hashlib.sha256(told.encode()).hexdigest()
        with self._command(table_id) as step:
            earlier = step.earlier(seat, command, digest)
            receipts = [earlier] if earlier else []
            yield step, receipts
            if not earlier:
                step.keep(seat, command, digest, receipts[0])

    def act(self, table_id: str, seat: int, command: Command, action: int) -> Receipt:
        """A decision of the person at `seat`."""
        with self._seat_command(table_id, seat, command, "act", action) as (step, receipts):
            if not receipts:
                table = step.table
                self._check_turn(table, seat, command)
                try:
                    table.game.apply(table.state.copy(), action)
                except LegationError as error:
                    raise RefusalError(
                        "illegal", "That is not legal now.", reason=str(error)
                    ) from None
                step.decide(action, "person")
                label = table.game.label(action)
                position = table.positions[seat]
                receipts.append(Receipt("act", position, command.decision, int(action), label))
            return receipts[0]

    def undo(self, table_id: str, seat: int, command: Command) -> Receipt:
        """Takes back the seat's last decision, where that reveals nothing (`undo.py`)."""
        with self._seat_command(table_id, seat, command, "undo") as (step, receipts):
            if not receipts:
                table = step.table
                self._check_turn(table, seat, command)
                count = last_own(table, undoable(table, seat))
                if not count:
                    raise RefusalError("no_undo", "Nothing can be taken back now.")
                step.add("undo", {"seat": seat, "count": count})
                receipts.append(Receipt("undo", table.positions[seat]))
            return receipts[0]

    def leave(self, table_id: str, seat: int, command: Command) -> Receipt:
        """A bot plays for the seat from now on, until its person takes it back."""
        with self._seat_command(table_id, seat, command, "leave") as (step, receipts):
            if not receipts:
                controller = self._person(step.table, seat)
                strength = step.row.settings["stand_in"]
                step.control(seat, Controller(PERSON, controller.name, "", strength, "left"))
                receipts.append(Receipt("leave", step.table.positions[seat]))
            return receipts[0]

    def take_back(self, table_id: str, seat: int, command: Command) -> Receipt:
        """The person decides again."""
        with self._seat_command(table_id, seat, command, "take_back") as (step, receipts):
            if not receipts:
                controller = self._person(step.table, seat)
                if controller.stand_in:
                    step.control(seat, Controller(PERSON, controller.name))
                receipts.append(Receipt("take_back", step.table.positions[seat]))
            return receipts[0]

    def say(
        self, table_id: str, seat: int, command: Command, text: str, to: Sequence[int] | None = None
    ) -> Receipt:
        """Chat to everybody, or to the seats in `to` alone."""
        words = clean_message(text)
        with self._seat_command(table_id, seat, command, "chat", words, to) as (step, receipts):
            if not receipts:
                seats = range(step.table.game.seats)
                if to is not None and (not to or any(s not in seats or s == seat for s in to)):
                    raise RefusalError("bad_input", "A private message goes to other seats.")
                addressees = None if to is None else sorted(set(to))
                step.add("chat", {"sender": seat, "to": addressees, "text": words})
                receipts.append(Receipt("chat", step.table.positions[seat]))
            return receipts[0]

    def claim(self, table_id: str, seat: int, name: str = "") -> str:
        """Takes an open seat; returns the secret of its link."""
        token = new_token()
        with self._command(table_id) as step:
            if not 0 <= seat < step.table.game.seats:
                raise RefusalError("no_seat", "There is no such seat.")
            if step.table.controllers[seat].kind != OPEN:
                raise RefusalError("taken", "This seat is taken.")
            step.set_token(f"seat:{seat}", token)
            step.control(seat, Controller(PERSON, clean_name(name)))
        return token

    def reissue(self, table_id: str, role: str) -> str:
        """A new secret link for `host` or `seat:N`, of which all learn; the old one ends."""
        token = new_token()
        with self._command(table_id) as step:
            if role != "host":
                seat = int(role.partition(":")[2])
                self._person(step.table, seat)
                step.add("link", {"seat": seat})
            step.set_token(role, token)
        return token

    def set_bot(self, table_id: str, seat: int, strength: str) -> None:
        """The host gives a seat to a bot for good, such as one that nobody took."""
        with self._command(table_id) as step:
            check_strength(step.table.game, strength)
            step.control(seat, Controller(BOT, strength=strength))

    def open_seat(self, table_id: str, seat: int) -> None:
        """The host offers a bot's seat to whoever comes."""
        with self._command(table_id) as step:
            if step.table.controllers[seat].kind != BOT:
                raise RefusalError("taken", "This seat is taken.")
            step.control(seat, Controller(OPEN))

    def set_webhook(self, table_id: str, seat: int, url: str | None) -> None:
        with self._command(table_id) as step:
            step.set_webhook(f"seat:{seat}", url)

    # --- what the server itself does ---------------------------------------------------------

    def decide(self, table_id: str, seq: int, choices: Sequence[tuple[int, str]]) -> bool:
        """Actions that bots chose, with who chose each, for the table as it was at `seq`; False:
        it is another by now, and nothing was done."""
        with self._command(table_id) as step:
            if step.table.seq != seq:
                return False
            for action, by in choices:
                step.decide(action, by)
        return True

    def time_out(self, table_id: str) -> bool:
        """Ends a decision whose time is up; False if it is not."""
        with self._command(table_id) as step:
            table, deadline = step.table, step.row.deadline
            if deadline is None or step.now < deadline or table.waiting() != PERSON:
                return False
            seat, settings = table.actor, step.row.settings
            if settings["on_timeout"] == "bot":
                name = table.controllers[seat].name
                stand_in = Controller(PERSON, name, "", settings["stand_in"], "timeout")
                step.control(seat, stand_in)
            else:
                mask = table.game.legal_action_mask(table.state)
                step.decide(default_action(table.game, mask), "timeout")
        return True

    # --- checks ------------------------------------------------------------------------------

    @staticmethod
    def _person(table: LiveTable, seat: int) -> Controller:
        controller = table.controllers[seat] if 0 <= seat < table.game.seats else None
        if controller is None or controller.kind != PERSON:
            raise RefusalError("no_seat", "No person has this seat.")
        return controller

    def _check_turn(self, table: LiveTable, seat: int, command: Command) -> None:
        if table.over:
            raise RefusalError("over", "The game is over.")
        if self._person(table, seat).stand_in:
            raise RefusalError("not_your_turn", "A bot plays for you; take your seat back first.")
        if table.actor != seat:
            raise RefusalError("not_your_turn", "You have nothing to decide now.")
        if command.decision != table.decision_id(seat):
            raise RefusalError(
                "stale", "This decision was taken already, or the page is an old one."
            )
        if command.sequence != table.positions[seat]:
            raise RefusalError("stale", "Something has happened since; look again, then decide.")
