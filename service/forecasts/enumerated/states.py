"""The states of a fight that can be reached, numbered, with the chances of each step between them.

A state is enumerated once, however often and by whatever way it is reached: states with equal keys have one number.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import partial
from math import gcd, inf
from time import thread_time
from typing import Any, Final, Generic, TypeVar

from service.dice.exact import Counted, ExactDice, settled
from service.errors import OddsTooLarge
from service.forecasts.counting.tally import Measures, measures_of
from service.forecasts.deadlines import OutOfTime
from service.rules.kernel.fight import Fight, Settling, unchanged
from service.rules.kernel.verdict import SkirmishVerdict

S = TypeVar("S")
R = TypeVar("R")

MOST_PATHS_OF_A_STEP: Final = 20_000
"""A step with more paths is not enumerated; the chance of what reaches it stays unresolved."""
LEASTS: Final = (1e-2, 1e-4, 1e-6)
"""States are enumerated in passes, each down to a least chance of reaching them; then come all others."""
PATHS_BETWEEN_CLOCKS: Final = 64
STEPS_SHARE: Final = 0.6
"""The share of the time in which steps are enumerated; the rest is for following them."""
MOST_STEPS_OF_A_ROUND: Final = 10_000
"""What has not come to the end of a round after so many steps stays unresolved."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one step leads to: numbers and whole weights, which together with the residual add up to `whole`.

    `chances` are the weights as doubles.
    """

    weights: tuple[tuple[int, int], ...]
    residual: int
    whole: int
    chances: tuple[tuple[int, float], ...]

    @classmethod
    def of(cls, counted: Counted[int]) -> "Row":
        """Make a row of counted results, by the smallest whole numbers."""
        common = gcd(counted.residual, counted.whole, *counted.weights.values())
        whole = counted.whole // common
        weights = tuple([(number, weight // common) for number, weight in counted.weights.items()])
        chances = tuple([(number, weight / whole) for number, weight in weights])
        return cls(weights, counted.residual // common, whole, chances)


def certain(number: int) -> Row:
    """Return a row that leads to one number."""
    return Row(((number, 1),), 0, 1, ((number, 1.0),))


Numbers = dict[Hashable, dict[Any, int]]
"""The numbers of states after steps that settle a kernel: by the rest of the step, then by the kernel's result."""


@dataclass(slots=True)
class Clock:
    """The time for enumerating a fight: steps are enumerated until `steps_end`, and followed until `end`."""

    now: Callable[[], float] = thread_time
    steps_end: float = inf
    end: float = inf
    was_late: bool = False

    @classmethod
    def until(cls, end: float, now: Callable[[], float]) -> "Clock":
        """Return a clock for the time from now on; an `end` of infinity is never reached."""
        began = min(now(), end)
        return cls(now, end if end == inf else began + STEPS_SHARE * (end - began), end)

    def look_at(self, end: float) -> bool:
        """Look whether a time is past, and note it if so; without an end the time is not looked at."""
        if end < inf and self.now() >= end:
            self.was_late = True
            return True
        return False

    @property
    def steps_are_over(self) -> bool:
        """Whether no more steps are enumerated."""
        return self.look_at(self.steps_end)

    @property
    def is_over(self) -> bool:
        """Whether the steps that are known are not followed any further."""
        return self.look_at(self.end)


@dataclass(slots=True)
class Budget:
    """How many paths may be run in all, and how many have been; and for how long."""

    most: int
    ran: int = 0
    clock: Clock = field(default_factory=Clock)

    def row_of(
        self, procedure: Callable[[ExactDice], R], number_of: Callable[[R], int], after: Numbers | None = None
    ) -> Row | None:
        """Enumerate the numbers of a step's results, or return None if it has too many paths, or the time is up.

        Those that were run are spent all the same. `after` has the numbers that are known of steps that settle a
        kernel.
        """
        left = min(self.most - self.ran, MOST_PATHS_OF_A_STEP)
        if left <= 0 or self.clock.steps_are_over:
            return None

        def run(dice: ExactDice) -> int:
            self.ran += 1
            if self.ran % PATHS_BETWEEN_CLOCKS == 0 and self.clock.steps_are_over:
                raise OutOfTime
            return number_of(procedure(dice))

        try:
            if not isinstance(procedure, Settling):
                return Row.of(Counted.of(run, left))
            counted = _settled(procedure, number_of, left, {} if after is None else after)
        except (OddsTooLarge, OutOfTime):
            return None
        self.ran += counted.paths
        return Row.of(counted)


def _settled(step: Settling[R], number_of: Callable[[R], int], most: int, after: Numbers) -> Counted[int]:
    """Count the numbers that come after a step which settles a kernel, and add those that are new.

    Raises: OddsTooLarge.
    """
    known = after.setdefault(step.rest, {})
    return settled(step.rule, step.kernel, step.arguments, lambda result: number_of(step.after(result)), most, known)


@dataclass(slots=True)
class States(Generic[S]):
    """States of a fight by number, and what follows each.

    `between` tells which are between two rounds, and `over` which of these end the fight. `rows` has the steps that
    were enumerated; `refused` are the states whose step could not be. `verdicts` are the distinct ones, by a number of
    their own and without their rounds, and `last` is what follows a state after the last round: numbers of verdicts.
    """

    fight: Fight[S]
    budget: Budget
    known: list[S] = field(default_factory=list)
    between: list[bool] = field(default_factory=list)
    over: list[bool] = field(default_factory=list)
    rows: list[Row | None] = field(default_factory=list)
    refused: set[int] = field(default_factory=set)
    verdicts: list[SkirmishVerdict] = field(default_factory=list)
    last: dict[int, Row | None] = field(default_factory=dict)
    _measures: dict[int, Measures] = field(default_factory=dict)
    _after: Numbers = field(default_factory=dict)
    _verdict_numbers: dict[Hashable, int] = field(default_factory=dict)
    _numbers: tuple[dict[Hashable, int], dict[Hashable, int]] = field(default_factory=lambda: ({}, {}))

    def number_of(self, state: S) -> int:
        """Return the number of a state: a new one, if no state with its key has been met."""
        between = self.fight.is_between_rounds(state)
        numbers = self._numbers[between]
        key = self.fight.key(state)
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(self.known)
            self.known.append(state)
            self.between.append(between)
            self.over.append(between and self.fight.is_over(state))
            self.rows.append(None)
        return number

    def begin(self) -> Row | None:
        """Enumerate what comes before the first round."""
        return self.budget.row_of(self.fight.begin, self.number_of)

    def follow(self, number: int) -> Row | None:
        """Return what a state leads to, enumerated if it was not yet; None, if that takes too many paths."""
        row = self.rows[number]
        if row is None and number not in self.refused:
            row = self.budget.row_of(self.fight.step_from(self.known[number]), self.number_of, self._after)
            if row is None:
                self.refused.add(number)
            else:
                self.rows[number] = row
        return row

    def finish(self, number: int) -> Row | None:
        """Return the verdicts of fights whose last round ends in a state; None, if that takes too many paths."""
        if number not in self.last:
            state = self.known[number]
            if self.fight.end is unchanged:
                self.last[number] = certain(self._judged(state))
            else:
                self.last[number] = self.budget.row_of(partial(self.fight.end, state), self._judged)
        return self.last[number]

    def measures_at(self, number: int) -> Measures:
        """Return what is counted of each side in a state between two rounds."""
        measures = self._measures.get(number)
        if measures is None:
            measures = self._measures[number] = measures_of(self.fight.fates(self.known[number]))
        return measures

    def _judged(self, state: S) -> int:
        """Return the number of a state's verdict."""
        verdict = self.fight.verdict(state, 0)
        fates = tuple([(figure.fate, figure.standing, figure.lost, figure.left) for figure in verdict.figures])
        key = verdict.winner, verdict.draw, verdict.undecided, fates
        number = self._verdict_numbers.setdefault(key, len(self.verdicts))
        if number == len(self.verdicts):
            self.verdicts.append(verdict)
        return number

    def explore(self, begun: Row) -> None:
        """Enumerate the steps of all states that can be reached; the likeliest first, if there are too many paths."""
        for least in LEASTS:
            self._explore_likely(begun, least)
        self._explore_all(begun)

    def ending(self) -> set[int]:
        """Return the numbers of states from which the fight may end, or may do what is not known."""
        before: defaultdict[int, list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            if row is not None:
                for after, _ in row.weights:
                    before[after].append(number)
        waiting = [number for number, row in enumerate(self.rows) if row is None or row.residual]
        found = set(waiting)
        while waiting:
            new = [number for number in before[waiting.pop()] if number not in found]
            found.update(new)
            waiting += new
        return found

    def _explore_likely(self, begun: Row, least: float) -> None:
        masses = dict(begun.chances)
        for _ in range(self.fight.most_rounds):
            if self.budget.clock.was_late:
                return
            after: defaultdict[int, float] = defaultdict(float)
            for _ in range(MOST_STEPS_OF_A_ROUND):
                masses = self._moved(self._likely(masses, least), after)
                if not masses:
                    break
            masses = after

    def _likely(self, masses: dict[int, float], least: float) -> dict[int, float]:
        """Return the states whose step is to be enumerated, the likeliest first."""
        likely = sorted([item for item in masses.items() if item[1] >= least], key=lambda item: -item[1])
        going = {}
        for number, mass in likely:
            if self.over[number]:
                self.finish(number)
            else:
                going[number] = mass
        return going

    def _moved(self, masses: dict[int, float], after: defaultdict[int, float]) -> dict[int, float]:
        """Take a step from each state; what comes between two rounds is added to `after`, the rest is returned."""
        further: defaultdict[int, float] = defaultdict(float)
        rows = self.rows
        for number, mass in masses.items():
            row = rows[number] or self.follow(number)
            if row is not None:
                for other, chance in row.chances:
                    further[other] += mass * chance
        within = {}
        for number, mass in further.items():
            if self.between[number]:
                after[number] += mass
            else:
                within[number] = mass
        return within

    def _explore_all(self, begun: Row) -> None:
        """Enumerate the step of every state that is reached within the rounds, round by round."""
        found = {number for number, _ in begun.weights}
        front = list(found)
        for _ in range(self.fight.most_rounds):
            after: list[int] = []
            while front:
                new = [number for number in self._followed(front) if number not in found]
                found.update(new)
                after += [number for number in new if self.between[number]]
                front = [number for number in new if not self.between[number]]
            front = after

    def _followed(self, front: Iterable[int]) -> dict[int, None]:
        """Return the numbers that the steps of states lead to, each once."""
        rows = [self.follow(number) for number in front if not self.over[number]]
        return {number: None for row in rows if row is not None for number, _ in row.weights}
