"""Says at the very end what was skipped for want of a program, and how to get it."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from _pytest.terminal import TerminalReporter

from tests.play.needs import MISSING


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: TerminalReporter) -> Generator[None, None, None]:
    result = yield
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    missing = [(need, sum(need in text for text in skipped)) for need in MISSING]
    for need, count in missing:
        if count:
            terminalreporter.write_line(f"{count} tests skipped: {need}", yellow=True)
    return result
