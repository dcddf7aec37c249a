"""What a grapple and an attempt to break free must be to be resolved; everything is checked before a die is read."""

from typing import Final

from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicBreakFree, HeroicSpend
from service.rules.heroic.attack.rolls import base_hits_of, total_hits_of
from service.rules.heroic.attack.situation.legality import ALONE, Pointers, refuse_attack, refuse_pools
from service.rules.heroic.attack.situation.situation import Situation, multiplier_halves
from service.rules.heroic.attack.situation.skill import attackers_of
from service.rules.heroic.attack.situation.weapons import Aim, speed_factor_of
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import (
    AttackerInactive,
    HeroicDuplicateId,
    LocationNotTargetable,
    NotGrappled,
    PinNeedsProne,
    SpendExceedsHits,
)
from service.rules.heroic.book.words import HeroicCondition, HeroicFollowUp, HeroicModeKind
from service.rules.heroic.figures.standing import PRESENT, spoken_name
from service.rules.heroic.grapple.follow_ups import location_of
from service.rules.roll_under.damage import LIMBS
from service.rules.roll_under.words import HitLocation, Posture

GRAPPLES: Final = frozenset({HeroicModeKind.GRAPPLE})
WIDEST_MARGIN: Final = 100
WRENCHED: Final = frozenset(LIMBS)
ARMS: Final = frozenset({HitLocation.ARM, HitLocation.SHIELD_ARM})


def refuse_grapple(
    situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings, at: Pointers = ALONE
) -> tuple[Aim, ...]:
    """Refuse a grapple that the rules forbid, and return its aims."""
    aims = refuse_attack(situation, choice, GRAPPLES, rulings, at)
    brought_down = situation.target.posture is Posture.LYING or any(
        hold.prone and hold.victim == situation.target.id for hold in situation.grapples
    )
    for position, spend in enumerate(choice.grapple_spend):
        pointer = f"{at.choice}/grapple_spend/{position}"
        if spend.type is HeroicFollowUp.TAKEDOWN:
            brought_down = True
        elif spend.type is HeroicFollowUp.PIN and not brought_down:
            message = (
                f"{spoken_name(situation.target)} cannot be pinned while {situation.target.posture.value!r}; "
                "that takes a takedown first."
            )
            raise PinNeedsProne(message, pointer=pointer)
        _refuse_location(situation, choice, spend, pointer)
    _refuse_spending(situation, choice, aims, at)
    return aims


def _refuse_location(situation: Situation, choice: HeroicAttackChoice, spend: HeroicSpend, pointer: str) -> None:
    """Refuse a technique at a place where it cannot work."""
    where = location_of(spend, choice)
    larger = situation.attacker.sm > situation.target.sm
    fits = {
        HeroicFollowUp.CHOKE: where is HitLocation.NECK or (larger and where is HitLocation.TORSO),
        HeroicFollowUp.CHOKE_HOLD: where is HitLocation.NECK,
        HeroicFollowUp.ARM_LOCK: where in ARMS,
        HeroicFollowUp.NECK_SNAP: where is HitLocation.NECK,
        HeroicFollowUp.WRENCH_LIMB: where in WRENCHED,
    }
    if not fits.get(spend.type, True):
        message = f"{spend.type.value!r} does not work on the {where.value!r}."
        raise LocationNotTargetable(message, pointer=f"{pointer}/location")


def _refuse_spending(situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], at: Pointers) -> None:
    """Refuse to spend more hits than the grapple could ever make."""
    ordered = sum([spend.hits for spend in choice.grapple_spend])
    attackers = choice.engaged or attackers_of(situation, choice, aims)
    factor = speed_factor_of(situation.attacker, aims, separate=situation.separate)[0]
    most = total_hits_of(base_hits_of(WIDEST_MARGIN, factor), multiplier_halves(attackers), None)
    if ordered > most:
        message = f"{ordered} hits are to be spent, but no grapple of {attackers} makes more than {most}."
        raise SpendExceedsHits(message, pointer=f"{at.choice}/grapple_spend")


def refuse_break_free(input: HeroicBreakFree) -> None:
    """Refuse to break a hold that is not there, and a victim who can do nothing; who is routed may break free."""
    victim, holder, hold = input.victim, input.holder, input.hold
    if victim.id == holder.id:
        message = f"{spoken_name(victim)} cannot hold itself: both units are called {victim.id!r}."
        raise HeroicDuplicateId(message, pointer="/holder")
    refuse_pools((victim, holder), Pointers("/victim", "/holder", ""))
    if hold.victim != victim.id or hold.grappler != holder.id:
        message = f"The hold is {hold.grappler!r}'s on {hold.victim!r}, not {holder.id!r}'s on {victim.id!r}."
        raise NotGrappled(message, pointer="/hold")
    if victim.status not in PRESENT or HeroicCondition.UNCONSCIOUS in victim.conditions:
        message = f"{spoken_name(victim)} cannot act; the status is {victim.status.value!r}."
        raise AttackerInactive(message, pointer="/victim")
