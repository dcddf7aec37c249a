"""One round of a pursuit, roll by roll: the pursuers' chances against the fleeing figure's."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from service.dice.model import D100, Cites, Dice
from service.dice.transcript import Tally, Term
from service.rules.kernel.phases import Phases
from service.rules.opposed.attack.quality import Grade, Grading, grading_of
from service.rules.opposed.battle.models import OpposedPursuit, OpposedRunner
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.refusals import CannotFlee, DuplicateParticipant
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import OpposedCondition, OpposedPosture, OpposedStatus, OpposedWithdrawal, Quality
from service.rules.opposed.figures.models import status_at

LOST_AT: Final = -2
CAUGHT_AT: Final = 1
STRUCK_AT: Final = 3

TIRED: Final = Term(rule=rulebook.PURSUIT_PROCEDURE.id, label="No Fatigue", value=-10)


class Standing(StrEnum):
    """How a pursuit stands after a round."""

    ABREAST = "abreast"
    LOST = "lost"
    CAUGHT = "caught"
    CAUGHT_FROM_BEHIND = "caught_from_behind"


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A running figure's chance, and how the faces of its die are graded."""

    name: str
    chance: Tally
    grading: Grading


@dataclass(frozen=True, slots=True)
class Course:
    """Who runs: the pursuers in request order, and the figure they are after."""

    pursuers: tuple[Pipeline, ...]
    fleeing: Pipeline


@dataclass(frozen=True, slots=True)
class Chase:
    """A round of pursuit between two rolls: how many pursuers have rolled, how well the best did, and which it was."""

    rolled: int
    best: Quality
    by: int


START: Final = Chase(0, Quality.POOR, 0)


def course_of(fleeing: OpposedRunner, pursuers: Sequence[OpposedRunner], rulings: OpposedRulings) -> Course:
    """Work out everybody's chance: three times Agility, ten for each hex of speed ahead, less ten without Fatigue.

    A pursuer's speed is compared with the fleeing figure's, the fleeing figure's with that of the fastest pursuer.
    """
    fastest = max([pursuer.tmr for pursuer in pursuers], default=0)
    pipelines = tuple([_lane(pursuer, fleeing.tmr, rulings) for pursuer in pursuers])
    return Course(pipelines, _lane(fleeing, fastest, rulings))


def _lane(figure: OpposedRunner, other_rate: int, rulings: OpposedRulings) -> Pipeline:
    terms = []
    if figure.tmr > other_rate:
        value = 10 * (figure.tmr - other_rate)
        terms.append(Term(rule=rulebook.PURSUIT_PROCEDURE.id, label="Speed", value=value))
    if figure.fatigue == 0:
        terms.append(TIRED)
    base = 3 * figure.agility
    total = base + sum([each.value for each in terms])
    chance = Tally(base=base, terms=tuple(terms), total=total)
    return Pipeline(figure.id, chance, grading_of(total, 0, rulings.natural_01))


def phases_of(course: Course) -> Phases[Chase]:
    """Return the pursuers' part of a round: one phase, and one roll, for each pursuer."""
    return Phases(partial(_roll_pursuer, course), lambda chase: chase.rolled == len(course.pursuers))


def roll_margin(course: Course, chase: Chase, dice: Dice) -> int:
    """Roll for the fleeing figure and compare: the best pursuer's quality less its own.

    Dice: D100.
    """
    return chase.best.rank - _roll(course.fleeing, "flees", dice).rank


def standing_of(margin: int) -> Standing:
    """Tell what a margin means for the pursuit."""
    if margin >= STRUCK_AT:
        return Standing.CAUGHT_FROM_BEHIND
    if margin >= CAUGHT_AT:
        return Standing.CAUGHT
    return Standing.LOST if margin <= LOST_AT else Standing.ABREAST


def _roll_pursuer(course: Course, chase: Chase, dice: Dice) -> Chase:
    quality = _roll(course.pursuers[chase.rolled], "pursues", dice)
    if quality.rank > chase.best.rank:
        return Chase(chase.rolled + 1, quality, chase.rolled)
    return Chase(chase.rolled + 1, chase.best, chase.by)


def _roll(pipeline: Pipeline, does: str, dice: Dice) -> Quality:
    roll = dice.roll(
        rulebook.PURSUIT_PROCEDURE, D100, actor=pipeline.name, target=pipeline.chance, bands=pipeline.grading.bands
    )
    grade = pipeline.grading.of(roll.total)
    text = f"{pipeline.name} {does} and rolls {roll.total} against {pipeline.chance.total}: {grade.name}."
    roll.tell(text, margin=pipeline.chance.total - roll.total, cites=_cites(pipeline, grade))
    return grade.quality


def _cites(pipeline: Pipeline, grade: Grade) -> Cites:
    return (*grade.cites, Rulings.NO_FATIGUE_THRESHOLD) if TIRED in pipeline.chance.terms else grade.cites


HOLDS: Final = {
    OpposedCondition.KNOCKED_OUT: "knocked out",
    OpposedCondition.ENTANGLED: "entangled",
    OpposedCondition.RESTRAINED: "restrained",
}


@dataclass(frozen=True, slots=True)
class Pursuit:
    """A pursuit about to begin: who flees, who runs after it, and who is left behind, with the reason."""

    input: OpposedPursuit
    rulings: OpposedRulings
    fleeing: OpposedRunner
    pursuers: tuple[OpposedRunner, ...]
    left_behind: tuple[tuple[str, str], ...]
    course: Course


def set_off(input: OpposedPursuit, rulings: OpposedRulings) -> Pursuit:
    """Let everyone run who can, which ends evading and withdrawing; a figure that has fled flees on.

    Raises: CannotFlee, DuplicateParticipant.
    """
    _refuse_doubles(input)
    fleeing = input.fleeing
    again = status_at(fleeing.endurance, OpposedStatus.ACTIVE) if _has_fled(fleeing) else fleeing.status
    fleeing = _running(fleeing, status=again)
    if hindrance := _hindrance_of(fleeing):
        where, what = hindrance
        raise CannotFlee(f"{fleeing.id!r} is {what} and cannot flee.", pointer=f"/fleeing/{where}")
    hindrances = [(pursuer, _hindrance_of(pursuer)) for pursuer in input.pursuers]
    pursuers = tuple([_running(each) for each, hindrance in hindrances if hindrance is None])
    left_behind = tuple([(each.id, hindrance[1]) for each, hindrance in hindrances if hindrance is not None])
    return Pursuit(input, rulings, fleeing, pursuers, left_behind, course_of(fleeing, pursuers, rulings))


def _refuse_doubles(input: OpposedPursuit) -> None:
    names = {input.fleeing.id}
    for position, pursuer in enumerate(input.pursuers):
        if pursuer.id in names:
            message = f"{pursuer.id!r} takes part twice."
            raise DuplicateParticipant(message, pointer=f"/pursuers/{position}/id")
        names.add(pursuer.id)


def _has_fled(figure: OpposedRunner) -> bool:
    return figure.status is OpposedStatus.FLED


def _hindrance_of(figure: OpposedRunner) -> tuple[str, str] | None:
    """Return the field and the word for what keeps a figure from running, if anything does."""
    if figure.status is OpposedStatus.INCAPACITATED and figure.endurance is not None and figure.endurance <= 0:
        return "endurance", f"incapacitated at Endurance {figure.endurance}"
    if figure.status is not OpposedStatus.ACTIVE:
        return "status", "gone" if _has_fled(figure) else figure.status.value
    if figure.stunned:
        return "stunned", "stunned"
    if figure.posture is OpposedPosture.PRONE:
        return "posture", "prone"
    for position, condition in enumerate(figure.conditions):
        if condition in HOLDS:
            return f"conditions/{position}", HOLDS[condition]
    return None


def _running(figure: OpposedRunner, **changes: Any) -> OpposedRunner:
    return figure.model_copy(update={"evading": False, "withdrawal": OpposedWithdrawal.NONE, **changes})
