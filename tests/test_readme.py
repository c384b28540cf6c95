"""The documentation holds: its Python runs, its command lines parse, its links lead somewhere."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType

import numba
import pytest

from legation.agents import uniform_agent
from legation.agents.load import shipped_agents
from legation.cli.main import COMMANDS, parse
from legation.cli.train import Train
from legation.envs import GAMES, game_options
from legation.evaluation.arena import evaluate
from legation.tests.toys import kuhn

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "envs").rglob("*.md"),
        *(ROOT / "agents").rglob("*.md"),
    ]
)
# A fenced block, with the comment that may stand above it.
_BLOCK = re.compile(r"(?:<!-- (?P<note>.+?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)```\n", re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())


def blocks(page: Path, kind: str) -> Iterator[tuple[str | None, str]]:
    """The comment above and the text of each block of this kind."""
    for match in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        if match["kind"] == kind:
            yield match["note"], match["text"]


def spans(page: Path) -> list[str]:
    """What stands between backticks, outside blocks."""
    return _SPAN.findall(_BLOCK.sub("", page.read_text(encoding="utf-8")))


def shell_lines(page: Path) -> list[str]:
    """Lines of shell blocks and of indented ones, and short commands in the text."""
    indented = re.findall(r"^    (\S.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    fenced = [line for _, text in blocks(page, "sh") for line in text.splitlines()]
    return [*fenced, *indented, *spans(page)]


# --- Python ----------------------------------------------------------------------------------

WITH_PYTHON = [page for page in PAGES if any(True for _ in blocks(page, "python"))]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too slow in plain Python")
@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_python_runs_or_is_a_quotation(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a page run one after the other, as one module."""
    # Code from Numba's cache belongs to a module, and is looked for there.
    module = ModuleType(f"documented_in_{page.stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for number, (note, code) in enumerate(blocks(page, "python")):
        if note is not None:
            assert code in (ROOT / note).read_text(encoding="utf-8"), f"{note} lacks:\n{code}"
            continue
        for game in GAMES:
            # A checkout may be without the trained agents.
            if f"zoo/{game}" not in shipped_agents(game):
                code = code.replace(f"zoo/{game}", "heuristic")
        path = tmp_path / f"block{number}.py"
        path.write_text(code, encoding="utf-8")
        with redirect_stdout(io.StringIO()):
            exec(compile(code, str(path), "exec"), module.__dict__)


def test_the_example_of_json_has_the_keys_that_are_written() -> None:
    ((_, text),) = (b for b in blocks(ROOT / "docs" / "evaluation.md", "json") if b[0])
    shown = json.loads(text)
    game = kuhn.build(3)
    agents = [uniform_agent(game.id)] * 2
    written = evaluate(game, agents, deals=2, seed=0).to_dict()
    assert shown.keys() == written.keys()
    assert shown["rows"][0].keys() == written["rows"][0].keys()
    assert shown["agents"][0].keys() == written["agents"][0].keys()
    assert shown["options"].keys() == {o.name for o in game_options(shown["game"])}
    assert len(shown["rows"][0]["win_share_ci95"]) == 2


# --- commands --------------------------------------------------------------------------------


def commands(page: Path) -> list[list[str]]:
    """The words of each `legation COMMAND ...` on a page."""
    found = []
    for line in shell_lines(page):
        words = shlex.split(re.sub(r" >>? \S+$| \|.*$", "", line), comments=True)
        if len(words) > 1 and words[0] == "legation" and re.fullmatch(r"[a-z]+", words[1]):
            found.append(words[1:])
    return found


@each_page
def test_command_lines_parse(page: Path) -> None:
    for name, *arguments in commands(page):
        line = shlex.join(["legation", name, *arguments])
        assert name in COMMANDS, line
        if not arguments:  # its name in a sentence
            continue
        if "--help" in arguments:
            continue
        said = io.StringIO()
        try:
            with redirect_stdout(said), redirect_stderr(said):
                command = parse(name, arguments)
        except SystemExit:
            pytest.fail(f"{line}\n{said.getvalue()}")
        game = getattr(command, "game", "")
        assert game in {"", "GAME", "<game>", *GAMES}, line
        if isinstance(command, Train) and game in GAMES and command.config is None:
            command.settings()  # refuses a key that does not exist


def test_the_readme_shows_the_main_commands() -> None:
    shown = {name for name, *_ in commands(ROOT / "README.md")}
    assert shown >= {"games", "play", "replay", "train", "evaluate", "check"}


@each_page
def test_make_targets_exist(page: Path) -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", text, re.MULTILINE))
    for line in shell_lines(page):
        match = re.match(r"make ([a-z]+)\b", line)
        assert match is None or match[1] in targets, line


# --- links -----------------------------------------------------------------------------------


def anchor(heading: str) -> str:
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    for link in _LINK.findall(text):
        if re.match(r"https?://|mailto:", link):
            continue
        place, _, section = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.is_relative_to(ROOT), link
        assert target.exists(), f"{page.name}: {link} leads nowhere"
        if section:
            headings = _HEADING.findall(target.read_text(encoding="utf-8"))
            assert section in {anchor(heading) for heading in headings}, f"{page.name}: {link}"


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    links = {(index.parent / link).resolve() for link in _LINK.findall(index.read_text("utf-8"))}
    assert set((ROOT / "docs").rglob("*.md")) - links == {index}
