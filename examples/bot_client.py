"""A host's side of the bot protocol: asks the server for the moves of the seats without a person.

    legation serve &
    python examples/bot_client.py http://127.0.0.1:8000

The host here runs the rules of embassies by Legation, to have a game to play; any program that can
say what a seat sees can ask the same question. Only the standard library speaks to the server.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from typing import Any

from legation.envs import load_game


def ask(server: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        server + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=150) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        raise SystemExit(f"refused: {json.load(error)['detail']}") from None


def main(server: str, decisions: int = 20) -> None:
    game = load_game("embassies")
    state = game.new_state(seed=1)
    for number in range(decisions):
        seat = game.seat_ids[state.actor]
        seen = game.observe(state, seat).to_dict()["fields"]  # nothing that the seat may not see
        asked = {"id": f"demo:{number}", "game": game.id, "game_version": game.version}
        answer = ask(server, "/v1/decide", {**asked, "seat": seat, "observation": seen})
        chances = ", ".join(f"{c['label']} {c['probability']:.0%}" for c in answer["best"])
        print(f"{seat:16} {answer['label']:32} ({answer['rung']}: {chances})")
        game.apply(state, answer["action"])


if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    if not address.startswith(("http://", "https://")):
        raise SystemExit(__doc__)
    main(address)
