"""The protocol over HTTP: what a client gets, whatever it sends."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

from legation.envs import load_game
from legation.play.protocol import MAX_BYTES
from legation.play.protocol.http import app, install_problem_handlers, router
from legation.play.protocol.problems import MEDIA_TYPE, PROBLEMS
from legation.tests.play.protocol.bots import BrokenBots, PlainBots
from legation.tests.play.protocol.requests import position, request_for

GAME = load_game("embassies")
SEEN = position(GAME, 40)


def application(bots: PlainBots | None) -> FastAPI:
    made = FastAPI()
    made.include_router(router)
    install_problem_handlers(made)
    if bots is not None:
        made.state.bots = bots
    return made


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(application(PlainBots()), raise_server_exceptions=False) as client:
        yield client


def problem(response: Any, kind: str) -> dict[str, Any]:
    """The problem details of a refusal, checked to be of one kind."""
    assert response.status_code == PROBLEMS[kind][1], response.text
    assert response.headers["content-type"] == MEDIA_TYPE
    found: dict[str, Any] = response.json()
    assert found["type"] == f"urn:legation:problem:{kind}"
    assert found["status"] == response.status_code
    assert "Traceback" not in response.text
    return found


def test_a_decision(client: TestClient) -> None:
    body = request_for(SEEN, "http:1")
    first = client.post("/v1/decide", json=body)
    assert first.status_code == 200
    assert first.json()["action"] in SEEN.legal_actions()
    assert client.post("/v1/decide", json=body).content == first.content


def test_the_games_and_one_of_them_with_options(client: TestClient) -> None:
    listed = client.get("/v1/games").json()
    assert "embassies" in [game["game"] for game in listed["games"]]
    one = client.post("/v1/describe", json={"game": "embassies", "options": {"reward": "score"}})
    assert one.json()["options"]["reward"] == "score"


def test_refusals_say_what_is_wrong_and_where(client: TestClient) -> None:
    body = request_for(SEEN, "http:2")
    body["observation"]["score"][3] = 99
    found = problem(client.post("/v1/decide", json=body), "invalid-request")
    assert found["errors"] == [
        {"where": "observation.score[3]", "what": found["errors"][0]["what"]}
    ]
    assert "0.." in found["errors"][0]["what"]
    body["observation"]["score"][3] = None
    problem(client.post("/v1/decide", json=body), "illegal-position")
    problem(client.post("/v1/decide", json={**body, "game": "go"}), "unknown-game")
    problem(client.post("/v1/decide", json={**body, "game_version": "0"}), "unknown-version")
    problem(client.post("/v1/describe", json={}), "invalid-request")


def test_a_reused_id_is_a_conflict(client: TestClient) -> None:
    body = request_for(SEEN, "http:3")
    assert client.post("/v1/decide", json=body).status_code == 200
    problem(client.post("/v1/decide", json={**body, "best": 1}), "id-reused")


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 50_000, b"\x00"])
def test_garbage_is_refused(client: TestClient, raw: bytes) -> None:
    headers = {"content-type": "application/json"}
    problem(client.post("/v1/decide", content=raw, headers=headers), "invalid-json")


def test_other_media_types_are_refused(client: TestClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"):
        response = client.post("/v1/decide", content=b"{}", headers={"content-type": kind})
        problem(response, "media-type")


def test_what_is_too_large_is_refused_said_or_not(client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    long = b'{"id": "' + b"x" * MAX_BYTES + b'"}'
    problem(client.post("/v1/decide", content=long, headers=headers), "too-large")

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(long), 65536):
            yield long[start : start + 65536]

    problem(client.post("/v1/decide", content=pieces(), headers=headers), "too-large")


def test_addresses_and_methods_that_are_not_there(client: TestClient) -> None:
    problem(client.get("/v1/nothing"), "not-found")
    wrong = client.get("/v1/decide")
    problem(wrong, "method-not-allowed")
    assert wrong.headers["allow"] == "POST"


def test_without_bots_it_is_unavailable() -> None:
    with TestClient(application(None)) as client:
        problem(client.post("/v1/decide", json=request_for(SEEN)), "unavailable")


def test_faults_of_the_server_stay_there(caplog: pytest.LogCaptureFixture) -> None:
    with (
        TestClient(application(BrokenBots()), raise_server_exceptions=False) as client,
        caplog.at_level(logging.ERROR),
    ):
        response = client.post("/v1/decide", json=request_for(SEEN))
    problem(response, "internal")
    assert "secret" not in response.text
    assert "the secret of the server" in caplog.text


def test_it_leaves_the_apps_own_handlers_alone() -> None:
    made = FastAPI()
    made.include_router(router)
    made.state.bots = PlainBots()
    with TestClient(made) as client:
        assert client.get("/nothing").headers["content-type"] == "application/json"
        problem(client.post("/v1/decide", json={}), "invalid-request")


def test_the_examples_of_the_description_work(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    for path in ("/v1/decide", "/v1/describe"):
        content = described["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        for example in content["examples"].values():
            response = client.post(path, json=example["value"])
            assert response.status_code == 200, response.text


def test_alone_it_starts_and_lists_the_games() -> None:
    with TestClient(app()) as client:
        assert client.get("/v1/games").status_code == 200
        problem(client.get("/"), "not-found")


# Every route by its own description: no answer that the description does not know, none of 5xx.
_description = schemathesis.openapi.from_asgi("/openapi.json", application(PlainBots()))


@_description.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: schemathesis.Case) -> None:
    # TRACE is the web server's to refuse; and which games, options and positions there are is more
    # than a description can say, so what fits it may still be refused (422).
    case.call_and_validate(excluded_checks=[unsupported_method, positive_data_acceptance])


def test_the_description_has_no_address_of_its_own() -> None:
    assert "servers" not in json.loads(json.dumps(application(None).openapi()))
