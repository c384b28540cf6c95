"""Taking back: what revealed nothing, and nothing else; and it leaves no trace for others."""

from __future__ import annotations

import numpy as np
import pytest

from legation.envs import GAMES
from legation.play.live import looks
from legation.play.refusal import RefusalError
from legation.play.table import Tables
from legation.play.undo import revealed, undoable
from tests.play.conftest import TOYS, Host

REAL = sorted(set(GAMES) - set(TOYS))


def undo(tables: Tables, host: Host, table_id: str, seat: int) -> None:
    tables.undo(table_id, seat, host.command(table_id, seat, "undo" + str(np.random.default_rng())))


def test_a_hidden_decision_is_taken_back_without_a_trace(tables: Tables, host: Host) -> None:
    made = host.open("whisper")
    with tables.reading(made.id) as table:
        before, versions = table.state.tobytes(), list(table.versions)
        seen = looks(table.game, table.state)
    host.act(made.id, "stash")
    with tables.reading(made.id) as table:
        assert undoable(table, 0) == 1
    undo(tables, host, made.id, 0)
    with tables.reading(made.id) as table:
        assert table.state.tobytes() == before
        assert looks(table.game, table.state) == seen
        assert table.versions[1:] == versions[1:]
        assert table.versions[0] > versions[0]
        assert [n.viewers for n in table.notes] == [frozenset({0})]
        assert table.record().decisions == ()
    host.finish(made.id)


def test_undo_makes_an_old_page_stale(tables: Tables, host: Host) -> None:
    made = host.open("whisper")
    old = host.command(made.id, 0, "another key")
    host.act(made.id, "stash")
    undo(tables, host, made.id, 0)
    with pytest.raises(RefusalError, match="taken already"):
        tables.act(made.id, 0, old, 0)


def test_what_is_public_is_taken_back_openly_or_by_rule_not_at_all(
    sqlite_tables: Tables, sqlite_host: Host
) -> None:
    """A stone laid is seen by all: the lenient rule takes it back and says so; the strict does
    not."""
    for rule, possible in (("turn", 2), ("hidden", 0), ("off", 0)):
        made = sqlite_host.open("whisper", undo=rule)
        sqlite_host.act(made.id, "stash")
        sqlite_host.act(made.id, "lay")
        with sqlite_tables.reading(made.id) as table:
            assert undoable(table, 0) == possible
    made = sqlite_host.open("whisper")
    sqlite_host.act(made.id, "lay")
    undo(sqlite_tables, sqlite_host, made.id, 0)
    with sqlite_tables.reading(made.id) as table:
        assert [n.viewers for n in table.notes] == [frozenset({0, 1, 2, 3})]


def test_nothing_is_taken_back_once_another_seat_is_to_act(
    sqlite_tables: Tables, sqlite_host: Host
) -> None:
    made = sqlite_host.open("whisper")
    sqlite_host.act(made.id, "lay")
    sqlite_host.act(made.id, "pass")
    with sqlite_tables.reading(made.id) as table:
        assert [undoable(table, seat) for seat in range(3)] == [0, 0, 0]
    with pytest.raises(RefusalError):
        undo(sqlite_tables, sqlite_host, made.id, 0)


def test_bots_and_time_limits_are_not_undone(sqlite_tables: Tables, sqlite_host: Host) -> None:
    made = sqlite_host.open("whisper")
    with sqlite_tables.reading(made.id) as table:
        stash, seq = table.observe(0).legal_actions()[0], table.seq
    assert sqlite_tables.decide(made.id, seq, [(stash, "timeout")])
    with sqlite_tables.reading(made.id) as table:
        assert undoable(table, 0) == 0


@pytest.mark.parametrize("name", REAL)
def test_in_whole_games_nothing_that_drew_chance_or_told_anything_can_be_undone(
    name: str, sqlite_tables: Tables, sqlite_host: Host
) -> None:
    """Random games: wherever a decision may be taken back, the random stream is as before, the
    same seat is to act, and no viewer knows an entry that it did not know."""
    made = sqlite_host.open(name, seed=3)
    rng = np.random.default_rng(0)
    game = sqlite_tables.game(name, {})
    found = refused = 0
    for _ in range(120):
        with sqlite_tables.reading(made.id) as table:
            if table.over:
                break
            seat = table.actor
            action = int(rng.choice(table.observe(seat).legal_actions()))
            before = table.state.copy()
        sqlite_tables.act(made.id, seat, sqlite_host.command(made.id, seat), action)
        with sqlite_tables.reading(made.id) as table:
            if not undoable(table, seat):
                refused += 1
                continue
            found += 1
            assert table.state["rng"] == before["rng"]
            assert table.actor == seat
            for viewer in range(game.seats + 1):
                first, second = game.observe(before, viewer), game.observe(table.state, viewer)
                for field in game.schema.slots:
                    assert not (~first.known(field) & second.known(field)).any()
            assert all(undoable(table, other) == 0 for other in range(game.seats) if other != seat)
    assert found
    assert refused


def test_a_whisper_tells_something(sqlite_tables: Tables, sqlite_host: Host) -> None:
    """It lets another seat know a card: revealed, whoever is to act."""
    for seed in range(20):
        made = sqlite_host.open("whisper", seed=seed)
        sqlite_host.act(made.id, "lay")
        with sqlite_tables.reading(made.id) as table:
            legal = table.observe(0).legal_actions()
            before, game = table.state.copy(), table.game
        whispers = [a for a in legal if "whisper" in game.label(a)]
        if whispers:
            after = before.copy()
            game.apply(after, whispers[0])
            assert revealed(game, 0, whispers[0], before, after)
            return
    raise AssertionError("no seat could whisper")
