"""Agents by name or path: `load("embassies:heuristic")`, `load("zoo/embassies")`, `load(path)`."""

from __future__ import annotations

import math
import os
import tomllib
from pathlib import Path

from legation.agents.base import Agent
from legation.agents.fit import fits
from legation.agents.heuristics import HEURISTICS, heuristic_agent
from legation.agents.uniform import uniform_agent
from legation.envs import GAMES, load_game
from legation.envs.engine import Game, LegationError, unknown

ZOO = Path(__file__).resolve().parent / "zoo"
SNAPSHOT_NAME = "agent.safetensors"
ABOUT = "agent.toml"
_SUFFIX = ".safetensors"
_WEIGHTS = ".toml"
_STAGE = "stage-"  # a file of settings for training
_ZOO = "zoo/"
_UNIFORM, _HEURISTIC, _NEURAL = "uniform", "heuristic", "neural-agent"


def load(spec: str | Path, game: Game | None = None, *, temperature: float | None = None) -> Agent:
    """The agent that `spec` names.

    Args:
        spec: `uniform`; `heuristic`, the hand-written agent of the game; `neural-agent`, the
            trained one that ships with the game; any of them with the game in front, as in
            `embassies:heuristic`; `zoo/embassies`, as `embassies:neural-agent`; where one ships for
            each scenario, `zoo/pax_baltica` is that of the game's, and `zoo/pax_baltica/NAME` a
            certain one; a path to a snapshot (`*.safetensors`, or a run's folder with an
            `agent.safetensors`); or one to weights of the hand-written agent (`*.toml`, see
            `agents.weighted`), those that ship as `zoo/secret_orders/teacher.toml` or
            `zoo/pax_baltica/NAME/teacher.toml`.
        game: what it will play; may be left out where the spec tells.
        temperature: of a network's choices: 0 always takes the likeliest action, 1 samples from
            the policy; None leaves it to the snapshot. Other agents have no temperature.

    Raises:
        LegationError: no such agent, game or file, or a snapshot that does not fit the game.
    """
    if temperature is not None and not (math.isfinite(temperature) and temperature >= 0):
        raise LegationError(f"temperature is {temperature!r}; it must be a number from 0 up")
    spec = _text(spec)
    path = snapshot_path(spec, game)
    name, game_id = _split(spec, game)
    if game is None and game_id is not None:
        game = load_game(game_id)
    weights = _weights_path(spec, game)
    if weights is not None and game is not None:
        from legation.agents.weighted import WeightedAgent, read_weights

        shipped = f"{_ZOO}{weights.relative_to(ZOO).as_posix()}" if ZOO in weights.parents else ""
        return WeightedAgent(shipped or weights.name, game.id, read_weights(weights, game.id))
    if path is not None:
        # The one branch that needs torch, which takes seconds to import.
        from legation.agents.neural import load_neural

        return load_neural(path, game, name=_called(spec, path), temperature=temperature)
    if game is None:
        raise LegationError(
            f"agent {spec!r}: for which game? Write it in front, as in {min(GAMES)}:{spec}"
        )
    if name == _UNIFORM:
        return uniform_agent(game.id)
    return heuristic_agent(game.id)


def _weights_path(spec: str, game: Game | None) -> Path | None:
    """The file of weights of the hand-written agent that `spec` names, if it names one.

    Raises:
        LegationError: no such file ships.
    """
    name, game_id = _split(spec, game)
    if not name.endswith(_WEIGHTS) or os.path.isdir(name):
        return None
    if game_id is None or not name.startswith(f"{_NEURAL}/"):
        return Path(name)
    variant = name.removeprefix(f"{_NEURAL}/")
    folder = ZOO / game_id
    files = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob(f"*{_WEIGHTS}"))
        if path.name != ABOUT and not path.name.startswith(_STAGE)
    }
    if variant not in files:
        names = [f"{_ZOO}{game_id}/{file}" for file in files]
        raise unknown("agent", f"{_ZOO}{game_id}/{variant}", names or shipped_agents(game_id))
    return files[variant]


def _called(spec: str, path: Path) -> str:
    """What tables call a snapshot: its run's folder or its file, or the spec of one that ships."""
    if ZOO in path.parents:
        return f"zoo/{path.parent.relative_to(ZOO).as_posix()}"
    return path.parent.name if path.name == SNAPSHOT_NAME else path.stem


def snapshot_path(spec: str | Path, game: Game | None = None) -> Path | None:
    """The file that holds the weights of the agent that `spec` names; None if it has none.

    Raises:
        LegationError: no such agent, or no such file.
    """
    spec = _text(spec)
    name, game_id = _split(spec, game)
    if _weights_path(spec, game) is not None:
        return None
    if name == _NEURAL or (name != spec and name.startswith(f"{_NEURAL}/")):
        if game_id is None:
            raise LegationError(
                f"agent {spec!r}: for which game? Write it in front, as in {min(GAMES)}:{spec}"
            )
        return _shipped(game_id, name.removeprefix(_NEURAL).strip("/"), game)
    if name == _UNIFORM:
        return None
    if name == _HEURISTIC:
        if game_id is not None and game_id not in HEURISTICS:
            raise LegationError(f"{game_id} has no heuristic; valid: {_valid(game_id)}")
        return None
    if not spec or name != spec:
        raise unknown("agent", name, _valid(game_id).split(", "))
    return _file(spec, game_id)


def _shipped(game_id: str, variant: str, game: Game | None) -> Path:
    """The snapshot that ships with a game: that of `variant`, if one is named, else the one whose
    folder is called after the value of an option of the game, else the general one."""
    folder = ZOO / game_id
    variants = {path.parent.name: path for path in sorted(folder.glob(f"*/{SNAPSHOT_NAME}"))}
    if variant:
        if variant not in variants:
            names = [f"{_ZOO}{game_id}", *(f"{_ZOO}{game_id}/{name}" for name in variants)]
            raise unknown("agent", f"{_ZOO}{game_id}/{variant}", names)
        return variants[variant]
    for value in game.options.values() if game is not None else ():
        if isinstance(value, str) and value in variants:
            return variants[value]
    if not (folder / SNAPSHOT_NAME).is_file():
        raise LegationError(f"no trained agent ships with {game_id}; valid: {_valid(game_id)}")
    return folder / SNAPSHOT_NAME


def shipped_agents(game_id: str) -> tuple[str, ...]:
    """Names of the agents that come with a game, the kind that is strongest as a rule first."""
    names = [_UNIFORM]
    if game_id in HEURISTICS:
        names.insert(0, _HEURISTIC)
    if (ZOO / game_id / SNAPSHOT_NAME).is_file():
        names.insert(0, f"{_ZOO}{game_id}")
    return tuple(names)


def strongest_agent(game: Game) -> str:
    """The name of the strongest agent that ships for a game with its options.

    That is the trained one, unless `agent.toml` beside its weights names another as `stronger`, or
    it is for another table, such as one without the game master's seat.
    """
    first, *others = shipped_agents(game.id)
    if not first.startswith(_ZOO):
        return first
    if not has_trained_agent(game):
        return others[0]
    about = _shipped(game.id, "", game).parent / ABOUT
    if not about.is_file():
        return first
    return str(tomllib.loads(about.read_text(encoding="utf-8")).get("stronger", first))


def has_trained_agent(game: Game) -> bool:
    """Whether a trained agent ships that can play the game with its options."""
    if f"{_ZOO}{game.id}" not in shipped_agents(game.id):
        return False
    return fits(_shipped(game.id, "", game), game)


def hand_written_agent(game: Game) -> str:
    """The name of a game's heuristic, or of that with weights that ship, if it is the strongest."""
    strongest = strongest_agent(game)
    return strongest if strongest.endswith(_WEIGHTS) else _HEURISTIC


def _text(spec: object) -> str:
    if not isinstance(spec, str | Path):
        raise LegationError(f"an agent is named by a text or a path, not {spec!r}")
    return str(spec)


def _split(spec: str, game: Game | None) -> tuple[str, str | None]:
    """The agent's name without its game, and the id of the game where it is known."""
    named: str | None = None
    name = spec
    if spec.startswith(_ZOO):
        named, _, variant = spec.removeprefix(_ZOO).rstrip("/").partition("/")
        name = f"{_NEURAL}/{variant}" if variant else _NEURAL
    elif ":" in spec and not Path(spec).exists():
        named, _, name = spec.partition(":")
        if name.startswith(_ZOO):  # it says its game itself, and has to say the same one
            name, own = _split(name, None)
            if own != named:
                raise LegationError(f"agent {spec!r} plays {own}, not {named}")
    if named is not None and named not in GAMES and not (game and named == game.id):
        raise unknown("game", named, GAMES, where=f"agent {spec!r}")
    if named is not None and game is not None and named != game.id:
        raise LegationError(f"agent {spec!r} plays {named}, not {game.id}")
    return name, named if named is not None else game.id if game else None


def _file(spec: str, game_id: str | None) -> Path:
    path = Path(spec)
    # Of the functions that look, those that take a path that can't be for one that is not there.
    if os.path.isdir(path):
        if not (path / SNAPSHOT_NAME).is_file():
            raise LegationError(
                f"the folder {spec} holds no {SNAPSHOT_NAME}; give the folder of a finished run, "
                "or the snapshot itself"
            )
        return path / SNAPSHOT_NAME
    if os.path.isfile(path):
        if path.suffix != _SUFFIX:
            raise LegationError(f"{spec} is not a snapshot: its name should end in {_SUFFIX}")
        return path
    if "/" in spec or path.suffix == _SUFFIX:
        raise LegationError(
            f"no such file or folder: {spec}; an agent is a name ({_valid(game_id)}) or the path "
            "of a snapshot"
        )
    names = _valid(game_id).split(", ")
    raise unknown("agent", spec, [*names, f"path/to/{SNAPSHOT_NAME}"])


def _valid(game_id: str | None) -> str:
    if game_id is not None:
        return ", ".join(shipped_agents(game_id))
    return ", ".join(f"{game}:{name}" for game in GAMES for name in (_UNIFORM, _HEURISTIC))
