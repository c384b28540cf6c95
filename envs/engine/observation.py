"""What one seat may see: the only thing that agents, texts, pages and spectators ever get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from legation.envs.engine.game import Game


@dataclass(frozen=True, slots=True)
class Observation:
    """One seat's view of one state.

    Attributes:
        game: the game.
        seat: the viewer; `game.spectator` for somebody without a seat.
        record: a record of the game's dtype with `game.schema.unknown` where the seat may not see.
        legal_action_mask: `[A]`, all False unless the seat has to act.
        encoded: `[F]` float32, the record as a network reads it.
    """

    game: Game
    seat: int
    record: Any
    legal_action_mask: NDArray[np.bool_]
    encoded: NDArray[np.float32]

    @property
    def to_act(self) -> bool:
        return bool(self.legal_action_mask.any())

    def known(self, field: str) -> NDArray[np.bool_]:
        """True where the seat sees the entries of `field`, in the field's shape."""
        known: NDArray[np.bool_] = np.asarray(self.record[field]) != self.game.schema.unknown
        return known

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers by field name; None where unknown. Safe to show to this seat."""
        unknown = int(self.game.schema.unknown)
        fields = {
            item.name: _plain(np.asarray(self.record[item.name]).tolist(), unknown)
            for item in self.game.schema.fields
            if item.name != "actor"
        }
        return {"seat": self.seat, "fields": fields, "legal": self.legal_actions()}

    def legal_actions(self) -> list[int]:
        return [int(a) for a in np.flatnonzero(self.legal_action_mask)]

    def to_bytes(self) -> bytes:
        """All that the seat learns, as bytes: equal bytes mean nothing can be told apart."""
        everything: bytes = (
            self.record.tobytes()
            + self.legal_action_mask.tobytes()
            + self.encoded.tobytes()
            + self.seat.to_bytes(2, "little")
        )
        return everything


@dataclass(frozen=True, slots=True)
class Observations:
    """A batch of views, one a row: `seats [B]`, `records [B]`, `legal_action_mask [B, A]`,
    `encoded [B, F]`."""

    game: Game
    seats: NDArray[np.int64]
    records: NDArray[np.void]
    legal_action_mask: NDArray[np.bool_]
    encoded: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.seats)

    def take(self, rows: NDArray[np.int64]) -> Observations:
        """The views of some rows, copied."""
        # NumPy copies records field by field, and the same bytes in one go.
        dtype = self.records.dtype
        records = self.records.view(np.dtype((np.void, dtype.itemsize)))
        return Observations(
            self.game,
            self.seats[rows],
            records[rows].view(dtype),
            self.legal_action_mask[rows],
            self.encoded[rows],
        )


def _plain(value: Any, unknown: int) -> Any:
    if isinstance(value, list):
        return [_plain(v, unknown) for v in value]
    return None if value == unknown else value
