"""The changes of single procedures: they lead from the units that were sent to those that are answered."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from orjson import loads

from service.dice.seeded import SeededDice
from service.rules.heroic.aftermath.fatigue import check_fatigue, tiring_of
from service.rules.heroic.aftermath.models import HeroicFatigueCheck, HeroicPursuit
from service.rules.heroic.aftermath.pursuit import pursue, pursuit_odds
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book.refusals import HeroicDuplicateId
from service.rules.heroic.figures.changes import placing_of
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of
from service.rules.heroic.grapple.break_free import resolve_break_free
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.wire import to_json
from tests.rings import many
from tests.rules.folding import Placings, folded
from tests.rules.heroic.battles import FOE, MAN, hold
from tests.rules.heroic.stat_blocks import SWORDSMAN, WRESTLER, Document, attack, break_free, grapple, rulings, unit
from tests.rules.heroic.stories import refused
from tests.rules.heroic.test_pursuit import pursuit

APPLY: Final = rulings(fp_effects="apply")
Told = tuple[Sequence[HeroicUnit], Any, Sequence[HeroicUnit]]
"""Units before, an outcome, and the same units after it."""


def some(random: Random, base: Document, **facts: Any) -> Document:
    """A unit, sound or hurt, rested or tired, alone or a group."""
    fp = random.choice([10, 3, 0, -4, -9])
    conditions = random.choice([[], [], ["stunned"], ["suffocating"]])
    members = random.choice([1, 1, 4])
    more = {"count_start": members} if members > 1 else {}
    return {**base, "fp": 10, "fp_current": fp, "conditions": conditions, **more, **facts}


def breaking(random: Random, dice: SeededDice) -> Told:
    """An attempt to break free, with or without another hold."""
    victim, holder = some(random, SWORDSMAN, count_start=1, st=random.choice([8, 60])), WRESTLER
    others = [hold(each, "swordsman") for each in random.choice([(), (), ("somebody",)])]
    given = break_free(victim=victim, holder=holder, hold=hold("wrestler", "swordsman"), others=others)
    outcome = resolve_break_free(given, APPLY, dice)
    assert (outcome.victim is not given.victim) == (
        outcome.verdict.freed and not others and "suffocating" in victim["conditions"]
    )
    return (given.victim,), outcome, (outcome.victim,)


def tiring(random: Random, dice: SeededDice) -> Told:
    """The end of a round, of which some units are told whole."""
    units = [unit(some(random, each)) for each in (MAN, FOE, SWORDSMAN)]
    listed = tuple([tiring_of(each, active=True, moved=True, rolled=True) for each in units])
    given = HeroicFatigueCheck(units=listed, roster=tuple(random.sample(units, random.choice([0, 2, 3]))))
    outcome = check_fatigue(given, APPLY, dice)
    return given.roster, outcome, outcome.roster


def fleeing(random: Random, dice: SeededDice) -> Told:
    """A pursuit of some units, to slay or to capture."""
    runners = [some(random, each, status="routed") for each in (FOE, WRESTLER)]
    units = [unit(each) for each in runners]
    counts = [count_of(each, APPLY.assignment) for each in units]
    whose = [{"unit": each.id, "count": members} for each, members in zip(units, counts, strict=True)]
    intent = {"intent": random.choice(["slay", "capture"]), "capture_equipment": True}
    given = pursuit({"count": 3}, {"count": sum(counts), "units": whose}, roster=runners, **intent)
    outcome = pursue(given, APPLY, dice)
    return given.roster, outcome, outcome.roster


def striking(random: Random, dice: SeededDice) -> Told:
    """An attack of one unit on another, settled."""
    given = attack(some(random, MAN), some(random, FOE, hp_pool=random.choice([1, 5, 10])), {"mode": "sword"})
    outcome = resolve_attack(given, APPLY, dice)
    return _pair(given, outcome)


def grabbing(random: Random, dice: SeededDice) -> Told:
    """An attempt to grapple, with a takedown if it succeeds."""
    spends = random.choice([[], [{"type": "takedown"}]])
    given = grapple(WRESTLER, some(random, SWORDSMAN, count_start=1, conditions=[]), {"grapple_spend": spends})
    outcome = resolve_grapple(given, APPLY, dice)
    return _pair(given, outcome)


def _pair(given: Any, outcome: Any) -> Told:
    sent = {each.id: each for each in (given.attacker, given.target)}
    return [sent[each.id] for each in outcome.units], outcome, outcome.units


CASES: Final[Sequence[tuple[Callable[[Random, SeededDice], Told], set[str]]]] = (
    (breaking, {"break_free"}),
    (tiring, {"fatigue"}),
    (fleeing, {"pursuit"}),
    (striking, {"injury"}),
    (grabbing, {"grapple"}),
)


def placings(units: Sequence[HeroicUnit]) -> Placings:
    """How units are, by id, where nothing is known of the battle."""
    return {each.id: loads(to_json(placing_of(each))) for each in units}


def told(case: Callable[[Random, SeededDice], Told], acts: int) -> Iterator[Told]:
    """What comes of a procedure with different inputs and dice."""
    for number in range(acts):
        yield case(Random(f"{case.__name__} {number}"), SeededDice(f"sha256ctr1:{number}"))


@pytest.mark.parametrize(("case", "expected"), CASES)
def test_changes_lead_from_what_was_sent_to_what_is_answered(
    case: Callable[[Random, SeededDice], Told], expected: set[str]
) -> None:
    """With random units the changes of a procedure are all that it changes of them, and have its reason."""
    reasons: Counter[str] = Counter()
    for before, outcome, after in told(case, many(1000, 60)):
        places = placings(before)
        reasons.update(folded(outcome.changes, places))
        assert places == placings(after)
    assert expected <= {*reasons}, reasons


def test_a_roster_has_each_unit_once() -> None:
    """A unit that is listed twice would have two ends."""
    twice = [MAN, MAN]
    check = HeroicFatigueCheck.model_validate_json(to_json({"units": [{"id": "man", "fp": 10}], "roster": twice}))
    assert refused(HeroicDuplicateId, check_fatigue, check).pointer == "/roster/1/id"
    chased: HeroicPursuit = pursuit({}, {"units": [{"unit": "man"}]}, roster=twice)
    assert refused(HeroicDuplicateId, pursue, chased).pointer == "/roster/1/id"
    with pytest.raises(HeroicDuplicateId):
        pursuit_odds(chased, rulings())


def test_who_is_not_pursued_stays() -> None:
    """A unit of the roster that does not flee is answered as it was sent."""
    given: HeroicPursuit = pursuit({"skill": 20}, {"units": [{"unit": "foe"}]}, roster=[FOE, MAN])
    outcome = pursue(given, rulings(), SeededDice("sha256ctr1:1"))
    assert [each.figure for each in outcome.changes] == ["foe"]
    assert outcome.roster[1] == given.roster[1]
