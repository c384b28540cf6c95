"""Games that go wrong in a worker, in a module that the worker can import."""

from __future__ import annotations

import os
import time
from typing import Any


def hang() -> Any:
    time.sleep(3600)


def fail() -> Any:
    raise ZeroDivisionError


def die() -> Any:
    os._exit(3)
