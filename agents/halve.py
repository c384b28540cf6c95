"""A snapshot in half precision: what ships is half as large, and plays in float32 all the same.

python -m legation.agents.halve runs/mine/agent.safetensors smaller.safetensors
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import torch

from legation.agents.checkpoint import load_snapshot, save_tensors
from legation.envs.engine import LegationError


def halve(source: Path, target: Path) -> None:
    """Writes the snapshot at `source` to `target` with weights rounded to float16.

    Raises:
        LegationError: no snapshot there, or a weight that float16 can't hold.
    """
    info, network = load_snapshot(source)
    halved = {name: tensor.to(torch.float16) for name, tensor in network.state_dict().items()}
    if not all(bool(torch.isfinite(t).all()) for t in halved.values()):
        raise LegationError(f"{source}: it has weights too large for half precision")
    save_tensors(target, "snapshot", asdict(info), halved)


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
