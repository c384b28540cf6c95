"""The same rules and loops without Numba give the same bytes; overflow and bad indexes are errors.

Run as a program this prints digests of plays; the test compares those of plain Python with its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import numpy as np

from legation.agents.uniform import uniform_agent
from legation.envs.engine.checks.samples import batch_digest
from legation.envs.engine.record import record_lines
from legation.envs.engine.replay import play_record
from legation.tests.toys import kuhn, leduc, whisper

MODULE = "legation.tests.engine.test_plain_python"  # pytest may call it otherwise


def digests() -> dict[str, list[str]]:
    """For each toy: all that batches show in some episodes, and a record played by agents."""
    found = {}
    for game in (kuhn.build(3), leduc.build(3), whisper.build(), whisper.build(die="off")):
        name = f"{game.id} {sorted(game.options.items())}"
        seen = batch_digest(game, 9, 0, 3, 8, 1, "ask")
        forced = batch_digest(game, 9, 0, 3, 8, 1, "auto")
        plays = [seen[e] for e in range(8)] + [forced[e] for e in range(8)]
        record = play_record(game, [uniform_agent(game.id)] * game.seats, seed=4)
        text = "\n".join([repr(plays), *record_lines(record)])
        found[name] = [hashlib.sha256(text.encode()).hexdigest(), str(len(text))]
    return found


def test_plain_python_gives_the_same_bytes() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error::RuntimeWarning",
            "-m",
            "legation.tests.engine.test_plain_python",
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = digests()
    assert json.loads(done.stdout) == compiled
    assert len({digest for digest, _ in compiled.values()}) == len(compiled)


if __name__ == "__main__":
    np.seterr(all="warn")
    print(json.dumps(digests()))
