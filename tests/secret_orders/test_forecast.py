"""What people are told of an action agrees with what the rules do with it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs.engine import Game
from legation.envs.secret_orders.forecast import forecast, forecasts
from legation.envs.secret_orders.tables import ORDER
from legation.tests.secret_orders.positions import Do, base, enter, order, put

GAME = base()


def offered(game: Game, s: Any, item: Do) -> Any:
    """The forecast of the last choice of a commitment of the seat to act."""
    trial = s.copy()
    *first, last = item.actions(game)
    for action in first:
        game.apply(trial, action)
    return forecast(game.observe(trial, int(trial.actor)), last)


def test_the_examples_of_clause_4_8() -> None:
    """Clause 4.8, a sermon and a war: the net modifiers are -1 and +2."""
    s = GAME.new_state()
    sermon = offered(GAME, s, Do(0, "preach", "pub", 3))
    assert sermon.net == (-1, -1)
    assert sermon.chance == pytest.approx((1215 / 6561,) * 2)
    parts = {name.en: number for name, number in sermon.parts}
    assert parts == {"difficulty": -2, "mastery": 1, "focus": 2, "theatre": -2}
    s.army[0] = 90
    war = offered(GAME, s, Do(0, "war", "pub", 3))
    assert war.net == (2, 2)
    assert war.chance == pytest.approx((5346 / 6561,) * 2)


def test_a_foreign_army_is_taken_as_reported() -> None:
    s = GAME.new_state()
    s.army[3] = 5000
    assert offered(GAME, s, Do(0, "war", "pub", 3)).net == (1, 1)
    s.rep_army[0, 3] = 5000
    assert offered(GAME, s, Do(0, "war", "pub", 3)).net == (-3, -3)


def test_the_focus_is_that_of_one_more_action() -> None:
    s = GAME.new_state()
    first = offered(GAME, s, Do(0, "agitate", "pub", 0))
    enter(GAME, s, Do(0, "preach", "pub", 0))
    second = offered(GAME, s, Do(0, "agitate", "pub", 0))
    assert first.net[0] - second.net[0] == 1


def test_a_verb_tells_the_range_over_its_targets() -> None:
    s = GAME.new_state()
    GAME.apply(s, GAME.action("unit", unit=0))
    seen = GAME.observe(s, 0)
    found = forecast(seen, GAME.action("verb", verb="preach_public"))
    assert found is not None
    nets = [offered(GAME, GAME.new_state(), Do(0, "preach", "pub", c)).net[0] for c in range(4)]
    assert found.net == (min(nets), max(nets))
    assert found.parts == ()


def test_a_strategic_action_tells_time_difficulty_and_the_chance_at_the_finish() -> None:
    s = GAME.new_state()
    start = offered(GAME, s, Do(5, "research", "pub", pace=0))
    assert (start.net, start.time, start.difficulty, start.chance) == ((2, 2), 3, 2, None)
    named = offered(GAME, s, Do(5, "research", "pub", finish=True, pace=1))
    assert (named.time, named.difficulty) == (1, 4)
    # B = 4FD + 1FD + 2 + 0 + 2 - 4, x = 4 B / 5 rounded: +1 or better from B >= 1 on.
    ways = sum(
        (a + b + c + d + e >= 1)
        for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1)
        for e in (-1, 0, 1)
    )  # fmt: skip
    assert named.chance == pytest.approx((ways / 243,) * 2)


def test_nothing_is_told_of_units_and_to_others() -> None:
    s = GAME.new_state()
    assert forecasts(GAME.observe(s, 0), [0, 1]) == [None, None]
    assert forecasts(GAME.observe(s, 1), [1]) == [None]


def test_a_forecast_does_not_depend_on_what_the_seat_does_not_know() -> None:
    s = GAME.new_state()
    u = put(s, 1, 0, ORDER, 0, 3)
    GAME.apply(s, GAME.action("unit", unit=0))
    legal = GAME.observe(s, 0).legal_actions()
    first = forecasts(GAME.observe(s, 0), legal)
    s.unit_size[u] = 5
    s.aura[1:4] = 3
    s.mast[1:4] = 4
    s.army[1:4] = 3
    assert forecasts(GAME.observe(s, 0), legal) == first


def test_the_words_of_an_offered_action() -> None:
    s = GAME.new_state()
    GAME.apply(s, GAME.action("unit", unit=0))
    GAME.apply(s, GAME.action("verb", verb="preach_public"))
    action = GAME.action("target_unit", unit=3)
    seen = GAME.observe(s, 0)
    assert GAME.phrase_of(seen, action, "en") == "target: Ostryn [cost 8, -1, 19 %]"
    assert GAME.phrase_of(seen, action, "ru") == "цель: Острынь [цена 8, -1, 19 %]"
    assert GAME.phrase_of(GAME.observe(s, 1), action, "en") == "target: Ostryn"


def test_what_is_told_of_the_cost_is_what_is_paid() -> None:
    s = GAME.new_state()
    for item, cost in (
        (Do(0, "spy", "sec", 3), int(s.cost[3])),
        (Do(order(0, 1), "spy", "sec", 3), -(-int(s.cost[3]) // 2)),
        (Do(0, "economy", "pub", 0), 0),
        (Do(0, "economy", "pub", 2), int(s.cost[10])),
    ):
        trial = s.copy()
        assert offered(GAME, trial, item).cost == (cost, cost)
        enter(GAME, trial, item)
        assert int(s.gold[0]) - int(trial.gold[0]) == cost
    GAME.apply(s, GAME.action("unit", unit=0))
    verb = forecast(GAME.observe(s, 0), GAME.action("verb", verb="economy_public"))
    assert verb is not None
    assert verb.cost == (0, int(s.cost[10]))


def test_the_position_says_what_the_brackets_mean() -> None:
    s = GAME.new_state()
    for language, words in (("en", "In brackets at an action: what it costs"),
                            ("ru", "В скобках у действия: цена")):  # fmt: skip
        assert words in GAME.render(GAME.observe(s, 0), language)
        assert words not in GAME.render(GAME.observe(s, 1), language)


def test_the_chance_is_how_often_it_happens() -> None:
    """A decree at home, resolved with fresh dice each time, succeeds as often as was told."""
    s = GAME.new_state()
    item = Do(0, "decree", "pub", 1)
    told = offered(GAME, s, item)
    enter(GAME, s, item)
    for _ in range(3):
        GAME.apply(s, 0)
    games, good = 400, 0
    rng = np.random.default_rng(2)
    for _ in range(games):
        trial = s.copy()
        trial.rng = rng.integers(1, 2**62, dtype=np.uint64)
        GAME.apply(trial, 0)
        good += int(trial.state_faith[0]) == -1
    assert told.chance is not None
    chance = told.chance[0]
    assert abs(good / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


def test_forecasts_are_there_for_every_verb_and_target() -> None:
    s = GAME.new_state()
    GAME.apply(s, GAME.action("unit", unit=order(0, 1)))
    legal = GAME.observe(s, 0).legal_actions()
    assert all(found is not None for found in forecasts(GAME.observe(s, 0), legal))
