"""The one exception for mistakes that a user can mend."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class LegationError(ValueError):
    """Bad input, said in words: what was wrong, where, and what would be right.

    The command line prints the message alone and exits with code 2.
    """


class LegationWarning(UserWarning):
    """Something that is allowed, but may not be meant. The command line prints it as a line."""


class IllegalActionError(LegationError):
    """An action that is not legal for the seat to act. The state is untouched."""


def unknown(what: str, given: object, valid: Iterable[str], where: str = "") -> LegationError:
    """The error for a name that is not one of `valid`; suggests the closest one."""
    names = list(valid)
    close = get_close_matches(str(given), names, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    place = f" in {where}" if where else ""
    return LegationError(f"unknown {what} {given!r}{place}; valid: {', '.join(names)}.{hint}")
