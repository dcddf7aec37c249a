"""Write a rolled attack as the records that travel."""

from service.rules.heroic.attack.defense import Defense
from service.rules.heroic.attack.exchange import Exchange, stray_blow
from service.rules.heroic.attack.outcomes import (
    HeroicAttackReport,
    HeroicDefenseUsed,
    HeroicModeHits,
    HeroicNumbers,
    HeroicShots,
    HeroicStray,
)
from service.rules.heroic.attack.plan import AttackPlan, Salvo
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.attack.wounds import Wound
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.words import HitLocation


def report_of(plan: AttackPlan, done: Exchange, *, locked: bool) -> HeroicAttackReport:
    """Return everything an attack came to before injury is applied."""
    landed = done.landed
    return HeroicAttackReport(
        attacker=plan.attacker,
        target=plan.target,
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


def defense_used(defense: Defense) -> HeroicDefenseUsed:
    """Return the defence that was used."""
    return HeroicDefenseUsed(kind=defense.kind, name=defense.name, value=defense.value)


def numbers_of(plan: AttackPlan, salvo: Salvo) -> HeroicNumbers:
    """Return how many fight how many."""
    strength = plan.strength
    engagement = strength.engagement
    return HeroicNumbers(
        attackers=strength.assigned,
        engaged=engagement.engaged,
        defenders=engagement.defenders,
        mode=engagement.mode,
        ratio_bonus=strength.ratio,
        multiplier=salvo.halves / 2,
    )


def shots_of(salvo: Salvo, *, drawn: bool | None) -> HeroicShots | None:
    """Return the shooting, if there is any; `drawn` says whether Fast-Draw succeeded, if it was tried."""
    volley = salvo.volley
    if volley is None:
        return None
    return HeroicShots(
        fast_draw=drawn,
        shots_each=volley.each,
        shots=volley.shots,
        projectiles=volley.projectiles,
        move_cost=volley.move_cost,
        ammo_left=volley.ammo_left,
        loaded_left=volley.loaded_left,
    )


def _wounds_of_target(plan: AttackPlan, done: Exchange) -> tuple[HeroicModeHits, ...]:
    return tuple([_wound(plan.aims[at], plan.aims[at].location, plan.blows[at], wound) for at, wound in done.wounds])


def _wound(aim: Aim, location: HitLocation, blow: Blow, wound: Wound) -> HeroicModeHits:
    return HeroicModeHits(
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


def _stray(plan: AttackPlan, done: Exchange) -> HeroicStray | None:
    stray = done.landed.stray
    if stray is None:
        return None
    bystander = None if stray.at is None else plan.bystanders[stray.at]
    wound = None
    if bystander is not None and stray.location is not None:
        blow = stray_blow(plan, bystander, stray.location)
        wound = _wound(plan.aims[plan.hit_modes[-1]], stray.location, blow, done.wounds[0][1])
    return HeroicStray(
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
