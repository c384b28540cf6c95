"""Means and 95 % intervals over deals.

The games of one deal share their chance and differ in who sits where, so they are not independent:
what is resampled is deals, never games.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Method = Literal["bootstrap", "normal"]

CONFIDENCE = 0.95
RESAMPLES = 2000
# Bias-corrected intervals need work that grows with the square of the deals; with this many
# deals the correction is far below the third digit.
_BIAS_CORRECTED_UP_TO = 500
_FEW = 10
_VALUES_AT_ONCE = 4_000_000


def intervals(
    values: NDArray[np.float64], low: float, high: float, seed: int, method: Method = "bootstrap"
) -> NDArray[np.float64]:
    """95 % intervals `[2, C]` of the mean of each column of `values [D, C]`, one row a deal.

    Bootstrap (Efron and Tibshirani 1993) by `scipy.stats.bootstrap`: bias-corrected and accelerated
    (BCa) up to 500 deals, percentiles above. "normal" is mean ± 1.96 standard errors: for displays.

    With D equal values a bootstrap gives width 0, and with few that differ it is too narrow. So
    where fewer than 10 deals differ from the most frequent value, the interval is no narrower than
    what D deals may have missed. An outcome whose share among deals is below p = 1 - 0.05^(1/D)
    (about 3/D, the "rule of three": Hanley and Lippman-Hand 1983) stays unseen in D deals with a
    chance above 5 %; it can be as far off as `low` or `high`, so the interval then reaches at least
    from mean - p (mean - low) to mean + p (high - mean).
    """
    deals = len(values)
    mean = values.mean(axis=0)
    ends = np.stack([mean, mean])
    varied = values.std(axis=0) > 1e-12
    if deals > 1 and varied.any():
        find = _bootstrap if method == "bootstrap" else _normal
        found = find(values[:, varied], seed)
        ends[:, varied] = np.where(np.isfinite(found), found, mean[varied])
    unseen = 1.0 - (1.0 - CONFIDENCE) ** (1.0 / deals)
    few = np.array([_differing(column) < _FEW for column in values.T])
    ends[0, few] = np.minimum(ends[0], mean - unseen * (mean - low))[few]
    ends[1, few] = np.maximum(ends[1], mean + unseen * (high - mean))[few]
    bounded: NDArray[np.float64] = np.clip(ends, low, high)
    return bounded


def _differing(column: NDArray[np.float64]) -> int:
    """How many values differ from the most frequent one."""
    _, counts = np.unique(column.round(12), return_counts=True)
    return int(len(column) - counts.max())


def _bootstrap(values: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    from scipy.stats import bootstrap  # takes a second to import

    columns = np.ascontiguousarray(values.T)
    result = bootstrap(
        (columns,),
        np.mean,
        axis=-1,
        n_resamples=RESAMPLES,
        batch=max(1, _VALUES_AT_ONCE // columns.size),
        confidence_level=CONFIDENCE,
        method="BCa" if len(values) <= _BIAS_CORRECTED_UP_TO else "percentile",
        rng=np.random.default_rng(seed),
    )
    found = result.confidence_interval
    return np.stack([found.low, found.high])


def _normal(values: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    mean = values.mean(axis=0)
    margin = 1.96 * values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return np.stack([mean - margin, mean + margin])
