"""Resolve one attempt to grapple, and what its hits are spent on."""

from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice
from service.rules.heroic.attack.attack import (
    DEFENDED,
    InjuryResult,
    injury_result_of,
    locks_after,
    points_of,
    report_of,
    units_in,
    winner_of,
)
from service.rules.heroic.attack.exchange import Exchange, exchange
from service.rules.heroic.attack.injury import Pending, settle
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicGrapple
from service.rules.heroic.attack.odds import landed_chances
from service.rules.heroic.attack.outcomes import (
    HeroicGrappleOutcome,
    HeroicGrappleReport,
    HeroicGrappleVerdict,
    HeroicScores,
    HeroicSpent,
    HeroicUnitInjury,
)
from service.rules.heroic.attack.plan import AttackPlan, plan_attack
from service.rules.heroic.attack.situation.situation import Situation, situation_of
from service.rules.heroic.attack.situation.weapons import Aim
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import (
    HeroicChangeReason,
    HeroicCondition,
    HeroicHoldState,
    HeroicHoldTechnique,
    HeroicStatus,
)
from service.rules.heroic.figures.bonds import HeroicHold
from service.rules.heroic.figures.changes import Cause, changes_of_units
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import are_locked, fp_without_air, is_solitary
from service.rules.heroic.grapple.follow_ups import FollowUp, Grip, Pair, Spent, follow_ups_of, hands_of, roll_spend
from service.rules.heroic.grapple.grapple_legality import refuse_grapple
from service.rules.kernel.telling import joined, sentence
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.exertion import SUFFOCATION_FP
from service.rules.roll_under.words import HitLocation, Posture

NO_GRIP: Final = Grip(
    0,
    0,
    0,
    0,
    0,
    0,
    backfired=False,
    suffocating=False,
    technique=HeroicHoldTechnique.NONE,
    injury=0,
)


class GrapplePlan(NamedTuple):
    """A grapple, ready to be rolled: its attack, its follow-ups, and how the target is held already."""

    attack: AttackPlan
    follow_ups: tuple[FollowUp, ...]
    pair: Pair
    holdable: int
    held_before: int
    prone_before: int
    pinned_before: int
    all_prone: bool
    location: HitLocation
    hands: int

    def grip(self, hits: int) -> Grip:
        """Return the grip that so many hits make, before any is spent."""
        if not hits:
            return NO_GRIP
        held = max(min(hits, self.holdable), self.held_before)
        prone = held if self.all_prone else min(self.prone_before, held)
        return NO_GRIP._replace(left=hits, held=held, prone=prone, pinned=min(self.pinned_before, held))


class GrappleEnd(NamedTuple):
    """What a grapple comes to: whether it hit, with how many hits, and the grip at the end."""

    outcome: AttackResult
    hits: int
    grip: Grip


class Grappled(NamedTuple):
    """A grapple, rolled: its attack, its follow-ups, and the grip at the end."""

    exchange: Exchange
    spent: tuple[Spent, ...]
    grip: Grip


def resolve_grapple(input: HeroicGrapple, rulings: HeroicRulings, dice: Dice) -> HeroicGrappleOutcome:
    """Grapple a target and spend the hits on takedowns, pins, chokes and locks.

    Dice: 3D6 attack, 3D6 defence; then for each follow-up that is possible 3D6 attacker, 3D6 defender, and the damage
    of a neck snap or wrench that succeeds. If it is settled, then 3D6 against HT if the target is injured, and 3D6
    against Will if it suffocates without fatigue points left.
    Raises: the refusals of attacks and of grapples.
    Source: Grappling.
    """
    situation = situation_of(input, rulings)
    aims = refuse_grapple(situation, input.attack, rulings)
    plan = plan_grapple(situation, input.attack, aims, rulings, "/attack")
    done = roll_grapple(plan, dice)
    locks = locks_after(situation, plan.attack, dice)
    units = units_after(fresh(situation, input), plan, done.grip)
    grappled, pending = units, pending_of(plan, done.grip)
    injuries: tuple[HeroicUnitInjury, ...] = ()
    if input.settle:
        settled = settle(units, pending, winner_of(input), rulings, dice)
        units, injuries = settled.units, settled.injuries
    attacker = plan.pair.attacker
    applied = injury_result_of(plan.pair.target, injuries, units[1]) if input.settle else None
    landed = done.exchange.landed
    verdict = verdict_of(plan, GrappleEnd(landed.outcome, landed.hits, done.grip), applied)
    return HeroicGrappleOutcome(
        summary=summary_of(plan, verdict),
        verdict=verdict,
        grapple=grapple_report(plan, done, locked=are_locked(plan.pair.attacker, plan.pair.target, locks)),
        pending=() if input.settle else tuple([each.model() for each in pending]),
        injuries=injuries,
        changes=(
            *changes_of_units(units_in(input), grappled, Cause(HeroicChangeReason.GRAPPLE, attacker)),
            *changes_of_units(grappled, units, Cause(HeroicChangeReason.INJURY, attacker)),
        ),
        units=units,
        grapples=holds_after(situation.grapples, plan, done.grip),
        locks=locks,
    )


def plan_grapple(
    situation: Situation,
    choice: HeroicAttackChoice,
    aims: tuple[Aim, ...],
    rulings: HeroicRulings,
    refuse_at: str | None = None,
) -> GrapplePlan:
    """Work out one grapple whose aims `grapple_legality` has approved; a chosen defence as in `plan_attack`."""
    attack = plan_attack(situation, choice, aims, rulings, refuse_at)
    mode = aims[0].mode
    engagement = attack.strength.engagement
    ratio = (engagement.engaged, engagement.defenders)
    holds = [
        hold
        for hold in situation.grapples
        if hold.grappler == situation.attacker.id and hold.victim == situation.target.id
    ]
    return GrapplePlan(
        attack,
        follow_ups_of(situation, choice, mode, ratio, rulings),
        Pair(attack.attacker, attack.attacker_name, attack.target, attack.target_name),
        situation.able or situation.standing,
        sum([hold.members for hold in holds]),
        sum([hold.members for hold in holds if hold.prone or hold.state is HeroicHoldState.PINNED]),
        sum([hold.members for hold in holds if hold.state is HeroicHoldState.PINNED]),
        situation.target.posture is Posture.LYING,
        choice.location,
        hands_of(situation, mode),
    )


def roll_grapple(plan: GrapplePlan, dice: Dice) -> Grappled:
    """Roll a planned grapple and everything its hits are spent on.

    Dice: 3D6 attack, 3D6 defence; then those of each follow-up, in order.
    """
    done = exchange(plan.attack, dice)
    hits = done.landed.hits
    grip = plan.grip(hits)
    if not hits:
        return Grappled(done, (), grip)
    pair = plan.pair
    whom = pair.target_name if plan.holdable == 1 else f"{grip.held} of {pair.target_name}"
    text = f"{pair.attacker_name} took hold of {whom}."
    dice.note(attack_rules.GRAPPLE_GRAPPLED, text, actor=pair.attacker)
    spent = []
    for follow in plan.follow_ups:
        grip, one = roll_spend(grip, follow, pair, dice)
        spent.append(one)
    if grip.suffocating:
        text = f"{pair.target_name} suffocated for ten seconds and lost {SUFFOCATION_FP} fatigue points."
        dice.note(attack_rules.GRAPPLE_SUFFOCATION, text, actor=pair.target, cites=(attack_rules.REF_SUFFOCATION,))
    return Grappled(done, tuple(spent), grip)


def grapple_odds(input: HeroicGrapple, rulings: HeroicRulings) -> Distribution[HeroicGrappleVerdict]:
    """Return the exact chances of each verdict of a grapple: its contest, each follow-up, then the injury step.

    Raises: the refusals of attacks and of grapples; OddsTooLarge, if too many different injuries are possible.
    """
    situation = situation_of(input, rulings)
    aims = refuse_grapple(situation, input.attack, rulings)
    plan = plan_grapple(situation, input.attack, aims, rulings, "/attack")
    before, winner = fresh(situation, input), winner_of(input)

    def injure(grip: Grip, dice: Dice) -> InjuryResult:
        settled = settle(units_after(before, plan, grip), pending_of(plan, grip), winner, rulings, dice)
        return injury_result_of(plan.pair.target, settled.injuries, settled.units[1])

    def verdict(end: GrappleEnd, dice: ExactDice) -> HeroicGrappleVerdict:
        applied = dice.settle(attack_rules.INJURY_HT_HALVES, injure, end.grip) if input.settle else None
        return verdict_of(plan, end, applied)

    ends = landed_chances(plan.attack).then(
        lambda landed, _: GrappleEnd(landed.outcome, landed.hits, plan.grip(landed.hits))
    )
    for follow in plan.follow_ups:
        ends = ends.then(partial(_spend_exactly, follow, plan.pair))
    return ends.then(verdict)


def _spend_exactly(follow: FollowUp, pair: Pair, end: GrappleEnd, dice: ExactDice) -> GrappleEnd:
    return end._replace(grip=roll_spend(end.grip, follow, pair, dice)[0])


def pending_of(plan: GrapplePlan, grip: Grip) -> tuple[Pending, ...]:
    """Return the injury that a grapple leaves to the injury step."""
    if not grip.injury:
        return ()
    return (Pending(plan.pair.target, plan.pair.attacker_name, 1, grip.injury),)


def fresh(situation: Situation, input: HeroicGrapple) -> Situation:
    """Return a situation with its units as they were given: no weariness lasts beyond a roll."""
    return replace(situation, attacker=input.attacker, target=input.target, others=input.others)


def units_after(situation: Situation, plan: GrapplePlan, grip: Grip) -> tuple[HeroicUnit, ...]:
    """Return attacker, target and the others after a grapple, before any injury.

    Only a unit all of whose members are concerned falls or suffocates as a whole; the caller divides any other.

    Ruling: heroic/ruling/takedown-backfire.
    """
    attacker, target = situation.attacker, situation.target
    if grip.backfired and is_solitary(attacker):
        attacker = attacker.model_copy(update={"posture": Posture.LYING})
    changes: dict[str, object] = {}
    if grip.prone and grip.prone >= plan.holdable:
        changes["posture"] = Posture.LYING
    if grip.suffocating and grip.held >= plan.holdable:
        changes["fp_current"] = fp_without_air(target)
        if HeroicCondition.SUFFOCATING not in target.conditions:
            changes["conditions"] = (*target.conditions, HeroicCondition.SUFFOCATING)
    if changes:
        target = target.model_copy(update=changes)
    return (attacker, target, *[other.unit for other in situation.others])


def holds_after(grapples: tuple[HeroicHold, ...], plan: GrapplePlan, grip: Grip) -> tuple[HeroicHold, ...]:
    """Return who holds whom after a grapple: held members standing, brought down and pinned apart."""
    if not grip.held:
        return grapples
    pair = plan.pair
    others = [hold for hold in grapples if (hold.grappler, hold.victim) != (pair.attacker, pair.target)]
    parts = (
        (grip.held - max(grip.prone, grip.pinned), HeroicHoldState.GRAPPLED, False),
        (max(grip.prone - grip.pinned, 0), HeroicHoldState.GRAPPLED, True),
        (grip.pinned, HeroicHoldState.PINNED, True),
    )
    made = [
        HeroicHold(
            grappler=pair.attacker,
            victim=pair.target,
            members=members,
            location=plan.location,
            hands=plan.hands,
            state=state,
            prone=prone,
            technique=grip.technique,
        )
        for members, state, prone in parts
        if members
    ]
    return (*others, *made)


def verdict_of(plan: GrapplePlan, ended: GrappleEnd, applied: InjuryResult | None) -> HeroicGrappleVerdict:
    """Return what players care about; without what was applied the injury is pending."""
    outcome, hits, grip = ended
    return HeroicGrappleVerdict(
        outcome=outcome,
        hits=hits,
        held=grip.held,
        prone=grip.downs > 0,
        pinned=grip.pins,
        suffocating=grip.suffocating,
        backfired=grip.backfired,
        injury=grip.injury,
        applied=None if applied is None else applied.applied,
        casualties=None if applied is None else applied.casualties,
        target_status=None if applied is None else applied.status,
    )


def grapple_report(plan: GrapplePlan, done: Grappled, *, locked: bool) -> HeroicGrappleReport:
    """Return everything a grapple came to before injury is applied."""
    return HeroicGrappleReport(
        attack=report_of(plan.attack, done.exchange, locked=locked),
        held=done.grip.held,
        spent=tuple([_spent(each) for each in done.spent]),
        unspent_hits=done.grip.left,
    )


def _spent(spent: Spent) -> HeroicSpent:
    follow, contest = spent.follow, spent.contest
    scores = None
    if contest is not None:
        scores = HeroicScores(
            first=follow.first,
            first_roll=contest.first_roll,
            second=follow.second,
            second_roll=contest.second_roll,
            margin=contest.margin,
        )
    return HeroicSpent(
        type=follow.type,
        hits=spent.hits,
        possible=contest is not None,
        contest=scores,
        won=contest is not None and contest.margin > 0,
        location=follow.location,
        damage=spent.damage,
        dr=0 if follow.blow is None else follow.blow.dr,
        injury=spent.injury,
    )


def summary_of(plan: GrapplePlan, verdict: HeroicGrappleVerdict) -> str:
    """Say in a sentence or two what happened."""
    pair = plan.pair
    if not verdict.hits:
        stopped = f", who {verdict.outcome.value}" if verdict.outcome in DEFENDED else ""
        return sentence(f"{pair.attacker_name} failed to grapple {pair.target_name}{stopped}")
    them = "them" if plan.holdable == 1 else "one"
    parts = [f"{pair.attacker_name} grappled {pair.target_name}"]
    if verdict.prone:
        parts.append(f"brought {them} down")
    if verdict.pinned:
        parts.append(f"pinned {them}")
    if verdict.suffocating:
        parts.append("cut off their breath")
    if verdict.injury:
        parts.append(f"did {points_of(verdict.injury)}")
    if verdict.target_status is HeroicStatus.INCAPACITATED:
        parts.append("put them out of the fight")
    if verdict.backfired:
        parts.append("fell in a takedown that failed")
    return sentence(joined(parts))
