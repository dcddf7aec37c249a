"""Whom a shot that misses into a melee may endanger, and how it hits them."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.transcript import Tally
from service.rules.heroic.attack.defense import Defense, best_defense
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.situation import Situation
from service.rules.heroic.attack.skill import base_of, own_terms, stray_terms
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import able_of, cluster_of, partners_of
from service.rules.kernel.tally import tally
from service.rules.roll_under.words import HitLocation

UNAWARE: Final = HeroicAttackChoice()


class Bystander(NamedTuple):
    """Another participant of the target's melee: members who may be hit, and the contest if one is."""

    unit: HeroicUnit
    members: int
    skill: Tally
    defense: Defense


def bystanders_of(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], assigned: int, rulings: HeroicRulings
) -> tuple[Bystander, ...]:
    """Return everybody in the target's melee but target and shooter, in the order listed; none if it is in none.

    Ruling: heroic/ruling/stray-candidates.
    """
    target = situation.target.id
    if not situation.others or not partners_of(target, situation.locks):
        return ()
    cluster = cluster_of(target, situation.locks) - {target, situation.attacker.id}
    anywhere = tuple([replace(aim, location=HitLocation.TORSO) for aim in aims])
    own = [own_terms(aim, situation) for aim in anywhere]
    base = base_of(anywhere, own, together=bool(choice.modes))
    found = []
    for other in situation.others:
        unit = other.unit
        members = able_of(unit, situation.grapples, rulings.assignment) if unit.id in cluster else 0
        if members:
            before = replace(situation, target=unit, target_tactic=other.tactic, able=members)
            terms = stray_terms(before, choice, assigned, rulings)
            skill = tally(base, terms if choice.modes else terms + own[0])
            found.append(Bystander(unit, members, skill, best_defense(before, UNAWARE, aims, rulings)))
    return tuple(found)
