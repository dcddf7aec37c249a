"""Luck: the percentile of what was played among the same acts with other dice, by counting and by sampling."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, product
from random import Random
from typing import Any

import pytest

from service.dice.model import D6, Dice, DicePool
from service.dice.seeded import SeededDice
from service.dice.silent import SilentDice, WordStream
from service.errors import RulesRefuse
from service.forecasts.deadlines import answer_within
from service.forecasts.luck import Compared, DiceBy, Luck, LuckOptions, LuckStopped, Score, gains_of, luck_of
from service.rules.kernel.figures import Strength
from tests.dice.rules_to_roll import STRIKE

SEED = "sha256ctr1:luck"
FULL = LuckOptions(half_width=0.001, level=0.95, max_replays=2_000, max_seconds=None, seed=SEED)


def struck(damage: int) -> dict[str, Score]:
    """What both sides gain, if blue takes points."""
    return {"red": (0, damage), "blue": (0, -damage)}


@dataclass(frozen=True)
class Blow:
    """An act that takes the total of some dice from blue, or points that no dice decide."""

    version: int
    rolled: int
    pool: DicePool = D6
    dice_by: DiceBy = DiceBy.SERVICE
    refused_above: int = 99_999
    operation: str = "toys/blow"
    summary: str = "A blow."

    @property
    def gains(self) -> Mapping[str, Score]:
        """What each side gained."""
        return struck(self.rolled)

    def again(self, dice: Dice) -> Mapping[str, Score]:
        """Roll again."""
        total = dice.roll(STRIKE, self.pool).total
        if total > self.refused_above:
            raise RulesRefuse(f"{total} is too much.", pointer="/dice")
        return struck(total)


def rank_by_counting(acts: list[Blow]) -> Fraction:
    """Red's percentile, by counting all faces of all dice."""
    played = sum(each.rolled for each in acts)
    faces = [range(1, each.pool.sides + 1) for each in acts for _ in range(each.pool.count)]
    sums = Counter(sum(each) for each in product(*faces))
    worse = sum(many for total, many in sums.items() if total < played)
    return (worse + Fraction(sums[played], 2)) / sums.total()


def test_gains_are_what_one_side_gets_and_the_others_lose() -> None:
    """A side gains its own change less that of all others; who comes to a fight adds to its side."""
    before = [Strength("a", 1, 10), Strength("a", 1, 5), Strength("b", 1, 8), Strength("c", 1, 3)]
    after = [Strength("a", 1, 10), Strength("a", 0, -1), Strength("b", 1, 6), Strength("c", 1, 3), Strength("d", 2, 4)]
    assert gains_of(before, after) == {"a": (-3, -8), "b": (-1, 0), "c": (-1, 4), "d": (3, 12)}
    assert gains_of(before, before) == dict.fromkeys("abc", (0, 0))


def test_members_come_before_points() -> None:
    """A replay in which one more foe stands is worse, whatever points were taken."""
    compared = Compared((1, 0))
    for score in [(0, 50), (1, -1), (1, 0), (1, 1), (2, -9)]:
        compared.count(score)
    assert (compared.less, compared.same, compared.more) == (2, 1, 2)
    assert (compared.rank, compared.mean) == (0.5, (1.0, 41 / 5))


@pytest.mark.parametrize(
    "acts",
    [
        [Blow(2, 6)],
        [Blow(2, 1)],
        [Blow(2, 4), Blow(3, 5)],
        [Blow(2, 9, DicePool(3, 6)), Blow(4, 1), Blow(7, 2, DicePool(1, 4))],
    ],
)
def test_the_percentile_is_that_of_enumeration(acts: list[Blow]) -> None:
    """Sampled percentiles agree with counting all faces of all dice, within bounds of 99.99 %; blue's mirrors red's."""
    told = luck_of(acts, FULL)
    red, blue = told.of_all["red"], told.of_all["blue"]
    bounds = red.interval(0.9999)
    assert bounds.low <= rank_by_counting(acts) <= bounds.high
    assert red.rank + blue.rank == 1
    assert (told.replays, told.stopped) == (2_000, LuckStopped.MAX_REPLAYS)
    for act, compared in zip(acts, told.of_acts, strict=True):
        bounds = compared["red"].interval(0.9999)
        assert bounds.low <= rank_by_counting([act]) <= bounds.high


@dataclass
class Duel:
    """A fight whose later blows depend on earlier ones: each wound takes a die from the next blow, two end it."""

    seed: str
    acts: list[Blow] = field(default_factory=list)

    def play(self) -> list[Blow]:
        """Play it with the dice of the seed."""
        dice = SeededDice(self.seed)
        wounds = 0
        for version in range(2, 7):
            pool = DicePool(3 - wounds, 1000)
            total = dice.roll(STRIKE, pool).total
            self.acts.append(Blow(version, total, pool))
            wounds += total > 600 * pool.count
            if wounds == 2:
                break
        return self.acts


def farthest_from_uniform(ranks: list[float]) -> float:
    """Kolmogorov's statistic: the farthest that the share of ranks up to a number is from that number."""
    ordered = sorted(ranks)
    return max(
        max(abs(number / len(ordered) - rank), abs((number - 1) / len(ordered) - rank))
        for number, rank in enumerate(ordered, 1)
    )


def randomised(compared: Compared, chance: Random) -> float:
    """The percentile of a fight, with ties broken by chance; it is uniform if the played one is like all others."""
    place = compared.less + chance.randrange(compared.same + 1)
    return (place + chance.random()) / (compared.replays + 1)


KOLMOGOROV_1_PERCENT = 1.628


def test_luck_is_uniform_over_honest_rolls() -> None:
    """Of acts that do not depend on each other every percentile is as likely as any other, act by act and together."""
    chance, alone, together = Random(7), list[float](), list[float]()
    for number in range(400):
        dice = SeededDice(f"{SEED}/rolled/{number}")
        acts = [Blow(version, dice.roll(STRIKE, DicePool(2, 6)).total, DicePool(2, 6)) for version in (2, 3, 4)]
        luck = Luck(acts, f"{SEED}/again/{number}")
        for _ in range(60):
            luck.replay()
        alone.append(randomised(luck.of_acts[0]["red"], chance))
        together.append(randomised(luck.of_all["red"], chance))
    assert farthest_from_uniform(alone) < KOLMOGOROV_1_PERCENT / 400**0.5
    assert farthest_from_uniform(together) < KOLMOGOROV_1_PERCENT / 400**0.5


def test_nobody_is_lucky_on_average() -> None:
    """Where later acts and the end depend on earlier ones, gains are on average what replays gain; ranks spread out."""
    excess, ranks, chance = [], [], Random(7)
    for number in range(400):
        luck = Luck(Duel(f"{SEED}/duel/{number}").play(), f"{SEED}/{number}")
        for _ in range(60):
            luck.replay()
        red = luck.of_all["red"]
        excess.append(red.gained[1] - red.mean[1])
        ranks.append(randomised(red, chance))
    mean = sum(excess) / len(excess)
    error = (sum((each - mean) ** 2 for each in excess) / len(excess)) ** 0.5 / len(excess) ** 0.5
    assert abs(mean) < 3 * error
    assert farthest_from_uniform(ranks) < 0.1


def test_dice_are_counted_apart() -> None:
    """Acts with dice of the service, of a seed that was chosen and of the table are compared by themselves, too."""
    acts = [Blow(2, 6, dice_by=DiceBy.SUPPLIED), Blow(3, 1), Blow(4, 6, dice_by=DiceBy.SUPPLIED), Blow(5, 2)]
    told = luck_of(acts, FULL)
    assert list(told.of_dice) == [DiceBy.SERVICE, DiceBy.SUPPLIED]
    assert told.of_dice[DiceBy.SUPPLIED]["red"].gained == (0, 12)
    assert told.of_dice[DiceBy.SUPPLIED]["red"].rank > 0.95
    assert told.of_dice[DiceBy.SERVICE]["red"].rank < 0.2
    assert told.of_all["red"].replays == told.of_dice[DiceBy.SERVICE]["red"].replays == 2_000


def test_replays_have_seeds_of_their_own() -> None:
    """Replay n of the act of version v has the dice of the seed /v/n, so that anybody can play it."""
    told = Luck([Blow(5, 3)], SEED)
    totals = []
    for number in range(40):
        told.replay()
        totals.append(SilentDice(WordStream(f"{SEED}/5/{number}")).roll(STRIKE, DicePool(1, 6)).total)
    assert told.of_acts[0]["red"].sum == (0, sum(totals))
    assert told.of_acts[0]["red"].less == len([each for each in totals if each < 3])


def test_the_same_request_has_the_same_answer() -> None:
    """With another seed, other numbers."""
    acts = [Blow(2, 6), Blow(3, 2)]
    assert luck_of(acts, FULL).of_all == luck_of(acts, FULL).of_all
    other = LuckOptions(0.001, 0.95, 2_000, None, "sha256ctr1:other")
    assert luck_of(acts, other).of_all != luck_of(acts, FULL).of_all


def test_it_stops_when_it_is_known_well_enough() -> None:
    """At the first look of 64, 128 ... replays at which no side's interval is wider than was asked for."""
    told = luck_of([Blow(2, 4)], LuckOptions(0.05, 0.95, 5_000, None, SEED))
    assert (told.stopped, told.replays) == (LuckStopped.HALF_WIDTH, 512)
    assert told.widest(0.95) <= 0.05
    assert luck_of([Blow(2, 4)], LuckOptions(0.05, 0.95, 10, None, SEED)).replays == 10


def test_it_stops_when_the_time_is_up() -> None:
    """No replay is begun then, but for the first."""
    seconds: Iterator[int] = count()
    options = LuckOptions(0.05, 0.95, 5_000, 4.0, SEED)
    told = luck_of([Blow(2, 4)], options, lambda: float(next(seconds)))
    assert (told.stopped, told.replays) == (LuckStopped.MAX_SECONDS, 4)
    late: Iterator[int] = count(step=100)
    assert luck_of([Blow(2, 4)], options, lambda: float(next(late))).replays == 1


def test_it_stops_when_the_service_has_to_answer() -> None:
    """The service's own deadline ends it, too, however much time was asked for."""

    def run() -> Luck:
        answer_within(0)
        return luck_of([Blow(2, 4)], LuckOptions(0.05, 0.95, 5_000, None, SEED))

    told = copy_context().run(run)
    assert (told.stopped, told.replays) == (LuckStopped.TIME, 1)


def test_without_acts_there_is_no_luck() -> None:
    """Nothing is played, and nothing is known."""
    told = luck_of([], FULL)
    assert (told.stopped, told.replays, told.of_all, told.of_dice) == (LuckStopped.NO_DICE, 0, {}, {})
    assert told.widest(0.95) == 0


def test_what_the_rules_refuse_is_tried_with_other_dice() -> None:
    """An act that the rules refuse with some dice is compared with those they allow; with none, it is as it was."""
    told = luck_of([Blow(2, 3, refused_above=3)], FULL)
    assert told.refused > 1_000
    red: Any = told.of_all["red"]
    assert red.more == 0
    assert abs(red.rank - 5 / 6) < 0.04
    never = Luck([Blow(2, 3, refused_above=0)], SEED)
    never.replay()
    assert (never.refused, never.of_all["red"].same) == (16, 1)
