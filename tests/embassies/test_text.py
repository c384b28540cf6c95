"""The position in words."""

from __future__ import annotations

import pytest

from legation.envs import LegationError, load_game
from legation.envs.embassies.rules import ALLIANCE, ATTACK
from legation.envs.engine import LANGUAGES
from legation.tests.embassies.positions import (
    AFRICA,
    AH,
    FAR_EAST,
    FR,
    GB,
    GE,
    ITALY,
    RU,
    SERBIA,
    ally,
    last_decision,
    position,
    random_states,
    take,
)

GAME = load_game("embassies")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_fits_in_100_columns(language: str) -> None:
    for number, state in enumerate(random_states(GAME, 8, greedy=True)):
        if number % 10 and not state.over:
            continue
        for viewer in range(6):
            for line in GAME.render(GAME.observe(state, viewer), language).splitlines():
                assert len(line) <= 100
                assert line == line.rstrip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_words(language: str) -> None:
    labels = [GAME.label(a, language) for a in range(GAME.actions.size)]
    assert len(set(labels)) == len(labels)


def test_goals_say_what_is_missing() -> None:
    held = [
        (AFRICA, FR, 12), (AFRICA, GE, 10), (GB, FR, 10), (ITALY, FR, 4), (GE, AH, 10),
        (FAR_EAST, GB, 11), (SERBIA, AH, 10),
    ]  # fmt: skip
    state = position(GAME, GE, influence=held)
    text = GAME.render(GAME.observe(state, FR), "en")
    assert "[x]  2  treaty rights: Great Britain (reached)" in text
    assert "[ ]  1  treaty rights: Italy (4 of 10)" in text
    assert "[ ]  5  exclusive rights: Africa (rights there: Germany)" in text
    assert (
        "[ ] 10  isolated: Germany (holds rights: Africa; grants rights: Austria-Hungary)"
    ) in text
    assert "[ ] 10  nobody else above 12 (above: Austria-Hungary)" in GAME.render(
        GAME.observe(state, GB), "en"
    )


def test_head_events_and_end() -> None:
    state = position(GAME, GB, ATTACK, influence=[(ITALY, GB, 12), (ITALY, RU, 3)])
    ally(state, (FR, GE))
    take(GAME, state, "attack", country="italy", victim="russia")
    text = GAME.render(GAME.observe(state, RU), "en")
    assert "Round 1 of 10; France: place; factors left: 12" in text
    assert "Alliances: France + Germany" in text
    assert f"Last attack: Great Britain against Russia in Italy, die {state.last_die}: " in text
    over = last_decision(GAME, [(ITALY, AH, 1), (ITALY, FR, 1)])
    take(GAME, over, "pass")
    assert "The game is over. Won by: Great Britain, France" in GAME.render(
        GAME.observe(over, GAME.spectator), "en"
    )
    assert "Победа: Великобритания, Франция" in GAME.render(GAME.observe(over, GB), "ru")


def test_a_pending_proposal_is_shown_to_its_parties_only() -> None:
    state = position(GAME, GB, ALLIANCE)
    take(GAME, state, "propose", power="russia")
    shown = ["proposed by" in GAME.render(GAME.observe(state, v), "en") for v in range(6)]
    assert shown == [v in (GB, RU) for v in range(6)]


def test_another_language_is_refused() -> None:
    with pytest.raises(LegationError, match="unknown language 'de'"):
        GAME.render(GAME.observe(GAME.new_state(), 0), "de")
