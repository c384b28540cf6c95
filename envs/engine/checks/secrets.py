"""Non-interference: what a viewer may not know is drawn anew, and nothing it gets may change."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.checks.loops import Loops
from legation.envs.engine.checks.report import CheckReport
from legation.envs.engine.checks.walk import Walk, as_bytes, slot_bounds
from legation.envs.engine.errors import LegationError
from legation.envs.engine.game import Game, State
from legation.envs.engine.observation import Observation
from legation.envs.engine.replay import shown
from legation.envs.engine.schema import LANGUAGES, Public

_LARGEST_DRAW = 1 << 20


class Secrets:
    """Draws anew, within the declared ranges, what a viewer may not know.

    These are the entries it sees as unknown, the random stream, and who has to act if it is not the
    viewer. Left as they are: the flags that decide what the viewer sees, as it can read those from
    what it sees.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = np.random.default_rng([seed, 1])
        self._loops = Loops(game)
        low, high = slot_bounds(game)
        self._low = low
        self._span = np.minimum(high - low + 1, _LARGEST_DRAW)
        named = np.zeros(game.schema.width, dtype=np.bool_)
        for name, slots in game.schema.slots.items():
            if name not in ("actor", "over"):
                named[slots.indices.ravel()] = True
        self._keep = np.repeat(~named[None], game.seats + 1, axis=0)
        for viewer, guard in enumerate(game.visibility.guard):
            self._keep[viewer, guard[guard >= 0]] = True

    def views(
        self, states: Any, viewer: int, encode: bool = False
    ) -> tuple[Any, NDArray[np.float32]]:
        """What `viewer` sees of each state: records `[B]` and, if asked for, features `[B, F]`."""
        game = self.game
        viewers = np.full(len(states), viewer)
        records = np.repeat(game.initial, len(states))
        encoded = np.zeros((len(states) if encode else 0, game.encoder.width), dtype=np.float32)
        game.kernels.observe(
            game.schema.flat(states), viewers, viewers, game.schema.flat(records), encoded,
            game.schema.unknown, game.visibility, game.encoder.tables,
        )  # fmt: skip
        return records, encoded

    def redraw(self, states: Any, views: Any, viewer: int) -> Any:
        """Copies of the states, with all that `viewer` may not know drawn anew."""
        schema = self.game.schema
        drawn = states.copy()
        chance = self.rng.integers(1, 2**62, size=1, dtype=np.uint64)
        self._loops.redraw(
            schema.flat(drawn), schema.flat(views), schema.unknown, self._low, self._span,
            self._keep[viewer], chance,
        )  # fmt: skip
        drawn["rng"] = self.rng.integers(1, 2**62, size=len(states), dtype=np.uint64)
        others = np.array([s for s in range(self.game.seats) if s != viewer] or [0])
        free = (states["over"] == 0) & (states["actor"] != viewer)
        picked = others[self.rng.integers(len(others), size=len(states))]
        drawn["actor"] = np.where(free, picked, states["actor"])
        return drawn


def check_views(walk: Walk, secrets: Secrets) -> None:
    """Observations and legal masks of all viewers, at all positions of the walk."""
    game, report = walk.game, walk.report
    rows = np.flatnonzero(walk.live)
    states = walk.states[rows]
    masks = np.zeros((len(rows), game.actions.size), dtype=np.bool_)
    for viewer in range(game.seats + 1):
        views, encoded = secrets.views(states, viewer, encode=True)
        report.note("finite", len(rows))
        for i in np.flatnonzero(~np.isfinite(encoded).all(axis=1)):
            names = np.array(game.encoder.names)[~np.isfinite(encoded[i])]
            walk.fault("finite", f"seat {viewer}: {', '.join(names)}", rows[i])
        drawn = secrets.redraw(states, views, viewer)
        again, _ = secrets.views(drawn, viewer)
        report.note("hidden_in_observation", len(rows))
        differ = (as_bytes(views) != as_bytes(again)).any(axis=1)
        for i in np.flatnonzero(differ):
            names = [n for n in game.schema.slots if not np.array_equal(views[i][n], again[i][n])]
            walk.fault("hidden_in_observation", f"viewer {viewer}: {', '.join(names)}", rows[i])
        acts = np.asarray(states["actor"] == viewer)
        report.note("hidden_in_mask", int(acts.sum()))
        walk.loops.legal(drawn, masks)
        for i in np.flatnonzero(acts & (masks != walk.masks[rows]).any(axis=1)):
            told = _telltale(game, states[i], drawn[i], walk.masks[rows[i]])
            words = f"what is legal for seat {viewer} depends on {told}, which it may not know"
            walk.fault("hidden_in_mask", words, rows[i])


def _telltale(game: Game, state: State, drawn: State, mask: NDArray[np.bool_]) -> str:
    """The fields whose hidden values alone change what is legal."""
    found = []
    for name in ("rng", *game.schema.slots):
        trial = state.copy()
        trial[name] = drawn[name]
        if not np.array_equal(game.legal_action_mask(trial), mask):
            found.append(name)
    return ", ".join(found) or "several hidden fields together"


def check_words(game: Game, secrets: Secrets, state: State, faults: Any) -> None:
    """Texts and errors of one position; `faults(check, message)` takes what is wrong."""
    states = np.array([state], dtype=game.schema.dtype)
    for viewer in range(game.seats + 1):
        views, _ = secrets.views(states, viewer)
        drawn = secrets.redraw(states, views, viewer)[0]
        first, second = game.observe(state, viewer), game.observe(drawn, viewer)
        # A mask that tells secrets is a fault of its own, found by `check_views`.
        if np.array_equal(first.legal_action_mask, second.legal_action_mask):
            if first.to_bytes() != second.to_bytes():
                faults("hidden_in_observation", f"viewer {viewer}: the views differ")
            if words_of(game, first) != words_of(game, second):
                faults("hidden_in_text", f"the words for viewer {viewer} differ")
        illegal = np.flatnonzero(~first.legal_action_mask)
        if first.to_act and len(illegal):
            action = int(secrets.rng.choice(illegal))
            if refusal(game, state, action) != refusal(game, drawn, action):
                faults("hidden_in_error", f"the refusal of action {action} differs")


def words_of(game: Game, seen: Observation) -> list[str]:
    """All words that are made from an observation."""
    texts = [game.render(seen, language) for language in LANGUAGES]
    labels = [game.label(a, language) for a in seen.legal_actions() for language in LANGUAGES]
    return [*texts, *labels, json.dumps(seen.to_dict())]


def refusal(game: Game, state: State, action: int) -> str:
    try:
        game.apply(state.copy(), action)
    except LegationError as error:
        return str(error)
    return "accepted"


class HiddenDecisions:
    """Decisions that a viewer may not see, or not wholly, must not show in what it gets.

    What a hidden decision sets off may be public, so a changed view is no fault by itself. But while
    the same seat goes on deciding, nothing has been set off; where the view changes each time even
    then, something counts or tells the hidden decisions.
    """

    def __init__(self, game: Game, report: CheckReport, rng: np.random.Generator) -> None:
        self._game, self._report, self._rng = game, report, rng
        self._tried: Counter[tuple[str, str]] = Counter()
        self._told: Counter[tuple[str, str]] = Counter()
        families = game.actions.families
        self.any = any(
            not isinstance(f.visible_to, Public) or any(p.hidden for p in f.parameters)
            for f in families
        )

    def look(self, before: State, action: int, after: State, faults: Any) -> None:
        """One decision, against another that the viewers must not be able to tell from it."""
        game, seat = self._game, int(before.actor)
        family = game.actions.family_of(action).name
        mask = game.legal_action_mask(before)
        mask[action] = False
        others = self._rng.permutation(np.flatnonzero(mask))[:20].tolist()
        for viewer in range(game.seats + 1):
            if viewer == seat:
                continue
            entry = shown(game, viewer, seat, action, before, after)
            if entry and "action" in entry:
                continue
            self._report.note("hidden_decisions")
            stays = int(after.actor) == seat
            view = game.observe(after, viewer).to_bytes()
            if entry is None and stays:
                told = view != game.observe(before, viewer).to_bytes()
                self._count(family, "is hidden, but each time changes what others see", told)
            for other in others:
                instead = before.copy()
                game.apply(instead, other)
                same_look = _look(game, viewer, other) == _look(game, viewer, action)
                if not same_look:
                    continue
                if shown(game, viewer, seat, other, before, instead) != entry:
                    faults("hidden_decisions", f"viewer {viewer} can tell {action} from {other}")
                if stays and int(instead.actor) == seat and entry is not None:
                    told = view != game.observe(instead, viewer).to_bytes()
                    self._count(family, "has a hidden parameter that others see each time", told)
                break

    def finish(self, seed: int) -> None:
        for key, tried in self._tried.items():
            if tried >= 10 and self._told[key] == tried:
                self._report.fault("hidden_decisions", f"the action {key[0]!r} {key[1]}", seed)

    def _count(self, family: str, what: str, told: bool) -> None:
        self._tried[family, what] += 1
        self._told[family, what] += told


def _look(game: Game, viewer: int, action: int) -> tuple[object, ...]:
    """What can be seen of an action by somebody else, if anything is."""
    family = game.actions.family_of(action)
    named = game.describe(action).parameters
    return (family.name, *(named[p.name] for p in family.parameters if not p.hidden))
