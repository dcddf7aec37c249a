"""What the figures and sides of a request are called, for sentences that name them."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel


def spoken_names(input: Any) -> dict[str, str]:
    """Return the names of those in a request's input that have one, by id; of who has no id by its role, "Attacker"."""
    return dict(_named(input, ""))


def _named(value: Any, field: str) -> Iterator[tuple[str, str]]:
    """Yield roles or ids with names; nothing of what a figure carries, which may have ids and names as well."""
    if isinstance(value, tuple):
        for each in value:
            yield from _named(each, field)
    elif isinstance(value, BaseModel):
        if "id" not in type(value).model_fields:
            for part, each in value:
                yield from _named(each, part)
        elif (name := getattr(value, "name", None)) is not None:
            yield getattr(value, "id", None) or field.capitalize(), name
