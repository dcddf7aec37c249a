"""Winners fight by fight are those of rolled fights, and are played together until the time is up."""

from collections import Counter

import pytest

from service.dice.recording import RecordingDice
from service.dice.seeded import SeededDice
from service.forecasts.deadlines import Deadline
from service.forecasts.outcomes import Outcomes, blocks_of, play_together
from service.forecasts.sampled import play_fights
from tests.forecasts.fights import DOCUMENTS, fight_of
from tests.forecasts.toys import Toy

SEED = "sha256ctr1:outcomes"


class Ticks:
    """A clock that goes on by one second each time it is read."""

    def __init__(self) -> None:
        """Begin at 0."""
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += 1
        return self.now


@pytest.mark.parametrize("family", DOCUMENTS)
def test_fight_i_is_the_one_that_resolve_skirmish_shows(family: str) -> None:
    """The winner of each fight is that of the procedure with the seed of the run and the fight's number."""
    case = fight_of(family, 1)
    outcomes = Outcomes(case.fight, SEED)
    outcomes.play(3)
    outcomes.play(9)
    rolled = [case.resolve(rolled_dice(number)).verdict.winner for number in range(12)]
    assert outcomes.winners == rolled


def rolled_dice(number: int) -> RecordingDice:
    """The dice of a fight of the run, with their transcript."""
    return SeededDice(f"{SEED}/{number}")


@pytest.mark.parametrize("toy", [Toy(), Toy(drawn=True, heals=True), Toy(exploding=True), Toy(sides=2, most_rounds=9)])
def test_winners_are_those_that_are_tallied(toy: Toy) -> None:
    """As many fights are won by a side as a tally of the same run has, remembered or not, or without an end."""
    outcomes = Outcomes(toy.fight(), SEED)
    for size in blocks_of(300):
        outcomes.play(size)
    tallied: Counter[str | None] = Counter()
    for (_, winner, _), weight in play_fights(toy.fight(), SEED, 0, 300).endings.items():
        tallied[winner] += int(weight)
    assert Counter(outcomes.winners) == tallied
    assert outcomes.wins("red", 300) == tallied["red"]
    assert outcomes.wins("red", 10) == outcomes.winners[:10].count("red")
    assert outcomes.sides == ("red", "blue")


def test_blocks() -> None:
    """One fight is played first, then as many as were played before, eight at most, and what is left over at last."""
    assert list(blocks_of(20)) == [1, 1, 2, 4, 8, 4]
    assert list(blocks_of(8)) == [1, 1, 2, 4]


@pytest.mark.parametrize(
    ("seconds", "done", "played"),
    [(1, 0, [1, 0]), (2, 0, [1, 0]), (3, 1, [1, 1]), (4, 1, [2, 1]), (5, 2, [2, 2]), (99, 20, [20, 20])],
)
def test_all_have_played_what_counts(seconds: float, done: int, played: list[int]) -> None:
    """What counts was played by all before the time was up; the first plays one block in any case."""
    both = [Outcomes(Toy().fight(), SEED) for _ in range(2)]
    assert play_together(both, 20, Deadline(seconds, Ticks())) == done
    assert [len(each.winners) for each in both] == played
