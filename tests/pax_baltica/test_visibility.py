"""Section 6: the fog of war."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from legation.agents.uniform import uniform_agent
from legation.envs.engine import (
    AS_ASKED,
    HIDDEN,
    KNOWN_BY,
    OWNER,
    OWNER_ONLY,
    PUBLIC,
    Count,
    Field,
    Schema,
    Text,
    rule,
)
from legation.envs.engine.checks.report import CheckReport
from legation.envs.engine.checks.secrets import Secrets, check_views
from legation.envs.engine.checks.walk import Walk
from legation.envs.engine.replay import export_for, play_record, shown
from legation.envs.pax_baltica.constants import BLOCK_NATION, BLOCK_SIDE
from legation.envs.pax_baltica.moves import POLITICS
from legation.envs.pax_baltica.record import ACT, ACTIVE, REPLACE, WAITING
from legation.envs.pax_baltica.rules import apply, legal
from legation.tests.pax_baltica.positions import (
    COALITION,
    NARVA,
    POLTAVA,
    SWEDEN,
    act_position,
    block,
    clear_map,
    derive,
    load_dice,
    location,
    nation,
    number,
    place,
    set_status,
    take,
    track,
)


def test_who_sees_which_field() -> None:
    seen = {f.name: f.visibility for f in NARVA.schema.fields if f.visibility != PUBLIC}
    assert seen == {
        "actor": HIDDEN,
        "leader_lost": HIDDEN,
        "decisions": HIDDEN,
        "bank": OWNER("side"),
        "placing": OWNER("side"),
        "place": KNOWN_BY("known"),
        "steps": KNOWN_BY("known"),
        "moved": KNOWN_BY("own"),
        "picked": KNOWN_BY("own"),
        "built": KNOWN_BY("own"),
    }


def test_who_sees_which_action() -> None:
    seen = {f.name: f.visible_to for f in NARVA.actions.families if f.visible_to != PUBLIC}
    assert seen == {
        "end": AS_ASKED("end_seen", "end_public"),
        "pick": OWNER_ONLY,
        "pick_all": OWNER_ONLY,
    }
    hidden = [f.name for f in NARVA.actions.families for p in f.parameters if p.hidden]
    assert hidden == ["build"]


@pytest.mark.parametrize("seat", [SWEDEN, COALITION])
def test_a_seat_sees_its_own_blocks_and_counts_the_others(seat: int) -> None:
    state = NARVA.new_state()
    seen = NARVA.observe(state, seat)
    # Blocks of nations that are not in the war are public.
    out = [block("gb_fleet"), block("ua_mazepa"), block("pl_crown"), block("pr_foot")]
    expected = seat == BLOCK_SIDE
    known = seen.known("place")
    assert known[out].all()
    active = np.asarray(state.status)[BLOCK_NATION] == ACTIVE
    assert (known == (expected | ~active)).all()
    assert seen.known("land_count").all()
    assert seen.known("pool_count").all()


def test_a_battle_shows_who_fights_and_foraging_hides_them() -> None:
    state = act_position(NARVA, SWEDEN, (1, 0))
    clear_map(state, "se_karl", "ru_pyotr")
    place(state, "se_livgarde", "skane", 4)
    place(state, "ru_foot1", "skane", 4)
    place(state, "ru_foot2", "smolensk", 4)
    state.contested[location("skane")] = COALITION
    derive(state)
    load_dice(state, *[6] * 8)
    take(NARVA, state, "end")
    seen = NARVA.observe(state, SWEDEN)
    assert seen.record.steps[block("ru_foot1")] == 4
    assert not seen.known("steps")[block("ru_foot2")]
    while state.phase != ACT:  # to the end of the battle, and of the turn
        legal = np.flatnonzero(NARVA.legal_action_mask(state))
        NARVA.apply(state, int(legal[0]))
    assert not state.seen.any()


def test_steps_of_a_seen_block_stay_visible_as_they_change() -> None:
    state = act_position(NARVA, SWEDEN, (2, 0))
    take(NARVA, state, "scout", "velikaya")
    state.steps[block("ru_semen")] = 1
    assert NARVA.observe(state, SWEDEN).record.steps[block("ru_semen")] == 1


def test_reinforcing_is_seen_without_its_block() -> None:
    views, entries = [], []
    for name in ("ru_semen", "ru_drag1"):
        state = act_position(NARVA, COALITION)
        place(state, "ru_semen", "velikaya", 2)
        place(state, "ru_drag1", "velikaya", 2)
        derive(state)
        before, action = state.copy(), number(NARVA, "build", name)
        NARVA.apply(state, action)
        views.append(NARVA.observe(state, SWEDEN).to_bytes())
        entries.append(shown(NARVA, SWEDEN, COALITION, action, before, state))
        assert state.build_place == location("velikaya")
    assert views[0] == views[1]
    assert entries[0] == entries[1]
    assert entries[0] is not None
    assert "action" not in entries[0]
    assert entries[0]["label"] == "reinforce ?"


def test_the_end_of_a_choice_is_hidden_and_other_ends_are_not() -> None:
    state = act_position(NARVA, COALITION)
    ends = []
    for family, item in (
        ("march", "novgorod"), ("pick", "ru_art1"), ("end", None), ("go", "tver"), ("end", None),
        ("end", None),
    ):  # fmt: skip
        before = state.copy()
        take(NARVA, state, family, item)
        action = number(NARVA, family, item)
        ends += [[shown(NARVA, v, COALITION, action, before, state) is not None for v in (0, 1, 2)]]
    # march, pick, end of the choice, go, halt, end of the actions: Sweden, Coalition, a spectator
    assert ends == [
        [True, True, True], [False, True, False], [False, True, False], [True, True, True],
        [True, True, True], [True, True, True],
    ]  # fmt: skip


def test_banks_are_seen_by_their_side() -> None:
    state = act_position(NARVA, SWEDEN)
    state.phase = REPLACE
    state.bank[SWEDEN, track("sweden")] = 30
    state.bank[COALITION, track("russia")] = 20
    seen = NARVA.observe(state, SWEDEN)
    assert seen.known("bank").tolist() == [[True] * 5, [False] * 5]
    assert not NARVA.observe(state, NARVA.spectator).known("bank").any()


def test_a_nation_out_of_the_war_is_public_and_hides_again_when_it_returns() -> None:
    state = POLTAVA.new_state()
    assert POLTAVA.observe(state, SWEDEN).known("place")[block("sa_august")]
    state = act_position(NARVA, SWEDEN)
    state.phase, state.season, state.year = REPLACE, 0, 1701
    set_status(state, "denmark", WAITING)
    state.return_year[nation("denmark")] = 1701
    state.base_rp[track("sweden")] = 20  # within both levels: +2
    derive(state)
    load_dice(state, 6)  # Denmark's die comes first: Russia and Saxony are in the war
    take(NARVA, state, "end")
    assert state.status[nation("denmark")] == 0
    seen = NARVA.observe(state, SWEDEN)
    assert not seen.known("place")[block("dk_guard")]


def test_records_for_a_seat_hold_no_picks_of_the_other() -> None:
    record = play_record(NARVA, [uniform_agent("pax_baltica")] * 2, seed=3)
    for viewer in range(3):
        view = export_for(record, NARVA, viewer)
        theirs = [d for d in view["decisions"] if d["seat"] != viewer]
        assert theirs
        assert not {d["family"] for d in theirs} & {"pick", "pick_all"}
        assert all(not d["parameters"] for d in theirs if d["family"] == "build")


# --- planted leaks ---------------------------------------------------------------------------


@rule
def apply_and_count_points(s: Any, action: Any) -> None:
    """Tells everybody the steps of the group that marches."""
    apply(s, action)
    total = 0
    for b in range(s.picked.shape[0]):
        if s.picked[b]:
            total += s.steps[b]
    s.group_steps = total


@rule
def legal_reads_the_enemy(s: Any, mask: Any) -> None:
    """A mask that depends on unseen blocks: what it takes away is legal, what is left too."""
    legal(s, mask)
    steps = 0
    for b in range(s.place.shape[0]):
        steps += s.steps[b] if s.own[s.actor, b] == 0 else 0
    if steps % 2:
        mask[POLITICS] = False


def leaking(visible: bool) -> Any:
    """The game with a public field, or a mask, that tells a secret."""
    if not visible:
        return replace(NARVA, rules=replace(NARVA.rules, legal=legal_reads_the_enemy))
    old = NARVA.schema
    told = Field("group_steps", Count(0, 99), PUBLIC, Text("steps", "шаги"))
    declared = [f for f in old.fields if f.name not in ("actor", "over")]
    schema = Schema(old.seats, old.axes, (*declared, told))
    initial = np.zeros(1, schema.dtype)
    for name in NARVA.initial.dtype.names or ():
        if name not in ("padding",):
            initial[name] = NARVA.initial[name]
    rules = replace(NARVA.rules, apply=apply_and_count_points)
    return replace(NARVA, schema=schema, initial=initial, rules=rules, determinize=None)


def test_a_mask_that_reads_unseen_blocks_is_found() -> None:
    game = leaking(visible=False)
    report = CheckReport(game.id)
    walk, secrets = Walk(game, 2, 0, report), Secrets(game, 0)
    for _ in range(12):
        walk.look()
        check_views(walk, secrets)
        walk.step()
    assert "hidden_in_mask" in {fault.check for fault in report.faults}


def test_a_public_field_that_tells_the_group_differs_between_groups() -> None:
    """What vector 20 demands, broken: the two views differ."""
    game = leaking(visible=True)
    views = []
    for name in ("ru_art1", "ru_preobr"):
        state = game.new_state()
        while not game.legal_action_mask(state)[number(game, "march", "novgorod")]:
            game.apply(state, 0)
        for family, item in (("march", "novgorod"), ("pick", name), ("end", None)):
            take(game, state, family, item)
        views.append(game.observe(state, SWEDEN).to_bytes())
    assert views[0] != views[1]
