"""The page of training's configuration in the docs: keys, presets and what is logged.

Meanings come from the docstrings of the configuration's dataclasses, values and defaults from their
types: what is shown is what is checked.
"""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from legation.cli.markdown import GENERATED, table

_ATTRIBUTE = re.compile(r"(\w+(?:, \w+)*): (.*)")


def configuration_page() -> str:
    """The page, in Markdown."""
    from pydantic import TypeAdapter

    from legation.training.config import PRESETS_FOLDER, TrainConfig, presets
    from legation.training.metrics import SCALARS

    schema = TypeAdapter(TrainConfig).json_schema()
    kinds = get_type_hints(TrainConfig)
    groups = [f.name for f in fields(TrainConfig) if is_dataclass(kinds[f.name])]
    parts = [
        "# Configuration of a training run",
        GENERATED.format(source="`training/config.py`, `training/presets/` and the log"),
        "How training works, and which keys matter most, is in [training.md](training.md). Set a "
        "key with `--set KEY=VALUE`, keys of a group as `--set ppo.clip=0.1`; or in a TOML file "
        "for `--config`, where a group is a table such as `[ppo]`. A key that does not exist and a "
        "value out of range are refused.",
        "## Keys",
        _keys(TrainConfig, schema, schema, groups),
    ]
    for group in groups:
        kind = kinds[group]
        reference = schema["$defs"][kind.__name__]
        parts += [f"## `{group}`", _introduction(kind), _keys(kind, reference, schema, [], group)]
    parts += ["## Presets", "A preset sets these keys; the others stay at their defaults."]
    for name in presets():
        text = (PRESETS_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        parts += [f"### `{name}`", f"```toml\n{text.strip()}\n```"]
    parts += [
        "## Scalars in TensorBoard",
        "Steps are decisions.",
        table(("scalar", "meaning"), [(f"`{name}`", text) for name, text in SCALARS.items()]),
    ]
    return "\n\n".join(parts) + "\n"


def _keys(
    kind: type, schema: dict[str, Any], root: dict[str, Any], groups: list[str], group: str = ""
) -> str:
    """The keys of one dataclass, without those that are groups themselves."""
    meanings = attributes(kind)
    prefix = f"{group}." if group else ""
    rows = []
    for name, what in schema["properties"].items():
        if name in groups:
            continue
        default = _default(what, required=name in root.get("required", ()) and not group)
        meaning = meanings[name].removesuffix(".")
        rows.append((f"`{prefix}{name}`", meaning, _values(what), default))
    return table(("key", "meaning", "values", "default"), rows)


def attributes(kind: type) -> dict[str, str]:
    """What the section `Attributes:` of a class's docstring says of each."""
    _, _, section = (inspect.getdoc(kind) or "").partition("\nAttributes:\n")
    lines: list[str] = []
    for line in section.splitlines():
        if line.startswith("        ") and lines:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.strip())
    found = [match.groups() for line in lines if (match := _ATTRIBUTE.fullmatch(line))]
    return {name: text for names, text in found for name in names.split(", ")}


def _introduction(kind: type) -> str:
    """The docstring of a class up to its attributes."""
    text, _, _ = (inspect.getdoc(kind) or "").partition("\nAttributes:\n")
    return text.strip()


def _default(what: dict[str, Any], *, required: bool) -> str:
    if required:
        return "required"
    # As TOML writes it; JSON does so too, for all that occurs here.
    return f"`{json.dumps(what.get('default', {}))}`"


def _values(what: dict[str, Any]) -> str:
    """The values that a JSON schema allows, in words."""
    if "enum" in what:
        return " or ".join(f"`{json.dumps(value)}`" for value in what["enum"])
    match what.get("type"):
        case "boolean":
            return "`true` or `false`"
        case "array":
            return f"list; each: {_values(what['items'])}"
        case "object":
            return "table"
        case "integer":
            return f"whole number{_range(what)}"
        case "number":
            return f"number{_range(what)}"
        case _:
            return "text"


def _range(what: dict[str, Any]) -> str:
    words = {
        "minimum": "from {:g}",
        "exclusiveMinimum": "above {:g}",
        "maximum": "up to {:g}",
        "exclusiveMaximum": "below {:g}",
    }
    bounds = [text.format(what[key]) for key, text in words.items() if key in what]
    return ", ".join(["", *bounds])
