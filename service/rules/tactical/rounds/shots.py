"""Opportunity fire at somebody who appears: who fires, who holds fire, and shots at the same time."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.errors import RulesRefuse
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.attack.attack import renewed
from service.rules.tactical.attack.exchange import roll_attack, settle
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.struck import Struck
from service.rules.tactical.book import attack_rules, movement_rules
from service.rules.tactical.book.options import TacticalDiscriminate
from service.rules.tactical.book.refusals import DefenseRefusal
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.condition import TacticalZone
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier
from service.rules.tactical.figures.standing import name_of, per_of, speed_of, with_state
from service.rules.tactical.rounds.shot_outcomes import TacticalVisionRoll, TacticalWatchResult, TacticalWatchShot
from service.rules.tactical.rounds.watch import LINE, hindrance_of, watches_one_hex, watching, weapon_of

FIRED, HELD_FIRE, NO_SHOT = TacticalWatchResult
WATCH: Final = attack_rules.OPPORTUNITY_DISCRIMINATE

Defended = Callable[[TacticalAttackOrder], TacticalAttackOrder]
"""Adds to an attack how everybody defends himself."""

Declared = Callable[[str, str], bool]
"""Lets those who wait answer that a figure attacks another; tells whether it can still attack."""


class Watch(NamedTuple):
    """Somebody who watches: the zone, modifiers of the Vision roll, and whether an aim from before counts."""

    figure: str
    zone: TacticalZone
    vision_modifiers: tuple[TacticalModifier, ...] = ()
    aim: bool = True


def as_sent(order: TacticalAttackOrder) -> TacticalAttackOrder:
    """Leave everybody's defense to himself."""
    return order


def unanswered(attacker: str, target: str) -> bool:
    """Let nobody answer an attack."""
    return bool(attacker and target)


def in_turn_order(field: Field, watches: Sequence[Watch]) -> list[Watch]:
    """Return those who watch in turn order: by Basic Speed, DX and id."""
    return sorted(watches, key=lambda each: speed_rank(field[each.figure]))


def speed_rank(figure: TacticalFigure) -> tuple[int, int, str]:
    """Return the place of a figure in turn order, the lowest first."""
    return -speed_of(figure), -figure.dx, figure.id


class Aimed(NamedTuple):
    """A shot that somebody who watches can make, or why there is none."""

    watch: Watch
    plan: AttackPlan | None
    why: str | None


class Volley:
    """Shots at one target at the same time: all are made on one state, and wounds come after the last.

    Ruling: tactical/ruling/simultaneous.
    """

    def __init__(self, field: Field, target: str, dice: Dice, defended: Defended, declared: Declared) -> None:
        """Set who is shot at, how everybody defends himself, and who answers that an attack is declared."""
        self._field, self._target, self._dice = field, target, dice
        self._defended, self._declared = defended, declared
        self._shots: list[tuple[TacticalWatchShot, Struck | None]] = []

    def fire(
        self, watches: Sequence[Watch], *, popup: bool = False, strict: bool = False
    ) -> tuple[TacticalWatchShot, ...]:
        """Let all those fire for whom the target appears, in turn order, and return what each did.

        If `strict` is true, a defense that the target is forced to is refused before the first die if it is not legal.

        Raises: DefenseRefusal.

        Dice: for each shooter in turn order 3D6 Vision, if it discriminates, then those of an attack up to its damage;
        then wounds, shooter by shooter.
        Source: Opportunity Fire; Opportunity Fire and Target Discrimination.
        """
        field = self._field
        ordered = in_turn_order(field, watches)
        aimed = [aim_at(field, each, self._target, self._defended, popup=popup, strict=strict) for each in ordered]
        if len([each for each in aimed if each.plan is not None]) > 1:
            target = name_of(field[self._target])
            rule = attack_rules.OPPORTUNITY_SIMULTANEOUS
            self._dice.note(rule, f"All shots at {target} were made at the same time.", actor=self._target)
        for each in aimed:
            self._shots.append(self._fire_one(each))
        return tuple([self._settled(*each) for each in self._shots])

    def _fire_one(self, aimed: Aimed) -> tuple[TacticalWatchShot, Struck | None]:
        """Let one watcher fire, hold its fire, or go on watching for want of a shot.

        Dice: 3D6 Vision, if it discriminates; those of an attack up to its damage.
        """
        field, watch, plan, dice = self._field, aimed.watch, aimed.plan, self._dice
        figure, target = field[watch.figure], field[self._target]
        appears(field, watch, target, dice)
        if plan is None:
            rule, text = (
                attack_rules.OPPORTUNITY_MUST_FIRE,
                f"{name_of(figure)} had no shot and watched on: {aimed.why}",
            )
            dice.note(rule, text, actor=figure.id)
            return _shot(watch, target.id, NO_SHOT, why=aimed.why), None
        foe = field.is_foe(figure, target)
        vision = discriminate(field, watch, target, dice) if watch.zone.discriminate else None
        if vision is not None and not vision.foe:
            return _shot(watch, target.id, HELD_FIRE, plan=plan, vision=vision), None
        if not foe:
            dice.warn(f"friendly_fire: {name_of(figure)} fired at {name_of(target)}, who is no foe.")
        field.put(with_state(figure, wait=None, maneuver=TacticalManeuver.ATTACK, option=None))
        if not self._declared(figure.id, target.id):
            why = f"{name_of(figure)} was stopped before it could fire."
            dice.note(attack_rules.WAIT_INTERRUPT, why, actor=figure.id)
            return _shot(watch, target.id, NO_SHOT, why=why, plan=plan, vision=vision), None
        struck = roll_attack(field, renewed(field, plan, target.id), dice)
        return _shot(watch, target.id, FIRED, plan=plan, vision=vision, friendly=not foe), struck

    def _settled(self, shot: TacticalWatchShot, struck: Struck | None) -> TacticalWatchShot:
        """Apply what a shot has done, once all are rolled."""
        if struck is None:
            return shot
        return replace(shot, attack=settle(self._field, struck, self._dice))


def _shot(
    watch: Watch,
    target: str,
    result: TacticalWatchResult,
    *,
    why: str | None = None,
    plan: AttackPlan | None = None,
    vision: TacticalVisionRoll | None = None,
    friendly: bool = False,
) -> TacticalWatchShot:
    return TacticalWatchShot(
        figure=watch.figure,
        target=target,
        result=result,
        why=why,
        number=None if plan is None else plan.number,
        vision=vision,
        friendly_fire=friendly,
        attack=None,
    )


def aim_at(
    field: Field, watch: Watch, target: str, defended: Defended, *, popup: bool = False, strict: bool = False
) -> Aimed:
    """Plan the shot of somebody who watches; pain since its last turn does not count yet.

    Raises: DefenseRefusal, if `strict` is true.
    Ruling: tactical/ruling/must-fire-blocked.
    """
    figure = field[watch.figure]
    if hindrance_of(figure) is not None:
        return Aimed(watch, None, f"{name_of(figure)} is {hindrance_of(figure)}.")
    try:
        weapon = weapon_of(figure, watch.zone)
        aim = watch.aim and watches_one_hex(watch.zone)
        order = defended(TacticalAttackOrder(target=target, weapon=weapon.id, aim=aim))
        stage = field
        if figure.state.shock:
            stage = field.copy()
            stage.put(with_state(figure, shock=0))
        order = order if strict else unforced(order)
        plan = plan_attack(stage, figure.id, order, watching(field, watch.zone, dodge_only=popup))
    except RulesRefuse as fault:
        if strict and isinstance(fault, DefenseRefusal):
            raise
        return Aimed(watch, None, fault.detail)
    return Aimed(watch, plan, None)


def unforced(order: TacticalAttackOrder) -> TacticalAttackOrder:
    """Return an attack whose target falls back on another defense if the one it wants is not legal."""
    choice = order.defense
    if choice is None or not choice.forced:
        return order
    return order.model_copy(update={"defense": choice.model_copy(update={"forced": False})})


def appears(field: Field, watch: Watch, target: TacticalFigure, dice: Dice) -> None:
    """Record that somebody appears to a watcher, or crosses its line; a secret zone is told as such."""
    zone = watch.zone
    shooter, name = name_of(field[watch.figure]), name_of(target)
    rule = attack_rules.OPPORTUNITY_CROSS if zone.kind is LINE else attack_rules.OPPORTUNITY_APPEAR
    cites: Cites = () if zone.discriminate else (attack_rules.OPPORTUNITY_MUST_FIRE,)
    cites += (attack_rules.OPPORTUNITY_SECRET,) if zone.secret else ()
    what = "crossed the line that" if zone.kind is LINE else "appeared where"
    dice.note(rule, f"{name} {what} {shooter} watched.", actor=watch.figure, cites=cites)


def discriminate(field: Field, watch: Watch, target: TacticalFigure, dice: Dice) -> TacticalVisionRoll:
    """Roll whether a watcher tells friend from foe, and return what it believes; only a foe is fired at.

    Dice: 3D6 against Perception.
    Ruling: tactical/ruling/discriminate-fail, vision-modifiers.
    """
    figure = field[watch.figure]
    rule = movement_rules.CORE_OPEN_MODIFIERS
    number = tally(per_of(figure), [term(rule, each.value, each.label) for each in watch.vision_modifiers])
    dice.expect(lambda: [Expected(WATCH, THREE_D6, figure.id, f"Vision of {name_of(figure)}")])
    roll = roll_success(WATCH, number, dice, actor=figure.id, name=name_of(figure), skill="Vision")
    is_foe = field.is_foe(figure, target)
    foe = believes_foe(field.rulings.discriminate, is_foe=is_foe, succeeded=roll.succeeded)
    believed = (
        "could not tell whether it was a foe" if foe is None else f"took {name_of(target)} for a {_word(foe=foe)}"
    )
    deed = "fired" if foe else "held its fire"
    cites: Cites = () if roll.succeeded else (Rulings.DISCRIMINATE_FAIL,)
    dice.note(WATCH, f"{name_of(figure)} {believed} and {deed}.", actor=figure.id, cites=cites)
    return TacticalVisionRoll(number=number, roll=roll.total, succeeded=roll.succeeded, foe=foe)


def believes_foe(option: TacticalDiscriminate, *, is_foe: bool, succeeded: bool) -> bool | None:
    """Tell whether a watcher takes somebody for a foe after its Vision roll; None if it cannot tell.

    Source: Opportunity Fire, Target Discrimination. Ruling: tactical/ruling/discriminate-fail.
    """
    if succeeded:
        return is_foe
    return None if option is TacticalDiscriminate.UNKNOWN else not is_foe


def _word(*, foe: bool) -> str:
    return "foe" if foe else "friend"
