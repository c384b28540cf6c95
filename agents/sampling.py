"""Drawing actions from masked logits, compiled.

Illegal actions have probability exactly 0, whatever their logits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import bind


def sample_rows(
    logits: Any, masks: Any, uniforms: Any, temperature: Any, actions: Any, log_probs: Any
) -> None:
    """Draws `actions [B]` by inverting the cumulative probabilities at `uniforms [B]`.

    Temperature 0 takes the highest legal logit.
    """
    for i in range(logits.shape[0]):
        best = -1
        for a in range(logits.shape[1]):
            if masks[i, a] and (best < 0 or logits[i, a] > logits[i, best]):
                best = a
        actions[i] = best
        log_probs[i] = 0.0
        if temperature > 0.0 and best >= 0:
            peak = logits[i, best]
            total = 0.0
            for a in range(logits.shape[1]):
                if masks[i, a]:
                    total += np.exp((logits[i, a] - peak) / temperature)
            left = uniforms[i] * total
            for a in range(logits.shape[1]):
                if masks[i, a]:
                    actions[i] = a
                    left -= np.exp((logits[i, a] - peak) / temperature)
                    if left < 0.0:
                        break
            log_probs[i] = (logits[i, actions[i]] - peak) / temperature - np.log(total)


_sample = bind(sample_rows, "agents", {})


def sample_masked(
    logits: NDArray[np.float32],
    masks: NDArray[np.bool_],
    rng: np.random.Generator,
    temperature: float = 1.0,
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Actions `[B]` and their log-probabilities `[B]` from `logits [B, A]`, `masks [B, A]`."""
    actions = np.zeros(len(logits), dtype=np.int64)
    log_probs = np.zeros(len(logits), dtype=np.float32)
    _sample(logits, masks, rng.random(len(logits)), float(temperature), actions, log_probs)
    return actions, log_probs
