"""What the hits of a grapple can be spent on: the contest of each follow-up, and what it does."""

from typing import Final, NamedTuple

from service.dice.model import Cites, DicePool, Rule
from service.dice.transcript import Tally, Term
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicSpend
from service.rules.heroic.attack.situation import Situation
from service.rules.heroic.attack.wounds import armour_at
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicRulings, HeroicTechniqueContest
from service.rules.heroic.book.words import HeroicFollowUp
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import free_arms
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.damage import Blow, damage_of, swing_of, wounding_halves
from service.rules.roll_under.grappling import CHOKE_HOLD_ST, NECK_SNAP_ST, choke_modifier, pin_modifier
from service.rules.roll_under.words import DamageType, HitLocation

GRAPPLING_SKILLS: Final = frozenset({"judo", "wrestling", "sumo_wrestling"})
LOCKING_SKILLS: Final = frozenset({"judo", "wrestling"})
CHOKES: Final = frozenset({HeroicFollowUp.CHOKE, HeroicFollowUp.CHOKE_HOLD})
MARGIN: Final = damage_of("0d")
SPEND: Final = (attack_rules.GRAPPLE_SPEND, attack_rules.GRAPPLE_SPEND_CONTEST)


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
    if spend.type is HeroicFollowUp.TAKEDOWN:
        return _takedown(situation, mode, ratio)
    if spend.type is HeroicFollowUp.PIN:
        return _pin(situation, mode, ratio)
    where = location_of(spend, choice)
    own = rulings.technique_contest is HeroicTechniqueContest.OWN
    if spend.type in CHOKES:
        return _choke(situation, mode, spend, where, own=own)
    if spend.type is HeroicFollowUp.ARM_LOCK:
        return _arm_lock(situation, mode, spend, own=own)
    return _snap(situation, mode, spend, where, own=own)


def _takedown(situation: Situation, mode: HeroicAttackMode, ratio: tuple[int, int]) -> FollowUp:
    score = best_score(situation.attacker, mode)
    terms = _terms((attack_rules.GRAPPLE_TAKEDOWN, "Helpers", helpers(score, ratio, pins=False)))
    second = tally(best_score(situation.target, None))
    cites = (*SPEND, attack_rules.GRAPPLE_TAKEDOWN)
    return FollowUp(
        HeroicFollowUp.TAKEDOWN, 1, attack_rules.REF_TAKEDOWN, tally(score, terms), second, None, None, None, cites
    )


def _pin(situation: Situation, mode: HeroicAttackMode, ratio: tuple[int, int]) -> FollowUp:
    attacker, target = situation.attacker, situation.target
    score = best_score(attacker, mode)
    larger = attacker.sm - target.sm
    arms = free_arms(attacker, situation.grapples) - target.arms
    first = _terms(
        (attack_rules.GRAPPLE_PIN, "Helpers", helpers(score, ratio, pins=True)),
        (attack_rules.REF_PIN, "Size and hands", pin_modifier(larger, free_hands=arms > 0)),
    )
    second = _terms((attack_rules.REF_PIN, "Size and hands", pin_modifier(-larger, free_hands=arms < 0)))
    cites = (*SPEND, attack_rules.GRAPPLE_PIN)
    defending = tally(best_score(target, None), second)
    return FollowUp(
        HeroicFollowUp.PIN, 1, attack_rules.REF_PIN, tally(score, first), defending, None, None, None, cites
    )


def _choke(
    situation: Situation, mode: HeroicAttackMode, spend: HeroicSpend, where: HitLocation, *, own: bool
) -> FollowUp:
    attacker, target = situation.attacker, situation.target
    hold = spend.type is HeroicFollowUp.CHOKE_HOLD
    hands = choke_modifier(hands_of(situation, mode), by_the_torso=where is HitLocation.TORSO)
    terms = _terms(
        (attack_rules.REF_CHOKE, "Hands", hands), (attack_rules.REF_CHOKE, "Choke hold", CHOKE_HOLD_ST if hold else 0)
    )
    first = tally(attacker.st if own else best_score(attacker, mode), terms)
    second = tally(resisting(target) if own else best_score(target, None))
    blow = _technique_blow(target, HitLocation.NECK, rigid=False)
    cites = (*SPEND, attack_rules.GRAPPLE_CHOKE)
    return FollowUp(spend.type, spend.hits, attack_rules.REF_CHOKE, first, second, HitLocation.NECK, blow, None, cites)


def _arm_lock(situation: Situation, mode: HeroicAttackMode, spend: HeroicSpend, *, own: bool) -> FollowUp:
    attacker, target = situation.attacker, situation.target
    skills = [each.level for each in attacker.skills if each.name in LOCKING_SKILLS]
    first = tally(max([attacker.st, *skills]) if own else best_score(attacker, mode))
    second = tally(resisting(target) if own else best_score(target, None))
    blow = _technique_blow(target, HitLocation.ARM, rigid=True)
    cites = (*SPEND, attack_rules.GRAPPLE_TECHNIQUE)
    return FollowUp(
        spend.type, spend.hits, attack_rules.REF_ARM_LOCK, first, second, HitLocation.ARM, blow, None, cites
    )


def _snap(
    situation: Situation, mode: HeroicAttackMode, spend: HeroicSpend, where: HitLocation, *, own: bool
) -> FollowUp:
    attacker, target = situation.attacker, situation.target
    first = tally(attacker.st if own else best_score(attacker, mode), [term(attack_rules.REF_NECK_SNAP, NECK_SNAP_ST)])
    second = tally(resisting(target) if own else best_score(target, None))
    location = HitLocation.NECK if spend.type is HeroicFollowUp.NECK_SNAP else where
    blow = _technique_blow(target, location, rigid=True, swinger=attacker)
    cites = (*SPEND, attack_rules.GRAPPLE_TECHNIQUE, attack_rules.REF_ST_DAMAGE)
    return FollowUp(
        spend.type, spend.hits, attack_rules.REF_NECK_SNAP, first, second, location, blow, blow.damage.pool, cites
    )


def _technique_blow(
    target: HeroicUnit, location: HitLocation, *, rigid: bool, swinger: HeroicUnit | None = None
) -> Blow:
    """Return what a technique does: crushing damage, against the armour that counts."""
    damage = MARGIN if swinger is None else swing_of(swinger.st)
    halves = wounding_halves(DamageType.CRUSHING, location)
    return Blow(damage, DamageType.CRUSHING, technique_dr(target, location, rigid=rigid), halves)


def technique_dr(target: HeroicUnit, location: HitLocation, *, rigid: bool) -> int:
    """Return the DR that counts against a technique; a lock or snap ignores skin and flexible armour."""
    armour = armour_at(target, location)
    if armour is None:
        return 0
    if rigid and (armour.tough_skin or (armour.flexible and not armour.natural)):
        return 0
    change = next((each.delta for each in armour.vs if each.type is DamageType.CRUSHING), 0)
    return max(armour.dr + change, 0)


def _terms(*named: tuple[Rule, str, int]) -> list[Term]:
    return [Term(rule=rule.id, label=label, value=value) for rule, label, value in named if value]
