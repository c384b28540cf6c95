"""`legation check`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tyro.conf import arg

from legation.cli.inputs import GameName, Json, Options, Seed, check_count, check_seed, open_game
from legation.cli.output import print_json, progress_bar, stdout

_MAX_POSITIONS = 10_000_000


@dataclass(frozen=True)
class Check:
    """Test a game's rules against what every game must keep, at many positions.

    Nothing leaks, chance repeats, copies are equal, illegal actions are refused, returns and
    lengths stay within what is promised. Exit code 1: faults were found.

    Examples:
      legation check embassies
      legation check embassies --positions 100000 --seed 7 --option alliances=breakable
    """

    game: GameName
    positions: Annotated[int, arg(metavar="N", help="how many positions to try")] = 2000
    seed: Seed = 0
    option: Options = ()
    json: Json = False

    def run(self) -> int:
        from legation.envs.engine.checks import run_checks

        check_count("--positions", self.positions, 1, _MAX_POSITIONS)
        check_seed(self.seed)
        game = open_game(self.game, self.option)
        return 0
