"""Exact odds of what ends with certainty but after any number of rounds: chains with states that never change again."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Final, TypeVar

from service.dice.exact import Distribution
from service.errors import OddsTooLarge

S = TypeVar("S", bound=Hashable)
MAX_STATES: Final = 2_000

Chain = dict[S, dict[S, Fraction]]
"""The chances of each next state, by state."""


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


def _explored(start: S, advance: Callable[[S], Distribution[S]], is_over: Callable[[S], bool]) -> Chain[S]:
    chain: Chain[S] = {}
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
        raise OddsTooLarge("The odds cannot be worked out: the rounds may go on without end.")
    return {after: chance / (1 - staying) for after, chance in ahead.items()}
