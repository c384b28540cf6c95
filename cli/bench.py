"""`legation bench`."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import arg

from legation.cli.inputs import Json

_ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Bench:
    """Measure the engine, the adapters and training, and peers beside them in the same run.

    Needs a checkout of Legation, with its extra `bench` installed (`make bench` sees to both).

    Examples:
      legation bench
      legation bench --quick
      legation bench --load
      legation bench --parts engine training --json > bench.json
    """

    parts: Annotated[
        tuple[str, ...], arg(metavar="PART [PART ...]", help="some of them; default: all")
    ] = ()
    quick: Annotated[bool, arg(help="rough figures in about a minute")] = False
    load: Annotated[
        bool, arg(help="in place of all that: the server with hundreds of tables and bots")
    ] = False
    json: Json = False

    def run(self) -> int:
        from legation.envs import LegationError

        script = _ROOT / "benchmarks" / "run.py"
        if not script.is_file():
            raise LegationError(
                f"no {script}: the benchmarks are part of a checkout of Legation, not of the "
                "installed package; run `make bench` there"
            )
        arguments = ["--json"] if self.json else []
        if self.load:
            if self.parts:
                raise LegationError("--load and --parts can't go together")
            arguments += ["--seconds", "20", "--tables", "50"] if self.quick else []
            command = [sys.executable, str(script.with_name("load.py")), *arguments]
            return subprocess.run(command, check=False).returncode
        arguments += ["--quick"] if self.quick else []
        arguments += ["--parts", *self.parts] if self.parts else []
        return subprocess.run([sys.executable, str(script), *arguments], check=False).returncode
