"""`legation train`."""

from __future__ import annotations

from dataclasses import dataclass

from legation.cli.inputs import GameName


@dataclass(frozen=True)
class Train:
    """Train an agent by self-play.

    Examples:
      legation train embassies --preset demo --output runs/demo
    """

    game: GameName

    def run(self) -> int:
        from legation.envs import LegationError

        raise LegationError("`legation train` is not there yet")
