"""Writing files whole or not at all, and knowing before long work that it will be possible."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from legation.envs.engine import LegationError


def check_writable(path: Path) -> None:
    """Refuses, before long work, a path that a file can't be written to. Leaves nothing behind."""
    if path.is_dir():
        raise LegationError(f"{path} is a folder; give the name of a file in it")
    if not path.parent.is_dir():
        raise LegationError(f"can't write {path}: there is no folder {path.parent}; make it first")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists():
            with path.open("ab"):
                pass
    except OSError as error:
        raise LegationError(f"can't write {path}: {error.strerror}") from error


def write_text(path: Path, text: str) -> None:
    """Writes a whole file or nothing."""
    check_writable(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise LegationError(f"can't write {path}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
