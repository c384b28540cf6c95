"""sb3-contrib's MaskablePPO learns one seat of a game; needs `pip install sb3-contrib`.

    python examples/maskable_ppo.py --steps 40000

Prints the seat's share of the wins before and after, over games of their own seeds.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from legation.agents.gymnasium import register_envs


def make(seat: str, opponents: str) -> gymnasium.Env[Any, Any]:
    return gymnasium.make("legation/Embassies-v0", seat=seat, opponents=opponents)


def win_share(model: MaskablePPO, env: gymnasium.Env[Any, Any], games: int) -> float:
    shares = []
    for seed in range(1_000_000, 1_000_000 + games):
        observation, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            action, _ = model.predict(observation, action_masks=info["action_mask"])
            observation, _, terminated, _, info = env.step(int(action))
        shares.append(info["win_share"])
    return float(np.mean(shares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seat", default="germany")
    parser.add_argument("--opponents", default="uniform")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    register_envs()  # the import alone did so; this says why it is there

    envs = DummyVecEnv([lambda: make(arguments.seat, arguments.opponents)] * 8)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        device="cpu",
        seed=1,
    )
    table = make(arguments.seat, arguments.opponents)
    print(f"{arguments.seat} against {arguments.opponents}; equal players would win 0.20")
    print(f"before: win share {win_share(model, table, arguments.games):.2f}")
    model.learn(arguments.steps)
    print(f"after {arguments.steps} steps: {win_share(model, table, arguments.games):.2f}")


if __name__ == "__main__":
    main()
