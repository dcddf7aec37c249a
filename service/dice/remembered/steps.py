"""Remembered steps: a chain of states is walked from one halt to the next, as its rules would go with the same dice."""

import gc
import sys
from collections.abc import Callable, Hashable
from enum import IntEnum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, Generic, TypeVar

from service.dice.remembered.forks import UNKNOWN, walk
from service.dice.remembered.paths import PathMemory
from service.dice.silent import SilentDice, WordStream

S = TypeVar("S")

PLACE_BYTES: Final = 400
"""What a place takes, besides its state and its key."""

FIRST_MEASURED: Final = 512
MEASURED_EACH: Final = 8
"""What a state takes is measured, in milliseconds, at this place and each time that there are so many times as many.

Places before the first are counted then. The first odds of a duel seldom come so far.
"""

SHARED: Final = (type, ModuleType, FunctionType, BuiltinFunctionType)


class Phase(IntEnum):
    """Where in a chain a state stands: before it, in it, where only its end is left, or after that."""

    START = 0
    PLAY = 1
    LAST = 2
    DONE = 3


PLAY: Final = Phase.PLAY


class Place(Generic[S]):
    """A state of the chain, the same place for states with equal keys; `root` is where the paths of its step begin.

    `is_kept` tells whether it is remembered; if there was no room for it, the steps from it are not, either. `read` is
    for those who look at a halt: what they have read from its state, None before. `is_passed` tells whether a walk may
    pass it as one of the halts that it lists.
    """

    __slots__ = ("_steps", "halts", "is_kept", "is_over", "is_passed", "key", "phase", "read", "root", "state")
    sides: Final = -1

    def __init__(self, steps: "Steps[S]", phase: Phase, key: Hashable, state: Any, *, is_kept: bool) -> None:
        """Begin a place from which no path is known."""
        self._steps = steps
        self.is_kept = is_kept
        self.phase = phase
        self.key = key
        self.state: Any = state
        self.halts = phase is not PLAY or steps.is_halt(state)
        self.is_over = phase is PLAY and self.halts and steps.is_over(state)
        self.is_passed = is_kept and self.halts and not self.is_over and phase is PLAY
        self.root: Any = UNKNOWN
        self.read: Any = None

    def run(self, dice: SilentDice) -> "Place[S]":
        """Run the rules of the step from here, and return the next place."""
        steps = self._steps
        if self.phase is PLAY:
            return steps.place_of(PLAY, steps.advance(self.state, dice), self.state)
        if self.phase is Phase.START:
            return steps.place_of(PLAY, steps.begin(dice), None)
        return steps.place_of(Phase.DONE, steps.end(self.state, dice), self.state)


class Steps(Generic[S]):
    """A chain of states that dice decide, with a memory of its places and of the paths between them.

    `begin` makes the first state, `advance` the next one, `end` the one after the last. `key` is all that later steps
    depend on. At a halt, somebody looks at the state; `is_over` is asked of halts only. `rolled` is about how many
    numbers were taken by steps whose rules were run.
    """

    def __init__(
        self,
        begin: Callable[[Any], S],
        advance: Callable[[S, Any], S],
        end: Callable[[S, Any], S],
        is_over: Callable[[S], bool],
        is_halt: Callable[[S], bool],
        key: Callable[[S], Hashable],
        paths: PathMemory,
    ) -> None:
        """Remember no place but the one before the first state."""
        self.begin = begin
        self.advance = advance
        self.end = end
        self.is_over = is_over
        self.is_halt = is_halt
        self.key = key
        self.paths = paths
        self.rolled = 0
        self.places: dict[Hashable, Place[S]] = {}
        self._start: Place[S] = Place(self, Phase.START, None, None, is_kept=True)
        self._state_bytes = 0
        self._next_measured = FIRST_MEASURED

    def first(self, stream: WordStream, passed: Any = (), most: int = 0) -> Place[S]:
        """Return the place of the first state, or a halt that `next` finds from it."""
        return self.next(self._start, stream, passed, most)

    def last(self, place: Place[S], stream: WordStream) -> Place[S]:
        """Return the place of the state after the last one."""
        return self.next(self.place_of(Phase.LAST, place.state, place.state), stream)

    def next(self, place: Place[S], stream: WordStream, passed: Any = (), most: int = 0) -> Place[S]:
        """Return the next halt after a place, and leave the stream where the rules would.

        It may be a later halt, if the steps to it are remembered and take numbers. Those before it are added to
        `passed`, until there are `most`.
        """
        node, fork, choice = walk(place.root, stream, passed, most)
        while True:
            if node is UNKNOWN:
                part = place if fork is None else fork.part
                node, numbers = self.paths.explore(part, fork, choice, stream)
                self.rolled += numbers
            elif fork is not None and not node.halts and node.root is not UNKNOWN:
                fork.branches[choice] = node.root
            place = node
            if place.halts:
                return place
            if not place.is_kept:
                return self._run_on(place, stream)
            node, fork, choice = walk(place.root, stream, passed, most)

    def _run_on(self, place: Place[S], stream: WordStream) -> Place[S]:
        """Return the next halt after a place that is not remembered, by the rules alone."""
        state: S = place.state
        dice, taken = SilentDice(stream, self.paths), stream.at
        while not self.is_halt(state):
            state = self.advance(state, dice)
        self.rolled += stream.at - taken
        return self.place_of(PLAY, state, place.state)

    def place_of(self, phase: Phase, state: S, before: Any) -> Place[S]:
        """Return the place of a state, which is only remembered if there is room for it.

        `before` is the state before it, with which it shares what has not changed.
        """
        key = (phase, self.key(state))
        place = self.places.get(key)
        if place is None:
            place = Place(self, phase, key, state, is_kept=not self.paths.is_full)
            if place.is_kept:
                self.places[key] = place
                number = len(self.places)
                if number >= self._next_measured:
                    self._state_bytes = bytes_of((key, state), before)
                    self._next_measured *= MEASURED_EACH
                    if number == FIRST_MEASURED:
                        self.paths.bytes += (number - 1) * self._state_bytes
                self.paths.bytes += PLACE_BYTES + self._state_bytes
        return place


def bytes_of(value: Any, shared: Any) -> int:
    """Return how many bytes the objects behind a value take, but for those that are behind another one, too."""
    known = set(_behind(shared, set()))
    return sum([sys.getsizeof(each) for each in _behind(value, known).values()])


def _behind(value: Any, known: set[int]) -> dict[int, Any]:
    """Return all objects that a value refers to, and itself, by identity; types, functions and modules are not."""
    found: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if id(each) not in found and id(each) not in known and not isinstance(each, SHARED):
            found[id(each)] = each
            waiting += gc.get_referents(each)
    return found
