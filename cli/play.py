"""`legation play`: one seat at the terminal, agents at the others."""

from __future__ import annotations

import secrets
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tyro.conf import arg

from legation.cli.inputs import GameName, Language, Options, check_seed, open_game, seat_number
from legation.cli.output import stdout

if TYPE_CHECKING:
    from rich.console import Console

    from legation.agents import Agent
    from legation.cli.menu import Item
    from legation.envs.engine import Game, Observation
    from legation.envs.engine.record import AgentName, RecordWriter

_INPUT_ENDED = 1


class QuitError(Exception):
    """The player left."""


@dataclass(frozen=True)
class Play:
    """Play one seat of a game in the terminal; agents play the others.

    You see what your seat may see, and choose by number or by a few letters. Exit code 1: the
    input ended before the game.

    Examples:
      legation play embassies --seat germany
      legation play embassies --seat 0 --opponents zoo/embassies,heuristic --language ru
      legation play embassies --option alliances=off --record game.jsonl
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

    def run(self) -> int:
        from legation.agents.load import shipped_agents
        from legation.envs import LegationError
        from legation.envs.engine.record import AgentName

        seed = secrets.randbelow(2**31) if self.seed is None else check_seed(self.seed)
        game = open_game(self.game, self.option)
        seat = 0 if self.seat is None else seat_number(game, self.seat)
        agents: list[Agent | None] = [None] * game.seats
        names = [AgentName("player")] * game.seats
        others = [other for other in range(game.seats) if other != seat]
        specs = self.opponents or shipped_agents(game.id)[0]
        loaded = [_opponent(spec.strip(), game) for spec in specs.split(",")]
        if len(loaded) > len(others):
            raise LegationError(
                f"--opponents names {len(loaded)} agents; {self.game} has {len(others)} other seats"
            )
        for place, other in enumerate(others):
            agents[other], names[other] = loaded[place % len(loaded)]
        with self._writer(game, seed, names) as writer:
            return _Play(game, seat, agents, names, self.language, writer).run(seed)

    def _writer(self, game: Game, seed: int, names: list[AgentName]) -> Any:
        if self.record is None:
            return nullcontext()
        from legation.envs.engine.record import RecordWriter, new_record
        from legation.evaluation.files import check_writable

        check_writable(self.record)
        return RecordWriter(self.record, game, new_record(game, seed, 0, names))


def _opponent(spec: str, game: Game) -> tuple[Agent, AgentName]:
    from legation.agents.load import load
    from legation.envs.engine.record import AgentName

    agent = load(spec, game)
    # Agents that play a snapshot know the hash of its weights.
    return agent, AgentName(agent.name, getattr(agent, "weights", None))


class _Play:
    """One game, from the player's seat."""

    def __init__(
        self,
        game: Game,
        seat: int,
        agents: list[Agent | None],
        names: list[AgentName],
        language: str,
        writer: RecordWriter | None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.agents = agents
        self.names = names
        self.language = language
        self.writer = writer
        self.console: Console = stdout()
        self.news: list[str] = []

    def run(self, seed: int) -> int:
        import numpy as np

        from legation.cli import words

        game = self.game
        streams = np.random.default_rng([seed, 0]).spawn(game.seats)  # none can foresee another's
        with suppress(ImportError):
            import readline  # noqa: F401  (gives input() a history and editing keys)
        self._introduce()
        state = game.new_state(seed)
        try:
            while not state.over:
                acting = int(state.actor)
                observation = game.observe(state, acting)
                legal = observation.legal_actions()
                agent = self.agents[acting]
                if len(legal) == 1:
                    action = legal[0]
                elif agent is None:
                    action = self._ask(observation)
                else:
                    seen = game.observe_many([observation])
                    action = int(agent.act(seen, streams[acting])[0])
                before = state.copy()
                game.apply(state, action)
                self._note(acting, action, before, state, forced=len(legal) == 1)
                if self.writer is not None:
                    self.writer.decision(acting, action, state)
        except QuitError:
            self._say(words.LEFT.in_language(self.language))
            return 0
        except EOFError:
            self._say("\n" + words.INPUT_ENDED.in_language(self.language))
            return _INPUT_ENDED
        if self.writer is not None:
            self.writer.result(state)
        self._finish(state)
        return 0

    def _introduce(self) -> None:
        from legation.cli import words

        self._say(words.YOU_PLAY.in_language(self.language).format(seat=self._seat_name(self.seat)))
        others = ", ".join(
            f"{self._seat_name(i)} ({name.name})"
            for i, name in enumerate(self.names)
            if i != self.seat
        )
        self._say(words.OTHERS.in_language(self.language).format(names=others))

    def _note(self, seat: int, action: int, before: Any, after: Any, *, forced: bool) -> None:
        """Keeps what the player may see of an action, to be told at the next decision."""
        from legation.cli import words
        from legation.envs.engine.replay import shown, told

        entry = shown(self.game, self.seat, seat, action, before, after, self.language)
        if entry is not None and seat != self.seat:
            self.news.append(f"{self._seat_name(seat)}: {entry['label']}")
        elif entry is not None and forced:
            only = words.ONLY_CHOICE.in_language(self.language)
            you = words.YOU.in_language(self.language)
            self.news.append(f"{you}: {entry['label']} ({only})")
        self.news += told(self.game, self.seat, before, after, self.language)

    def _ask(self, observation: Observation) -> int:
        from legation.cli import words
        from legation.cli.menu import find, menu

        language = self.language
        items = menu(observation, language)
        self._show(observation, items)
        while True:
            given = input(words.CHOOSE.in_language(language)).strip()
            if given in ("quit", "q", "exit", "выход"):
                raise QuitError
            if given in ("help", "?", "помощь"):
                self._say(words.HELP.in_language(language))
                continue
            if not given:
                self._show(observation, items)
                continue
            found = find(items, given)
            if len(found) == 1:
                self._say(words.CHOSEN.in_language(language).format(label=found[0].label))
                return found[0].action
            text = words.SEVERAL if found else words.NOTHING
            self._say(text.in_language(language).format(given=given))
            self._menu(found)

    def _show(self, observation: Observation, items: list[Item]) -> None:
        from legation.cli import words

        self.console.rule()
        if self.news:
            self._say(words.SINCE.in_language(self.language))
            for line in self.news:
                self._say(f"  {line}")
            self._say("")
        self.news.clear()
        self._say(self.game.render(observation, self.language))
        self._say("")
        self._menu(items)

    def _menu(self, items: list[Item]) -> None:
        from legation.cli.menu import print_menu

        print_menu(self.console, items)

    def _finish(self, state: Any) -> None:
        from legation.cli import words

        language = self.language
        self.console.rule()
        for line in self.news:
            self._say(f"  {line}")
        self._say(self.game.render(self.game.observe(state, self.seat), language))
        self._say("")
        self._say(words.OVER.in_language(language))
        shares = self.game.win_shares(state)
        winners = [i for i in range(self.game.seats) if shares[i] > 0]
        others = ", ".join(self._seat_name(i) for i in winners if i != self.seat)
        text = words.LOST
        if self.seat in winners:
            text = words.SHARED if others else words.WON
        self._say(text.in_language(language).format(names=others))
        value = float(self.game.returns(state)[self.seat])
        self._say(f"{words.RETURN.in_language(language)}: {value:+.2f}")

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)

    def _seat_name(self, seat: int) -> str:
        return self.game.schema.seats.labels[seat].in_language(self.language)
