"""A game as a PettingZoo environment: the usual loop, without special cases.

python examples/pettingzoo_loop.py
"""

from __future__ import annotations

from legation.envs.adapters.pettingzoo import aec_env


def main() -> None:
    env = aec_env("embassies", alliances="off", render_mode="human")
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for seat in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[seat] += reward
        if termination or truncation:
            action = None
        else:
            # Here a policy would choose, from observation["observation"] and the mask.
            action = env.action_space(seat).sample(observation["action_mask"])
        env.step(action)
    env.render()  # the end, as a spectator sees it
    for seat, reward in total.items():
        print(f"{seat:16} {reward:+.2f}")


if __name__ == "__main__":
    main()
