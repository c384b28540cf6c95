"""One whole game by heuristics, kept as text: a change of the rules shows up in its diff."""

from __future__ import annotations

from textwrap import wrap

import numpy as np

from legation.agents.heuristics import heuristic_agent
from legation.envs import load_game
from legation.envs.engine import Game
from legation.tests.transcripts import SEED, check_transcript


def played_game(game: Game, seed: int) -> str:
    """A line a turn with the labels of its actions, and the position after every round."""
    agent, rng = heuristic_agent(game.id), np.random.default_rng(seed)
    state = game.new_state(seed)
    blocks = [f"{game.title.en}, alliances {game.options['alliances']}, seed {seed}"]
    while not state.over:
        number, turn, labels = int(state.round_number), int(state.turn), list[str]()
        while not state.over and (number, turn) == (state.round_number, state.turn):
            seat = int(state.actor)
            seen = game.observe_many([game.observe(state, seat)])
            action = int(agent.act(seen, rng)[0])
            who = "" if seat == turn else f"{game.seat_ids[seat]}: "
            game.apply(state, action)
            label = who + game.label(action)
            if game.describe(action).family == "attack":
                label += f" (die {state.last_die})"
            labels.append(label)
        blocks += wrap(f"{number}. {game.seat_ids[turn]}: {'; '.join(labels)}", 98,
                       subsequent_indent="    ", break_on_hyphens=False)  # fmt: skip
        if state.over or state.round_number != number:
            blocks += ["", game.render(game.observe(state, game.spectator), "en")]
    blocks.append(f"returns {game.returns(state).tolist()}")
    return "\n".join(blocks) + "\n"


def test_the_game_is_played_as_before() -> None:
    text = played_game(load_game("embassies"), SEED)
    check_transcript("embassies", text)
    assert len(text.splitlines()) < 600
