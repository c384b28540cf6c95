"""The tool that makes the agent of the campaign: a search that goes on, then training."""

from __future__ import annotations

import json
from pathlib import Path

import numba
import numpy as np
import pytest

from legation.agents.weighted import read_weights
from legation.tests import evolved
from legation.tests.pax_baltica.evolved import main, sides_of
from legation.tests.pax_baltica.positions import BY_SCENARIO, load

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too slow in plain Python")

SMALL = ["--games", "50", "--threads", "1", "--option", "scenario=campaign_1700"]
SMALL += ["--option", "end_year=1703"]  # so long that a year of it is one of a long war


def test_a_search_that_was_stopped_goes_on_alike(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    small = [*SMALL, "--search-only"]
    assert main([str(whole), "--generations", "2", *small]) == 0
    assert main([str(parts), "--generations", "1", *small]) == 0
    assert main([str(parts), "--generations", "2", *small]) == 0
    files = sorted(path.name for path in (whole / "search").glob("*.toml"))
    assert len(files) == 2
    texts = [(folder / "search" / name).read_bytes() for folder in (whole, parts) for name in files]
    assert texts[:2] == texts[2:]
    assert (whole / "teacher.toml").read_bytes() == texts[1]
    first, second = (read_weights(whole / "search" / name, "pax_baltica") for name in files)
    assert (np.abs(first - second).max(axis=1) > 0).all()  # each row moves


def test_a_side_plays_by_two_rows_where_a_long_war_is_to_come() -> None:
    wanted = {"narva_1700": 1, "poltava_1708": 1, "campaign_1700": 2}
    for scenario, rows in wanted.items():
        game = BY_SCENARIO[scenario]
        assert sides_of(game.new_state()).shape == (2, rows)
        late = game.new_state()
        late["year"] = late["last_year"]  # as at its end
        np.testing.assert_array_equal(sides_of(late), [[0, 2], [1, 3]] if rows == 2 else [[0], [1]])
    short = load(scenario="campaign_1700", end_year=1702)
    assert sides_of(short.new_state()).shape == (2, 1)


def test_then_it_trains_with_what_stands_beside_the_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "zoo" / "pax_baltica" / "campaign_1700"
    own.mkdir(parents=True)
    text = "decisions = 1024\n[ppo]\nentropy = 0.0123\n[imitation]\ndecisions = 512\n"
    (own / "stage-1.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(evolved, "ZOO", tmp_path / "zoo")
    small = ["games=8", "steps=32", "evaluate_every=1000000", "network.hidden=[8]"]
    settings = [word for pair in (*small, "evaluate_against=") for word in ("--set", pair)]
    run = tmp_path / "run"
    assert main([str(run), "--generations", "1", *SMALL, *settings]) == 0
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    assert config["ppo"]["entropy"] == 0.0123
    assert config["decisions"] == 1024
    assert config["options"]["end_year"] == 1703
    assert Path(config["imitation"]["teacher"]) == run.resolve() / "teacher.toml"
    assert (run / "agent.safetensors").is_file()
