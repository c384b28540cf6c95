"""One whole game by heuristics, kept as text: a change of the rules shows up in its diff."""

from __future__ import annotations

from textwrap import wrap

import numpy as np

from legation.agents.heuristics import heuristic_agent
from legation.envs import load_game
from legation.envs.engine import Game
from legation.tests.transcripts import SEED, check_transcript


def played_game(game: Game, seed: int) -> str:
    """A paragraph a seat and turn with what it entered; after every turn what a seat was told."""
    agent, rng = heuristic_agent(game.id), np.random.default_rng(seed)
    state = game.new_state(seed)
    blocks = [f"{game.title.en}, scenario {game.options['scenario']}, seed {seed}"]
    while not state.over:
        turn, seat, labels = int(state.turn), int(state.actor), list[str]()
        before = [game.observe(state, v) for v in range(game.seats)]
        while not state.over and (turn, seat) == (int(state.turn), int(state.actor)):
            seen = game.observe(state, seat)
            action = int(agent.act(game.observe_many([seen]), rng)[0])
            labels.append(game.phrase_of(seen, action))
            before = [game.observe(state, v) for v in range(game.seats)]
            game.apply(state, action)
        blocks += wrap(f"{turn + 1}. {game.seat_ids[seat]}: {'; '.join(labels)}", 98,
                       subsequent_indent="    ", break_on_hyphens=False)  # fmt: skip
        if int(state.turn) != turn:
            assert game.news is not None
            for viewer, view in enumerate(before):
                told = game.news(view, game.observe(state, viewer), "en")
                blocks += [f"{game.seat_ids[viewer]} hears:", *told[1:]] if told else []
            blocks += ["", game.render(game.observe(state, game.spectator), "en")]
    blocks.append(f"returns {[round(float(r), 6) for r in game.returns(state)]}")
    return "\n".join(blocks) + "\n"


def test_the_game_is_played_as_before() -> None:
    text = played_game(load_game("secret_orders", scenario="duel"), SEED)
    check_transcript("secret_orders", text)
    assert len(text.splitlines()) < 600
