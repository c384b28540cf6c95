"""Answers: once for a decision, in time, in the form of the protocol."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from legation.envs import GAMES, load_game
from legation.play.bots import BotPool
from legation.play.protocol.decider import Decider
from legation.play.protocol.messages import DecideRequest, DescribeRequest
from legation.play.protocol.problems import ProblemError, parse
from legation.tests.play.protocol.bots import BrokenBots, PlainBots
from legation.tests.play.protocol.requests import position, request_for

GAME = load_game("embassies")
SEEN = position(GAME, 40)


def request(**others: Any) -> DecideRequest:
    return parse(DecideRequest, json.dumps(request_for(SEEN, **others)).encode())


@pytest.fixture
def bots() -> PlainBots:
    return PlainBots()


@pytest.fixture
def decider(bots: PlainBots) -> Iterator[Decider]:
    decider = Decider(bots)
    yield decider
    decider.close()


def test_the_answer_is_a_legal_action_with_its_words(decider: Decider) -> None:
    answer = decider.decide(request(language="ru", best=4))
    assert answer.action in SEEN.legal_actions()
    assert answer.label == GAME.label(answer.action, "ru")
    assert GAME.action(answer.family, **answer.parameters) == answer.action
    assert (answer.id, answer.game, answer.seat) == ("a:1", GAME.id, GAME.seat_ids[SEEN.seat])
    assert [c.label for c in answer.best] == [GAME.label(c.action, "ru") for c in answer.best]
    assert len(answer.best) == 4
    assert answer.value == 0.25
    assert answer.win == 0.5


def test_the_bot_sees_what_the_seat_sees(decider: Decider, bots: PlainBots) -> None:
    decider.decide(request())
    assert bots.seen is not None
    assert bots.seen.to_bytes() == SEEN.to_bytes()


def test_the_same_decision_is_answered_the_same_and_thought_about_once(
    decider: Decider, bots: PlainBots
) -> None:
    first = decider.decide(request())
    assert decider.decide(request()) == first
    assert bots.decisions == 1


def test_two_at_once_are_one_decision() -> None:
    bots = PlainBots(seconds=0.3)
    decider = Decider(bots)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: decider.decide(request()), range(8)))
    decider.close()
    assert bots.decisions == 1
    assert all(answer == answers[0] for answer in answers)


def test_the_same_id_with_another_request_is_refused(decider: Decider) -> None:
    decider.decide(request())
    with pytest.raises(ProblemError) as caught:
        decider.decide(request(legal=SEEN.legal_actions()[:1]))
    assert caught.value.kind == "id-reused"
    assert caught.value.problem.status == 409


def test_a_refused_request_can_come_again_mended(decider: Decider) -> None:
    with pytest.raises(ProblemError):
        decider.decide(request(game_version="0"))
    assert decider.decide(request()).id == "a:1"


def test_a_new_server_gives_the_same_answer(decider: Decider) -> None:
    other = Decider(PlainBots())
    assert other.decide(request()).action == decider.decide(request()).action
    other.close()


def test_a_bot_that_is_too_slow_does_not_hold_the_answer_up() -> None:
    decider = Decider(PlainBots(seconds=3.0))
    started = time.monotonic()
    answer = decider.decide(request(time_limit=0.3))
    assert time.monotonic() - started < 2.0
    assert answer.action in SEEN.legal_actions()
    assert answer.rung == "uniform"
    assert answer.best == []
    assert answer.value is None
    decider.close()


def test_the_only_action_is_forced(decider: Decider) -> None:
    only = SEEN.legal_actions()[:1]
    answer = decider.decide(request(legal=only))
    assert (answer.action, answer.rung) == (only[0], "forced")


@pytest.mark.parametrize(("change", "kind"), [
    ({"game": "chess"}, "unknown-game"),
    ({"game_version": "999"}, "unknown-version"),
    ({"options": {"alliance": "off"}}, "unknown-game"),
    ({"options": {"alliances": "maybe"}}, "unknown-game"),
    ({"options": {"alliances": [1, 2]}}, "unknown-game"),
    ({"options": {"alliances": "../../secret.toml"}}, "unknown-game"),
    ({"options": {"alliances": "off"}}, "illegal-position"),
    ({"seat": "italy"}, "unknown-game"),
    ({"seat": 5}, "unknown-game"),
    ({"seat": -1}, "unknown-game"),
    ({"strength": "superhuman"}, "unknown-game"),
])  # fmt: skip
def test_what_does_not_exist_is_refused_in_words(
    decider: Decider, change: dict[str, Any], kind: str
) -> None:
    with pytest.raises(ProblemError) as caught:
        decider.decide(request(**change))
    assert caught.value.kind == kind
    assert caught.value.problem.detail


@pytest.mark.parametrize("change", [
    {"protocol": 2}, {"protocol": "1"}, {"id": ""}, {"id": "x" * 129}, {"id": "a b"},
    {"id": "пять"}, {"seat": 1.5}, {"seat": True}, {"time_limit": 0.0}, {"time_limit": 1e9},
    {"time_limit": "5"}, {"best": -1}, {"best": 1000}, {"language": "fr"}, {"legal": ["1"]},
    {"legal": 5}, {"observation": []}, {"record": [1]}, {"record": [{}]}, {"surplus": 1},
    {"game_version": 1}, {"options": []},
])  # fmt: skip
def test_what_is_not_in_the_form_of_the_protocol_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ProblemError) as caught:
        request(**change)
    assert caught.value.kind == "invalid-request"
    assert caught.value.problem.errors


@pytest.mark.parametrize("missing", ["id", "game", "game_version", "seat", "observation"])
def test_what_is_missing_is_named(missing: str) -> None:
    body = request_for(SEEN)
    body.pop(missing)
    with pytest.raises(ProblemError, match=missing):
        parse(DecideRequest, json.dumps(body).encode())


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b"[" * 100_000, b'{"id": 1e999}', b"nul"])
def test_garbage_is_no_json(raw: bytes) -> None:
    with pytest.raises(ProblemError) as caught:
        parse(DecideRequest, raw)
    assert caught.value.problem.status in (400, 422)


def test_a_fault_of_a_bot_is_no_problem_of_the_client() -> None:
    """It is no ProblemError: whoever carries the answer says that the server failed."""
    decider = Decider(BrokenBots())
    with pytest.raises(RuntimeError):
        decider.decide(request())
    decider.close()


def test_every_game_describes_itself(decider: Decider) -> None:
    games = decider.games()
    assert [game.game for game in games.games] == list(GAMES)
    for info in games.games:
        game = load_game(info.game)
        assert info.actions == game.actions.size == sum(f.size for f in info.families)
        assert {f.name for f in info.fields} == {f.name for f in game.schema.fields} - {"actor"}
        assert [seat.id for seat in info.seats] == list(game.seat_ids)
        axes = {axis.name: axis for axis in info.axes}
        for field in info.fields:
            assert field.shape == [len(axes[name].items) for name in field.axes]
        for family in info.families:
            for parameter in family.parameters:
                size = parameter.high - parameter.low + 1
                assert parameter.axis is None or len(axes[parameter.axis].items) == size


def test_a_description_follows_the_options(decider: Decider) -> None:
    info = decider.describe(DescribeRequest(game="embassies", options={"alliances": "off"}))
    assert info.options["alliances"] == "off"
    assert {option.name for option in info.declared_options} == set(info.options)
    (known,) = {f.visibility for f in info.fields if f.name == "proposal_from"}
    assert known == "known_by(proposal_known)"


def test_real_bots_answer_with_probabilities_and_a_value() -> None:
    """In their own processes, as the server runs them; the first answer waits for the start."""
    pool = BotPool()
    decider = Decider(pool)
    try:
        for strength in ("heuristic", "uniform"):
            answer = decider.decide(
                request(id=f"real:{strength}", strength=strength, time_limit=120.0)
            )
            assert answer.rung == strength
            assert answer.action in SEEN.legal_actions()
            chances = [candidate.probability for candidate in answer.best]
            assert chances == sorted(chances, reverse=True)
            assert 0 < sum(chances) <= 1 + 1e-9
    finally:
        pool.close()
        decider.close()


def _changed(fields: dict[str, Any], name: str) -> dict[str, Any]:
    """The same position with the last entry of a field moved by one within its range."""
    other = copy.deepcopy(fields)
    place: Any = other
    key: Any = name
    while isinstance(place[key], list):
        place, key = place[key], len(place[key]) - 1
    place[key] += 1 if place[key] == 0 else -1
    return other


@pytest.mark.parametrize("game_id", GAMES)
def test_what_options_say_can_not_be_otherwise(decider: Decider, game_id: str) -> None:
    """Every public field that the rules never write, in a position long after the start."""
    game = load_game(game_id)
    body = request_for(position(game, 40), options={})
    decider.decide(DecideRequest.model_validate(body))
    constant = [f for f in game.schema.fields if f.constant]
    assert constant
    for item in constant:
        changed = _changed(body["observation"], item.name)
        with pytest.raises(ProblemError) as raised:
            decider.decide(
                DecideRequest.model_validate(
                    {**body, "id": f"b:{item.name}", "observation": changed}
                )
            )
        assert raised.value.kind in ("illegal-position", "invalid-request"), item.name


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("secret_orders", {"scenario": "concert"}),
        ("secret_orders", {"reward": "zero_sum"}),
        ("pax_baltica", {"scenario": "poltava_1708"}),
        ("interbellum", {"turns": 3}),
        ("embassies", {"reward": "score"}),
    ],
)
def test_a_position_of_other_options_is_refused(
    decider: Decider, game_id: str, options: dict[str, Any]
) -> None:
    body = request_for(position(load_game(game_id), 30), options=options)
    with pytest.raises(ProblemError, match="the options of the game make it"):
        decider.decide(DecideRequest.model_validate(body))


def test_the_figures_of_the_rules_are_those_of_the_scenario(decider: Decider) -> None:
    body = request_for(position(load_game("secret_orders"), 5))
    body["observation"]["figure"][7] = 100
    with pytest.raises(ProblemError, match=r"observation\.figure\[7\]: the options of the game"):
        decider.decide(DecideRequest.model_validate(body))
