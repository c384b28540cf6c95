"""`legation docs`: the generated pages of the documentation."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import arg

from legation.cli.output import stderr

_ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Docs:
    """Write the generated pages of the documentation.

    games/GAME.md for each game: its fields, actions, options, and who sees what; and
    configuration.md: the keys of a training run, the presets, and the scalars in TensorBoard.

    Examples:
      legation docs
      legation docs --check     (exit code 1 where a page is out of date; writes nothing)
    """

    output: Annotated[Path | None, arg(metavar="FOLDER", help="default: docs of the checkout")] = (
        None
    )
    check: Annotated[bool, arg(help="compare with the pages that are there")] = False

    def run(self) -> int:
        from legation.envs import LegationError
        from legation.evaluation.files import write_text

        folder = self.output or _ROOT / "docs"
        if self.output is None and not folder.is_dir():
            raise LegationError("this is no checkout of Legation; say where to: --output FOLDER")
        stale = []
        for name, text in pages().items():
            path = folder / name
            if path.is_file() and path.read_text(encoding="utf-8") == text:
                continue
            stale.append(path)
            if not self.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_text(path, text)
        for path in stale:
            words = "is out of date; run `legation docs`" if self.check else "written"
            stderr().print(f"{path} {words}", markup=False, soft_wrap=True)
        return 1 if self.check and stale else 0


def pages() -> dict[str, str]:
    """Every generated page, in Markdown, by its path under the folder of the documentation."""
    from legation.cli.configuration_page import configuration_page
    from legation.cli.game_page import game_page
    from legation.envs import GAMES

    return {
        **{f"games/{name}.md": game_page(name) for name in GAMES},
        "configuration.md": configuration_page(),
    }


if __name__ == "__main__":
    # `make docs`.
    from legation.cli.main import main

    sys.exit(main(["docs", *sys.argv[1:]]))
