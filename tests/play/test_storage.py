"""The database: what it keeps, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select

from legation.envs.engine import LegationError
from legation.play import durable
from legation.play.database import METADATA, TOKENS
from legation.play.storage import Storage
from legation.play.table import Tables
from tests.play.conftest import Host


def test_the_migrations_make_the_tables_that_the_code_declares(database: str) -> None:
    storage = Storage(database)
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert {"tables", "events", "tokens", "receipts", "server", "alembic_version"} <= set(
        inspect(storage.engine).get_table_names()
    )
    storage.close()


def test_a_second_start_finds_everything(database: str, tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    host.act(made.id)
    again = Storage(database)
    other = Tables(again)
    with tables.reading(made.id) as here, other.reading(made.id) as there:
        assert here.states[-1].tobytes() == there.states[-1].tobytes()
        assert (here.versions, here.positions, here.turns) == (
            there.versions,
            there.positions,
            there.turns,
        )
    assert again.key == tables.storage.key
    again.close()


def test_secrets_of_links_are_stored_as_hashes(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    with tables.storage.engine.connect() as connection:
        stored = set(connection.execute(select(TOKENS.c.hash)).scalars())
    assert len(stored) == 3
    assert not stored & {made.host, *made.seats.values()}
    assert tables.storage.token_fits(made.id, "host", made.host)
    assert tables.storage.token_fits(made.id, "seat:1", made.seats[1])
    assert not tables.storage.token_fits(made.id, "seat:0", made.seats[1])
    assert not tables.storage.token_fits(made.id, "seat:7", made.seats[1])
    assert not tables.storage.token_fits("nowhere", "host", made.host)


def test_a_command_that_fails_leaves_nothing(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    before = tables.storage.events_after(made.id, 0)
    with pytest.raises(ZeroDivisionError):
        fail(tables, made.id)
    assert tables.storage.events_after(made.id, 0) == before
    with tables.reading(made.id) as table:
        assert table.decisions == []
    host.finish(made.id)


def fail(tables: Tables, table_id: str) -> None:
    with tables._command(table_id) as step:
        step.decide(int(step.table.observe(0).legal_actions()[0]), "person")
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://localhost/x", "no such kind of database"),
        ("nonsense", "no such kind of database"),
        ("sqlite://", "needs a file"),
        ("sqlite:////no/such/folder/x.db", "can't be used"),
        ("postgresql+psycopg://nobody@127.0.0.1:1/x", "can't be used"),
    ],
)
def test_a_database_that_can_not_be_used_is_said_so(url: str, said: str) -> None:
    with pytest.raises(LegationError, match=said):
        Storage(url)


def test_sqlite_writes_ahead_and_syncs(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'x.db'}")
    with storage.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        synchronous = connection.exec_driver_sql("PRAGMA synchronous").scalar()
        # NORMAL, where commits are flushed together (`durable.py`); else FULL.
        assert synchronous == (1 if durable.SUPPORTED else 2)
        assert (storage._flush is not None) == durable.SUPPORTED
    storage.close()
