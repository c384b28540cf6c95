"""Agents by name and path."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from legation.agents import load
from legation.agents import load as load_function
from legation.agents.load import (
    ZOO,
    hand_written_agent,
    shipped_agents,
    snapshot_path,
    strongest_agent,
)
from legation.agents.weighted import WeightedAgent, weighted_module, weights_text
from legation.envs import GAMES, load_game
from legation.envs.engine import GameBatch, LegationError
from legation.play.bot_worker import load_strength
from legation.play.defaults import default_strength
from tests.toys.kuhn import build

GAME = min(GAMES)


def test_uniform_plays_any_game() -> None:
    game = build(2)
    agent = load("uniform", game)
    batch = GameBatch(game, games=50, seed=0)
    actions = agent.act(batch.observe(), np.random.default_rng(0))
    assert agent.name == "uniform"
    assert batch.legal_action_mask[np.arange(50), actions].all()


@pytest.mark.parametrize("name", ["uniform", "heuristic"])
def test_the_game_may_stand_in_front(name: str) -> None:
    assert load(f"{GAME}:{name}").name == load(name, load_game(GAME)).name == name


def test_the_game_may_stand_in_front_of_one_that_ships_too() -> None:
    spec = f"zoo/{GAME}"
    assert snapshot_path(f"{GAME}:{spec}") == snapshot_path(spec)
    with pytest.raises(LegationError, match=rf"'pax_baltica:{spec}' plays {GAME}, not pax_baltica"):
        snapshot_path(f"pax_baltica:{spec}")
    variant = snapshot_path("pax_baltica:zoo/pax_baltica/poltava_1708")
    assert variant == snapshot_path("zoo/pax_baltica/poltava_1708")


def test_agents_without_weights_have_no_file() -> None:
    assert snapshot_path("uniform") is None
    assert snapshot_path(f"{GAME}:heuristic") is None


def test_a_run_folder_means_its_agent(tmp_path: Path) -> None:
    path = tmp_path / "agent.safetensors"
    with pytest.raises(LegationError, match=r"holds no agent\.safetensors"):
        snapshot_path(str(tmp_path))
    path.write_bytes(b"")
    assert snapshot_path(str(tmp_path)) == snapshot_path(str(path)) == path


def test_a_path_may_be_an_object(tmp_path: Path) -> None:
    (tmp_path / "agent.safetensors").write_bytes(b"")
    assert snapshot_path(tmp_path) == tmp_path / "agent.safetensors"
    for path in (tmp_path / "none.safetensors", Path("runs/none")):
        with pytest.raises(LegationError, match="no such file or folder"):
            load(path, load_game(GAME))
    with pytest.raises(LegationError, match="an agent is named by a text or a path, not 3"):
        load(3, load_game(GAME))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["uniform", "heuristic"])
def test_a_name_alone_does_not_tell_the_game(name: str) -> None:
    with pytest.raises(LegationError, match=f"for which game.*{GAME}:{name}"):
        load(name)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("unifrom", "unknown agent 'unifrom'.*Did you mean 'uniform'"),
        ("", "unknown agent ''"),
        ("zoo/chess", "unknown game 'chess' in agent 'zoo/chess'"),
        ("chess:uniform", "unknown game 'chess'"),
        (f"{GAME}:nobody", "unknown agent 'nobody'"),
        ("runs/none", "no such file or folder: runs/none"),
        ("none.safetensors", "no such file or folder: none.safetensors"),
        ("a/" + "long" * 500, "no such file or folder: a/long"),
    ],
)
def test_unknown_agents(spec: str, words: str) -> None:
    with pytest.raises(LegationError, match=words):
        load(spec, load_game(GAME))


def test_an_agent_of_another_game_is_refused() -> None:
    with pytest.raises(LegationError, match=f"plays {GAME}, not kuhn2"):
        load(f"{GAME}:uniform", build(2))


def test_a_game_without_a_heuristic_says_so() -> None:
    with pytest.raises(LegationError, match="kuhn2 has no heuristic; valid: uniform"):
        load("heuristic", build(2))
    with pytest.raises(LegationError, match="no trained agent ships with kuhn2"):
        load("neural-agent", build(2))


def test_another_file_is_no_snapshot(tmp_path: Path) -> None:
    path = tmp_path / "weights.pt"
    path.write_bytes(b"")
    with pytest.raises(LegationError, match=re.escape("should end in .safetensors")):
        load(str(path), build(2))


@pytest.mark.parametrize("value", [-0.5, float("nan"), float("inf")])
def test_temperature_is_a_number_from_0_up(value: float) -> None:
    with pytest.raises(LegationError, match="temperature"):
        load("uniform", build(2), temperature=value)


def test_shipped_agents_load() -> None:
    for name in GAMES:
        game = load_game(name)
        for spec in shipped_agents(name):
            if snapshot_path(spec) is None:
                assert load_function(spec, game).name == spec


def test_an_agent_may_ship_for_each_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "pax_baltica"
    general, own = tmp_path / name, tmp_path / name / "poltava_1708"
    for folder in (general, own):
        folder.mkdir()
        (folder / "agent.safetensors").write_bytes(b"")
    monkeypatch.setattr(sys.modules["legation.agents.load"], "ZOO", tmp_path)
    narva, poltava = load_game(name), load_game(name, scenario="poltava_1708")
    for spec in (f"zoo/{name}", "neural-agent", f"{name}:neural-agent"):
        assert snapshot_path(spec, narva) == general / "agent.safetensors"
        assert snapshot_path(spec, poltava) == own / "agent.safetensors"
    assert snapshot_path(f"zoo/{name}") == general / "agent.safetensors"
    # Named, it plays any.
    assert snapshot_path(f"zoo/{name}/poltava_1708", narva) == own / "agent.safetensors"
    with pytest.raises(LegationError, match=r"unknown agent 'zoo/pax_baltica/poltava'.*Did you"):
        snapshot_path(f"zoo/{name}/poltava", narva)
    (general / "agent.safetensors").unlink()
    assert snapshot_path(f"zoo/{name}", poltava) == own / "agent.safetensors"
    with pytest.raises(LegationError, match="no trained agent ships with pax_baltica"):
        snapshot_path(f"zoo/{name}", narva)


def test_weights_of_the_heuristic_may_ship_for_each_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named by `agent.toml`, they are the strongest agent there, and play where people ask for the
    hand-written one."""
    campaign = load_game("pax_baltica", scenario="campaign_1700")
    own = tmp_path / "pax_baltica" / "campaign_1700"
    shutil.copytree(ZOO / "pax_baltica" / "campaign_1700", own)
    shutil.copy(ZOO / "pax_baltica" / "agent.safetensors", own.parent)
    spec = "zoo/pax_baltica/campaign_1700/teacher.toml"
    module = weighted_module("pax_baltica")
    text = weights_text("pax_baltica", module.WEIGHTS, "by hand")
    (own / "teacher.toml").write_text(text, encoding="utf-8")
    (own / "agent.toml").write_text(f'stronger = "{spec}"', encoding="utf-8")
    monkeypatch.setattr(sys.modules["legation.agents.load"], "ZOO", tmp_path)
    for agent in (load(spec), load(f"pax_baltica:{spec}"), load(spec, load_game("pax_baltica"))):
        assert isinstance(agent, WeightedAgent)
        assert agent.name == spec
    with pytest.raises(LegationError, match=r"campaign_1700/teach\.toml.*Did you mean.*teacher"):
        load("zoo/pax_baltica/campaign_1700/teach.toml")
    with pytest.raises(LegationError, match=r"unknown agent.*stage-1\.toml"):
        load("zoo/pax_baltica/campaign_1700/stage-1.toml")
    assert strongest_agent(campaign) == hand_written_agent(campaign) == spec
    assert default_strength(campaign) == "heuristic"
    assert load_strength(campaign, "heuristic").name == spec
    assert load_strength(campaign, "trained").name == "zoo/pax_baltica/campaign_1700"
    narva = load_game("pax_baltica")
    assert (default_strength(narva), hand_written_agent(narva)) == ("trained", "heuristic")


def test_torch_is_imported_for_snapshots_only() -> None:
    code = (
        "import sys, legation.agents as a, legation.envs as e;"
        f"a.load('{GAME}:heuristic'); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_strongest_agent_fits_the_table() -> None:
    """A game master's seat makes observations longer than the trained agent reads."""
    assert strongest_agent(load_game("interbellum")) == "zoo/interbellum"
    moderated = load_game("interbellum", gm="seat")
    assert strongest_agent(moderated) == "heuristic"
    assert load(strongest_agent(moderated), moderated).name
    with pytest.raises(LegationError, match=r"does not fit.*any table of interbellum: heuristic"):
        load("zoo/interbellum", moderated)


def test_what_ships_is_told_without_loading_torch() -> None:
    code = (
        "import sys, legation.envs as e; from legation.play.defaults import strengths;"
        "g = e.load_game('interbellum'); assert 'trained' in strengths(g);"
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
