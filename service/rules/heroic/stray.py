"""Whom a shot that misses into a melee may endanger, and how it hits them."""

from typing import NamedTuple

from service.dice.transcript import Tally
from service.rules.heroic.aims import Aim
from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.defense import Defense, best_defense, defenses_of
from service.rules.heroic.models import HeroicUnit
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.situation import Situation
from service.rules.heroic.skill import base_of, own_terms, skill_of, stray_terms
from service.rules.heroic.state import able_of, cluster_of, partners_of
from service.rules.roll_under.words import HitLocation

UNAWARE = HeroicAttackChoice()


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

    Ruling: heroic/ruling/stray-candidates, heroic/ruling/stray-skill.
    """
    target = situation.target.id
    if not situation.others or not partners_of(target, situation.locks):
        return ()
    cluster = cluster_of(target, situation.locks) - {target, situation.attacker.id}
    anywhere = tuple([aim._replace(location=HitLocation.TORSO) for aim in aims])
    own = tuple([own_terms(aim, situation) for aim in anywhere])
    base = base_of(anywhere, together=bool(choice.modes), own=own)
    found = []
    for other in situation.others:
        unit = other.unit
        members = able_of(unit, situation.grapples, rulings.assignment) if unit.id in cluster else 0
        if members:
            before = situation._replace(target=unit, target_tactic=other.tactic)
            terms = stray_terms(situation, unit, choice, assigned, rulings)
            defense = best_defense(defenses_of(before, UNAWARE, aims, rulings))
            found.append(Bystander(unit, members, skill_of(base, terms if choice.modes else terms + own[0]), defense))
    return tuple(found)
