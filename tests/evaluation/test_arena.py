"""The arena on Kuhn poker, where some results are known in advance."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from legation.agents import Agent, uniform_agent
from legation.envs.engine import Game, IllegalActionError, LegationError, Observations
from legation.evaluation import arena
from legation.evaluation.arena import Entrant, Row, evaluate, one_against_rest
from tests.evaluation.toy_agents import Always
from tests.toys.kuhn import BET, CHECK, build


@pytest.fixture(scope="module")
def kuhn2() -> Game:
    return build(2)


@pytest.fixture(scope="module")
def kuhn3() -> Game:
    return build(3)


def row(rows: tuple[Row, ...] | list[Row], agent: str, lineup: str, seat: str = "all") -> Row:
    (found,) = (r for r in rows if (r.agent, r.lineup, r.seat) == (agent, lineup, seat))
    return found


def test_who_always_bets_beats_who_always_folds(kuhn2: Game) -> None:
    result = evaluate(kuhn2, [Always("bold", BET), Always("meek", CHECK)], 50, 0)
    bold = row(result.rows, "bold", "bold vs meek")
    assert (bold.games, bold.win_share, bold.mean_return, bold.par) == (100, 1.0, 1.0, 0.5)
    assert 0.9 < bold.win_share_ci95[0] < 1.0
    assert bold.win_share_ci95[1] == 1.0
    meek = row(result.rows, "meek", "bold vs meek", "seat1")
    assert (meek.games, meek.win_share, meek.mean_return, meek.alone) == (50, 0.0, -1.0, False)


def test_rotations_share_the_cards(kuhn3: Game) -> None:
    """Who always bets, among three of a kind, wins exactly a third over the rotations of a deal."""
    result = evaluate(kuhn3, [Always("a", BET), Always("b", BET)], 40, 7)
    for headline in result.headline:
        if headline.lineup != "mixed":
            assert headline.win_share == pytest.approx(1 / 3)
            assert headline.mean_return == pytest.approx(0.0)


def test_all_is_the_mean_over_seats_and_games_add_up(kuhn3: Game) -> None:
    agents = [uniform_agent(kuhn3.id), Always("bold", BET), Always("meek", CHECK)]
    result = evaluate(kuhn3, agents, 30, 1)
    assert result.games == 6 * 30 * 3 + 30 * 3
    for headline in result.headline:
        seats = [row(result.rows, headline.agent, headline.lineup, seat) for seat in kuhn3.seat_ids]
        assert headline.win_share == pytest.approx(np.mean([r.win_share for r in seats]))
        assert headline.mean_return == pytest.approx(np.mean([r.mean_return for r in seats]))
        per_seat = 60 if headline.lineup != "mixed" and not headline.alone else 30
        assert [r.games for r in seats] == [per_seat] * 3
        assert headline.games == 90
    for lineup in {r.lineup for r in result.rows}:
        if lineup == "mixed":
            continue
        alone, rest = (r for r in result.headline if r.lineup == lineup)
        assert alone.win_share + 2 * rest.win_share == pytest.approx(1.0)
        assert alone.mean_return + 2 * rest.mean_return == pytest.approx(0.0)


def test_a_seed_repeats_and_another_differs(kuhn3: Game) -> None:
    agents = [uniform_agent(kuhn3.id), Always("bold", BET)]
    first, again, other = (evaluate(kuhn3, agents, 40, seed).rows for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_threads_change_nothing(kuhn2: Game) -> None:
    import numba

    if numba.config.NUMBA_NUM_THREADS < 2:
        pytest.skip("one core")
    agents = [uniform_agent(kuhn2.id), Always("bold", BET)]
    assert evaluate(kuhn2, agents, 40, 3, threads=2).rows == evaluate(kuhn2, agents, 40, 3).rows


def test_a_line_up_does_not_depend_on_the_others(kuhn3: Game) -> None:
    two: list[Agent] = [uniform_agent(kuhn3.id), Always("bold", BET)]
    other = Always("c", CHECK)
    tables = [evaluate(kuhn3, agents, 40, 3).rows for agents in (two, [*two, other], [other, *two])]
    rows = [[r for r in found if r.lineup == "uniform vs 2×bold"] for found in tables]
    assert rows[0] == rows[1] == rows[2]


def test_what_an_agent_draws_changes_no_other(kuhn3: Game) -> None:
    """Neither the numbers that others get, nor, by looking ahead, what they will do."""

    class Drawing(Always):
        def __init__(self, name: str, count: int) -> None:
            super().__init__(name, CHECK)
            self.count = count
            self.drawn: list[float] = []

        def act(self, observations: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
            self.drawn.append(float(rng.random(self.count)[-1]))
            return super().act(observations, rng)

    watched = [Drawing("watched", 1), Drawing("watched", 1)]
    for count, agent in zip((1, 7), watched, strict=True):
        other = Drawing("other", count)
        evaluate(kuhn3, [other, agent], 4, 0)
        assert not set(other.drawn) & set(agent.drawn)
    assert watched[0].drawn == watched[1].drawn != []


def test_more_deals_than_fit_in_a_batch(kuhn2: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without chance of their own in agents, results don't depend on the size of batches."""
    agents = [Always("bold", BET), Always("also bold", BET)]
    whole = evaluate(kuhn2, agents, 50, 3)
    monkeypatch.setattr(arena, "_GAMES_AT_ONCE", 7)
    seen: list[tuple[int, int]] = []
    parts = evaluate(kuhn2, agents, 50, 3, lambda done, total: seen.append((done, total)))
    assert parts.rows == whole.rows
    assert seen[-1] == (100, 100)
    assert seen == sorted(seen)
    assert seen[0] == (0, 100)
    assert len(seen) == 18


def test_equal_names_are_told_apart(kuhn2: Game) -> None:
    agent = uniform_agent(kuhn2.id)
    result = evaluate(kuhn2, [agent, agent, agent], 3, 0)
    assert [e.name for e in result.entrants] == ["uniform", "uniform #2", "uniform #3"]
    assert {r.lineup for r in result.rows} >= {"uniform vs uniform #2", "mixed"}


def test_a_name_that_looks_numbered_is_no_trap(kuhn2: Game) -> None:
    agents = [Always("a", BET), Always("a #2", BET), Always("a", BET)]
    names = [e.name for e in arena.tell_apart(agents)]
    assert names == ["a", "a #2", "a #3"]


def test_quick_rows_agree_with_the_evaluation(kuhn3: Game) -> None:
    agents = [uniform_agent(kuhn3.id), Always("bold", BET)]
    quick = one_against_rest(kuhn3, agents[0], agents[1], 60, 5)
    slow = [r for r in evaluate(kuhn3, agents, 60, 5).rows if r.lineup == "uniform vs 2×bold"]
    assert [r.seat for r in quick] == ["all", *kuhn3.seat_ids]
    for a, b in zip(quick, slow, strict=False):
        assert (a.agent, a.seat, a.games, a.win_share) == (b.agent, b.seat, b.games, b.win_share)


def test_observations_are_encoded_for_those_who_need_it(kuhn2: Game) -> None:
    reader = Always("reader", BET)
    one_against_rest(kuhn2, reader, uniform_agent(kuhn2.id), 2, 0)
    assert reader.widths == {kuhn2.encoder.width}


def test_the_files_rows(kuhn2: Game) -> None:
    entrants = [
        Entrant(uniform_agent(kuhn2.id), "u", "uniform"),
        Entrant(Always("bold", BET), "bold", "x.safetensors", "ab" * 32),
    ]
    result = evaluate(kuhn2, entrants, 5, 9, command="legation evaluate ...")
    content = json.loads(json.dumps(result.to_dict()))
    assert content["game"] == kuhn2.id
    assert (content["deals"], content["seed"], content["games"]) == (5, 9, 10)
    assert content["command"] == "legation evaluate ..."
    assert content["agents"][1] == {
        "name": "bold", "spec": "x.safetensors", "weights_sha256": "ab" * 32,
    }  # fmt: skip
    first = content["rows"][0]
    assert {"agent", "lineup", "seat", "games", "win_share", "par", "mean_return"} <= set(first)
    low, high = first["win_share_ci95"]
    assert low <= first["win_share"] <= high
    assert first["seat"] == "all"


@pytest.mark.parametrize(
    ("deals", "seed", "words"),
    [(0, 0, "deals is 0"), (-3, 0, "deals is -3"), (10**12, 0, "1..100000"), (1, -1, "seed is -1")],
)
def test_bad_counts(kuhn2: Game, deals: int, seed: int, words: str) -> None:
    agents = [uniform_agent(kuhn2.id)] * 2
    with pytest.raises(LegationError, match=words):
        evaluate(kuhn2, agents, deals, seed)
    with pytest.raises(LegationError, match=words):
        one_against_rest(kuhn2, agents[0], agents[1], deals, seed)


def test_an_evaluation_needs_an_agent(kuhn2: Game) -> None:
    with pytest.raises(LegationError, match="given: none"):
        evaluate(kuhn2, [], 3, 0)


def test_one_agent_plays_itself(kuhn2: Game) -> None:
    """The rows by seat add up to one win a game."""
    result = evaluate(kuhn2, [uniform_agent(kuhn2.id)], 400, 0)
    assert result.games == 400
    assert {row.lineup for row in result.rows} == {"2×uniform"}
    everywhere, *seats = result.rows
    assert everywhere.win_share == pytest.approx(0.5)
    assert [row.games for row in seats] == [400, 400]
    assert sum(row.win_share for row in seats) == pytest.approx(1.0)


@pytest.mark.parametrize("action", [-1, 2, 99])
def test_an_agent_that_cheats_is_named(kuhn2: Game, action: int) -> None:
    cheat = Always("cheat", action)
    with pytest.raises(IllegalActionError, match=f"agent 'cheat': action {action} "):
        one_against_rest(kuhn2, cheat, uniform_agent(kuhn2.id), 2, 0)
