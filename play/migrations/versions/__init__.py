"""The forms that the database had, by Alembic."""
