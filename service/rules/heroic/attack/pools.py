"""Pools of hit points, read as members who stand and members who have fallen."""

from typing import Final

from service.dice.model import Cites, Dice
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicAssignment
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.figures.models import LOWEST_POOL, HeroicUnit
from service.rules.heroic.figures.standing import is_solitary, pool_of, spoken_name, standing
from service.rules.kernel.value import value

CONCENTRATE: Final = HeroicAssignment.CONCENTRATE


@value
class Fall:
    """A pool before and after a loss, and who stands; `passed` went to the other parts of a divided unit."""

    pool_before: int
    pool_after: int
    count_before: int
    count_after: int
    wounded_member_hp: int | None
    passed: int


def fall_of(unit: HeroicUnit, pool: int, passed: int, assignment: HeroicAssignment) -> Fall:
    """Return what becomes of a unit whose pool is brought to this; a group's never falls below 0.

    Ruling: heroic/ruling/negative-hp.
    """
    before, hp, start = pool_of(unit), unit.hp, unit.count_start
    after = max(pool, LOWEST_POOL if is_solitary(unit) else 0)
    count = standing(after, hp, start, assignment)
    wounded = after - (count - 1) * hp if count else hp
    concentrated = assignment is CONCENTRATE
    return Fall(
        before,
        after,
        standing(before, hp, start, assignment),
        count,
        wounded if wounded < hp and concentrated else None,
        passed,
    )


def told_fall(unit: HeroicUnit, fall: Fall, hits: int, dice: Dice) -> None:
    """Tell what a loss by so many hits did to a unit, if it lost anything."""
    lost = fall.pool_before - fall.pool_after
    if not lost and not fall.passed:
        return
    name = spoken_name(unit)
    full = unit.count_start * unit.hp
    text = f"{name} lost {lost} hit point{'' if lost == 1 else 's'}, {fall.pool_after} of {full} left"
    fallen = fall.count_before - fall.count_after
    cites: Cites = (attack_rules.POOL_ABSTRACT,)
    if is_solitary(unit):
        rule = attack_rules.INJURY_INCAPACITATED if fallen else attack_rules.POOL_SIZE
        if fallen:
            cites = (*cites, Rulings.NEGATIVE_HP) if fall.pool_after else cites
            text += ", and dropped out of the fight"
    else:
        rule = attack_rules.POOL_CASUALTIES
        if fallen:
            cites = (*cites, attack_rules.INJURY_INCAPACITATED)
        if fallen > hits > 0:
            cites = (*cites, attack_rules.POOL_NOT_LIMITED_BY_HITS)
        text += f"; {fallen or 'none'} of {fall.count_before} fell"
        if fall.passed:
            cites = (*cites, rulebook.UNIT_PARTIAL_EFFECT)
            text += f", and {fall.passed} more went to the rest of the divided unit"
    dice.note(rule, f"{text}.", actor=unit.id, cites=cites)
