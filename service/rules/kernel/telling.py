"""Sentences for those who watch: names in a list, and a sentence's first letter and end; never a number."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.kernel.family import SOMEBODY, SeenMove

MOST_NAMES: Final = 5


def listed(words: Sequence[str]) -> str:
    """List names or clauses as one says them: "ash, orc and imp"; of more than five the first, "and others"."""
    shown = [*words[:MOST_NAMES], "others"] if len(words) > MOST_NAMES else [*words]
    return " and ".join([part for part in (", ".join(shown[:-1]), shown[-1] if shown else "") if part])


def sentence(text: str) -> str:
    """End a sentence, and begin it with a capital if it begins with somebody who has no name."""
    return f"{SOMEBODY.capitalize()}{text.removeprefix(SOMEBODY)}." if text.startswith(SOMEBODY) else f"{text}."


def called(seen: SeenMove, value: Any, name: str) -> str:
    """Return what players call whom a field of a record names; somebody, if it is missing or not seen."""
    found = value.get(name) if isinstance(value, dict) else None
    return seen.name(found if isinstance(found, str) else None)


def part_of(value: Any, name: str) -> dict[str, Any]:
    """Return a record within a record; an empty one, if it is missing or not seen."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def parts_of(value: Any, name: str) -> list[dict[str, Any]]:
    """Return the records of a list within a record; none, if it is missing or not seen."""
    found = value.get(name) if isinstance(value, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
