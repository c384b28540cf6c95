"""The protocol over HTTP: `router` for the pages' app, or `app()` alone.

Every answer of these routes that is no success is problem details, also for faults of the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import HTTPException
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException

from legation.play.protocol import MAX_BYTES
from legation.play.protocol.decider import Decider
from legation.play.protocol.messages import (
    DecideAnswer,
    DecideRequest,
    DescribeRequest,
    GameInfo,
    Games,
)
from legation.play.protocol.problems import (
    MEDIA_TYPE,
    PROBLEMS,
    Problem,
    ProblemError,
    parse,
)

_LOG = logging.getLogger("legation.play.protocol")
_EXAMPLES = Path(__file__).with_name("examples.json")
_Message = TypeVar("_Message", bound=BaseModel)
_Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class _ProblemRoute(APIRoute):
    """Turns whatever goes wrong into problem details, without touching the app's own handlers."""

    def get_route_handler(self) -> _Handler:
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except ProblemError as error:
                return _response(error)
            except HTTPException:
                raise
            except Exception:
                _LOG.exception("the bot protocol failed at %s", request.url.path)
                return _response(ProblemError("internal", "this is a fault of the server"))

        return answer


def _response(error: ProblemError) -> Response:
    problem = error.problem
    return JSONResponse(problem.model_dump(), problem.status, media_type=MEDIA_TYPE)


def _inline(model: type[BaseModel]) -> dict[str, Any]:
    """The model's schema without references, to stand anywhere in the description."""
    schema = model.model_json_schema()
    named = schema.pop("$defs", {})

    def resolve(part: Any) -> Any:
        if isinstance(part, dict):
            if "$ref" in part:
                return resolve(named[part["$ref"].split("/")[-1]])
            return {key: resolve(value) for key, value in part.items()}
        return [resolve(item) for item in part] if isinstance(part, list) else part

    resolved: dict[str, Any] = resolve(schema)
    return resolved


def _documented(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The problems of a route, for OpenAPI."""
    titles: dict[int, list[str]] = {}
    for kind in kinds:
        title, status = PROBLEMS[kind]
        titles.setdefault(status, []).append(title)
    content = {MEDIA_TYPE: {"schema": _inline(Problem)}}
    return {
        status: {"description": "; ".join(words), "content": content}
        for status, words in titles.items()
    }


def _body(model: type[BaseModel], example: str) -> dict[str, Any]:
    """The request's body, for OpenAPI: it is read by hand, so that its size is bounded."""
    value = json.loads(_EXAMPLES.read_text(encoding="utf-8"))[example]
    content = {"schema": _inline(model), "examples": {"plain": {"value": value}}}
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


_ALWAYS = ("internal", "unavailable")
_READING = ("invalid-json", "too-large", "media-type", "invalid-request", "unknown-game")
_DECIDING = ("unknown-version", "illegal-position", "nothing-to-decide", "id-reused")

router = APIRouter(prefix="/v1", tags=["bot protocol"], route_class=_ProblemRoute)
# Decisions take seconds: threads of their own, so that nobody else waits for them.
_threads = ThreadPoolExecutor(32, thread_name_prefix="legation-protocol")


@router.get("/games", summary="The games", responses=_documented(*_ALWAYS))
async def games(request: Request) -> Games:
    """Every game with its options, seats, fields and actions, under its default options."""
    return await _in_thread(_decider(request).games)


@router.post(
    "/describe",
    summary="A game with certain options",
    response_model=GameInfo,
    responses=_documented(*_ALWAYS, *_READING),
    openapi_extra=_body(DescribeRequest, "describe"),
)
async def describe(request: Request) -> GameInfo:
    """The fields and actions of a game under the given options, which may change them."""
    message = await _read(request, DescribeRequest)
    return await _in_thread(partial(_decider(request).describe, message))


@router.post(
    "/decide",
    summary="What should this seat do?",
    response_model=DecideAnswer,
    responses=_documented(*_ALWAYS, *_READING, *_DECIDING),
    openapi_extra=_body(DecideRequest, "decide"),
)
async def decide(request: Request) -> DecideAnswer:
    """An action for a seat that has to act, from what that seat sees. Idempotent by `id`."""
    message = await _read(request, DecideRequest)
    return await _in_thread(partial(_decider(request).decide, message))


def _decider(request: Request) -> Decider:
    """The app's, made from its bots at the first request."""
    state = request.app.state
    if getattr(state, "decider", None) is None:
        bots = getattr(state, "bots", None)
        if bots is None:
            raise ProblemError("unavailable", "there are no bots yet")
        state.decider = Decider(bots)
    decider: Decider = state.decider
    return decider


_T = TypeVar("_T")


async def _in_thread(function: Callable[[], _T]) -> _T:
    return await asyncio.get_running_loop().run_in_executor(_threads, function)


async def _read(request: Request, model: type[_Message]) -> _Message:
    """The body as a message; refused before it is read where it is too long."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ProblemError("media-type", "send JSON, with Content-Type: application/json")
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdecimal() or len(length) > 18:
        raise ProblemError("invalid-request", "Content-Length is no number")
    if int(length) > MAX_BYTES:
        raise _too_large()
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MAX_BYTES:
            raise _too_large()
    return parse(model, bytes(raw))


def _too_large() -> ProblemError:
    return ProblemError("too-large", f"a request has {MAX_BYTES} bytes at most")


# --- alone -----------------------------------------------------------------------------------


def install_problem_handlers(application: FastAPI) -> None:
    """Makes the app's own refusals, such as 404, problem details too."""

    async def refuse(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, StarletteHTTPException) else 500
        kinds = {404: "not-found", 405: "method-not-allowed"}
        response = _response(ProblemError(kinds.get(status, "internal"), request.url.path[:200]))
        if isinstance(error, StarletteHTTPException) and error.headers:
            response.headers.update(error.headers)
        return response

    application.add_exception_handler(StarletteHTTPException, refuse)


def app() -> FastAPI:
    """The bot protocol by itself: `uvicorn --factory legation.play.protocol.http:app`."""
    from legation.play.bots import BotPool

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        pool = BotPool()
        application.state.bots = pool
        yield
        pool.close()

    application = FastAPI(
        title="Legation bot protocol", version="1", lifespan=lifespan, docs_url=None, redoc_url=None
    )
    application.include_router(router)
    install_problem_handlers(application)
    return application
