"""`legation replay`: a stored game in words."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tyro.conf import Positional, arg

from legation.cli.inputs import Json, Language, seat_number
from legation.cli.output import print_json, stdout

if TYPE_CHECKING:
    from legation.envs.engine import Game
    from legation.envs.engine.record import Record


@dataclass(frozen=True)
class Replay:
    """Print a stored game as one seat saw it, or as a spectator did.

    The whole record is played again first, so a changed file is found out.

    Examples:
      legation replay game.jsonl
      legation replay game.jsonl --seat germany --step
      legation replay game.jsonl --all --language ru
    """

    file: Positional[Annotated[Path, arg(metavar="FILE", help="a record of `legation play`")]]
    seat: Annotated[str | None, arg(metavar="SEAT", help="name or number; default: none")] = None
    all: Annotated[bool, arg(help="show every secret; the game must be over")] = False
    unfinished: Annotated[bool, arg(help="read a game that was stopped before its end")] = False
    step: Annotated[bool, arg(help="show the position after each decision, and wait")] = False
    language: Language = "en"
    json: Json = False

    def run(self) -> int:
        from legation.envs import LegationError, load_game
        from legation.envs.engine.record import read_record
        from legation.envs.engine.replay import check_record, export_for

        if self.all and self.seat is not None:
            raise LegationError("--all and --seat can't go together: all is more than a seat sees")
        record = read_record(self.file, unfinished=self.unfinished)
        if self.all and record.result is None:
            raise LegationError(f"{self.file}: the game is not over, so --all is refused")
        game = load_game(record.game, **record.options)
        viewer = game.spectator if self.seat is None else seat_number(game, self.seat)
        check_record(record, game)
        if self.json and not self.all:
            print_json(export_for(record, game, viewer, self.language))
        elif self.json:
            print_json({**export_for(record, game, viewer), "decisions": self._all(record, game)})
        else:
            try:
                self._print(record, game, viewer)
            except EOFError:  # Ctrl-D at --step: enough seen
                print()
        return 0

    def _all(self, record: Record, game: Game) -> list[dict[str, Any]]:
        """Each decision as its own seat saw it."""
        from legation.envs.engine.replay import replay, shown, told

        states = replay(record, game)
        before = next(states)
        entries = []
        for d, after in zip(record.decisions, states, strict=True):
            entry = shown(game, d.seat, d.seat, d.action, before, after, self.language)
            assert entry is not None
            news = told(game, d.seat, before, after, self.language)
            entries.append({**entry, "news": news} if news else entry)
            before = after
        return entries

    def _print(self, record: Record, game: Game, viewer: int) -> None:
        from legation.envs.engine.replay import replay, shown, told
        from legation.play import words

        console = stdout()

        def say(text: str) -> None:
            console.print(text, markup=False, soft_wrap=True)

        names = [label.in_language(self.language) for label in game.schema.seats.labels]
        head = words.SPECTATOR if viewer == game.spectator else words.AS_SEAT
        head = words.EVERYTHING if self.all else head
        say(f"{game.title.in_language(self.language)} ({game.version})")
        pairs = zip(names, record.agents, strict=True)
        say(", ".join(f"{name} ({agent.name})" for name, agent in pairs))
        say(head.in_language(self.language).format(seat=(*names, "")[viewer]))
        say("")
        states = replay(record, game)
        before = next(states)
        for decision, after in zip(record.decisions, states, strict=True):
            eyes = decision.seat if self.all else viewer
            entry = shown(game, eyes, decision.seat, decision.action, before, after, self.language)
            news = told(game, eyes, before, after, self.language)
            before = after
            if entry is None and not news:
                continue
            if entry is not None:
                say(f"{names[decision.seat]}: {entry['label']}")
            for line in news:
                say(f"  {line}")
            if self.step:
                say("")
                say(game.render(game.observe(after, eyes), self.language))
                self._wait()
        if not self.step:
            say("")
            say(game.render(game.observe(before, viewer), self.language))
        say("")
        say(self._outcome(record, names))

    def _wait(self) -> None:
        from legation.play import words

        if sys.stdin.isatty():
            input(words.NEXT.in_language(self.language))

    def _outcome(self, record: Record, names: list[str]) -> str:
        from legation.play import words

        if record.result is None:
            return words.NOT_OVER.in_language(self.language)
        shares = record.result.win_shares
        winners = ", ".join(name for name, share in zip(names, shares, strict=True) if share > 0)
        word = words.RETURN.in_language(self.language)
        values = zip(names, record.result.returns, strict=True)
        returns = ", ".join(f"{name} {value:+.2f}" for name, value in values)
        return f"{words.WINNER.in_language(self.language).format(names=winners)} {word}: {returns}"
