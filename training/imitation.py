"""The warm start: the network learns to do what a teacher would do, before PPO improves on it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from legation.agents.sampling import sample_masked
from legation.training.loss import imitation_gradient
from legation.training.metrics import Stopwatch
from legation.training.optimise import Outputs, improve
from legation.training.ppo import annealed, explained_variance, rollout_advantages
from legation.training.rollout import Rollout, ask, infer, seat_values
from legation.training.run import Run


def imitate(run: Run, rollout: Rollout, watch: Stopwatch) -> dict[str, float]:
    """One iteration: a rollout with the teacher's choice in every position, and learning from it.

    `rollout.actions` holds what the teacher would do; in the first `own_games` of the games the
    network acts, in the others the teacher. Values learn the rewards of who acted.
    """
    teacher = run.teacher
    assert teacher is not None
    settings, config = run.config.imitation, run.config.ppo
    run.optimizers.set_learning_rate(settings.learning_rate)
    own_games = round(settings.own_games * len(run.batch))
    _collect(run, rollout, own_games, watch)
    # What PPO's values will have to foretell at its start.
    _, targets = rollout_advantages(
        rollout, config, run.network.shape.value_scale, annealed(config, 0.0), trace_decay=1.0
    )
    watch.lap("advantages")
    seats = rollout.seats.ravel()
    masks = rollout.masks.reshape(len(seats), -1)

    def gradient(outputs: Outputs, rows: NDArray[np.int64], totals: NDArray[np.float64]) -> None:
        imitation_gradient(
            outputs.logits, outputs.values, rows, masks, rollout.actions.ravel(), seats,
            targets.ravel(), config.value_weight, outputs.logits_gradient,
            outputs.values_gradient, totals,
        )  # fmt: skip

    everything = np.arange(len(seats))
    statistics = improve(
        run.network, run.optimizers, rollout, everything, gradient,
        replace(config, epochs=settings.epochs or config.epochs), run.rng,
        run.workers, autocast=run.config.autocast,
    )  # fmt: skip
    watch.lap("update")
    statistics["learning_rate"] = settings.learning_rate
    statistics["entropy_weight"] = 0.0
    statistics["explained_variance"] = explained_variance(targets.ravel(), rollout.values.ravel())
    return statistics


def _collect(run: Run, rollout: Rollout, own_games: int, watch: Stopwatch) -> None:
    batch, network = run.batch, run.network
    assert run.teacher is not None
    privileged = rollout.privileged.size > 0
    rows = np.arange(len(batch))
    for t in range(len(rollout.actions)):
        rollout.observations[t] = network.read(batch.observations)
        rollout.masks[t] = batch.legal_action_mask
        rollout.seats[t] = batch.actor
        rollout.learner[t] = True
        if rollout.potentials.size:
            rollout.potentials[t] = batch.potentials
        if privileged:
            everything = batch.encode_for(batch.actor, privileged=True)
            rollout.privileged[t] = network.read(everything)
        watch.lap("storage")
        waiting = ask(run.teacher, batch, rows, run.rng, run.workers)
        seen = rollout.privileged[t] if privileged else None
        logits, values = infer(
            network, rollout.observations[t], seen, run.workers, autocast=run.config.autocast
        )
        rollout.values[t] = values[rows, batch.actor]
        own, _ = sample_masked(logits, rollout.masks[t], run.rng)
        watch.lap("inference")
        for piece, choice in waiting:
            rollout.actions[t, piece] = choice.result()
        watch.lap("opponents")
        batch.step(np.where(rows < own_games, own, rollout.actions[t]))
        rollout.terminated[t] = batch.terminated
        rollout.returns[t] = batch.returns
        watch.lap("environment")
        ended = np.flatnonzero(batch.terminated)
        if len(ended):
            run.league.draw(ended, run.rng)
            if rollout.standings.size:
                rollout.standings[t, ended] = batch.final_potentials[ended]
    if rollout.potentials.size:
        rollout.end_potentials[:] = batch.potentials
    rollout.bootstrap[:] = seat_values(
        batch, network, run.workers, privileged=privileged, autocast=run.config.autocast
    )
    watch.lap("inference")
