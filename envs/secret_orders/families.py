"""The actions of a scenario (clause 8)."""

from __future__ import annotations

from legation.envs.engine import (
    OWNER_ONLY,
    ActionSpace,
    Family,
    Parameter,
    Text,
)
from legation.envs.secret_orders import tables as t
from legation.envs.secret_orders.axes import (
    ACTION_NAMES,
    DECREE_NAMES,
    FINISH,
    MEASURE_NAMES,
    MODES,
    PACE_NAMES,
    REFORM_NAMES,
    layout,
    plain_axis,
)
from legation.envs.secret_orders.components import ACTION_KEYS
from legation.envs.secret_orders.scenarios import (
    COMPONENTS,
    Scenario,
)


def make_actions(scenario: Scenario, gm: bool) -> ActionSpace:
    """Clause 8, in index order. Nobody sees what another seat enters (3.9)."""
    axes = layout(scenario, gm)
    verbs, verb_ids = [], []
    for finish in (False, True):
        for place in range(t.RESEARCH if finish else 0, t.TYPES):
            for mode, how in enumerate(MODES):
                name = ACTION_NAMES[place]
                last = Text(f" {FINISH.en}", f" {FINISH.ru}") if finish else Text("", "")
                verbs.append(Text(f"{name.en}, {how.en}{last.en}", f"{name.ru}, {how.ru}{last.ru}"))
                end = "_finish" if finish else ""
                verb_ids.append(f"{ACTION_KEYS[place]}_{('secret', 'public')[mode]}{end}")
    kinds = plain_axis("what", (Text("an order", "орден"), Text("a leader", "руководитель")),
                   ("order", "leader"))  # fmt: skip
    unit = Parameter("unit", axes.unit)

    def family(name: str, en: str, ru: str, *parameters: Parameter) -> Family:
        return Family(name, Text(en, ru), OWNER_ONLY, parameters)

    return ActionSpace(
        (
            family("end", "end the entry", "закончить ход"),
            family("unit", "act with: {unit}", "действует: {unit}", unit),
            family("verb", "{verb}", "{verb}",
                   Parameter("verb", plain_axis("verb", tuple(verbs), tuple(verb_ids)))),
            family("target_unit", "target: {unit}", "цель: {unit}", unit),
            family("domain", "mastery of {domain}", "мастерство: {domain}",
                   Parameter("domain", plain_axis("domain", COMPONENTS.enums["domains"]))),
            family("found", "{what} in {country}", "{what}: {country}",
                   Parameter("country", axes.country), Parameter("what", kinds)),
            family("decree", "decree: {decree}", "указ: {decree}",
                   Parameter("decree", plain_axis("decree", DECREE_NAMES))),
            family("economy", "economy: {measure}", "хозяйство: {measure}",
                   Parameter("measure", plain_axis("measure", MEASURE_NAMES))),
            family("reform", "reform: {reform}", "реформа: {reform}",
                   Parameter("reform", plain_axis("reform", REFORM_NAMES))),
            family("pace", "{pace}", "{pace}",
                   Parameter("pace", plain_axis("pace", PACE_NAMES,
                             ("estimate", *(str(n + 1) for n in range(t.MOST_NAMED)))))),
            family("gm", "difficulty {difficulty}, time {time}",
                   "сложность {difficulty}, срок {time}",
                   Parameter("difficulty", low=-2, high=2), Parameter("time", low=-1, high=1)),
        )
    )  # fmt: skip
