"""Odds of whole fights by brute force: played once along every path of the dice, no states merged on the way."""

from fractions import Fraction
from typing import Any

from service.dice.exact import Truncated, weighted_paths
from service.dice.model import Dice
from service.forecasts.counting.tally import Measures, Tally, measures_of
from service.rules.kernel.fight import Fight
from service.rules.kernel.verdict import SkirmishVerdict

MOST_PATHS = 400_000


def played_out(fight: Fight[Any]) -> Tally:
    """Return the tally of a fight's every path, by its chance; what the dice do not follow is missing."""
    tally = Tally(Fraction(0))

    def play(dice: Dice) -> tuple[list[Measures], SkirmishVerdict]:
        state, rounds = fight.begin(dice), 0
        told = []
        while rounds < fight.most_rounds and not fight.is_over(state):
            told.append(measures_of(fight.fates(state)))
            state = fight.advance(state, dice)
            while not fight.is_between_rounds(state):
                state = fight.advance(state, dice)
            rounds += 1
        return told, fight.verdict(fight.end(state, dice), rounds)

    for weight, whole, played in weighted_paths(play, MOST_PATHS):
        if not isinstance(played, Truncated):
            chance = Fraction(weight, whole)
            told, verdict = played
            for rounds, measures in enumerate(told):
                tally.go_on(rounds, measures, chance)
            tally.add(verdict, chance)
    return tally
