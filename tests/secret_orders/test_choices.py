"""What is legal at a step is what the scalar rules of a single choice say, one by one."""

from __future__ import annotations

import numpy as np

from legation.envs import load_game
from legation.envs.secret_orders.choices import (
    first_target,
    first_verb,
    fits,
    has_entered,
    may_act,
    may_do,
    range_of_targets,
)
from legation.envs.secret_orders.scenarios import MOST_SEATS
from legation.envs.secret_orders.schema import PACE_STEP, TARGET_STEP, UNIT_STEP, VERB_STEP
from legation.envs.secret_orders.tables import MODES, RESEARCH, STRATEGIC, TYPES
from legation.envs.secret_orders.weigh import all_targets
from legation.envs.secret_orders.world import all_units, first_leader, location


def test_masks_are_those_of_each_choice_by_itself() -> None:
    game = load_game("secret_orders")
    rng = np.random.default_rng(4)
    seen = dict.fromkeys((UNIT_STEP, VERB_STEP, TARGET_STEP, PACE_STEP), 0)
    for seed in range(3):
        s = game.new_state(seed)
        while not s.over and sum(seen.values()) < 900 * (seed + 1):
            mask = game.legal_action_mask(s)
            n, i, u = len(s.pop), int(s.actor), int(s.cur_unit)
            right = np.zeros_like(mask)
            seen[int(s.step)] += 1
            if s.step == UNIT_STEP:
                right[0] = True
                for unit in range(all_units(n)):
                    right[1 + unit] = s.runs[i, unit] and may_act(s, i, unit)
            elif s.step == VERB_STEP:
                for kind in range(TYPES):
                    for mode in range(MODES):
                        good = may_do(s, i, u, kind, mode)
                        right[first_verb(n) + 2 * kind + mode] = good
                        if STRATEGIC[kind]:
                            right[first_verb(n) + 2 * (TYPES + kind - RESEARCH) + mode] = good
            elif s.step == TARGET_STEP:
                kind, mode = int(s.cur_type), int(s.cur_mode)
                for target in range(*range_of_targets(n, kind)):
                    right[first_target(n) + target] = fits(
                        s, i, u, kind, mode, target
                    ) and not has_entered(s, i, u, kind, target)
                assert right[first_target(n) :].sum() <= all_targets(n)
            else:
                right = mask
            assert np.array_equal(mask, right)
            game.apply(s, int(rng.choice(np.flatnonzero(mask))))
    assert min(seen[step] for step in (UNIT_STEP, VERB_STEP, TARGET_STEP)) > 200


def test_locations_are_those_of_the_numbering() -> None:
    for n in range(2, MOST_SEATS + 1):
        for u in range(-1, all_units(n)):
            right = u
            if u >= first_leader(n):
                right = (u - first_leader(n)) // (n + 1)
            elif u >= n:
                right = (u - n) // (n + 2)
            assert location(n, u) == right
