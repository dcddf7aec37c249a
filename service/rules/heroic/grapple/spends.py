"""Spend the hits of a grapple: each follow-up's contest, and what it leaves the target in."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import Dice, DicePool
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.words import HeroicFollowUp, HeroicHoldTechnique
from service.rules.heroic.grapple.follow_ups import CHOKES, FollowUp
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.rolls import Contest, Contestant, roll_contest

TECHNIQUES: Final = {
    HeroicFollowUp.CHOKE_HOLD: HeroicHoldTechnique.CHOKE_HOLD,
    HeroicFollowUp.ARM_LOCK: HeroicHoldTechnique.ARM_LOCK,
}


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
    """Tell whether a follow-up can be tried: a hit is left, and a held member is in the right posture."""
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
    dice.note(follow.rule, told(follow, pair, contest.margin, damage, injury), actor=pair.attacker)
    return after, Spent(follow, hits, contest, damage, injury)


def _roll_swing(follow: FollowUp, blow: Blow, swing: DicePool, pair: Pair, dice: Dice) -> int:
    roll = dice.roll(attack_rules.INJURY_DAMAGE_ONCE, swing, actor=pair.attacker)
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
        technique=TECHNIQUES.get(follow.type, grip.technique),
    )


def told(follow: FollowUp, pair: Pair, margin: int, damage: int, injury: int) -> str:
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
