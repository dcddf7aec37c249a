"""Fights enumerated: the chance of every ending, followed forward from round to round over states with equal keys.

Whatever is not enumerated is `unresolved`: paths beyond the budget, and explosions beyond those that are followed. So
every chance lies between what was found and that plus `unresolved`, within the error of doubles.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, lcm
from typing import Any, Final, TypeVar

from service.forecasts.collection_pauses import full_collections_paused
from service.forecasts.counting.tally import Ending, Kind, Measure, Tally, Weight, kind_of, measures_of
from service.forecasts.enumerated.generations import Doubles, Masses, Run, Wholes, WholeTooLong, run
from service.forecasts.enumerated.states import Budget, Clock, Row, States
from service.rules.kernel.fight import Fight, unchanged
from service.rules.kernel.verdict import Fate

MOST_STATES: Final = 2_000
"""So many states are counted in whole numbers, more in doubles."""

K = TypeVar("K")

Parts = list[Any]
"""Parts of a sum: whole numbers or doubles."""

Figures = tuple[
    dict[tuple[Kind, str | None, str, int], Parts],
    dict[tuple[str, Fate], Parts],
    dict[tuple[str, int], Parts],
    dict[tuple[str, int], Parts],
]
"""Parts of a tally's `survivors`, `fates`, `left` and `losses`."""


@dataclass(frozen=True, slots=True)
class Enumerated:
    """What is known of a fight whose paths were enumerated.

    The tally's weights are chances: fractions, or doubles with an error of at most `error`. `known` is the chance of
    all that is known after each round, from 0. `states` were met, and `paths` were run.
    `was_late` is whether the time was up before all was known.
    """

    tally: Tally
    unresolved: Weight
    error: float
    known: tuple[Weight, ...]
    states: int
    paths: int
    was_late: bool = False


@full_collections_paused()
def enumerate_fight(fight: Fight[Any], most_paths: int, clock: Clock | None = None) -> Enumerated:
    """Enumerate a fight with at most so many paths; the likeliest states come first, if that is not enough.

    What is not known when the clock's time is up stays unresolved. None: there is no end.
    """
    states = States(fight, Budget(most_paths, clock=clock or Clock()))
    begun = states.begin()
    if begun is None:
        return Enumerated(Tally(), Fraction(1), 0.0, (), 0, states.budget.ran, states.budget.clock.was_late)
    states.explore(begun)
    followed = _followed(states, begun)
    told = TallySums(states, followed)
    tally = told.tally()
    unresolved = 1 - tally.fights
    if followed.whole is None and abs(unresolved) <= followed.error:
        unresolved = 0.0
    budget, known = states.budget, told.known()
    return Enumerated(tally, unresolved, followed.error, known, len(states.known), budget.ran, budget.clock.was_late)


def _followed(states: States[Any], begun: Row) -> Run:
    """Follow all chances in whole numbers; in doubles, if there are many states or the numbers become too long."""
    if len(states.known) <= MOST_STATES:
        try:
            return run(states, begun, Wholes(states))
        except WholeTooLong:
            pass
    return run(states, begun, Doubles(states))


class TallySums:
    """The sums of a tally, made of the states that were followed."""

    def __init__(self, states: States[Any], followed: Run) -> None:
        """Find what follows the last round of each fight, and a common whole for all that is added up."""
        self._states = states
        self._run = followed
        numbers = {number for each in followed.generations for number in each.ended} | followed.left.keys()
        rows = [row for row in map(states.finish, sorted(numbers)) if row is not None]
        self._last_whole = lcm(*[row.whole for row in rows]) if followed.whole is not None else 1
        self._endings: defaultdict[Ending, Parts] = defaultdict(list)
        self._verdicts: defaultdict[tuple[int, Kind], Parts] = defaultdict(list)
        self._going: defaultdict[tuple[int, str, Measure], Parts] = defaultdict(list)
        self._ended: defaultdict[tuple[int, str, Measure], Parts] = defaultdict(list)

    def tally(self) -> Tally:
        """Return the tally."""
        self._end_all()
        survivors, fates, left, losses = self._figures()
        return Tally(
            fights=self._sum([part for parts in self._verdicts.values() for part in parts]),
            endings=self._sums(self._endings),
            survivors=self._sums(survivors),
            fates=self._sums(fates),
            left=self._sums(left),
            going=self._sums(self._going),
            ended=self._sums(self._ended),
            losses=self._sums(losses),
        )

    def known(self) -> tuple[Weight, ...]:
        """Return the chance of all that is known after each round, from 0."""
        over: Parts = []
        known = []
        for generation in self._run.generations:
            over.append(self._added(generation.ended.values()) * self._last_whole)
            known.append(self._sum([*over, self._added(generation.going.values()) * self._last_whole]))
        return tuple(known)

    def _sum(self, parts: Parts) -> Weight:
        """Return a sum of chances as a fraction or a double."""
        if self._run.whole is None:
            return fsum(parts)
        return Fraction(sum(parts), self._run.whole * self._last_whole)

    def _sums(self, parts: dict[K, Parts]) -> dict[K, Weight]:
        return {key: self._sum(those) for key, those in parts.items()}

    def _end_all(self) -> None:
        """Add the fights that are over after each round, then those whose rounds are used up."""
        run, fight = self._run, self._states.fight
        last, most = len(run.generations) - 1, fight.most_rounds
        for number, generation in enumerate(run.generations):
            self._end(generation.ended, number, number)
            if number < last or not run.left:
                self._go_on(generation.going, number)
        settled = last if fight.end is unchanged else most
        for number in range(last, settled):
            self._go_on(run.left, number)
        may_end = self._states.ending() if run.left else set()
        self._end({each: mass for each, mass in run.left.items() if each in may_end}, most, settled)
        stuck = {each: mass for each, mass in run.left.items() if each not in may_end}
        self._end(stuck, most, settled, Kind.STALEMATE)

    def _end(self, masses: Masses, rounds: int, settled: int, stuck: Kind | None = None) -> None:
        """Add fights that end in these states, with so many rounds, of which nothing changed after `settled`."""
        for number, part in self._verdicts_of(masses).items():
            verdict = self._states.verdicts[number]
            kind = stuck or kind_of(verdict)
            self._endings[kind, verdict.winner, rounds].append(part)
            self._verdicts[number, kind].append(part)
            for side, measure, value in measures_of(verdict.figures):
                self._ended[settled, side, measure].append(value * part)

    def _verdicts_of(self, masses: Masses) -> dict[int, Any]:
        """Return the chances of the verdicts to which states lead after the last round."""
        is_whole = self._run.whole is not None
        verdicts: defaultdict[int, Any] = defaultdict(int)
        for number, mass in masses.items():
            row = self._states.finish(number)
            if row is not None:
                share = mass * (self._last_whole // row.whole) if is_whole else mass
                for verdict, chance in row.weights if is_whole else row.chances:
                    verdicts[verdict] += share * chance
        return verdicts

    def _go_on(self, going: Masses, number: int) -> None:
        """Add the numbers of fights that are not over after a round."""
        for each, mass in going.items():
            part = mass * self._last_whole
            for side, measure, value in self._states.measures_at(each):
                self._going[number, side, measure].append(value * part)

    def _figures(self) -> Figures:
        """Add up how many survive and are lost, the fates of figures, and what is left of them."""
        survivors: defaultdict[tuple[Kind, str | None, str, int], Parts] = defaultdict(list)
        fates: defaultdict[tuple[str, Fate], Parts] = defaultdict(list)
        left: defaultdict[tuple[str, int], Parts] = defaultdict(list)
        losses: defaultdict[tuple[str, int], Parts] = defaultdict(list)
        for (number, kind), parts in self._verdicts.items():
            verdict, part = self._states.verdicts[number], self._added(parts)
            for side in verdict.sides:
                survivors[kind, verdict.winner, side.side, side.standing].append(part)
                losses[side.side, side.lost].append(part)
            for figure in verdict.figures:
                fates[figure.id, figure.fate].append(part)
                if figure.left is not None:
                    left[figure.id, figure.left].append(part)
        return survivors, fates, left, losses

    def _added(self, parts: Iterable[Any]) -> Any:
        return fsum(parts) if self._run.whole is None else sum(parts)
