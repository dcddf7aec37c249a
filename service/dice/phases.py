"""Phases that say what they roll: what comes before the roll is done once, and not again for each of its outcomes.

A phase is a callable that takes dice. Those declared here make one roll, or none: real dice are rolled and tell what
happened, and for odds the outcomes are listed, and what comes after is worked out for each.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, Generic, TypeVar

from service.dice.exact import MAX_PATHS, START, Counted, ExactDice, require_paths, settled
from service.dice.model import Bands, Dice, DicePool, Expected, Kernel, Roll, Rule
from service.dice.transcript import Tally
from service.dice.ways import outcomes_of
from service.wire import value_class

S = TypeVar("S", bound=Hashable)
N = TypeVar("N", bound=Hashable)
K = TypeVar("K", bound=Hashable)

Phase = Callable[[Any], S]
"""What makes a state with dice; it is enumerated fastest as a `OneRoll`, `OneKernel` or `NoRoll`."""


class Unrolled(ExactDice):
    """Dice for what comes after a roll: nobody reads what is told, and nothing may be rolled."""

    __slots__ = ()

    def _outcome(self, rule: Rule, weighted: Any) -> Any:
        message = f"{rule.id} rolls after the only roll of its phase"
        raise AssertionError(message)


UNROLLED: Final = Unrolled(START, [])


@value_class
class NoRoll(Generic[S]):
    """A phase that rolls nothing; `after` makes its state, and takes the dice only to tell."""

    after: Callable[[Dice], S]

    def __call__(self, dice: Dice) -> S:
        """Return the state."""
        return self.after(dice)


@value_class
class OneRoll(Generic[S]):
    """A phase that rolls one pool; `after` makes its state of the roll, and takes the dice only to tell.

    `expected` are the rolls that are announced before it.
    """

    rule: Rule
    pool: DicePool
    after: Callable[[Roll, Dice], S]
    bands: Bands | None = None
    actor: str | None = None
    target: Tally | None = None
    expected: Callable[[], Iterable[Expected]] | None = None

    def __call__(self, dice: Dice) -> S:
        """Roll, and return the state."""
        if self.expected is not None:
            dice.expect(self.expected)
        roll = dice.roll(self.rule, self.pool, actor=self.actor, target=self.target, bands=self.bands)
        return self.after(roll, dice)


@value_class
class OneKernel(Generic[S]):
    """A phase that settles one kernel for a rule; `after` makes its state of the result, and takes the dice to tell."""

    rule: Rule
    kernel: Kernel[Any, Any]
    arguments: Hashable
    after: Callable[[Any, Dice], S]

    def __call__(self, dice: Dice) -> S:
        """Settle the kernel, and return the state."""
        return self.after(dice.settle(self.rule, self.kernel, self.arguments), dice)


def counted(phase: Phase[S], budget: int = MAX_PATHS, ran: int = 0) -> Counted[S]:
    """Count what a phase comes to.

    Raises: OddsTooLarge, when it has more than `budget` paths, besides those that ran before.
    """
    if isinstance(phase, NoRoll):
        return Counted({phase.after(UNROLLED): 1}, 0, 1, 1)
    if isinstance(phase, OneRoll):
        return _rolled(phase, budget, ran)
    if isinstance(phase, OneKernel):
        after = phase.after
        return settled(phase.rule, phase.kernel, phase.arguments, lambda each: after(each, UNROLLED), budget, {}, ran)
    return Counted.of(phase, budget, ran)


def then(states: Counted[S], prepare: Callable[[S], Phase[N]], budget: int = MAX_PATHS) -> Counted[N]:
    """Count what a further phase from each state comes to; `prepare` does what comes before its roll.

    Raises: OddsTooLarge, when the phase has more than `budget` paths in all.
    """
    return states.then(lambda state, ran: counted(prepare(state), budget, ran))


def _rolled(phase: OneRoll[S], budget: int, ran: int) -> Counted[S]:
    outcomes, whole = outcomes_of(phase.pool, phase.bands)
    require_paths(len(outcomes), budget, ran, phase.rule)
    weights: dict[S, int] = {}
    for roll, weight in outcomes:
        state = phase.after(roll, UNROLLED)
        weights[state] = weights.get(state, 0) + weight
    return Counted(weights, 0, whole, len(outcomes))
