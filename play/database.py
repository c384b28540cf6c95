"""The database: its tables, and the engine that speaks to SQLite or PostgreSQL."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    text,
)
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError

from legation.envs.engine import LegationError
from legation.play import durable

METADATA = MetaData()
# `waiting`: who has to act: bot, person, open (nobody has taken the seat), over, broken.
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("game_version", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("episode", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("head", Integer, nullable=False),
    Column("waiting", String(8), nullable=False),
    Column("deadline", Float),
    Index("tables_waiting", "waiting", "changed"),
    Index("tables_deadline", "deadline"),
)
EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
# `role`: `seat:N` or `host`.
TOKENS = Table(
    "tokens",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("role", String(16), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("webhook", Text),
)
RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("viewer", Integer, primary_key=True, autoincrement=False),
    Column("idempotency_key", String(80), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("receipt", Text, nullable=False),
)
SERVER = Table(
    "server",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("content", Text, nullable=False),
)


def open_engine(url: str) -> Engine:
    try:
        parsed: URL = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        return create_engine(parsed, pool_size=20, max_overflow=20, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError):
        raise LegationError(
            f"no such kind of database: {url.split(':')[0]!r}; valid: sqlite:///FILE or "
            "postgresql+psycopg://USER@HOST/NAME"
        ) from None


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise LegationError("SQLite needs a file here, as in sqlite:///legation.db")
    # A pool: opening a file and setting it up costs more than a query.
    engine = create_engine(url, pool_size=20, max_overflow=40, connect_args={"timeout": 15})

    def connected(connection: Any, record: Any) -> None:
        # The driver would begin transactions by itself, and too late.
        connection.isolation_level = None
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        # Some disks can have no such log; then each commit flushes what it wrote.
        flushed_later = mode == "wal" and durable.SUPPORTED
        connection.execute(f"PRAGMA synchronous={'NORMAL' if flushed_later else 'FULL'}")
        connection.execute("PRAGMA foreign_keys=ON")

    def began(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("isolation_level") != "AUTOCOMMIT":
            begin = "BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN"
            connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", began)
    return engine


def log_flush(engine: Engine) -> durable.LogFlush | None:
    """What makes commits last, where they don't by themselves."""
    if engine.dialect.name != "sqlite" or not durable.SUPPORTED:
        return None
    with engine.connect() as connection:
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        path = connection.exec_driver_sql("PRAGMA database_list").one()[2]
    return durable.LogFlush(str(path)) if mode == "wal" else None


def migrate(engine: Engine) -> None:
    """Brings the database to the newest form, by Alembic."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "legation.play:migrations")
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                # Two servers that start at once: one migrates, the other waits.
                connection.execute(text("SELECT pg_advisory_xact_lock(5153701)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def reason(error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, OperationalError) else error
    return str(cast(object, cause)).strip().splitlines()[0]
