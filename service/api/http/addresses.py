"""The addresses of the service, to find the one that a misspelt address was meant to be."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Final

from service.errors import FaultPlace, NotFound

ALIKE: Final = 0.7
PARAMETER: Final = 0.75
"""How much a value counts that stands where an address has a parameter: less than a word that is nearly right."""
VERSION: Final = "v1"
LONGEST: Final = 300
MAX_BELOW: Final = 8


class Addresses:
    """The paths of the service; parameters are in braces."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Set the paths."""
        self._paths = [(path, _parts(path)) for path in paths]

    def nothing_at(self, path: str) -> NotFound:
        """Return the error for a path at which nothing is, with the path that may have been meant."""
        shown = path if len(path) <= LONGEST else f"{path[:LONGEST]}…"
        remark = "" if len(path) > LONGEST else self._remark(path)
        return NotFound(f"There is nothing at {shown}.{remark}").at(FaultPlace.PATH, None)

    def _remark(self, path: str) -> str:
        given = _parts(path)
        tries = [given, [VERSION, *given]]
        if given and given[0] != VERSION:
            tries.append([VERSION, *given[1:]])
        scored = [(_score(each, parts), _filled(each, parts)) for each in tries for _, parts in self._paths]
        best, meant = max(scored, key=lambda each: each[0], default=(0.0, path))
        if best > 0:
            return f" Did you mean {meant}?"
        below = [each for each, parts in self._paths if given and parts[: len(given)] == given]
        more = f" and {len(below) - MAX_BELOW} more" if len(below) > MAX_BELOW else ""
        return f" Below it are {', '.join(below[:MAX_BELOW])}{more}." if below else ""


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _score(given: Sequence[str], parts: Sequence[str]) -> float:
    """Return how alike a path is to an address, from 0 to 1; 0 if any part is of another kind."""
    if len(given) != len(parts) or not parts:
        return 0
    scores = [_likeness(one, other) for one, other in zip(given, parts, strict=True)]
    words = [score for score, part in zip(scores, parts, strict=True) if not part.startswith("{") and part != VERSION]
    return sum(scores) / len(scores) if words and min(scores) >= ALIKE else 0


def _likeness(given: str, part: str) -> float:
    if part.startswith("{"):
        return PARAMETER
    return SequenceMatcher(None, given.lower().replace("_", "-"), part).ratio()


def _filled(given: Sequence[str], parts: Sequence[str]) -> str:
    if len(given) != len(parts):
        return ""
    return "".join(f"/{one if part.startswith('{') else part}" for one, part in zip(given, parts, strict=True))
