"""Who sees what (6): nobody can tell apart two states that differ in what is hidden from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.engine import Game
from legation.envs.engine.checks.secrets import Secrets
from legation.envs.engine.replay import shown
from legation.envs.interbellum import rules
from legation.envs.interbellum.actions import (
    COUP_IN,
    COUP_OUT,
    DECLARE,
    EMBASSY,
    ORDER,
    REPLACEMENT,
    SWAP_OUT,
    VOTE,
)
from legation.envs.interbellum.components import FRA, GBR, GER, INDEX, POOL_SIZE, POWERS, SOV
from legation.envs.interbellum.fields import POOL, STEP_I2, STEP_P, STEP_R1, STEP_VOTE
from legation.tests.interbellum.play import PLAIN, RICH, apply, begin, legal, random_play, views
from legation.tests.interbellum.vectors import VectorRun, load_vectors

HIDDEN_KINDS = {*range(SWAP_OUT, EMBASSY + 1), COUP_OUT, COUP_IN, ORDER, DECLARE, VOTE}
PLAINLY = load_game("interbellum", turns=3)
MASTERED = load_game("interbellum", **RICH)


def by_kind(game: Game, seeds: int) -> dict[int, list[Any]]:
    """Positions of random games, some for each kind of question."""
    found: dict[int, list[Any]] = {}
    for seed in range(seeds):
        for state in random_play(game, seed):
            if not state.over and len(found.setdefault(int(state.kind), [])) < 4:
                found[int(state.kind)].append(state.copy())
    return found


@pytest.fixture(scope="module", params=["plain", "game master"])
def positions(request: pytest.FixtureRequest) -> tuple[Game, dict[int, list[Any]]]:
    game = PLAINLY if request.param == "plain" else MASTERED
    return game, by_kind(game, 3)


def test_what_is_hidden_changes_nothing(positions: tuple[Game, dict[int, list[Any]]]) -> None:
    """At positions of every kind, for every seat, the spectator and the game master."""
    game, found = positions
    secrets = Secrets(game, 1)
    for state in (s for states in found.values() for s in states):
        states = np.array([state], dtype=game.schema.dtype)
        before = views(game, state)
        for viewer in range(game.seats + 1):
            seen, _ = secrets.views(states, viewer)
            drawn = secrets.redraw(states, seen, viewer)[0]
            assert views(game, drawn)[viewer] == before[viewer]
            if viewer == state.actor:
                drawn.actor = state.actor
                assert np.array_equal(legal(game, drawn), legal(game, state))


def test_the_game_master_sees_all_but_the_stream(
    positions: tuple[Game, dict[int, list[Any]]],
) -> None:
    game, found = positions
    if game.seats == POWERS:
        return
    for state in (s for states in found.values() for s in states):
        seen, _ = Secrets(game, 1).views(np.array([state], dtype=game.schema.dtype), POWERS)
        for name in game.schema.slots:
            if name != "actor":
                assert np.array_equal(seen[0][name], state[name]), name


def test_only_its_audience_knows_a_hidden_question(
    positions: tuple[Game, dict[int, list[Any]]],
) -> None:
    game, found = positions
    secrets = Secrets(game, 1)
    for kind, states in found.items():
        for state in states:
            assert bool(state.open) == (kind not in HIDDEN_KINDS)
            after = state.copy()
            action = int(np.flatnonzero(legal(game, state))[-1])
            apply(after, action)
            for viewer in range(game.seats + 1):
                knows = bool(state.open) or viewer in (state.actor, POWERS)
                knows = knows and not (viewer == game.spectator and not state.open)
                seen, _ = secrets.views(np.array([state], dtype=game.schema.dtype), viewer)
                for name in ("kind", "about_amb", "about_region", "about_power", "about_count"):
                    assert (seen[0][name] != game.schema.unknown) == knows, (kind, viewer, name)
                entry = shown(game, viewer, int(state.actor), action, state, after)
                assert (entry is not None) == knows, (kind, viewer)


@pytest.mark.parametrize("options", [{"turns": 2, "declarations": True}, {**RICH, "turns": 2}])
def test_what_a_power_does_in_secret_leaves_no_trace(options: dict[str, Any]) -> None:
    """3.1: others see the same, whatever and however often it chooses, until the next is asked."""
    assert traces(load_game("interbellum", **options), rules.apply) == set()


def early_no_roll(s: Any, action: Any) -> None:
    """A planted leak: an announced attempt gives up the Soviet roll, for all to see, at once."""
    PLAIN(rules.apply)(s, action)
    for r in np.flatnonzero(s.attempt):
        s.no_roll[SOV, r] = 1


def test_a_planted_trace_is_caught() -> None:
    assert traces(load_game("interbellum", turns=1), early_no_roll) == {"no_roll"}


def traces(game: Game, take: Any) -> set[str]:
    """The fields in which others could see what a power did in a hidden step."""
    rng = np.random.default_rng(7)
    found: set[str] = set()
    compared: Counter[int] = Counter()
    state = begin(game, 7)
    while not state.over:
        if state.open:
            PLAIN(take)(state, rng.choice(np.flatnonzero(legal(game, state))))
            continue
        power, step = int(state.acting), int(state.step)
        ways = []
        for _ in range(4):
            way = state.copy()
            while not way.over and way.acting == power and not way.open:
                PLAIN(take)(way, rng.choice(np.flatnonzero(legal(game, way))))
            ways.append(way)
        if all(not way.over and way.step == step and not way.open for way in ways):
            compared[step] += 1
            for viewer in range(game.seats + 1):
                if viewer not in (power, POWERS) or viewer == game.spectator:
                    seen, _ = Secrets(game, 1).views(np.array(ways, game.schema.dtype), viewer)
                    found |= {n for n in game.schema.slots if (seen[n] != seen[n][:1]).any()}
        state = ways[0]
    assert {STEP_P, STEP_VOTE} <= set(compared)
    return found


def test_orders_are_secret_until_all_are_given() -> None:
    vector = load_vectors()["V41"]  # Giovanna alone has an order to give
    seen = []
    for power in ("GBR", "FRA"):
        run = VectorRun({**vector, "deploy": {"greece": ["giovanna"], "turkey": ["alphand"]}})
        s = run.state
        while s.kind != ORDER:
            PLAIN(rules.proceed)(s)
        apply(s, run.game.action("power", power=power))
        assert (s.kind, s.acting) == (ORDER, FRA)
        seen.append(views(run.game, s))
        assert s.step == STEP_R1
        PLAIN(rules.take)(s, run.game.action("pass"))
        while not s.orders_shown:
            PLAIN(rules.proceed)(s)
        states = np.array([s], dtype=run.game.schema.dtype)
        spectator, _ = Secrets(run.game, 1).views(states, run.game.spectator)
        assert np.array_equal(spectator[0]["order"], s.order)
    for viewer in range(6):
        assert (seen[0][viewer] == seen[1][viewer]) == (viewer != 1)


def test_the_choices_of_a_replacement_are_its_owner_s() -> None:
    """6: legal choices, and the ambassadors not chosen, are not seen; the chosen one is."""
    run, s = replacement()
    game = run.game
    hidden = s.copy()
    hidden.place[GBR, INDEX["eden"] % POOL_SIZE] = POOL  # another reserve, of the same size
    hidden.place[GBR, INDEX["collier"] % POOL_SIZE] = 1
    for viewer in range(6):
        assert (views(game, s)[viewer] == views(game, hidden)[viewer]) == (viewer != GBR)
    assert not np.array_equal(legal(game, s), legal(game, hidden))
    chosen = game.action("ambassador", ambassador="phipps")
    for state in (s, hidden):
        apply(state, chosen)
    for viewer in range(6):
        assert (views(game, s)[viewer] == views(game, hidden)[viewer]) == (viewer != GBR)


def replacement() -> tuple[VectorRun, Any]:
    """Britain has to replace Dansey, from a reserve of two."""
    vector = {**load_vectors()["V34"], "reserve": ["phipps", "eden"]}
    run = VectorRun(vector)
    s = run.state
    while s.kind != 8:  # Twardowski
        PLAIN(rules.proceed)(s)
    apply(s, run.game.action("ambassador", ambassador="dansey"))
    assert (s.kind, s.actor) == (REPLACEMENT, GBR)
    return run, s


def leaky_legal(s: Any, mask: Any) -> None:
    """A planted leak: Twardowski is offered only those whose owner has a reserve of its own."""
    PLAIN(rules.legal)(s, mask)
    if s.kind == 8:
        for power in range(POWERS):
            for slot in range(POOL_SIZE):
                if not (np.asarray(s.place[power]) == 1).any():
                    mask[24 + power * POOL_SIZE + slot] = False


def test_a_planted_leak_is_caught() -> None:
    """The check of this file would see a mask that depends on another power's reserve."""
    run, _ = replacement()
    game = run.game
    run = VectorRun(run.vector)
    s = run.state
    while s.kind != 8:
        PLAIN(rules.proceed)(s)
    assert s.step == STEP_I2
    secrets = Secrets(game, 1)
    states = np.array([s], dtype=game.schema.dtype)
    seen, _ = secrets.views(states, GER)
    sound, leaky = set(), set()
    for _ in range(40):
        drawn = secrets.redraw(states, seen, GER)[0]
        drawn.actor = GER
        # Mostly another reserve; sometimes none at all.
        drawn.place[GBR, np.asarray(drawn.deployed[GBR]) == 0] %= 2
        if len(leaky) % 2:
            drawn.place[GBR, np.asarray(drawn.deployed[GBR]) == 0] = POOL
        sound.add(legal(game, drawn).tobytes())
        mask = np.zeros(game.actions.size, dtype=np.bool_)
        leaky_legal(drawn, mask)
        leaky.add(mask.tobytes())
    assert len(sound) == 1
    assert len(leaky) > 1


def test_votes_are_shown_when_all_are_in() -> None:
    game = replace(PLAINLY)
    for state in random_play(game, 5):
        if not state.over and state.kind == VOTE:
            seen, _ = Secrets(game, 1).views(np.array([state], dtype=game.schema.dtype), 0)
            others = seen[0]["vote"][1:]
            assert (others == game.schema.unknown).all()
    assert state.over
    seen, _ = Secrets(game, 1).views(np.array([state], dtype=game.schema.dtype), game.spectator)
    assert np.array_equal(seen[0]["vote"], state.vote)
    assert (np.asarray(state.vote) >= 0).all()
