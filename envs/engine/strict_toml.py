"""Reading TOML strictly: every key is taken once, and what is left over is an error.

Each error names the file, the key, its value, and what would be right.
"""

from __future__ import annotations

import difflib
import tomllib
import unicodedata
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

from legation.envs.engine.errors import LegationError, unknown
from legation.envs.engine.schema import Text

_T = TypeVar("_T")
_REQUIRED: Any = object()
# They turn the direction of all text that follows on the line.
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Table:
    """A table of a file.

    Args:
        file: the file's name, for errors.
        place: where in the file the table stands, such as `powers[2].`; empty for the root.
        values: its keys.

    Every method that takes a key raises LegationError where the key is missing (and has no
    default) or its value is of another kind than it should be.
    """

    def __init__(self, file: str, place: str, values: dict[str, Any]) -> None:
        self.file = file
        self.place = place
        self._left = dict(values)
        self._taken: list[str] = []

    def __contains__(self, key: str) -> bool:
        # Who asks for a key knows it, so it is among those that `done` suggests.
        self._taken.append(key)
        return key in self._left

    def wrong(self, key: str, value: object, right: str) -> LegationError:
        return LegationError(f"{self.file}: {self.place}{key} is {value!r}; it must be {right}")

    def take(self, key: str, right: str) -> Any:
        """The value of a key, of whatever kind; `right` says what it should be."""
        self._taken.append(key)
        if key not in self._left:
            near = difflib.get_close_matches(key, [k for k in self._left if k not in self._taken])
            instead = f"; there is {self.place}{near[0]}, is that it?" if near else ""
            raise LegationError(
                f"{self.file}: {self.place}{key} is missing; it must be {right}{instead}"
            )
        return self._left.pop(key)

    def _fits(self, key: str, right: str, fits: Callable[[Any], bool], default: _T) -> _T:
        if default is not _REQUIRED and key not in self._left:
            self._taken.append(key)
            return default
        value = self.take(key, right)
        if not fits(value):
            raise self.wrong(key, value, right)
        found: _T = value
        return found

    def text(self, key: str, default: str = _REQUIRED) -> str:
        right = "a text that is not empty"
        return self._fits(key, right, lambda v: isinstance(v, str) and bool(v.strip()), default)

    def flag(self, key: str, default: bool = _REQUIRED) -> bool:
        return self._fits(key, "true or false", lambda v: isinstance(v, bool), default)

    def whole(self, key: str, low: int, high: int, default: int = _REQUIRED) -> int:
        right = f"a whole number in {low}..{high}"
        return self._fits(key, right, lambda v: is_whole(v) and low <= v <= high, default)

    def choice(self, key: str, valid: Collection[str], default: str = _REQUIRED) -> str:
        right = f"one of: {', '.join(valid)}"
        return self._fits(key, right, lambda v: isinstance(v, str) and v in valid, default)

    def texts(self, key: str, fewest: int) -> tuple[str, ...]:
        right = f"a list of {fewest} or more texts"

        def fits(value: Any) -> bool:
            is_list = isinstance(value, list) and len(value) >= fewest
            return is_list and all(isinstance(v, str) for v in value)

        return tuple(self._fits(key, right, fits, _REQUIRED))

    def wholes(
        self, key: str, length: int, low: int, high: int, default: tuple[int, ...] = _REQUIRED
    ) -> tuple[int, ...]:
        right = f"a list of {length} whole numbers in {low}..{high}"

        def fits(value: Any) -> bool:
            is_list = isinstance(value, list) and len(value) == length
            return is_list and all(is_whole(v) and low <= v <= high for v in value)

        return tuple(self._fits(key, right, fits, default))

    def table(self, key: str) -> Table:
        values = self._fits(key, f"a table [{key}]", lambda v: isinstance(v, dict), _REQUIRED)
        return Table(self.file, f"{self.place}{key}.", values)

    def tables(self, key: str) -> list[Table]:
        right = f"a list of tables [[{key}]]"

        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(isinstance(v, dict) for v in value)

        values: list[dict[str, Any]] = self._fits(key, right, fits, _REQUIRED)
        return [Table(self.file, f"{self.place}{key}[{i}].", v) for i, v in enumerate(values)]

    def words(self, key: str) -> Text:
        """`key_en` and `key_ru`."""
        return Text(self.text(f"{key}_en"), self.text(f"{key}_ru"))

    def names(self, key: str, longest: int) -> Text:
        """`key_en` and `key_ru` of a file that strangers may have written, shown among other words.

        Nothing that can't be seen, no end of a line, and nothing that turns the direction of what
        follows.
        """
        text = self.words(key)
        right = f"a text of 1..{longest} characters that can be seen, without control characters"
        for item, value in ((f"{key}_en", text.en), (f"{key}_ru", text.ru)):
            control = any(
                unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in _DIRECTIONS
                for c in value
            )
            seen = any(c.isprintable() and not c.isspace() for c in value)
            if control or not seen or len(value) > longest:
                raise self.wrong(item, value, right)
        return text

    def done(self) -> None:
        """Refuses keys that nobody took."""
        for key in self._left:
            valid = [f"{self.place}{taken}" for taken in dict.fromkeys(self._taken)]
            raise unknown("key", f"{self.place}{key}", valid, where=self.file)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_toml(path: Path) -> Table:
    """The root table of a file.

    Raises:
        LegationError: the file can't be read, or is no TOML.
    """
    return parse_toml(str(path), file_content(path))


def file_content(path: Path, most: int | None = None) -> bytes:
    """What a file says; errors call it by the path that was given.

    Raises:
        LegationError: the file can't be read, or is larger than `most` bytes.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise LegationError(f"{path}: can't be read: it is a device or a pipe, no file")
        with path.open("rb") as file:
            raw = file.read(-1 if most is None else most + 1)
    except OSError as error:
        raise LegationError(f"{path}: can't be read: {error.strerror}") from error
    except ValueError as error:  # a name that no file can have
        raise LegationError(f"{str(path)!r}: can't be read: {error}") from error
    if most is not None and len(raw) > most:
        raise LegationError(f"{path}: is larger than {most // 1024} KiB")
    return raw


def parse_toml(file: str, raw: bytes) -> Table:
    """The root table of a file's content; `file` is its name, for errors."""
    return Table(file, "", toml_values(file, raw))


def toml_values(file: str, raw: bytes) -> dict[str, Any]:
    """The keys of a file's content with their values; `file` is its name, for errors."""
    try:
        # Some editors put a byte order mark before the text.
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LegationError(f"{file}: is not UTF-8 text: {error}") from error
    # Besides bad TOML: a number of thousands of digits, brackets nested too deeply.
    except (ValueError, RecursionError) as error:
        raise LegationError(f"{file}: is not valid TOML: {error}") from error
