"""The victors of a battle pursue those who flee, and slay or capture whom they catch."""

from typing import Final, assert_never

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.heroic.aftermath.chase import START, Chase, Course, Runner, course_of, phases_of
from service.rules.heroic.aftermath.models import HeroicMover, HeroicPursued, HeroicPursuit
from service.rules.heroic.aftermath.outcomes import (
    HeroicComplementary,
    HeroicPursuitOutcome,
    HeroicPursuitVerdict,
    HeroicTaken,
)
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import (
    BattleNotOver,
    CaptureWithoutEquipment,
    MissingSkill,
    PursuerImmobile,
    PursuitImpossible,
    StealthInOpen,
)
from service.rules.heroic.book.words import HeroicIntent, HeroicPursuitResult, HeroicTravel
from service.rules.roll_under.contest import wins

ON_FOOT: Final = frozenset({HeroicTravel.WALKING, HeroicTravel.RUNNING})
MARGIN_PER_CREATURE: Final = 5
PAST: Final = {HeroicIntent.SLAY: "slain", HeroicIntent.CAPTURE: "captured"}


def pursue(input: HeroicPursuit, rulings: HeroicRulings, dice: Dice) -> HeroicPursuitOutcome:
    """Contest the pursuers' fastest way of travel with the slowest of the pursued, and count whom they take.

    Skills are levels to roll at or under on three dice; speeds are in yards a second. Each pursuer takes one creature,
    and one more for every 5 points of the margin of victory. Those who cannot move are always caught: each pursuer
    takes one of them even if the contest is lost.

    Dice: 3D6 for the pursuers' complementary skill, 3D6 for that of the pursued, if they are tried; 3D6 pursuers,
    3D6 pursued.
    Raises: BattleNotOver, PursuitImpossible, PursuerImmobile, MissingSkill, StealthInOpen, CaptureWithoutEquipment.
    Equal margins let the pursued escape.
    Source: Ending the Battle.
    """
    _refuse(input)
    pursuers, pursued = input.pursuers.count, input.pursued.count
    text = f"The battle is over, and {pursuers} pursued {pursued} in flight."
    dice.note(rulebook.BATTLE_SEQUEL, text, actor="Pursuer")
    course = course_of(input, rulings.pursuit_speed)
    return _told(input, course, phases_of(course).play(START, dice), dice)


def pursuit_odds(input: HeroicPursuit, rulings: HeroicRulings) -> Distribution[HeroicPursuitVerdict]:
    """Return the exact chances of how many are taken, roll by roll as `pursue` makes them.

    Raises: whatever `pursue` raises.
    """
    _refuse(input)
    ended = phases_of(course_of(input, rulings.pursuit_speed)).enumerate(START)
    return ended.then(lambda chase, _: _verdict(input, chase))


def _refuse(pursuit: HeroicPursuit) -> None:
    """Refuse a pursuit that the rules or the circumstances forbid."""
    if not pursuit.battle_over:
        message = f"There is no pursuit before the battle is over; battle_over is {_spoken(pursuit.battle_over)}."
        raise BattleNotOver(message, pointer="/battle_over")
    if pursuit.impossible:
        message = f"The circumstances rule a pursuit out; impossible is {_spoken(pursuit.impossible)}."
        raise PursuitImpossible(message, pointer="/impossible")
    if not pursuit.pursuers.top_speed:
        message = f"The pursuers cannot move; their top speed is {pursuit.pursuers.top_speed:g}."
        raise PursuerImmobile(message, pointer="/pursuers/top_speed")
    _refuse_unskilled(pursuit.pursuers, "pursuers")
    if pursuit.pursued.stealth is None:
        _refuse_unskilled(pursuit.pursued, "pursued")
    elif pursuit.terrain_open:
        message = f"There is nowhere to hide in open terrain, even with Stealth {pursuit.pursued.stealth}."
        raise StealthInOpen(message, pointer="/pursued/stealth")
    if pursuit.intent is HeroicIntent.CAPTURE and not pursuit.capture_equipment:
        message = f"To {pursuit.intent.value!r} takes equipment, which the pursuers do not have."
        raise CaptureWithoutEquipment(message, pointer="/capture_equipment")


def _refuse_unskilled(mover: HeroicMover, who: str) -> None:
    if mover.skill is None and mover.travel not in ON_FOOT:
        message = f"The {who} have no skill for {mover.travel.value!r}; only on foot DX is enough."
        raise MissingSkill(message, pointer=f"/{who}/skill", rule=rulebook.PURSUIT_CONTEST.id)


def _spoken(fact: object) -> str:
    return str(fact).lower()


def _per_pursuer(pursuit: HeroicPursuit, margin: int) -> int:
    """Return how many creatures each pursuer may take; at least one of those who cannot move."""
    if wins(margin):
        return 1 + margin // MARGIN_PER_CREATURE
    return 0 if pursuit.pursued.top_speed else 1


def _verdict(pursuit: HeroicPursuit, chase: Chase) -> HeroicPursuitVerdict:
    fleeing = pursuit.pursued.count
    taken = min(fleeing, pursuit.pursuers.count * _per_pursuer(pursuit, chase.margin))
    some = HeroicPursuitResult.SOME_TAKEN if taken else HeroicPursuitResult.ESCAPED
    result = HeroicPursuitResult.ALL_TAKEN if taken == fleeing else some
    return HeroicPursuitVerdict(result=result, taken=taken, escaped=fleeing - taken)


def _told(pursuit: HeroicPursuit, course: Course, chase: Chase, dice: Dice) -> HeroicPursuitOutcome:
    verdict = _verdict(pursuit, chase)
    per_pursuer = _per_pursuer(pursuit, chase.margin)
    summary = _summary(pursuit, verdict)
    dice.note(rulebook.PURSUIT_RESULT, summary, actor="Pursuer")
    rolls = chase.rolls
    return HeroicPursuitOutcome(
        summary=summary,
        verdict=verdict,
        pursuer=course.pursuer.knowing(chase.pursuer_lore),
        pursued=course.pursued.knowing(chase.pursued_lore),
        pursuer_complementary=_complementary(course.pursuer, rolls[:1], chase.pursuer_lore),
        pursued_complementary=_complementary(course.pursued, rolls[-3:-2], chase.pursued_lore),
        pursuer_roll=rolls[-2],
        pursued_roll=rolls[-1],
        margin=chase.margin,
        per_pursuer=per_pursuer,
        intent=pursuit.intent,
        taken=verdict.taken,
        escaped=verdict.escaped,
        units=_units(pursuit.pursued, verdict.taken),
    )


def _complementary(runner: Runner, rolled: tuple[int, ...], modifier: int) -> HeroicComplementary | None:
    if runner.lore is None:
        return None
    return HeroicComplementary(roll=rolled[0], level=runner.lore, modifier=modifier)


def _units(pursued: HeroicPursued, taken: int) -> tuple[HeroicTaken, ...]:
    """Say whose the taken are: units are taken in the order listed."""
    left, whose = taken, []
    for each in pursued.units:
        caught = min(left, each.count)
        left -= caught
        whose.append(HeroicTaken(unit=each.unit, taken=caught, escaped=each.count - caught))
    return tuple(whose)


def _summary(pursuit: HeroicPursuit, verdict: HeroicPursuitVerdict) -> str:
    fleeing, done = pursuit.pursued.count, PAST[pursuit.intent]
    match verdict.result:
        case HeroicPursuitResult.ESCAPED:
            return f"The pursued escaped: {fleeing} got away."
        case HeroicPursuitResult.ALL_TAKEN:
            return f"The pursuers caught everybody: {fleeing} {done}."
        case HeroicPursuitResult.SOME_TAKEN:
            return (
                f"The pursuers caught {verdict.taken} of {fleeing}: {verdict.taken} {done}, {verdict.escaped} escaped."
            )
        case _:
            assert_never(verdict.result)
