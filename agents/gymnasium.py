"""The games under their Gymnasium ids, such as `legation/Embassies-v0`, with opponents by name.

    import gymnasium
    import legation.agents.gymnasium  # registers the ids

    env = gymnasium.make("legation/Embassies-v0", seat="germany", opponents="heuristic")

Since 1.0 Gymnasium loads no plugins: ids are registered by an import, this one, which `make` does
by itself where the module stands in front of the id:
`gymnasium.make("legation.agents.gymnasium:legation/Embassies-v0")`. Loaders that still read the
entry point group `gymnasium.envs` find `register_envs`.
"""

from __future__ import annotations

from collections.abc import Mapping

import gymnasium
from gymnasium.vector import AutoresetMode

from legation.agents.base import Agent
from legation.agents.load import load
from legation.envs import GAMES, load_game
from legation.envs.adapters.gymnasium import SeatEnv
from legation.envs.adapters.vector import SeatVectorEnv
from legation.envs.engine import Game, OptionValue
from legation.envs.engine.batch import Forced

Opponents = str | Agent | Mapping[str, str | Agent]


def env_id(name: str) -> str:
    """The Gymnasium id of a game: `secret_orders` -> `legation/SecretOrders-v0`."""
    return f"legation/{name.title().replace('_', '')}-v0"


def register_envs() -> None:
    """Registers every game, single and vector; a second call changes nothing."""
    for name in GAMES:
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point=f"{__name__}:make_env",
                vector_entry_point=f"{__name__}:make_vector_env",
                kwargs={"game": name},
            )


def make_env(
    game: str,
    *,
    seat: str | int = "random",
    opponents: Opponents = "heuristic",
    render_mode: str | None = None,
    language: str = "en",
    forced: Forced = "auto",
    **options: OptionValue,
) -> SeatEnv:
    """One seat of a game; see `SeatEnv`.

    Args:
        game: its name.
        seat: a seat id, its number, or "random".
        opponents: an agent, or the name or path of one (see `legation.agents.load`), for all other
            seats; or a mapping from seat ids to such.
        options: of the game.
    """
    chosen = load_game(game, **options)
    return SeatEnv(
        chosen,
        seat=seat,
        opponents=_resolve(opponents, chosen),
        render_mode=render_mode,
        language=language,
        forced=forced,
    )


def make_vector_env(
    game: str,
    *,
    num_envs: int = 1,
    seat: str | int = "random",
    opponents: Opponents = "heuristic",
    autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
    forced: Forced = "auto",
    **options: OptionValue,
) -> SeatVectorEnv:
    """One seat in each of `num_envs` games; see `SeatVectorEnv`, and `make_env` for the rest."""
    chosen = load_game(game, **options)
    return SeatVectorEnv(
        chosen,
        num_envs=num_envs,
        seat=seat,
        opponents=_resolve(opponents, chosen),
        autoreset_mode=autoreset_mode,
        forced=forced,
    )


def _resolve(opponents: Opponents, game: Game) -> Agent | dict[str, Agent]:
    if isinstance(opponents, Mapping):
        return {seat: _agent(spec, game) for seat, spec in opponents.items()}
    return _agent(opponents, game)


def _agent(spec: str | Agent, game: Game) -> Agent:
    return load(spec, game) if isinstance(spec, str) else spec


register_envs()
