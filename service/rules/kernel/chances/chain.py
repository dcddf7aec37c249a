"""Chains of steps (turns, rounds) that are played with any dice until they are over, or enumerated exactly.

A round is a chain of turns, a skirmish one of rounds, a pursuit one of exertions. The same `advance` serves all kinds
of dice. Equal states are merged when a chain is enumerated, so a state holds what the rest depends on and nothing else.
"""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Generic, TypeVar

from service.dice.exact import MAX_PATHS, Counted, Distribution
from service.dice.model import Dice
from service.dice.phases import Phase, counted, then
from service.rules.kernel.chances.absorbing import absorbed
from service.wire import value_class

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", bound=Hashable)


@value_class
class Chain(Generic[S, V]):
    """Steps from state to state; states are hashable and hold all that later steps and the verdict depend on.

    `prepare`, where a chain has it, does what a step does before its first die, and returns the rest of the step.
    """

    advance: Callable[[S, Dice], S]
    is_over: Callable[[S], bool]
    verdict: Callable[[S], V]
    prepare: Callable[[S], Phase[S]] | None = None

    @classmethod
    def of_phases(
        cls, prepare: Callable[[S], Phase[S]], is_over: Callable[[S], bool], verdict: Callable[[S], V]
    ) -> "Chain[S, V]":
        """Make a chain of steps that do something before their first die."""
        return cls(lambda state, dice: prepare(state)(dice), is_over, verdict, prepare)

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
        return self._counted(Counted({state: 1}, 0, 1, 0), paths).distribution

    def odds_from(self, running: Distribution[S], paths: int | None = None) -> Distribution[V]:
        """Return the exact chances of the verdicts of such a chain, whose first state is a matter of chance.

        Raises: OddsTooLarge, if there are more paths.
        """
        return self._counted(running.counted, paths).distribution

    def endless_odds(self, state: S) -> Distribution[V]:
        """Return the exact chances of the verdicts of a chain that may go on for any number of steps.

        The states that go on are eliminated one by one, the last found first: the chance of staying is conditioned
        away, and whatever led to the state leads to where the state leads.
        Raises: OddsTooLarge, if there are more than 2000 states, or if there is one that never ends.
        """
        return self._judged(absorbed(state, self._one_step, self.is_over).counted).distribution

    def _one_step(self, state: S) -> Distribution[S]:
        return counted(self._step_from(state)).distribution

    def _step_from(self, state: S) -> Phase[S]:
        return partial(self.advance, state) if self.prepare is None else self.prepare(state)

    def _counted(self, running: Counted[S], paths: int | None) -> Counted[V]:
        """Count the verdicts of a chain that is over after a bounded number of steps."""
        endings: list[tuple[dict[S, int], int]] = []
        taken = 0
        while running.weights:
            over, going = dict[S, int](), dict[S, int]()
            for state, weight in running.weights.items():
                (over if self.is_over(state) else going)[state] = weight
            endings.append((over, running.whole))
            budget = MAX_PATHS if paths is None else paths - taken
            running = then(Counted(going, running.residual, running.whole, 0), self._step_from, budget)
            taken += running.paths
        ended: dict[S, int] = {}
        for over, whole in endings:
            for state, weight in over.items():
                ended[state] = ended.get(state, 0) + weight * (running.whole // whole)
        return self._judged(Counted(ended, running.residual, running.whole, taken))

    def _judged(self, ended: Counted[S]) -> Counted[V]:
        weights: dict[V, int] = {}
        for state, weight in ended.weights.items():
            verdict = self.verdict(state)
            weights[verdict] = weights.get(verdict, 0) + weight
        return Counted(weights, ended.residual, ended.whole, ended.paths)
