"""Did-you-mean: the known name that is nearest to a misspelt one, at a bounded cost."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nlargest
from itertools import islice, pairwise
from typing import Final

MOST_KNOWN: Final = 2_000
"""How many known names a name is compared with at most."""
LIKELY: Final = 4
"""How many of them are compared letter by letter: those that share the most pairs of letters with it."""
NEAR: Final = 0.65


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to another one, or None if none is near.

    Names are compared without regard to case, hyphens and underscores, so that camelCase finds snake_case.
    """
    wanted = _plain(name[:100])
    pairs = _pairs_in(wanted)
    likely = nlargest(LIKELY, islice(known, MOST_KNOWN), key=lambda each: _shared(pairs, _pairs_of(each)))
    ratios = {each: SequenceMatcher(a=_plain(each), b=wanted).ratio() for each in likely}
    near = max(ratios, key=ratios.__getitem__, default=None)
    return near if near is not None and ratios[near] >= NEAR else None


def meant(name: str, known: Iterable[str]) -> str:
    """Return the question " Did you mean ...?" if a known name is near to this one, else an empty text."""
    return f" Did you mean {near}?" if (near := nearest(name, known)) not in {None, name} else ""


def _plain(name: str) -> str:
    return re.sub(r"[-_ /]", "", name).lower()


def _pairs_in(plain: str) -> frozenset[str]:
    """Return the pairs of letters that follow each other in a name, with its beginning and its end."""
    return frozenset([*map("".join, pairwise(f"^{plain}$")), *plain])


@lru_cache(maxsize=512)
def _pairs_of(known: str) -> frozenset[str]:
    return _pairs_in(_plain(known))


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one) + len(other))
