"""Dice that hold procedures to what they announce, and a count of the requests that a person with own dice makes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from service.dice.model import DiceNeeded, DicePool, Expected, Rule
from service.dice.supplied import SuppliedDice, WhenExhausted

Resolve = Callable[[Any, Any, Any], Any]


class HeldToIt(SuppliedDice):
    """Supplied dice that ask for more, to which a wrong announcement is an error."""

    def __init__(self, faces: Sequence[int]) -> None:
        """Set the faces in the order of their use."""
        super().__init__(faces, (), WhenExhausted.ASK)

    def _not_expected(self, announced: Expected, rule: Rule) -> None:
        """Raise an error: another roll came than was announced."""
        message = f"announced {announced.rule.id} of {announced.actor} ({announced.purpose}), but {rule.id} came"
        raise AssertionError(message)


@dataclass(frozen=True)
class Requests:
    """What a person sends: the outcome in the end, the rolls that each request was asked for, and what they are for."""

    outcome: Any
    asked: tuple[tuple[str | None, ...], ...]

    @property
    def many(self) -> int:
        """How many requests it takes."""
        return len(self.asked) + 1


def requests_of(resolve: Resolve, asked: Any, rulings: Any, faces: Sequence[int]) -> Requests:
    """Ask again and again, with all the faces that were asked for each time, until the procedure is resolved."""
    rounds: list[tuple[str | None, ...]] = []
    known = 0
    while True:
        dice = HeldToIt(faces[:known])
        try:
            outcome = resolve(asked, rulings, dice)
        except DiceNeeded as need:
            pools = [each.dice for each in need.expected]
            rounds.append((need.purpose, *[each.purpose for each in need.expected]))
            known += need.missing + sum([pool.count for pool in pools if isinstance(pool, DicePool)])
            continue
        assert not dice.expected, "announced, but never rolled"
        assert known == len(faces), "asked for more than was needed"
        return Requests(outcome, tuple(rounds))
