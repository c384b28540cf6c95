"""Whole PPO loops: ours by self-play, and sb3-contrib's MaskablePPO on the single-seat env.

Equal for both: a shared trunk of 2 x 256 with ReLU, a policy and a value head; 4 epochs;
minibatches of 4096; rollouts of 16384 decisions; float32; two threads. A decision is one that is
learned from: the opponents' moves within a step of the single-seat env count as its cost (compare
the rate `seat_env`). Each learner runs in a process of its own, under its own settings: ours sets
the memory allocator and the precision of products, and the peer has PyTorch's defaults.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.measure import PeerMissingError

GAME = "embassies"
HIDDEN = (256, 256)
EPOCHS = 4
MINIBATCH = 4096
ROLLOUT = 16_384
THREADS = 2
PEER_ENVS = 8  # more did not make the peer faster


@dataclass
class Learner:
    """A loop that can be run one iteration (a rollout and its updates) at a time.

    Attributes:
        iterate: runs one iteration.
        shares: where the time went, as shares by part; empty where the peer does not tell.
    """

    iterate: Callable[[], None]
    shares: Callable[[], dict[str, float]] = dict


class LearnerProcess:
    """A learner in a process of its own, idle between two calls of `rate`.

    Raises:
        PeerMissingError: the learner's library is not installed.
    """

    def __init__(self, make: Callable[[], Learner]) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        context.Process(target=_serve, args=(make, theirs), daemon=True).start()
        theirs.close()
        missing = self._connection.recv()
        if missing:
            raise PeerMissingError(missing)

    def rate(self) -> float:
        """Decisions per second of one iteration."""
        self._connection.send("iterate")
        seconds: float = self._connection.recv()
        return ROLLOUT / seconds

    def close(self) -> dict[str, float]:
        """Ends the process; returns the shares of time by part."""
        self._connection.send("close")
        shares: dict[str, float] = self._connection.recv()
        return shares


def _serve(make: Callable[[], Learner], connection: Connection) -> None:
    try:
        learner = make()
    except PeerMissingError as error:
        connection.send(str(error))
        return
    learner.iterate()  # compiles, and warms up
    connection.send("")
    while connection.recv() == "iterate":
        began = time.perf_counter()
        learner.iterate()
        connection.send(time.perf_counter() - began)
    connection.send(learner.shares())


def ours(*, autocast: bool = False) -> Learner:
    """Self-play by `legation.training`, the current policy in every seat."""
    from legation.envs import load_game
    from legation.training.config import LeagueConfig, NetworkConfig, PpoConfig, TrainConfig
    from legation.training.loop import one_iteration
    from legation.training.machine import prepare_process
    from legation.training.metrics import Stopwatch
    from legation.training.rollout import empty_rollout
    from legation.training.run import new_run

    games = 256
    config = TrainConfig(
        game=GAME,
        games=games,
        steps=ROLLOUT // games,
        threads=THREADS,
        autocast=autocast,
        matmul_precision="medium",
        evaluate_against="",
        network=NetworkConfig(hidden=HIDDEN),
        ppo=PpoConfig(epochs=EPOCHS, minibatch=MINIBATCH),
        league=LeagueConfig(self_play=1.0, anchors=0.0, past=0.0),
    )
    prepare_process(config)
    run = new_run(config, load_game(GAME), [])
    rollout = empty_rollout(run.batch, config.steps, privileged=False, potentials=False)
    watch = Stopwatch()

    def iterate() -> None:
        watch.go_on()
        one_iteration(run, rollout, watch)

    return Learner(iterate, watch.shares)


def maskable_ppo() -> Learner:
    """sb3-contrib's MaskablePPO for one seat against uniform opponents, the cheapest there are."""
    try:
        from sb3_contrib import MaskablePPO
        from stable_baselines3.common.vec_env import DummyVecEnv
    except ImportError:
        raise PeerMissingError("sb3-contrib") from None
    import torch

    from legation.agents.gymnasium import make_env

    torch.set_num_threads(THREADS)
    envs = DummyVecEnv([_make_peer_env(make_env) for _ in range(PEER_ENVS)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=ROLLOUT // PEER_ENVS,
        batch_size=MINIBATCH,
        n_epochs=EPOCHS,
        policy_kwargs={
            "features_extractor_class": shared_trunk(),
            "net_arch": [],
        },
        device="cpu",
        seed=1,
    )
    return Learner(lambda: _learn_once(model))


def _make_peer_env(make_env: Callable[..., Any]) -> Callable[[], Any]:
    return lambda: make_env(GAME, seat="random", opponents="uniform")


def _learn_once(model: Any) -> None:
    model.learn(ROLLOUT, reset_num_timesteps=False)


def shared_trunk() -> type[Any]:
    """The trunk as a features extractor of Stable-Baselines3, shared by policy and value."""
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import Tensor, nn

    class SharedTrunk(BaseFeaturesExtractor):
        def __init__(self, observation_space: Any) -> None:
            super().__init__(observation_space, HIDDEN[-1])
            widths = (observation_space.shape[0], *HIDDEN)
            layers: list[nn.Module] = []
            for inputs, outputs in pairwise(widths):
                layers += [nn.Linear(inputs, outputs), nn.ReLU()]
            self.trunk = nn.Sequential(*layers)

        def forward(self, observations: Tensor) -> Tensor:
            features: Tensor = self.trunk(observations)
            return features

    return SharedTrunk
