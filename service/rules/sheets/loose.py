"""Documents of other programs, in which anything may be missing or be of another type."""

import re
from collections.abc import Iterator
from typing import Any, Final

_NUMBER: Final = re.compile(r"[-+]?\d{1,9}(?:\.\d{1,6})?")
LARGEST: Final = 1_000_000_000


class Loose:
    """A part of a document; what is missing, or of another type than is asked for, is read as nothing."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        """Set the part, as JSON."""
        self.value = value

    def at(self, *names: str) -> "Loose":
        """Return the part at the end of a way of names."""
        here = self.value
        for name in names:
            here = here.get(name) if isinstance(here, dict) else None
        return Loose(here)

    def rows(self) -> list["Loose"]:
        """Return the items of a list, or those of an object in the order of its keys."""
        if isinstance(self.value, dict):
            return [Loose(self.value[key]) for key in sorted(self.value)]
        return [Loose(each) for each in self.value] if isinstance(self.value, list) else []

    def members(self) -> list[tuple[str, "Loose"]]:
        """Return the members of an object."""
        return [(name, Loose(each)) for name, each in self.value.items()] if isinstance(self.value, dict) else []

    def text(self, default: str = "") -> str:
        """Return a text, or a number as a text."""
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            return default
        return str(self.value).strip() or default

    def number(self) -> float | None:
        """Return a number, also if it stands in a text: 5.75, "+2", "12 lb"; None: there is none."""
        found = _NUMBER.search(self.text().replace(",", ""))
        return None if found is None else max(-LARGEST, min(LARGEST, float(found[0])))

    def whole(self, default: int = 0) -> int:
        """Return a whole number, or what stands for none."""
        found = self.number()
        return default if found is None else int(found)

    @property
    def is_set(self) -> bool:
        """Whether it is true."""
        return self.value is True


def system_of(actor: Loose) -> Loose:
    """Return what an actor or item of a virtual tabletop has of its game: `system`, or `data` in older ones."""
    return actor.at("system") if isinstance(actor.at("system").value, dict) else actor.at("data")


def nested(rows: list[Loose], inside: str) -> Iterator[Loose]:
    """Yield rows and those inside them, each before its own; `inside` names the member that has them."""
    waiting = rows[::-1]
    while waiting:
        row = waiting.pop()
        yield row
        waiting += row.at(inside).rows()[::-1]


def within(value: int, low: int, high: int) -> int:
    """Return a number, or the limit that it is beyond."""
    return max(low, min(high, value))
