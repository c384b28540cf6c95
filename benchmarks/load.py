"""The server under load: `python benchmarks/load.py`, or `legation bench --load`.

Hundreds of tables, each with one person and bots, all on this machine, the people too. A person
thinks for a while, sends a command and waits for its answer; a command is answered when it was
committed. `--kills N` is the long run of `tests/play/test_killed.py` besides: N times `kill -9` at
random moments, after which no acknowledged move may be lost, and no table stand still.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
JSON = {"accept": "application/json"}


@dataclass(frozen=True)
class Load:
    """What was measured.

    Attributes:
        tables, think_s, seconds: how it was done: live tables, mean time a person thinks, length.
        moves_per_s: decisions stored, of people and bots.
        commands: of people.
        command_p50_ms, command_p95_ms: from sending one to its yes.
        page_p50_ms, page_p95_ms: the view of a seat, as JSON.
        cpu_ms: processor time by command, of the server and of its bots; with all that goes with
            a command: the look before it, and the bots' moves after it. It says the same on a
            machine that has other things to do.
        memory_mib: resident, of the server and of its bots, at the end.
        finished: games that came to their end; a new table follows each.
    """

    game: str
    bots: str
    tables: int
    think_s: float
    seconds: float
    moves_per_s: float
    commands: int
    command_p50_ms: float
    command_p95_ms: float
    page_p50_ms: float
    page_p95_ms: float
    cpu_ms: dict[str, float]
    memory_mib: dict[str, float]
    finished: int
    cores: int
    busy: float  # load average before the start, in processes


class People:
    """One person a table, all over one connection pool."""

    def __init__(self, client: httpx.AsyncClient, game: str, bots: str, think: float) -> None:
        self.client, self.game, self.bots, self.think = client, game, bots, think
        self.commands: list[float] = []
        self.views: list[float] = []
        self.finished = 0
        self.measuring = False
        self.started = 0  # people who had a command accepted
        self._page = ""
        self._rng = np.random.default_rng(0)

    async def sit(self) -> None:
        """Plays one table after the other, until it is cancelled."""
        first = True
        while True:
            here, headers = await self._open()
            while await self._turn(here, headers):
                self.started += first
                first = False
            self.finished += self.measuring

    async def arrive(self) -> None:
        """Opens the first page, with the session that all forms are bound to."""
        self._page = (await self.client.get("/")).text

    async def _open(self) -> tuple[str, dict[str, str]]:
        page = self._page
        csrf = page.split('name="csrf" value="')[1].split('"')[0]
        box = page.split(f'id="seat-{self.game}"')[1].split("</select>")[0]
        seats = re.findall(r'value="([^"]+)"', box)
        data = {f"controller.{seat}": f"bot:{self.bots}" for seat in seats[1:]}
        data |= {"csrf": csrf, "game": self.game}
        while True:
            answer = await self.client.post("/tables", data=data, headers=JSON)
            if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
                break
            await asyncio.sleep(1)  # the game is being compiled, and enough others wait for it
        made = answer.raise_for_status().json()
        seat, token = next(iter(made["seats"].items()))
        return f"/t/{made['table']}/seat/{seat}", {**JSON, "authorization": f"Bearer {token}"}

    async def _turn(self, here: str, headers: dict[str, str]) -> bool:
        """A look, and a command if there is one to give; False after the end."""
        began = time.perf_counter()
        view = (await self.client.get(here, headers=headers)).raise_for_status().json()
        self._note(self.views, began)
        if view["over"]:
            return False
        if not view["to_act"]:
            await asyncio.sleep(0.5)  # as a page that polls; with streams it is told
            return True
        await asyncio.sleep(self._rng.exponential(self.think))
        action = int(self._rng.choice([a["action"] for a in view["legal"]]))
        body = {
            "key": view["decision"],
            "decision": view["decision"],
            "sequence": view["sequence"],
            "action": action,
        }
        began = time.perf_counter()
        answer = await self.client.post(f"{here}/act", json=body, headers=headers)
        self._note(self.commands, began)
        if not answer.json()["accepted"]:
            raise RuntimeError(answer.text)
        return True

    def _note(self, times: list[float], began: float) -> None:
        if self.measuring:
            times.append(1000 * (time.perf_counter() - began))


async def drive(
    url: str, people: People, tables: int, seconds: float, database: Path, server: int
) -> tuple[int, dict[str, float]]:
    """Opens the tables, lets them run in, then measures; returns the decisions stored meanwhile,
    and the processor time that the server and its bots took, in seconds."""
    tasks = []
    await people.arrive()
    for _ in range(tables):
        tasks.append(asyncio.create_task(people.sit()))
        await asyncio.sleep(0.02)
    while people.started < tables and not any(task.done() for task in tasks):
        await asyncio.sleep(0.5)  # the first ones wait until the game is compiled
    await asyncio.sleep(people.think)
    people.measuring, before, started = True, decisions(database), processor_time(server)
    await asyncio.sleep(seconds)
    people.measuring = False
    count = decisions(database) - before
    spent = time_between(started, processor_time(server))
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for error in failed:
        if error is not None:
            raise error
    return count, spent


def decisions(database: Path) -> int:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        query = "SELECT count(*) FROM events WHERE kind = 'decision'"
        return int(connection.execute(query).fetchone()[0])


def measure(game: str, bots: str, tables: int, think: float, seconds: float) -> Load:
    """Starts a server with a database of its own, and loads it."""
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="legation-load-") as folder:
        database = Path(folder) / "tables.db"
        command = [sys.executable, "-m", "legation.cli.main", "serve", "--port", "0",
                   "--database", f"sqlite:///{database}", "--writes-per-minute", "0"]  # fmt: skip
        server = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            if found is None:
                raise RuntimeError("the server did not start")
            people, count, spent = asyncio.run(
                _measure(found[0], game, bots, tables, think, seconds, database, server.pid)
            )
            memory = resident(server.pid)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
    return Load(
        game, bots, tables, think, seconds, round(count / seconds, 1), len(people.commands),
        *percentiles(people.commands), *percentiles(people.views),
        {name: round(1000 * s / max(1, len(people.commands)), 1) for name, s in spent.items()},
        memory, people.finished,
        os.cpu_count() or 1, round(busy, 1),
    )  # fmt: skip


async def _measure(
    url: str,
    game: str,
    bots: str,
    tables: int,
    think: float,
    seconds: float,
    database: Path,
    server: int,
) -> tuple[People, int, dict[str, float]]:
    limits = httpx.Limits(max_connections=tables + 8)
    async with httpx.AsyncClient(
        base_url=url, trust_env=False, timeout=300, limits=limits
    ) as client:
        people = People(client, game, bots, think)
        return people, *await drive(url, people, tables, seconds, database, server)


def percentiles(times: list[float]) -> tuple[float, float]:
    if not times:
        return float("nan"), float("nan")
    low, high = np.percentile(times, [50, 95])
    return round(float(low), 1), round(float(high), 1)


def members(leader: int) -> Iterator[tuple[str, Path]]:
    """The processes of a group, as `server` (the leader) or `bots`, with their folders in /proc."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == leader:
                yield "server" if int(folder.name) == leader else "bots", folder
        except OSError:  # it ended meanwhile
            continue


def resident(leader: int) -> dict[str, float]:
    """MiB of memory of the processes of a group."""
    found = {"server": 0.0, "bots": 0.0}
    for name, folder in members(leader):
        size = re.search(r"VmRSS:\s+(\d+) kB", (folder / "status").read_text(encoding="utf-8"))
        if size:
            found[name] += int(size[1]) / 1024
    return {name: round(value, 1) for name, value in found.items()}


def processor_time(leader: int) -> dict[tuple[str, str], float]:
    """Seconds that each process of a group has run, in user and system mode, by name and number."""
    found = {}
    for name, folder in members(leader):
        fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        found[name, folder.name] = ticks / os.sysconf("SC_CLK_TCK")
    return found


def time_between(
    before: dict[tuple[str, str], float], after: dict[tuple[str, str], float]
) -> dict[str, float]:
    """What the processes that are still there have run in between; one that ended tells nothing."""
    found = {"server": 0.0, "bots": 0.0}
    for process, seconds in after.items():
        found[process[0]] += seconds - before.get(process, 0.0)
    return found


def kill(times: int) -> dict[str, Any]:
    """The test that kills the server, the long run of it."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "tests/play/test_killed.py"]
    environment = {**os.environ, "LEGATION_KILLS": str(times)}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    return {"kills": times, "lost": code != 0, "seconds": round(time.perf_counter() - began, 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="embassies")
    parser.add_argument("--bots", default="heuristic", help="the strength of the bots")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--think", type=float, default=5.0, help="seconds a person thinks, mean")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kills", type=int, default=0, help="times to kill the server besides")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    load = measure(given.game, given.bots, given.tables, given.think, given.seconds)
    report: dict[str, Any] = {
        **asdict(load),
        "processor": platform.processor() or platform.machine(),
    }
    if given.kills:
        report["killed"] = kill(given.kills)
    if given.json:
        print(json.dumps(report, indent=2))
        return int(bool(given.kills) and report["killed"]["lost"])
    for name, value in report.items():
        print(f"{name:16} {value}")
    return int(bool(given.kills) and report["killed"]["lost"])


if __name__ == "__main__":
    sys.exit(main())
