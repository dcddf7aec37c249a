"""Dice that fall as an answer says they fell: those that were brought first, then those of its seed."""

from collections.abc import Sequence

from service.dice.model import Card
from service.dice.supplied import SuppliedDice, WhenExhausted


class ReplayedDice(SuppliedDice):
    """The dice of an answer, used again; they are never asked for, and without a seed they end with those brought.

    What the answer says of its rolls is not looked at: what the rules give for these dice is to be compared with it.
    """

    def __init__(self, faces: Sequence[int], cards: Sequence[Card], seed: str | None) -> None:
        """Take the faces and cards that were brought, and the seed that gave the others, if one did."""
        super().__init__(faces, cards, WhenExhausted.ROLL, seed)
