"""Stages: parts of the sequence of play without a decision. Each leads to another, or to `ASK`."""

(
    ASK,  # a decision is due
    ENTRY_FIRST, ENTRY_SECOND, ROLL,  # 3.1 to 3.3
    NEXT_ACTION,  # 3.4
    BATTLES, DEFENDER_MAY, ATTACKER_MAY, FIRE, ASK_RETREAT, WON, BATTLES_DONE,  # 3.5
    SIEGES, PLACE_CUBES, SIEGES_DONE,  # 3.6
    FORAGING, AFTER_FORAGE, YEAR_END,  # 3.7 to 3.9
) = range(18)  # fmt: skip
