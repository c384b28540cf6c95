"""People at the table: tables that are stored, bots for empty seats, the pages and the terminal.

The pages need the extra `play`; the rest of Legation does without it.
"""

from __future__ import annotations

from legation.envs.engine import LegationError

INSTALL = "pip install 'legation[play]'"


def needs_extra(error: ImportError) -> LegationError:
    """What to say where a library of the extra is missing."""
    return LegationError(
        f"playing in the browser needs more libraries ({error.name} is missing); "
        f"install them with: {INSTALL}"
    )
