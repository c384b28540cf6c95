"""Takes the pictures of the pages in docs/images: `make screenshots`. Needs a Chromium."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 600_000  # milliseconds; the first start compiles the games
MAY_ACT = "[data-to-act=yes], [data-over=yes]"
SEED = "20261130"


def open_table(page: Page, url: str, game: str, seat: str) -> str:
    """A table with heuristic bots and a fixed seed; returns its address."""
    page.goto(f"{url}/new/{game}")
    for box in page.locator("select[name^='controller.']").all():
        mine = box.get_attribute("name") == f"controller.{seat}"
        box.select_option("you" if mine else "bot:heuristic")
    page.locator("form[action='/tables']").evaluate(
        "(form, seed) => form.insertAdjacentHTML("
        "'beforeend', `<input type=hidden name=seed value=${seed}>`)",
        SEED,
    )
    page.get_by_test_id("create").click()
    page.wait_for_selector(MAY_ACT)
    return page.url


def decide(page: Page, times: int) -> None:
    """Takes a middle choice, some times or until the end."""
    for _ in range(times):
        page.wait_for_selector(MAY_ACT)
        if page.locator("[data-over=yes]").count():
            return
        before = page.get_by_test_id("live").get_attribute("data-version")
        buttons = page.locator("#act button[name=action]")
        buttons.nth(buttons.count() // 2).click()
        page.wait_for_function(
            "before => document.getElementById('live').dataset.version !== before", arg=before
        )
    page.wait_for_selector(MAY_ACT)


def take(page: Page, url: str) -> None:
    page.goto(url)
    picture(page, "start")
    seat = open_table(page, url, "interbellum", "GER")
    decide(page, 24)
    page.evaluate("window.scrollTo(0, 0)")
    picture(page, "interbellum")
    open_table(page, url, "pax_baltica", "sweden")
    decide(page, 20)
    page.evaluate("window.scrollTo(0, 0)")
    picture(page, "pax_baltica")
    open_table(page, url, "secret_orders", "veldria")
    decide(page, 30)
    page.evaluate("window.scrollTo(0, 0)")
    picture(page, "secret_orders")
    seat = open_table(page, url, "embassies", "germany")
    decide(page, 9)
    page.evaluate("window.scrollTo(0, 0)")
    picture(page, "embassies")
    decide(page, 500)
    page.goto(f"{seat}/replay?view=all&at=60")
    picture(page, "replay")


def picture(page: Page, name: str) -> None:
    path = IMAGES / f"play_{name}.png"
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=path)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KiB")


def main() -> int:
    program = shutil.which(os.environ.get("LEGATION_TEST_CHROMIUM") or "chromium")
    if program is None:
        print("There is no Chromium; install Debian's package `chromium`.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="legation-pictures-") as folder, sync_playwright() as p:
        command = [sys.executable, "-m", "legation.cli.main", "serve", "--port", "0",
                   "--database", f"sqlite:///{folder}/tables.db"]  # fmt: skip
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            if found is None:
                return 1
            browser = p.chromium.launch(executable_path=program, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 1000}, locale="en-GB")
            page.set_default_timeout(PATIENCE)
            take(page, found[0])
            browser.close()
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
