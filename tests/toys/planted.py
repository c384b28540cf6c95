"""Toys with one fault each, and the checks that must find it.

`python -m legation.tests.toys.planted` prints what the conformance suite finds in each; it is meant
to be run with NUMBA_DISABLE_JIT=1, as compiling a dozen games takes long.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from legation.envs.engine import (
    AS_ASKED,
    KNOWN_BY,
    PUBLIC,
    ActionSpace,
    Count,
    Field,
    Game,
    Observation,
    Parameter,
    Schema,
    Text,
    Turn,
    rule,
)
from legation.envs.engine.checks import run_checks
from legation.tests.toys import kuhn, leduc, sealed, whisper

_calls = count()
_seen_by_render: list[Any] = []


@rule
def legal_reads_another_card(s: Any, mask: Any) -> None:
    mask[kuhn.CHECK] = True
    mask[kuhn.BET] = s.card[1 - s.actor] < 2


@rule
def apply_leaves_no_action(s: Any, action: Any) -> None:
    kuhn.apply(s, action)
    if s.turns == 1:
        s.paid[0] = 1


@rule
def legal_forgets_the_second_seat(s: Any, mask: Any) -> None:
    if s.actor == 0:
        mask[kuhn.CHECK] = True
        mask[kuhn.BET] = True


@rule
def legal_changes_the_state(s: Any, mask: Any) -> None:
    s.bettor = -1
    mask[kuhn.CHECK] = True
    mask[kuhn.BET] = True


@rule
def returns_do_not_add_up(s: Any, out: Any) -> None:
    kuhn.returns(s, out)
    out[0] -= 0.5


@rule
def shares_do_not_add_up(s: Any, values: Any, out: Any) -> None:
    out[:] = 1.0


def apply_is_not_deterministic(s: Any, action: Any) -> None:
    kuhn.apply(s, action)
    s.turns = next(_calls) % 4


@rule
def apply_leaves_the_range(s: Any, action: Any) -> None:
    kuhn.apply(s, action)
    if s.turns == 2:
        s.bettor = 7


@rule
def apply_never_ends(s: Any, action: Any) -> None:
    s.actor = 1 - s.actor


@rule
def apply_counts_in_public(s: Any, action: Any) -> None:
    whisper.apply(s, action)
    s.steps += 1


@rule
def apply_shows_the_colour(s: Any, action: Any) -> None:
    seat = s.actor
    whisper.apply(s, action)
    s.steps = s.colour[seat] + 1


def render_remembers(observation: Observation, language: str) -> str:
    """As a text would that keeps a State from elsewhere."""
    return f"{_seen_by_render[-1].tolist()}" if _seen_by_render else ""


class Peeping(Game):
    """Hands the whole state to whoever renders."""

    def observe(self, state: Any, viewer: int | str) -> Observation:
        _seen_by_render.append(state.card.copy())
        return super().observe(state, viewer)


class Careless(Game):
    """Takes illegal actions for legal ones."""

    def apply(self, state: Any, action: int) -> None:
        self.kernels.apply(state, int(action))


class Leaky(Game):
    """Shows the whole record to everybody."""

    def observe(self, state: Any, viewer: int | str) -> Observation:
        return replace(super().observe(state, viewer), record=state.copy())


def determinize_forgets(observation: Observation, rng: Any) -> Any:
    state = whisper.determinize(observation, rng)
    state.card[:] = rng.integers(4)
    return state


def _rules(game: Game, changed: dict[str, Callable[..., Any]]) -> Game:
    return replace(game, rules=replace(game.rules, **changed))


def _as(kind: type[Game], game: Game) -> Game:
    names = (
        "id", "title", "version", "options", "schema", "actions", "rules", "initial",
        "max_decisions", "return_sum", "return_range", "build", "render", "determinize",
    )  # fmt: skip
    return kind(**{name: getattr(game, name) for name in names})


def _with_steps(apply: Callable[..., Any]) -> Game:
    import numpy as np

    game = whisper.build()
    old = game.schema
    steps = Field("steps", Count(0, 99), PUBLIC, Text("steps", "шаги"))
    declared = [f for f in old.fields if f.name not in ("actor", "over")]
    schema = Schema(old.seats, old.axes, (*declared, steps))
    initial = np.zeros(1, schema.dtype)
    initial["with_die"] = 1
    changed = replace(game.rules, apply=apply)
    return replace(game, schema=schema, initial=initial, rules=changed, determinize=None)


def _two_labels_alike(game: Game) -> Game:
    lay = next(f for f in game.actions.families if f.name == "lay")
    vague = replace(lay, label=Text("lay a stone", "положить камень"))
    families = tuple(vague if f is lay else f for f in game.actions.families)
    return replace(game, actions=ActionSpace(families))


def _colour_not_hidden(game: Game) -> Game:
    lay = next(f for f in game.actions.families if f.name == "lay")
    open_ = tuple(Parameter(p.name, p.axis) for p in lay.parameters)
    families = tuple(replace(f, parameters=open_) if f is lay else f for f in game.actions.families)
    return replace(game, actions=ActionSpace(families))


@rule
def apply_shows_the_bid(s: Any, action: Any) -> None:
    hidden = s.shown == 0
    sealed.apply(s, action)
    if hidden:
        s.said = (s.said + 1) % (sealed.MOST + 1)


def _as_said(game: Game, *changes: str) -> Game:
    old = game.schema
    declared = (item for item in old.fields if item.name not in ("actor", "over"))
    schema = Schema(old.seats, old.axes, tuple(declared), turn=Turn("turn", changes))
    return replace(game, schema=schema)


def _bids_shown() -> Game:
    """A public field that changes with each sealed bid."""
    return _rules(sealed.build(AS_ASKED("asked", "open")), {"apply": apply_shows_the_bid})


def _constant(game: Game, name: str) -> Game:
    """With a field that is called constant."""
    old = game.schema
    declared = [f for f in old.fields if f.name not in ("actor", "over")]
    fields = tuple(replace(item, constant=item.name == name) for item in declared)
    return replace(game, schema=Schema(old.seats, old.axes, fields))


def planted() -> dict[str, tuple[str, Game]]:
    """name: (the check that must find it, the game)."""
    plain, secret = kuhn.build(2), whisper.build()
    legal, apply = "legal", "apply"
    return {
        "mask reads a hidden card": (
            "hidden_in_mask", _rules(plain, {legal: legal_reads_another_card})),
        "no action left": ("some_action", _rules(plain, {legal: legal_forgets_the_second_seat})),
        "legal changes the state": (
            "pure_rules", _rules(plain, {legal: legal_changes_the_state})),
        "returns do not add up": ("returns", _rules(plain, {"returns": returns_do_not_add_up})),
        "shares do not add up": ("win_shares", _rules(plain, {"win_shares": shares_do_not_add_up})),
        "not deterministic": ("determinism", _rules(plain, {apply: apply_is_not_deterministic})),
        "value out of range": ("field_bounds", _rules(plain, {apply: apply_leaves_the_range})),
        "never ends": ("decision_bound", _rules(plain, {apply: apply_never_ends})),
        "public step counter": ("hidden_decisions", _with_steps(apply_counts_in_public)),
        "public hidden parameter": ("hidden_decisions", _with_steps(apply_shows_the_colour)),
        "text shows a secret": (
            "hidden_in_text", replace(_as(Peeping, plain), render=render_remembers)),
        "observation shows all": ("hidden_in_observation", _as(Leaky, plain)),
        "illegal action taken": ("illegal_action", _as(Careless, secret)),
        "text raises": ("hidden_in_text", replace(plain, render=lambda o, language: 1 // 0)),
        "determinization differs": (
            "determinize", replace(secret, determinize=determinize_forgets)),
        "a constant that changes": ("constants", _constant(plain, "turns")),
        "invariant broken": ("invariants", replace(plain, invariants=lambda state: ["wrong"])),
        "audience of the next decision": (
            "hidden_decisions", sealed.build(KNOWN_BY("asked"))),
        "sealed bid shown in a field": ("hidden_decisions", _bids_shown()),
        "more changes in a turn than is said": (
            "turns", _as_said(secret, "stash", "lies", "heard", "laid")),
        "labels alike": ("actions", _two_labels_alike(secret)),
    }  # fmt: skip


def main() -> None:
    games = {name: game for name, (_, game) in planted().items()}
    sound = {
        f"sound {game.id}": game
        for game in (kuhn.build(3), leduc.build(3), whisper.build(), sealed.build())
    }
    found = {
        name: run_checks(game, positions=300, samples=40, episodes=10).to_dict()["faults"]
        for name, game in {**games, **sound}.items()
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
