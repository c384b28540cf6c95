"""The warm start: the network comes to do what its teacher would do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.agents.neural import NeuralAgent
from legation.envs.engine import GameBatch, Observations
from legation.training.config import make_config
from legation.training.loop import one_iteration
from legation.training.metrics import Stopwatch
from legation.training.rollout import empty_rollout
from legation.training.run import new_run
from tests.toys import kuhn

VALUES: dict[str, Any] = {
    "game": "kuhn2",
    "decisions": 60 * 64 * 8,
    "games": 64,
    "steps": 8,
    "evaluate_against": "",
    "network": {"hidden": [32]},
    "ppo": {"minibatch": 128, "epochs": 4},
    "league": {"self_play": 1.0, "anchors": 0.0, "past": 0.0},
    "imitation": {"decisions": 60 * 64 * 8},
}


class BetsHighCards:
    """Bets or calls with any card but the lowest."""

    name = "teacher"

    def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
        rows = np.arange(len(observations))
        cards = observations.records["card"][rows, observations.seats]
        return np.where(cards > 0, kuhn.BET, kuhn.CHECK).astype(np.int64)


def test_the_network_learns_its_teachers_choices() -> None:
    game, config, teacher = kuhn.build(), make_config(VALUES), BetsHighCards()
    run = new_run(config, game, [], teacher)
    rollout = empty_rollout(run.batch, config.steps, privileged=False, potentials=False)
    while run.iteration < config.warm_iterations:
        statistics = one_iteration(run, rollout, Stopwatch())
    batch = GameBatch(game, games=256, seed=9)
    seen = batch.observe()
    wanted = teacher.act(seen, run.rng)
    chance = NeuralAgent(run.network).probabilities(seen)[np.arange(256), wanted]
    assert chance.min() > 0.9
    assert statistics["explained_variance"] > 0.3


def test_then_ppo_goes_on() -> None:
    values = {**VALUES, "imitation": {"decisions": 2 * 64 * 8}, "decisions": 4 * 64 * 8}
    config = make_config(values)
    run = new_run(config, kuhn.build(), [], BetsHighCards())
    rollout = empty_rollout(run.batch, config.steps, privileged=False, potentials=False)
    warm = [one_iteration(run, rollout, Stopwatch())["entropy_weight"] for _ in range(4)]
    assert warm[:2] == [0.0, 0.0]
    assert min(warm[2:]) > 0.0


def test_the_magnet_is_what_the_teacher_taught() -> None:
    """Not the network that knew nothing, which would pull as an entropy bonus does."""
    values = VALUES | {
        "ppo": {**VALUES["ppo"], "magnet": 0.1, "magnet_period": 1000, "learning_rate": 1e-9},
        "imitation": {"decisions": 2 * 64 * 8},
    }
    game, config, teacher = kuhn.build(), make_config(values), BetsHighCards()
    run = new_run(config, game, [], teacher)
    assert run.magnet is not None
    rollout = empty_rollout(run.batch, config.steps, privileged=False, potentials=False)
    for _ in range(3):
        one_iteration(run, rollout, Stopwatch())
    for name, taught in run.network.state_dict().items():
        np.testing.assert_allclose(run.magnet.state_dict()[name], taught, atol=1e-6)
