"""`legation check`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tyro.conf import arg

from legation.cli.inputs import GameName, Json, Options, Seed, check_count, check_seed, open_game
from legation.cli.output import print_json, progress_bar, stdout

if TYPE_CHECKING:
    from legation.envs.engine.checks import CheckReport

_MAX_POSITIONS = 100_000_000
_FAULTS_FOUND = 1


@dataclass(frozen=True)
class Check:
    """Test a game against what every game must keep, at many positions of random play.

    Nothing leaks, chance repeats, copies are equal, illegal actions are refused, returns and
    lengths stay within what is promised, records replay. Exit code 1: faults were found.

    Examples:
      legation check embassies
      legation check embassies --positions 1000000 --seed 7 --option alliances=breakable
    """

    game: GameName
    positions: Annotated[int, arg(metavar="N", help="how many positions to look at")] = 10_000
    seed: Seed = 0
    option: Options = ()
    json: Json = False

    def run(self) -> int:
        from legation.envs.engine.checks import run_checks

        check_count("--positions", self.positions, 1, _MAX_POSITIONS)
        check_seed(self.seed)
        game = open_game(self.game, self.option)
        with progress_bar("positions") as progress:
            report = run_checks(game, self.positions, self.seed, progress=progress)
        if self.json:
            print_json({**report.to_dict(), "options": dict(game.options), "seed": self.seed})
        else:
            _show(report)
        return 0 if report.ok else _FAULTS_FOUND


def _show(report: CheckReport) -> None:
    from rich import box
    from rich.table import Table

    from legation.envs.engine.checks import CHECKS

    console = stdout()
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("what a game must keep")
    table.add_column("tried", justify="right")
    table.add_column("faults", justify="right")
    for name, demand in CHECKS.items():
        tried, found = report.tried[name], report.found[name]
        faults = str(found) if tried or found else "-"
        style = "bold red" if found else "" if tried else "dim"
        table.add_row(demand, f"{tried:,}" if tried else "nothing to check", faults, style=style)
    console.print(table)
    for fault in report.faults:
        place = f"seed {fault.seed}, episode {fault.episode}"
        if fault.decision >= 0:
            place += f", decision {fault.decision}"
        text = f"FAULT {fault.check} ({place}): {fault.message}"
        console.print(text, markup=False, soft_wrap=True, style="red")
    episodes = f"{report.episodes:,} episode{'s' if report.episodes != 1 else ''}"
    console.print(
        f"{report.game}: {report.positions:,} positions and {episodes} tried; "
        f"faults: {report.found.total():,}"
    )
