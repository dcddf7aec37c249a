"""Stat blocks: figures in lines, as a game book prints them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

PLAIN: Final = ((True, "yes"), (False, "no"), (None, "none"))


def stat_block(name: str, told: str, figure: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a stat block: the name, then each number and each list of them."""
    yield f"{name} ({told})\n"
    parts = {field: value for field, value in figure.items() if field != "name"}
    plain = [f"{_words(field)} {_value(each)}" for field, each in parts.items() if not isinstance(each, dict | list)]
    yield f"  {', '.join(plain)}\n"
    for field, value in parts.items():
        for each in [value] if isinstance(value, dict) else value if isinstance(value, list) else []:
            yield f"  {_words(field)}: {_in_line(each)}\n"


def _in_line(value: Any) -> str:
    """Return the parts of a value in one line."""
    if isinstance(value, Mapping):
        return ", ".join([f"{_words(name)} {_in_line(part)}" for name, part in value.items()])
    if isinstance(value, list):
        return f"({'; '.join([_in_line(each) for each in value])})"
    return _value(value)


def _value(value: Any) -> str:
    return next((word for known, word in PLAIN if value is known), str(value))


def _words(name: str) -> str:
    return name.replace("_", " ")
