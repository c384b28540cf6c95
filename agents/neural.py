"""The agent that plays a trained network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from legation.agents.checkpoint import check_fits, load_snapshot, weights_hash
from legation.agents.network import PolicyValueNetwork
from legation.agents.sampling import sample_masked
from legation.envs import load_game
from legation.envs.engine import Game, LegationError, Observations


class NeuralAgent:
    """Samples from the masked policy of a network.

    Args:
        network: reads encoded observations.
        name: for tables and records.
        temperature: 1 plays the policy as trained, lower is greedier, 0 takes the best action.
        weights: SHA-256 of the snapshot's file, if it has one.
        options: of the game that it was trained on, where that is known.
        foretells: whether `values` are what a seat expects; see `SnapshotInfo`.
    """

    def __init__(
        self,
        network: PolicyValueNetwork,
        name: str = "neural",
        temperature: float = 1.0,
        weights: str | None = None,
        options: dict[str, Any] | None = None,
        foretells: bool = True,
    ) -> None:
        if not 0.0 <= temperature <= 100.0:
            raise LegationError(f"temperature is {temperature}; it must be in 0..100")
        self.network = network
        self.name = name
        self.temperature = temperature
        self.weights = weights
        self.options = options
        self.foretells = foretells

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        logits, _ = self._answers(observations)
        actions, _ = sample_masked(logits, observations.legal_action_mask, rng, self.temperature)
        return actions

    def probabilities(self, observations: Observations) -> NDArray[np.float64]:
        """`[B, A]`, adding up to 1 over the legal actions; exactly 0 elsewhere."""
        logits, _ = self._answers(observations)
        masks = observations.legal_action_mask
        scaled = np.where(masks, logits.astype(np.float64) / max(self.temperature, 1e-6), -np.inf)
        weights = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        probabilities: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
        return probabilities

    def values(self, observations: Observations) -> NDArray[np.float32]:
        """`[B]`, the return that each row's own seat expects."""
        _, values = self._answers(observations)
        rows = np.arange(len(observations))
        scale = self.network.shape.value_scale
        own: NDArray[np.float32] = values[rows, observations.seats] * scale
        return own

    def _answers(
        self, observations: Observations
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        rows = torch.from_numpy(self.network.read(observations.encoded))
        with torch.inference_mode():
            logits, values = self.network(rows)
        return logits.numpy(), values.numpy()


def load_neural(
    path: Path | str,
    game: Game | None = None,
    *,
    name: str | None = None,
    temperature: float | None = None,
) -> NeuralAgent:
    """The agent of a snapshot, refused with what differs where it does not fit the game.

    Without `game`, it plays the one that it was trained on.
    """
    file = Path(path)
    info, network = load_snapshot(file)
    game = game or load_game(info.game, **info.options)
    check_fits(info, game, file)
    chosen = info.temperature if temperature is None else temperature
    return NeuralAgent(
        network, name or "neural", chosen, weights_hash(file), info.options, info.foretells
    )
