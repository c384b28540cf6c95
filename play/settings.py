"""What a table is set up with, checked once: who sits where, time limits, what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from legation.envs.engine import LANGUAGES, Game, unknown
from legation.play.defaults import check_strength, default_strength
from legation.play.live import Controller
from legation.play.refusal import RefusalError

PERSON, BOT, OPEN = KINDS = ("person", "bot", "open")
ON_TIMEOUT = ("default", "bot")
UNDO = ("turn", "hidden", "off")
LONGEST_NAME = 40
LONGEST_MESSAGE = 1000
LONGEST_LIMIT = 30 * 24 * 3600


@dataclass(frozen=True)
class Settings:
    """How a table is played.

    Attributes:
        time_limit: seconds for a person's decision, or None.
        on_timeout: `default` takes the default action; `bot` lets a bot go on for the seat.
        stand_in: the strength of bots for seats that were left or timed out.
        undo: `turn` takes back what revealed nothing; `hidden` only what nobody saw; `off`.
        advice: seats may ask what the agent would do.
        spectators: people without a seat may watch.
        language: of the table's first page.
    """

    time_limit: float | None = None
    on_timeout: str = "default"
    stand_in: str = ""
    undo: str = "turn"
    advice: bool = True
    spectators: bool = True
    language: str = "en"


def checked(game: Game, settings: Settings, controllers: Sequence[Controller]) -> dict[str, Any]:
    """The settings as they are stored.

    Raises:
        LegationError: a value that does not exist, or a number of seats that is not the game's.
    """
    if len(controllers) != game.seats:
        raise RefusalError(
            "bad_input",
            "The game has {seats} seats; {given} were given.",
            seats=game.seats,
            given=len(controllers),
        )
    for name, valid in (("on_timeout", ON_TIMEOUT), ("undo", UNDO), ("language", LANGUAGES)):
        if getattr(settings, name) not in valid:
            raise unknown(name, getattr(settings, name), valid)
    limit = settings.time_limit
    if limit is not None and not 1 <= limit <= LONGEST_LIMIT:
        raise RefusalError("bad_input", "A time limit is between 1 second and 30 days.")
    content = asdict(settings)
    content["stand_in"] = check_strength(game, settings.stand_in or default_strength(game))
    content["controllers"] = [asdict(checked_controller(game, c)) for c in controllers]
    return content


def checked_controller(game: Game, controller: Controller) -> Controller:
    if controller.kind not in KINDS:
        raise unknown("controller", controller.kind, KINDS)
    if controller.kind == BOT:
        strength = check_strength(game, controller.strength or default_strength(game))
        return Controller(BOT, strength=strength)
    return Controller(controller.kind, clean_name(controller.name))


def clean_name(name: str) -> str:
    """A name on one line, without what can't be printed."""
    plain = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(plain.split())[:LONGEST_NAME]


def clean_message(text: str) -> str:
    """Chat without what can't be printed; refused where it is empty or too long."""
    words = "".join(c for c in text if c.isprintable() or c == "\n").strip()
    if not words:
        raise RefusalError("bad_input", "The message is empty.")
    if len(words) > LONGEST_MESSAGE:
        raise RefusalError(
            "bad_input", "A message has at most {most} characters.", most=LONGEST_MESSAGE
        )
    return words
