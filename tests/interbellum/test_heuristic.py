"""The hand-written player: legal, reproducible, reads its own view only, and plays well."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from legation.agents.heuristics import heuristic_agent
from legation.agents.heuristics.interbellum import TABLES, choose, proposal
from legation.agents.heuristics.interbellum_worth import (
    ITALY_COMBAT,
    ROME_BONUS,
    WEIGHTS,
    chance_tables,
    make_board,
)
from legation.agents.uniform import uniform_agent
from legation.envs import load_game
from legation.envs.engine import GameBatch
from legation.envs.interbellum import rules
from legation.envs.interbellum.actions import (
    CIANO_POWER,
    COUP_OUT,
    EMBASSY,
    GM,
    HUGENBERG_REGION,
    LEGER,
    NO_KIND,
    ORDER,
    POINT,
    VANSITTART,
    VOTE,
)
from legation.envs.interbellum.components import INDEX, ITA, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import FIRST_PLACE, RESERVE
from legation.tests.golden import VARIANTS
from legation.tests.interbellum.matches import interval, play
from legation.tests.interbellum.play import (
    FOUR,
    PLAIN,
    RICH,
    apply,
    begin,
    observed,
    random_play,
)
from legation.tests.interbellum.vectors import VectorRun

GAME = load_game("interbellum")
HEURISTIC = heuristic_agent("interbellum")
UNIFORM = uniform_agent("interbellum")
DICE = [4, 3, 5, 2, 6, 1] * 40
NO_ONE = (0, 0, 0, 0, 0)

slow_without_jit = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="too slow in plain Python"
)


def proposed(s: Any, seat: Any, mask: Any, chance: Any) -> Any:
    return proposal(s, seat, mask, chance, WEIGHTS, TABLES)


class Position(VectorRun):
    """A position as in the rules' section 9, from where the hand-written player goes on."""

    def __init__(self, **vector: Any) -> None:
        super().__init__({"dice": DICE, **vector})

    def chosen(self, kind: int | None, about: str | None = None) -> str:
        """Its action at the first question of a kind (about an ambassador), in words.

        With kind None it plays to the end of the position's step.
        """
        s, first = self.state, int(self.state.cursor)
        while not self._ended(first):
            if s.kind == NO_KIND:
                if self.vector["start"] == "planning" and s.cursor == first + 1:
                    break
                self.plain(rules.proceed)(s)
                continue
            mask = np.zeros(self.game.actions.size, dtype=np.bool_)
            self.plain(rules.legal)(s, mask)
            legal = np.flatnonzero(mask)
            action = int(legal[0])
            if len(legal) > 1:
                seen = self.game.observe(s, int(s.actor))
                views = self.game.observe_many([seen])
                action = int(HEURISTIC.act(views, np.random.default_rng(1))[0])
                asked = about is None or int(s.about_amb) == INDEX[about]
                if kind is not None and s.kind == kind and asked:
                    return self.game.phrase_of(seen, action)
            self.plain(rules.take)(s, action)
        assert kind is None, "the question was not asked"
        return ""

    def place(self, ambassador: str) -> str:
        """Where an ambassador is, before or after the reveal."""
        place = int(self.state.place[divmod(INDEX[ambassador], POOL_SIZE)])
        if place >= FIRST_PLACE:
            return self.regions[place - FIRST_PLACE]
        return "reserve" if place == RESERVE else "pool"


@pytest.mark.parametrize("options", [{}, VARIANTS["interbellum"]["readings"]])
def test_every_action_is_legal(options: dict[str, Any]) -> None:
    """`GameBatch.step` refuses any other."""
    game = load_game("interbellum", **options)
    games = 1 if numba.config.DISABLE_JIT else 20
    play(game, [HEURISTIC] * game.seats, games, seed=2)
    for seat in range(game.seats):
        line_up = [HEURISTIC if p == seat else UNIFORM for p in range(game.seats)]
        play(game, line_up, games, seed=3)


OTHERS: dict[str, dict[str, Any]] = {
    **{name: VARIANTS["interbellum"][name] for name in ("wide", "seat")},
    "all forced": {"ability_choice": "all_forced", "twardowski_scope": "anywhere"},
    "a small board": {**RICH, "scenario": FOUR},
}


@pytest.mark.parametrize("name", OTHERS)
def test_every_action_is_legal_elsewhere(name: str) -> None:
    """In plain Python, as other boards and the game master's seat would be compiled anew.

    Others play at random now and then, so that it comes to positions that it would not make.
    """
    game = load_game("interbellum", **{**OTHERS[name], "turns": 2})
    rng = np.random.default_rng(4)
    state = begin(game, 4)
    asked = np.zeros(game.seats, dtype=np.int64)
    while not state.over:
        seat = int(state.actor)
        seen = observed(game, state, seat)
        before = seen.record.tobytes()
        chance = rng.integers(1, 2**62, size=1, dtype=np.uint64)
        # One game for all seats, without the last resort of `choose`, the first legal action.
        action = int(PLAIN(proposed)(seen.record, seat, seen.legal_action_mask, chance))
        assert seen.legal_action_mask[action], (int(state.kind), action)
        assert seen.record.tobytes() == before
        asked[seat] += 1
        if rng.random() < 0.3:
            action = int(rng.choice(seen.legal_actions()))
        apply(state, action)
    assert asked.all()


def test_the_same_seed_gives_the_same_actions_and_views_stay_untouched() -> None:
    batch = GameBatch(GAME, games=16, seed=9, encode=False)
    for _ in range(60):
        views = batch.observe()
        before = views.records.tobytes()
        actions = HEURISTIC.act(views, np.random.default_rng(1))
        assert np.array_equal(actions, HEURISTIC.act(views, np.random.default_rng(1)))
        assert views.records.tobytes() == before
        batch.step(actions)


def test_what_it_may_not_see_does_not_matter() -> None:
    """Two states that differ in what is hidden from the seat get the same action."""
    state = GAME.new_state(3)
    rng = np.random.default_rng(3)
    assert GAME.determinize is not None
    compared = 0
    while not state.over:
        seen = GAME.observe(state, int(state.actor))
        views = GAME.observe_many([seen])
        action = int(HEURISTIC.act(views, np.random.default_rng(5))[0])
        other = GAME.determinize(seen, rng)
        if other.tobytes() != state.tobytes():
            seen = GAME.observe_many([GAME.observe(other, int(other.actor))])
            assert int(HEURISTIC.act(seen, np.random.default_rng(5))[0]) == action
            compared += 1
        GAME.apply(state, action)
    assert compared > 50


# --- ambassadors where they are good ---------------------------------------------------------


def test_germany_sends_rosenberg_to_its_protectorate_and_papen_elsewhere() -> None:
    position = Position(
        start="planning", seat="GER", reserve=["papen", "rosenberg", "heydrich"],
        state={"scandinavia": {"sig": 4, "inf": [6, 0, 0, 0, 0]}},
    )  # fmt: skip
    position.chosen(None)
    assert position.place("rosenberg") == "scandinavia"
    assert position.place("papen") not in ("scandinavia", "reserve")


def test_italy_sends_elena_to_yugoslavia() -> None:
    position = Position(start="planning", seat="ITA", reserve=["attolico", "suvich", "elena"])
    position.chosen(None)
    assert position.place("elena") == "yugoslavia"


def test_the_ussr_sends_stomonyakov_to_poland_and_ostrovsky_to_romania() -> None:
    position = Position(
        start="planning", seat="SOV", turn=6, reserve=["ostrovsky", "stomonyakov", "radek"],
        state={"poland": {"embassy": True}, "romania": {"embassy": True}},
    )  # fmt: skip
    position.chosen(None)
    assert position.place("stomonyakov") == "poland"
    assert position.place("ostrovsky") == "romania"


def test_embassies_are_tried_at_good_odds_while_turns_are_left() -> None:
    late = Position(
        start="planning", seat="SOV", turn=7, reserve=["litvinov"],
        state={"greece": {"sig": 2, "inf": [0, 0, 1, 0, 0]}},
    )  # fmt: skip
    late.chosen(None)
    assert not late.state.attempt.any(), "after the last turn an embassy is of no use"
    early = Position(start="planning", seat="SOV", turn=2, reserve=["stomonyakov", "antonov"])
    assert "try to open an embassy" in early.chosen(EMBASSY, "stomonyakov")


def test_a_coup_answers_what_was_revealed() -> None:
    """Elena for an ambassador whose effect is spent; and none where the best stands already."""
    spent = Position(
        start="coup", deploy={"yugoslavia": ["mussolini", "flandin"]}, reserve=["elena"]
    )
    assert spent.chosen(COUP_OUT) == "coup: replace Mussolini"
    fine = Position(
        start="coup", deploy={"yugoslavia": ["elena", "flandin"]}, reserve=["mussolini"]
    )
    assert fine.chosen(COUP_OUT) == "no coup"


def test_leger_cancels_what_is_strongest_there() -> None:
    position = Position(start="initiative", deploy={"yugoslavia": ["elena", "simon", "leger"]})
    assert position.chosen(LEGER) == "Léger in Yugoslavia cancels Elena"


def test_vansittart_breaks_a_german_protectorate() -> None:
    position = Position(
        start="initiative", turn=7, deploy={"poland": ["vansittart"]},
        state={"poland": {"sig": 5, "inf": [6, 0, 0, 0, 1]}},
    )  # fmt: skip
    text = position.chosen(VANSITTART)
    assert text.startswith("Vansittart in Poland: 1 unit of Third Reich becomes one of")


def test_hugenberg_moves_what_is_not_needed_to_where_it_makes_a_protectorate() -> None:
    position = Position(
        start="coup", turn=7, deploy={"scandinavia": ["hugenberg"]},
        state={
            "scandinavia": {"sig": 4, "inf": [7, 0, 0, 0, 0]},
            "romania": {"sig": 4, "inf": [3, 0, 0, 0, 0]},
            "poland": {"sig": 5, "inf": [1, 0, 0, 0, 4]},
        },
    )  # fmt: skip
    assert position.chosen(HUGENBERG_REGION) == "Hugenberg moves influence to Romania"


def test_ciano_sells_nothing_that_italy_needs() -> None:
    position = Position(
        start="coup", turn=6, deploy={"turkey": ["ciano"]},
        state={
            "turkey": {"sig": 4, "inf": [0, 6, 0, 0, 1]},
            "greece": {"sig": 3, "inf": [0, 5, 0, 0, 1]},
            "yugoslavia": {"sig": 3, "inf": [0, 5, 0, 0, 1]},
        },
    )  # fmt: skip
    assert position.chosen(CIANO_POWER) == "Ciano in Turkey: do nothing"


def test_an_order_that_is_sure_replaces_a_roll_that_promises_little() -> None:
    """Four rivals roll; Collier's unit is sure, and what the USSR gains hurts nobody there."""
    position = Position(
        start="rolls", turn=7, deploy={"greece": ["papen", "elena", "collier", "flandin"]},
        state={"greece": {"sig": 3, "inf": [0, 0, 0, 1, 0]}},
    )  # fmt: skip
    assert position.chosen(ORDER) == "Collier in Greece: the ability in place of the roll"


# --- points, and the end ---------------------------------------------------------------------


def test_a_point_completes_a_protectorate() -> None:
    position = Position(
        start="rolls", turn=7, deploy={"greece": ["attolico"]},
        state={"greece": {"sig": 3, "inf": [1, 3, 0, 0, 0]}},
    )  # fmt: skip
    # The lead is 2 of 3; to destroy the German unit does it as well as to place one.
    position.chosen(None)
    assert position.state.inf[position.regions.index("greece")][ITA] >= 3
    assert position.state.level[position.regions.index("greece")][ITA] == 2


def test_a_point_breaks_the_leader_s_protectorate() -> None:
    position = Position(
        start="rolls", turn=7, deploy={"greece": ["attolico"]},
        state={"greece": {"sig": 3, "inf": [1, 0, 0, 0, 4]}},
    )  # fmt: skip
    assert position.chosen(POINT) == "destroy 1 of France in Greece"


def test_italy_knows_what_the_third_region_is_worth() -> None:
    held = {"sig": 3, "inf": [0, 6, 0, 0, 0]}
    none = Position(start="rolls", turn=7, deploy={"greece": ["attolico"]})
    two = Position(
        start="rolls", turn=7, deploy={"greece": ["attolico"]},
        state={"yugoslavia": held, "turkey": held},
    )  # fmt: skip
    tables = chance_tables(WEIGHTS)
    far, near = (p.plain(make_board)(p.state, ITA, WEIGHTS, tables).terms for p in (none, two))
    assert near[ROME_BONUS] > 100 * max(far[ROME_BONUS], 1e-9)
    three = Position(
        start="rolls", turn=7, deploy={"greece": ["attolico"]},
        state={"yugoslavia": held, "turkey": held, "romania": held},
    )  # fmt: skip
    met = three.plain(make_board)(three.state, ITA, WEIGHTS, tables).terms
    assert met[ITALY_COMBAT] > 0.9 > 0.1 > near[ITALY_COMBAT]


def test_votes_go_to_the_best_of_the_others_and_the_leader_helps_nobody_to_win() -> None:
    state = {
        "scandinavia": {"sig": 4, "inf": [5, 0, 0, 0, 0]},
        "poland": {"sig": 5, "inf": [0, 0, 0, 0, 4]},
    }
    position = Position(start="finish", state=state)
    position.plain(rules.update_shares)(position.state)
    assert position.chosen(VOTE) == "vote for Italy"  # Germany leads
    position = Position(start="finish", state={**state, "poland": {"inf": NO_ONE}})
    position.plain(rules.update_shares)(position.state)
    position.chosen(None)
    assert all(position.state.vote[p] == 0 for p in range(1, POWERS))


def test_the_game_master_is_neutral() -> None:
    game = load_game("interbellum", **{**RICH, "scenario": FOUR})
    neutral = game.action("gm", modifier=0)
    asked = 0
    for state in random_play(game, 1):
        if not state.over and state.actor == POWERS and state.kind == GM:
            seen = observed(game, state, POWERS)
            chance = np.ones(1, dtype=np.uint64)
            assert PLAIN(choose)(seen.record, POWERS, seen.legal_action_mask, chance) == neutral
            asked += 1
    assert asked > 10


# --- strength --------------------------------------------------------------------------------


@slow_without_jit
@pytest.mark.parametrize("seat", range(POWERS))
def test_beats_uniform_in_every_seat(seat: int) -> None:
    """Par is 0.2; more games: `python -m legation.tests.interbellum.matches --games 1000`."""
    line_up = [HEURISTIC if p == seat else UNIFORM for p in range(POWERS)]
    shares, _ = play(GAME, line_up, 300, seed=seat)
    _, low, _ = interval(shares[:, seat])
    assert low > 0.3
