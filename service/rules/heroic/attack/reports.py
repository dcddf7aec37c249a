"""Write a rolled attack as the records that travel."""

from service.rules.heroic.attack.contest import Clash
from service.rules.heroic.attack.defense import Defense
from service.rules.heroic.attack.exchange import Exchange, Stray
from service.rules.heroic.attack.outcomes import (
    HeroicAttackReport,
    HeroicContest,
    HeroicDefenseUsed,
    HeroicModeHits,
    HeroicNumbers,
    HeroicShots,
    HeroicStray,
)
from service.rules.heroic.attack.plan import AttackPlan, Salvo
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.attack.wounds import Wound
from service.rules.heroic.book.tables import STRAY_HIGHEST
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
        contest=contest_of(landed.clash),
        numbers=numbers_of(plan, landed.salvo),
        shots=shots_of(landed.salvo, drawn=landed.drawn),
        speed_factor=plan.speed_factor,
        base_hits=landed.base,
        hits=landed.hits,
        wounds=tuple([_mode_hits(plan, at, wound) for at, wound in done.wounds]),
        injury=done.injury,
        stray=None if done.stray is None else _stray(plan, done.stray),
        locked=locked,
    )


def defense_used(defense: Defense) -> HeroicDefenseUsed:
    """Return the defence that was used."""
    return HeroicDefenseUsed(kind=defense.kind, name=defense.name, value=defense.value)


def contest_of(clash: Clash | None) -> HeroicContest | None:
    """Return both rolls, if there were any."""
    if clash is None:
        return None
    return HeroicContest(
        attack_roll=clash.attack_roll,
        attack_margin=clash.attack_margin,
        defense_roll=clash.defense_roll,
        defense_margin=clash.defense_margin,
        margin=clash.margin,
        won=clash.won,
    )


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


def _mode_hits(plan: AttackPlan, at: int, wound: Wound) -> HeroicModeHits:
    aim = plan.aims[at]
    return _wound(aim, aim.location, plan.blows[at], wound)


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


def _stray(plan: AttackPlan, stray: Stray) -> HeroicStray:
    bystander, aim = stray.bystander, plan.aims[plan.hit_modes[-1]]
    wound = None
    if stray.location is not None and stray.blow is not None and stray.wound is not None:
        wound = _wound(aim, stray.location, stray.blow, stray.wound)
    return HeroicStray(
        roll=stray.roll,
        endangers=stray.roll <= STRAY_HIGHEST,
        unit=None if bystander is None else bystander.unit.id,
        skill=None if bystander is None else bystander.skill,
        defense=None if bystander is None else defense_used(bystander.defense),
        contest=contest_of(stray.clash),
        location=stray.location,
        side=stray.side,
        wound=wound,
    )
