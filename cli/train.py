"""`legation train`."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tyro.conf import Positional, UseAppendAction, arg

from legation.cli.inputs import Json, Options, open_game, option_pairs
from legation.cli.main import EXIT_INTERRUPTED
from legation.cli.output import print_json, stderr

if TYPE_CHECKING:
    from legation.training.config import TrainConfig
    from legation.training.loop import Outcome

Game = Positional[Annotated[str, arg(metavar="GAME", help="a game; `legation games` lists them")]]
Settings = Annotated[
    UseAppendAction[tuple[str, ...]],
    arg(
        metavar="KEY=VALUE",
        help="a key of the configuration, such as ppo.learning_rate=3e-4 or, quoted for the shell, "
        '\'league.anchor_agents=["heuristic", "uniform"]\'; docs/configuration.md lists them',
    ),
]


@dataclass(frozen=True)
class Train:
    """Train an agent by self-play with PPO.

    A run's folder holds its configuration, a checkpoint to resume from, the agent, a TensorBoard
    log and a picture of the strength over time. Settings are taken from a preset, then a file, then
    --set. Ctrl-C saves and stops (exit code 130); --resume goes on, byte for byte as if it had
    never stopped.

    Examples:
      legation train embassies --preset demo --output runs/demo
      legation train embassies --output runs/mine --set decisions=50e6 --set threads=2
      legation train --resume runs/mine
    """

    game: Game = ""
    output: Annotated[
        Path | None, arg(metavar="FOLDER", help="of the run; runs/GAME by default")
    ] = None
    preset: Annotated[
        str, arg(metavar="NAME", help="tiny (seconds), demo (minutes) or standard (half an hour)")
    ] = ""
    config: Annotated[
        Path | None, arg(metavar="FILE", help="a TOML file of settings, over the preset")
    ] = None
    set: Settings = ()
    option: Options = ()
    seed: Annotated[
        int | None, arg(metavar="N", help="of everything; a run repeats byte for byte")
    ] = None
    resume: Annotated[
        Path | None, arg(metavar="FOLDER", help="go on with the run in this folder")
    ] = None
    overwrite: Annotated[
        bool, arg(help="replace the run that is in the output folder, if there is one")
    ] = False
    json: Json = False

    def run(self) -> int:
        from legation.envs import LegationError

        # Threads of OpenMP that wait should spin a moment and then sleep: by default they spin for
        # long, which starves whatever else runs. Read when torch is first imported.
        os.environ.setdefault("GOMP_SPINCOUNT", "10000")
        if self.resume is not None:
            self._check_resume()
            outcome = _go_on(self.resume)
        elif not self.game:
            raise LegationError(
                "train needs a GAME (`legation games` lists them), or --resume FOLDER"
            )
        else:
            outcome = self._start()
        self._report(outcome)
        return 0 if outcome.finished else EXIT_INTERRUPTED

    def _check_resume(self) -> None:
        from legation.envs import LegationError

        given = {
            "GAME": self.game,
            "--output": self.output,
            "--preset": self.preset,
            "--config": self.config,
            "--set": self.set,
            "--option": self.option,
            "--seed": self.seed,
            "--overwrite": self.overwrite,
        }
        extra = [name for name, value in given.items() if value not in ("", None, (), False)]
        if extra:
            raise LegationError(
                f"a resumed run keeps its configuration; leave out {', '.join(extra)}"
            )

    def _start(self) -> Outcome:
        config = self.settings()
        game = open_game(config.game, option_pairs(config.options))
        folder = self.output or Path("runs") / config.game
        from legation.training.loop import train

        return train(config, game, folder, replace=self.overwrite)

    def settings(self) -> TrainConfig:
        """The configuration: the preset, the file over it, --set over both."""
        from legation.envs import LegationError, game_options
        from legation.training.config import make_config, merge, preset_values, read_toml

        game_options(self.game)  # refuses an unknown game before anything else is looked at
        preset = self.preset or "standard"
        values = preset_values(preset, self.game)
        where = f"preset {preset}"
        if self.config is not None:
            values = merge(values, read_toml(self.config))
            where = str(self.config)
        for pair in self.set:
            values = merge(values, _setting(pair))
            where = "--set"
        if self.seed is not None:
            values["seed"] = self.seed
        if values.get("game", self.game) != self.game:
            raise LegationError(
                f"{where}: game is {values['game']!r}, but the command line says {self.game!r}"
            )
        config = make_config({**values, "game": self.game}, where)
        given = (*option_pairs(config.options), *self.option)
        chosen = {pair.partition("=")[0]: pair for pair in given}  # --option has the last word
        game = open_game(self.game, tuple(chosen.values()))
        return replace(config, options=dict(game.options))

    def _report(self, outcome: Outcome) -> None:
        console = stderr()
        if self.json:
            print_json(
                {
                    "folder": str(outcome.folder),
                    "agent": str(outcome.agent),
                    "decisions": outcome.decisions,
                    "seconds": outcome.seconds,
                    "finished": outcome.finished,
                    "strength": [s._asdict() for s in outcome.history],
                    "time_shares": outcome.time_shares,
                }
            )
        lines = [f"agent: {outcome.agent}", f"TensorBoard: tensorboard --logdir {outcome.folder}"]
        if outcome.history:
            lines.insert(1, f"learning curve: {outcome.folder / 'learning_curve.png'}")
        if outcome.finished and self.resume is not None and not outcome.seconds_now:
            lines.append("the run had already reached its end; nothing was done")
        if not outcome.finished:
            lines.append(f"stopped early; go on with: legation train --resume {outcome.folder}")
        for line in lines:
            console.print(line, markup=False, soft_wrap=True)


def _go_on(folder: Path) -> Outcome:
    from legation.training.loop import train
    from legation.training.run import load_config

    config = load_config(folder)
    game = open_game(config.game, option_pairs(config.options))
    return train(config, game, folder, resume=True)


def _setting(pair: str) -> dict[str, Any]:
    """`ppo.clip=0.1` as nested values; the value is read as TOML, else as plain text."""
    from legation.envs import LegationError

    key, sign, text = pair.partition("=")
    if not sign or not all(part.isidentifier() for part in key.split(".")):
        raise LegationError(f"--set {pair!r}: write it as KEY=VALUE, such as ppo.clip=0.1")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    # 50e6 is a handy way to write a whole number.
    if isinstance(value, float) and value.is_integer() and "e" in text.lower():
        value = int(value)
    for part in reversed(key.split(".")):
        value = {part: value}
    nested: dict[str, Any] = value
    return nested
