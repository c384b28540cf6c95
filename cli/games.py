"""`legation games`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.cli.inputs import Json
from legation.cli.output import print_json, stdout


@dataclass(frozen=True)
class Games:
    """List the games: seats, options with their values, and the agents that ship with them.

    Examples:
      legation games
      legation games --json
    """

    json: Json = False

    def run(self) -> int:
        from legation.envs import GAMES
        from legation.envs.engine import option_text

        games = [describe(name) for name in GAMES]
        if self.json:
            print_json({"games": games})
            return 0
        console = stdout()
        for game in games:
            title = game["title"]
            console.print(f"[bold]{game['id']}[/]: {title['en']} / {title['ru']}")
            console.print(f"  seats    {len(game['seats'])}: {', '.join(game['seats'])}")
            for option in game["options"]:
                whose = f"; the {option['follows']} sets it" if option["follows"] else ""
                console.print(
                    f"  --option {option['name']}={option_text(option['default'])}"
                    f"   {option['label']['en'].rstrip('.')}; {option['valid']} "
                    f"(default: as here{whose})",
                    markup=False,
                )
            console.print(f"  agents   {', '.join(game['agents'])}", markup=False)
        return 0


def describe(name: str) -> dict[str, Any]:
    from legation.agents.load import shipped_agents
    from legation.envs import game_options, load_game
    from legation.envs.engine import Option, implied_by

    game, declared = load_game(name), game_options(name)
    follows = implied_by(declared)
    return {
        "id": name,
        "title": game.title._asdict(),
        "version": game.version,
        "seats": list(game.seat_ids),
        "options": [
            {
                "name": option.name,
                "label": option.label._asdict(),
                "values": list(option.values) if isinstance(option, Option) else None,
                "valid": option.valid,
                # Of the game as it is without any option: a scenario may set others.
                "default": game.options[option.name],
                "follows": follows.get(option.name),
            }
            for option in declared
        ],
        "actions": game.actions.size,
        "features": game.encoder.width,
        "agents": list(shipped_agents(name)),
    }
