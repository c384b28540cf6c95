"""What a game declares of the turns of its seats (`Turn`): a batch rests on it."""

from __future__ import annotations

import numpy as np

from legation.envs.engine.checks.secrets import Secrets
from legation.envs.engine.checks.walk import Walk


class Turns:
    """Compares each decision of a seat with its one before.

    Two decisions of a seat in one turn differ in nothing but the fields that may change; and the
    features of the first, with those of these fields written over them, are those of the second.
    """

    def __init__(self, walk: Walk, secrets: Secrets) -> None:
        self._walk, self._secrets = walk, secrets
        schema = walk.game.schema
        shape = walk.game.seats, len(walk.states)
        self._last = np.zeros((*shape, schema.width), dtype=schema.integer)
        self._episode = np.full(shape, -1, dtype=np.int64)
        self._settled = np.zeros(schema.width, dtype=np.bool_)
        for slots in schema.slots.values():
            self._settled[slots.indices.ravel()] = True
        self._settled[schema.changing] = False

    def look(self) -> None:
        """Looks at all positions of the walk."""
        walk, game = self._walk, self._walk.game
        counter = game.direct.counter
        if counter < 0:
            return
        rows = np.flatnonzero(walk.live)
        seats = np.asarray(walk.states["actor"])[rows].astype(np.int64)
        now, last = game.schema.flat(walk.states)[rows], self._last[seats, rows]
        in_turn = self._episode[seats, rows] == walk.episode[rows]
        in_turn &= last[:, counter] == now[:, counter]
        self._last[seats, rows], self._episode[seats, rows] = now, walk.episode[rows]
        now, last, seats, rows = now[in_turn], last[in_turn], seats[in_turn], rows[in_turn]
        walk.report.note("turns", len(rows))
        moved = (now != last) & self._settled
        for i in np.flatnonzero(moved.any(axis=1)):
            names = [
                name for name, slots in game.schema.slots.items() if moved[i, slots.indices].any()
            ]
            words = f"{', '.join(names)} changed within a turn of seat {seats[i]}"
            walk.fault("turns", words, int(rows[i]))
        encoded = self._secrets.read(last, seats)
        game.kernels.read(now, seats + game.direct.seats + 1, encoded, game.direct)
        for i in np.flatnonzero((encoded != self._secrets.read(now, seats)).any(axis=1)):
            walk.fault("turns", f"features of seat {seats[i]}", int(rows[i]))
