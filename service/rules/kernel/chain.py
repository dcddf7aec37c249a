"""Chains: what goes on step by step until it is over, played with any dice or enumerated exactly.

A round is a chain of turns, a skirmish one of rounds, a pursuit one of exertions. The same `advance` serves all kinds
of dice. Equal states are merged when a chain is enumerated, so a state holds what the rest depends on and nothing else.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, TypeVar

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice
from service.errors import OddsTooLarge

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", bound=Hashable)

MAX_STATES: Final = 2_000

Matrix = dict[S, dict[S, Fraction]]
"""The chances of each next state, by state."""


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

    def odds(self, state: S) -> Distribution[V]:
        """Return the exact chances of the verdicts of a chain that is over after a bounded number of steps.

        Raises: OddsTooLarge, if one step has more paths than are enumerated.
        """
        ended: dict[S, Fraction] = {}
        running = Distribution({state: Fraction(1)})
        while running.chances:
            for each in [each for each in running.chances if self.is_over(each)]:
                ended[each] = ended.get(each, Fraction(0)) + running.chances.pop(each)
            running = running.then(self._advance_exactly)
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


def absorbed(start: S, advance: Callable[[S], Distribution[S]], is_over: Callable[[S], bool]) -> Distribution[S]:
    """Return the exact chances of the states in which it ends.

    `advance` gives the exact chances of the states one round later. The states that go on are eliminated one by one,
    the last found first: the chance of staying is conditioned away, and who led there is led to where it leads.
    Raises: OddsTooLarge, if there are more than 2000 states, or if there is one that never ends.
    """
    chain = _explored(start, advance, is_over)
    for state in reversed(tuple(chain)):
        ahead = _without_staying(state, chain.pop(state))
        if not chain:
            return Distribution(ahead)
        for row in chain.values():
            share = row.pop(state, None)
            if share is not None:
                for after, chance in ahead.items():
                    row[after] = row.get(after, Fraction(0)) + share * chance
    return Distribution({start: Fraction(1)})


def _explored(start: S, advance: Callable[[S], Distribution[S]], is_over: Callable[[S], bool]) -> Matrix[S]:
    chain: Matrix[S] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in chain or is_over(state):
            continue
        if len(chain) == MAX_STATES:
            raise OddsTooLarge(f"The odds pass through more than {MAX_STATES} states.")
        chain[state] = dict(advance(state).chances)
        waiting.extend(chain[state])
    return chain


def _without_staying(state: S, ahead: dict[S, Fraction]) -> dict[S, Fraction]:
    staying = ahead.pop(state, Fraction(0))
    if staying == 1:
        raise OddsTooLarge("The odds cannot be told: it may go on without end.")
    return {after: chance / (1 - staying) for after, chance in ahead.items()}
