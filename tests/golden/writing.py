"""JSON as reviewers read it, and as it is compared."""

import json
from typing import Any

import orjson

Json = Any
"""A JSON value."""

WIDTH = 120


def written(value: Json, indent: int = 0, column: int = 0) -> str:
    """Write JSON so that whatever fits a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if column + len(line) < WIDTH or not isinstance(value, dict | list) or not value:
        return line
    deeper = indent + 2
    if isinstance(value, dict):
        names = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        items = [
            name + written(item, deeper, deeper + len(name)) for name, item in zip(names, value.values(), strict=True)
        ]
    else:
        items = [written(item, deeper, deeper) for item in value]
    inside = ",\n".join(" " * deeper + item for item in items)
    return (
        f"{'{' if isinstance(value, dict) else '['}\n{inside}\n{' ' * indent}{'}' if isinstance(value, dict) else ']'}"
    )


def on_the_wire(value: Json) -> bytes:
    """Write JSON as the service does, fields in their order."""
    return orjson.dumps(value)
