"""The hand-written player of a game with weights of its own, read from a file.

A heuristic can be so played if its module declares `WEIGHTS [R, P]`, what it was given by hand, the
names `ROWS` and `NAMES` of those, and `choose_with(s, seat, mask, chance, weights)`.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.agents.heuristics import HEURISTICS
from legation.envs.engine import LegationError, Observations, bind, stream
from legation.envs.engine.strict_toml import read_toml

_MOST = 1e9


def act_rows_weighted(
    records: Any, seats: Any, masks: Any, key: Any, weights: Any, which: Any, out: Any
) -> None:
    """As `act_rows`, each row with weights `weights[which[i]]`."""
    chance = np.zeros(1, dtype=np.uint64)
    for i in range(records.shape[0]):
        chance[0] = stream(key, np.uint64(i))
        out[i] = choose_with(records[i], seats[i], masks[i], chance, weights[which[i]])  # type: ignore[name-defined]  # noqa: F821


class WeightedPlayers:
    """One hand-written player with many sets of weights.

    Raises:
        LegationError: the game's heuristic takes no weights.
    """

    def __init__(self, game_id: str) -> None:
        self.module = weighted_module(game_id)
        functions = {"choose_with": self.module.choose_with}
        self._act = bind(act_rows_weighted, f"{game_id}_weighted", functions)

    def act(
        self,
        observations: Observations,
        weights: NDArray[np.float64],
        which: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        """One action a row; row i decides by `weights[which[i]]` of `weights [K, R, P]`."""
        actions = np.zeros(len(observations), dtype=np.int64)
        key = rng.integers(2**63, dtype=np.uint64)
        records = observations.records.view(np.ndarray)
        self._act(
            records,
            observations.seats,
            observations.legal_action_mask,
            key,
            weights,
            which,
            actions,
        )
        return actions


class WeightedAgent:
    """The hand-written player of a game with `weights [R, P]`.

    Attributes:
        name: for tables and records.
        weights: SHA-256 of them.
    """

    def __init__(self, name: str, game_id: str, weights: NDArray[np.float64]) -> None:
        self.name = name
        self.weights = hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()
        self._arguments = (name, game_id, weights)
        self._players = WeightedPlayers(game_id)
        self._rows = weights[None]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments  # compiled code does not travel

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        which = np.zeros(len(observations), dtype=np.int64)
        return self._players.act(observations, self._rows, which, rng)


def weighted_module(game_id: str) -> ModuleType:
    """The heuristic's module, which declares its weights.

    Raises:
        LegationError: it declares none.
    """
    module = import_module(HEURISTICS[game_id]) if game_id in HEURISTICS else None
    if module is None or not hasattr(module, "NAMES"):
        raise LegationError(f"the heuristic of {game_id} takes no weights")
    return module


def read_weights(path: Path, game_id: str) -> NDArray[np.float64]:
    """`[R, P]`, from a TOML file with a table for each row.

    Raises:
        LegationError: says which weight is missing, unknown or no number, or that the game's
            heuristic takes none.
    """
    module = weighted_module(game_id)
    root = read_toml(path)
    root.choice("game", (game_id,))
    weights = np.zeros((len(module.ROWS), len(module.NAMES)))
    for r, row in enumerate(module.ROWS):
        table = root.table(row)
        for p, name in enumerate(module.NAMES):
            value = table.take(name, "a number")
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 <= value <= _MOST:  # nan is neither
                raise table.wrong(name, value, f"a number in 0..{_MOST:g}")
            weights[r, p] = value
        table.done()
    root.done()
    return weights


def weights_text(game_id: str, weights: NDArray[np.float64], about: str) -> str:
    """A file that `read_weights` reads; `about` is its comment."""
    module = weighted_module(game_id)
    lines = [f"# {line}" for line in about.splitlines()] + [f'game = "{game_id}"']
    for row, values in zip(module.ROWS, weights, strict=True):
        lines += ["", f"[{row}]"]
        lines += [f"{n} = {float(v):.6g}" for n, v in zip(module.NAMES, values, strict=True)]
    return "\n".join(lines) + "\n"
