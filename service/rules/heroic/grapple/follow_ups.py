"""Follow-ups of a grapple, on which its hits are spent: both scores of each, its contest, and what it does."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, DicePool, Expected, Rule
from service.dice.transcript import Tally
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicSpend
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.attack.situation.weapons import armour_at
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.modifiers import GRIP, GripFact
from service.rules.heroic.book.options import HeroicRulings, HeroicTechniqueContest
from service.rules.heroic.book.words import HeroicFollowUp, HeroicHoldTechnique
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import free_arms
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted, tally
from service.rules.roll_under.damage import Blow, damage_of, swing_of, wounding_halves
from service.rules.roll_under.grappling import choke_modifier, pin_modifier
from service.rules.roll_under.rolls import Contest, Contestant, roll_contest
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


HOLD_TECHNIQUES: Final = {
    HeroicFollowUp.CHOKE_HOLD: HeroicHoldTechnique.CHOKE_HOLD,
    HeroicFollowUp.ARM_LOCK: HeroicHoldTechnique.ARM_LOCK,
}


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


class Grip(NamedTuple):
    """How a grapple stands between two follow-ups: hits left, and members held, prone and pinned of those held.

    `downs` and `pins` count those whom this grapple has brought down and pinned.
    """

    left: int
    held: int
    prone: int
    pinned: int
    downs: int
    pins: int
    backfired: bool
    suffocating: bool
    technique: HeroicHoldTechnique
    injury: int


class Pair(NamedTuple):
    """Ids and names of who grapples and who is grappled."""

    attacker: str
    attacker_name: str
    target: str
    target_name: str


class Spent(NamedTuple):
    """One follow-up, rolled: hits spent, its contest if it was possible, damage of one hit, and all the injury."""

    follow: FollowUp
    hits: int
    contest: Contest | None
    damage: int
    injury: int


@dataclass(slots=True, unsafe_hash=True)
class Rivals:
    """The contest of a follow-up; two are equal if they are rolled alike, and told apart as finely.

    `difference` is the first number less the second; without `by_margin` only who wins counts.
    """

    difference: int
    by_margin: bool
    first: Contestant = field(compare=False)
    second: Contestant = field(compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Rivalry:
    """A contest of rivals, rolled: as much of the margin as counts, and both rolls."""

    degree: int
    contest: Contest = field(compare=False)


def roll_rivals(rivals: Rivals, dice: Dice) -> Rivalry:
    """Roll the contest of a follow-up.

    Dice: 3D6 attacker, 3D6 defender.
    """
    contest = roll_contest(rivals.first, rivals.second, dice)
    margin = contest.margin
    return Rivalry(margin if rivals.by_margin else (margin > 0) - (margin < 0), contest)


def is_possible(grip: Grip, follow: FollowUp) -> bool:
    """Return whether a follow-up can be tried: a hit is left, and a held member is in the right posture."""
    if not grip.left:
        return False
    if follow.type is HeroicFollowUp.TAKEDOWN:
        return grip.held > grip.prone
    return follow.type is not HeroicFollowUp.PIN or grip.prone > grip.pinned


def roll_spend(grip: Grip, follow: FollowUp, pair: Pair, dice: Dice) -> tuple[Grip, Spent]:
    """Roll one follow-up.

    Dice: 3D6 attacker, 3D6 defender; then, for a neck snap or wrench that succeeds, its damage.
    Ruling: heroic/ruling/takedown-backfire.
    """
    hits = min(follow.hits, grip.left)
    if not is_possible(grip, follow):
        text = f"{spoken(follow)} was not possible; its hits were lost."
        dice.note(attack_rules.GRAPPLE_SPEND, text, actor=pair.attacker)
        return grip._replace(left=grip.left - hits), Spent(follow, hits, None, 0, 0)
    first = Contestant(follow.rule, pair.attacker, pair.attacker_name, follow.first, follow.cites)
    second = Contestant(follow.rule, pair.target, pair.target_name, follow.second)
    by_margin = follow.blow is not None and follow.swing is None
    rivals = Rivals(follow.first.total - follow.second.total, by_margin, first, second)
    contest = dice.settle(follow.rule, roll_rivals, rivals).contest
    damage = 0
    if contest.margin > 0 and follow.blow is not None:
        swing = follow.swing
        damage = contest.margin if swing is None else _roll_swing(follow, follow.blow, swing, pair, dice)
    injury = 0 if follow.blow is None else follow.blow.injury(damage) * hits
    after = after_spend(grip, follow, contest.margin, injury)
    dice.note(follow.rule, spend_text(follow, pair, contest.margin, damage, injury), actor=pair.attacker)
    return after, Spent(follow, hits, contest, damage, injury)


def _roll_swing(follow: FollowUp, blow: Blow, swing: DicePool, pair: Pair, dice: Dice) -> int:
    rule, purpose = attack_rules.INJURY_DAMAGE_ONCE, f"damage of {pair.target_name} by {spoken(follow).lower()}"
    dice.expect(lambda: [Expected(rule, swing, pair.attacker, purpose)])
    roll = dice.roll(rule, swing, actor=pair.attacker)
    damage = blow.basic(roll.total)
    roll.tell(f"{spoken(follow)}: {damage} damage against DR {blow.dr}.", cites=(attack_rules.INJURY_FORMULA,))
    return damage


def after_spend(grip: Grip, follow: FollowUp, margin: int, injury: int) -> Grip:
    """Return the grip after a follow-up that was possible, given its margin and its injury."""
    left = grip.left - min(follow.hits, grip.left)
    if margin <= 0 and follow.type is not HeroicFollowUp.CHOKE_HOLD:
        backfires = follow.type is HeroicFollowUp.TAKEDOWN and margin < 0
        return grip._replace(left=left, backfired=grip.backfired or backfires)
    if follow.type is HeroicFollowUp.TAKEDOWN:
        return grip._replace(left=left, prone=grip.prone + 1, downs=grip.downs + 1)
    if follow.type is HeroicFollowUp.PIN:
        return grip._replace(left=left, pinned=grip.pinned + 1, pins=grip.pins + 1)
    chokes = follow.type in CHOKES and (injury > 0 or follow.type is HeroicFollowUp.CHOKE_HOLD)
    return grip._replace(
        left=left,
        injury=grip.injury + injury,
        suffocating=grip.suffocating or chokes,
        technique=HOLD_TECHNIQUES.get(follow.type, grip.technique),
    )


def spend_text(follow: FollowUp, pair: Pair, margin: int, damage: int, injury: int) -> str:
    """Say what a follow-up did."""
    name = spoken(follow)
    if follow.type is HeroicFollowUp.CHOKE_HOLD and not injury:
        return f"{name} left {pair.target_name} without air."
    if margin <= 0:
        if follow.type is HeroicFollowUp.TAKEDOWN and margin < 0:
            return f"{name} of {pair.target_name} failed, and {pair.attacker_name} fell instead."
        return f"{name} of {pair.target_name} failed."
    if follow.blow is None:
        return f"{name} of {pair.target_name} succeeded."
    return f"{name} did {damage} damage to {pair.target_name}: {injury} injury."


def spoken(follow: FollowUp) -> str:
    """Say a follow-up as a player would."""
    return follow.type.value.replace("_", " ").capitalize()
