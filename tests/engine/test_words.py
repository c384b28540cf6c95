"""Words of a game beyond its labels: actions in context, and news between two observations."""

from __future__ import annotations

from dataclasses import replace

from legation.envs.engine import Observation
from legation.envs.engine.replay import shown, told
from legation.tests.toys import kuhn

PLAIN = kuhn.build(2)


def phrase(observation: Observation, action: int, language: str) -> str:
    return f"{observation.seat} reads {action} in {language}"


def news(before: Observation, after: Observation, language: str) -> list[str]:
    assert before.seat == after.seat
    return [f"{before.seat} learns of {int(after.record.over) - int(before.record.over)}"]


TOLD = replace(PLAIN, phrase=phrase, news=news)


def test_a_game_without_words_of_its_own_reads_as_its_families_do() -> None:
    state = PLAIN.new_state(1)
    seen = PLAIN.observe(state, 0)
    action = seen.legal_actions()[0]
    before = state.copy()
    PLAIN.apply(state, action)
    assert PLAIN.phrase_of(seen, action, "ru") == PLAIN.label(action, "ru")
    entry = shown(PLAIN, 1, 0, action, before, state)
    assert entry is not None
    assert entry["label"] == PLAIN.label(action)
    assert told(PLAIN, 1, before, state) == []


def test_each_viewer_reads_by_its_own_observation() -> None:
    state = TOLD.new_state(1)
    action = TOLD.observe(state, 0).legal_actions()[0]
    before = state.copy()
    TOLD.apply(state, action)
    for viewer in range(3):
        entry = shown(TOLD, viewer, 0, action, before, state, "ru")
        assert entry is not None
        assert entry["label"] == f"{viewer} reads {action} in ru"
        assert told(TOLD, viewer, before, state) == [f"{viewer} learns of 0"]
