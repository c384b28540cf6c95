"""Running the vectors of `vectors.md`: the rules as plain Python, dice and draws from a queue."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from legation.envs import load_game
from legation.envs.engine import Game, draw
from legation.envs.engine.plain import PlainRules
from legation.envs.interbellum import rules
from legation.envs.interbellum.actions import NO_KIND
from legation.envs.interbellum.components import FRA, INDEX, POOL_SIZE, POWER_IDS, POWERS, SOV
from legation.envs.interbellum.control import control_modifier, place_in_order, update_levels
from legation.envs.interbellum.ending import begin_vote, observer_vote
from legation.envs.interbellum.fields import (
    BY_IDS,
    FIRST_PLACE,
    LEVEL_NAMES,
    POOL,
    RESERVE,
    STEP_C1,
    STEP_I2,
    STEP_P,
    STEP_R1,
    STEP_T,
    STEP_VOTE,
)
from legation.envs.interbellum.planning import newly_assigned
from legation.envs.interbellum.scoring import forfeits, score

FILE = Path(__file__).with_name("vectors.md")
STARTS = {"initiative": STEP_I2, "turn": STEP_I2, "coup": STEP_C1, "rolls": STEP_R1}
ENDS = {"initiative": STEP_C1, "turn": STEP_T, "coup": STEP_R1, "rolls": STEP_T}
SEATS = (*POWER_IDS, "GM")


def load_vectors() -> dict[str, dict[str, Any]]:
    """The TOML blocks of the file, by id."""
    blocks = FILE.read_text(encoding="utf-8").split("```toml\n")[1:]
    vectors = [tomllib.loads(block.split("```")[0]) for block in blocks]
    return {v["id"]: v for v in vectors if "id" in v}


class VectorRun:
    """One vector: its position, played with its dice and its asks."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.vector = vector
        self.scenario = vector.get("scenario", "default")
        options = {**vector.get("options", {}), "scenario": self.scenario}
        self.game: Game = load_game("interbellum", **options)
        self.regions = self.game.schema.axis("region").item_ids
        self.plain = PlainRules({draw: self._draw})
        self.dice = list(vector.get("dice", []))
        self.drawn: list[int] = []
        self.asks = list(vector.get("asks", []))
        self.faults: list[str] = []
        self.state = self.game.initial[0].copy()
        self._position()

    def _draw(self, _: Any, bound: int) -> int:
        if self.drawn:
            return self.drawn.pop(0)
        assert bound == 6, f"a draw of {bound} that the vector does not speak of"
        assert self.dice, "more dice than the vector has"
        return int(self.dice.pop(0)) - 1

    # --- the position --------------------------------------------------------------------

    def _position(self) -> None:
        v, s = self.vector, self.state
        self.plain(rules.set_up)(s)
        s.turn = v.get("turn", 3)
        s.gold = v.get("gold", 0)
        for name, values in v.get("state", {}).items():
            r = self.regions.index(name)
            s.sig[r] = values.get("sig", s.sig[r])
            s.inf[r] = values.get("inf", s.inf[r])
            s.embassy[r] = values.get("embassy", s.embassy[r])
            self.plain(update_levels)(s, r)
        start = v["start"]
        for name in v.get("reserve", []):
            s.place[divmod(INDEX[name], POOL_SIZE)] = RESERVE
        for name, ambassadors in v.get("deploy", {}).items():
            for ambassador in ambassadors:
                power, slot = divmod(INDEX[ambassador], POOL_SIZE)
                s.place[power, slot] = FIRST_PLACE + self.regions.index(name)
                s.deployed[power, slot] = 1
                if start in ("initiative", "turn"):
                    self.plain(newly_assigned)(s, power, slot)
        for name in v.get("attempts", []):
            s.attempt[self.regions.index(name)] = 1
            s.no_roll[SOV, self.regions.index(name)] = 1
        s.surely_pool[:] = 0
        if start in STARTS:
            s.step = STARTS[start]
            s.sent_shown = 1
        elif start == "planning":
            s.cursor = self.plain(place_in_order)(s, POWER_IDS.index(v["seat"]))
        elif start == "finish":
            s.turn = v.get("turn", s.turns)
            self.plain(begin_vote)(s)

    # --- playing -------------------------------------------------------------------------

    def run(self) -> None:
        s, start = self.state, self.vector["start"]
        first = int(s.cursor)
        while start != "levels" and not self._ended(first):
            if s.kind == NO_KIND:
                if start == "planning" and s.cursor == first + 1:
                    s.cursor = POWERS
                    self._script_the_draw()
                self.plain(rules.proceed)(s)
                continue
            mask = np.zeros(self.game.actions.size, dtype=np.bool_)
            self.plain(rules.legal)(s, mask)
            legal = np.flatnonzero(mask).tolist()
            assert legal, f"no legal action in kind {s.kind}"
            self.plain(rules.take)(s, self._answer(legal) if len(legal) > 1 else legal[0])
        assert not self.dice, f"dice left: {self.dice}"
        assert not self.asks, f"asks left: {self.asks}"
        assert not self.drawn, f"draws left: {self.drawn}"

    def _ended(self, first: int) -> bool:
        s, start = self.state, self.vector["start"]
        if start in ENDS:
            return bool(s.kind == NO_KIND and s.step >= ENDS[start])
        if start == "planning":
            return bool(s.step != STEP_P)
        assert s.step >= STEP_VOTE
        return bool(s.over)

    def _answer(self, legal: list[int]) -> int:
        assert self.asks, f"an ask that the vector does not have: {self._names(legal)}"
        seat, _, rest = self.asks.pop(0).partition(":")
        listed, _, taken = rest.partition("=>")
        assert SEATS[self.state.actor] == seat.strip()
        expected = {a for token in listed.split() for a in self._numbers(token)}
        if expected:
            assert self._names(expected) == self._names(legal)
        (action,) = self._numbers(taken.strip())
        assert action in legal
        return action

    def _numbers(self, token: str) -> list[int]:
        """The flat numbers of `PASS`, `POWER:GER`, `AMOUNT:1..3`, `GM+1`."""
        family, _, item = token.partition(":")
        if family.startswith("GM"):
            return [self.game.action("gm", modifier=int(family[2:]))]
        if family == "AMOUNT":
            low, _, high = item.partition("..")
            return [
                self.game.action("amount", amount=n) for n in range(int(low), int(high or low) + 1)
            ]
        names = {"POWER": "power", "REGION": "region", "AMB": "ambassador"}
        if family in names:
            return [self.game.action(names[family], **{names[family]: item})]
        return [self.game.action(family.lower())]

    def _names(self, actions: Any) -> list[str]:
        return [self.game.label(int(a)) for a in sorted(actions)]

    def _script_the_draw(self) -> None:
        """The draws that send France's others where the vector says."""
        s, wanted = self.state, self.vector.get("draw", {})
        taken = {int(p) - FIRST_PLACE for p in s.place[FRA] if p >= FIRST_PLACE}
        free = [r for r in range(len(self.regions)) if r not in taken]
        for slot in range(POOL_SIZE):
            if s.place[FRA, slot] == RESERVE and slot != s.free_amb[FRA]:
                name = self.game.schema.axis("ambassador").item_ids[FRA * POOL_SIZE + slot]
                entry = free.index(self.regions.index(wanted[name]))
                self.drawn.append(entry)
                free.pop(entry)

    # --- what came of it -----------------------------------------------------------------

    def outcome(self) -> dict[str, Any]:
        """All that a vector may expect, in its words."""
        s, ids = self.state, list(INDEX)
        by_region = {name: self._region(r) for r, name in enumerate(self.regions)}
        places = {
            ids[p * POOL_SIZE + k]: int(s.place[p, k])
            for p in range(POWERS)
            for k in range(POOL_SIZE)
        }
        found: dict[str, Any] = {
            **by_region,
            "deployed": {
                a: self.regions[p - FIRST_PLACE] for a, p in places.items() if p >= FIRST_PLACE
            },
            "reserve": [a for a, p in places.items() if p == RESERVE],
            "in_pool": [a for a, p in places.items() if p == POOL],
            "no_roll": [
                f"{POWER_IDS[p]}:{name}"
                for p in range(POWERS)
                for r, name in enumerate(self.regions)
                if s.no_roll[p, r]
            ],
            "cancelled": [a for i, a in enumerate(ids) if s.cancelled[divmod(i, POOL_SIZE)]],
            "gold": int(s.gold),
            "scores": [int(self.plain(score)(s, p)) for p in range(POWERS)],
            "forfeited": bool(self.plain(forfeits)(s)),
            "observer_votes": [
                POWER_IDS[self.plain(observer_vote)(s, i)] for i in range(s.observers)
            ],
        }
        if s.over:
            out = np.zeros(self.game.seats)
            self.plain(self.game.rules.returns)(s, out)
            found["rewards"] = [round(float(x), 4) + 0.0 for x in out]
            found["winner"] = POWER_IDS[s.winner]
            found["gm_vote"] = POWER_IDS[s.gm_vote]
            found["by"] = BY_IDS[s.by]
        return found

    def _region(self, r: int) -> dict[str, Any]:
        s = self.state
        return {
            "sig": int(s.sig[r]),
            "inf": [int(i) for i in s.inf[r]],
            "embassy": bool(s.embassy[r]),
            "levels": [LEVEL_NAMES[level].en for level in s.level[r]],
            "control": [int(self.plain(control_modifier)(s, r, p)) for p in range(POWERS)],
            "totals": {POWER_IDS[p]: int(s.total[r, p]) for p in range(POWERS) if s.dice[r, p]},
            "case": int(s.case[r]),
            "attempt_total": int(s.attempt_total[r]),
        }
