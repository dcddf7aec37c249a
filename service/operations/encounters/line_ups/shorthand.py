"""The short form of a line-up: "town-guard*3 vs bandit*2, bandit-archer"."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from service.errors import UnfitRequest
from service.forecasts.problems import PartsDisagree

COLOURS: Final = ("red", "blue", "green", "yellow", "white", "black")
"""What sides are called that have no name, in their order."""
MOST_SIDES: Final = len(COLOURS)
MOST_FIGURES: Final = 100
FORM: Final = "Write figures as in `town-guard*3 vs bandit*2, bandit-archer`, and @name for the name of a side."
_BLANK: Final = r"\s\x00-\x1f\x7f-\x9f\ufeff"
r"""Blanks and control characters: those of `\s` in Python, in JSON Schema and in Rust differ, and are all in it."""
_SIDE_WORD: Final = rf"[^{_BLANK},*@/~]{{1,24}}"
SIDE_NAME: Final = rf"^{_SIDE_WORD}$"
NO_SIDE_NAME: Final = "is no name of a side: 1 to 24 characters, no blanks or control characters."

ITEM: Final = rf"[^{_BLANK},*@]+(\*[1-9][0-9]{{0,2}})?"
"""A figure with its count, as a regular expression."""
_NAMED: Final = rf"{ITEM}(@{_SIDE_WORD})?"
_SIDE: Final = rf"{_NAMED}([\s,]+{_NAMED})*"
TEXT: Final = rf"^\s*{_SIDE}(\s+[vV][sS]?\.?\s+{_SIDE}){{1,5}}\s*$"
"""A text of sides, as a regular expression; some of what it lets pass names no fight either."""

_VERSUS: Final = re.compile(r"(?:^|\s+)vs?\.?(?:\s+|$)", re.IGNORECASE)
_ONE: Final = re.compile(ITEM)
_SIDE_NAME: Final = re.compile(_SIDE_WORD)
_GAP: Final = re.compile(r"[\s,]+")


class Several(NamedTuple):
    """A figure by name, and how often it is lined up."""

    name: str
    number: int


def names_sides(text: str) -> bool:
    """Return whether a text has sides that are parted by `vs`; the id of a ready fight has none."""
    return _VERSUS.search(text) is not None


def is_side_name(text: str) -> bool:
    """Return whether a side may be called so."""
    return _SIDE_NAME.fullmatch(text) is not None


def several_in(item: str, pointer: str) -> Several:
    """Read a figure as line-ups write it: `bandit` or `bandit*2`.

    Raises: UnfitRequest; PartsDisagree, if there are too many.
    """
    if _ONE.fullmatch(item) is None:
        raise UnfitRequest(f"{item!r} is no figure, such as `bandit` or `bandit*2`.", pointer=pointer)
    name, _, count = item.partition("*")
    if int(count or 1) > MOST_FIGURES:
        raise PartsDisagree(f"{item!r} counts {count}; it has to be 1 to {MOST_FIGURES}.", pointer=pointer)
    return Several(name, int(count or 1))


def sides_in(text: str, pointer: str = "/text") -> dict[str, list[str]]:
    """Return the sides of a text in its order, as line-ups take them: names, and figures with their counts.

    A side is called as `@name` after one of its figures says, or else red, blue, green, yellow, white or black.

    Raises: UnfitRequest; PartsDisagree, if a side has several names, or one that another has.
    """
    parts = [_items_of(part) for part in _VERSUS.split(text.strip())]
    if not 2 <= len(parts) <= MOST_SIDES or not all(parts):
        count = f"2 to {MOST_SIDES} sides with figures, parted by `vs`"
        raise UnfitRequest(f"{text!r} does not name {count}. {FORM}", pointer=pointer)
    sides: dict[str, list[str]] = {}
    for items, colour in zip(parts, COLOURS, strict=False):
        found = [each.partition("@") for each in items]
        for item, _, _ in found:
            several_in(item, pointer)
        name = _name_of([side for _, mark, side in found if mark], colour, text, pointer)
        if name in sides:
            raise PartsDisagree(f"In {text!r} two sides are called {name!r}; name one by @.", pointer=pointer)
        sides[name] = [item for item, _, _ in found]
    return sides


def _name_of(names: Iterable[str], colour: str, text: str, pointer: str) -> str:
    """Return what a side is called: as it is said after one of its figures, else by its colour."""
    said = list(dict.fromkeys(names)) or [colour]
    if not is_side_name(said[0]):
        raise UnfitRequest(f"{said[0]!r} {NO_SIDE_NAME} {FORM}", pointer=pointer)
    if len(said) > 1:
        message = f"In {text!r} one side is called {' and '.join(said)}; it needs one name."
        raise PartsDisagree(message, pointer=pointer)
    return said[0]


def _items_of(part: str) -> list[str]:
    return [each for each in _GAP.split(part) if each]
