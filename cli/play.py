"""`legation play`: one seat at the terminal, agents at the others."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import arg

from legation.cli.inputs import GameName, Language, Options, check_seed, open_game, seat_number
from legation.cli.output import stdout

if TYPE_CHECKING:
    from legation.agents import Agent
    from legation.envs.engine import Game
    from legation.envs.engine.record import AgentName, Record


@dataclass(frozen=True)
class Play:
    """Play one seat of a game in the terminal; agents play the others.

    You see what your seat may see, and choose by number or by a few letters; `help` says what else
    you can type: undo, advice, save, quit. Exit code 1: the input ended before the game.

    Examples:
      legation play embassies --seat germany
      legation play embassies --seat 0 --opponents zoo/embassies,heuristic --language ru
      legation play embassies --option alliances=off --record game.jsonl
      legation play embassies --resume game.jsonl
    """

    game: GameName
    seat: Annotated[str | None, arg(metavar="SEAT", help="name or number; default: the first")] = (
        None
    )
    opponents: Annotated[
        str | None,
        arg(
            metavar="AGENT[,AGENT...]",
            help="at the other seats in order, over and over; default: the strongest that ships",
        ),
    ] = None
    language: Language = "en"
    seed: Annotated[int | None, arg(metavar="N", help="of all chance; default: a new one")] = None
    option: Options = ()
    record: Annotated[
        Path | None, arg(metavar="FILE", help="store the game there, secrets included")
    ] = None
    resume: Annotated[
        Path | None,
        arg(metavar="FILE", help="go on with a stored game; it is kept in that file"),
    ] = None

    def run(self) -> int:
        from legation.agents.load import load, strongest_agent
        from legation.play.terminal import TerminalPlay

        stored = self._stored()
        if stored is not None:
            game = open_game(stored.game, [f"{k}={v}" for k, v in stored.options.items()])
            seed = stored.seed
        else:
            game = open_game(self.game, self.option)
            seed = secrets.randbelow(2**31) if self.seed is None else check_seed(self.seed)
        seat = self._seat(game, stored)
        agents, names = self._table(game, seat)
        path = self.resume or self.record
        if self.record is not None:
            self._check_new(self.record)

        def adviser() -> Agent:
            return load(strongest_agent(game), game)

        play = TerminalPlay(game, seat, agents, names, adviser, self.language, stdout(), path)
        return play.run(seed, stored)

    def _stored(self) -> Record | None:
        """The record to go on with, checked against the other arguments."""
        from legation.envs import LegationError
        from legation.envs.engine.record import read_record

        if self.resume is None:
            return None
        for name in ("record", "seed", "option"):
            if getattr(self, name):
                raise LegationError(f"--resume takes it from the file; leave out --{name}")
        stored = read_record(self.resume, unfinished=True)
        if stored.game != self.game:
            raise LegationError(f"{self.resume} is a game of {stored.game}, not of {self.game}")
        if stored.result is not None:
            raise LegationError(
                f"the game in {self.resume} is over; `legation replay {self.resume}` shows it"
            )
        return stored

    def _seat(self, game: Game, stored: Record | None) -> int:
        from legation.play.terminal import player_seat

        if self.seat is not None:
            return seat_number(game, self.seat)
        return 0 if stored is None else player_seat(stored)

    def _table(self, game: Game, seat: int) -> tuple[list[Agent | None], list[AgentName]]:
        """Who decides at each seat, and what records call them."""
        from legation.agents.load import strongest_agent
        from legation.envs import LegationError
        from legation.envs.engine.record import AgentName
        from legation.play.terminal import PLAYER

        agents: list[Agent | None] = [None] * game.seats
        names = [AgentName(PLAYER)] * game.seats
        others = [other for other in range(game.seats) if other != seat]
        specs = self.opponents or strongest_agent(game)
        loaded = [_opponent(spec.strip(), game) for spec in specs.split(",")]
        if len(loaded) > len(others):
            raise LegationError(
                f"--opponents names {len(loaded)} agents; {game.id} has {len(others)} other seats"
            )
        for place, other in enumerate(others):
            agents[other], names[other] = loaded[place % len(loaded)]
        return agents, names

    @staticmethod
    def _check_new(path: Path) -> None:
        from legation.envs import LegationError
        from legation.evaluation.files import check_writable

        check_writable(path)
        if path.exists():
            raise LegationError(
                f"{path} exists already; records are never overwritten (to go on with it: --resume)"
            )


def _opponent(spec: str, game: Game) -> tuple[Agent, AgentName]:
    from legation.agents.load import load
    from legation.envs.engine.record import AgentName

    agent = load(spec, game)
    # Agents that play a snapshot know the hash of its weights.
    return agent, AgentName(agent.name, getattr(agent, "weights", None))
