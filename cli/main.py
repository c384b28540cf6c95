"""The command `legation`. Each command is a dataclass in a module of its own, read by tyro.

Only the module of the given command is imported, so that help comes at once.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from importlib import import_module
from io import StringIO
from typing import Any, Protocol

# Name: (module, class, what it does).
COMMANDS: dict[str, tuple[str, str, str]] = {
    "games": ("legation.cli.games", "Games", "list the games, their seats and options"),
    "play": ("legation.cli.play", "Play", "play one seat against agents, in the terminal"),
    "serve": ("legation.cli.serve", "Serve", "open the pages on which people play"),
    "train": ("legation.cli.train", "Train", "train an agent by self-play"),
    "evaluate": ("legation.cli.evaluate", "Evaluate", "rank agents, with intervals and a report"),
    "replay": ("legation.cli.replay", "Replay", "read a stored game as a seat saw it"),
    "decide": ("legation.cli.decide", "Decide", "answer bot requests on stdin, for other programs"),
    "check": ("legation.cli.check", "Check", "test a game's rules: leaks, determinism, ..."),
    "bench": ("legation.cli.bench", "Bench", "measure speed, and peers beside it"),
    "docs": ("legation.cli.docs", "Docs", "write the generated pages of the games"),
}

EXIT_FAULTS = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
_HELP_FOLLOWS = ("For full helptext", "Argument helptext")  # parts of what tyro says


class Command(Protocol):
    """What the parsed command line becomes."""

    def run(self) -> int:
        """Does the work; returns the exit code."""
        ...


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0, 1 (faults found), 2 (bad input) or 130 (Ctrl-C)."""
    # One thread for small matrix products, unless a command asks for more: two that wait for each
    # other are many times slower beside a busy neighbour. Read when torch is first imported.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _plainly(warnings.showwarning)
            code = _run(arguments)
        sys.stdout.flush()
    except SystemExit as stop:  # tyro, after its help or an error
        return stop.code if isinstance(stop.code, int) else EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # as in `legation games | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAULTS
    except MemoryError:
        print("legation: there is not enough memory for that", file=sys.stderr)
        return EXIT_BAD_INPUT
    except OSError as error:  # no space left, a folder that went away, ...
        place = f"{error.filename}: " if error.filename else ""
        print(f"legation: {place}{error.strerror or error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except ValueError as error:
        from legation.envs.engine import LegationError

        if not isinstance(error, LegationError):
            raise
        print(f"legation: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return code


def _plainly(others: Callable[..., None]) -> Callable[..., None]:
    """Shows the project's own warnings as a line for people; all else as `others` does."""

    def show(message: Warning | str, category: type[Warning], *where: Any, **how: Any) -> None:
        from legation.envs.engine import LegationWarning

        if issubclass(category, LegationWarning):
            print(f"legation: warning: {message}", file=sys.stderr)
        else:
            others(message, category, *where, **how)

    return show


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_help())
        return 0 if arguments else EXIT_BAD_INPUT
    if arguments[0] == "--version":
        from legation import __version__

        print(f"legation {__version__}")
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        from legation.envs.engine import unknown

        raise unknown("command", name, COMMANDS)
    return parse(name, rest).run()


def parse(name: str, arguments: Sequence[str]) -> Command:
    """The command `name` with its arguments; on bad ones says what is wrong, and exits with 2."""
    import tyro

    module, kind, _ = COMMANDS[name]
    form: type[Command] = getattr(import_module(module), kind)
    said = StringIO()
    try:
        with redirect_stderr(said):
            return tyro.cli(
                form,
                prog=f"legation {name}",
                # As it stands: tyro would leave out the examples.
                description=inspect.getdoc(form),
                args=arguments,
                config=(tyro.conf.FlagCreatePairsOff,),
            )
    except SystemExit as stop:
        if stop.code:
            words = unboxed(said.getvalue())
            print(f"legation: {words}; `legation {name} --help` tells all", file=sys.stderr)
        raise


def unboxed(text: str) -> str:
    """What tyro says in a box, on one line as all other errors are; of its parts those that tell
    what is wrong and what may have been meant, not the help that follows."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)  # colours, where the terminal has some
    title, *rest = plain.splitlines() or [""]
    lines = [line.strip("│╰╯ ") for line in rest]
    told = [part.strip() for part in re.split(r"[─-]{9,}", " ".join(lines))]
    kept = [
        part[:1].lower() + part[1:] for part in told if part and not part.startswith(_HELP_FOLLOWS)
    ]
    return "; ".join(kept).rstrip(".") or " ".join(title.split())


def _help() -> str:
    width = max(len(name) for name in COMMANDS)
    lines = [f"  {name:<{width}}  {what}" for name, (_, _, what) in COMMANDS.items()]
    return "\n".join(
        [
            "usage: legation COMMAND [...]",
            "",
            "AI opponents for board games of diplomacy and influence.",
            "",
            *lines,
            "",
            "`legation COMMAND --help` tells all about a command, with examples.",
            "Exit codes: 0 good, 1 faults found, 2 bad input, 130 interrupted.",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
