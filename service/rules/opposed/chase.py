"""One round of a pursuit, roll by roll: the pursuers' chances against the fleeing figure's."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from service.dice.model import D100, Cites, Dice
from service.dice.transcript import Tally, Term
from service.rules.kernel.phases import Phases
from service.rules.opposed import chance_rulings, rulebook
from service.rules.opposed.battle_models import OpposedRunner
from service.rules.opposed.models import OpposedRulings
from service.rules.opposed.quality import Grade, Grading, grading_of
from service.rules.opposed.words import Quality

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
class Lane:
    """A running figure's chance, and how the faces of its die are graded."""

    name: str
    chance: Tally
    grading: Grading


@dataclass(frozen=True, slots=True)
class Course:
    """Who runs: the pursuers in request order, and the figure they are after."""

    pursuers: tuple[Lane, ...]
    fleeing: Lane


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
    lanes = tuple([_lane(pursuer, fleeing.tmr, rulings) for pursuer in pursuers])
    return Course(lanes, _lane(fleeing, fastest, rulings))


def _lane(figure: OpposedRunner, other_rate: int, rulings: OpposedRulings) -> Lane:
    terms = []
    if figure.tmr > other_rate:
        value = 10 * (figure.tmr - other_rate)
        terms.append(Term(rule=rulebook.PURSUIT_PROCEDURE.id, label="Speed", value=value))
    if figure.fatigue == 0:
        terms.append(TIRED)
    base = 3 * figure.agility
    total = base + sum([each.value for each in terms])
    chance = Tally(base=base, terms=tuple(terms), total=total)
    return Lane(figure.id, chance, grading_of(total, 0, rulings.natural_01))


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


def _roll(lane: Lane, does: str, dice: Dice) -> Quality:
    roll = dice.roll(rulebook.PURSUIT_PROCEDURE, D100, actor=lane.name, target=lane.chance, bands=lane.grading.bands)
    grade = lane.grading.of(roll.total)
    text = f"{lane.name} {does} and rolls {roll.total} against {lane.chance.total}: {grade.spoken}."
    roll.tell(text, margin=lane.chance.total - roll.total, cites=_cites(lane, grade))
    return grade.quality


def _cites(lane: Lane, grade: Grade) -> Cites:
    return (*grade.cites, chance_rulings.NO_FATIGUE_THRESHOLD.id) if TIRED in lane.chance.terms else grade.cites
