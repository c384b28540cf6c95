"""A browser without JavaScript: it keeps cookies, fills forms and follows redirects."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from types import TracebackType
from typing import Any

import httpx


class _Forms(HTMLParser):
    """The forms of a page: action, hidden and chosen values, buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._select: str | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({"action": found.get("action", ""), "fields": {}, "buttons": []})
        if not self.forms:
            return
        form = self.forms[-1]
        name = found.get("name", "")
        if tag == "input" and name and found.get("type") not in ("checkbox", "file"):
            form["fields"][name] = found.get("value", "")
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in found or self._select not in form["fields"]:
                form["fields"][self._select] = found.get("value", "")
        elif tag == "textarea":
            form["fields"][name] = ""
        elif tag == "button":
            form["buttons"].append((name, found.get("value", ""), found.get("data-testid", "")))


class Browser:
    """Pages by address; `send` presses a button of a form of the page that is open."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.client = httpx.Client(
            base_url=url, follow_redirects=True, timeout=60, trust_env=False,
            headers={"accept": "text/html", "accept-language": language},
        )  # fmt: skip
        self.page: httpx.Response | None = None

    @property
    def text(self) -> str:
        assert self.page is not None
        return self.page.text

    @property
    def path(self) -> str:
        assert self.page is not None
        return self.page.url.path

    def open(self, path: str) -> httpx.Response:
        self.page = self.client.get(path)
        return self.page

    def form(self, action: str) -> dict[str, Any]:
        parser = _Forms()
        parser.feed(self.text)
        (found,) = [f for f in parser.forms if f["action"].endswith(action)][:1]
        form: dict[str, Any] = found
        return form

    def buttons(self, action: str) -> list[tuple[str, str, str]]:
        return list(self.form(action)["buttons"])

    def send(self, where: str, **fields: str) -> httpx.Response:
        """Sends the form whose address ends in `where`, with fields changed as given."""
        form = self.form(where)
        data = {**form["fields"], **{k.replace("__", "."): v for k, v in fields.items()}}
        self.page = self.client.post(form["action"], data=data)
        return self.page

    def csrf(self) -> str:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', self.text)
        assert found
        return found[1]

    def testids(self) -> set[str]:
        return set(re.findall(r'data-testid="([^"]+)"', self.text))

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()
