"""Chains of steps (turns, rounds) that are played with any dice until they are over, or enumerated exactly.

A round is a chain of turns, a skirmish one of rounds, a pursuit one of exertions. The same `advance` serves all kinds
of dice. Equal states are merged when a chain is enumerated, so a state holds what the rest depends on and nothing else.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from service.dice.exact import MAX_PATHS, Distribution, ExactDice
from service.dice.model import Dice
from service.rules.kernel.chances.absorbing import absorbed

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Chain(Generic[S, V]):
    """Steps from state to state; states are hashable and hold all that later steps and the verdict depend on."""

    advance: Callable[[S, Dice], S]
    is_over: Callable[[S], bool]
    verdict: Callable[[S], V]

    def play(self, state: S, dice: Dice) -> S:
        """Advance until it is over, and return the last state."""
        while not self.is_over(state):
            state = self.advance(state, dice)
        return state

    def odds(self, state: S, paths: int | None = None) -> Distribution[V]:
        """Return the exact chances of the verdicts of a chain that is over after a bounded number of steps.

        `paths` is how many paths all steps together may have; without it, each step may have 20 000.
        Raises: OddsTooLarge, if there are more.
        """
        return self.odds_from(Distribution({state: Fraction(1)}), paths)

    def odds_from(self, running: Distribution[S], paths: int | None = None) -> Distribution[V]:
        """Return the exact chances of the verdicts of such a chain, whose first state is a matter of chance.

        Raises: OddsTooLarge, if there are more paths.
        """
        ended: dict[S, Fraction] = {}
        taken = 0

        def advance(state: S, dice: ExactDice) -> S:
            nonlocal taken
            taken += 1
            return self.advance(state, dice)

        while running.chances:
            for each in [each for each in running.chances if self.is_over(each)]:
                ended[each] = ended.get(each, Fraction(0)) + running.chances.pop(each)
            running = running.then(advance, MAX_PATHS if paths is None else paths - taken)
        return self._judged(Distribution(ended, running.residual))

    def endless_odds(self, state: S) -> Distribution[V]:
        """Return the exact chances of the verdicts of a chain that may go on for any number of steps.

        The states that go on are eliminated one by one, the last found first: the chance of staying is conditioned
        away, and whatever led to the state leads to where the state leads.
        Raises: OddsTooLarge, if there are more than 2000 states, or if there is one that never ends.
        """
        return self._judged(absorbed(state, self._one_step, self.is_over))

    def _one_step(self, state: S) -> Distribution[S]:
        return Distribution({state: Fraction(1)}).then(self._advance_exactly)

    def _advance_exactly(self, state: S, dice: ExactDice) -> S:
        return self.advance(state, dice)

    def _judged(self, states: Distribution[S]) -> Distribution[V]:
        chances: dict[V, Fraction] = {}
        for state, chance in states.chances.items():
            verdict = self.verdict(state)
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance
        return Distribution(chances, states.residual)
