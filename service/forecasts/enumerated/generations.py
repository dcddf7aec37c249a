"""How likely each state of a fight is after each round, as whole numbers over a common whole, or as doubles.

Whole numbers are exact, and grow with every step. Doubles lose a little with every step: how much is bounded, and what
has become too small to matter is dropped.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from math import lcm
from typing import Any, Final, Protocol

from service.forecasts.enumerated.states import MOST_STEPS_OF_A_ROUND, Row, States

Masses = dict[int, Any]
"""The chance of each state by number, as whole numbers or as doubles."""

MOST_BITS: Final = 1024
"""The length of the common whole, up to which chances are counted in whole numbers."""
ROUNDING: Final = 2.0**-53
"""The largest relative error of one operation on doubles."""
LEAST_STEP: Final = 1e-15
"""What may be dropped in one step, over all states."""
LEAST_LEFT: Final = 1e-13
"""Doubles do not follow a fight any further, if the chance that it still goes on is less."""


class WholeTooLong(Exception):
    """The whole numbers have become too long to go on with them."""


@dataclass(slots=True)
class Generation:
    """The states after a round: those that go on, those in which the fight has ended, and what stands for certainty."""

    going: Masses
    ended: Masses
    scale: int = 1


@dataclass(slots=True)
class Run:
    """What is so after each round from 0, and the states in which the fight goes on when its rounds are used up.

    All chances are whole numbers over `whole`; or doubles with an error of at most `error` in all, if that is None. The
    last generation is followed by others like it, if `is_settled`.
    """

    generations: list[Generation]
    left: Masses
    whole: int | None
    error: float
    is_settled: bool


class Counting(Protocol):
    """Numbers that chances are counted in; `scale` is what stands for certainty."""

    scale: int
    error: float

    def begun(self, row: Row) -> Masses:
        """Return the chances of the states before the first round."""

    def moved(self, masses: Masses, arrived: Masses) -> Masses:
        """Take a step from each state; what arrives between two rounds is added to `arrived`, the rest returned."""

    def is_spent(self, going: Masses) -> bool:
        """Return whether so little goes on that it is not followed any further."""


@dataclass(slots=True)
class Wholes:
    """Whole numbers over a common whole, which grows with every step."""

    states: States[Any]
    scale: int = 1
    error: float = 0.0

    def begun(self, row: Row) -> Masses:
        """Return the chances of the states before the first round."""
        self.scale = row.whole
        return dict(row.weights)

    def moved(self, masses: Masses, arrived: Masses) -> Masses:
        """Take a step from each state.

        Raises: WholeTooLong.
        """
        rows = [(mass, self.states.rows[number]) for number, mass in masses.items()]
        whole = lcm(*[row.whole for _, row in rows if row is not None])
        self.scale *= whole
        if self.scale.bit_length() > MOST_BITS:
            raise WholeTooLong
        for number in arrived:
            arrived[number] *= whole
        further: defaultdict[int, int] = defaultdict(int)
        for mass, row in rows:
            if row is not None:
                share = mass * (whole // row.whole)
                for number, weight in row.weights:
                    further[number] += share * weight
        return _parted(self.states.between, further, arrived)

    def is_spent(self, going: Masses) -> bool:
        """Return whether nothing goes on."""
        return not going


@dataclass(slots=True)
class Doubles:
    """Doubles: each is the sum of as many products as there are steps to its state, none of them negative.

    So the relative error of one step is at most that of so many operations, and `error` is at most the sum over all
    steps of what is still on its way.
    """

    states: States[Any]
    scale: int = 1
    error: float = 0.0
    least: float = field(init=False)
    _rounding: float = field(init=False)

    def __post_init__(self) -> None:
        """Count the most steps to one state."""
        steps: defaultdict[int, int] = defaultdict(int)
        for row in self.states.rows:
            if row is not None:
                for number, _ in row.chances:
                    steps[number] += 1
        self.least = LEAST_STEP / max(1, len(self.states.rows))
        self._rounding = (max(steps.values(), default=0) + 4) * ROUNDING

    def begun(self, row: Row) -> Masses:
        """Return the chances of the states before the first round."""
        self.error = self._rounding
        return dict(row.chances)

    def moved(self, masses: Masses, arrived: Masses) -> Masses:
        """Take a step from each state; the least likely ones are dropped."""
        rows, least, going = self.states.rows, self.least, 0.0
        further: defaultdict[int, float] = defaultdict(float)
        for number, mass in masses.items():
            row = rows[number]
            if row is not None and mass > least:
                going += mass
                for other, chance in row.chances:
                    further[other] += mass * chance
        self.error += going * self._rounding
        return _parted(self.states.between, further, arrived)

    def is_spent(self, going: Masses) -> bool:
        """Return whether less goes on than is worth while."""
        return sum(going.values()) < LEAST_LEFT


def run(states: States[Any], begun: Row, counting: Counting) -> Run:
    """Follow the chances of all states from round to round, as far as their steps are known and the time goes.

    Raises: WholeTooLong, with whole numbers.
    """
    masses = counting.begun(begun)
    generations: list[Generation] = []
    is_settled = False
    left: Masses = {}
    for number in range(states.fight.most_rounds + 1):
        ended = {each: mass for each, mass in masses.items() if states.over[each]}
        going = {each: mass for each, mass in masses.items() if not states.over[each]}
        generations.append(Generation(going, ended, counting.scale))
        if counting.is_spent(going):
            break
        if number == states.fight.most_rounds:
            left = going
            break
        if states.budget.clock.is_over:
            break
        masses = _after_round(going, counting)
        if _is_same(generations[-1], masses, counting.scale):
            left, is_settled = going, True
            break
    return _on_one_scale(Run(generations, left, None, counting.error, is_settled), counting)


def _after_round(going: Masses, counting: Counting) -> Masses:
    arrived: Masses = {}
    for _ in range(MOST_STEPS_OF_A_ROUND):
        if not going:
            break
        going = counting.moved(going, arrived)
    return arrived


def _parted(between: list[bool], further: Masses, arrived: Masses) -> Masses:
    within: Masses = {}
    for number, mass in further.items():
        if between[number]:
            arrived[number] = arrived.get(number, 0) + mass
        else:
            within[number] = mass
    return within


def _is_same(before: Generation, masses: Masses, scale: int) -> bool:
    """Return whether a round has changed nothing: no state is more or less likely than before it."""
    going = before.going
    return going.keys() == masses.keys() and all(
        mass * before.scale == going[number] * scale for number, mass in masses.items()
    )


def _on_one_scale(run: Run, counting: Counting) -> Run:
    """Count everything over the last common whole."""
    if isinstance(counting, Doubles):
        return run
    whole = counting.scale
    for each in run.generations:
        each.going = {number: mass * (whole // each.scale) for number, mass in each.going.items()}
        each.ended = {number: mass * (whole // each.scale) for number, mass in each.ended.items()}
    run.left = run.generations[-1].going if run.left else {}
    run.whole = whole
    return run
