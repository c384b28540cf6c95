"""The explicit no: problem details (RFC 9457), the same over HTTP and on stdio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

MEDIA_TYPE = "application/problem+json"
_URN = "urn:legation:problem:"
# What can be wrong: the last part of `type`, with its title and HTTP status.
PROBLEMS: dict[str, tuple[str, int]] = {
    "invalid-json": ("The request is not JSON", 400),
    "not-found": ("There is nothing at this address", 404),
    "method-not-allowed": ("This address takes another method", 405),
    "id-reused": ("The decision id came before with another request", 409),
    "too-large": ("The request is too large", 413),
    "media-type": ("The request is not application/json", 415),
    "invalid-request": ("The request is not in the form of the protocol", 422),
    "unknown-game": ("There is no such game, option, seat or strength", 422),
    "unknown-version": ("This version can't be played here", 422),
    "illegal-position": ("The position can't be", 422),
    "nothing-to-decide": ("The seat has nothing to decide", 422),
    "internal": ("The server failed; the fault is logged", 500),
    "unavailable": ("The server is starting or stopping", 503),
}
_MOST_FAULTS = 20
_Message = TypeVar("_Message", bound=BaseModel)


class Fault(BaseModel):
    """One thing that is wrong: where in the request, and what would be right."""

    model_config = ConfigDict(extra="forbid")
    where: str
    what: str


class Problem(BaseModel):
    """Problem details; `errors` says what is wrong, one by one."""

    model_config = ConfigDict(extra="forbid")
    type: str = Field(description="a stable name of the kind of problem")
    title: str
    status: int = Field(description="as in the HTTP answer")
    detail: str
    errors: list[Fault] = []


class ProblemError(Exception):
    """A request that is refused."""

    def __init__(self, kind: str, detail: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(detail)
        title, status = PROBLEMS[kind]
        self.kind = kind
        self.problem = Problem(
            type=_URN + kind,
            title=title,
            status=status,
            detail=detail,
            errors=list(faults[:_MOST_FAULTS]),
        )


def parse(model: type[_Message], raw: bytes) -> _Message:
    """The message in `raw`, JSON.

    Raises:
        ProblemError: it is none; says what is wrong.
    """
    try:
        return model.model_validate_json(raw)
    except ValidationError as error:
        raise from_validation(error) from None


def from_validation(error: ValidationError) -> ProblemError:
    """What pydantic found, in its words, without what was given: that may be very long."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    if found[0]["type"] == "json_invalid":
        return ProblemError("invalid-json", found[0]["msg"])
    faults = [Fault(where=_where(item["loc"]), what=item["msg"]) for item in found]
    first = f"{faults[0].where}: {faults[0].what}" if faults[0].where else faults[0].what
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return ProblemError("invalid-request", first + more, faults)


def _where(place: tuple[int | str, ...]) -> str:
    # Names that the client made up may be of any length.
    return ".".join(str(part)[:80] for part in place)
