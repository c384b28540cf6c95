"""Non-interference: what a viewer may not know is drawn anew, and nothing it gets may change."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.checks.loops import Loops
from legation.envs.engine.checks.report import CheckReport
from legation.envs.engine.checks.walk import Walk, as_bytes, slot_bounds
from legation.envs.engine.errors import LegationError
from legation.envs.engine.game import Game, State
from legation.envs.engine.observation import Observation
from legation.envs.engine.redaction import flag_slots
from legation.envs.engine.replay import shown
from legation.envs.engine.schema import LANGUAGES, Count, KnownBy, Public

_LARGEST_DRAW = 1 << 20
_OFTEN = 20  # so many cases without exception are no chance

# Takes a check's name and what is wrong.
Faults = Callable[[str, str], None]


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
        for viewer in range(game.seats + 1):
            self._keep[viewer, flag_slots(game.visibility, viewer)] = True

    def views(
        self, states: Any, viewer: int, encode: bool = False
    ) -> tuple[Any, NDArray[np.float32]]:
        """What `viewer` sees of each state: records `[B]` and, if asked for, features `[B, F]`."""
        game = self.game
        viewers = np.full(len(states), viewer)
        readers = np.where(viewers < game.seats, viewers, -1)
        records = np.repeat(game.initial, len(states))
        encoded = np.zeros((len(states) if encode else 0, game.encoder.width), dtype=np.float32)
        game.kernels.observe(
            game.schema.flat(states), viewers, readers, game.schema.flat(records), encoded,
            game.schema.unknown, game.visibility, game.encoder.tables,
        )  # fmt: skip
        return records, encoded

    def features(self, states: Any, viewer: int) -> NDArray[np.float32]:
        """`[B, F]`, as a batch writes them: straight from the states, without a redacted record."""
        return self.read(self.game.schema.flat(states), np.full(len(states), viewer))

    def read(self, flat: NDArray[Any], viewers: NDArray[np.int64]) -> NDArray[np.float32]:
        """The same, of flat records `[B, W]` for `viewers[i]`."""
        encoded = np.zeros((len(flat), self.game.encoder.width), dtype=np.float32)
        self.game.kernels.read(flat, viewers, encoded, self.game.direct)
        return encoded

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
    for viewer in range(game.seats + 1):
        views, encoded = secrets.views(states, viewer, encode=True)
        report.note("finite", len(rows))
        for i in np.flatnonzero(~np.isfinite(encoded).all(axis=1)):
            names = np.array(game.encoder.names)[~np.isfinite(encoded[i])]
            walk.fault("finite", f"seat {viewer}: {', '.join(names)}", int(rows[i]))
        drawn = secrets.redraw(states, views, viewer)
        again, _ = secrets.views(drawn, viewer)
        report.note("hidden_in_observation", len(rows))
        differ = (as_bytes(views) != as_bytes(again)).any(axis=1)
        for i in np.flatnonzero(differ):
            names = [n for n in game.schema.slots if not np.array_equal(views[i][n], again[i][n])]
            walk.fault(
                "hidden_in_observation", f"viewer {viewer}: {', '.join(names)}", int(rows[i])
            )
        for i in np.flatnonzero((secrets.features(drawn, viewer) != encoded).any(axis=1)):
            walk.fault("hidden_in_observation", f"features of viewer {viewer}", int(rows[i]))
        acts = np.asarray(states["actor"] == viewer)
        report.note("hidden_in_mask", int(acts.sum()))
        # Rules may rest on an actor that can be asked what is asked: others are left out.
        own = np.flatnonzero(acts)
        masks = np.zeros((len(own), game.actions.size), dtype=np.bool_)
        walk.loops.legal(drawn[own], masks)
        for i in own[(masks != walk.masks[rows[own]]).any(axis=1)]:
            told = _telltale(game, states[i], drawn[i], walk.masks[rows[i]])
            words = f"what is legal for seat {viewer} depends on {told}, which it may not know"
            walk.fault("hidden_in_mask", words, int(rows[i]))


def _telltale(game: Game, state: State, drawn: State, mask: NDArray[np.bool_]) -> str:
    """The fields whose hidden values alone change what is legal."""
    found = []
    for name in ("rng", *game.schema.slots):
        trial = state.copy()
        trial[name] = drawn[name]
        if not np.array_equal(game.legal_action_mask(trial), mask):
            found.append(name)
    return ", ".join(found) or "several hidden fields together"


def check_words(game: Game, secrets: Secrets, state: State, faults: Faults) -> None:
    """Texts and errors of one position; `faults(check, message)` takes what is wrong."""
    states = np.array([state], dtype=game.schema.dtype)
    for viewer in range(game.seats + 1):
        views, _ = secrets.views(states, viewer)
        drawn = secrets.redraw(states, views, viewer)[0]
        first = game.observe(state, viewer)
        said = words_of(game, first)
        second = game.observe(drawn, viewer)
        # A mask that tells secrets is a fault of its own, found by `check_views`.
        if not np.array_equal(first.legal_action_mask, second.legal_action_mask):
            continue
        if first.to_bytes() != second.to_bytes():
            faults("hidden_in_observation", f"viewer {viewer}: the views differ")
        if said != words_of(game, second):
            faults("hidden_in_text", f"the words for viewer {viewer} differ")
        illegal = np.flatnonzero(~first.legal_action_mask)
        if first.to_act and len(illegal):
            action = int(secrets.rng.choice(illegal))
            if refusal(game, state, action) != refusal(game, drawn, action):
                faults("hidden_in_error", f"the refusal of action {action} differs")


def words_of(game: Game, seen: Observation) -> list[str]:
    """All words that are made from an observation."""
    texts = [game.render(seen, language) for language in LANGUAGES]
    labels = [
        game.phrase_of(seen, a, language) for a in seen.legal_actions() for language in LANGUAGES
    ]
    return [*texts, *labels, json.dumps(seen.to_dict())]


def refusal(game: Game, state: State, action: int) -> str:
    try:
        game.apply(state.copy(), action)
    except LegationError as error:
        return str(error)
    return "accepted"


class HiddenDecisions:
    """Decisions that a viewer may not see, or not wholly, must not show in what it gets.

    What a hidden decision sets off may be public, so a changed view is no fault by itself. But a
    count that changes with each and every one of them counts them; and a hidden parameter that
    others see in a field each time, while the same seat goes on deciding, is not hidden. And a mask
    that is set just after a decision, whatever is decided, is that of the next decision.
    """

    def __init__(self, game: Game, report: CheckReport, rng: np.random.Generator) -> None:
        self._game, self._report, self._rng = game, report, rng
        self._tried: Counter[str] = Counter()
        self._told: Counter[tuple[str, str]] = Counter()
        self._late_anyway: Counter[str] = Counter()
        self.any = any(
            not isinstance(f.visible_to, Public) or any(p.hidden for p in f.parameters)
            for f in game.actions.families
        )

    def look(self, before: State, action: int, after: State, faults: Faults) -> None:
        """One decision, for all viewers that see it not or not wholly."""
        game, seat = self._game, int(before.actor)
        for viewer in range(game.seats + 1):
            entry = shown(game, viewer, seat, action, before, after)
            if viewer == seat:
                continue
            if entry and "action" in entry:
                self._look_late(before, action, viewer)
                continue
            self._report.note("hidden_decisions")
            view = game.observe(after, viewer)
            if entry is None:
                self._compare("", game.observe(before, viewer), view)
                continue
            for other in self._alike(before, action):
                instead = before.copy()
                game.apply(instead, other)
                if shown(game, viewer, seat, other, before, instead) != entry:
                    faults("hidden_decisions", f"viewer {viewer} can tell {action} from {other}")
                if int(after.actor) == int(instead.actor) == seat:
                    family = game.actions.family_of(action).name
                    self._compare(family, game.observe(instead, viewer), view)

    def _look_late(self, before: State, action: int, viewer: int) -> None:
        """A decision that a viewer sees only since its flag is set after it: was it bound to be?"""
        family = self._game.actions.family_of(action)
        if not isinstance(family.visible_to, KnownBy) or viewer >= self._game.seats:
            return
        mask = family.visible_to.mask
        others = np.flatnonzero(self._game.legal_action_mask(before)).tolist()
        others.remove(action)
        if before[mask][viewer] or not others:
            return
        for other in others:
            instead = before.copy()
            self._game.apply(instead, other)
            if not instead[mask][viewer]:
                return
        self._late_anyway[mask] += 1

    def finish(self, seed: int) -> None:
        for mask, anyway in self._late_anyway.items():
            if anyway >= _OFTEN:
                words = (
                    f"the mask {mask!r} shows decisions to seats for whom it is set after them, "
                    "whatever was decided: it is that of the next decision; declare AS_ASKED"
                )
                self._report.fault("hidden_decisions", words, seed)
        for (family, name), told in self._told.items():
            counts = isinstance(self._game.schema.field(name).kind, Count)
            if told == self._tried[family] >= _OFTEN and (family or counts):
                words = f"the field {name!r} changes with each decision that others may not see"
                if family:
                    words = f"the field {name!r} tells others a hidden parameter of {family!r}"
                self._report.fault("hidden_decisions", words, seed)

    def _alike(self, before: State, action: int) -> list[int]:
        """Another legal action, if there is one, that differs in hidden parameters only."""
        mask = self._game.legal_action_mask(before)
        mask[action] = False
        look = _look(self._game, action)
        alike = [a for a in np.flatnonzero(mask).tolist() if _look(self._game, a) == look]
        return [int(a) for a in self._rng.permutation(alike)[:1]]

    def _compare(self, family: str, first: Observation, second: Observation) -> None:
        self._tried[family] += 1
        for name in self._game.schema.slots:
            if not np.array_equal(first.record[name], second.record[name]):
                self._told[family, name] += 1


def _look(game: Game, action: int) -> tuple[object, ...]:
    """An action without its hidden parameters."""
    family = game.actions.family_of(action)
    named = game.describe(action).parameters
    return (family.name, *(named[p.name] for p in family.parameters if not p.hidden))
