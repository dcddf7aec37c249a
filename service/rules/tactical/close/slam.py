"""Slams: one figure runs into another, both take damage, and one of them may fall.

A slam is an attack with the body. It is planned and rolled like any other attack, so the same defenses stop it, and its
critical hits and misses are those of unarmed attacks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from service.dice.model import D6, Dice, Expected
from service.rules.kernel.hexes import turned
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.damage import CRUSHING, Damage
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.exchange.exchange import land, mark, roll_damage, settle
from service.rules.tactical.attack.exchange.struck import Struck
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalDefenseChoice
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.attack.wounds.hits import Hit, Impact, hit_of
from service.rules.tactical.attack.wounds.injury import wound
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.refusals import WeaponNotReady
from service.rules.tactical.book.tables import slam_damage
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuver, TacticalManeuverOption, TacticalShape
from service.rules.tactical.close.numbers import as_weapon, forget_body, levels_of
from service.rules.tactical.close.outcomes import TacticalSlam, TacticalSlamFall
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.dexterity import dx_of, roll_dx
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier
from service.rules.tactical.figures.pairs import comes_from
from service.rules.tactical.figures.placement import fall_down
from service.wire import value_class

BODY: Final = "body"
"""The id of the body as a weapon; it is on no list of weapons."""
SKILLS: Final = ("Brawling", "Sumo")
"""The skills that a slam may be rolled against instead of DX."""
NOBODY, TARGET_FALLS, TARGET_ROLLS, ACTOR_FALLS = TacticalSlamFall


class SlamConduct(NamedTuple):
    """How slams are made in one movement, and how those defend themselves who are slammed into.

    `pain` is the shock that the slammer feels in this turn; that of a slam is felt in the next one.
    """

    maneuver: TacticalManeuver = TacticalManeuver.MOVE_AND_ATTACK
    option: TacticalManeuverOption | None = None
    shield_rush: bool = False
    modifiers: tuple[TacticalModifier, ...] = ()
    defenses: Mapping[str, TacticalDefenseChoice] = {}
    pain: int = 0


@value_class
class SlamPlan:
    """A slam, ready to be rolled: its attack, the velocity, and the damage of the target's body to the slammer."""

    attack: AttackPlan
    actor: str
    target: str
    velocity: int
    back: Damage
    conduct: SlamConduct


@dataclass(slots=True, unsafe_hash=True)
class Clash:
    """A slam whose damage is rolled. Two are equal if they do the same, whatever damage they come from."""

    struck: Struck
    fall: TacticalSlamFall
    back: Hit | None
    basic: int = field(compare=False)
    back_basic: int = field(compare=False)


def velocity_of(slammer: TacticalFigure, foe: TacticalFigure, direction: int) -> int:
    """Return the yards that a slammer has run straight at a foe, and those that the foe last ran straight at him."""
    own, other = slammer.state.velocity, foe.state.velocity
    mine = own.yards if own is not None and own.direction == direction else 1
    theirs = other.yards if other is not None and other.direction == turned(direction, 3) else 0
    return mine + theirs


def slam_fall(mine: int, theirs: int) -> TacticalSlamFall:
    """Return who falls after a slam that has done this damage to the target and to the slammer."""
    if mine == theirs == 0:
        return NOBODY
    if mine >= 2 * theirs:
        return TARGET_FALLS
    if mine >= theirs:
        return TARGET_ROLLS
    return ACTOR_FALLS if theirs >= 2 * mine else NOBODY


def plan_slam(field: Field, actor_id: str, target_id: str, velocity: int, conduct: SlamConduct) -> SlamPlan:
    """Work out a slam between two figures in contact; nothing is changed, and no die is rolled.

    The slammer attacks from the hex in which it meets the target, whatever part of it came there. A slam in a Move and
    Attack takes neither the penalty of that maneuver nor its cap. An overrun in another maneuver than an attack rolls
    DX.

    Source: the base game; Multi-Hex Figures.
    Ruling: tactical/ruling/overrun-maneuver.
    """
    actor, target = field[actor_id], field[target_id]
    skill, level, shield = _skill_of(actor, conduct)
    damage = slam_damage(standing.hp_max_of(actor), velocity)
    count, adds = 0 if damage.pool is None else damage.pool.count, damage.adds + shield
    body = as_weapon(BODY, skill, level, f"{count}d{adds:+d}" if adds else f"{count}d")
    pair = standing.close_with(actor, target_id)
    here = actor.hex if pair is None else pair.hex
    trial = field.copy()
    alike = {"weapons": (body,), "hex": here, "shape": TacticalShape.SINGLE, "horizontal": False}
    trial.put(standing.with_state(standing.changed(actor, **alike), shock=conduct.pain))
    order = TacticalAttackOrder(
        target=target_id, weapon=BODY, modifiers=conduct.modifiers, defense=conduct.defenses.get(target_id)
    )
    how = Conduct(entered=True)
    if conduct.option in HARDER:
        how = Conduct(TacticalManeuver.ALL_OUT_ATTACK, conduct.option, entered=True)
    attack = plan_attack(trial, actor_id, order, how)
    return SlamPlan(attack, actor_id, target_id, velocity, slam_damage(standing.hp_max_of(target), velocity), conduct)


HARDER: Final = frozenset({TacticalManeuverOption.DETERMINED, TacticalManeuverOption.STRONG})
"""The options of an All-Out Attack that count for a slam; otherwise it has the modifiers of no maneuver."""


def _skill_of(actor: TacticalFigure, conduct: SlamConduct) -> tuple[str, int, int]:
    """Return what a slammer rolls against, its level, and the DB that a shield rush adds to the damage."""
    if conduct.shield_rush:
        shield = actor.shield
        if shield is None or not shield.ready:
            message = f"{actor.id!r} has no shield ready to rush with."
            raise WeaponNotReady(message, pointer="/shield_rush", rule=rulebook.SLAM_ATTEMPT)
        return "Shield", shield.level, shield.db
    skills = SKILLS if KINDS[conduct.maneuver].slams else ()
    return *max(levels_of(actor, skills), key=lambda each: each[1]), 0


def roll_clash(field: Field, plan: SlamPlan, dice: Dice) -> Clash:
    """Roll a slam up to the damage of both.

    Dice: those of an attack with the slammer's damage; the target's damage dice, if the slam has hit.
    """
    struck = land(field, plan.attack, dice)
    for _ in range(struck.hits):
        roll_damage(field, struck, dice)
    return roll_back(field, plan, struck, dice)


def roll_back(field: Field, plan: SlamPlan, struck: Struck, dice: Dice) -> Clash:
    """Roll what the body of the target does to the slammer.

    Dice: the target's damage dice, if the slam has hit.
    """
    if struck.outcome is not AttackResult.HIT or struck.victim != plan.target or not struck.wounds:
        return Clash(struck, NOBODY, None, 0, 0)
    actor, target = field[plan.actor], field[plan.target]
    pool = plan.back.pool or D6
    dice.expect(lambda: [Expected(rulebook.SLAM_DAMAGE, pool, target.id, f"damage to {standing.name_of(actor)}")])
    roll = dice.roll(rulebook.SLAM_DAMAGE, pool, actor=target.id)
    theirs = max(roll.total + plan.back.adds, 0)
    roll.tell(f"{standing.name_of(actor)} took {amount(theirs, 'point')} of damage from {standing.name_of(target)}.")
    basic = struck.wounds[0].basic
    origin = comes_from(field, actor, target.id)
    back = replace(hit_of(actor, TacticalLocation.TORSO, Impact(theirs, CRUSHING), origin), knockback=0)
    still = tuple([replace(each, knockback=0) for each in struck.wounds])
    done = struck.copied()
    done.wounds = still
    return Clash(done, slam_fall(basic, theirs), back, basic, theirs)


def settle_slam(field: Field, plan: SlamPlan, clash: Clash, dice: Dice, *, swept: bool) -> TacticalSlam:
    """Apply what a slam does to both, and let fall who falls.

    Dice: those of both wounds, the target's first; 3D6 against DX of the target, if it may keep its feet.
    """
    mark(field, clash.struck)
    up = [each for each in (plan.target, plan.actor) if field[each].posture is not Posture.LYING]
    report = settle(field, clash.struck, dice)
    forget_body(field, plan.actor, BODY, maneuver=plan.conduct.maneuver, option=plan.conduct.option)
    hurt = None if clash.back is None else wound(field, clash.back, dice)
    roll = _fall(field, plan, clash.fall, dice)
    return TacticalSlam(
        target=plan.target,
        swept=swept,
        velocity=plan.velocity,
        result=clash.struck.outcome,
        attack=report,
        damage=clash.basic,
        damage_back=clash.back_basic,
        wound_back=hurt,
        fall=clash.fall,
        fall_roll=roll,
        fell=tuple([each for each in up if field[each].posture is Posture.LYING]),
        moved_to=None,
    )


def _fall(field: Field, plan: SlamPlan, fall: TacticalSlamFall, dice: Dice) -> int | None:
    """Let the loser of a slam fall, unless it is down already, and return the roll to keep its feet.

    Dice: 3D6 against DX of the target, if it may keep its feet.
    """
    if fall is NOBODY:
        return None
    actor, target = field[plan.actor], field[plan.target]
    loser, other = (actor, target) if fall is ACTOR_FALLS else (target, actor)
    if not standing.is_conscious(loser) or loser.posture is Posture.LYING:
        return None
    rolled = None
    if fall is TARGET_ROLLS:
        number, purpose = dx_of(field, loser, acting=False), f"whether {standing.name_of(loser)} keeps its feet"
        rolled = roll_dx(rulebook.SLAM_FALL, loser, number, purpose, dice)
    if rolled is None or not rolled.succeeded:
        fall_down(field, loser, away_from=comes_from(field, loser, other.id))
        dice.note(
            rulebook.SLAM_FALL, f"{standing.name_of(loser)} fell.", actor=loser.id, cites=(rulebook.INJURY_PRONE_DROP,)
        )
    return None if rolled is None else rolled.total
