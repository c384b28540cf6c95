"""What the conformance suite found."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

# Of each check, this many faults are kept in full; the others are only counted.
KEPT = 5

# name: what it demands
CHECKS: dict[str, str] = {
    "some_action": "a seat that has to act has at least one legal action",
    "decision_bound": "an episode ends within the promised number of decisions",
    "field_bounds": "every field holds values within its declared range",
    "pure_rules": "legal, returns and win_shares change nothing and repeat themselves",
    "determinism": "the same state and action, or the same seed, give the same bytes",
    "returns": "returns are finite, within their range, and have the promised sum",
    "win_shares": "shares of the win are not negative and add up to 1",
    "finite": "encoded observations are finite",
    "constants": "what is declared constant has what the options say",
    "invariants": "the game's own invariants hold",
    "hidden_in_mask": "the legal mask does not depend on what the seat to act may not know",
    "hidden_in_observation": "an observation does not depend on what its viewer may not know",
    "hidden_in_text": "nor do the words of a position, in any language",
    "hidden_in_error": "nor does the error for an illegal action",
    "hidden_decisions": "decisions hidden from a viewer show neither in its view nor its export",
    "determinize": "a determinization looks the same to its seat and is a possible state",
    "clone": "copies of a state and of the game have the same bytes and a life of their own",
    "illegal_action": "an illegal action is refused, and the state is untouched",
    "actions": "actions and their names convert into each other; labels are there and differ",
    "record": "a record file reads back, and replays to the same bytes",
    "turns": "while a seat goes on to act, only what the schema says changes, in its features too",
    "batch": "results depend neither on the size of a batch, the place in it, nor threads",
    "forced": "taking forced decisions by itself changes no result",
}


@dataclass(frozen=True)
class Fault:
    """One broken demand.

    `position(game, seed, episode, decision)` leads there; `decision` is -1 where the fault belongs
    to no single position.
    """

    check: str
    message: str
    seed: int
    episode: int
    decision: int


@dataclass
class CheckReport:
    """Result of `run_checks`.

    Attributes:
        game: its id.
        positions: how many were visited.
        episodes: how many came to their end.
        tried: how often each check was made; 0 where the game has nothing to check.
        found: how often each failed.
        faults: the first few of each.
    """

    game: str
    positions: int = 0
    episodes: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.faults

    def note(self, check: str, times: int = 1) -> None:
        assert check in CHECKS, check
        self.tried[check] += int(times)

    def fault(
        self, check: str, message: str, seed: int, episode: int = 0, decision: int = -1
    ) -> None:
        assert check in CHECKS, check
        self.found[check] += 1
        if self.found[check] <= KEPT:
            self.faults.append(Fault(check, message, seed, int(episode), int(decision)))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for `--json`."""
        return {
            "game": self.game,
            "ok": self.ok,
            "positions": self.positions,
            "episodes": self.episodes,
            "checks": {
                name: {"tried": self.tried[name], "faults": self.found[name], "demands": demand}
                for name, demand in CHECKS.items()
            },
            "faults": [asdict(fault) for fault in self.faults],
        }

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.positions} positions, {self.episodes} episodes"]
        for name, demand in CHECKS.items():
            verdict = f"{self.found[name]} faults" if self.found[name] else "ok"
            verdict = verdict if self.tried[name] else "not applicable"
            lines.append(f"  {name:22}{verdict:16}{self.tried[name]:>10}  {demand}")
        for fault in self.faults:
            lines.append(
                f"  FAULT {fault.check}: {fault.message} (seed {fault.seed}, "
                f"episode {fault.episode}, decision {fault.decision})"
            )
        return "\n".join(lines)
