"""Replayed dice: the dice of an answer used again, first the supplied ones, then those of its seed."""

from collections.abc import Sequence

from service.dice.model import Card
from service.dice.supplied import SuppliedDice, WhenExhausted


class ReplayedDice(SuppliedDice):
    """The dice of an answer, used again; without a seed they end after the supplied ones.

    The rolls in the answer are not read: the result of the replay is compared with them.
    """

    def __init__(self, faces: Sequence[int], cards: Sequence[Card], seed: str | None) -> None:
        """Set the supplied faces and cards, and the seed of the others, if any."""
        super().__init__(faces, cards, WhenExhausted.ROLL, seed)
