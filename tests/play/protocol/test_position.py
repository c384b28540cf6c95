"""Positions from outside: what is true comes through unchanged, what is not is refused in words."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legation.envs import GAMES, load_game
from legation.envs.engine import Game, Observation
from legation.envs.engine.record import AgentName, make_decision, new_record, record_lines
from legation.play.protocol.position import from_observation, from_record
from legation.play.protocol.problems import ProblemError
from legation.tests.play.protocol.requests import position
from legation.tests.toys import kuhn, leduc, whisper

MAKERS: dict[str, Callable[[], Game]] = {
    **{game_id: lambda game_id=game_id: load_game(game_id) for game_id in GAMES},  # type: ignore[misc]
    "kuhn": kuhn.build,
    "leduc": leduc.build,
    "whisper": whisper.build,
}


def walk(game: Game, decisions: int = 60) -> Iterator[Observation]:
    rng = np.random.default_rng(5)
    state = game.new_state(2)
    episode = 0
    for _ in range(decisions):
        if state.over:
            episode += 1
            state = game.new_state(2, episode)
        seen = game.observe(state, int(state.actor))
        yield seen
        game.apply(state, int(rng.choice(seen.legal_actions())))


def fields(seen: Observation) -> dict[str, Any]:
    found: dict[str, Any] = copy.deepcopy(seen.to_dict()["fields"])
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_what_a_seat_sees_comes_through_unchanged(name: str) -> None:
    """With the legal actions, and without them where the game can tell them."""
    game = MAKERS[name]()
    for seen in walk(game):
        back = from_observation(game, seen.seat, fields(seen), seen.legal_actions())
        assert back.to_bytes() == seen.to_bytes()
        if game.determinize is not None:
            derived = from_observation(game, seen.seat, fields(seen), None)
            assert derived.to_bytes() == seen.to_bytes()


@pytest.mark.parametrize("name", MAKERS)
def test_fields_that_the_seat_never_sees_can_be_left_out(name: str) -> None:
    game = MAKERS[name]()
    seen = next(walk(game))
    short = {
        key: value
        for key, value in fields(seen).items()
        if bool(np.any(seen.known(key)))
    }  # fmt: skip
    back = from_observation(game, seen.seat, short, seen.legal_actions())
    assert back.to_bytes() == seen.to_bytes()


@pytest.mark.parametrize("name", MAKERS)
def test_every_field_is_held_to_its_form(name: str) -> None:
    game = MAKERS[name]()
    seen = next(walk(game))
    for item in game.schema.fields[1:]:
        low, high = game.schema.bounds(item)
        for wrong in (high + 1, low - 1, 10**30, 1.5, "1", True, [[[[[]]]]], {}, [1] * 1000):
            given_fields = fields(seen)
            given_fields[item.name] = _with_first(given_fields[item.name], wrong)
            with pytest.raises(ProblemError) as caught:
                from_observation(game, seen.seat, given_fields, seen.legal_actions())
            assert caught.value.kind == "invalid-request"
            assert caught.value.problem.errors[0].where.startswith(f"observation.{item.name}")


def _with_first(value: Any, wrong: Any) -> Any:
    """`value` with its first entry replaced; the whole where that is a list."""
    if isinstance(value, list) and not isinstance(wrong, list | dict):
        return [_with_first(value[0], wrong), *value[1:]]
    return wrong


@pytest.mark.parametrize("name", MAKERS)
def test_a_seat_can_say_no_more_and_no_less_than_it_sees(name: str) -> None:
    """Whatever is unknown in a view can't be told, whatever is known can't be left out."""
    game = MAKERS[name]()
    tried = 0
    for seen in list(walk(game))[::10]:
        for item in game.schema.fields[1:]:
            known = seen.known(item.name)
            for place in list(np.ndindex(known.shape))[:4]:
                given_fields = fields(seen)
                value = None if known[place] else game.schema.bounds(item)[0]
                given_fields[item.name] = _replaced(given_fields[item.name], place, value)
                with pytest.raises(ProblemError) as caught:
                    from_observation(game, seen.seat, given_fields, seen.legal_actions())
                assert caught.value.kind == "illegal-position"
                tried += 1
    assert tried


def _replaced(value: Any, place: tuple[int, ...], new: Any) -> Any:
    if not place:
        return new
    first, *rest = place
    return [
        _replaced(below, tuple(rest), new) if i == first else below for i, below in enumerate(value)
    ]


def test_unknown_fields_are_refused_by_name() -> None:
    game = kuhn.build()
    seen = next(walk(game))
    with pytest.raises(ProblemError, match=r"observation\.cards: .* no such field"):
        from_observation(game, seen.seat, {**fields(seen), "cards": [1]}, seen.legal_actions())
    with pytest.raises(ProblemError, match="no such field"):
        from_observation(game, seen.seat, {**fields(seen), "actor": 0}, seen.legal_actions())


def test_positions_against_the_rules_are_refused() -> None:
    game = load_game("embassies")
    seen = position(game, 40)
    for change, words in (
        ({"factors_left": 3}, "factors"),
        ({"ally": [1, 2, -1, -1, -1]}, "not mutual"),
        ({"turn": (seen.seat + 1) % game.seats}, "does not have to act|factors"),
    ):
        with pytest.raises(ProblemError, match=words) as caught:
            from_observation(game, seen.seat, {**fields(seen), **change}, None)
        assert caught.value.kind in ("illegal-position", "nothing-to-decide")


def test_there_is_nothing_to_decide_out_of_turn_or_after_the_end() -> None:
    game = load_game("embassies")
    seen = position(game, 40)
    state = game.determinize(seen, np.random.default_rng(1))  # type: ignore[misc]
    other = game.observe(state, (seen.seat + 1) % game.seats)
    for view in (fields(other), {**fields(other), "over": 1}):
        with pytest.raises(ProblemError) as caught:
            from_observation(game, other.seat, view, None)
        assert caught.value.kind == "nothing-to-decide"


def test_house_rules_may_forbid_more_than_the_rules_but_not_less() -> None:
    game = load_game("embassies")
    seen = position(game, 40)
    legal = seen.legal_actions()
    back = from_observation(game, seen.seat, fields(seen), legal[:1])
    assert back.legal_actions() == legal[:1]
    illegal = int(np.flatnonzero(~seen.legal_action_mask)[0])
    with pytest.raises(ProblemError, match=rf"action {illegal} .* is not legal") as caught:
        from_observation(game, seen.seat, fields(seen), [*legal, illegal])
    assert caught.value.kind == "illegal-position"
    for wrong in ([], [-1], [game.actions.size], [10**30]):
        with pytest.raises(ProblemError) as caught:
            from_observation(game, seen.seat, fields(seen), wrong)
        assert caught.value.kind == "invalid-request"


def test_without_a_way_to_tell_the_legal_actions_they_are_asked_for() -> None:
    game = replace(kuhn.build(), determinize=None)
    seen = next(walk(game))
    with pytest.raises(ProblemError, match="needs the legal actions"):
        from_observation(game, seen.seat, fields(seen), None)
    back = from_observation(game, seen.seat, fields(seen), seen.legal_actions())
    assert back.to_bytes() == seen.to_bytes()


SEEN = [
    position(game, decisions)
    for game in (load_game("embassies"), whisper.build())
    for decisions in (0, 7, 30)
]
NESTED = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=3) | st.booleans(),
    lambda below: st.lists(below, max_size=14),
    max_leaves=20,
)


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_garbage_is_refused_and_never_breaks(data: st.DataObject) -> None:
    """One or more fields replaced by other numbers of the right form, or by anything at all."""
    seen = data.draw(st.sampled_from(SEEN))
    game = seen.game
    given_fields = fields(seen)
    for name in data.draw(st.lists(st.sampled_from(sorted(given_fields)), min_size=1, max_size=3)):
        item = game.schema.field(name)
        low, high = game.schema.bounds(item)
        rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
        shaped = rng.integers(low, high + 1, game.schema.shape(item)).tolist()
        given_fields[name] = data.draw(NESTED) if data.draw(st.booleans()) else shaped
    legal = data.draw(st.none() | st.lists(st.integers(-1, game.actions.size), max_size=4))
    refused: ProblemError | None = None
    try:
        assert from_observation(game, seen.seat, given_fields, legal).to_act
    except ProblemError as error:
        refused = error
    if refused is not None:
        assert refused.problem.status == 422
        assert len(refused.problem.errors) <= 20


# --- records ---------------------------------------------------------------------------------


def unfinished(game: Game, decisions: int) -> tuple[list[dict[str, Any]], Observation]:
    """The lines of a record that was stopped, and what the seat to act sees then."""
    rng = np.random.default_rng(1)
    state = game.new_state(9)
    record = new_record(game, 9, 0, [AgentName("somebody")] * game.seats)
    for _ in range(decisions):
        seat = int(state.actor)
        action = int(rng.choice(game.observe(state, seat).legal_actions()))
        game.apply(state, action)
        made = make_decision(game, seat, action, state)
        record = replace(record, decisions=(*record.decisions, made))
    lines = [json.loads(line) for line in record_lines(record)]
    return lines, game.observe(state, int(state.actor))


def test_a_record_gives_the_seat_its_view_and_nothing_else() -> None:
    game = load_game("embassies")
    for decisions in (0, 1, 50):
        lines, seen = unfinished(game, decisions)
        assert from_record(game, seen.seat, lines).to_bytes() == seen.to_bytes()


def test_a_record_of_another_seats_turn_is_refused() -> None:
    game = load_game("embassies")
    lines, seen = unfinished(game, 10)
    with pytest.raises(ProblemError) as caught:
        from_record(game, (seen.seat + 1) % game.seats, lines)
    assert caught.value.kind == "nothing-to-decide"


@pytest.mark.parametrize("change", [
    lambda lines: [],
    lambda lines: lines[1:],
    lambda lines: [{**lines[0], "seed": 10}, *lines[1:]],
    lambda lines: [{**lines[0], "seed": "x" * 5000}, *lines[1:]],
    lambda lines: [*lines[:-1], {**lines[-1], "action": 10**9}],
    lambda lines: [*lines[:-1], {**lines[-1], "state": "0"}],
    lambda lines: [lines[0], {"n": 0}],
])  # fmt: skip
def test_a_changed_record_is_refused(change: Callable[[list[Any]], list[Any]]) -> None:
    game = load_game("embassies")
    lines, seen = unfinished(game, 5)
    with pytest.raises(ProblemError) as caught:
        from_record(game, seen.seat, change(lines))
    assert caught.value.kind == "illegal-position"
