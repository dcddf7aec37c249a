"""Bodies that differ as those of different callers do: other ids, and no dice named, so that each has a fresh seed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

BODIES: Final = 150
"""How many bodies a server is pressed with in turn: more than what a line of a cache is remembered for."""


def differing(request: Mapping[str, Any], how_many: int = BODIES) -> list[dict[str, Any]]:
    """Return so many requests that differ from one another in the ids of their figures, and name no dice."""
    plain = {name: part for name, part in request.items() if name != "dice"}
    known = dict.fromkeys(_ids_in(plain))
    return [_renamed(plain, {each: f"{each}-{number}" for each in known}) for number in range(how_many)]


def _ids_in(part: Any) -> Iterator[str]:
    """Yield the ids in a part of a request."""
    if isinstance(part, Mapping):
        if isinstance(part.get("id"), str):
            yield part["id"]
        for each in part.values():
            yield from _ids_in(each)
    elif isinstance(part, Sequence) and not isinstance(part, str):
        for each in part:
            yield from _ids_in(each)


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """Return a part of a request with other ids, wherever they stand."""
    if isinstance(part, Mapping):
        return {names.get(name, name): _renamed(each, names) for name, each in part.items()}
    if isinstance(part, str):
        return names.get(part, part)
    return [_renamed(each, names) for each in part] if isinstance(part, Sequence) else part
