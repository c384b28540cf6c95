"""Bots, take-over and take-back, time limits: no table stands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from legation.envs.engine import Observation
from legation.play.bots import BotPool, Choice
from legation.play.refusal import RefusalError
from legation.play.runner import Runner
from legation.play.steps import Command
from legation.play.table import Tables
from tests.play.conftest import Clock, Host, wait_for


@pytest.fixture
def bots() -> Iterator[BotPool]:
    pool = BotPool()
    yield pool
    pool.close()


@pytest.fixture
def runner(sqlite_tables: Tables, bots: BotPool) -> Iterator[Runner]:
    runner = Runner(sqlite_tables, bots, pulse=0.02)
    sqlite_tables.publish = runner.nudge
    runner.start()
    yield runner
    runner.stop()


def over(tables: Tables, table_id: str) -> bool:
    with tables.reading(table_id) as table:
        return table.over


def test_bots_play_a_table_to_its_end(
    sqlite_tables: Tables, sqlite_host: Host, runner: Runner
) -> None:
    made = sqlite_host.open("whisper", "uniform", "uniform", "uniform")
    wait_for(lambda: over(sqlite_tables, made.id))
    with sqlite_tables.reading(made.id) as table:
        assert {d.by for d in table.decisions} <= {"bot:uniform", "bot:forced"}


def test_a_bot_takes_over_and_the_person_takes_back(
    sqlite_tables: Tables, sqlite_host: Host, runner: Runner
) -> None:
    made = sqlite_host.open("whisper", "person", "person", "uniform")
    sqlite_tables.leave(made.id, 0, Command("leave"))
    wait_for(lambda: sqlite_host.actor(made.id) == 1)
    with sqlite_tables.reading(made.id) as table:
        assert {d.by for d in table.decisions} <= {"bot:uniform", "bot:forced"}
        assert table.controllers[0].public().stand_in == "uniform"
    sqlite_tables.leave(made.id, 0, Command("leave"))  # twice the same: once
    back = sqlite_tables.take_back(made.id, 0, Command("back"))
    assert back.what == "take_back"
    with sqlite_tables.reading(made.id) as table:
        assert not table.controllers[0].bot
        assert [n.kind for n in table.notes] == ["control", "control"]
    with pytest.raises(RefusalError, match="No person"):
        sqlite_tables.leave(made.id, 2, Command("x"))


def test_a_person_whose_seat_a_bot_plays_has_to_take_it_back_first(
    sqlite_tables: Tables, sqlite_host: Host
) -> None:
    made = sqlite_host.open("kuhn2")
    seat = sqlite_host.actor(made.id)
    command = sqlite_host.command(made.id, seat)
    sqlite_tables.leave(made.id, seat, Command("leave"))
    with pytest.raises(RefusalError, match="take your seat back"):
        sqlite_tables.act(made.id, seat, command, 0)
    sqlite_tables.take_back(made.id, seat, Command("back"))
    fresh = replace(sqlite_host.command(made.id, seat), key="again")
    assert sqlite_tables.act(made.id, seat, fresh, 0).what == "act"


def test_the_plainest_action_is_taken_when_time_is_up(
    sqlite_tables: Tables, sqlite_host: Host, clock: Clock, runner: Runner
) -> None:
    made = sqlite_host.open("whisper", time_limit=60.0)
    row = sqlite_tables.storage.table(made.id)
    assert row is not None
    assert row.deadline == clock.now + 60
    clock.now += 59
    assert not sqlite_tables.time_out(made.id)
    sqlite_tables.say(made.id, 1, Command("chat"), "hurry up")  # does not put the time off
    clock.now += 2
    wait_for(lambda: bool(_decisions(sqlite_tables, made.id)))
    assert _decisions(sqlite_tables, made.id)[0] == (0, "stash", "timeout")


def _decisions(tables: Tables, table_id: str) -> list[tuple[int, str, str]]:
    with tables.reading(table_id) as table:
        return [(d.seat, table.game.describe(d.action).family, d.by) for d in table.decisions]


def test_a_bot_plays_on_when_time_is_up_and_only_the_seat_learns_why(
    sqlite_tables: Tables, sqlite_host: Host, clock: Clock, runner: Runner
) -> None:
    """Whose time ran out can be a secret: others see the seat as before."""
    made = sqlite_host.open("whisper", "person", "person", "uniform", time_limit=60.0,
                            on_timeout="bot")  # fmt: skip
    clock.now += 61
    wait_for(lambda: sqlite_host.actor(made.id) == 1)
    with sqlite_tables.reading(made.id) as table:
        assert table.controllers[0].stand_in == "uniform"
        assert table.controllers[0].public().stand_in == ""
        assert [(n.kind, n.viewers) for n in table.notes] == [("timeout", frozenset({0}))]
    sqlite_tables.take_back(made.id, 0, Command("back"))
    with sqlite_tables.reading(made.id) as table:
        # Nor do they learn that it was taken back.
        assert [n.viewers for n in table.notes] == [frozenset({0})] * 2
    clock.now += 61
    wait_for(lambda: over(sqlite_tables, made.id))


class StuckBots(BotPool):
    """Bots that fail in every way but the last."""

    def decide(
        self, seen: Observation, strength: str, seed: Sequence[int], limit: float | None = None
    ) -> Choice:
        raise RuntimeError("a fault in the bots")


def test_a_restart_takes_up_tables_that_wait_for_bots(
    sqlite_tables: Tables, sqlite_host: Host, bots: BotPool
) -> None:
    """The first server's bots never answer; the next server's do."""
    broken = Runner(sqlite_tables, StuckBots(), pulse=0.02)
    sqlite_tables.publish = broken.nudge
    broken.start()
    made = sqlite_host.open("whisper", "uniform", "uniform", "uniform")
    broken.stop()
    assert not over(sqlite_tables, made.id)
    again = Runner(sqlite_tables, bots, pulse=0.02)
    sqlite_tables.publish = again.nudge
    again.start()
    wait_for(lambda: over(sqlite_tables, made.id))
    again.stop()


def test_what_bots_chose_for_an_older_table_is_thrown_away(
    sqlite_tables: Tables, sqlite_host: Host
) -> None:
    made = sqlite_host.open("whisper")
    with sqlite_tables.reading(made.id) as table:
        seq, action = table.seq, table.observe(0).legal_actions()[0]
    sqlite_host.act(made.id, "stash")
    assert not sqlite_tables.decide(made.id, seq, [(action, "bot:uniform")])
    assert len(_decisions(sqlite_tables, made.id)) == 1


def test_a_forced_public_decision_is_taken_and_a_hidden_one_waits_for_a_click(
    sqlite_tables: Tables, sqlite_host: Host, runner: Runner
) -> None:
    """A card 0 leaves a pass only, which nobody may see: coming at once it would tell."""
    for seed in range(40):
        made = sqlite_host.open("whisper", "person", "person", "person", seed=seed)
        with sqlite_tables.reading(made.id) as table:
            if int(table.state.card[0]) == 0:
                break
    sqlite_host.act(made.id, "lay")
    runner.advance(made.id)
    with sqlite_tables.reading(made.id) as table:
        assert len(table.observe(0).legal_actions()) == 1
        assert table.actor == 0
