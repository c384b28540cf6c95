"""`legation evaluate`."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import Positional, arg

from legation.cli.inputs import (
    GameName,
    Json,
    Options,
    Seed,
    check_count,
    check_seed,
    open_game,
    option_pairs,
)
from legation.cli.output import print_json, progress_bar, stderr, stdout

if TYPE_CHECKING:
    from legation.envs import Game
    from legation.evaluation.arena import Entrant, Evaluation

_MAX_AGENTS = 20

AgentSpecs = Positional[
    Annotated[
        tuple[str, ...],
        arg(
            metavar="AGENT [AGENT ...]",
            help="uniform, heuristic, zoo/GAME, a snapshot (*.safetensors) or a run's folder",
        ),
    ]
]


@dataclass(frozen=True)
class Evaluate:
    """Play agents against each other, and print how they compare.

    Every deal is played in every rotation of the seats: each agent alone against the others, the
    reverse, and all mixed. One agent plays itself, which shows how the seats compare. Equally
    strong agents win a share of 1 / seats, called par. Intervals are 95 %, by bootstrap over deals.
    The same seed gives the same table.

    Examples:
      legation evaluate embassies zoo/embassies heuristic uniform --deals 400
      legation evaluate embassies runs/demo heuristic --report report.html
      legation evaluate embassies runs/demo --deals 1000
      legation evaluate embassies heuristic uniform --option alliances=off --json > table.json
    """

    game: GameName
    agents: AgentSpecs
    deals: Annotated[int, arg(metavar="N", help="each is played in every seat rotation")] = 200
    seed: Seed = 0
    option: Options = ()
    temperature: Annotated[
        float | None,
        arg(metavar="T", help="of networks: 0 takes the likeliest action, 1 samples the policy"),
    ] = None
    threads: Annotated[int, arg(metavar="N", help="that share the games")] = 1
    report: Annotated[
        Path | None, arg(metavar="FILE", help="write an HTML page with plots there")
    ] = None
    json: Json = False

    def run(self) -> int:
        from legation.envs import LegationError
        from legation.evaluation.arena import MAX_DEALS, evaluate

        check_count("--deals", self.deals, 1, MAX_DEALS)
        check_count("--threads", self.threads, 1, 1024)
        check_seed(self.seed)
        game = open_game(self.game, self.option)
        if not 1 <= len(self.agents) <= _MAX_AGENTS:
            raise LegationError(
                f"an evaluation needs 1..{_MAX_AGENTS} agents, such as `heuristic uniform`; "
                f"given: {len(self.agents)}"
            )
        if self.report is not None:
            # Before the long work, not after it.
            from legation.evaluation.files import check_writable

            check_writable(self.report)
        entrants = [_entrant(spec, game, self.temperature) for spec in self.agents]
        with progress_bar("games") as progress:
            evaluation = evaluate(
                game,
                entrants,
                self.deals,
                self.seed,
                progress,
                threads=self.threads,
                command=self.command_line(),
            )
        self._show(evaluation)
        return 0

    def command_line(self) -> str:
        """The command that makes the same table again."""
        words = ["legation", "evaluate", self.game, *self.agents]
        words += ["--deals", str(self.deals), "--seed", str(self.seed)]
        for pair in self.option:
            words += ["--option", pair]
        if self.temperature is not None:
            words += ["--temperature", f"{self.temperature:g}"]
        if self.report is not None:
            words += ["--report", str(self.report)]
        return shlex.join(words)

    def _show(self, evaluation: Evaluation) -> None:
        from legation.evaluation.tables import headline_table, seat_table

        if self.report is not None:
            from legation.evaluation.report import write_report

            write_report(evaluation, self.report)
        if self.json:
            print_json(evaluation.to_dict())
        else:
            console = stdout()
            console.print(headline_table(evaluation))
            console.print(seat_table(evaluation))
            console.print(
                f"{evaluation.games:,} games, {evaluation.deals:,} deals, seed {evaluation.seed}, "
                f"{evaluation.seconds:.1f} s. ±: 95 % interval over deals; bold above par, dim "
                "below."
            )
        if self.report is not None:
            stderr().print(f"Report: {self.report}", markup=False)


def _entrant(spec: str, game: Game, temperature: float | None) -> Entrant:
    from legation.agents.load import load
    from legation.evaluation.arena import Entrant

    agent = load(spec, game, temperature=temperature)
    trained_on = getattr(agent, "options", None)
    # As texts: a snapshot's header has lists where a game has tuples.
    here = set(option_pairs(game.options))
    differ = [pair for pair in option_pairs(trained_on or {}) if pair not in here]
    if differ:
        others = ", ".join(differ)
        stderr().print(f"note: {agent.name} was trained with {others}", markup=False)
    # Agents that play a snapshot know the hash of its weights.
    return Entrant(agent, agent.name, spec, getattr(agent, "weights", None))
