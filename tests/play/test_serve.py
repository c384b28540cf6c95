"""`legation serve` as a command."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from legation.cli.main import main
from tests.play.conftest import wait_for


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    """And an interrupt ends it, though a stream is open."""
    command = [sys.executable, "-m", "legation.cli.main", "serve", "--port", "0",
               "--database", f"sqlite:///{tmp_path / 'x.db'}"]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    url = re.search(r"http://127\.0\.0\.1:\d+", said)
    assert url, said
    with httpx.Client(base_url=url[0], trust_env=False, timeout=120) as client:
        text = client.get("/").text
        name = re.search(r'data-testid="play-now-(\w+)"', text)
        csrf = re.search(r'name="csrf" value="(\w+)"', text)
        assert name
        assert csrf
        page = client.post(
            "/tables", data={"csrf": csrf[1], "game": name[1]}, follow_redirects=True
        )
        assert "What you can do" in page.text
        with client.stream("GET", f"{page.url.path}/stream") as stream:
            next(stream.iter_lines())
            process.send_signal(signal.SIGINT)
            wait_for(lambda: process.poll() is not None, 30)
    assert process.wait() in (0, 130)
    assert process.stderr is not None
    errors = process.stderr.read()
    assert "Traceback" not in errors
    process.stdout.close()
    process.stderr.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--database", "mysql://x/y"), "no such kind of database"),
        (("--database", "sqlite:////no/such/place/x.db"), "can't be used"),
        (("--port", "99999"), "--port"),
        (("--workers", "0"), "--workers"),
        (("--public-url", "example.org"), "--public-url"),
        (("--host", "203.0.113.7"), "can't listen"),
    ],
)
def test_bad_input_is_said_so(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    defaults = {"--database": f"sqlite:///{tmp_path / 'x.db'}", "--port": "0"}
    defaults.pop(arguments[0], None)
    more = [part for pair in defaults.items() for part in pair]
    assert main(["serve", *arguments, *more]) == 2
    assert said in capsys.readouterr().err


def test_a_port_in_use_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path / 'x.db'}"
        assert main(["serve", "--port", port, "--database", database]) == 2
    assert "choose another --port" in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--database", f"sqlite:///{tmp_path / 'x.db'}"]) == 2
    assert "pip install 'legation[play]'" in capsys.readouterr().err
