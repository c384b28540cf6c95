"""One command in progress: a locked table, its transaction, and what the command adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.envs.engine.record import state_hash
from legation.play.live import Controller, LiveTable
from legation.play.refusal import Receipt, RefusalError
from legation.play.settings import PERSON
from legation.play.storage import Transaction


@dataclass(frozen=True)
class Command:
    """What came with a command of a seat.

    Attributes:
        key: the idempotency key, chosen by the sender.
        decision: the id of the decision that is meant; None where no decision is meant.
        sequence: the sequence number that the sender has seen.
    """

    key: str
    decision: str | None = None
    sequence: int | None = None


@dataclass(frozen=True)
class Created:
    """A new table; `host` and `seats` are the secrets of its links, told this once."""

    id: str
    host: str
    seats: dict[int, str]


class Step:
    """A command in progress: the table, locked, and the transaction."""

    def __init__(self, table: LiveTable, transaction: Transaction, now: float) -> None:
        self.table, self._transaction, self.now = table, transaction, now
        self.row = transaction.row
        self.changed = False
        self.set_token = transaction.set_token
        self.set_webhook = transaction.set_webhook

    def add(self, event: str, data: dict[str, Any]) -> None:
        self.table.apply(self._transaction.append(event, data, self.now))
        self.changed = True

    def decide(self, action: int, by: str) -> None:
        """Takes a legal action for the seat to act."""
        table = self.table
        seat, after = table.actor, table.state.copy()
        table.game.apply(after, action)
        digest = state_hash(table.game, after)
        data = {"seat": seat, "action": int(action), "by": by, "state": digest}
        self.add("decision", data)

    def control(self, seat: int, controller: Controller) -> None:
        self.add("control", {"seat": seat, **vars(controller)})

    def earlier(self, viewer: int, command: Command, digest: str) -> Receipt | None:
        found = self._transaction.receipt(viewer, command.key)
        if found is None:
            return None
        if found[0] != digest:
            raise RefusalError(
                "key_reused", "This was sent before with another choice, which counts."
            )
        return Receipt(**{**found[1], "repeated": True})

    def keep(self, viewer: int, command: Command, digest: str, receipt: Receipt) -> None:
        self._transaction.keep_receipt(viewer, command.key, digest, receipt.to_dict())

    def finish(self, before: tuple[int, int]) -> None:
        """Stores who is waited for, and until when."""
        table, deadline = self.table, self.row.deadline
        waiting, limit = table.waiting(), self.row.settings["time_limit"]
        if waiting != PERSON or limit is None:
            deadline = None
        elif deadline is None or turn(table) != before:
            deadline = self.now + limit
        self._transaction.close(waiting, deadline, self.now)


def turn(table: LiveTable) -> tuple[int, int]:
    """Names the decision that is waited for, for the server's own use."""
    return (-1, 0) if table.over else (table.actor, table.turns[table.actor])
