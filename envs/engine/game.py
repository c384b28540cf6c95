"""A game: its declarations and rules in one object, and the steps on a single state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine.actions import Action, ActionSpace
from legation.envs.engine.board import DescribeBoard
from legation.envs.engine.direct_tables import DirectTables, direct_tables
from legation.envs.engine.encoder import Encoder, build_encoder
from legation.envs.engine.errors import IllegalActionError, LegationError, unknown
from legation.envs.engine.kernels import Kernels, Rules
from legation.envs.engine.observation import Observation, Observations
from legation.envs.engine.options import OptionValue
from legation.envs.engine.redaction import VisibilityTables, visibility_tables
from legation.envs.engine.rng import seed_key
from legation.envs.engine.schema import Schema, Text

# One record of the game's dtype; fields are attributes: `state.influence[5, 2]`.
State = Any


class Render(Protocol):
    """`render(observation, language) -> str`: a position in words, from one seat's view."""

    def __call__(self, observation: Observation, language: str) -> str: ...


class Phrase(Protocol):
    """`phrase(observation, action, language) -> str`: an action in words with what it is about.

    The viewer need not be who acts: it may read the action as far as it sees the question.
    """

    def __call__(self, observation: Observation, action: int, language: str) -> str: ...


class News(Protocol):
    """`news(before, after, language) -> lines`: what one viewer learns besides the actions.

    Dice, reveals, effects: what happened between two observations of the same viewer.
    """

    def __call__(self, before: Observation, after: Observation, language: str) -> list[str]: ...


class Determinize(Protocol):
    """`determinize(observation, rng) -> state`: a state consistent with what the seat knows."""

    def __call__(self, observation: Observation, rng: np.random.Generator) -> State: ...


class Invariants(Protocol):
    """`invariants(state) -> faults`: what is wrong with a state, in words; empty if nothing."""

    def __call__(self, state: State) -> list[str]: ...


@dataclass(frozen=True)
class PageTable:
    """A table of the game's page in the docs: components, scenarios, in both languages.

    `heads` and each of `rows` have one text a column; `text` goes before the table.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str = ""


@dataclass(frozen=True)
class Game:
    """Everything generic code needs to know of a game.

    Attributes:
        id: its name in Python, files and commands.
        title: its name for people.
        version: of its rules; records and snapshots of another version are refused.
        options: the chosen value of each option.
        schema, actions: the declarations.
        rules: the rules' functions.
        initial: `[1]`, the record every episode starts from (options and scenario filled in).
        max_decisions: promised bound on the decisions of an episode.
        return_sum: what the returns of all seats add up to, or None where it varies.
        return_range: lowest and highest return of a seat.
        build: the module's function that made this game from its options; pickling calls it again.
        render, phrase, news, determinize, invariants, board: see the protocols; all but `render`
            may be None: actions then read as their family's words, and nothing more is told.
        tables: what the game's page shows besides its declarations; called when it is written.
    """

    id: str
    title: Text
    version: str
    options: dict[str, OptionValue]
    schema: Schema
    actions: ActionSpace
    rules: Rules
    initial: NDArray[np.void]
    max_decisions: int
    return_sum: float | None
    return_range: tuple[float, float]
    build: Callable[..., Game]
    render: Render
    phrase: Phrase | None = None
    news: News | None = None
    tables: Callable[[], tuple[PageTable, ...]] | None = None
    determinize: Determinize | None = None
    invariants: Invariants | None = None
    board: DescribeBoard | None = None
    kernels: Kernels = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.initial.shape != (1,) or self.initial.dtype != self.schema.dtype:
            raise LegationError(f"{self.id}: `initial` must be one record of the schema's dtype")
        self.actions.check_masks(self.schema)
        object.__setattr__(self, "kernels", Kernels(self.id, self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        # Compiled code does not travel; a game is what builds it, with its options.
        return _rebuild, (self.build, self.options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # immutable

    @property
    def seats(self) -> int:
        return len(self.schema.seats)

    @property
    def seat_ids(self) -> tuple[str, ...]:
        return self.schema.seats.item_ids

    @cached_property
    def encoder(self) -> Encoder:
        return build_encoder(self.schema)

    @cached_property
    def visibility(self) -> VisibilityTables:
        return visibility_tables(self.schema)

    @cached_property
    def direct(self) -> DirectTables:
        turn, schema = self.schema.turn, self.schema
        counter = -1 if turn is None else schema.slots[turn.counter].start
        return direct_tables(self.visibility, self.encoder, counter, schema.changing.tolist())

    @property
    def spectator(self) -> int:
        """The viewer number of somebody without a seat."""
        return self.seats

    def seat(self, name: str | int) -> int:
        """The number of a seat from its id (or number)."""
        if isinstance(name, str) and name in self.seat_ids:
            return self.seat_ids.index(name)
        if isinstance(name, (int, np.integer)) and 0 <= name < self.seats:
            return int(name)
        raise unknown("seat", name, (*self.seat_ids, f"0..{self.seats - 1}"), where=self.id)

    def new_state(self, seed: int = 0, episode: int = 0) -> State:
        """The first decision of an episode: chance is a function of (seed, episode)."""
        _check_count("seed", seed)
        _check_count("episode", episode)
        state = self.initial.copy()[0]
        self.kernels.start(state, seed_key(seed), np.uint64(episode))
        return state

    def legal_action_mask(self, state: State) -> NDArray[np.bool_]:
        """`[A]`, True = legal for `state.actor`; all False when the game is over."""
        mask = np.zeros(self.actions.size, dtype=np.bool_)
        self.kernels.legal(state, mask)
        return mask

    def apply(self, state: State, action: int) -> None:
        """Takes `action` for `state.actor`, in place.

        Raises:
            IllegalActionError: the action is not legal; the state is as it was.
        """
        if state.over:
            raise IllegalActionError(f"{self.id}: the game is over; no action can be taken")
        self.actions.family_of(action)
        mask = self.legal_action_mask(state)
        if not mask[action]:
            raise IllegalActionError(self.illegal_message(int(action), int(state.actor), mask))
        self.kernels.apply(state, int(action))

    def illegal_message(self, action: int, seat: int, mask: NDArray[np.bool_]) -> str:
        """Says what was wrong, and what would be right, from what the acting seat may know."""
        if not 0 <= action < self.actions.size:
            return f"action {action} does not exist; valid: 0..{self.actions.size - 1}"
        legal = np.flatnonzero(mask)
        some = "; ".join(f"{a} = {self.label(int(a))}" for a in legal[:5])
        more = f"; and {len(legal) - 5} more" if len(legal) > 5 else ""
        return (
            f"action {action} ({self.label(action)}) is not legal for {self.seat_ids[seat]} now; "
            f"legal: {some}{more}"
        )

    def returns(self, state: State) -> NDArray[np.float64]:
        """`[S]`, the return of each seat; the game must be over."""
        if not state.over:
            raise LegationError(f"{self.id}: the game is not over, so there are no returns yet")
        out = np.zeros(self.seats)
        self.kernels.returns(state, out)
        return out

    def win_shares(self, state: State) -> NDArray[np.float64]:
        """`[S]`, each seat's share of the win, adding up to 1; the game must be over."""
        out = np.zeros(self.seats)
        self.kernels.win_shares(state, self.returns(state), out)
        return out

    def observe(self, state: State, viewer: int | str) -> Observation:
        """What `viewer` (a seat's id or number, or `game.spectator`) may see now."""
        viewer = self._viewer(viewer)
        acts = not state.over and int(state.actor) == viewer
        mask = self.legal_action_mask(state) if acts else np.zeros(self.actions.size, np.bool_)
        records = self.initial.copy()
        encoded = np.zeros((1, self.encoder.width), dtype=np.float32)
        flat = self.schema.flat(np.array([state], dtype=self.schema.dtype))
        reader = viewer if viewer < self.seats else -1  # a spectator reads as no seat
        self.kernels.observe(
            flat, np.array([viewer]), np.array([reader]), self.schema.flat(records), encoded,
            self.schema.unknown, self.visibility, self.encoder.tables,
        )  # fmt: skip
        return Observation(self, viewer, records[0], mask, encoded[0])

    def _viewer(self, viewer: object) -> int:
        if isinstance(viewer, str):
            return self.seat(viewer)
        if isinstance(viewer, bool) or not isinstance(viewer, (int, np.integer)):
            viewer = repr(viewer)
        elif 0 <= viewer <= self.spectator:
            return int(viewer)
        raise LegationError(
            f"{self.id}: no seat {viewer}; valid: 0..{self.seats - 1}, "
            f"or {self.spectator} for a spectator"
        )

    def observe_many(self, observations: list[Observation]) -> Observations:
        """Stacks single observations `[B]`."""
        return Observations(
            game=self,
            seats=np.array([o.seat for o in observations], dtype=np.int64),
            records=np.array([o.record for o in observations], dtype=self.schema.dtype),
            legal_action_mask=np.stack([o.legal_action_mask for o in observations]),
            encoded=np.stack([o.encoded for o in observations]),
        )

    def action(self, family: str, **parameters: object) -> int:
        """The number of an action from names, such as `("place", country="italy", amount=3)`."""
        return self.actions.index(family, **parameters)

    def describe(self, action: int) -> Action:
        return self.actions.describe(action)

    def label(self, action: int, language: str = "en") -> str:
        return self.actions.label(action, language)

    def phrase_of(self, observation: Observation, action: int, language: str = "en") -> str:
        """An action in words, with what the viewer knows of the question it answers."""
        if self.phrase is None:
            return self.label(action, language)
        return self.phrase(observation, action, language)

    def to_bytes(self, state: State) -> bytes:
        return cast(bytes, state.tobytes())

    def from_bytes(self, raw: bytes) -> State:
        """The state that `to_bytes` gave. Send states between processes so: NumPy records that were
        pickled ignore, without a word, what plain Python writes to them until they are copied."""
        if len(raw) != self.schema.dtype.itemsize:
            raise LegationError(
                f"{self.id}: a state has {self.schema.dtype.itemsize} bytes; given {len(raw)}"
            )
        return np.frombuffer(bytearray(raw), dtype=self.schema.dtype)[0]


def _rebuild(build: Callable[..., Game], options: dict[str, OptionValue]) -> Game:
    return build(**options)


def _check_count(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise LegationError(f"{name} is {value!r}; it must be a whole number from 0 up")
    if value >= 2**63:
        raise LegationError(f"{name} is too large; it must be a whole number below 2**63")
