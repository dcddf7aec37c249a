"""Attacks in a battle: from the order to the injury, which counts at the end of the phase; and free attacks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from service.dice.model import Cites, Dice
from service.dice.transcript import capital
from service.errors import RulesRefuse
from service.rules.heroic.attack.attack import report_of, spent_ammo
from service.rules.heroic.attack.exchange import NOTHING, After, Exchange, exchange
from service.rules.heroic.attack.injury import settle
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicDeclaration, HeroicOrder
from service.rules.heroic.attack.outcomes import HeroicUnitInjury
from service.rules.heroic.attack.plan import AttackPlan, plan_attack
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.attack.situation.weapons import Aim, aims_of
from service.rules.heroic.battle import state
from service.rules.heroic.battle.muster import released
from service.rules.heroic.battle.plans import Assault, Planned
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import (
    GRAPPLE_KIND,
    MELEE_KIND,
    RANGED_KIND,
    HeroicChangeReason,
    HeroicModeKind,
)
from service.rules.heroic.figures.changes import DEED, INJURED, Cause
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.grapple import grapple
from service.rules.heroic.orders.best_weapons import best_grapple, best_melee
from service.rules.heroic.orders.order_attacks import approved
from service.rules.heroic.orders.other_actions import gives_up_attacks
from service.rules.heroic.rounds.planning import keep_plan, plan_key, planned_before
from service.rules.kernel.book import citable

ALL_KINDS: Final = frozenset(HeroicModeKind)
HAND_TO_HAND: Final = frozenset({MELEE_KIND, GRAPPLE_KIND})
RULES: Final = {rule.id: rule for rule in rulebook.RULES}
CITABLE: Final = citable(rulebook.RULES, Rulings.RULINGS)
STILL_UP: Final[Cites] = (attack_rules.MELEE_TWO_SIDED,)


def strike(battle: state.Battle, assault: Assault, dice: Dice, after: After = NOTHING) -> state.Battle:
    """Make an attack if it is still possible; its injury is left pending. `after` are the rolls that follow a hit.

    Dice: as `exchange`, or as `roll_grapple`; none if it is not possible any more.
    """
    return struck(battle, assault, dice, after)[0]


def struck(
    battle: state.Battle, assault: Assault, dice: Dice, after: After = NOTHING
) -> tuple[state.Battle, Exchange | None]:
    """Make an attack as `strike`, and return what has been rolled for it, too; None for a grapple and without one.

    Dice: as `strike`.
    """
    key = plan_key(battle, assault)
    planned = planned_before(battle, key)
    if planned is None:
        situation = state.facing(battle, assault)
        try:
            aims = approved(situation, assault.choice, ALL_KINDS, battle.rulings)
        except RulesRefuse as refused:
            if dice.tells:
                _tell_lost(battle, assault, refused, dice)
            return battle, None
        if aims[0].mode.kind is GRAPPLE_KIND:
            _tell_pending(battle, assault, aims, dice)
            return _grapple(battle, assault, (situation, aims), dice), None
        planned = Planned(aims, plan_attack(situation, assault.choice, aims, battle.rulings))
        keep_plan(battle, key, planned)
    return carried_out(battle, assault, planned, dice, after)


def carried_out(
    battle: state.Battle, assault: Assault, planned: Planned, dice: Dice, after: After = NOTHING
) -> tuple[state.Battle, Exchange]:
    """Make an attack that is planned; its injury is left pending.

    Dice: as `exchange`.
    """
    if dice.tells:
        _tell_pending(battle, assault, planned.aims, dice)
    plan = _drawn(planned.plan, assault)
    done = exchange(plan, dice, after)
    if plan.kind is MELEE_KIND and not assault.free:
        battle = locked(battle, assault.place, assault.foe, dice)
    return _after(battle, assault, plan, done, tells=dice.tells), done


def _drawn(plan: AttackPlan, assault: Assault) -> AttackPlan:
    """Return the plan of an attack for which Fast-Draw is rolled, unless it has been rolled already."""
    drawn = plan.strength.drawn
    if assault.drawn is None or drawn is None:
        return plan
    salvo = drawn if assault.drawn else plan.strength.plain
    return replace(plan, strength=replace(plan.strength, fast_draw=None, plain=salvo, drawn=None))


def locked(battle: state.Battle, place: int, foe: int, dice: Dice, *, cites: Cites = ()) -> state.Battle:
    """Lock two units in melee, and say so if they were not."""
    if foe in state.partners(battle, place):
        return battle
    if dice.tells:
        one, other = battle.units[place], battle.units[foe]
        text = f"{spoken_name(one)} and {spoken_name(other)} were locked in melee."
        dice.note(rulebook.LOCK_CREATE, text, actor=one.id, cites=cites)
    return state.bind(battle, place, foe)


def _tell_lost(battle: state.Battle, assault: Assault, refused: RulesRefuse, dice: Dice) -> None:
    """Say why an attack that was ordered has become impossible."""
    attacker = battle.units[assault.place]
    text = f"{spoken_name(attacker)} could not attack. {capital(refused.detail)}"
    decided = [fault.rule for fault in refused.faults if fault.rule is not None]
    rule = RULES.get(decided[0], attack_rules.ATTACK_STEPS) if decided else attack_rules.ATTACK_STEPS
    dice.note(rule, text, actor=attacker.id, cites=tuple([CITABLE[each] for each in decided if each != rule.id]))


def _tell_pending(battle: state.Battle, assault: Assault, aims: tuple[Aim, ...], dice: Dice) -> None:
    """Say that who is struck still acts."""
    attacker = battle.units[assault.place]
    if attacker.id in battle.hurt:
        cites = () if aims[0].mode.kind is RANGED_KIND else STILL_UP
        text = f"{spoken_name(attacker)} had been hit, but acted before the injury counted."
        dice.note(rulebook.PROCEDURE_ACT_BEFORE_REMOVAL, text, actor=attacker.id, cites=cites)


def _grapple(
    battle: state.Battle, assault: Assault, approved_as: tuple[Situation, tuple[Aim, ...]], dice: Dice
) -> state.Battle:
    situation, aims = approved_as
    plan = grapple.plan_grapple(situation, assault.choice, aims, battle.rulings)
    done = grapple.roll_grapple(plan, dice)
    battle = battle._replace(records=_records(battle, assault, plan.attack, done.exchange))
    if not assault.free:
        battle = locked(battle, assault.place, assault.foe, dice)
    own = replace(situation, attacker=battle.units[assault.place], target=battle.units[assault.foe])
    attacker, target = grapple.units_after(own, plan, done.grip)
    battle = battle.with_unit(assault.place, attacker, Cause(HeroicChangeReason.GRAPPLE))
    battle = battle.with_unit(assault.foe, target, Cause(HeroicChangeReason.GRAPPLE, attacker.id))
    log = battle.log._replace(
        grapples=(
            *battle.log.grapples,
            grapple.grapple_report(plan, done, locked=assault.foe in state.partners(battle, assault.place)),
        )
    )
    battle = battle._replace(grapples=grapple.holds_after(battle.grapples, plan, done.grip), log=log)
    return battle.with_pending(grapple.pending_of(plan, done.grip))


def _after(battle: state.Battle, assault: Assault, plan: AttackPlan, done: Exchange, *, tells: bool) -> state.Battle:
    """Return the battle with what an attack has cost, its injury pending, and what is read of it, if anything is."""
    unit, more = battle.units[assault.place], done.result.pending(plan)
    armed = _spent(unit, plan, done)
    if armed is not unit:
        battle = battle.with_unit(assault.place, armed, DEED)
    records = _records(battle, assault, plan, done)
    if not tells:
        if records is battle.records and not more:
            return battle
        return battle._replace(records=records, pending=battle.pending + more)
    report = report_of(plan, done, locked=assault.foe in state.partners(battle, assault.place))
    log = battle.log._replace(attacks=(*battle.log.attacks, report))
    return battle.with_pending(more)._replace(records=records, log=log)


def _records(battle: state.Battle, assault: Assault, plan: AttackPlan, done: Exchange) -> tuple[state.RoundRecord, ...]:
    """Return what everybody has done once an attack is made: who has rolled, and whom a shooter has shot at."""
    contest, volley, stray = done.landed.contest, done.landed.salvo.volley, done.landed.stray
    rolled = []
    if contest is not None:
        rolled = [assault.place] if contest.defense_roll is None else [assault.place, assault.foe]
    if stray is not None and stray.at is not None and stray.contest is not None:
        rolled.append(battle.places[plan.bystanders[stray.at].unit.id])
    fresh = [at for at in rolled if not battle.records[at].rolled]
    if volley is None and not fresh:
        return battle.records
    records = list(battle.records)
    for at in fresh:
        records[at] = _having_rolled(records[at])
    if volley is not None:
        record = records[assault.place]
        records[assault.place] = record._replace(
            shots=max(record.shots, float(volley.move_cost)), shot_at=record.shot_at | {assault.foe}
        )
    return tuple(records)


@lru_cache(maxsize=1024)
def _having_rolled(record: state.RoundRecord) -> state.RoundRecord:
    """Return what a unit has done once it has rolled, too."""
    return record._replace(rolled=True)


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


def settle_phase(battle: state.Battle, phase: str, dice: Dice) -> state.Battle:
    """Apply everything that a phase has left pending, all of it together; who suffocates may lose consciousness.

    Dice: as `settle`.
    """
    if battle.pending and dice.tells:
        text = f"The injury of the {phase} phase counted now, for everybody at once."
        dice.note(attack_rules.INJURY_SIMULTANEOUS, text, cites=(rulebook.PROCEDURE_INJURY_SUBPHASE,))
    done = settle(battle.units, battle.pending, battle.winner, battle.rulings, dice, reports=dice.tells)
    if done.units is battle.units:
        return battle
    return _settled(_hurt(battle, done.units)._replace(pending=(), hurt=frozenset()), done.injuries)


def settle_since(battle: state.Battle, before: int, dice: Dice) -> state.Battle:
    """Apply at once the injury that is pending since there was so much of it.

    Dice: as `settle`.
    """
    fresh, left = battle.pending[before:], battle.pending[:before]
    if not fresh:
        return battle
    struck = {each.unit for each in fresh}
    groups = {unit.injury_group for unit in battle.units if unit.id in struck} - {None}
    concerned = tuple([unit for unit in battle.units if unit.id in struck or unit.injury_group in groups])
    done = settle(concerned, fresh, battle.winner, battle.rulings, dice, reports=dice.tells)
    after = {unit.id: unit for unit in done.units}
    units = tuple([after.get(unit.id, unit) for unit in battle.units])
    hurt = frozenset([each.unit for each in left])
    return _settled(_hurt(battle, units)._replace(pending=left, hurt=hurt), done.injuries)


def _hurt(battle: state.Battle, units: tuple[HeroicUnit, ...]) -> state.Battle:
    """Return the battle with units as their injury leaves them; where somebody reads, it says by whose attack."""
    if battle.changes is None:
        return battle.changed(INJURED, units=units)
    for place, (was, now) in enumerate(zip(battle.units, units, strict=True)):
        if was is not now:
            battle = battle.with_unit(place, now, Cause(HeroicChangeReason.INJURY, _striker_of(battle, now.id)))
    return battle


def _striker_of(battle: state.Battle, name: str) -> str | None:
    """Return the id of who alone has hit a unit in the phase; None for nobody, or several."""
    blows = [*battle.log.attacks, *[each.attack for each in battle.log.grapples]]
    strikers = {each.attacker for each in blows if each.target == name and each.hits}
    return min(strikers) if len(strikers) == 1 else None


def _settled(battle: state.Battle, injuries: tuple[HeroicUnitInjury, ...]) -> state.Battle:
    """Return the battle without the locks and holds of those who have fallen, with the reported injuries in its log."""
    if injuries:
        battle = battle._replace(log=battle.log._replace(injuries=battle.log.injuries + injuries))
    return released(battle)


def free_attacks_on(battle: state.Battle, place: int) -> list[Assault]:
    """Return the free attacks that a unit provokes, in the order that it has chosen."""
    order = battle.orders[place]
    chosen: Sequence[str] = () if order is None else order.move.free_attackers
    ranks = {battle.places[name]: rank for rank, name in enumerate(chosen)}
    near = sorted(state.partners(battle, place), key=lambda at: (ranks.get(at, len(ranks)), at))
    assaults = [free_attack_of(battle, at, place) for at in near]
    return [assault for assault in assaults if assault is not None]


def free_attack_of(battle: state.Battle, place: int, foe: int) -> Assault | None:
    """Return the free attack of a unit on another; None if it may make none."""
    order = battle.orders[place]
    if order is not None and gives_up_attacks(order):
        return None
    choice = _choice(battle.units[place], order, battle.units[foe])
    if choice is None:
        return None
    assault = Assault(place, foe, choice, free=True)
    if planned_before(battle, plan_key(battle, assault)) is not None:
        return assault
    try:
        approved(state.facing(battle, assault), choice, HAND_TO_HAND, battle.rulings)
    except RulesRefuse:
        return None
    return assault


def _choice(unit: HeroicUnit, order: HeroicOrder | None, target: HeroicUnit) -> HeroicAttackChoice | None:
    """Return the attack that a unit is ordered to make on the target in melee, else one with its best mode.

    Who has nothing to strike with grapples, as ordered or with its best mode.
    """
    declared: Sequence[HeroicDeclaration] = () if order is None else order.melee
    for kind, best in ((MELEE_KIND, best_melee(unit, target)), (GRAPPLE_KIND, best_grapple(unit))):
        for each in declared:
            if each.target == target.id and all(aim.mode.kind is kind for aim in aims_of(unit, each)):
                return each
        if best is not None:
            return _blow_with(best.id)
    return None


@lru_cache(maxsize=1024)
def _blow_with(mode: str) -> HeroicAttackChoice:
    """Return an attack with a mode."""
    return HeroicAttackChoice(mode=mode)


def free_attack(battle: state.Battle, assault: Assault, dice: Dice) -> state.Battle:
    """Make a free attack on a unit that leaves, unless another has felled it.

    Dice: as `exchange`.
    """
    if dice.tells:
        attacker, runner = battle.units[assault.place], battle.units[assault.foe]
        text = f"{spoken_name(runner)} turned to run, and {spoken_name(attacker)} took a free attack."
        dice.note(rulebook.LOCK_RETREAT, text, actor=attacker.id, cites=(rulebook.LOCK_FREE_ATTACK_ORDER,))
    return strike(battle, assault, dice)
