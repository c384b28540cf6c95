"""Clause 7 and 3.9: who sees what; a planted leak is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest

from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.engine import KNOWN_BY, OWNER, OWNER_ONLY, PUBLIC, Game, rule
from legation.envs.engine.checks import run_checks
from legation.envs.engine.replay import export_for, play_record
from legation.envs.secret_orders import choices
from legation.envs.secret_orders.tables import LEADER, ORDER
from legation.tests.secret_orders.positions import LEARN, Do, base, enter, leader, order, put

GAME = base()
UNKNOWN = int(GAME.schema.unknown)
PUBLIC_FIELDS = {
    "pop", "area", "growth", "gnp", "tax", "tech", "works", "style", "org", "social", "econ",
    "relorg", "terrain", "lang", "party", "faith", "state_faith", "overlord", "turn", "turns",
}  # fmt: skip


def test_clause_7_field_by_field() -> None:
    seen = {item.name: item.visibility for item in GAME.schema.fields}
    assert {name for name in PUBLIC_FIELDS if seen[name] != PUBLIC} == set()
    for name in ("gold", "army", "rep_gold", "rep_army", "incident", "known", "ctrl_known",
                 "goal_known", "purge", "log_actor", "log_code", "q_unit", "q_cost", "q_focus",
                 "count", "steps", "ended", "acted", "entered"):  # fmt: skip
        assert seen[name] == OWNER("country"), name
    assert (seen["ptmp"], seen["ftmp"]) == (OWNER("party"), OWNER("faith"))
    for name in ("alive", "unit_size", "unit_kind", "age"):
        assert seen[name] == KNOWN_BY("known")
    assert seen["ctrl"] == seen["reach"] == KNOWN_BY("ctrl_known")
    for name in ("mast", "aura", "proj_on", "born", "category", "load"):
        assert seen[name] == KNOWN_BY("runs")
    assert seen["goal"] == KNOWN_BY("goal_known")
    assert {f.visible_to for f in GAME.actions.families} == {OWNER_ONLY}


def test_what_a_host_sees_of_a_unit() -> None:
    s = GAME.new_state()
    u = put(s, 1, 0, ORDER, 0, 2)
    host, owner, spectator = (GAME.observe(s, v).record for v in (0, 1, GAME.spectator))
    for name in ("alive", "unit_size", "ctrl", "category", "aura"):
        assert host[name][u] == spectator[name][u] == UNKNOWN
    assert (owner.alive[u], owner.unit_size[u], owner.ctrl[u], owner.category[u]) == (1, 2, 1, 1)
    LEARN(s, 0, u)
    host = GAME.observe(s, 0).record
    assert (host.alive[u], host.unit_size[u]) == (1, 2)
    assert (host.ctrl[u], host.category[u], host.mast[u, 5]) == (UNKNOWN, UNKNOWN, UNKNOWN)
    s.ctrl_known[0, u] = 1
    assert GAME.observe(s, 0).record.ctrl[u] == 1


def test_the_names_of_empty_slots_and_unknown_units_are_not_shown() -> None:
    s = GAME.new_state()
    u = put(s, 1, 0, LEADER, 0, 4)
    name = GAME.schema.axis("unit").labels[u]
    for viewer in (0, 2, 3, GAME.spectator):
        assert name.en not in GAME.render(GAME.observe(s, viewer), "en")
        assert name.ru not in GAME.render(GAME.observe(s, viewer), "ru")
    assert name.en in GAME.render(GAME.observe(s, 1), "en")


def test_an_entry_is_seen_by_its_seat_alone() -> None:
    """Neither what is entered, nor how much, nor by whom, shows to anybody else."""
    quiet, busy = GAME.new_state(), GAME.new_state()
    enter(GAME, busy, Do(0, "agitate", "pub", 1), Do(5, "research", "pub", pace=2))
    for state in (quiet, busy):
        GAME.apply(state, 0)
    enter(GAME, busy, Do(1, "preach", "sec", 1))
    for viewer in (2, 3, GAME.spectator):
        assert GAME.observe(quiet, viewer).to_bytes() == GAME.observe(busy, viewer).to_bytes()


def test_an_open_treasury_is_that_of_the_turns_start() -> None:
    game = base(hidden_treasury=False)
    s = game.new_state()
    enter(game, s, Do(0, "agitate", "pub", 1))
    other = game.observe(s, 2).record
    assert (s.gold[0], other.open_gold[0], other.gold[0]) == (92, 100, UNKNOWN)
    assert other.army[0] == 60


def test_open_controllers() -> None:
    game = base(hidden_controller=False)
    s = game.new_state()
    assert game.observe(s, 1).record.ctrl[order(0, 0)] == 0
    assert game.observe(s, 1).record.ctrl[order(0, 2)] == UNKNOWN
    assert game.observe(s, 1).record.reach[leader(0, 0), 0] == 1


def test_a_game_master_sees_all_but_the_dice() -> None:
    game = base("moderated")
    s = game.new_state()
    u = put(s, 1, 0, ORDER, 0, 2)
    seen = game.observe(s, "gm").record
    assert (seen.alive[u], seen.ctrl[u], seen.gold[3], seen.goal[2]) == (1, 1, 100, 2)
    hidden = {
        item.name for item in game.schema.fields if (np.asarray(seen[item.name]) == UNKNOWN).any()
    }
    assert hidden == {"actor", "fixed_goals", "pending"}


@pytest.mark.parametrize(("tape_seat", "learns"), [(0, {0, 2}), (3, {2, 3})])
def test_when_a_unit_is_exposed_the_named_seat_learns_on_that_turn(
    tape_seat: int, learns: set[int]
) -> None:
    s = GAME.new_state()
    u = put(s, 2, 0, ORDER, 0, 2)
    LEARN(s, tape_seat, u)
    assert {j for j in range(4) if GAME.observe(s, j).known("alive")[u]} == learns


def test_exports_hold_no_decision_of_another_seat() -> None:
    game = base("duel")
    record = play_record(game, [uniform_agent(game.id)] * 2, 3)
    for viewer in range(3):
        # What a viewer hears after a turn is an entry without a decision.
        told = export_for(record, game, viewer)["decisions"]
        seats = {entry["seat"] for entry in told if "seat" in entry}
        assert all(set(entry) == {"news"} for entry in told if "seat" not in entry)
        assert seats == ({viewer} if viewer < 2 else set())


# --- planted leaks ---------------------------------------------------------------------------

legal_of_the_rules = choices.legal


@rule
def legal_that_counts_units(s: Any, mask: Any) -> None:
    """FOUND only where a slot is free of anybody's units: betrays what is there (3.9.2)."""
    legal_of_the_rules(s, mask)
    if s.step == 0 and s.alive[s.pop.shape[0] + 3] != 0 and s.actor == 0:
        mask[1] = False


def planted(**changed: Any) -> Game:
    game = base("duel", clandestine_draw=True)
    return (
        replace(game, **changed)
        if "rules" not in changed
        else replace(game, rules=replace(game.rules, **changed["rules"]))
    )


def found(game: Game) -> set[str]:
    positions = 300 if numba.config.DISABLE_JIT else 2000
    return {fault.check for fault in run_checks(game, positions, samples=30, episodes=1).faults}


def test_a_mask_that_betrays_a_hidden_unit_is_found() -> None:
    assert "hidden_in_mask" in found(planted(rules={"legal": legal_that_counts_units}))


def test_a_text_that_shows_a_hidden_unit_is_found() -> None:
    states: list[Any] = []

    class Peeping(Game):
        def observe(self, state: Any, viewer: int | str) -> Any:
            states.append(state.copy())
            return super().observe(state, viewer)

    game = base("duel", clandestine_draw=True)
    names = ("id", "title", "version", "options", "schema", "actions", "rules", "initial",
             "max_decisions", "return_sum", "return_range", "build")  # fmt: skip
    told = Peeping(
        **{name: getattr(game, name) for name in names},
        render=lambda observation, language: str(states[-1].alive.tolist()),
    )
    assert "hidden_in_text" in found(told)


def test_the_sound_game_has_none_of_these_faults() -> None:
    assert found(load_game("secret_orders", scenario="duel")) == set()
