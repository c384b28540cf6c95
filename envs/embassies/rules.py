"""The rules of Embassies; clause numbers are those of this folder's README.

Record, actions, and the sequence of play; scores and winners are in `scoring.py`.
"""

from __future__ import annotations

from typing import Any

from legation.envs.embassies.components import (
    ALL_POINTS,
    ALLIANCES,
    COLUMNS,
    COMBAT,
    COMPONENTS,
    COUNTRIES,
    DIE,
    FACTORS,
    FOREIGN_LIMIT,
    POWERS,
    RESULTS,
    REWARDS,
    ROUNDS,
)
from legation.envs.embassies.scoring import set_influence, update_scores
from legation.envs.engine import (
    KNOWN_BY,
    OWNER,
    OWNER_ONLY,
    PUBLIC,
    ActionSpace,
    Axis,
    Category,
    Count,
    Family,
    Field,
    Flag,
    Index,
    Parameter,
    Schema,
    Text,
    draw,
    rule,
)

ALLIANCE, PLACE, ATTACK = range(3)
PHASES = (
    Text("alliance", "союз"),
    Text("place", "размещение"),
    Text("attack", "атака"),
)
RESULT_NAMES = {
    "AE": Text("attacker eliminated", "потеря атакующего"),
    "DE": Text("defender eliminated", "потеря атакованного"),
    "EX": Text("exchange", "размен"),
}
AE, DE, EX = (RESULTS.index(r) for r in ("AE", "DE", "EX"))
OFF, BREAKABLE = ALLIANCES.index("off"), ALLIANCES.index("breakable")

POWER_AXIS = Axis(
    "power", COMPONENTS.country_ids[:POWERS], COMPONENTS.country_names[:POWERS], is_seats=True
)
COUNTRY_AXIS = Axis("country", COMPONENTS.country_ids, COMPONENTS.country_names)
_MOST_FACTORS = int(FACTORS.max())

SCHEMA = Schema(
    seats=POWER_AXIS,
    axes=(COUNTRY_AXIS,),
    fields=(
        Field("alliance_option", Category(tuple(Text(o, o) for o in ALLIANCES)), PUBLIC,
              Text("option: alliances", "правило о союзах"), constant=True),
        Field("reward_option", Category(tuple(Text(o, o) for o in REWARDS)), PUBLIC,
              Text("option: reward", "награда"), constant=True),
        Field("round_number", Count(1, ROUNDS), PUBLIC, Text("round", "раунд")),
        Field("turn", Index("power", optional=True), PUBLIC,
              Text("power whose turn it is", "чей ход")),
        Field("phase", Category(PHASES), PUBLIC, Text("phase", "фаза")),
        Field("factors_left", Count(0, _MOST_FACTORS), PUBLIC,
              Text("factors left", "осталось факторов")),
        Field("added", Count(0, _MOST_FACTORS, scale=FOREIGN_LIMIT), PUBLIC,
              Text("added this turn", "добавлено за ход"), ("country",)),
        Field("influence", Count(0, _MOST_FACTORS * ROUNDS, scale=20), PUBLIC,
              Text("influence", "влияние"), ("country", "power")),
        Field("rights", Flag(), PUBLIC, Text("treaty rights", "договорные права"),
              ("country", "power")),
        Field("score", Count(0, int(ALL_POINTS.max()), scale=10), PUBLIC, Text("score", "очки"),
              ("power",)),
        Field("ally", Index("power", optional=True), PUBLIC, Text("ally", "союзник"),
              ("power",)),
        Field("proposal_known", Flag(), OWNER("power"),
              Text("party to the proposal", "сторона предложения"), ("power",), encode=False),
        Field("proposal_from", Index("power", optional=True), KNOWN_BY("proposal_known"),
              Text("alliance proposed by", "кто предложил союз")),
        Field("proposal_to", Index("power", optional=True), KNOWN_BY("proposal_known"),
              Text("alliance proposed to", "кому предложен союз")),
        Field("last_country", Index("country", optional=True), PUBLIC,
              Text("last attack: country", "последняя атака: страна")),
        Field("last_attacker", Index("power", optional=True), PUBLIC,
              Text("last attack: attacker", "последняя атака: кто")),
        Field("last_victim", Index("power", optional=True), PUBLIC,
              Text("last attack: victim", "последняя атака: на кого")),
        Field("last_die", Count(0, DIE), PUBLIC,
              Text("last attack: die", "последняя атака: кубик")),
        Field("last_result", Category((Text("none", "нет"), *(RESULT_NAMES[r] for r in RESULTS))),
              PUBLIC, Text("last attack: result", "последняя атака: исход")),
    ),
)  # fmt: skip

_COUNTRY = Parameter("country", COUNTRY_AXIS)
# Clause 6: a refused proposal leaves no public trace. So others see neither `propose` nor
# `refuse`, nor a `pass`: a pass shown in one case and nothing in the other would tell.
ACTIONS = ActionSpace(
    (
        Family("place", Text("place {amount} in {country}", "разместить {amount}: {country}"),
               PUBLIC, (_COUNTRY, Parameter("amount", low=1, high=FOREIGN_LIMIT))),
        Family("rest_home", Text("place the rest at home", "остальное у себя"), PUBLIC),
        Family("attack", Text("attack {victim} in {country}", "атаковать: {victim}, {country}"),
               PUBLIC, (_COUNTRY, Parameter("victim", POWER_AXIS))),
        Family("propose", Text("propose an alliance to {power}", "предложить союз: {power}"),
               KNOWN_BY("proposal_known"), (Parameter("power", POWER_AXIS),)),
        Family("accept", Text("accept the alliance", "принять союз"), PUBLIC),
        Family("refuse", Text("refuse the alliance", "отклонить союз"),
               KNOWN_BY("proposal_known")),
        Family("break", Text("break the alliance", "расторгнуть союз"), PUBLIC),
        Family("pass", Text("pass", "пас"), OWNER_ONLY),
    )
)  # fmt: skip

FIRST_PLACE = ACTIONS.offsets["place"]
REST_HOME = ACTIONS.offsets["rest_home"]
FIRST_ATTACK = ACTIONS.offsets["attack"]
FIRST_PROPOSE = ACTIONS.offsets["propose"]
ACCEPT = ACTIONS.offsets["accept"]
REFUSE = ACTIONS.offsets["refuse"]
BREAK = ACTIONS.offsets["break"]
PASS = ACTIONS.offsets["pass"]


# --- 3. Sequence of play ---------------------------------------------------------------------


@rule
def start(s: Any) -> None:
    """Clause 2: influence starts at 0 everywhere; clause 3: round 1, the first power's turn."""
    for power in range(POWERS):
        s.ally[power] = -1
    s.proposal_from = -1
    s.proposal_to = -1
    s.last_country = -1
    s.last_attacker = -1
    s.last_victim = -1
    s.round_number = 1
    update_scores(s)
    begin_turn(s, 0)


@rule
def begin_turn(s: Any, power: Any) -> None:
    """Clause 3: a turn begins with ALLIANCE, skipped where `pass` would be the only action."""
    s.turn = power
    s.actor = power
    s.factors_left = FACTORS[power]
    for country in range(COUNTRIES):
        s.added[country] = 0
    s.phase = ALLIANCE if has_alliance_choice(s, power) else PLACE


@rule
def has_alliance_choice(s: Any, power: Any) -> Any:
    """Clause 3.1: whether anything but `pass` is legal in ALLIANCE."""
    if s.alliance_option == OFF:
        return False
    if s.ally[power] >= 0:
        return s.alliance_option == BREAKABLE
    free = 0
    for other in range(POWERS):
        free += other != power and s.ally[other] < 0
    return free > 0


@rule
def has_attack(s: Any, power: Any) -> Any:
    """Clause 3.4: whether anything but `pass` is legal in ATTACK."""
    for country in range(COUNTRIES):
        if s.influence[country, power] > 0:
            for victim in range(POWERS):
                if victim != power and s.influence[country, victim] > 0:
                    return True
    return False


@rule
def end_placing(s: Any) -> None:
    """Clause 3.3: placing ends with the last factor; ATTACK follows, or is skipped (3.4)."""
    if has_attack(s, s.turn):
        s.phase = ATTACK
    else:
        end_turn(s)


@rule
def end_turn(s: Any) -> None:
    """Clause 3: every power in order, 10 rounds; then the scores are final (5)."""
    if s.turn + 1 < POWERS:
        begin_turn(s, s.turn + 1)
    elif s.round_number < ROUNDS:
        s.round_number += 1
        begin_turn(s, 0)
    else:
        s.over = 1
        s.actor = -1
        s.turn = -1


@rule
def legal(s: Any, mask: Any) -> None:
    """Clause 3: what the seat to act may do. An answer is due where the turn is another's.

    Where many actions depend on what the game holds, each is marked as legal or not: to branch on
    what can't be foreseen takes longer.
    """
    power = s.actor
    if s.phase == PLACE:
        mask[REST_HOME] = True
        for country in range(COUNTRIES):
            most = min(FOREIGN_LIMIT, s.factors_left)
            if country != power:
                most = min(most, FOREIGN_LIMIT - s.added[country])
            first = FIRST_PLACE + country * FOREIGN_LIMIT
            for amount in range(FOREIGN_LIMIT):
                mask[first + amount] = amount < most
    elif s.phase == ATTACK:
        mask[PASS] = True
        for country in range(COUNTRIES):
            first = FIRST_ATTACK + country * POWERS
            present = s.influence[country, power] > 0
            for victim in range(POWERS):
                mask[first + victim] = present & (s.influence[country, victim] > 0)
            mask[first + power] = False
    elif power != s.turn:
        mask[ACCEPT] = True
        mask[REFUSE] = True
    else:
        mask[PASS] = True
        if s.ally[power] >= 0:
            mask[BREAK] = s.alliance_option == BREAKABLE
        else:
            for other in range(POWERS):
                if other != power and s.ally[other] < 0:
                    mask[FIRST_PROPOSE + other] = True


@rule
def apply(s: Any, action: Any) -> None:
    """Clause 7: the action by its number, and all that follows up to the next decision."""
    if action < REST_HOME:
        place(s, action // FOREIGN_LIMIT, action % FOREIGN_LIMIT + 1)
    elif action == REST_HOME:
        place(s, s.actor, s.factors_left)
    elif action < FIRST_PROPOSE:
        where = action - FIRST_ATTACK
        attack(s, where // POWERS, where % POWERS, draw(s, DIE) + 1)
        end_turn(s)
    elif action < ACCEPT:
        propose(s, action - FIRST_PROPOSE)
    elif action == ACCEPT:
        answer(s, True)
    elif action == REFUSE:
        answer(s, False)
    elif action == BREAK:
        break_alliance(s)
    elif s.phase == ALLIANCE:
        s.phase = PLACE
    else:
        end_turn(s)


# --- 3.1, 3.2 Alliances ----------------------------------------------------------------------


@rule
def propose(s: Any, addressee: Any) -> None:
    """Clause 3.1; the proposal is known to its two parties (6)."""
    s.proposal_from = s.actor
    s.proposal_to = addressee
    s.proposal_known[s.actor] = 1
    s.proposal_known[addressee] = 1
    s.actor = addressee


@rule
def answer(s: Any, accepted: Any) -> None:
    """Clause 3.2: an alliance, or nothing at all; the proposer goes on with PLACE."""
    if accepted:
        s.ally[s.proposal_from] = s.proposal_to
        s.ally[s.proposal_to] = s.proposal_from
    s.proposal_known[s.proposal_from] = 0
    s.proposal_known[s.proposal_to] = 0
    s.proposal_from = -1
    s.proposal_to = -1
    s.actor = s.turn
    s.phase = PLACE


@rule
def break_alliance(s: Any) -> None:
    """Clauses 1 and 3.1: an ally dissolves the alliance at the start of its own turn."""
    s.ally[s.ally[s.actor]] = -1
    s.ally[s.actor] = -1
    s.phase = PLACE


# --- 3.3 Placing, 4 Attack -------------------------------------------------------------------


@rule
def place(s: Any, country: Any, amount: Any) -> None:
    """Clause 3.3."""
    power = s.actor
    s.factors_left -= amount
    s.added[country] += amount
    set_influence(s, country, power, s.influence[country, power] + amount)
    if s.factors_left == 0:
        end_placing(s)


@rule
def attack(s: Any, country: Any, victim: Any, die: Any) -> None:
    """Clause 4, with the die given."""
    attacker = s.actor
    a = s.influence[country, attacker]
    d = s.influence[country, victim]
    result = COMBAT[die - 1, min(a // d, COLUMNS - 1)]
    if result == AE:
        set_influence(s, country, attacker, 0)
    elif result == DE:
        set_influence(s, country, victim, 0)
    else:
        both = min(a, d)
        set_influence(s, country, attacker, a - both)
        set_influence(s, country, victim, d - both)
    s.last_country = country
    s.last_attacker = attacker
    s.last_victim = victim
    s.last_die = die
    s.last_result = result + 1
