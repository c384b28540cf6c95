"""The training loop: collect, learn, look, save; until the decisions are spent or it is stopped."""

from __future__ import annotations

import copy
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.console import Console

from legation.agents.base import Agent
from legation.agents.load import load
from legation.agents.neural import NeuralAgent
from legation.envs.engine import Game, LegationError
from legation.evaluation.arena import one_against_rest
from legation.training.config import TrainConfig
from legation.training.imitation import imitate
from legation.training.machine import prepare_process
from legation.training.metrics import (
    Display,
    Stopwatch,
    Strength,
    TensorBoardLog,
    draw_learning_curve,
)
from legation.training.optimise import TrainingDivergedError
from legation.training.ppo import learn
from legation.training.rollout import Rollout, collect, empty_rollout
from legation.training.run import (
    AGENT,
    CHECKPOINT,
    CURVE,
    TENSORBOARD,
    Run,
    begin_with,
    is_run,
    load_checkpoint,
    locked,
    new_run,
    remove_run,
    save_checkpoint,
    save_config,
)
from legation.training.stagger import stagger

_MOST_BYTES = 16 * 2**30


@dataclass(frozen=True)
class Outcome:
    """How a sitting ended.

    Attributes:
        folder: of the run.
        agent: the snapshot's file.
        decisions: taken so far, over all sittings.
        seconds: of training so far; `seconds_now` in this sitting.
        finished: False where it was stopped before its end; it can be resumed.
        history: looks at the strength.
        time_shares: where the time of this sitting went.
    """

    folder: Path
    agent: Path
    decisions: int
    seconds: float
    seconds_now: float
    finished: bool
    history: list[Strength]
    time_shares: dict[str, float]


def train(
    config: TrainConfig,
    game: Game,
    folder: Path,
    *,
    resume: bool = False,
    replace: bool = False,
    console: Console | None = None,
) -> Outcome:
    """Trains an agent for `game` and leaves it in `folder`, with checkpoints on the way.

    Ctrl-C (SIGINT) or SIGTERM finishes the iteration, saves and returns. With `resume` the run in
    `folder` goes on; with `replace` a new one takes its place.

    Raises:
        LegationError: bad configuration, a folder that holds another run, no room to save.
        TrainingDivergedError: the losses are no longer finite; the last checkpoint is good.
    """
    if not resume and not replace and is_run(folder):
        raise LegationError(
            f"{folder} already holds a run; go on with it (--resume {folder}), replace it "
            "(--overwrite), or choose another folder"
        )
    prepare_process(config)
    # All that can be refused is, before anything on disk changes.
    anchors = _anchors(config, game)
    rival = load(config.evaluate_against, game) if config.evaluate_against else None
    run = new_run(config, game, anchors, _teacher(config, game))
    rollout = new_rollout(run)
    if config.start and not (resume and (folder / CHECKPOINT).exists()):
        begin_with(run, config.start)
    with locked(folder):
        # A run that was stopped before its first checkpoint starts again: it has lost nothing.
        goes_on = resume and (folder / CHECKPOINT).exists()
        if goes_on:
            load_checkpoint(folder, run)
        if not resume:
            if replace and is_run(folder):
                remove_run(folder)
            save_config(folder, config)
        if config.start and not goes_on:
            # From here on the agent's file may change or go: the run has its own copy.
            save_checkpoint(folder, run)
        return _sitting(run, rollout, folder, rival, console or Console(stderr=True))


def _sitting(
    run: Run, rollout: Rollout, folder: Path, rival: Agent | None, console: Console
) -> Outcome:
    config, game = run.config, run.game
    before = run.seconds
    places = {"TensorBoard": folder / TENSORBOARD, "agent": folder / AGENT}
    display = Display(f"training {game.id}", config.iterations * _size(config), places, console)
    log = TensorBoardLog(folder / TENSORBOARD, run.decisions)
    watch = Stopwatch()
    try:
        with display.running(run.decisions), _graceful_stop() as stop:
            _iterate(run, rollout, folder, rival, display, log, watch, stop)
    except TrainingDivergedError as error:
        kept = folder / CHECKPOINT
        last = f"the last good checkpoint is {kept}" if kept.exists() else "no checkpoint was due"
        raise TrainingDivergedError(f"{error}; {last}") from None
    finally:
        log.close()
    if run.history:
        against = f"{game.seats - 1}× {config.evaluate_against}"
        title = f"{game.title.en}: strength over training"
        draw_learning_curve(folder / CURVE, run.history, 1 / game.seats, title, against)
    return Outcome(
        folder=folder,
        agent=folder / AGENT,
        decisions=run.decisions,
        seconds=run.seconds,
        seconds_now=run.seconds - before,
        finished=run.iteration >= config.iterations,
        history=run.history,
        time_shares=watch.shares(),
    )


def new_rollout(run: Run) -> Rollout:
    """Room for the rollouts of a run.

    Raises:
        LegationError: it is more than a sensible share of memory.
    """
    config, game = run.config, run.game
    size = config.games * config.steps * (game.encoder.width * 4 + game.actions.size + 64)
    if size > _MOST_BYTES:
        raise LegationError(
            f"games = {config.games} times steps = {config.steps} needs {size / 2**30:.0f} GiB a "
            f"rollout; at most {_MOST_BYTES / 2**30:.0f} GiB are allowed: lower one of them"
        )
    return empty_rollout(
        run.batch,
        config.steps,
        privileged=config.network.critic == "privileged",
        potentials=config.ppo.potentials != "none",
    )


def _iterate(
    run: Run,
    rollout: Rollout,
    folder: Path,
    rival: Agent | None,
    display: Display,
    log: TensorBoardLog,
    watch: Stopwatch,
    stop: StopFlag,
) -> None:
    config = run.config
    done = run.decisions
    before = run.seconds
    began = time.perf_counter()
    watch.reset()
    while run.iteration < config.iterations and not stop.asked:
        lap = time.perf_counter()
        statistics = one_iteration(run, rollout, watch)
        rate = _size(config) / (time.perf_counter() - lap)
        run.seconds = before + time.perf_counter() - began
        last = run.iteration == config.iterations
        statistics["decisions_per_second"] = rate
        if run.iteration % config.checkpoint_every == 0:
            save_checkpoint(folder, run)  # before the look: whatever happens there, this is safe
        watch.lap("saving")
        if rival is not None and (run.iteration % config.evaluate_every == 0 or last):
            strength = look(run, rival)
            run.history.append(strength)
            statistics |= {k: getattr(strength, k) for k in ("win_share", "low", "high")}
        watch.lap("looks")
        log.write(statistics, run.decisions)
        latest = run.history[-1] if run.history else None
        against = f"{run.game.seats - 1}× {config.evaluate_against}"
        average = (run.decisions - done) / max(run.seconds - before, 1e-9)
        display.update(run.decisions, average, watch.shares(), latest, statistics, against)
    save_checkpoint(folder, run)


def one_iteration(run: Run, rollout: Rollout, watch: Stopwatch) -> dict[str, float]:
    """One rollout and what is learned from it; returns the statistics."""
    config = run.config
    if run.iteration < config.warm_iterations:
        statistics = imitate(run, rollout, watch)
        run.iteration += 1
        run.average_weights()
        return statistics
    warm = config.warm_iterations
    if 0 < warm == run.iteration:
        # Nobody kept to the line-ups until now: start episodes in which everybody does.
        run.batch.reset()
        stagger(run.batch, run.rng)
        run.league.start(run.rng)
        if run.magnet is not None:  # until here it was the network that knew nothing
            run.magnet.load_state_dict(copy.deepcopy(run.network.state_dict()))
    collect(
        run.batch, run.network, run.league, rollout, run.rng, watch, run.workers,
        autocast=config.autocast,
    )  # fmt: skip
    progress = (run.iteration - warm) / max(1, config.iterations - warm)
    statistics = learn(
        run.network, run.magnet, run.optimizers, rollout, config.ppo, progress, run.rng, watch,
        run.workers, autocast=config.autocast,
    )  # fmt: skip
    run.iteration += 1
    run.average_weights()
    if config.league.past > 0 and run.iteration % config.league.snapshot_every == 0:
        run.league.add_snapshot(run.player, run.rng)
    if run.magnet is not None and run.iteration % config.ppo.magnet_period == 0:
        run.magnet.load_state_dict(copy.deepcopy(run.network.state_dict()))
    return statistics


def look(run: Run, rival: Agent) -> Strength:
    """The strength of the current policy, alone against copies of `rival`."""
    agent = NeuralAgent(run.player, "current", temperature=run.config.temperature)
    # A seed of its own: looking changes nothing in the run, and every look has fresh deals.
    seed = run.config.seed + 1_000_003 * run.iteration
    rows = one_against_rest(run.game, agent, rival, run.config.evaluate_deals, seed)
    mean = next(row for row in rows if row.seat == "all")
    low, high = mean.win_share_ci95
    return Strength(run.decisions, run.seconds, mean.games, mean.win_share, low, high)


def _size(config: TrainConfig) -> int:
    return config.games * config.steps


def _anchors(config: TrainConfig, game: Game) -> list[Agent]:
    if config.league.anchors <= 0 and config.league.mixed <= 0:
        return []
    return [load(name, game) for name in config.league.anchor_agents]


def _teacher(config: TrainConfig, game: Game) -> Agent | None:
    return load(config.imitation.teacher, game) if config.imitation.decisions else None


class StopFlag:
    """Set once somebody asked the run to stop."""

    asked = False


@contextmanager
def _graceful_stop() -> Iterator[StopFlag]:
    """The first SIGINT or SIGTERM asks the loop to stop; a second one interrupts at once."""
    flag = StopFlag()

    def ask(number: int, frame: FrameType | None) -> None:
        if flag.asked:
            raise KeyboardInterrupt
        flag.asked = True

    try:
        previous = {s: signal.signal(s, ask) for s in (signal.SIGINT, signal.SIGTERM)}
    except ValueError:  # not in the main thread: whoever runs us handles signals
        yield flag
        return
    try:
        yield flag
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
