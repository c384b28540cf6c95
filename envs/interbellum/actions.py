"""The actions (7.1) and the kinds of decisions (7.2)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from legation.envs.engine import AS_ASKED, ActionSpace, Axis, Family, Parameter, Text
from legation.envs.interbellum.components import (
    COMPONENTS,
    MAX_AMOUNT,
    MAX_REGIONS,
    Region,
)

KIND_NAMES = (
    Text("exchange: out", "обмен: кого"),
    Text("exchange: in", "обмен: на кого"),
    Text("recruit", "набор"),
    Text("free ambassador", "свободный посол"),
    Text("send", "направление"),
    Text("embassy attempt", "попытка открыть посольство"),
    Text("Little Entente", "Малая Антанта"),
    Text("Léger", "Леже"),
    Text("Twardowski", "Твардовски"),
    Text("replacement", "замена"),
    Text("Sinclair", "Синклер"),
    Text("Litvinov", "Литвинов"),
    Text("Vansittart", "Ванситтарт"),
    Text("Halifax", "Галифакс"),
    Text("Runciman: region", "Ренсимен: регион"),
    Text("Runciman: power", "Ренсимен: держава"),
    Text("Balance of power: region", "Баланс сил: регион"),
    Text("Balance of power: power", "Баланс сил: держава"),
    Text("coup: out", "переворот: кого"),
    Text("coup: in", "переворот: на кого"),
    Text("Hugenberg: region", "Гугенберг: регион"),
    Text("Hugenberg: amount", "Гугенберг: сколько"),
    Text("Ciano: power", "Чиано: держава"),
    Text("Ciano: amount", "Чиано: сколько"),
    Text("order", "приказ"),
    Text("game master's modifier", "модификатор Мастера"),
    Text("ruling: region", "решение Мастера: регион"),
    Text("ruling: direction", "решение Мастера: направление"),
    Text("point", "очко"),
    Text("choice of the highest", "выбор наибольшего"),
    Text("declaration", "декларация"),
    Text("target of the attack", "цель нападения"),
    Text("year of the attack", "год нападения"),
    Text("vote", "голос"),
    Text("none", "нет"),
)
(
    SWAP_OUT, SWAP_IN, PICK, FREE_AMB, DEPLOY, EMBASSY, LITTLE_ENTENTE, LEGER, TWARDOWSKI,
    REPLACEMENT, SINCLAIR, LITVINOV, VANSITTART, HALIFAX, RUNCIMAN_REGION, RUNCIMAN_POWER,
    BALANCE_REGION, BALANCE_POWER, COUP_OUT, COUP_IN, HUGENBERG_REGION, HUGENBERG_AMOUNT,
    CIANO_POWER, CIANO_AMOUNT, ORDER, GM, RULING_REGION, RULING_DIR, POINT, CHOOSE_TOP, DECLARE,
    ATTACK_TARGET, ATTACK_YEAR, VOTE, NO_KIND,
) = range(35)  # fmt: skip

POWER_LABELS = Axis(
    "power",
    tuple(power.id for power in COMPONENTS.powers),
    tuple(power.name for power in COMPONENTS.powers),
    is_seats=True,
)
AMBASSADOR_AXIS = Axis(
    "ambassador",
    tuple(a.id for a in COMPONENTS.ambassadors),
    tuple(a.name for a in COMPONENTS.ambassadors),
)


def own_id(item: str, regions: Collection[str]) -> str:
    """An id of the game's own on an axis of regions: it gives way to a region that is called so.

    Ids of regions begin with a letter (8.2), so none begins like this.
    """
    return f"-{item}" if item in regions else item


@cache
def action_space(regions: tuple[Region, ...]) -> ActionSpace:
    """The 104 actions; numbers of regions that the scenario lacks are never legal (7.1).

    A decision's audience (6) is that of the question, not of the family: hidden ones are seen by
    the acting seat and the game master's, the others by all.
    """
    spare = range(len(regions), MAX_REGIONS)
    ids = tuple(r.id for r in regions)
    # Labels tell all actions apart, whatever the regions are called.
    taken = {words for r in regions for words in r.name}
    where = Axis(
        "place_in_list",
        (*ids, *(own_id(f"region_{i}", ids) for i in spare)),
        (
            *(r.name for r in regions),
            *(Text(own_id(f"region {i}", taken), own_id(f"регион {i}", taken)) for i in spare),
        ),
    )
    seen = AS_ASKED("audience", "open")
    return ActionSpace(
        (
            Family("pass", Text("pass", "пас"), seen),
            Family("use", Text("use it", "применить"), seen),
            Family("up", Text("significance +1", "значимость +1"), seen),
            Family("down", Text("significance -1", "значимость −1"), seen),
            Family("gm", Text("modifier {modifier}", "модификатор {modifier}"), seen,
                   (Parameter("modifier", low=-1, high=1),)),
            Family("power", Text("power: {power}", "держава: {power}"), seen,
                   (Parameter("power", POWER_LABELS),)),
            Family("region", Text("region: {region}", "регион: {region}"), seen,
                   (Parameter("region", where),)),
            Family("ambassador", Text("ambassador: {ambassador}", "посол: {ambassador}"), seen,
                   (Parameter("ambassador", AMBASSADOR_AXIS),)),
            Family("amount", Text("amount: {amount}", "количество: {amount}"), seen,
                   (Parameter("amount", low=1, high=MAX_AMOUNT),)),
        )
    )  # fmt: skip


# Flat numbers (7.1), the same in every scenario.
PASS, USE, UP, DOWN = range(4)
FIRST_GM = 4  # modifier -1
FIRST_POWER = 7
FIRST_REGION = 12
FIRST_AMB = 24
FIRST_AMOUNT = 74  # amount 1
ACTIONS = 104
