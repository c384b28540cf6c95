"""Options from strangers name no files: over every route that takes options, for every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from legation.envs import GAMES, game_options, load_game
from legation.envs.engine import LegationError, TextOption
from legation.envs.engine.record import AgentName, new_record, record_lines
from legation.play.options import chosen_options
from tests.play.browser import Browser

REAL = [game for game in GAMES if game not in ("kuhn2", "whisper")]
TEXTS = [(game, o.name) for game in REAL for o in game_options(game) if isinstance(o, TextOption)]
SECRET = "veldria_is_a_secret"


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    path = tmp_path / "hidden.toml"
    path.write_text(f'[scenario]\nid = "{SECRET}"\nname_en = "{SECRET}"\n', encoding="utf-8")
    return path


def answers(browser: Browser, game: str, option: str, value: str) -> Iterator[httpx.Response]:
    """Of every route that takes options."""
    client = browser.client
    browser.open("/")
    csrf = browser.csrf()
    (item,) = [o for o in game_options(game) if o.name == option]
    leads = isinstance(item, TextOption) and item.leads
    for name in (f"option.{option}", f"own.{option}", option, *([f"was.{option}"] * leads)):
        was = name.startswith("was.")
        fields = {name: value, **({f"option.{option}": str(item.default)} if was else {})}
        yield client.get(f"/new/{game}", params=fields)
        yield client.post(f"/new/{game}", data={**fields, "csrf": csrf})
        yield client.post("/tables", data={**fields, "csrf": csrf, "game": game})
        token = {"x-csrf-token": csrf, "accept": "application/json"}
        yield client.post("/tables", json={**fields, "game": game}, headers=token)
    built = load_game(game)
    lines = record_lines(new_record(built, 1, 0, [AgentName("uniform", None)] * built.seats))
    head = json.loads(next(iter(lines)))
    head["options"][option] = value
    record = json.dumps(head) + "\n"
    yield client.post("/import", data={"csrf": csrf, "record": record})
    common: dict[str, Any] = {"game": game, "options": {option: value}}
    yield client.post("/v1/describe", json=common)
    yield client.post(
        "/v1/decide",
        json={
            "id": f"a:{option}",
            "game_version": "1",
            "seat": 0,
            "observation": {},
            **common,
        },
    )


@pytest.mark.parametrize(("game", "option"), TEXTS)
def test_a_path_is_refused_and_tells_nothing(
    browser: Browser, hidden: Path, game: str, option: str
) -> None:
    """The answers are the same whether or not there is such a file."""
    missing = hidden.with_name("absent.toml")
    there = list(answers(browser, game, option, str(hidden)))
    absent = list(answers(browser, game, option, str(missing)))
    for one, other in zip(there, absent, strict=True):
        assert 400 <= one.status_code < 500, one.url
        assert one.status_code == other.status_code
        assert SECRET not in one.text
        assert "can't be read" not in other.text
        assert "can't be a path here" in one.text.replace("&#39;", "'")


@pytest.mark.parametrize(("game", "option"), TEXTS)
@pytest.mark.parametrize("where", ["{0}", " {0}", "{0}\n", "\n{0}", "../{1}", "{1}", "~/{1}"])
def test_no_spelling_of_a_path_opens_a_file(
    hidden: Path, monkeypatch: pytest.MonkeyPatch, game: str, option: str, where: str
) -> None:
    monkeypatch.chdir(hidden.parent)
    given = where.format(hidden, hidden.name)

    def opened(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    monkeypatch.setattr(Path, "open", opened)
    for name in (f"option.{option}", f"own.{option}"):
        with pytest.raises(LegationError) as raised:
            chosen_options(game_options(game), {name: given}, game)
        assert SECRET not in str(raised.value)
