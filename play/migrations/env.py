"""What Alembic runs; `database.py` hands it the connection."""

from __future__ import annotations

from alembic import context

from legation.play.database import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
