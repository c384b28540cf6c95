"""A snapshot in half precision: what ships is half as large, and plays in float32 all the same.

python -m legation.agents.halve runs/mine/agent.safetensors smaller.safetensors
"""

from __future__ import annotations

import sys
from pathlib import Path

from legation.agents.checkpoint import halve
from legation.envs.engine import LegationError


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: python -m legation.agents.halve SOURCE TARGET", file=sys.stderr)
        return 2
    try:
        halve(Path(sys.argv[1]), Path(sys.argv[2]))
    except LegationError as error:
        print(f"legation: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
