"""How often an interval covers the true chance where the stop rule chooses the number of fights."""

from collections.abc import Sequence
from math import comb
from random import Random

from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.stopping import StopRule
from service.forecasts.counting.tally import Kind, Tally

NO_CHANCE = 1e-12
CHANCES = (0.001, 0.01, 0.05, 0.25, 0.5)


def coverage(chance: float, rule: StopRule, seeds: Sequence[int]) -> float:
    """Return the share of runs whose last interval has the chance in it; each run flips a coin of its own seed."""
    return sum([covers(chance, rule, seed) for seed in seeds]) / len(seeds)


def covers(chance: float, rule: StopRule, seed: int) -> bool:
    """Return whether the last interval of a run has the chance in it."""
    flip, wins, fights = Random(f"{chance}/{seed}").random, 0, 0
    for look in rule.looks():
        wins += sum([flip() < chance for _ in range(look - fights)])
        fights = look
        if rule.is_met(won(wins, fights)):
            break
    interval = wilson(wins, fights, rule.level)
    return interval.low <= chance <= interval.high


def won(wins: int, fights: int) -> Tally:
    """Return the tally of fights that red won or blue did."""
    return Tally(fights, {(Kind.WON, "red", 1): wins, (Kind.WON, "blue", 1): fights - wins})


def lean(chance: float, rule: StopRule) -> float:
    """Return how much higher than the chance its estimate is on average, where the stop rule chooses the fights."""
    going, fights, mean = {0: 1.0}, 0, 0.0
    for look in rule.looks():
        more = look - fights
        falls = [comb(more, wins) * chance**wins * (1 - chance) ** (more - wins) for wins in range(more + 1)]
        reached = [0.0] * (look + 1)
        for wins, likely in going.items():
            for won_more, fall in enumerate(falls):
                reached[wins + won_more] += likely * fall
        is_last = look == rule.max_fights
        over = [is_last or rule.is_met(won(wins, look)) for wins in range(look + 1)]
        mean += sum([likely * wins / look for wins, likely in enumerate(reached) if over[wins]])
        going = {wins: likely for wins, likely in enumerate(reached) if not over[wins] and likely > NO_CHANCE}
        fights = look
    return mean - chance
