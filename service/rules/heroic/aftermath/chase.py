"""A pursuit roll by roll: who knows the ground, then one Quick Contest of the pursuers with the pursued."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice
from service.dice.transcript import Tally, Term
from service.rules.heroic.aftermath.models import HeroicMover, HeroicPursuit
from service.rules.heroic.attack.numbers import ratio_bonus
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicPursuitSpeed
from service.rules.heroic.book.rulings import Rulings
from service.rules.kernel.phases import Phases
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.contest import Contestant, roll_margin
from service.rules.roll_under.size_speed_range import size_down, size_up
from service.rules.roll_under.success import SuccessGrade, grade_of

HIDING: Final = -2
PRINTED_SIX: Final = 6
KNOWLEDGE: Final = {
    SuccessGrade.CRITICAL_FAILURE: -2,
    SuccessGrade.FAILURE: -1,
    SuccessGrade.SUCCESS: +1,
    SuccessGrade.CRITICAL_SUCCESS: +2,
}


class Runner(NamedTuple):
    """One side of a pursuit: its effective skill before anybody's knowledge of the ground, and the level of that."""

    actor: str
    name: str
    number: Tally
    cites: Cites
    lore: int | None

    def knowing(self, modifier: int) -> Tally:
        """Return the effective skill once knowledge of the ground counts."""
        if not modifier:
            return self.number
        return tally(self.number.base, (*self.number.terms, term(rulebook.PURSUIT_COMPLEMENTARY, modifier)))


class Course(NamedTuple):
    """Both sides of a pursuit."""

    pursuer: Runner
    pursued: Runner


@dataclass(frozen=True, slots=True)
class Chase:
    """A pursuit between two rolls: how many are made, what knowledge adds to each side, and the margin so far.

    The margin is the pursuers', and their margin of victory once the pursued have rolled. `rolls` are kept to be
    reported; nothing depends on them, so that states which differ in them alone are equal.
    """

    rolled: int
    pursuer_lore: int
    pursued_lore: int
    margin: int
    rolls: tuple[int, ...] = field(compare=False)


START: Final = Chase(0, 0, 0, 0, ())

Stage = Callable[[Course, Chase, Dice], Chase]


def course_of(pursuit: HeroicPursuit, rule: HeroicPursuitSpeed) -> Course:
    """Work out both sides' effective skill.

    Ruling: heroic/ruling/pursuit-ratio-side, heroic/ruling/pursuit-stealth-speed.
    """
    pursuers, pursued = pursuit.pursuers, pursuit.pursued
    ratio = ratio_bonus(pursuers.count, pursued.count)
    chasing = _terms(pursuers, rule)
    chase_cites = _cites(pursuers)
    if ratio:
        chasing.append(term(rulebook.PURSUIT_RATIO, ratio))
        chase_cites = (*chase_cites, Rulings.PURSUIT_RATIO_SIDE)
    skill, fleeing, flight_cites = _skill(pursued), _terms(pursued, rule), _cites(pursued)
    if pursued.stealth is not None:
        skill = pursued.stealth
        fleeing.insert(0, term(rulebook.PURSUIT_STEALTH, HIDING))
        flight_cites = (*flight_cites, Rulings.PURSUIT_STEALTH_SPEED)
        if pursuit.visibility:
            chasing.append(term(attack_rules.REF_VISIBILITY, pursuit.visibility))
            chase_cites = (*chase_cites, rulebook.PURSUIT_STEALTH)
    return Course(
        Runner("Pursuer", "The pursuers", tally(_skill(pursuers), chasing), chase_cites, pursuers.complementary),
        Runner("Pursued", "The pursued", tally(skill, fleeing), flight_cites, pursued.complementary),
    )


def speed_bonus(top_speed: float, rule: HeroicPursuitSpeed) -> int:
    """Return what a speed above 0, in yards a second, adds to skill.

    Ruling: heroic/ruling/pursuit-move-six.
    """
    measure = Fraction(str(top_speed))  # as it was written, not the nearest binary number
    if rule is HeroicPursuitSpeed.UPPER:
        return size_up(measure)
    lower = size_down(measure)
    return lower + 1 if rule is HeroicPursuitSpeed.PRINTED and _is_printed_six(top_speed) else lower


def phases_of(course: Course) -> Phases[Chase]:
    """Return the rolls of a pursuit, one a phase.

    Dice: 3D6 the pursuers' knowledge and 3D6 that of the pursued, if they are tried; 3D6 pursuers, 3D6 pursued.
    """
    stages: list[Stage] = []
    if course.pursuer.lore is not None:
        stages.append(_roll_pursuer_lore)
    if course.pursued.lore is not None:
        stages.append(_roll_pursued_lore)
    stages += [_roll_pursuer, _roll_pursued]
    return Phases(
        lambda chase, dice: stages[chase.rolled](course, chase, dice),
        lambda chase: chase.rolled == len(stages),
    )


def _skill(mover: HeroicMover) -> int:
    return mover.dx if mover.skill is None else mover.skill


def _terms(mover: HeroicMover, rule: HeroicPursuitSpeed) -> list[Term]:
    values = ((rulebook.PURSUIT_VEHICLE, mover.handling), (rulebook.PURSUIT_SPEED_BONUS, _bonus_of(mover, rule)))
    return [term(cause, value) for cause, value in values if value]


def _bonus_of(mover: HeroicMover, rule: HeroicPursuitSpeed) -> int:
    return speed_bonus(mover.top_speed, rule) if mover.top_speed else 0


def _is_printed_six(top_speed: float) -> bool:
    return PRINTED_SIX <= top_speed < PRINTED_SIX + 1


def _cites(mover: HeroicMover) -> Cites:
    return (Rulings.PURSUIT_MOVE_SIX,) if _is_printed_six(mover.top_speed) else ()


def _roll_pursuer_lore(course: Course, chase: Chase, dice: Dice) -> Chase:
    roll, modifier = _roll_lore(course.pursuer, dice)
    return Chase(chase.rolled + 1, modifier, chase.pursued_lore, chase.margin, (*chase.rolls, roll))


def _roll_pursued_lore(course: Course, chase: Chase, dice: Dice) -> Chase:
    roll, modifier = _roll_lore(course.pursued, dice)
    return Chase(chase.rolled + 1, chase.pursuer_lore, modifier, chase.margin, (*chase.rolls, roll))


def _roll_pursuer(course: Course, chase: Chase, dice: Dice) -> Chase:
    roll, margin = _roll_skill(course.pursuer, chase.pursuer_lore, dice)
    return Chase(chase.rolled + 1, chase.pursuer_lore, chase.pursued_lore, margin, (*chase.rolls, roll))


def _roll_pursued(course: Course, chase: Chase, dice: Dice) -> Chase:
    roll, margin = _roll_skill(course.pursued, chase.pursued_lore, dice)
    rolls = (*chase.rolls, roll)
    return Chase(chase.rolled + 1, chase.pursuer_lore, chase.pursued_lore, chase.margin - margin, rolls)


def _roll_lore(runner: Runner, dice: Dice) -> tuple[int, int]:
    """Roll whether somebody's knowledge of the ground helps, and return the roll and what it adds.

    Dice: 3D6.
    """
    level = runner.lore or 0
    number = Tally(base=level, terms=(), total=level)
    roll = dice.roll(rulebook.PURSUIT_COMPLEMENTARY, THREE_D6, actor=runner.actor, target=number)
    grade = grade_of(level, roll.total)
    modifier = KNOWLEDGE[grade]
    spoken = grade.value.replace("_", " ")
    text = f"{runner.name} rolled {roll.total} against {level} in knowledge of the ground: {spoken}, {modifier:+d}."
    roll.tell(text, margin=level - roll.total)
    return roll.total, modifier


def _roll_skill(runner: Runner, lore: int, dice: Dice) -> tuple[int, int]:
    """Roll one side of the contest, and return the roll and its margin.

    Dice: 3D6.
    """
    number = runner.knowing(lore)
    roll = roll_margin(Contestant(rulebook.PURSUIT_CONTEST, runner.actor, runner.name, number, runner.cites), dice)
    return roll, number.total - roll
