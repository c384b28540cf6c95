"""T52 to T54 and clause 3.3: what may be entered, and bounds that always hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.envs import load_game
from legation.envs.engine import Game, GameBatch
from legation.envs.secret_orders.tables import LEADER, ORDER
from legation.tests.secret_orders.positions import Do, base, enter, leader, order, put

GAME = base()
# Games of each scenario. Each number of seats is a record of its own, and takes half a minute to
# compile: the largest tables are played in plain Python, which is slow.
GAMES = {"duel": 4, "trio": 2, "concert": 2, "moderated": 1, "congress": 1, "open_table": 1}
if not numba.config.DISABLE_JIT:
    GAMES = {"duel": 1000, "trio": 1000, "concert": 1000, "open_table": 1000}


def legal(game: Game, s: Any) -> list[int]:
    return [int(a) for a in np.flatnonzero(game.legal_action_mask(s))]


def after(s: Any, *actions: int) -> list[int]:
    trial = s.copy()
    for action in actions:
        GAME.apply(trial, action)
    return legal(GAME, trial)


def verb(name: str) -> int:
    return GAME.action("verb", verb=name)


def test_t52_masks_at_the_start() -> None:
    s = GAME.new_state()
    assert legal(GAME, s) == [0, 1, 5, 6, 7, 29, 30]
    assert [len(after(s, unit)) for unit in (1, 5, 29)] == [31, 29, 19]
    for name, count in (("rally", 20), ("train", 6), ("bolster", 17), ("found", 6), ("war", 3)):
        mode = "secret" if name == "found" else "public"
        assert len(after(s, 1, verb(f"{name}_{mode}"))) == count, name
    assert len(after(s, 1, verb("spy_secret"))) == 15
    assert len(after(s, 1, verb("strike_public"))) == 15
    assert len(after(s, 1, verb("decree_public"))) == 6
    assert len(after(s, 1, verb("economy_public"))) == 3
    assert len(after(s, 1, verb("economy_secret"))) == 1
    assert len(after(s, 6, verb("reform_public"))) == 25


def test_t52_masks_without_gold() -> None:
    s = GAME.new_state()
    s.gold[0] = 4
    verbs = {unit: {GAME.describe(a).parameters["verb"] for a in after(s, unit)}
             for unit in legal(GAME, s)[1:]}  # fmt: skip
    assert verbs[1] == {"economy_public"}
    cheap = {f"{kind}_{mode}" for kind in ("rally", "train", "preach", "agitate")
             for mode in ("secret", "public")} | {"spy_secret"}  # fmt: skip
    assert all(found == cheap for unit, found in verbs.items() if unit != 1)


@given(
    owner=st.integers(1, 3),
    where=st.integers(0, 3),
    slot=st.integers(0, 2),
    size=st.integers(1, 5),
    seed=st.integers(0, 50),
    turns=st.integers(0, 2),
)
@settings(max_examples=10, deadline=None)
def test_t53_nobody_sees_a_clandestine_unit(
    owner: int, where: int, slot: int, size: int, seed: int, turns: int
) -> None:
    """An order and a leader of seat k more in T: for every other seat all stays as it was."""
    s = at_turn(seed, turns)
    if s.over or where == owner:
        return
    taken = [u for u in foreign(where) if s.alive[u] and (s.runs[owner, u] or u in (
        order(where, 3 + slot), leader(where, 2 + slot)))]  # fmt: skip
    if taken:
        return
    secret = s.copy()
    put(secret, owner, where, ORDER, slot, size)
    put(secret, owner, where, LEADER, slot, 2 * size)
    for j in range(5):
        if j == owner:
            continue
        plain, hidden = GAME.observe(s, j), GAME.observe(secret, j)
        assert plain.to_bytes() == hidden.to_bytes()
        for language in ("en", "ru"):
            assert GAME.render(plain, language) == GAME.render(hidden, language)
    entry_masks_agree(s, secret, owner, seed)


def foreign(where: int) -> list[int]:
    return [order(where, 3 + k) for k in range(3)] + [leader(where, 2 + k) for k in range(3)]


def at_turn(seed: int, turns: int) -> Any:
    """A position at the start of a turn, after some turns of random play."""
    s = GAME.new_state(seed)
    rng = np.random.default_rng(seed)
    while not s.over and int(s.turn) < turns:
        GAME.apply(s, int(rng.choice(legal(GAME, s))))
    return s


def entry_masks_agree(s: Any, secret: Any, owner: int, seed: int) -> None:
    """All masks of the entries of the turn, with the same random choices in both."""
    rng = np.random.default_rng(seed)
    for seat in range(4):
        for _ in range(24):
            if int(s.actor) != seat:
                break
            if seat == owner:
                GAME.apply(s, 0)
                GAME.apply(secret, 0)
                continue
            assert legal(GAME, s) == legal(GAME, secret)
            choices = legal(GAME, s)
            # The last seat's END would start the resolution, whose dice belong to the position.
            choices = choices[1:] if seat == 3 and choices[0] == 0 and len(choices) > 1 else choices
            if seat == 3 and int(s["count"][3]) == 5:
                return
            action = int(rng.choice(choices))
            GAME.apply(s, action)
            GAME.apply(secret, action)


@pytest.mark.parametrize("scenario", GAMES)
def test_t54_bounds_hold_in_random_games(scenario: str) -> None:
    game = load_game("secret_orders", scenario=scenario)
    area = int(game.initial["area"].sum())
    batch = GameBatch(
        game, games=GAMES[scenario], seed=7, forced="ask", autoreset="disabled", encode=False
    )
    rng = np.random.default_rng(7)
    decisions = 0
    low, high = bounds(game)
    while not batch.over:
        live = batch.actor >= 0
        assert batch.legal_action_mask[live].any(axis=1).all()
        noise = rng.random(batch.legal_action_mask.shape) * batch.legal_action_mask
        batch.step(noise.argmax(axis=1))
        decisions += 1
        assert decisions <= game.max_decisions
        if decisions % 50 == 0:
            flat = game.schema.flat(batch._states)
            assert ((flat >= low) & (flat <= high)).all()
            assert (batch._states["area"].sum(axis=1) == area).all()
            assert batch._states["party"].sum(axis=2).max() <= 100
            assert batch._states["faith"].sum(axis=2).max() <= 100
    assert decisions > 20


def bounds(game: Game) -> tuple[Any, Any]:
    low = np.full(game.schema.width, np.iinfo(np.int32).min, dtype=np.int64)
    high = np.full(game.schema.width, np.iinfo(np.int32).max, dtype=np.int64)
    for item in game.schema.fields:
        slots = game.schema.slots[item.name].indices.ravel()
        low[slots], high[slots] = game.schema.bounds(item)
    return low, high


def test_the_last_commitment_closes_the_entry() -> None:
    s = GAME.new_state()
    enter(GAME, s, *(Do(0, "agitate", "pub", c) for c in range(4)), Do(0, "muster"))
    assert s.actor == 0
    enter(GAME, s, Do(0, "train", "pub", "war"))
    assert (s.actor, s["count"][0], s.ended[0]) == (1, 6, 1)


def test_padded_entries_have_a_constant_number_of_decisions() -> None:
    game = base("duel", pad_entries=True)
    rng = np.random.default_rng(5)
    for seed in range(3):
        s = game.new_state(seed)
        taken: Counter[tuple[int, int]] = Counter()
        while not s.over:
            taken[int(s.turn), int(s.actor)] += 1
            game.apply(s, int(rng.choice(legal(game, s))))
        assert set(taken.values()) == {12}


def test_without_named_times_there_is_no_pace_step() -> None:
    game = base(name_time=False)
    s = game.new_state()
    enter(game, s, Do(5, "research", "pub"))
    assert (s["count"][0], s.q_pace[0, 0]) == (1, 0)
    assert legal(game, s)[0] == 0


def test_the_same_target_is_entered_once_in_whatever_mode() -> None:
    s = GAME.new_state()
    enter(GAME, s, Do(0, "preach", "pub", 1))
    assert GAME.action("target_unit", unit=1) not in after(s, 1, verb("preach_secret"))


def test_a_strategic_type_is_entered_once_a_turn() -> None:
    s = GAME.new_state()
    enter(GAME, s, Do(5, "research", "pub", pace=0))
    names = {GAME.describe(a).parameters["verb"] for a in after(s, 6)}
    assert not any(str(name).startswith("research") for name in names)


def test_research_ends_with_the_last_level() -> None:
    s = GAME.new_state()
    s.tech[0] = 10
    names = {GAME.describe(a).parameters["verb"] for a in after(s, 6)}
    assert not any(str(name).startswith("research") for name in names)


def test_founding_depends_on_the_seats_own_holdings_only() -> None:
    s = GAME.new_state()
    for k in (1, 2, 3):
        for slot, kind in ((k - 1, ORDER), (k - 1, LEADER)):
            if k != 3:
                put(s, k, 3, kind, slot, 2)
    assert len(after(s, 1, verb("found_secret"))) == 6
    put(s, 0, 3, ORDER, 2, 1)
    assert len(after(s, 1, verb("found_secret"))) == 5


def test_a_game_master_is_asked_for_each_entry_but_continued_projects() -> None:
    game = base("moderated")
    s = game.new_state()
    enter(game, s, Do(5, "research", "pub", pace=0), Do(0, "agitate", "pub", 1))
    for _ in range(4):
        game.apply(s, 0)
    assert s.actor == 4
    assert len(legal(game, s)) == 15  # a strategic action that starts in mode A
    game.apply(s, game.action("gm", difficulty=1, time=-1))
    assert len(legal(game, s)) == 5
    game.apply(s, game.action("gm", difficulty=-2, time=0))
    assert (s.turn, s.actor) == (1, 0)
    assert (s.proj_n[5, 0], s.proj_d[5, 0]) == (2, 3)
    enter(game, s, Do(5, "research", "pub"))
    for _ in range(4):
        game.apply(s, 0)
    assert (s.turn, s.actor) == (2, 0)  # nothing was left to judge
