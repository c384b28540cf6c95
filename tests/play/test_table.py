"""Commands on tables: each counts once, or is refused with a reason."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from legation.envs.engine import LegationError
from legation.envs.engine.replay import check_record
from legation.play.live import Controller
from legation.play.refusal import Receipt, RefusalError
from legation.play.settings import Settings
from legation.play.steps import Command
from legation.play.storage import Storage
from legation.play.table import Tables
from tests.play.conftest import Clock, Host


def refused(code: str) -> pytest.RaisesExc[RefusalError]:
    return pytest.RaisesExc(RefusalError, check=lambda error: error.code == code)


def test_a_whole_game_becomes_a_record_that_replays(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    host.finish(made.id)
    with tables.reading(made.id) as table:
        end = check_record(table.record(), table.game)
        assert end.tobytes() == table.state.tobytes()
        assert table.record().result is not None
        assert table.waiting() == "over"
    with refused("over"):
        tables.act(made.id, 0, Command("k", "x", 1), 0)


def test_a_command_that_comes_twice_counts_once(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    seat = host.actor(made.id)
    command = host.command(made.id, seat)
    first = tables.act(made.id, seat, command, 0)
    again = tables.act(made.id, seat, command, 0)
    assert again == replace(first, repeated=True)
    with tables.reading(made.id) as table:
        assert len(table.decisions) == 1
    with refused("key_reused"):
        tables.act(made.id, seat, command, 1)


def test_of_many_at_once_exactly_one_is_accepted(database: str, tables: Tables, host: Host) -> None:
    """Two servers on one database, eight threads, one decision, different actions and keys."""
    other = Tables(Storage(database))
    made = host.open("kuhn2")
    seat = host.actor(made.id)
    command = host.command(made.id, seat)
    start = threading.Barrier(8)

    def send(n: int) -> Receipt | str:
        start.wait()
        try:
            return (tables, other)[n % 2].act(made.id, seat, replace(command, key=f"k{n}"), n % 2)
        except RefusalError as error:
            return error.code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))
    accepted = [a for a in answers if isinstance(a, Receipt)]
    assert len(accepted) == 1
    assert {a for a in answers if isinstance(a, str)} <= {"stale", "not_your_turn"}
    with tables.reading(made.id) as table:
        assert [d.action for d in table.decisions] == [accepted[0].action]
    other.storage.close()


def test_of_the_same_at_once_all_get_the_same_receipt(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    seat = host.actor(made.id)
    command = host.command(made.id, seat)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: tables.act(made.id, seat, command, 1), range(8)))
    assert len({replace(a, repeated=False) for a in answers}) == 1
    assert sum(not a.repeated for a in answers) == 1


def test_what_does_not_fit_is_refused_with_a_reason(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    seat = host.actor(made.id)
    good = host.command(made.id, seat)
    with refused("not_your_turn"):
        tables.act(made.id, 1 - seat, good, 0)
    with refused("stale"):
        tables.act(made.id, seat, replace(good, decision="0" * 24), 0)
    with refused("stale"):
        tables.act(made.id, seat, replace(good, decision=None), 0)
    with refused("stale"):
        tables.act(made.id, seat, replace(good, sequence=99), 0)
    with refused("illegal"):
        tables.act(made.id, seat, good, 999)
    with refused("bad_input"):
        tables.act(made.id, seat, replace(good, key=""), 0)
    with refused("bad_input"):
        tables.act(made.id, seat, replace(good, key="k" * 81), 0)
    with refused("no_table"):
        tables.act("nowhere", seat, good, 0)
    with refused("no_seat"):
        tables.act(made.id, 17, good, 0)
    with tables.reading(made.id) as table:
        assert table.decisions == []
    # None of them used the key up.
    assert tables.act(made.id, seat, good, 0).label


def test_open_seats_wait_for_the_first_who_comes(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2", "open", "person")
    assert tables.storage.table(made.id).waiting == "open"  # type: ignore[union-attr]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: _claim(tables, made.id, f"P{n}"), range(4)))
    tokens = [a for a in answers if a != "taken"]
    assert len(tokens) == 1
    assert tables.storage.token_fits(made.id, "seat:0", tokens[0])
    with tables.reading(made.id) as table:
        assert table.controllers[0].kind == "person"
        assert table.controllers[0].name.startswith("P")
    host.finish(made.id)


def _claim(tables: Tables, table_id: str, name: str) -> str:
    try:
        return tables.claim(table_id, 0, name)
    except RefusalError as error:
        return error.code


def test_a_link_made_anew_ends_the_old_one_and_all_see_it(tables: Tables, host: Host) -> None:
    made = host.open("kuhn2")
    token = tables.reissue(made.id, "seat:1")
    assert tables.storage.token_fits(made.id, "seat:1", token)
    assert not tables.storage.token_fits(made.id, "seat:1", made.seats[1])
    with tables.reading(made.id) as table:
        assert [n.kind for n in table.notes] == ["link"]
        assert table.notes[0].viewers == {0, 1, 2}


def test_chat_reaches_those_it_is_for(tables: Tables, host: Host) -> None:
    made = host.open("whisper")
    tables.say(made.id, 0, Command("a"), "to all")
    receipt = tables.say(made.id, 0, Command("b"), "to one", [1])
    assert tables.say(made.id, 0, Command("b"), "to one", [1]) == replace(receipt, repeated=True)
    with tables.reading(made.id) as table:
        seen = [[m.text for m in table.chat if m.seen_by(viewer)] for viewer in range(4)]
        # Who may not read it learns of nothing at all.
        assert table.versions == [3, 3, 2, 2]
    assert seen == [["to all", "to one"], ["to all", "to one"], ["to all"], ["to all"]]
    for bad in ([0], [9], []):
        with refused("bad_input"):
            tables.say(made.id, 0, Command("c"), "x", bad)
    for text in ("", " \n ", "x" * 1001):
        with refused("bad_input"):
            tables.say(made.id, 0, Command("c"), text)


def test_settings_are_checked(sqlite_tables: Tables) -> None:
    game = sqlite_tables.game("kuhn2", {})
    people = [Controller("person")] * 2
    for settings in (
        Settings(time_limit=0.0),
        Settings(time_limit=1e9),
        Settings(undo="always"),
        Settings(on_timeout="explode"),
        Settings(language="xx"),
        Settings(stand_in="trained"),  # the toy has none
    ):
        with pytest.raises(LegationError):
            sqlite_tables.create(game, people, settings)
    for controllers in (
        people[:1],
        [Controller("ghost")] * 2,
        [Controller("bot", strength="trained")] * 2,
    ):
        with pytest.raises(LegationError):
            sqlite_tables.create(game, controllers)


def test_a_table_of_other_rules_is_refused_in_words(
    sqlite_tables: Tables, sqlite_host: Host, clock: Clock
) -> None:
    made = sqlite_host.open("kuhn2")
    sqlite_host.act(made.id)
    storage = sqlite_tables.storage
    with storage._begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET game_version = '0'")
    with refused("broken"), Tables(storage, clock=clock).reading(made.id):
        pass
    with storage._begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET game_version = '1'")
        connection.exec_driver_sql("UPDATE events SET data = replace(data, '\"state\"', '\"st\"')")
    with refused("broken"), Tables(storage).reading(made.id):
        pass
