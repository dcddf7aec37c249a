"""One attack in a battle: from its declaration to the injury that it leaves pending."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.errors import RulesRefuse
from service.rules.heroic.attack.attack import report_of, spent_ammo
from service.rules.heroic.attack.exchange import Exchange, exchange
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicGrappleReport
from service.rules.heroic.attack.plan import AttackPlan, plan_attack
from service.rules.heroic.attack.situation import Situation
from service.rules.heroic.attack.weapons import Aim
from service.rules.heroic.battle.context import Assault, Command, facing
from service.rules.heroic.battle.state import Battle, Toll, bind, partners
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.grapple.grapple import (
    grapple_report,
    holds_after,
    pending_of,
    plan_grapple,
    roll_grapple,
    units_after,
)
from service.rules.heroic.orders.order_attacks import approved
from service.rules.kernel.book import citable

ALL_KINDS: Final = frozenset(HeroicModeKind)
RULES: Final = {rule.id: rule for rule in rulebook.RULES}
CITABLE: Final = citable(rulebook.RULES, Rulings.RULINGS)
STILL_UP: Final[Cites] = (attack_rules.MELEE_TWO_SIDED,)


class Struck(NamedTuple):
    """The battle after an attack and what came of it; no report if it could not be made."""

    battle: Battle
    attack: HeroicAttackReport | None
    grapple: HeroicGrappleReport | None = None
    drawn: bool | None = None


def strike(battle: Battle, command: Command, assault: Assault, dice: Dice) -> Struck:
    """Make an attack if it is still possible; its injury is left pending.

    Dice: as `exchange`, or as `roll_grapple`; none if it is not possible any more.
    """
    situation = facing(battle, command, assault)
    try:
        aims = approved(situation, assault.choice, ALL_KINDS, command.rulings)
    except RulesRefuse as refused:
        return _lost(battle, assault, refused, dice)
    _tell_pending(battle, assault, aims, dice)
    if aims[0].mode.kind is HeroicModeKind.GRAPPLE:
        return _grapple(battle, command, assault, (situation, aims), dice)
    plan = plan_attack(situation, assault.choice, aims, command.rulings)
    drawn = plan.strength.drawn
    if assault.drawn is not None and drawn is not None:
        salvo = drawn if assault.drawn else plan.strength.plain
        plan = replace(plan, strength=replace(plan.strength, fast_draw=None, plain=salvo, drawn=None))
    done = exchange(plan, dice)
    battle = _after(battle, assault, plan, done)
    if plan.kind is HeroicModeKind.MELEE and not assault.free:
        battle = locked(battle, assault.place, assault.foe, dice)
    report = report_of(plan, done, locked=assault.foe in partners(battle, assault.place))
    return Struck(battle, report, drawn=done.landed.drawn)


def locked(battle: Battle, place: int, foe: int, dice: Dice, *, cites: Cites = ()) -> Battle:
    """Lock two units in melee, and say so if they were not."""
    if foe in partners(battle, place):
        return battle
    one, other = battle.units[place], battle.units[foe]
    text = f"{spoken_name(one)} and {spoken_name(other)} are locked in melee."
    dice.note(rulebook.LOCK_CREATE, text, actor=one.id, cites=cites)
    return bind(battle, place, foe)


def _lost(battle: Battle, assault: Assault, refused: RulesRefuse, dice: Dice) -> Struck:
    """Lose an attack that has become impossible since it was ordered, and say why."""
    attacker = battle.units[assault.place]
    text = f"{spoken_name(attacker)} could not attack. {refused.detail}"
    decided = [fault.rule for fault in refused.faults if fault.rule is not None]
    rule = RULES.get(decided[0], attack_rules.ATTACK_STEPS) if decided else attack_rules.ATTACK_STEPS
    dice.note(rule, text, actor=attacker.id, cites=tuple([CITABLE[each] for each in decided if each != rule.id]))
    return Struck(battle, None)


def _tell_pending(battle: Battle, assault: Assault, aims: tuple[Aim, ...], dice: Dice) -> None:
    """Say that who is struck still acts."""
    attacker = battle.units[assault.place]
    if attacker.id in battle.hurt:
        cites = () if aims[0].mode.kind is HeroicModeKind.RANGED else STILL_UP
        text = f"{spoken_name(attacker)} had been hit, but acted before the injury counts."
        dice.note(rulebook.PROCEDURE_ACT_BEFORE_REMOVAL, text, actor=attacker.id, cites=cites)


def _grapple(
    battle: Battle, command: Command, assault: Assault, approved_as: tuple[Situation, tuple[Aim, ...]], dice: Dice
) -> Struck:
    situation, aims = approved_as
    plan = plan_grapple(situation, assault.choice, aims, command.rulings)
    done = roll_grapple(plan, dice)
    battle = battle._replace(tolls=_tolls(battle, assault, plan.attack, done.exchange))
    battle = locked(battle, assault.place, assault.foe, dice)
    own = replace(situation, attacker=battle.units[assault.place], target=battle.units[assault.foe])
    attacker, target = units_after(own, plan, done.grip)
    battle = battle.with_unit(assault.place, attacker).with_unit(assault.foe, target)
    battle = battle._replace(grapples=holds_after(battle.grapples, plan, done.grip))
    battle = battle.with_pending(pending_of(plan, done.grip))
    return Struck(battle, None, grapple_report(plan, done, locked=True))


def _after(battle: Battle, assault: Assault, plan: AttackPlan, done: Exchange) -> Battle:
    """Return the battle with what an attack has cost, and with its injury pending."""
    unit = battle.units[assault.place]
    armed = _spent(unit, plan, done)
    if armed is not unit:
        battle = battle.with_unit(assault.place, armed)
    more = done.result.pending(plan)
    hurt = battle.hurt.union([each.unit for each in more]) if more else battle.hurt
    return battle._replace(tolls=_tolls(battle, assault, plan, done), pending=battle.pending + more, hurt=hurt)


def _tolls(battle: Battle, assault: Assault, plan: AttackPlan, done: Exchange) -> tuple[Toll, ...]:
    """Return what everybody has done once an attack is made: who has rolled, and whom a shooter has shot at."""
    tolls = list(battle.tolls)
    contest, volley, stray = done.landed.contest, done.landed.salvo.volley, done.landed.stray
    toll = tolls[assault.place]
    if volley is not None:
        toll = toll._replace(shots=max(toll.shots, float(volley.move_cost)), shot_at=toll.shot_at | {assault.foe})
    if contest is not None:
        toll = toll if toll.rolled else toll._replace(rolled=True)
        if contest.defense_roll is not None and not tolls[assault.foe].rolled:
            tolls[assault.foe] = tolls[assault.foe]._replace(rolled=True)
    tolls[assault.place] = toll
    if stray is not None and stray.at is not None and stray.contest is not None:
        at = battle.places[plan.bystanders[stray.at].unit.id]
        tolls[at] = tolls[at]._replace(rolled=True)
    return tuple(tolls)


def _spent(unit: HeroicUnit, plan: AttackPlan, done: Exchange) -> HeroicUnit:
    """Return the attacker with what is left to each of its members, the one who has shot most being counted."""
    after = spent_ammo(unit, plan, done)
    if after is unit or len(unit.ammo) + len(unit.loaded) == 0:
        return after
    left = {each.mode: each.left for each in unit.ammo}
    shots = {each.mode: each.shots for each in unit.loaded}
    ammo = [
        each.model_copy(update={"left": min(each.left, left[each.mode])}) if each.mode in left else each
        for each in after.ammo
    ]
    loaded = [
        each.model_copy(update={"shots": min(each.shots, shots[each.mode])}) if each.mode in shots else each
        for each in after.loaded
    ]
    return after.model_copy(update={"ammo": tuple(ammo), "loaded": tuple(loaded)})
