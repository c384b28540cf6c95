"""`kill -9` at random moments under load: no acknowledged move is lost or doubled, no table stalls.

LEGATION_KILLS=100 makes the long run of it.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import numpy as np

from legation.envs import GAMES
from legation.envs.engine.replay import check_record
from legation.play.storage import Storage
from legation.play.table import Tables
from tests.play.conftest import TOYS

KILLS = int(os.environ.get("LEGATION_KILLS", "3"))
CLIENTS = 4
# A life of the server may be too short for what one player asks, such as a game that a process has
# to load first; every so many lives all of them get an answer before the next kill.
EVERYBODY = 5
PATIENCE = 120.0  # seconds, on a busy machine
ROOT = Path(__file__).parents[2]
REAL = min(set(GAMES) - set(TOYS))
JSON = {"accept": "application/json"}


class Server:
    """A process that is killed and started again, at one address."""

    def __init__(self, database: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = database
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.play.kill_server", self._database, str(self.port)],
            cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        until = time.monotonic() + 120
        while time.monotonic() < until:
            assert self.process.poll() is None, "the server did not start"
            try:
                httpx.get(self.url + "/health", trust_env=False, timeout=5)
                return
            except httpx.HTTPError:
                time.sleep(0.1)
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        """The server and all its workers, at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Player:
    """Plays seat 0 of one table after the other; sends each command until it is acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.rng = server, np.random.default_rng(number)
        # (table, decisions in order) of what the server said yes to.
        self.acknowledged: list[tuple[str, list[int]]] = []
        self.finished = 0
        self.stop = threading.Event()
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    @property
    def moves(self) -> int:
        """How many were acknowledged."""
        return sum(len(taken) for _, taken in self.acknowledged)

    def _run(self) -> None:
        try:
            with httpx.Client(base_url=self.server.url, trust_env=False, timeout=10) as client:
                while not self.stop.is_set():
                    self._play(client)
        except BaseException as error:
            self.error = error

    def _send(
        self, client: httpx.Client, method: str, path: str, **given: object
    ) -> httpx.Response:
        """Until there is an answer: the same request, with the same key."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return client.request(method, path, **given)  # type: ignore[arg-type]
            except httpx.HTTPError:
                assert time.monotonic() < until, "no answer any more"
                time.sleep(0.05)

    def _play(self, client: httpx.Client) -> None:
        page = self._send(client, "GET", "/").text
        csrf = page.split('name="csrf" value="')[1].split('"')[0]
        game = str(self.rng.choice(["whisper", "kuhn2", REAL]))
        seats = {"kuhn2": ["seat1"], "whisper": ["bob", "cyd"]}.get(game)
        data = {"csrf": csrf, "game": game}
        if seats is None:
            options = page.split(f'id="seat-{game}"')[1].split("</select>")[0]
            seats = [part.split('"')[0] for part in options.split('value="')[2:]]
        data.update({f"controller.{seat}": "bot:uniform" for seat in seats})
        # A table that was made but never told of is no lost move.
        made = self._send(client, "POST", "/tables", data=data, headers=JSON).json()
        (seat, token), *_ = made["seats"].items()
        here, headers = (
            f"/t/{made['table']}/seat/{seat}",
            {**JSON, "authorization": f"Bearer {token}"},
        )
        taken: list[int] = []
        self.acknowledged.append((made["table"], taken))
        waited = time.monotonic()
        while not self.stop.is_set():
            view = self._send(client, "GET", here, headers=headers).json()
            if view["over"]:
                self.finished += 1
                return
            if not view["to_act"]:
                assert time.monotonic() - waited < PATIENCE, "the table stands still"
                time.sleep(0.01)
                continue
            action = int(self.rng.choice([a["action"] for a in view["legal"]]))
            body = {"key": view["decision"], "decision": view["decision"],
                    "sequence": view["sequence"], "action": action}  # fmt: skip
            answer = self._send(client, "POST", f"{here}/act", json=body, headers=headers).json()
            assert answer["accepted"], answer
            assert answer["receipt"]["action"] == action
            taken.append(action)
            waited = time.monotonic()


def test_no_acknowledged_move_is_lost_and_no_table_stalls(database: str) -> None:
    chance = random.Random(1)
    server = Server(database)
    players = [Player(server, n) for n in range(CLIENTS)]
    try:
        for life in range(1, KILLS + 1):
            before = [p.moves for p in players]
            while True:  # under load, not at its start
                time.sleep(0.02)
                assert not [p.error for p in players if p.error]
                gained = [p.moves - n for p, n in zip(players, before, strict=True)]
                if sum(gained) > 5 and (life % EVERYBODY or all(gained)):
                    break
            time.sleep(chance.uniform(0.0, 0.5))
            server.kill()
            server.start()
        finished = [p.finished for p in players]
        until = time.monotonic() + PATIENCE
        while not all(p.finished > n for p, n in zip(players, finished, strict=True)):
            assert not [p.error for p in players if p.error]
            assert time.monotonic() < until, "a table stands still after a kill"
            time.sleep(0.05)
    finally:
        for player in players:
            player.stop.set()
        for player in players:
            player.thread.join(30)
        server.kill()
    assert not [p.error for p in players if p.error]
    storage = Storage(database)
    tables = Tables(storage)
    checked = 0
    for player in players:
        for table_id, taken in player.acknowledged:
            with tables.reading(table_id) as table:
                stored = [d.action for d in table.decisions if d.by == "person"]
                check_record(table.record(), table.game)
            assert stored == taken
            checked += len(taken)
    assert checked > KILLS * 5
    storage.close()
