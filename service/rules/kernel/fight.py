"""Fights without players: steps that any dice play one by one, until one side is left or the rounds are used up.

A skirmish is played by rolled dice, and its odds are enumerated or sampled by others; all take the same steps. A step
is the smallest part that is worth remembering: a turn, a phase, a commander's count.
"""

from collections.abc import Callable, Collection, Hashable
from functools import partial
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from service.dice.model import Dice, Kernel, Rule
from service.rules.kernel.verdict import FigureFate, SkirmishVerdict
from service.wire import value_class

S = TypeVar("S")


def unchanged(state: S, dice: Dice) -> S:
    """Return the state: nothing follows the last round."""
    return state


@value_class
class Settling(Generic[S]):
    """A step that settles one kernel for a rule; `after` makes the next state of its result, and rolls nothing.

    The key of that state depends on the result and on `rest` alone, so equal results of steps with an equal `rest` need
    no second state.
    """

    rule: Rule
    kernel: Kernel[Any, Any]
    arguments: Hashable
    after: Callable[[Any], S]
    rest: Hashable

    def __call__(self, dice: Dice) -> S:
        """Take the step."""
        return self.after(dice.settle(self.rule, self.kernel, self.arguments))


@value_class
class Fight(Generic[S]):
    """The steps of one fight, whose input has been checked.

    `begin` returns the state before the first round, `advance` takes one step, and `end` plays what follows the last
    round. `is_between_rounds` is true of the first state and of each at the end of a round; `is_over` is asked of these
    only, and tells whether the fight goes on if rounds are left. `key` is what the rest of the fight depends on: states
    with equal keys are the same to all later steps and to the verdict, but for the number of rounds. A state may hold
    more, which only tells what happened; it is left empty for dice that do not tell. `fates` tells what has become of
    each figure so far; `verdict` tells it, too, and takes the number of rounds played.

    `prepare`, where a fight has it, does what a step does before its first die, and returns the rest of the step. With
    dice that do not tell, that leads to the same states as `advance`, with the same chances. It is enumerated fastest
    as a `Settling`.

    `play_round`, where a fight has it, takes all steps to the end of the round at once, which makes no states between
    them.
    """

    begin: Callable[[Dice], S]
    advance: Callable[[S, Dice], S]
    is_over: Callable[[S], bool]
    is_between_rounds: Callable[[S], bool]
    key: Callable[[S], Hashable]
    fates: Callable[[S], tuple[FigureFate, ...]]
    verdict: Callable[[S, int], SkirmishVerdict]
    most_rounds: int
    end: Callable[[S, Dice], S] = unchanged
    prepare: Callable[[S], Callable[[Dice], S]] | None = None
    play_round: Callable[[S, Dice], S] | None = None

    def step_from(self, state: S) -> Callable[[Dice], S]:
        """Return the step from a state for dice that do not tell, to be taken again and again with different dice."""
        return partial(self.advance, state) if self.prepare is None else self.prepare(state)

    def play(self, dice: Dice) -> tuple[S, int]:
        """Play the whole fight; return its last state and how many rounds were played.

        Dice: those of `begin`, of each step, and of `end`.
        """
        return self.play_on(self.begin(dice), 0, dice)

    def play_on(self, state: S, rounds: int, dice: Dice) -> tuple[S, int]:
        """Play a fight to its end from a state between two rounds, after so many of them.

        Dice: those of each step, and of `end`.
        """
        while rounds < self.most_rounds and not self.is_over(state):
            state = self.round_from(state, dice)
            rounds += 1
        return self.end(state, dice), rounds

    def round_from(self, state: S, dice: Dice) -> S:
        """Play a round from a state between two, or the rest of one from a state within it.

        Dice: those of each step.
        """
        if self.play_round is not None:
            return self.play_round(state, dice)
        state = self.advance(state, dice)
        while not self.is_between_rounds(state):
            state = self.advance(state, dice)
        return state


def changes_of(was: BaseModel, now: BaseModel, besides: Collection[str] = frozenset()) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a figure that are not as they were before the fight, with their values: a short key.

    Fields that are named in `besides` are left out.
    """
    if was is now:
        return ()
    before, after = was.__dict__, now.__dict__
    # All figures of a class have their fields in one order.
    others = compress(after, map(is_not, after.values(), before.values()))
    return tuple([(name, after[name]) for name in others if name not in besides and after[name] != before[name]])
