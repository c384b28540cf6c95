"""The ladder: whatever goes wrong with a bot, there is an action, and in time."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from legation.agents.load import shipped_agents
from legation.agents.neural import NeuralAgent
from legation.envs import GAMES, load_game
from legation.envs.engine import LegationError, Observation
from legation.play.bot_worker import Advice, Request, _Thinker, load_strength
from legation.play.bots import BotPool, Limits, RestingError, Worker, WorkerError, ladder
from legation.play.defaults import SHARP, TRAINED, default_action, default_strength, strengths
from legation.play.live import Controller
from legation.play.settings import Settings, checked
from tests.play import hanging
from tests.play.conftest import TOYS
from tests.toys import kuhn

GAME = min(set(GAMES) - set(TOYS))


@pytest.fixture(scope="module")
def pool() -> Iterator[BotPool]:
    pool = BotPool()
    yield pool
    pool.close()


def first(name: str = GAME) -> Observation:
    game = load_game(name)
    state = game.new_state(1)
    return game.observe(state, int(state.actor))


def test_strengths_are_those_that_ship() -> None:
    for name in GAMES:
        have = strengths(load_game(name))
        assert have[0] == "uniform"
        assert ("heuristic" in have) == ("heuristic" in shipped_agents(name))
        assert ("trained" in have) == (f"zoo/{name}" in shipped_agents(name))
        assert ladder(load_game(name), default_strength(load_game(name)))[-1] == "uniform"
    assert ladder(load_game("kuhn2"), "trained") == ("uniform",)


OWN = json.dumps({"scenario": {
    "name_en": "Two", "name_ru": "Два", "countries": ["karhold", "veldria"], "turns": 3,
    "attention": 3, "common_language": True,
}})  # fmt: skip
UNFIT = (
    ("secret_orders", {"scenario": "moderated"}),
    ("secret_orders", {"gm": "seat"}),
    ("secret_orders", {"scenario": "open_table"}),
    ("secret_orders", {"hidden_treasury": False}),
    ("secret_orders", {"scenario": OWN}),
    ("interbellum", {"gm": "seat"}),
)


@pytest.mark.parametrize(("name", "options"), UNFIT)
def test_what_is_offered_fits_the_table(name: str, options: dict[str, Any]) -> None:
    """Without the trained agent, which would be refused at each decision."""
    game = load_game(name, **options)
    assert strengths(game) == ("uniform", "heuristic")
    assert default_strength(game) == "heuristic"
    assert ladder(game, "trained") == ("heuristic", "uniform")  # of a table of earlier days
    bot = Controller("bot", strength="trained")
    with pytest.raises(LegationError, match="unknown strength 'trained'"):
        checked(game, Settings(), [bot] * game.seats)
    assert "trained" in strengths(load_game(name))


def test_all_that_is_offered_can_be_loaded() -> None:
    for name in GAMES:
        for game in (load_game(name), *(load_game(n, **o) for n, o in UNFIT if n == name)):
            for strength in strengths(game):
                assert load_strength(game, strength)


def test_an_agent_that_does_not_fit_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool()
    pool._light = Faulty(WorkerError("LegationError: agent.safetensors does not fit: features"))
    with caplog.at_level(logging.WARNING, "legation.play.bots"):
        for n in range(5):
            pool.decide(first(), "heuristic", (n,))
            pool.advise(first(), strength="heuristic")
    assert len(caplog.records) == 1


def test_the_default_is_the_stronger_of_those_that_ship() -> None:
    # By the cards of the agents: in the long game the hand-written player is the better one.
    wanted = {"narva_1700": "trained", "poltava_1708": "trained", "campaign_1700": "heuristic"}
    for scenario, strength in wanted.items():
        assert default_strength(load_game("pax_baltica", scenario=scenario)) == strength


@pytest.mark.parametrize("strength", strengths(load_game(GAME)))
def test_every_strength_chooses_something_legal(pool: BotPool, strength: str) -> None:
    seen = first()
    choice = pool.decide(seen, strength, (1, 2))
    assert choice.rung == strength
    assert seen.legal_action_mask[choice.action]
    assert pool.decide(seen, strength, (1, 2)).action == choice.action  # by the seed alone


def test_advice_names_the_likeliest_actions(pool: BotPool) -> None:
    advice = pool.advise(first())
    assert isinstance(advice, Advice)
    assert 1 <= len(advice.actions) <= 3
    shares = [share for _, share in advice.actions]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1 + 1e-9
    assert all(first().legal_action_mask[action] for action, _ in advice.actions)
    assert advice.win is not None
    assert 0 <= advice.win <= 1
    assert (advice.played == 0) == (advice.value is not None)


def test_without_a_network_the_estimate_comes_from_playing_on(pool: BotPool) -> None:
    advice = pool.advise(first(), strength="heuristic")
    assert advice is not None
    assert advice.source == "heuristic"
    assert advice.value is None
    assert advice.played > 0
    assert advice.win is not None
    assert 0 < advice.win < 1  # games played on prove nothing
    assert pool.advise(first(), strength="heuristic", playouts=False).win is None  # type: ignore[union-attr]


def test_a_killed_worker_is_started_anew(pool: BotPool) -> None:
    pool.decide(first(), "heuristic", (1,))
    pool._light._process.kill()
    assert pool.decide(first(), "heuristic", (1,)).rung in ("heuristic", "uniform")
    assert pool.decide(first(), "heuristic", (1,)).rung == "heuristic"


class Faulty(Worker):
    """Answers as it is told to, or not at all."""

    def __init__(self, answer: Any) -> None:
        super().__init__("faulty", Limits())
        self.answer = answer

    def ask(self, request: Request, limit: float) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [WorkerError("no"), 10**6, -1, None, "17", 0.5])
def test_the_ladder_goes_down_and_says_so(answer: Any, caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool()
    pool._deep, pool._light = [Faulty(answer)], Faulty(answer)
    with caplog.at_level(logging.WARNING, "legation.play.bots"):
        choice = pool.decide(first(), "trained", (1,))
    assert choice.rung == "uniform"
    assert first().legal_action_mask[choice.action]
    assert len(caplog.records) == len(ladder(load_game(GAME), "trained")) - 1
    assert pool.advise(first()) is None


def test_a_bot_that_rests_is_not_logged_at_each_decision(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool()
    pool._light = Faulty(RestingError("it hung lately"))
    with caplog.at_level(logging.WARNING, "legation.play.bots"):
        assert pool.decide(first(), "heuristic", (1,)).rung == "uniform"
    assert caplog.records == []


def test_the_heuristic_is_compiled_with_its_game() -> None:
    """By the process that has time for it."""
    request = Request("compile", first().game.build, dict(first().game.options), "heuristic")
    thinker = _Thinker()
    assert thinker.answer(request) is None
    assert [strength for _, strength in thinker._agents] == ["heuristic"]


def test_the_last_rung_is_the_default_action(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = BotPool()
    monkeypatch.setattr(pool, "_try", lambda *_: (_ for _ in ()).throw(WorkerError("no")))
    seen = first()
    choice = pool.decide(seen, "trained", (1,))
    assert choice.rung == "default"
    assert choice.action == default_action(seen.game, seen.legal_action_mask)


def test_a_worker_that_hangs_is_ended_in_time() -> None:
    """And the agent that hung is not asked again for a while; others are."""
    worker = Worker("slow", Limits(first=120))
    failing = Request("act", hanging.fail, {}, "uniform")
    with pytest.raises(WorkerError, match="ZeroDivisionError"):
        worker.ask(failing, 1)
    worker._limits = Limits(first=0.5)
    hangs = Request("act", hanging.hang, {}, "uniform")
    with pytest.raises(WorkerError, match="no answer in"):
        worker.ask(hangs, 0.5)
    assert worker._process is None
    started = time.monotonic()
    with pytest.raises(WorkerError, match="hung lately"):
        worker.ask(hangs, 0.5)
    assert time.monotonic() - started < 0.4
    worker._limits = Limits(first=120)
    with pytest.raises(WorkerError, match="ZeroDivisionError"):
        worker.ask(failing, 1)
    with pytest.raises(WorkerError, match="the process ended"):
        worker.ask(Request("act", hanging.die, {}, "uniform"), 1)
    with pytest.raises(WorkerError, match="ZeroDivisionError"):
        worker.ask(failing, 1)
    worker.close()
    with pytest.raises(WorkerError, match="stopping"):
        worker.ask(failing, 1)


def test_a_worker_says_what_went_wrong() -> None:
    worker = Worker("wrong", Limits())
    with pytest.raises(WorkerError, match="LegationError"):
        worker.ask(Request("act", kuhn.build, {"seats": 2}, "heuristic"), 5)
    worker.close()


def test_the_default_action_is_the_plainest() -> None:
    game = load_game(GAME)
    rng = np.random.default_rng(0)
    state = game.new_state(2)
    while not state.over:
        mask = game.legal_action_mask(state)
        action = default_action(game, mask)
        assert mask[action]
        fewest = min(len(game.actions.family_of(int(a)).parameters) for a in np.flatnonzero(mask))
        assert len(game.actions.family_of(action).parameters) == fewest
        game.apply(state, int(rng.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_sharper_agent_is_greedier_than_the_trained_one(game_id: str) -> None:
    game = load_game(game_id)
    usual, sharp = (load_strength(game, strength) for strength in (TRAINED, SHARP))
    assert isinstance(usual, NeuralAgent)
    assert isinstance(sharp, NeuralAgent)
    assert 0 < sharp.temperature < usual.temperature
