"""Match records: written, read, replayed, refused, and shown to one viewer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from legation.agents.uniform import uniform_agent
from legation.envs.engine import Game, LegationError
from legation.envs.engine.record import (
    AgentName,
    Decision,
    Record,
    RecordWriter,
    new_record,
    read_record,
    record_lines,
    write_record,
)
from legation.envs.engine.replay import check_record, export_for, play_record, replay
from legation.tests.golden import FOLDER, check_golden

GOLDEN = ("kuhn2", "kuhn3", "leduc3", "whisper")


@pytest.fixture
def played(whispers: Game) -> Record:
    players = [uniform_agent(whispers.id)] * 3
    return play_record(whispers, players, seed=2, episode=4, weights=[None, "ab12", None])


@pytest.fixture
def path(tmp_path: Path, played: Record) -> Path:
    write_record(tmp_path / "play.jsonl", played)
    return tmp_path / "play.jsonl"


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_records_replay_to_the_same_bytes(
    name: str, kuhn2: Game, kuhn3: Game, leduc3: Game, whispers: Game
) -> None:
    games = {game.id: game for game in (kuhn2, kuhn3, leduc3, whispers)}
    check_golden(FOLDER / f"{name}.jsonl", games[name])


def test_a_record_reads_back_as_it_was(path: Path, played: Record, whispers: Game) -> None:
    assert read_record(path) == played
    assert [p.name for p in path.parent.iterdir()] == ["play.jsonl"]
    assert check_record(played, whispers).over
    assert played.agents[1] == AgentName("uniform", "ab12")
    states = list(replay(played, whispers))
    assert len(states) == len(played.decisions) + 1
    assert whispers.to_bytes(states[0]) == whispers.to_bytes(whispers.new_state(2, 4))


def test_a_record_written_while_playing_is_the_same_and_can_be_read_at_any_time(
    tmp_path: Path, path: Path, played: Record, whispers: Game
) -> None:
    live = tmp_path / "live.jsonl"
    states = replay(played, whispers)
    next(states)
    start = new_record(whispers, 2, 4, played.agents)
    with RecordWriter(live, whispers, start) as writer:
        for n, (decision, state) in enumerate(zip(played.decisions, states, strict=True)):
            assert len(read_record(live, unfinished=True).decisions) == n
            writer.decision(decision.seat, decision.action, state)
        writer.result(state)
    assert live.read_bytes() == path.read_bytes()
    with pytest.raises(LegationError, match="never overwritten"):
        RecordWriter(live, whispers, start)


def edited(path: Path, change: Callable[[list[str]], Any]) -> Path:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    change(lines)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def with_key(line: str, key: str, value: Any) -> str:
    return json.dumps({**json.loads(line), key: value}) + "\n"


def set_key(number: int, key: str, value: Any) -> Callable[[list[str]], Any]:
    def change(lines: list[str]) -> None:
        lines[number] = with_key(lines[number], key, value)

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines.clear(), "is not a record"),
        (lambda lines: lines.__setitem__(0, "hello\n"), "first line is not JSON"),
        (lambda lines: lines.__setitem__(0, "[1]\n"), "not a JSON object"),
        (set_key(0, "format", "png"), "is not a record"),
        (set_key(0, "format_version", 2), "has format version 2; this version of Legation reads 1"),
        (set_key(0, "seed", -3), "line 1: 'seed' is -3"),
        (set_key(0, "agents", [{}] * 3), "line 1: 'name' is missing"),
        (set_key(0, "agents", []), "line 1: 3 seats, but 0 agents"),
        (set_key(0, "agents", [{"name": "\ud800", "weights": None}] * 3), "'name' is no text"),
        (set_key(0, "agents", [{"name": "x", "weights": 3}] * 3), "'weights' is 3"),
        (set_key(0, "seats", "abc"), "'seats' is 'abc'"),
        (set_key(0, "seats", [1, 2, 3]), "'seats' is"),
        (set_key(0, "options", [["die", "on"]]), "'options' is"),
        (set_key(0, "options", {"die": ["on"]}), "option 'die' is"),
        (set_key(0, "game", 7), "'game' is 7"),
        (set_key(0, "seed", 2**63), "line 1: 'seed' is too large"),
        (set_key(0, "episode", 2**70), "line 1: 'episode' is too large"),
        (set_key(3, "action", 10**4000), "line 4: 'action' is too large"),
        (lambda lines: lines.__setitem__(3, "9" * 5000 + "\n"), "line 4 is not JSON that can be"),
        (lambda lines: lines.__setitem__(0, "9" * 5000 + "\n"), "first line is not JSON"),
        (lambda lines: lines.__setitem__(3, "[" * 200_000 + "\n"), "line 4 is not JSON that can"),
        (lambda lines: lines.__setitem__(0, "[" * 200_000 + "\n"), "first line is not JSON"),
        (set_key(-1, "returns", [10**400, 0, 0]), "too large"),
        (lambda lines: lines.__setitem__(3, "{oops\n"), "line 4 is not JSON"),
        (set_key(3, "action", "x"), "line 4: 'action' is 'x'"),
        (lambda lines: lines.pop(2), "line 3: decision 1 is missing; the line has n = 2"),
        (lambda lines: lines.pop(), "ends after decision .*without a result"),
        (lambda lines: lines.__delitem__(slice(1, None)), "ends before the first decision"),
        (lambda lines: lines.append(lines[1]), "nothing can follow the result"),
        (lambda lines: lines.__setitem__(-1, lines[-1][:9]), "ends after decision"),
    ],
)
def test_a_broken_file_is_refused_in_words(
    path: Path, change: Callable[[list[str]], Any], message: str
) -> None:
    with pytest.raises(LegationError, match=message):
        read_record(edited(path, change))


def test_a_record_that_can_not_be_put_in_its_place_leaves_nothing(
    tmp_path: Path, played: Record
) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        write_record(tmp_path / "taken", played)
    odd = replace(played, agents=(AgentName("\ud800"),) * 3)
    with pytest.raises(UnicodeEncodeError):
        write_record(tmp_path / "odd.jsonl", odd)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_what_a_player_draws_changes_no_other(kuhn3: Game) -> None:
    class Drawing:
        name = "drawing"

        def __init__(self, count: int) -> None:
            self.count = count
            self.drawn: list[float] = []

        def act(self, observations: Any, rng: np.random.Generator) -> Any:
            self.drawn.append(float(rng.random(self.count)[-1]))
            return observations.legal_action_mask.argmax(axis=1)

    watched = [Drawing(1), Drawing(1)]
    for count, player in zip((1, 7), watched, strict=True):
        play_record(kuhn3, [Drawing(count), player, Drawing(count)], seed=1)
    assert watched[0].drawn == watched[1].drawn != []


def test_files_that_are_no_text_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LegationError, match="not UTF-8"):
        read_record(tmp_path / "x")
    with pytest.raises(LegationError, match="No such file"):
        read_record(tmp_path / "y")


def test_a_cut_file_can_be_read_as_far_as_it_goes(path: Path, played: Record) -> None:
    edited(path, lambda lines: lines.pop())
    edited(path, lambda lines: lines.__setitem__(-1, lines[-1][:20]))
    assert read_record(path, unfinished=True) == replace(
        played, decisions=played.decisions[:-1], result=None
    )


def changed(record: Record, n: int, **values: Any) -> Record:
    decisions = list(record.decisions)
    decisions[n] = replace(decisions[n], **values)
    return replace(record, decisions=tuple(decisions))


def test_a_record_that_does_not_fit_the_game_is_refused(
    played: Record, whispers: Game, kuhn3: Game
) -> None:
    wrong: list[tuple[Record, str]] = [
        (replace(played, game="chess"), "the record's game: 'chess'; here: 'whisper'"),
        (replace(played, game_version="0"), "version of the game's rules: '0'; here: '1'"),
        (replace(played, options={"die": "off"}), "the record's options"),
        (replace(played, seats=("a", "b", "c")), "the record's seats"),
        (replace(played, seed=3), "the start of the record leads to another state"),
        (replace(played, start="00"), "the start of the record leads to another state"),
        (changed(played, 2, state="00"), "decision 2 of the record leads to another state"),
        (changed(played, 0, action=10), r"decision 0: action 10 \(pass\) is not legal"),
        (changed(played, 0, action=99), "decision 0: action 99 does not exist"),
        (changed(played, 1, label="surrender"), "decision 1 is labelled 'surrender', but it is"),
        (changed(played, 0, seat=2), "decision 0 is of seat 2, but seat 0 is to act"),
        (replace(played, decisions=played.decisions[:-1]), "has a result after decision"),
        (
            replace(played, decisions=(*played.decisions, Decision(0, 0, "stash", "00"))),
            "over already",
        ),
    ]
    assert played.result is not None
    other = replace(played.result, returns=(9.0, 0.0, -9.0))
    wrong.append((replace(played, result=other), "the result is"))
    for record, message in wrong:
        with pytest.raises(LegationError, match=message):
            check_record(record, whispers)
    with pytest.raises(LegationError, match="here: 'kuhn3'"):
        check_record(played, kuhn3)


def script(game: Game, *actions: tuple[str, dict[str, Any]]) -> Record:
    """The record of these actions and, from there on, the first legal one."""
    seed = next(s for s in range(100) if game.new_state(s).card.min() > 0)  # all can whisper
    wanted = [game.action(family, **parameters) for family, parameters in actions]

    class Scripted:
        name = "scripted"

        def act(self, observations: Any, rng: Any) -> Any:
            legal = observations.legal_action_mask.argmax(axis=1)
            return np.array([wanted.pop(0)]) if wanted else legal

    return play_record(game, [Scripted()] * 3, seed)


@pytest.fixture
def scripted(whispers: Game) -> Record:
    return script(
        whispers,
        ("stash", {}),
        ("lay", {"place": "hill", "colour": "blue"}),
        ("whisper", {"to": "cyd"}),
        ("lay", {"place": "lake", "colour": "red"}),
        ("pass", {}),
    )


def seen(view: dict[str, Any]) -> list[tuple[int, str]]:
    return [(d["seat"], d["label"]) for d in view["decisions"]][:4]


def test_each_viewer_gets_the_visible_decisions_without_hidden_parameters(
    scripted: Record, whispers: Game
) -> None:
    ann, bob, cyd, spectator = (export_for(scripted, whispers, v) for v in range(4))
    assert seen(ann) == [
        (0, "stash"), (0, "lay blue at hill"), (0, "whisper to cyd"), (1, "lay ? at lake"),
    ]  # fmt: skip
    assert seen(bob)[:3] == [(0, "lay ? at hill"), (1, "lay red at lake"), (1, "pass")]
    assert seen(cyd)[:3] == [(0, "lay ? at hill"), (0, "whisper to cyd"), (1, "lay ? at lake")]
    assert seen(spectator)[:2] == [(0, "lay ? at hill"), (1, "lay ? at lake")]
    hidden = spectator["decisions"][0]
    assert hidden["parameters"] == {"place": "hill"}
    assert "action" not in hidden
    assert ann["decisions"][1]["action"] == whispers.action("lay", place="hill", colour="blue")
    assert (ann["viewer"], spectator["viewer"]) == ("ann", "spectator")
    with pytest.raises(LegationError, match="no viewer 4"):
        export_for(scripted, whispers, 4)


def test_an_export_has_no_seed_no_hash_and_no_count_of_hidden_decisions(
    scripted: Record, whispers: Game
) -> None:
    secret = {scripted.start, *(d.state for d in scripted.decisions)}
    for viewer in range(4):
        view = export_for(scripted, whispers, viewer, "ru")
        text = json.dumps(view)
        assert not any(word in text for word in secret)
        assert {"seed", "episode", "state", "n"}.isdisjoint(
            {key for entry in (view, *view["decisions"]) for key in entry}
        )


def test_what_others_hid_can_be_replaced_and_the_export_stays_the_same(whispers: Game) -> None:
    lake = ("lay", {"place": "lake", "colour": "red"})
    plays = [
        script(whispers, ("lay", {"place": "hill", "colour": colour}), *whispered, *bob, lake)
        for colour in ("red", "blue")
        for whispered in ([("pass", {})], [("whisper", {"to": "cyd"})])
        for bob in ([], [("stash", {})], [("stash", {})] * 2)
    ]
    assert len({len(p.decisions) for p in plays}) > 1
    # Only the result may tell the plays apart.
    views = [export_for(play, whispers, whispers.spectator) for play in plays]
    assert len({json.dumps({**view, "result": None}) for view in views}) == 1


def test_lines_are_plain_json_in_a_fixed_order(played: Record) -> None:
    lines = [json.loads(line) for line in record_lines(played)]
    assert list(lines[0])[:2] == ["format", "format_version"]
    assert list(lines[1]) == ["n", "seat", "action", "label", "state"]
    assert list(lines[-1]) == ["returns", "win_shares"]
    assert sum(lines[-1]["win_shares"]) == pytest.approx(1)
