"""The explicit no: why a command was not carried out, for programs and for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.envs.engine import LegationError

# What each code means, and the HTTP status it travels with.
CODES: dict[str, int] = {
    "no_table": 404,
    "no_seat": 404,
    "forbidden": 403,
    "stale": 409,  # the decision was taken, or the position is another by now
    "not_your_turn": 409,
    "over": 409,
    "key_reused": 409,  # the idempotency key came before, with another command
    "taken": 409,
    "no_undo": 409,
    "illegal": 422,
    "bad_input": 422,
    "too_large": 413,
    "too_many": 429,
    "broken": 500,  # the stored table does not replay under these rules
    "busy": 503,
}


class RefusalError(LegationError):
    """A no with its reason. `words` is a message id of the catalogs, `values` go into it."""

    def __init__(self, code: str, words: str, **values: Any) -> None:
        super().__init__(words.format(**values) if values else words)
        self.code = code
        self.words = words
        self.values = values

    @property
    def status(self) -> int:
        return CODES[self.code]


@dataclass(frozen=True)
class Receipt:
    """The explicit yes: what was accepted, committed before it was said.

    Attributes:
        what: `act`, `undo`, `leave`, `take_back`, `claim`, `chat`, `webhook`.
        decision: the id of the decision that was taken, if one was.
        label: the action in the words of records (English).
        sequence: the seat's sequence number afterwards: the next command expects it.
        repeated: the same command came before; this is the receipt of then.
    """

    what: str
    sequence: int
    decision: str | None = None
    action: int | None = None
    label: str | None = None
    repeated: bool = False

    def to_dict(self) -> dict[str, Any]:
        content: dict[str, Any] = {"what": self.what, "sequence": self.sequence}
        for name in ("decision", "action", "label"):
            if getattr(self, name) is not None:
                content[name] = getattr(self, name)
        if self.repeated:
            content["repeated"] = True
        return content


__all__ = ["CODES", "Receipt", "RefusalError"]
