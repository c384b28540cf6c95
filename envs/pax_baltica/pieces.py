"""What a file of components says, as plain records; names as in `components.toml`."""

from __future__ import annotations

from dataclasses import dataclass

from legation.envs.engine import Text


@dataclass(frozen=True)
class Territory:
    id: str
    name: Text
    nation: str
    garrison: str
    value: int
    capital: bool
    forage: int
    harbour: str
    sea: str
    transit: str
    home: bool


@dataclass(frozen=True)
class Block:
    id: str
    name: Text
    nation: str
    type: str
    letter: str
    firepower: int
    max_steps: int
    from_year: int


@dataclass(frozen=True)
class Nation:
    """`rp_start` -1: no track of its own."""

    id: str
    name: Text
    side: str
    colour: str
    principal: bool
    rp_start: int
    rp_from: str


@dataclass(frozen=True)
class Sea:
    id: str
    name: Text
    adjacent: tuple[str, ...]


@dataclass(frozen=True)
class Placement:
    block: str
    territory: str
    steps: int


@dataclass(frozen=True)
class EntryRoll:
    nation: str
    from_year: int
    target: int
    rp_of: str
    rp_at_most: tuple[int, ...]
    setup: tuple[Placement, ...]


@dataclass(frozen=True)
class Scenario:
    id: str
    name: Text
    setup: str
    start_year: int
    end_year: int
    par: int
    scale: int


@dataclass(frozen=True)
class Setup:
    """`armistice`: nation, first year in which it may return, armistices suffered."""

    active: tuple[str, ...]
    armistice: tuple[tuple[str, int, int], ...]
    markers: tuple[tuple[str, str], ...]
    exhaustion: int
    revolted: bool
    blocks: tuple[Placement, ...]


@dataclass(frozen=True)
class Components:
    title: Text
    seasons: tuple[str, ...]
    territories: tuple[Territory, ...]
    borders: tuple[tuple[str, str, str], ...]
    blocks: tuple[Block, ...]
    march_mp: tuple[int, ...]
    border_limit: tuple[int, int]
    rp_cost: tuple[int, ...]
    params: dict[str, int]
    actions: tuple[int, ...]
    politics: tuple[str, ...]
    cubes: tuple[tuple[str, int], ...]
    nations: tuple[Nation, ...]
    seas: tuple[Sea, ...]
    entry: tuple[EntryRoll, ...]
    revolt_year: int
    revolt: Placement
    scenarios: tuple[Scenario, ...]
    setups: dict[str, Setup]
