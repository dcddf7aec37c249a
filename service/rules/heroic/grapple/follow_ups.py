"""What the hits of a grapple can be spent on: the contest of each follow-up, and what it does."""

from typing import Final, NamedTuple

from service.dice.model import Cites, DicePool, Rule
from service.dice.transcript import Tally
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicSpend
from service.rules.heroic.attack.situation import Situation
from service.rules.heroic.attack.weapons import armour_at
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.modifiers import GRIP, GripFact
from service.rules.heroic.book.options import HeroicRulings, HeroicTechniqueContest
from service.rules.heroic.book.words import HeroicFollowUp
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import free_arms
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.kernel.words import Fact
from service.rules.roll_under.damage import Blow, damage_of, swing_of, wounding_halves
from service.rules.roll_under.grappling import choke_modifier, pin_modifier
from service.rules.roll_under.words import DamageType, HitLocation

GRAPPLING_SKILLS: Final = frozenset({"judo", "wrestling", "sumo_wrestling"})
LOCKING_SKILLS: Final = frozenset({"judo", "wrestling"})
CHOKES: Final = frozenset({HeroicFollowUp.CHOKE, HeroicFollowUp.CHOKE_HOLD})
MARGIN: Final = damage_of("0d")
SPEND: Final = (attack_rules.GRAPPLE_SPEND, attack_rules.GRAPPLE_SPEND_CONTEST)
CHOKE: Final[Cites] = (*SPEND, attack_rules.GRAPPLE_CHOKE)
LOCK: Final[Cites] = (*SPEND, attack_rules.GRAPPLE_TECHNIQUE)
SNAP: Final[Cites] = (*LOCK, attack_rules.REF_ST_DAMAGE)


class Technique(NamedTuple):
    """A follow-up that injures: where, null for the limb it names, and whether skin and soft armour do not count."""

    rule: Rule
    location: HitLocation | None
    cites: Cites
    rigid: bool = True
    swings: bool = False


class FollowUp(NamedTuple):
    """One follow-up, ready to be rolled: both scores, and what a victory does; without a blow it does no damage.

    The damage is the margin of victory, or, if it swings, that of dice.
    """

    type: HeroicFollowUp
    hits: int
    rule: Rule
    first: Tally
    second: Tally
    location: HitLocation | None
    blow: Blow | None
    swing: DicePool | None
    cites: Cites


CHOKING: Final = Technique(attack_rules.REF_CHOKE, HitLocation.NECK, CHOKE, rigid=False)
TECHNIQUES: Final = {
    HeroicFollowUp.CHOKE: CHOKING,
    HeroicFollowUp.CHOKE_HOLD: CHOKING,
    HeroicFollowUp.ARM_LOCK: Technique(attack_rules.REF_ARM_LOCK, HitLocation.ARM, LOCK),
    HeroicFollowUp.NECK_SNAP: Technique(attack_rules.REF_NECK_SNAP, HitLocation.NECK, SNAP, swings=True),
    HeroicFollowUp.WRENCH_LIMB: Technique(attack_rules.REF_NECK_SNAP, None, SNAP, swings=True),
}


def follow_ups_of(
    situation: Situation,
    choice: HeroicAttackChoice,
    mode: HeroicAttackMode,
    ratio: tuple[int, int],
    rulings: HeroicRulings,
) -> tuple[FollowUp, ...]:
    """Return the follow-ups that are ordered, in order; `ratio` is attackers to defenders."""
    return tuple([_follow_up(situation, choice, mode, spend, ratio, rulings) for spend in choice.grapple_spend])


def hands_of(situation: Situation, mode: HeroicAttackMode) -> int:
    """Return the hands with which each attacker grapples."""
    return min(free_arms(situation.attacker, situation.grapples), 2) if mode.hands is None else mode.hands


def location_of(spend: HeroicSpend, choice: HeroicAttackChoice) -> HitLocation:
    """Return where a follow-up acts: on the limb it names, or where the victim is held."""
    return spend.location or choice.location


def best_score(unit: HeroicUnit, mode: HeroicAttackMode | None) -> int:
    """Return the best of ST, DX and grappling skill."""
    skills = [each.level for each in unit.skills if each.name in GRAPPLING_SKILLS]
    own = [mode.skill] if mode is not None else []
    return max([unit.st, unit.dx, *skills, *own])


def resisting(unit: HeroicUnit) -> int:
    """Return the better of ST and HT."""
    return max(unit.st, unit.ht)


def helpers(score: int, ratio: tuple[int, int], *, pins: bool) -> int:
    """Return what superior numbers add to a takedown or a pin: a fifth of the score, or two fifths.

    Ruling: heroic/ruling/grapple-fifth.
    """
    attackers, defenders = ratio
    if 2 * attackers <= 3 * defenders:
        return 0
    if pins and attackers > 2 * defenders:
        return 2 * score // 5
    return score // 5


def _follow_up(
    situation: Situation,
    choice: HeroicAttackChoice,
    mode: HeroicAttackMode,
    spend: HeroicSpend,
    ratio: tuple[int, int],
    rulings: HeroicRulings,
) -> FollowUp:
    if spend.type in TECHNIQUES:
        where = location_of(spend, choice)
        return _technique(situation, mode, spend, where, own=rulings.technique_contest is HeroicTechniqueContest.OWN)
    attacker, target = situation.attacker, situation.target
    pins = spend.type is HeroicFollowUp.PIN
    score, defending = best_score(attacker, mode), best_score(target, None)
    helping = helpers(score, ratio, pins=pins)
    if not pins:
        first, cites = counted(GRIP, {GripFact.BRINGS_DOWN: helping}), (*SPEND, attack_rules.GRAPPLE_TAKEDOWN)
        return FollowUp(
            spend.type, 1, attack_rules.REF_TAKEDOWN, tally(score, first), tally(defending), None, None, None, cites
        )
    larger, arms = attacker.sm - target.sm, free_arms(attacker, situation.grapples) - target.arms
    own, other = pin_modifier(larger, free_hands=arms > 0), pin_modifier(-larger, free_hands=arms < 0)
    first = counted(GRIP, {GripFact.PINS: helping, GripFact.SIZE_AND_HANDS: own})
    second, cites = (
        tally(defending, counted(GRIP, {GripFact.SIZE_AND_HANDS: other})),
        (*SPEND, attack_rules.GRAPPLE_PIN),
    )
    return FollowUp(spend.type, 1, attack_rules.REF_PIN, tally(score, first), second, None, None, None, cites)


def _technique(
    situation: Situation, mode: HeroicAttackMode, spend: HeroicSpend, where: HitLocation, *, own: bool
) -> FollowUp:
    """Return a choke, a lock, a snap or a wrench: crushing damage against the armour that counts."""
    attacker, target, row = situation.attacker, situation.target, TECHNIQUES[spend.type]
    facts, scores = dict[Fact, int](), [attacker.st]
    if spend.type in CHOKES:
        facts[GripFact.HANDS] = choke_modifier(hands_of(situation, mode), by_the_torso=where is HitLocation.TORSO)
        facts[GripFact.CHOKE_HOLD] = spend.type is HeroicFollowUp.CHOKE_HOLD
    elif spend.type is HeroicFollowUp.ARM_LOCK:
        scores += [each.level for each in attacker.skills if each.name in LOCKING_SKILLS]
    else:
        facts[GripFact.SNAPS] = 1
    first = tally(max(scores) if own else best_score(attacker, mode), counted(GRIP, facts))
    second = tally(resisting(target) if own else best_score(target, None))
    location = row.location or where
    damage = swing_of(attacker.st) if row.swings else MARGIN
    dr, halves = technique_dr(target, location, rigid=row.rigid), wounding_halves(DamageType.CRUSHING, location)
    blow = Blow(damage, DamageType.CRUSHING, dr, halves)
    return FollowUp(spend.type, spend.hits, row.rule, first, second, location, blow, damage.pool, row.cites)


def technique_dr(target: HeroicUnit, location: HitLocation, *, rigid: bool) -> int:
    """Return the DR that counts against a technique; a lock or snap ignores skin and flexible armour."""
    armour = armour_at(target, location)
    if armour is None:
        return 0
    if rigid and (armour.tough_skin or (armour.flexible and not armour.natural)):
        return 0
    change = next((each.delta for each in armour.vs if each.type is DamageType.CRUSHING), 0)
    return max(armour.dr + change, 0)
