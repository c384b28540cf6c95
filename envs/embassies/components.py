"""The components of Embassies: `components.toml`, checked, and as arrays for the compiled rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from legation.envs.engine import Text
from legation.envs.engine.strict_toml import Table, read_toml

COMPONENTS_FILE = Path(__file__).with_name("components.toml")

POWERS = 5  # the clause on winners (5) speaks of two allies and the three other powers
DIE = 6
ALLIANCES = ("permanent", "off", "breakable")
REWARDS = ("win", "score")
RESULTS = ("AE", "DE", "EX")
GOAL_KINDS = ("rights", "exclusive", "nobody_above", "isolated")
RIGHTS, EXCLUSIVE, NOBODY_ABOVE, ISOLATED = range(4)


@dataclass(frozen=True)
class Goal:
    """`country`: of rights and exclusive rights; the isolated power; -1 for nobody_above."""

    power: int
    kind: int
    country: int
    limit: int
    points: int


@dataclass(frozen=True)
class Components:
    """What the file says. The first five countries are the powers, in order of play."""

    title: Text
    rounds: int
    foreign_limit: int
    treaty_threshold: int
    alliances: str
    reward: str
    country_ids: tuple[str, ...]
    country_names: tuple[Text, ...]
    factors: tuple[int, ...]
    columns: tuple[str, ...]
    combat: tuple[tuple[int, ...], ...]
    goals: tuple[Goal, ...]


def load_components(path: Path = COMPONENTS_FILE) -> Components:
    """Reads and checks a file of components.

    Raises:
        LegationError: naming the file, the key, its value, and what would be right.
    """
    root = read_toml(path)
    root.choice("id", ("embassies",))
    title = root.words("name")
    rounds = root.whole("rounds", 1, 100)
    foreign_limit = root.whole("foreign_limit", 1, 20)
    threshold = root.whole("treaty_threshold", 1, 100)
    options = root.table("options")
    alliances = options.choice("alliances", ALLIANCES)
    reward = options.choice("reward", REWARDS)
    options.done()
    ids: list[str] = []
    names: list[Text] = []
    factors: list[int] = []
    powers, minors = root.tables("powers"), root.tables("minors")
    if len(powers) != POWERS:
        raise root.wrong("powers", f"a list of {len(powers)}", f"a list of {POWERS}")
    for table in (*powers, *minors):
        item = table.text("id")
        if item in ids:
            raise table.wrong("id", item, "an id that no other country has")
        ids.append(item)
        names.append(table.words("name"))
        if len(ids) <= POWERS:
            factors.append(table.whole("factors", 1, 99))
        table.done()
    columns, combat = _combat(root.table("combat"))
    goals = tuple(_goal(table, ids) for table in root.tables("goals"))
    if sum(goal.kind == NOBODY_ABOVE for goal in goals) > 1:
        raise root.wrong(
            "goals", "with several of kind nobody_above", "with one at most: it is judged last"
        )
    root.done()
    return Components(
        title=title,
        rounds=rounds,
        foreign_limit=foreign_limit,
        treaty_threshold=threshold,
        alliances=alliances,
        reward=reward,
        country_ids=tuple(ids),
        country_names=tuple(names),
        factors=tuple(factors),
        columns=columns,
        combat=combat,
        goals=goals,
    )


def _combat(table: Table) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    columns = table.texts("columns", 2)
    right = (
        f"{DIE} rows, for die 1..{DIE}, of {len(columns)} results, each one of: "
        f"{', '.join(RESULTS)}"
    )
    rows = table.take("table", right)
    if not isinstance(rows, list) or len(rows) != DIE:
        raise table.wrong("table", rows, right)
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(columns) or not set(row) <= set(RESULTS):
            raise table.wrong(f"table[{number}]", row, right)
    table.done()
    return columns, tuple(tuple(RESULTS.index(result) for result in row) for row in rows)


def _goal(table: Table, ids: list[str]) -> Goal:
    power = ids.index(table.choice("power", ids[:POWERS]))
    kind = GOAL_KINDS.index(table.choice("kind", GOAL_KINDS))
    country, limit = -1, 0
    if kind == NOBODY_ABOVE:
        limit = table.whole("limit", 0, 1000)
    else:
        name = table.choice("country", ids[:POWERS] if kind == ISOLATED else ids)
        country = ids.index(name)
        if country == power:
            raise table.wrong("country", name, "another country than the power's own")
    points = table.whole("points", 1, 99)
    table.done()
    return Goal(power, kind, country, limit, points)


COMPONENTS = load_components()

# Constants of the compiled rules.
COUNTRIES = len(COMPONENTS.country_ids)
ROUNDS = COMPONENTS.rounds
FOREIGN_LIMIT = COMPONENTS.foreign_limit
TREATY_THRESHOLD = COMPONENTS.treaty_threshold
FACTORS = np.array(COMPONENTS.factors, dtype=np.int64)
COLUMNS = len(COMPONENTS.columns)
COMBAT = np.array(COMPONENTS.combat, dtype=np.int64)  # [die - 1, column] -> place in RESULTS
GOALS = len(COMPONENTS.goals)
GOAL_POWER = np.array([g.power for g in COMPONENTS.goals], dtype=np.int64)
GOAL_KIND = np.array([g.kind for g in COMPONENTS.goals], dtype=np.int64)
GOAL_COUNTRY = np.array([g.country for g in COMPONENTS.goals], dtype=np.int64)
GOAL_LIMIT = np.array([g.limit for g in COMPONENTS.goals], dtype=np.int64)
GOAL_POINTS = np.array([g.points for g in COMPONENTS.goals], dtype=np.int64)
# [POWERS]: what each could score if it reached every goal.
ALL_POINTS = np.array(
    [sum(g.points for g in COMPONENTS.goals if g.power == p) for p in range(POWERS)],
    dtype=np.int64,
)
