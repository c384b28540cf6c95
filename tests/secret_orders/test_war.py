"""T31 to T35: campaigns and raids (clause 5, WAR)."""

from __future__ import annotations

from legation.envs.secret_orders.weigh import war_ratio
from legation.tests.secret_orders.positions import Do, base, lines, resolve

GAME = base()
CAMPAIGN = {0: [Do(0, "war", "pub", 3)]}


def test_t31_a_won_campaign() -> None:
    s = GAME.new_state()
    s.army[0] = 90
    resolve(GAME, s, "D4:0", CAMPAIGN)
    assert s.area.tolist() == [216, 200, 200, 184]
    assert (s.pop[0], s.pop[3], s.gnp[0], s.gnp[3]) == (4336, 3404, 594, 477)
    assert (s.army[0], s.army[3], s.growth[3]) == (72, 48, 7)
    assert (s.rep_army[0, 3], s.rep_army[3, 0]) == (48, 72)


def test_t32_a_vassal() -> None:
    s = GAME.new_state()
    s.army[0] = 200
    assert war_ratio(s, 0, 3, 1) == 333
    resolve(GAME, s, "D4:2", CAMPAIGN)
    assert (s.area[0], s.area[3], s.pop[0], s.pop[3]) == (250, 150, 4840, 2775)
    assert (s.gnp[0], s.gnp[3], s.army[0], s.army[3]) == (638, 389, 180, 36)
    assert (s.growth[3], s.overlord[3]) == (-3, 0)


def test_t33_a_lost_campaign() -> None:
    s = GAME.new_state()
    resolve(GAME, s, "D4:-4 D4:-2", CAMPAIGN)
    assert (s.area[0], s.area[3], s.pop[0], s.pop[3]) == (180, 220, 3690, 4028)
    assert (s.gnp[0], s.gnp[3], s.army[0], s.growth[0]) == (517, 546, 30, 2)


def test_t34_two_wars_at_half_strength() -> None:
    s = GAME.new_state()
    s.army[0] = 120
    assert war_ratio(s, 0, 1, 2) == 100
    entry = [Do(0, "war", "pub", 1), Do(0, "war", "pub", 2)]
    resolve(GAME, s, "D4:0 D4:0", {0: entry})
    # x = -1 and -3: bands 3 and 2.
    assert lines(s, 3) == [(0, "war", 3), (0, "war", 2)]


def test_t35_a_raid() -> None:
    s = GAME.new_state()
    s.gold[1] = 137
    resolve(GAME, s, "D4:3", {2: [Do(2, "war", "sec", 1)]})
    assert s.gold.tolist() == [100, 117, 95, 100]
    assert s.army.tolist() == [60, 57, 57, 60]
    assert [len(lines(s, j)) for j in range(4)] == [0, 0, 1, 0]


def test_t35_a_raid_that_is_caught() -> None:
    s = GAME.new_state()
    s.gold[1] = 137
    resolve(GAME, s, "D4:-1", {2: [Do(2, "war", "sec", 1)]})
    assert s.army[2] == 54
    assert lines(s, 1) == lines(s, 2) == [(2, "war", 2)]
    assert lines(s, 0) == lines(s, 3) == []


def test_a_vassal_that_wins_is_free() -> None:
    s = GAME.new_state()
    s.army[0] = 90
    s.overlord[0] = 3
    resolve(GAME, s, "D4:0", CAMPAIGN)
    assert s.overlord[0] == -1


def test_war_on_a_country_that_became_a_vassal_is_void() -> None:
    s = GAME.new_state()
    s.party[3] = [40, 30, 5, 5]
    # The agitation installs a client government first; the war draws no dice.
    entry = [Do(0, "war", "pub", 3), Do(0, "agitate", "pub", 3)]
    resolve(GAME, s, "D4:4 D4:+4", {0: entry})
    assert s.overlord[3] == 0
    assert s.gold[0] == 100 - 25 - 8
    assert [kind for _, kind, _ in lines(s, 1)] == ["agitate"]
