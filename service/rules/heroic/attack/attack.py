"""Attack: resolve one, and report what it did."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.attack import outcomes
from service.rules.heroic.attack.defense import Defense
from service.rules.heroic.attack.exchange import AttackTotals, Exchange, exchange, stray_blow
from service.rules.heroic.attack.injury import settle
from service.rules.heroic.attack.models import HeroicAttack, HeroicMeeting
from service.rules.heroic.attack.plan import AttackPlan, Salvo, plan_attack
from service.rules.heroic.attack.situation.legality import refuse_attack
from service.rules.heroic.attack.situation.situation import Situation, situation_of
from service.rules.heroic.attack.situation.weapons import Aim, Wound
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import HeroicChangeReason, HeroicModeKind, HeroicStatus
from service.rules.heroic.figures.bonds import HeroicLock
from service.rules.heroic.figures.changes import Cause, changes_of_units
from service.rules.heroic.figures.models import HeroicAmmunition, HeroicLoad, HeroicUnit
from service.rules.heroic.figures.standing import are_locked, spoken_name
from service.rules.kernel.telling import amount, sentence, times
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.words import HitLocation

RANGED: Final = HeroicModeKind.RANGED
KINDS: Final = frozenset({HeroicModeKind.MELEE, HeroicModeKind.RANGED})
DEFENDED: Final = frozenset({AttackResult.DODGED, AttackResult.PARRIED, AttackResult.BLOCKED})


def report_of(plan: AttackPlan, done: Exchange, *, locked: bool) -> outcomes.HeroicAttackReport:
    """Return everything an attack came to before injury is applied."""
    landed = done.landed
    return outcomes.HeroicAttackReport(
        attacker=plan.attacker,
        target=plan.target,
        outcome=done.result.outcome,
        skill=landed.salvo.skill,
        defense=defense_used(plan.defense),
        contest=landed.contest,
        numbers=numbers_of(plan, landed.salvo),
        shots=shots_of(landed.salvo, drawn=landed.drawn),
        speed_factor=plan.speed_factor,
        base_hits=landed.base,
        hits=landed.hits,
        wounds=() if landed.stray is not None else _wounds_of_target(plan, done),
        injury=done.result.injury,
        stray=_stray(plan, done),
        locked=locked,
    )


def defense_used(defense: Defense) -> outcomes.HeroicDefenseUsed:
    """Return the defence that was used."""
    return outcomes.HeroicDefenseUsed(kind=defense.kind, name=defense.name, value=defense.value)


def numbers_of(plan: AttackPlan, salvo: Salvo) -> outcomes.HeroicNumbers:
    """Return how many fight how many."""
    strength = plan.strength
    engagement = strength.engagement
    return outcomes.HeroicNumbers(
        attackers=strength.assigned,
        engaged=engagement.engaged,
        defenders=engagement.defenders,
        mode=engagement.mode,
        ratio_bonus=strength.ratio,
        multiplier=salvo.halves / 2,
    )


def shots_of(salvo: Salvo, *, drawn: bool | None) -> outcomes.HeroicShots | None:
    """Return the shooting, if there is any; `drawn` says whether Fast-Draw succeeded, if it was tried."""
    volley = salvo.volley
    if volley is None:
        return None
    return outcomes.HeroicShots(
        fast_draw=drawn,
        shots_each=volley.each,
        shots=volley.shots,
        projectiles=volley.projectiles,
        move_cost=volley.move_cost,
        ammo_left=volley.ammo_left,
        loaded_left=volley.loaded_left,
    )


def _wounds_of_target(plan: AttackPlan, done: Exchange) -> tuple[outcomes.HeroicModeHits, ...]:
    return tuple([_wound(plan.aims[at], plan.aims[at].location, plan.blows[at], wound) for at, wound in done.wounds])


def _wound(aim: Aim, location: HitLocation, blow: Blow, wound: Wound) -> outcomes.HeroicModeHits:
    return outcomes.HeroicModeHits(
        mode=aim.mode.id,
        location=location,
        type=blow.type,
        hits=wound.hits,
        damage=wound.damages,
        dr=blow.dr,
        penetrating=wound.penetrating,
        wounding=blow.wounding / 2,
        injury_per_hit=wound.injuries,
        injury=wound.injury,
    )


def _stray(plan: AttackPlan, done: Exchange) -> outcomes.HeroicStray | None:
    stray = done.landed.stray
    if stray is None:
        return None
    bystander = None if stray.at is None else plan.bystanders[stray.at]
    wound = None
    if bystander is not None and stray.location is not None:
        blow = stray_blow(plan, bystander, stray.location)
        wound = _wound(plan.aims[plan.hit_modes[-1]], stray.location, blow, done.wounds[0][1])
    return outcomes.HeroicStray(
        roll=stray.roll,
        endangers=stray.endangers,
        unit=None if bystander is None else bystander.unit.id,
        skill=None if bystander is None else bystander.skill,
        defense=None if bystander is None else defense_used(bystander.defense),
        contest=stray.contest,
        location=stray.location,
        side=stray.side,
        wound=wound,
    )


def resolve_attack(input: HeroicAttack, rulings: HeroicRulings, dice: Dice) -> outcomes.HeroicAttackOutcome:
    """Roll skill against active defence and turn the margin into hits, injury and casualties.

    Distances are in yards, movement in multiples of Move, injury in hit points.

    Dice: 3D6 Fast-Draw if it is tried; 3D6 attack, 3D6 defence; for several attacks as one a choice for each base hit;
    damage of each mode that hits; or, for a miss into a melee, 3D6 for a stray shot, a choice among those it may hit,
    3D6 attack, 3D6 defence, 3D6 location, D6 side of a hand or foot, damage. If it is settled, then 3D6 against HT for
    each injured unit, those of the side with the initiative first.
    Raises: the refusals of attacks.
    Source: Ranged Combat Phase and Melee Combat Phase, procedure; Injury.
    """
    situation = situation_of(input, rulings)
    aims = refuse_attack(situation, input.attack, KINDS, rulings)
    plan = plan_attack(situation, input.attack, aims, rulings, "/attack")
    done = exchange(plan, dice)
    locks = locks_after(situation, plan, dice)
    locked = locks is not situation.locks or are_locked(plan.attacker, plan.target, locks)
    units = units_after(input, plan, done)
    result = done.result
    pending = result.pending(plan)
    injuries: tuple[outcomes.HeroicUnitInjury, ...] = ()
    if input.settle:
        settled = settle(units, pending, winner_of(input), rulings, dice)
        units, injuries = settled.units, settled.injuries
    elif pending:
        text = "The injury was kept until the end of the phase."
        dice.note(attack_rules.INJURY_PENDING, text, actor=plan.target)
    verdict = verdict_of(result, injury_result_of(plan.target, injuries, units[1]) if input.settle else None)
    return outcomes.HeroicAttackOutcome(
        summary=summary_of(plan, result, verdict),
        verdict=verdict,
        attack=report_of(plan, done, locked=locked),
        pending=() if input.settle else tuple([each.model() for each in pending]),
        injuries=injuries,
        changes=changes_of_units(units_in(input), units, Cause(HeroicChangeReason.INJURY, plan.attacker)),
        units=units,
        locks=locks,
    )


def units_in(input: HeroicMeeting) -> tuple[HeroicUnit, ...]:
    """Return attacker, target and the others before an attack."""
    return (input.attacker, input.target, *[other.unit for other in input.others])


class InjuryResult(NamedTuple):
    """What an injury step did to the target of an attack, and to others."""

    applied: int
    casualties: int
    stray_casualties: int
    status: HeroicStatus


def winner_of(input: HeroicMeeting) -> str:
    """Return the side with the initiative: the attacker's, or else the target's."""
    return input.attacker.side if input.has_initiative else input.target.side


def locks_after(situation: Situation, plan: AttackPlan, dice: Dice) -> tuple[HeroicLock, ...]:
    """Return who is locked in melee after an attack: a melee attack locks both, hit or miss, a free one does not."""
    locks = situation.locks
    if plan.kind is RANGED or situation.free or are_locked(plan.attacker, plan.target, locks):
        return locks
    text = f"{plan.attacker_name} and {plan.target_name} were locked in melee."
    dice.note(rulebook.LOCK_CREATE, text, actor=plan.attacker)
    return (*locks, lock_between(plan.attacker, plan.target))


@lru_cache(maxsize=4096)
def lock_between(one: str, other: str) -> HeroicLock:
    """Return the lock of two units."""
    return HeroicLock(one=one, other=other)


def units_after(input: HeroicAttack, plan: AttackPlan, done: Exchange) -> tuple[HeroicUnit, ...]:
    """Return attacker, target and the others once the attack's ammunition is spent, before any injury."""
    attacker = spent_ammo(input.attacker, plan, done)
    if not input.others:
        return (attacker, input.target)
    return (attacker, input.target, *[other.unit for other in input.others])


def spent_ammo(attacker: HeroicUnit, plan: AttackPlan, done: Exchange) -> HeroicUnit:
    """Return the attacker with the projectiles and loaded shots that its attack has left it."""
    volley = done.landed.salvo.volley
    if volley is None or (volley.ammo_left is None and volley.loaded_left is None):
        return attacker
    mode = plan.aims[0].mode.id
    changes: dict[str, object] = {}
    if volley.ammo_left is not None:
        kept = [each for each in attacker.ammo if each.mode != mode]
        changes["ammo"] = (*kept, HeroicAmmunition(mode=mode, left=volley.ammo_left))
    if volley.loaded_left is not None:
        loads = [each for each in attacker.loaded if each.mode != mode]
        changes["loaded"] = (*loads, HeroicLoad(mode=mode, shots=volley.loaded_left))
    return attacker.model_copy(update=changes)


def injury_result_of(target: str, injuries: tuple[outcomes.HeroicUnitInjury, ...], after: HeroicUnit) -> InjuryResult:
    """Return what an injury step did to the target, as it is afterwards, and to others."""
    applied = casualties = stray_casualties = 0
    for each in injuries:
        if each.unit == target:
            applied, casualties = each.applied, each.casualties
        else:
            stray_casualties += each.casualties
    return InjuryResult(applied, casualties, stray_casualties, after.status)


def verdict_of(result: AttackTotals, applied: InjuryResult | None) -> outcomes.HeroicAttackVerdict:
    """Return what players care about; without what was applied the injury is pending."""
    return outcomes.HeroicAttackVerdict(
        outcome=result.outcome,
        hits=result.hits,
        injury=result.injury,
        stray_hits=result.stray_hits,
        stray_injury=result.stray_injury,
        applied=None if applied is None else applied.applied,
        casualties=None if applied is None else applied.casualties,
        stray_casualties=None if applied is None else applied.stray_casualties,
        target_status=None if applied is None else applied.status,
    )


def attack_text(outcome: AttackResult, hits: int, target: str) -> str:
    """Say what came of an attack on a target, to go on after the attacker's name."""
    if hits:
        return f"hit {target} {times(hits)}"
    return f"attacked {target}, who {outcome.value}" if outcome in DEFENDED else f"missed {target}"


def points_of(injury: int) -> str:
    """Say how much injury that is."""
    return f"{amount(injury, 'point')} of injury"


def summary_of(plan: AttackPlan, result: AttackTotals, verdict: outcomes.HeroicAttackVerdict) -> str:
    """Say in a sentence or two what happened."""
    text = f"{plan.attacker_name} {attack_text(verdict.outcome, verdict.hits, plan.target_name)}"
    if not verdict.hits:
        return sentence(f"{text}{_stray_text(plan, result, verdict)}")
    text += f" for {points_of(verdict.injury)}" if verdict.injury else " without injury"
    if verdict.applied is None:
        return sentence(f"{text}, kept until the end of the phase" if verdict.injury else text)
    if verdict.applied < verdict.injury:
        text += f", {verdict.applied or 'none'} of which counted"
    return sentence(f"{text}{_losses_text(plan.target_name, verdict)}")


def _losses_text(target: str, verdict: outcomes.HeroicAttackVerdict) -> str:
    if verdict.target_status is HeroicStatus.INCAPACITATED:
        return f"; {target} dropped out of the fight"
    return f"; {_members_text(verdict.casualties)}" if verdict.casualties else ""


def _members_text(fallen: int) -> str:
    return "1 member fell" if fallen == 1 else f"{fallen} members fell"


def _stray_text(plan: AttackPlan, result: AttackTotals, verdict: outcomes.HeroicAttackVerdict) -> str:
    """Say whom a missed shot hit instead, if anybody."""
    if result.bystander is None:
        return ""
    unit = next(each.unit for each in plan.bystanders if each.unit.id == result.bystander)
    hurt = f"for {points_of(result.stray_injury)}" if result.stray_injury else "without injury"
    comma = "," if verdict.outcome in DEFENDED else ""
    text = f"{comma} and hit {spoken_name(unit)} instead {hurt}"
    return f"{text}; {_members_text(verdict.stray_casualties)}" if verdict.stray_casualties else text
