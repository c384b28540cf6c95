"""Tables on disk: append-only events in SQLite or PostgreSQL, one transaction a command.

A command locks its table (SQLite: `BEGIN IMMEDIATE`; PostgreSQL: the table's row), reads what is
new, checks, appends, commits; only then does anybody hear of it. Secrets of links are stored as
hashes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from legation.envs.engine import LegationError
from legation.play.database import (
    EVENTS,
    RECEIPTS,
    SERVER,
    TABLES,
    TOKENS,
    log_flush,
    migrate,
    open_engine,
    reason,
)
from legation.play.durable import LogFlush
from legation.play.events import Event, TableRow

# Statements are built once: building one costs more than running it.
_TABLE = TABLES.c.id == bindparam("table")
_TOKEN = (TOKENS.c.table_id == bindparam("table")) & (TOKENS.c.role == bindparam("of"))
_READ_TABLE = select(TABLES).where(_TABLE)
_LOCK_TABLE = _READ_TABLE.with_for_update()
_READ_HEAD = select(TABLES.c.head).where(_TABLE)
_MOVE_HEAD = (
    update(TABLES)
    .where(_TABLE)
    .values({name: bindparam(f"new_{name}") for name in ("head", "waiting", "deadline", "changed")})
)
_ADD_TABLE = insert(TABLES)
_ADD_EVENT = insert(EVENTS)
_READ_EVENTS = (
    select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at)
    .where(EVENTS.c.table_id == bindparam("table"), EVENTS.c.seq > bindparam("after"))
    .order_by(EVENTS.c.seq)
)
_ADD_RECEIPT = insert(RECEIPTS)
_READ_RECEIPT = select(RECEIPTS.c.digest, RECEIPTS.c.receipt).where(
    RECEIPTS.c.table_id == bindparam("table"),
    RECEIPTS.c.viewer == bindparam("by"),
    RECEIPTS.c.idempotency_key == bindparam("key"),
)
_READ_HASH = select(TOKENS.c.hash).where(_TOKEN)
_READ_WEBHOOK = select(TOKENS.c.webhook).where(_TOKEN)
_READ_ROLES = select(TOKENS.c.role).where(TOKENS.c.table_id == bindparam("table"))
_SET_HASH = update(TOKENS).where(_TOKEN).values(hash=bindparam("new_hash"))
_SET_WEBHOOK = update(TOKENS).where(_TOKEN).values(webhook=bindparam("new_webhook"))
_ADD_TOKEN = insert(TOKENS)
_WAITING = (
    select(TABLES.c.id)
    .where(TABLES.c.waiting == bindparam("who"), TABLES.c.changed <= bindparam("before"))
    .order_by(TABLES.c.changed)
    .limit(bindparam("most"))
)
_DUE = select(TABLES.c.id).where(TABLES.c.deadline <= bindparam("now")).limit(1000)


def hash_token(token: str) -> str:
    """Tokens are 192 random bits, so one round of SHA-256 is as good as a slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Transaction:
    """One table, locked until the transaction ends."""

    def __init__(self, connection: Connection, row: TableRow) -> None:
        self._connection = connection
        self.row = row
        self._head = row.head

    def events_after(self, seq: int) -> list[Event]:
        return read_events(self._connection, self.row.id, seq)

    def append(self, kind: str, data: dict[str, Any], at: float) -> Event:
        self._head += 1
        content = json.dumps(data, ensure_ascii=False, sort_keys=True)
        values = {"seq": self._head, "kind": kind, "data": content, "at": at}
        self._connection.execute(_ADD_EVENT, {"table_id": self.row.id, **values})
        return Event(self._head, kind, data, at)

    def close(self, waiting: str, deadline: float | None, at: float) -> None:
        """Writes what the events lead to beside the table."""
        self._connection.execute(
            _MOVE_HEAD,
            {
                "table": self.row.id,
                "new_head": self._head,
                "new_waiting": waiting,
                "new_deadline": deadline,
                "new_changed": at,
            },
        )

    def receipt(self, viewer: int, key: str) -> tuple[str, dict[str, Any]] | None:
        """The digest and the receipt of the command that came with this key."""
        asked = {"table": self.row.id, "by": viewer, "key": key}
        found = self._connection.execute(_READ_RECEIPT, asked).one_or_none()
        return (found[0], json.loads(found[1])) if found else None

    def keep_receipt(self, viewer: int, key: str, digest: str, receipt: dict[str, Any]) -> None:
        self._connection.execute(
            _ADD_RECEIPT,
            {
                "table_id": self.row.id,
                "viewer": viewer,
                "idempotency_key": key,
                "digest": digest,
                "receipt": json.dumps(receipt),
            },
        )

    def set_token(self, role: str, token: str) -> None:
        """A new secret for a role; an older one is no longer good."""
        set_token(self._connection, self.row.id, role, token)

    def set_webhook(self, role: str, url: str | None) -> None:
        values = {"table": self.row.id, "of": role, "new_webhook": url}
        self._connection.execute(_SET_WEBHOOK, values)


class Storage:
    """The database behind all tables.

    Args:
        url: `sqlite:///file.db` or `postgresql+psycopg://user@host/name`.

    Raises:
        LegationError: no such database, or no way to reach it.
    """

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.sqlite = self.engine.dialect.name == "sqlite"
        # The same connections; a statement alone needs no BEGIN and no ROLLBACK around it.
        self._readers = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        # SQLite lets a second writer wait by polling; a lock of our own wakes it at once.
        self._writing: Any = threading.Lock() if self.sqlite else nullcontext()
        self._flush: LogFlush | None = None
        try:
            self._flush = log_flush(self.engine)
            migrate(self.engine)
            self.key = self._server_key()
        except SQLAlchemyError as error:
            raise LegationError(f"the database can't be used: {reason(error)}") from None

    def close(self) -> None:
        if self._flush is not None:
            self._flush.close()
        self.engine.dispose()

    # --- writing -----------------------------------------------------------------------------

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        if self._flush is not None:
            self._flush.check()
        with self._writing, self.engine.connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
                yield connection
        if self._flush is not None:
            self._flush.wait()

    def create(self, row: TableRow, tokens: dict[str, str], events: list[tuple[str, Any]]) -> None:
        """Stores a new table with its first events."""
        with self._begin() as connection:
            values = dict(vars(row))
            values["options"] = json.dumps(row.options)
            values["settings"] = json.dumps(row.settings, ensure_ascii=False)
            connection.execute(_ADD_TABLE, {**values, "changed": row.created})
            for role, token in tokens.items():
                set_token(connection, row.id, role, token)
            transaction = Transaction(connection, row)
            for kind, data in events:
                transaction.append(kind, data, row.created)
            if events:
                transaction.close(row.waiting, row.deadline, row.created)

    @contextmanager
    def command(self, table_id: str) -> Iterator[Transaction | None]:
        """A transaction on one table, which nobody else can change meanwhile; None: no such table.

        What was written counts only once the block was left without an error.
        """
        with self._begin() as connection:
            query = _READ_TABLE if self.sqlite else _LOCK_TABLE
            found = connection.execute(query, {"table": table_id}).one_or_none()
            yield Transaction(connection, _row(found)) if found else None

    # --- reading -----------------------------------------------------------------------------

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """For one statement, which needs no transaction around it."""
        with self._readers.connect() as connection:
            yield connection

    def table(self, table_id: str) -> TableRow | None:
        with self._read() as connection:
            found = connection.execute(_READ_TABLE, {"table": table_id}).one_or_none()
        return _row(found) if found else None

    def head(self, table_id: str) -> int | None:
        with self._read() as connection:
            return connection.execute(_READ_HEAD, {"table": table_id}).scalar_one_or_none()

    def events_after(self, table_id: str, seq: int) -> list[Event]:
        with self._read() as connection:
            return read_events(connection, table_id, seq)

    def token_fits(self, table_id: str, role: str, token: str) -> bool:
        """Compared in constant time; an unknown role costs as much as a wrong token."""
        with self._read() as connection:
            asked = {"table": table_id, "of": role}
            stored = connection.execute(_READ_HASH, asked).scalar_one_or_none()
        return hmac.compare_digest(hash_token(token), stored or "0" * 64)

    def webhook(self, table_id: str, role: str) -> str | None:
        with self._read() as connection:
            asked = {"table": table_id, "of": role}
            return connection.execute(_READ_WEBHOOK, asked).scalar_one_or_none()

    def roles(self, table_id: str) -> set[str]:
        """The roles that have a link."""
        with self._read() as connection:
            return set(connection.execute(_READ_ROLES, {"table": table_id}).scalars())

    def waiting_for(self, who: str, before: float, most: int = 1000) -> list[str]:
        """Tables that have waited for `who` since `before`, the oldest first."""
        with self._read() as connection:
            asked = {"who": who, "before": before, "most": most}
            return list(connection.execute(_WAITING, asked).scalars())

    def due(self, now: float) -> list[str]:
        """Tables whose time for a decision is up."""
        with self._read() as connection:
            return list(connection.execute(_DUE, {"now": now}).scalars())

    def _server_key(self) -> bytes:
        """The secret behind the forms' tokens: made once, so that pages outlive a restart."""
        with self._begin() as connection:
            query = select(SERVER.c.content).where(SERVER.c.name == "key")
            found = connection.execute(query).scalar_one_or_none()
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(insert(SERVER).values(name="key", content=found))
        return bytes.fromhex(found)


def read_events(connection: Connection, table_id: str, seq: int) -> list[Event]:
    found = connection.execute(_READ_EVENTS, {"table": table_id, "after": seq})
    return [Event(number, kind, json.loads(data), at) for number, kind, data, at in found]


def set_token(connection: Connection, table_id: str, role: str, token: str) -> None:
    hashed = hash_token(token)
    changed = connection.execute(_SET_HASH, {"table": table_id, "of": role, "new_hash": hashed})
    if not changed.rowcount:
        connection.execute(_ADD_TOKEN, {"table_id": table_id, "role": role, "hash": hashed})


def _row(found: Any) -> TableRow:
    values = dict(found._mapping)
    values.pop("changed")
    values["options"] = json.loads(values["options"])
    values["settings"] = json.loads(values["settings"])
    return TableRow(**values)
