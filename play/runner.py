"""What moves tables when no person does: bots, forced decisions, time limits.

Threads take tables from a queue. What they decide is committed for the table as it was when they
looked; where somebody was faster, they look again. Everything that waits is in the database, so
after a restart, however it came, tables that wait for bots are taken up.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable

from legation.envs.engine import State
from legation.envs.engine.actions import PUBLIC
from legation.play.bots import BotPool
from legation.play.live import LiveTable
from legation.play.refusal import RefusalError
from legation.play.settings import BOT, PERSON
from legation.play.table import Tables

_LOG = logging.getLogger("legation.play.runner")
# Bots' decisions are committed together, but people see the first ones soon.
_MOST_AT_ONCE = 16
_SECONDS_AT_ONCE = 0.25
# A table that has waited so long for a bot was forgotten by somebody.
_FORGOTTEN = 20.0


class Runner:
    """Threads that carry tables on.

    Args:
        tables: the tables.
        bots: who thinks.
        threads: how many tables are carried on at once.
        pulse: seconds between looks at the time limits.
    """

    def __init__(
        self, tables: Tables, bots: BotPool, *, threads: int = 2, pulse: float = 0.5
    ) -> None:
        self.tables, self.bots, self.pulse = tables, bots, pulse
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._queued: set[str] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._threads = [
            *(self._thread(self._carry_on) for _ in range(threads)),
            self._thread(self._watch),
        ]

    @staticmethod
    def _thread(target: Callable[[], None]) -> threading.Thread:
        return threading.Thread(target=target, daemon=True, name="legation-runner")

    def start(self) -> None:
        for table_id in self.tables.storage.waiting_for(BOT, self.tables.clock()):
            self.nudge(table_id)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(10)

    def nudge(self, table_id: str) -> None:
        """Something happened at a table: see whether it is a bot's turn."""
        with self._lock:
            if table_id in self._queued:
                return
            self._queued.add(table_id)
        self._queue.put(table_id)

    def _carry_on(self) -> None:
        while not self._stop.is_set():
            table_id = self._queue.get()
            if table_id is None:
                return
            with self._lock:
                self._queued.discard(table_id)
            try:
                self.advance(table_id)
            except RefusalError as error:
                _LOG.warning("a table can't go on: %s", error.code)
            except Exception:
                # It is taken up again by `_watch`: no error may stall other tables.
                _LOG.exception("a table could not be carried on")

    def _watch(self) -> None:
        looked = 0.0
        while not self._stop.wait(self.pulse):
            try:
                now = self.tables.clock()
                for table_id in self.tables.storage.due(now):
                    self._time_out(table_id)
                if time.monotonic() - looked > _FORGOTTEN / 2:
                    looked = time.monotonic()
                    for table_id in self.tables.storage.waiting_for(BOT, now - _FORGOTTEN):
                        self.nudge(table_id)
            except Exception:
                _LOG.exception("the time limits could not be looked at")

    def _time_out(self, table_id: str) -> None:
        try:
            self.tables.time_out(table_id)
        except RefusalError as error:
            _LOG.warning("a time limit could not be kept: %s", error.code)

    def advance(self, table_id: str) -> None:
        """Decides for bots, and for people who have no choice, until a person has one."""
        while not self._stop.is_set():
            with self.tables.reading(table_id) as table:
                seq, state, row = table.seq, table.state.copy(), table.row
                bots = [c.bot for c in table.controllers]
                game, count = table.game, len(table.decisions)
                forced = _forced(table, state)
            if state.over:
                return
            if forced is not None:
                self.tables.decide(table_id, seq, [(forced, "forced")])
                continue
            choices: list[tuple[int, str]] = []
            until = time.monotonic() + _SECONDS_AT_ONCE
            while not state.over and bots[int(state.actor)]:
                seat = int(state.actor)
                seen = game.observe(state, seat)
                seed = (row.seed, seat, count + len(choices))
                choice = self.bots.decide(seen, bots[seat], seed)
                choices.append((choice.action, f"bot:{choice.rung}"))
                game.apply(state, choice.action)
                if len(choices) >= _MOST_AT_ONCE or time.monotonic() > until:
                    break
            if not choices:
                return
            self.tables.decide(table_id, seq, choices)


def _forced(table: LiveTable, state: State) -> int | None:
    """The one legal action of a person, if it may be taken at once.

    That is where everybody sees all of it. A hidden one is left to a click: that it came at once
    would tell that there was no choice.
    """
    if state.over or table.waiting() != PERSON:
        return None
    legal = table.game.legal_action_mask(state).nonzero()[0]
    if len(legal) != 1:
        return None
    family = table.game.actions.family_of(int(legal[0]))
    if family.visible_to != PUBLIC or any(p.hidden for p in family.parameters):
        return None
    return int(legal[0])
