"""One seat at the terminal, agents at the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from legation.agents import Agent
from legation.envs.engine import Game, LegationError, Observation, State
from legation.envs.engine import replay as replays
from legation.envs.engine.record import (
    AgentName,
    Record,
    make_decision,
    make_result,
    new_record,
    write_record,
)
from legation.play import words
from legation.play.bot_worker import advise
from legation.play.menu import Item, find, menu, print_menu
from legation.play.undo import revealed

INPUT_ENDED = 1
_QUIT = ("quit", "q", "exit", "выход")
_HELP = ("help", "?", "помощь")
_UNDO = ("undo", "назад")
_ADVICE = ("advice", "совет")
_SAVE = ("save", "сохранить")


class QuitError(Exception):
    """The player left."""


class UndoError(Exception):
    """The player takes the last choice back."""


@dataclass(frozen=True)
class _Taken:
    """A decision, with the states around it."""

    seat: int
    action: int
    forced: bool
    before: State
    after: State


class TerminalPlay:
    """One game from the player's seat.

    Args:
        game: the game.
        seat: the player's.
        agents: who decides at the other seats, None at the player's.
        names: for the record.
        adviser: the agent that is asked for advice, loaded when it is.
        language: of all words.
        console: where they go.
        path: of the record, kept up to date; None: none.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        agents: Sequence[Agent | None],
        names: Sequence[AgentName],
        adviser: Callable[[], Agent],
        language: str,
        console: Console,
        path: Path | None,
    ) -> None:
        self.game, self.seat, self.agents, self.names = game, seat, agents, names
        self.language, self.console, self.path = language, console, path
        self._adviser = adviser
        self._news: list[str] = []
        self._shown: list[str] = []  # the lines of the position that the player saw last
        self._others = False  # whether anybody else has decided since
        self._taken: list[_Taken] = []
        self._record = new_record(game, 0, 0, names)
        self._state: State = None

    def run(self, seed: int, record: Record | None = None) -> int:
        """Plays to the end, from the record's where there is one; returns the exit code."""
        game = self.game
        self._record = record or new_record(game, seed, 0, self.names)
        # None can foresee another's; and a resumed game does not repeat what came before.
        key = [seed, 0, *([len(record.decisions)] if record and record.decisions else [])]
        streams = np.random.default_rng(key).spawn(game.seats)
        with suppress(ImportError):
            import readline  # noqa: F401  (gives input() a history and editing keys)
        self._introduce()
        self._state = replays.check_record(self._record, game)
        if record and record.decisions:
            self._say(self._text(words.RESUMED))
        self._store()
        try:
            while not self._state.over:
                self._step(streams)
        except QuitError:
            self._store()
            self._say(self._text(words.LEFT))
            return 0
        except EOFError:
            self._store()
            self._say("\n" + self._text(words.INPUT_ENDED))
            return INPUT_ENDED
        self._record = replace(self._record, result=make_result(game, self._state))
        self._store()
        self._finish(self._state)
        return 0

    def _step(self, streams: list[np.random.Generator]) -> None:
        """One decision, or one taken back."""
        game, before = self.game, self._state
        acting = int(before.actor)
        observation = game.observe(before, acting)
        legal = observation.legal_actions()
        agent = self.agents[acting]
        if len(legal) == 1:
            action = legal[0]
        elif agent is None:
            try:
                action = self._ask(observation)
            except UndoError:
                self._undo()
                return
        else:
            seen = game.observe_many([observation])
            action = int(agent.act(seen, streams[acting])[0])
        after = before.copy()
        game.apply(after, action)
        self._taken.append(_Taken(acting, action, len(legal) == 1, before, after))
        self._state = after
        decision = make_decision(game, acting, action, after)
        self._record = replace(self._record, decisions=(*self._record.decisions, decision))
        self._store()
        self._note(self._taken[-1])

    # --- taking back, saving, advice ---------------------------------------------------------

    def _undoable(self) -> int:
        """How many decisions lead back to the player's last choice; 0 if anything was revealed."""
        for count, taken in enumerate(reversed(self._taken), start=1):
            if taken.seat != self.seat or int(self._state.actor) != self.seat:
                return 0
            if revealed(self.game, taken.seat, taken.action, taken.before, taken.after):
                return 0
            if not taken.forced:
                return count
        return 0

    def _undo(self) -> None:
        count = self._undoable()
        first = self._taken[-count]
        del self._taken[-count:]
        self._state = first.before
        self._record = replace(self._record, decisions=self._record.decisions[:-count])
        self._store()
        seen = self.game.observe(first.before, self.seat)
        label = self.game.phrase_of(seen, first.action, self.language)
        self._news.append(self._text(words.UNDONE).format(label=label))

    def _store(self) -> None:
        if self.path is not None:
            write_record(self.path, self._record)

    def _save(self, given: str) -> None:
        """`save FILE`; an older file stays."""
        if not given:
            self._say(self._text(words.SAVE_WHERE))
            return
        path = Path(given).expanduser()
        if path.exists():
            self._say(self._text(words.EXISTS).format(path=path))
            return
        try:
            write_record(path, self._record)
        except OSError as error:
            self._say(f"{path}: {error.strerror or error}")
            return
        self._say(self._text(words.SAVED).format(path=path, game=self.game.id))

    def _advise(self, observation: Observation) -> None:
        agent = self._adviser()
        found = advise(agent, observation, np.random.default_rng(0), agent.name)
        self._say(self._text(words.ADVICE).format(agent=agent.name))
        for action, share in found.actions:
            self._say(f"  {share:>4.0%}  {self.game.phrase_of(observation, action, self.language)}")
        if found.win is not None:
            text = words.WIN_PLAYED if found.played else words.WIN
            self._say(self._text(text).format(share=found.win, played=found.played))

    # --- words -------------------------------------------------------------------------------

    def _introduce(self) -> None:
        self._say(self._text(words.YOU_PLAY).format(seat=self._seat_name(self.seat)))
        others = ", ".join(
            f"{self._seat_name(i)} ({name.name})"
            for i, name in enumerate(self.names)
            if i != self.seat
        )
        self._say(self._text(words.OTHERS).format(names=others))

    def _note(self, taken: _Taken) -> None:
        """Keeps what the player may see of an action, to be told at the next decision."""
        entry = replays.shown(
            self.game, self.seat, taken.seat, taken.action, taken.before, taken.after,
            self.language,
        )  # fmt: skip
        self._others |= taken.seat != self.seat
        if entry is None:
            pass
        elif taken.seat != self.seat:
            self._news.append(f"{self._seat_name(taken.seat)}: {entry['label']}")
        elif taken.forced:
            only, you = self._text(words.ONLY_CHOICE), self._text(words.YOU)
            self._news.append(f"{you}: {entry['label']} ({only})")
        lines = replays.told(self.game, self.seat, taken.before, taken.after, self.language)
        self._news += [f"  {line}" for line in lines]

    def _ask(self, observation: Observation) -> int:
        """The player's choice; raises QuitError or UndoError."""
        items = menu(observation, self.language)
        self._show(observation, items, short=True)
        while True:
            given = input(self._text(words.CHOOSE)).strip()
            command, _, rest = given.partition(" ")
            if given in _QUIT:
                raise QuitError
            if given in _HELP:
                self._say(self._text(words.HELP))
            elif given in _UNDO:
                if self._undoable():
                    raise UndoError
                self._say(self._text(words.NO_UNDO))
            elif given in _ADVICE:
                self._advise(observation)
            elif command in _SAVE:
                self._save(rest.strip())
            elif not given:
                self._show(observation, items)
            else:
                found = find(items, given)
                if len(found) == 1:
                    self._say(self._text(words.CHOSEN).format(label=found[0].label))
                    return found[0].action
                text = words.SEVERAL if found else words.NOTHING
                self._say(self._text(text).format(given=given))
                print_menu(self.console, found)

    def _show(self, observation: Observation, items: list[Item], *, short: bool = False) -> None:
        """The position and the choices; `short`: of a position that only the player has changed
        since it was shown, what is new."""
        lines = self.game.render(observation, self.language).splitlines()
        new = _new_lines(self._shown, lines)
        short = short and not self._others and new is not None
        self._shown, self._others = lines, False
        if not short:
            self.console.rule()
        if self._news:
            self._say(self._text(words.SINCE))
            for line in self._news:
                self._say(f"  {line}")
            self._say("")
        self._news.clear()
        self._say("\n".join((new or []) if short else lines))
        if new or not short:
            self._say("")
        print_menu(self.console, items)

    def _finish(self, state: State) -> None:
        self.console.rule()
        for line in self._news:
            self._say(f"  {line}")
        self._say(self.game.render(self.game.observe(state, self.seat), self.language))
        self._say("")
        self._say(self._text(words.OVER))
        shares = self.game.win_shares(state)
        winners = [i for i in range(self.game.seats) if shares[i] > 0]
        others = ", ".join(self._seat_name(i) for i in winners if i != self.seat)
        text = words.LOST
        if self.seat in winners:
            text = words.SHARED if others else words.WON
        self._say(self._text(text).format(names=others))
        value = float(self.game.returns(state)[self.seat])
        self._say(f"{self._text(words.RETURN)}: {value:+.2f}")

    def _text(self, text: Any) -> str:
        return str(text.in_language(self.language))

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)

    def _seat_name(self, seat: int) -> str:
        return self.game.schema.seats.labels[seat].in_language(self.language)


def _new_lines(old: list[str], new: list[str]) -> list[str] | None:
    """The lines that the old ones don't have; None where one should see the whole: something is
    gone and nothing stands for it, or much is new."""
    found: list[str] = []
    for tag, _, _, first, beyond in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "delete":
            return None
        if tag != "equal":
            found += new[first:beyond]
    return found if 3 * len(found) <= len(new) else None


def player_seat(record: Record) -> int:
    """The seat that a person had in a record.

    Raises:
        LegationError: none, or several.
    """
    seats = [i for i, agent in enumerate(record.agents) if agent.name == PLAYER]
    if len(seats) != 1:
        raise LegationError(
            "the record does not say which seat you had; name it with --seat "
            f"({', '.join(record.seats)})"
        )
    return seats[0]


PLAYER = "player"
