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

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from legation.envs.engine import LegationError
from legation.play.database import (
    EVENTS,
    RECEIPTS,
    SERVER,
    TABLES,
    TOKENS,
    migrate,
    open_engine,
    reason,
)
from legation.play.events import Event, TableRow


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
        self._connection.execute(
            insert(EVENTS).values(
                table_id=self.row.id, seq=self._head, kind=kind, data=content, at=at
            )
        )
        return Event(self._head, kind, data, at)

    def close(self, waiting: str, deadline: float | None, at: float) -> None:
        """Writes what the events lead to beside the table."""
        self._connection.execute(
            update(TABLES)
            .where(TABLES.c.id == self.row.id)
            .values(head=self._head, waiting=waiting, deadline=deadline, changed=at)
        )

    def receipt(self, viewer: int, key: str) -> tuple[str, dict[str, Any]] | None:
        """The digest and the receipt of the command that came with this key."""
        found = self._connection.execute(
            select(RECEIPTS.c.digest, RECEIPTS.c.receipt).where(
                RECEIPTS.c.table_id == self.row.id,
                RECEIPTS.c.viewer == viewer,
                RECEIPTS.c.idempotency_key == key,
            )
        ).one_or_none()
        return (found[0], json.loads(found[1])) if found else None

    def keep_receipt(self, viewer: int, key: str, digest: str, receipt: dict[str, Any]) -> None:
        self._connection.execute(
            insert(RECEIPTS).values(
                table_id=self.row.id,
                viewer=viewer,
                idempotency_key=key,
                digest=digest,
                receipt=json.dumps(receipt),
            )
        )

    def set_token(self, role: str, token: str) -> None:
        """A new secret for a role; an older one is no longer good."""
        set_token(self._connection, self.row.id, role, token)

    def set_webhook(self, role: str, url: str | None) -> None:
        self._connection.execute(
            update(TOKENS)
            .where(TOKENS.c.table_id == self.row.id, TOKENS.c.role == role)
            .values(webhook=url)
        )


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
        # SQLite lets a second writer wait by polling; a lock of our own wakes it at once.
        self._writing: Any = threading.Lock() if self.sqlite else nullcontext()
        try:
            migrate(self.engine)
            self.key = self._server_key()
        except SQLAlchemyError as error:
            raise LegationError(f"the database can't be used: {reason(error)}") from None

    def close(self) -> None:
        self.engine.dispose()

    # --- writing -----------------------------------------------------------------------------

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        with self._writing, self.engine.connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
                yield connection

    def create(self, row: TableRow, tokens: dict[str, str], events: list[tuple[str, Any]]) -> None:
        """Stores a new table with its first events."""
        with self._begin() as connection:
            values = dict(vars(row))
            values["options"] = json.dumps(row.options)
            values["settings"] = json.dumps(row.settings, ensure_ascii=False)
            connection.execute(insert(TABLES).values(**values, changed=row.created))
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
            query = select(TABLES).where(TABLES.c.id == table_id)
            if not self.sqlite:
                query = query.with_for_update()
            found = connection.execute(query).one_or_none()
            yield Transaction(connection, _row(found)) if found else None

    # --- reading -----------------------------------------------------------------------------

    def table(self, table_id: str) -> TableRow | None:
        with self.engine.connect() as connection:
            found = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
        return _row(found) if found else None

    def head(self, table_id: str) -> int | None:
        with self.engine.connect() as connection:
            return connection.execute(
                select(TABLES.c.head).where(TABLES.c.id == table_id)
            ).scalar_one_or_none()

    def events_after(self, table_id: str, seq: int) -> list[Event]:
        with self.engine.connect() as connection:
            return read_events(connection, table_id, seq)

    def token_fits(self, table_id: str, role: str, token: str) -> bool:
        """Compared in constant time; an unknown role costs as much as a wrong token."""
        with self.engine.connect() as connection:
            stored = connection.execute(
                select(TOKENS.c.hash).where(TOKENS.c.table_id == table_id, TOKENS.c.role == role)
            ).scalar_one_or_none()
        return hmac.compare_digest(hash_token(token), stored or "0" * 64)

    def webhook(self, table_id: str, role: str) -> str | None:
        with self.engine.connect() as connection:
            return connection.execute(
                select(TOKENS.c.webhook).where(TOKENS.c.table_id == table_id, TOKENS.c.role == role)
            ).scalar_one_or_none()

    def roles(self, table_id: str) -> set[str]:
        """The roles that have a link."""
        with self.engine.connect() as connection:
            found = connection.execute(select(TOKENS.c.role).where(TOKENS.c.table_id == table_id))
            return set(found.scalars())

    def waiting_for(self, who: str, before: float, most: int = 1000) -> list[str]:
        """Tables that have waited for `who` since `before`, the oldest first."""
        with self.engine.connect() as connection:
            found = connection.execute(
                select(TABLES.c.id)
                .where(TABLES.c.waiting == who, TABLES.c.changed <= before)
                .order_by(TABLES.c.changed)
                .limit(most)
            )
            return list(found.scalars())

    def due(self, now: float) -> list[str]:
        """Tables whose time for a decision is up."""
        with self.engine.connect() as connection:
            found = connection.execute(
                select(TABLES.c.id).where(TABLES.c.deadline <= now).limit(1000)
            )
            return list(found.scalars())

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
    found = connection.execute(
        select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at)
        .where(EVENTS.c.table_id == table_id, EVENTS.c.seq > seq)
        .order_by(EVENTS.c.seq)
    )
    return [Event(number, kind, json.loads(data), at) for number, kind, data, at in found]


def set_token(connection: Connection, table_id: str, role: str, token: str) -> None:
    changed = connection.execute(
        update(TOKENS)
        .where(TOKENS.c.table_id == table_id, TOKENS.c.role == role)
        .values(hash=hash_token(token))
    )
    if not changed.rowcount:
        connection.execute(
            insert(TOKENS).values(table_id=table_id, role=role, hash=hash_token(token))
        )


def _row(found: Any) -> TableRow:
    values = dict(found._mapping)
    values.pop("changed")
    values["options"] = json.loads(values["options"])
    values["settings"] = json.loads(values["settings"])
    return TableRow(**values)
