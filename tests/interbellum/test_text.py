"""Positions, actions and news in words: complete in both languages, and nothing secret in them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from legation.agents.heuristics import heuristic_agent
from legation.cli.game_page import game_page
from legation.envs import load_game
from legation.envs.engine import LANGUAGES, Game, LegationError
from legation.envs.engine.game import State
from legation.envs.engine.replay import shown, told
from legation.envs.interbellum import names, words
from legation.envs.interbellum.actions import DEPLOY, KIND_NAMES, NO_KIND, ORDER, POINT
from legation.envs.interbellum.components import COMPONENTS, GER, ITA, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import FIRST_PLACE, STEP_P
from legation.envs.interbellum.tables import tables

GAME = load_game("interbellum")
MASTERED = load_game("interbellum", gm="seat", gm_rulings=True, declarations=True)


def played(game: Game, seed: int, heuristic: bool) -> Iterator[tuple[State, int, State]]:
    """Every decision of a game: the state before, the action, the state after."""
    agent, rng = heuristic_agent(game.id), np.random.default_rng(seed)
    state = game.new_state(seed)
    while not state.over:
        seen = game.observe(state, int(state.actor))
        legal = seen.legal_actions()
        action = int(legal[rng.integers(len(legal))])
        if heuristic:
            action = int(agent.act(game.observe_many([seen]), rng)[0])
        before = state.copy()
        game.apply(state, action)
        yield before, action, state.copy()


@pytest.mark.parametrize("game", [GAME, MASTERED], ids=["five seats", "six seats"])
def test_every_view_of_every_phase_fits_in_100_columns(game: Game) -> None:
    kinds = set()
    for number, (before, action, after) in enumerate(played(game, 3, heuristic=False)):
        new_kind = int(before.kind) not in kinds
        kinds.add(int(before.kind))
        for language in LANGUAGES:
            for viewer in range(game.seats + 1):
                text = told(game, viewer, before, after, language)
                if new_kind or number % 40 == 0 or after.over:
                    text += game.render(game.observe(before, viewer), language).splitlines()
                    text += game.render(game.observe(after, viewer), language).splitlines()
                entry = shown(game, viewer, int(before.actor), action, before, after, language)
                if entry:
                    text.append(entry["label"])
                for line in text:
                    assert len(line) <= 100, line
                    assert line == line.rstrip(), line
                    assert "{" not in line, line
                    assert "None" not in line, line
    assert len(kinds) > 12


def test_every_kind_of_decision_has_words_for_its_actions() -> None:
    """What the questions of 7.2 offer, each in both languages, no two alike for one question."""
    assert set(words.PHRASES) == set(range(NO_KIND))
    for kind, templates in words.PHRASES.items():
        for language in LANGUAGES:
            texts = [text.in_language(language) for text in templates.values()]
            assert all(texts), KIND_NAMES[kind]
            assert len(set(texts)) == len(texts), KIND_NAMES[kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_actions_of_a_question_read_differently(language: str) -> None:
    for game in (GAME, MASTERED):
        for before, _, _ in played(game, 5, heuristic=False):
            seen = game.observe(before, int(before.actor))
            texts = [game.phrase_of(seen, a, language) for a in seen.legal_actions()]
            assert len(set(texts)) == len(texts), texts
            assert all(t not in {game.label(a, language) for a in range(104)} for t in texts), texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_are_unique(language: str) -> None:
    short = [n.in_language(language) for n in names.SHORT_AMBASSADORS]
    assert len(set(short)) == len(short)
    assert all(short)


def test_what_an_action_is_about_is_named() -> None:
    found = set()
    for before, action, _ in played(GAME, 1, heuristic=True):
        seen = GAME.observe(before, int(before.actor))
        text = GAME.phrase_of(seen, action, "en")
        if before.kind in (DEPLOY, ORDER):
            assert names.ambassador(before.about_amb, "en") in text
        if before.kind in (POINT, ORDER):
            assert names.region(seen, before.about_region, "en") in text
        if before.kind == POINT:
            own = action - GAME.action("power", power="GER") == before.actor
            assert text.startswith("place 1" if own else "destroy 1 of ")
        found.add(int(before.kind))
    assert {DEPLOY, POINT} <= found


def test_a_hidden_sending_is_in_no_other_view() -> None:
    """Between a sending and its reveal only its owner reads where who goes."""
    checked = 0
    for before, action, after in played(GAME, 2, heuristic=True):
        if before.kind != DEPLOY or after.step != STEP_P:
            continue
        owner = int(before.actor)
        for viewer in range(GAME.seats + 1):
            entry = shown(GAME, viewer, owner, action, before, after, "en")
            assert (entry is not None) == (viewer == owner)
            if viewer != owner:
                assert told(GAME, viewer, before, after, "en") == []
                text = GAME.render(GAME.observe(after, viewer), "en")
                for slot in range(POOL_SIZE):
                    hidden = after.place[owner, slot] >= FIRST_PLACE
                    known = after.surely_hand[owner, slot] or after.seen[owner, slot]
                    if hidden and not known:
                        assert names.ambassador(owner * POOL_SIZE + slot, "en") not in text
                        checked += 1
    assert checked > 20


def test_a_spectator_and_the_master_read_what_they_may() -> None:
    state = MASTERED.new_state(1)
    MASTERED.apply(state, MASTERED.action("ambassador", ambassador="papen"))
    master = MASTERED.render(MASTERED.observe(state, "GM"), "en")
    assert "Third Reich: reserve: Papen" in master
    for viewer in (ITA, MASTERED.spectator):
        assert "Papen" not in MASTERED.render(MASTERED.observe(state, viewer), "en").replace(
            "pool: ", ""
        )
    assert "You play Third Reich." in MASTERED.render(MASTERED.observe(state, GER), "en")
    assert "Вы играете за: Третий Рейх." in MASTERED.render(MASTERED.observe(state, GER), "ru")


def test_the_news_of_a_whole_game_tell_all_that_happens() -> None:
    """Each die, reveal and change of the board is told, to a spectator too."""
    told_lines: list[str] = []
    for before, _, after in played(GAME, 4, heuristic=True):
        lines = told(GAME, GAME.spectator, before, after, "en")
        text = "\n".join(lines)
        for r in range(len(after.sig)):
            place = names.region(GAME.observe(after, 0), r, "en")
            for p in range(POWERS):
                if before.inf[r, p] != after.inf[r, p]:
                    change = f"{before.inf[r, p]} → {after.inf[r, p]}"
                    assert f"{names.short_power(p, 'en')} {change}" in text
            if after.dice[r].any() and not before.dice[r].any():
                assert f"{place} rolls: " in text
        told_lines += lines
    for turn in range(2, 8):
        assert f"--- {1932 + turn}, turn {turn} ---" in told_lines
    # Every region's dice of every turn with ambassadors there, the last region's too.
    assert any(line.startswith("Romania rolls") for line in told_lines)
    assert sum(" sent: " in line for line in told_lines) == 7 * POWERS
    assert sum(line.startswith("winner: ") for line in told_lines) == 1
    assert sum(" votes for " in line for line in told_lines) == POWERS + 1


def test_tables_of_the_page_have_all_ambassadors_in_both_languages() -> None:
    ambassadors, traits, *scenarios = tables()
    assert len(ambassadors.rows) == 50
    assert all(all(row) for row in ambassadors.rows)
    assert len(traits.rows) == len(COMPONENTS.traits)
    assert [len(s.rows) for s in scenarios] == [len(s.regions) for s in COMPONENTS.scenarios]
    for table in tables():
        assert {len(row) for row in table.rows} == {len(table.heads)}


def test_the_page_shows_the_tables_and_who_sees_what_when() -> None:
    page = game_page("interbellum")
    assert "| `papen` | GER | Franz von Papen | Франц фон Папен |" in page
    assert "## Scenario `wide`" in page
    assert "each power its own; everyone where `orders_shown` is set" in page
    assert "`audience` when it is asked; everyone where `open` is set" in page


def test_another_language_is_refused() -> None:
    with pytest.raises(LegationError, match="unknown language 'de'"):
        GAME.render(GAME.observe(GAME.new_state(), 0), "de")
