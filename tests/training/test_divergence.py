"""Losses that are no longer numbers stop the run; the last good checkpoint stays."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from legation.training import loop
from legation.training.config import make_config
from legation.training.optimise import TrainingDivergedError
from legation.training.run import CHECKPOINT, Run, load_checkpoint, new_run
from tests.toys import kuhn

VALUES = {
    "game": "kuhn2",
    "decisions": 16 * 8 * 6,
    "games": 16,
    "steps": 8,
    "checkpoint_every": 2,
    "evaluate_against": "",
    "network": {"hidden": [8]},
    "league": {"self_play": 1.0, "anchors": 0.0, "past": 0.0},
}


def test_nan_stops_with_words_and_keeps_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = loop.one_iteration

    def poisoned(run: Run, *rest: object) -> dict[str, float]:
        if run.iteration == 4:
            with torch.no_grad():
                next(iter(run.network.parameters())).fill_(torch.nan)
        return honest(run, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(loop, "one_iteration", poisoned)
    with pytest.raises(TrainingDivergedError, match="not a finite number") as caught:
        loop.train(make_config(VALUES), kuhn.build(), tmp_path)
    assert str(tmp_path / CHECKPOINT) in str(caught.value)
    run = new_run(make_config(VALUES), kuhn.build(), [])
    load_checkpoint(tmp_path, run)
    assert run.iteration == 4
    assert all(bool(torch.isfinite(p).all()) for p in run.network.parameters())
