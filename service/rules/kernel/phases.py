"""Procedures made of phases: played through with any dice, or enumerated with equal states merged in between."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Phases(Generic[S]):
    """Small steps from state to state; states are hashable and hold all that later steps depend on."""

    advance: Callable[[S, Dice], S]
    is_over: Callable[[S], bool]

    def play(self, state: S, dice: Dice) -> S:
        """Advance until it is over."""
        while not self.is_over(state):
            state = self.advance(state, dice)
        return state

    def enumerate(self, state: S) -> Distribution[S]:
        """Return the exact chances of the final states.

        Raises: OddsTooLarge, if one phase has more paths than are enumerated.
        """
        ended: dict[S, Fraction] = {}
        running = Distribution({state: Fraction(1)})
        while running.chances:
            for each in [each for each in running.chances if self.is_over(each)]:
                ended[each] = ended.get(each, Fraction(0)) + running.chances.pop(each)
            running = running.then(self._advance_exactly)
        return Distribution(ended, running.residual)

    def _advance_exactly(self, state: S, dice: ExactDice) -> S:
        return self.advance(state, dice)
