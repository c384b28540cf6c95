"""The words of positions, in both languages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.envs import load_game
from legation.envs.engine import Game
from legation.envs.secret_orders.components import FIGURES
from legation.envs.secret_orders.scenarios import COMPONENTS, LIBRARY
from legation.envs.secret_orders.tables import ORDER
from legation.envs.secret_orders.words import FIGURE_NAMES
from legation.play.field_tables import field_tables
from legation.tests.secret_orders.positions import Do, base, enter, order, put

GAME = base()


@pytest.mark.parametrize("scenario", ["duel", "concert", "moderated", "congress", "open_table"])
def test_every_position_has_words_of_at_most_100_columns(scenario: str) -> None:
    game = load_game("secret_orders", scenario=scenario)
    rng = np.random.default_rng(3)
    s, number = game.new_state(2), 0
    while not s.over:
        number += 1
        if number % 97 == 0:
            for viewer in range(game.seats + 1):
                seen = game.observe(s, viewer)
                for language in ("en", "ru"):
                    assert max(map(len, game.render(seen, language).splitlines())) <= 100
        game.apply(s, int(rng.choice(np.flatnonzero(game.legal_action_mask(s)))))
    for viewer in range(game.seats + 1):
        seen = game.observe(s, viewer)
        assert "The game is over" in game.render(seen, "en")
        assert "Игра окончена" in game.render(seen, "ru")


def test_a_seat_reads_its_goal_units_and_entries() -> None:
    s = GAME.new_state()
    put(s, 0, 2, ORDER, 0, 2)
    enter(GAME, s, Do(5, "research", "pub", pace=0))
    text = " ".join(GAME.render(GAME.observe(s, 0), "en").split())  # lines are wrapped
    expected = ["you play Veldria", "Your goal. I will be the only one left", "Royal Guard"]
    expected += ["its host does not know of it", "Entered this turn: 1 of 6. Treasury: 95."]
    expected.append("1. Veldrian Academy (Veldria): Research (strategic), openly (cost 5)")
    for words in expected:
        assert words in text
    assert "Grey Chancellery" not in GAME.render(GAME.observe(s, 1), "en")


def test_the_reports_of_a_turn_are_its_news() -> None:
    s = GAME.new_state()
    enter(GAME, s, Do(0, "agitate", "pub", 1))
    for _ in range(3):
        GAME.apply(s, 0)
    before = GAME.observe(s, 2)
    GAME.apply(s, 0)
    assert GAME.news is not None
    told = GAME.news(before, GAME.observe(s, 2), "en")
    assert told[0] == "Reports of the last turn:"
    assert told[1].startswith("  Veldria: Spread one's party, openly; Karhold: ")
    assert GAME.news(before, before, "en") == []


def test_scores_and_goals_are_shown_at_the_end() -> None:
    game = base("duel")
    s = game.new_state(1)
    while not s.over:
        game.apply(s, 0)
    text = game.render(game.observe(s, 0), "en")
    assert "Scores: Veldria 20.0 % (I will be the only one left), Ostryn" in text
    assert "The goal of Ostryn. Cult of personality" in text


def moderated() -> tuple[Game, Any]:
    """A table whose game master is asked about the second entry of Karhold."""
    game = base("moderated")
    s = game.new_state()
    game.apply(s, 0)
    enter(game, s, Do(1, "agitate", "pub", 1), Do(order(1, 1), "research", "pub", pace=0))
    for _ in range(3):
        game.apply(s, 0)
    game.apply(s, game.action("gm", difficulty=0, time=0))
    return game, s


@pytest.mark.parametrize(
    ("language", "head", "deed"),
    [
        ("en", "You judge entry 2 of 2 of Karhold:", "Smelters' Guild (Karhold): Research"),
        ("ru", "Вы судите действие 2 из 2 (Кархольд):", "Цех плавильщиков (Кархольд): Исслед"),
    ],
)
def test_a_game_master_reads_what_is_judged(language: str, head: str, deed: str) -> None:
    game, s = moderated()
    seen = game.observe(s, 4)
    assert seen.to_act
    assert game.board is not None
    text = " ".join(game.render(seen, language).split())
    for words in (text, " ".join(game.board(seen, language).facts)):
        assert head in words
        assert deed in words
    for action in seen.legal_actions():
        assert deed in game.phrase_of(seen, action, language)
    for viewer in (0, 1, 2, 3, game.spectator):
        assert head not in game.render(game.observe(s, viewer), language)
        assert head not in " ".join(game.board(game.observe(s, viewer), language).facts)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_words_are_whole_and_differ(language: str) -> None:
    """No name is cut in a table of four, and a kind of order is not called like a size."""
    game = load_game("secret_orders")
    text = game.render(game.observe(game.new_state(2), 0), language)
    assert "…" not in text
    names = {key: [t.in_language(language) for t in COMPONENTS.enums[key]]
             for key in ("order_kinds", "size", "spheres", "economic")}  # fmt: skip
    assert not set(names["order_kinds"]) & set(names["size"])
    assert names["spheres"][0] in ("socio-economic", "социально-экономическая")
    assert max(map(len, names["economic"])) <= 18


def test_russian_words_suit_names_of_every_gender() -> None:
    game = base()
    text = game.render(game.observe(game.new_state(), 3), "ru")
    for line in text.splitlines():
        if "Обитель Тихой Воды" in line or "Игуменья Феодора" in line:
            assert "под вашим управлением" in line
            assert "ваш;" not in line
            assert "известен" not in line
    assert "где / чья партия, %" in text


def test_one_turn_is_singular_and_scores_have_the_decimal_sign_of_the_language() -> None:
    game = base("duel")
    s = game.new_state(1)
    game.apply(s, game.action("unit", unit=4))
    game.apply(s, game.action("verb", verb="research_public"))
    named = game.phrase_of(game.observe(s, 0), game.action("pace", pace=1), "en")
    assert "1 turn, difficulty" in named
    s = game.new_state(1)
    while not s.over:
        game.apply(s, 0)
    assert "Вельдрия 20,0 %" in game.render(game.observe(s, 0), "ru")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_a_scenario_sets_otherwise_is_told(language: str) -> None:
    assert set(FIGURE_NAMES) == set(FIGURES)
    game, usual = load_game("secret_orders"), base()
    s = game.new_state(2)
    text = " ".join(game.render(game.observe(s, 0), language).split())
    scenario = LIBRARY.scenarios["tuned"]
    usually = {"en": "usually", "ru": "обычно"}[language]
    for name, value in scenario.figures.items():
        what = FIGURE_NAMES[name].in_language(language)
        assert f"{what}: {value} ({usually} {COMPONENTS.figures[name]})" in text
    assert f"5 ({usually} 8)" in text  # the cost of intelligence
    assert usually not in usual.render(usual.observe(usual.new_state(), 0), language)
    _, tables = field_tables(game.observe(s, 0), language)
    (figures,) = (table for table in tables if table.name == "figure")
    assert not any("_" in name for name, _ in figures.rows)


def test_the_offer_of_works_says_how_much_they_bring() -> None:
    for game, said in ((load_game("secret_orders"), True), (base(), False)):
        s = game.new_state(2)
        game.apply(s, game.action("unit", unit=0))
        seen = game.observe(s, 0)
        for how in ("works_public", "works_public_finish"):
            phrase = game.phrase_of(seen, game.action("verb", verb=how), "en")
            assert phrase.endswith(", brings 300 % of the usual]") == said
        other = game.phrase_of(seen, game.action("verb", verb="research_public"), "en")
        assert "brings" not in other


def test_whom_to_act_with_is_offered_with_the_country() -> None:
    s = GAME.new_state()
    u = put(s, 0, 2, ORDER, 0, 2)
    phrase = GAME.phrase_of(GAME.observe(s, 0), GAME.action("unit", unit=u), "en")
    assert phrase.startswith("act with: ")
    assert phrase.endswith(" (Sulmar)")
    assert GAME.phrase_of(GAME.observe(s, 0), 1, "en") == "act with: Veldria"
