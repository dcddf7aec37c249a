"""The search for the smallest whole number with which a side wins often enough: bisection on the same dice.

It takes for granted that the chance does not fall as the number rises; `is_monotone` says whether that holds for the
values that were tried.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

Share = Callable[[int], float | None]
"""Returns the share of fights that are won with a value; None if the rules refuse it."""


@dataclass(slots=True)
class Search:
    """The values that were tried, in their order, with the share of fights that are won; `found` is the smallest."""

    wanted: float
    shares: dict[int, float | None] = field(default_factory=dict)
    found: int | None = None

    def run(self, lowest: int, highest: int, share: Share) -> None:
        """Try the lowest and the highest value, then halve the range between one that fails and one that does.

        A value between both ends that the rules refuse is taken for one that fails.
        """
        if self._reaches(lowest, share):
            self.found = lowest
            self._reaches(highest, share)
            return
        if lowest == highest or not self._reaches(highest, share):
            return
        failing, reaching = lowest, highest
        while reaching - failing > 1:
            middle = (failing + reaching) // 2
            failing, reaching = (failing, middle) if self._reaches(middle, share) else (middle, reaching)
        self.found = reaching

    @property
    def is_monotone(self) -> bool:
        """Whether the share never falls from a tried value to the next greater one."""
        return is_rising(self.shares)

    def _reaches(self, value: int, share: Share) -> bool:
        if value not in self.shares:
            self.shares[value] = share(value)
        known = self.shares[value]
        return known is not None and known >= self.wanted


def is_rising(shares: Mapping[int, float | None]) -> bool:
    """Return whether the shares of values never fall as the values rise; those of refused values are left out."""
    known = [share for _, share in sorted(shares.items()) if share is not None]
    return all(one <= other for one, other in pairwise(known))
