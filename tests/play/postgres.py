"""A PostgreSQL server on loopback for the tests, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import psycopg

from tests.play.needs import POSTGRES, postgres_program


class Server:
    """Databases of a server that runs already, or of one that is started and stopped here."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: str | None = None
        self.url = os.environ.get(POSTGRES, "")
        if not self.url:
            self._start()

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"legation_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url.rpartition("/")[0] + "/" + name

    def close(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)  # at once: nothing is kept
            self._process.wait(20)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self) -> None:
        initdb, postgres = postgres_program("initdb"), postgres_program("postgres")
        assert initdb is not None
        assert postgres is not None
        self._folder = tempfile.mkdtemp(prefix="legation-postgres-")
        user: str | None = None
        if os.getuid() == 0:  # the server refuses to run as root
            user = "postgres"
            shutil.chown(self._folder, user)
        data = str(Path(self._folder) / "data")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [initdb, "-D", data, "-A", "trust", "-U", "legation", "--no-sync"],
            check=True, user=user, cwd=self._folder, **quiet,
        )  # fmt: skip
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        # Durable as in earnest: a test kills servers.
        self._process = subprocess.Popen(
            [postgres, "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", self._folder],
            user=user, cwd=self._folder, **quiet,
        )  # fmt: skip
        self.url = f"postgresql+psycopg://legation@127.0.0.1:{port}/postgres"
        until = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url.replace("+psycopg", "")).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
