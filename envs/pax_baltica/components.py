"""The components of Pax Baltica: `components.toml`, read strictly."""

from __future__ import annotations

from pathlib import Path

from legation.envs.engine.strict_toml import Table, is_whole, read_toml
from legation.envs.pax_baltica.pieces import (
    Block,
    Components,
    EntryRoll,
    Nation,
    Placement,
    Scenario,
    Sea,
    Setup,
    Territory,
)
from legation.envs.pax_baltica.table_rows import choices, named_tables, rows

COMPONENTS_FILE = Path(__file__).with_name("components.toml")

SIDES = ("sweden", "coalition")
HARBOURS = ("none", "port", "harbour")
TRANSITS = ("no", "unmarked", "always")
TYPES = ("infantry", "cavalry", "artillery", "leader", "fleet")
LETTERS = ("A", "B", "C")
BORDERS = ("N", "D")
NO_NATION = "none"
# What the rules speak of by name (4.6, 4.8, 4.9).
NAMED_NATIONS = ("sweden", "russia", "saxony", "denmark", "poland", "ukraine")
RESULTS = (
    "nothing", "plague", "intrigue", "envoys", "bad_harvest", "ukraine", "subsidy", "magnates",
    "reform",
)  # fmt: skip
PARAMS = {
    "sea_transport_blocks": (1, 9),
    "sea_transport_zones": (1, 8),
    "battle_rounds": (1, 9),
    "battle_rounds_trapped": (1, 12),
    "siege_strength_factor": (0, 9),
    "siege_success_at": (1, 12),
    "siege_double_at": (1, 12),
    "siege_mod_artillery": (0, 3),
    "siege_mod_leader": (0, 3),
    "siege_mod_open_port": (-3, 0),
    "siege_besieger_loss_on": (0, 6),
    "forage_loss_max_loc": (0, 6),
    "forage_loss_max_no_loc": (0, 6),
    "rp_per_garrison": (0, 20),
    "rp_double_factor": (1, 4),
    "steps_per_block_per_entry": (1, 4),
    "royal_loss_rp": (0, 20),
    "winter_campaign_action_mod": (-5, 0),
    "exhaustion_max": (1, 9),
    "exhaustion_rp": (0, 20),
    "armistice_base_drop": (0, 20),
    "armistice_base_min": (1, 20),
    "armistice_years_out": (0, 9),
    "decisions_per_year_cap": (100, 1400),
    "armistice_vp": (0, 30),
}
# Years a scenario may last at most: decisions are counted in 16 bits.
MOST_YEARS = 22


def load_components(path: Path = COMPONENTS_FILE) -> Components:
    """Reads and checks a file of components.

    Raises:
        LegationError: naming the file, the key, its value, and what would be right.
    """
    root = read_toml(path)
    root.choice("id", ("pax_baltica",))
    title = root.words("name")
    for key in ("seats", "sides"):
        if root.texts(key, 2) != SIDES:
            raise root.wrong(key, "another list", f"the list {list(SIDES)}")
    seasons = root.texts("seasons", 2)
    cubes = _cubes(root)
    colours = [colour for colour, _ in cubes]
    nations = _nations(root, colours)
    nation_ids = [n.id for n in nations]
    if choices(root, "principal_nations", nation_ids) != tuple(
        n.id for n in nations if n.principal
    ):
        raise root.wrong("principal_nations", "another list", "those with principal = true")
    seas = _seas(root)
    territories = _territories(root, nation_ids, [s.id for s in seas])
    places = [t.id for t in territories]
    blocks = _blocks(root, [n.id for n in nations if n.id != NO_NATION])
    steps = {b.id: b.max_steps for b in blocks}
    params = root.table("params")
    march_mp = _per_type(params.table("march_mp"), 1, 9)
    limits = params.table("border_limit")
    border_limit = (limits.whole("normal", 1, 20), limits.whole("difficult", 1, 20))
    limits.done()
    rp_cost = _per_type(params.table("rp_cost"), 1, 50)
    values = {key: params.whole(key, low, high) for key, (low, high) in PARAMS.items()}
    params.done()
    actions = root.table("action_table")
    table = actions.wholes("actions", 6, 1, 9)
    actions.done()
    politics = root.table("politics_table")
    results = tuple(politics.choice(str(total), RESULTS) for total in range(2, 13))
    politics.done()
    revolt = root.table("ukraine_revolt")
    revolt_year = revolt.whole("from_year", 1, 9999)
    mutiny = _placement(revolt, steps, places)
    entry = tuple(_entry(t, nations, steps, places) for t in root.tables("entry"))
    setups = _setups(root, nations, colours, steps, places)
    found = Components(
        title=title,
        seasons=seasons,
        territories=territories,
        borders=_borders(root, places),
        blocks=blocks,
        march_mp=march_mp,
        border_limit=border_limit,
        rp_cost=rp_cost,
        params=values,
        actions=table,
        politics=results,
        cubes=cubes,
        nations=nations,
        seas=seas,
        entry=entry,
        revolt_year=revolt_year,
        revolt=mutiny,
        scenarios=tuple(_scenario(t, setups) for t in root.tables("scenarios")),
        setups=setups,
    )
    root.done()
    return found


def _new_id(table: Table, ids: list[str]) -> str:
    item = table.text("id")
    if item in ids:
        raise table.wrong("id", item, "an id that no other of the list has")
    ids.append(item)
    return item


def _cubes(root: Table) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for table in root.tables("cubes"):
        colour = table.text("colour")
        if colour in dict(found):
            raise table.wrong("colour", colour, "a colour that is not there yet")
        found.append((colour, table.whole("count", 2, 99)))
        table.done()
    return tuple(found)


def _nations(root: Table, colours: list[str]) -> tuple[Nation, ...]:
    found: list[Nation] = []
    ids: list[str] = []
    tables = root.tables("nations")
    for table in tables:
        item = _new_id(table, ids)
        nobody = item == NO_NATION
        found.append(
            Nation(
                item,
                table.words("name"),
                table.choice("side", (NO_NATION,) if nobody else SIDES),
                table.choice("colour", (NO_NATION,) if nobody else colours),
                table.flag("principal"),
                table.whole("rp_start", -1, 200),
                table.text("rp_from"),
            )
        )
        table.done()
    tracks = [n.id for n in found if n.rp_start >= 0]
    for table, nation in zip(tables, found, strict=True):
        valid = tracks if nation.id != NO_NATION else [NO_NATION]
        if nation.rp_from not in valid:
            raise table.wrong("rp_from", nation.rp_from, f"one of: {', '.join(valid)}")
    for named in (*NAMED_NATIONS, NO_NATION):
        if named not in ids:
            raise root.wrong("nations", ids, f"a list with {named}")
    return tuple(found)


def _seas(root: Table) -> tuple[Sea, ...]:
    tables = root.tables("seas")
    ids: list[str] = []
    named = [(_new_id(table, ids), table.words("name")) for table in tables]
    found = []
    for (item, name), table in zip(named, tables, strict=True):
        found.append(Sea(item, name, choices(table, "adjacent", ids)))
        table.done()
    by_id = {s.id: s for s in found}
    for table, sea in zip(tables, found, strict=True):
        for other in sea.adjacent:
            if other == sea.id or sea.id not in by_id[other].adjacent:
                right = f"zones that name {sea.id} as adjacent too"
                raise table.wrong("adjacent", list(sea.adjacent), right)
    return tuple(found)


def _territories(root: Table, nations: list[str], seas: list[str]) -> tuple[Territory, ...]:
    columns = root.texts("territory_columns", 1)
    found: list[Territory] = []
    ids: list[str] = []
    for row in rows(root, "territories", columns):
        item, name = _new_id(row, ids), row.words("name")
        nation = row.choice("nation", nations)
        transit = row.choice("transit", TRANSITS)
        garrison = row.take("garrison", "a text")
        if not isinstance(garrison, str) or bool(garrison) == (transit == "always"):
            raise row.wrong("garrison", garrison, "a text, empty where transit is always")
        value = row.whole("value", 0 if transit == "always" else 1, 0 if not garrison else 6)
        harbour = row.choice("harbour", HARBOURS)
        sea = row.choice("sea", [""] if harbour == "none" else seas)
        capital = row.flag("capital")
        if capital and any(t.capital and t.nation == nation for t in found):
            raise row.wrong("capital", capital, "true once a nation")
        forage, home = row.whole("forage", 0, 20), row.flag("home")
        found.append(
            Territory(item, name, nation, garrison, value, capital, forage, harbour, sea, transit,
                      home)
        )  # fmt: skip
        row.done()
    return tuple(found)


def _borders(root: Table, places: list[str]) -> tuple[tuple[str, str, str], ...]:
    found: list[tuple[str, str, str]] = []
    pairs: set[frozenset[str]] = set()
    for row in rows(root, "borders", ("from", "to", "kind")):
        a, b = row.choice("from", places), row.choice("to", places)
        if a == b or frozenset((a, b)) in pairs:
            raise row.wrong("to", b, "another territory, each border once")
        pairs.add(frozenset((a, b)))
        found.append((a, b, row.choice("kind", BORDERS)))
    return tuple(found)


def _blocks(root: Table, nations: list[str]) -> tuple[Block, ...]:
    columns = root.texts("block_columns", 1)
    found = []
    ids: list[str] = []
    for row in rows(root, "blocks", columns):
        item, name = _new_id(row, ids), row.words("name")
        nation, kind = row.choice("nation", nations), row.choice("type", TYPES)
        letter, firepower = row.choice("letter", LETTERS), row.whole("firepower", 1, 6)
        steps, year = row.whole("max_steps", 1, 4), row.whole("from_year", 0, 9999)
        found.append(Block(item, name, nation, kind, letter, firepower, steps, year))
        row.done()
    return tuple(found)


def _per_type(table: Table, low: int, high: int) -> tuple[int, ...]:
    found = tuple(table.whole(kind, low, high) for kind in TYPES)
    table.done()
    return found


def _placement(table: Table, steps: dict[str, int], places: list[str]) -> Placement:
    block = table.choice("block", list(steps))
    territory = table.choice("territory", places)
    placed = Placement(block, territory, table.whole("steps", 1, steps[block]))
    table.done()
    return placed


def _placements(
    table: Table, key: str, steps: dict[str, int], places: list[str]
) -> tuple[Placement, ...]:
    found: list[Placement] = []
    for row in rows(table, key, ("block", "territory", "steps")):
        placed = _placement(row, steps, places)
        if any(p.block == placed.block for p in found):
            raise row.wrong("block", placed.block, "a block that is not placed yet")
        found.append(placed)
    return tuple(found)


def _entry(
    table: Table, nations: tuple[Nation, ...], steps: dict[str, int], places: list[str]
) -> EntryRoll:
    found = EntryRoll(
        table.choice("nation", [n.id for n in nations if n.id != NO_NATION]),
        table.whole("from_year", 1, 9999),
        table.whole("target", 1, 20),
        table.choice("rp_of", [n.id for n in nations if n.rp_start >= 0]),
        _levels(table),
        _placements(table, "setup", steps, places),
    )
    table.done()
    return found


def _levels(table: Table) -> tuple[int, ...]:
    right = "a list of whole numbers"
    value = table.take("rp_at_most", right)
    if not isinstance(value, list) or not value or not all(is_whole(v) for v in value):
        raise table.wrong("rp_at_most", value, right)
    return tuple(value)


def _scenario(table: Table, setups: dict[str, Setup]) -> Scenario:
    item, name, setup = table.text("id"), table.words("name"), table.choice("setup", list(setups))
    start = table.whole("start_year", 1, 9000)
    end = table.whole("end_year", start, start + MOST_YEARS - 1)
    par, scale = table.whole("par", -200, 300), table.whole("scale", 1, 300)
    table.done()
    return Scenario(item, name, setup, start, end, par, scale)


def _setups(
    root: Table,
    nations: tuple[Nation, ...],
    colours: list[str],
    steps: dict[str, int],
    places: list[str],
) -> dict[str, Setup]:
    tracks = [n.id for n in nations if n.rp_start >= 0]
    found: dict[str, Setup] = {}
    for key, setup in named_tables(root, "setups").items():
        out = []
        for row in rows(setup, "armistice", ("nation", "year", "suffered")):
            nation, year = row.choice("nation", tracks), row.whole("year", 1, 9999)
            out.append((nation, year, row.whole("suffered", 0, 9)))
        markers = [
            (row.choice("territory", places), row.choice("colour", colours))
            for row in rows(setup, "markers", ("territory", "colour"))
        ]
        found[key] = Setup(
            choices(setup, "active", [n.id for n in nations if n.id != NO_NATION]),
            tuple(out),
            tuple(markers),
            setup.whole("exhaustion", 0, 9),
            setup.flag("ukraine_revolted"),
            _placements(setup, "blocks", steps, places),
        )
        setup.done()
    return found


COMPONENTS = load_components()
