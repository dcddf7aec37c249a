"""Opportunity fire at somebody who appears: who watches, who fires, who holds fire, and shots at the same time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.errors import RulesRefuse
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.attack.attack import renewed
from service.rules.tactical.attack.exchange.exchange import roll_attack, settle
from service.rules.tactical.attack.exchange.struck import Struck
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalDefender
from service.rules.tactical.attack.situation.situation import unforced
from service.rules.tactical.book import attack_rules, movement_rules, refusals
from service.rules.tactical.book.options import TacticalDiscriminate
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalWaitKind
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.condition import TacticalWait, TacticalZone
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier
from service.rules.tactical.rounds.turn.turn import Orders
from service.rules.tactical.rounds.waiting.shot_models import (
    TacticalVisionRoll,
    TacticalWatcher,
    TacticalWatchResult,
    TacticalWatchShot,
)
from service.rules.tactical.rounds.waiting.watch import (
    LINE,
    has_moved,
    refuse_zone,
    refuse_zone_aim,
    watches_one_hex,
    watching,
    weapon_of,
)

FIRED, HELD_FIRE, NO_SHOT = TacticalWatchResult
WATCH: Final = attack_rules.OPPORTUNITY_DISCRIMINATE

Defended = Callable[[TacticalAttackOrder], TacticalAttackOrder]
"""Adds to an attack how everybody defends himself."""

Declared = Callable[[str, str], bool]
"""Lets those who wait answer that a figure attacks another; tells whether it can still attack."""


def as_sent(order: TacticalAttackOrder) -> TacticalAttackOrder:
    """Leave everybody's defense to himself."""
    return order


class Watch(NamedTuple):
    """Somebody who watches: the zone, modifiers of the Vision roll, and whether an aim from before counts."""

    figure: str
    zone: TacticalZone
    vision_modifiers: tuple[TacticalModifier, ...] = ()
    aim: bool = True


def is_watching(figure: TacticalFigure) -> bool:
    """Return whether a figure waits for opportunity fire."""
    return figure.state.wait is not None and figure.state.wait.kind is TacticalWaitKind.OPPORTUNITY


def watches_on(figures: Iterable[TacticalFigure]) -> list[Watch]:
    """Return what figures watch by what their states say."""
    waits = [(each.id, each.state.wait) for each in figures]
    return [Watch(name, wait.zone) for name, wait in waits if wait is not None and wait.zone is not None]


class Volley:
    """Shots at one target at the same time: all are made on one state, and wounds come after the last.

    `defended` adds to a shot how everybody defends himself. `declared` lets those who wait answer that a shot is
    declared; without it nobody does. In a pop-up attack the target can only dodge. If `strict` is true, a defense that
    it is forced to is refused before the first die if it is not legal.
    Ruling: tactical/ruling/simultaneous.
    """

    def __init__(
        self,
        field: Field,
        target: str,
        dice: Dice,
        defended: Defended,
        declared: Declared | None = None,
        *,
        popup: bool = False,
        strict: bool = False,
    ) -> None:
        """Set who is shot at."""
        self._field, self._target, self._dice = field, target, dice
        self._defended, self._declared = defended, declared
        self._popup, self._strict = popup, strict

    def fire(self, watches: Sequence[Watch]) -> tuple[TacticalWatchShot, ...]:
        """Let all those fire for whom the target appears, in turn order, and return what each did.

        Dice: for each shooter in turn order 3D6 Vision, if it discriminates, then those of an attack up to its damage;
        then wounds, shooter by shooter.
        Source: Opportunity Fire; Opportunity Fire and Target Discrimination.
        """
        ordered = sorted(watches, key=lambda each: standing.turn_rank(self._field[each.figure]))
        plans = [self._planned(each) for each in ordered]
        if len([each for each in plans if isinstance(each, AttackPlan)]) > 1:
            text = f"All shots at {self._field.name_of(self._target)} were made at the same time."
            self._dice.note(attack_rules.OPPORTUNITY_SIMULTANEOUS, text, actor=self._target)
        shots = [self._fire_one(watch, plan) for watch, plan in zip(ordered, plans, strict=True)]
        return tuple([shot if hit is None else self._settled(shot, hit) for shot, hit in shots])

    def _settled(self, shot: TacticalWatchShot, hit: Struck) -> TacticalWatchShot:
        """Apply the wounds of a shot."""
        self._field.acting = shot.figure
        return replace(shot, attack=settle(self._field, hit, self._dice))

    def _planned(self, watch: Watch) -> AttackPlan | str:
        """Plan the shot of somebody who watches, or say why there is none; pain since its last turn does not count yet.

        Ruling: tactical/ruling/must-fire-blocked.
        """
        figure = self._field[watch.figure]
        if standing.hindrance_of(figure) is not None:
            return f"{standing.name_of(figure)} is {standing.hindrance_of(figure)}."
        stage = self._field.copy()
        stage.put(standing.with_state(figure, shock=0))
        try:
            weapon, aim = weapon_of(figure, watch.zone), watch.aim and watches_one_hex(watch.zone)
            order = self._defended(TacticalAttackOrder(target=self._target, weapon=weapon.id, aim=aim))
            conduct = watching(self._field, watch.zone, dodge_only=self._popup)
            return plan_attack(stage, figure.id, order if self._strict else unforced(order), conduct)
        except RulesRefuse as fault:
            if self._strict and isinstance(fault, refusals.DefenseRefusal):
                raise
            return fault.detail

    def _fire_one(self, watch: Watch, plan: AttackPlan | str) -> tuple[TacticalWatchShot, Struck | None]:
        """Let one watcher fire, hold its fire, or go on watching for want of a shot.

        Dice: 3D6 Vision, if it discriminates; those of an attack up to its damage.
        """
        field, dice = self._field, self._dice
        figure, target = field[watch.figure], field[self._target]
        appears(field, watch, target, dice)
        shot = TacticalWatchShot(
            figure=figure.id,
            target=target.id,
            result=NO_SHOT,
            why=None,
            number=None,
            vision=None,
            friendly_fire=False,
            attack=None,
        )
        if isinstance(plan, str):
            text = f"{standing.name_of(figure)} had no shot and watched on: {plan}"
            dice.note(attack_rules.OPPORTUNITY_MUST_FIRE, text, actor=figure.id)
            return replace(shot, why=plan), None
        friendly = not field.is_foe(figure, target)
        vision = discriminate(field, watch, target, dice) if watch.zone.discriminate else None
        shot = replace(shot, number=plan.number, vision=vision)
        if vision is not None and not vision.foe:
            return replace(shot, result=HELD_FIRE), None
        if friendly:
            dice.warn(f"friendly_fire: {standing.name_of(figure)} fired at {standing.name_of(target)}, who is no foe.")
        field.put(standing.with_state(figure, wait=None, maneuver=TacticalManeuver.ATTACK, option=None))
        if self._declared is not None and not self._declared(figure.id, target.id):
            why = f"{standing.name_of(figure)} was stopped before it could fire."
            dice.note(attack_rules.WAIT_INTERRUPT, why, actor=figure.id)
            return replace(shot, why=why), None
        struck = roll_attack(field, renewed(field, plan, target.id), dice)
        return replace(shot, result=FIRED, friendly_fire=friendly), struck


def appears(field: Field, watch: Watch, target: TacticalFigure, dice: Dice) -> None:
    """Record that somebody appears to a watcher, or crosses its line; a secret zone is told as such."""
    zone = watch.zone
    rule, what = attack_rules.OPPORTUNITY_APPEAR, "appeared where"
    if zone.kind is LINE:
        rule, what = attack_rules.OPPORTUNITY_CROSS, "crossed the line that"
    cites: Cites = () if zone.discriminate else (attack_rules.OPPORTUNITY_MUST_FIRE,)
    cites += (attack_rules.OPPORTUNITY_SECRET,) if zone.secret else ()
    text = f"{standing.name_of(target)} {what} {field.name_of(watch.figure)} watched."
    dice.note(rule, text, actor=watch.figure, cites=cites)


def discriminate(field: Field, watch: Watch, target: TacticalFigure, dice: Dice) -> TacticalVisionRoll:
    """Roll whether a watcher tells friend from foe, and return what it believes; only a foe is fired at.

    Dice: 3D6 against Perception.
    Ruling: tactical/ruling/discriminate-fail, vision-modifiers.
    """
    figure = field[watch.figure]
    rule, name = movement_rules.CORE_OPEN_MODIFIERS, standing.name_of(figure)
    number = tally(standing.per_of(figure), [term(rule, each.value, each.label) for each in watch.vision_modifiers])
    dice.expect(lambda: [Expected(WATCH, THREE_D6, figure.id, f"Vision of {name}")])
    roll = roll_success(WATCH, number, dice, actor=figure.id, name=name, skill="Vision")
    is_foe = field.is_foe(figure, target)
    foe = believes_foe(field.rulings.discriminate, is_foe=is_foe, succeeded=roll.succeeded)
    believed = f"took {standing.name_of(target)} for a {'foe' if foe else 'friend'}"
    if foe is None:
        believed = "could not tell whether it was a foe"
    text = f"{name} {believed} and {'fired' if foe else 'held its fire'}."
    dice.note(WATCH, text, actor=figure.id, cites=() if roll.succeeded else (Rulings.DISCRIMINATE_FAIL,))
    return TacticalVisionRoll(number=number, roll=roll.total, succeeded=roll.succeeded, foe=foe)


def believes_foe(option: TacticalDiscriminate, *, is_foe: bool, succeeded: bool) -> bool | None:
    """Return whether a watcher takes somebody for a foe after its Vision roll; None if it cannot tell.

    Source: Opportunity Fire, Target Discrimination.
    Ruling: tactical/ruling/discriminate-fail.
    """
    if succeeded:
        return is_foe
    return None if option is TacticalDiscriminate.UNKNOWN else not is_foe


# Those who watch, as a request lists them or their state says

WAIT = TacticalManeuver.WAIT
NO_WAIT = TacticalWait(kind=TacticalWaitKind.OPPORTUNITY)


def watches_of(field: Field, listed: Sequence[TacticalWatcher], target: str, at: str) -> list[Watch]:
    """Return those who watch, and remember on the field what each watches; `at` points to the list.

    Source: Opportunity Fire.
    """
    if not listed:
        others = [each for each in field if each.id != target and is_watching(each)]
        return watches_on([each for each in others if standing.hindrance_of(each) is None])
    watches: list[Watch] = []
    for place, each in enumerate(listed):
        here = f"{at}/{place}"
        figure = field.find(each.figure, f"{here}/figure")
        if any(watch.figure == each.figure for watch in watches):
            raise refusals.TacticalDuplicateId(f"{each.figure!r} is listed twice.", pointer=f"{here}/figure")
        try:
            watches.append(_watch(field, figure, each, target))
        except RulesRefuse as fault:
            raise fault.below(here) from None
    return watches


def _watch(field: Field, figure: TacticalFigure, asked: TacticalWatcher, target: str) -> Watch:
    """Return what a figure watches that a request lists; pointers are within its record."""
    name, state = standing.name_of(figure), figure.state
    if figure.id == target:
        raise refusals.ManeuverConflict(f"{name} cannot watch for itself.", pointer="/figure")
    if standing.hindrance_of(figure) is not None:
        raise refusals.FigureUnable(f"{name} is {standing.hindrance_of(figure)} and cannot watch.", pointer="/figure")
    wait = state.wait or NO_WAIT
    if has_moved(figure, wait):
        raise refusals.OpportunityMoved(f"{name} has moved: it cannot watch for opportunity fire.", pointer="/figure")
    if state.maneuver not in (None, WAIT):
        message = f"{name} has made the maneuver {state.maneuver}: opportunity fire needs a wait."
        raise refusals.ManeuverConflict(message, pointer="/figure", rule=attack_rules.OPPORTUNITY_WAIT)
    zone = asked.zone or wait.zone
    if zone is None:
        message = f"{name} watches nothing: a zone lists hexes, or both ends of a line."
        raise refusals.ZoneRequired(message, pointer="/zone")
    try:
        refuse_zone(field, figure, zone)
    except RulesRefuse as fault:
        raise fault.below("/zone") from None
    if asked.aim:
        refuse_zone_aim(figure, zone)
    field.put(
        standing.with_state(figure, wait=wait.model_copy(update={"kind": NO_WAIT.kind, "zone": zone}), maneuver=WAIT)
    )
    return Watch(figure.id, zone, asked.vision_modifiers, asked.aim is not False)


def fire_at(
    field: Field,
    target: str,
    watches: Sequence[Watch],
    defenders: Sequence[TacticalDefender],
    dice: Dice,
    *,
    popup: bool,
    strict: bool = True,
) -> tuple[TacticalWatchShot, ...]:
    """Let those fire to whom a figure appears; nobody answers their shots.

    Dice: those of a volley.
    """
    defended = Orders({}, {each.figure: each.defense for each in defenders}, []).defended
    try:
        return Volley(field, target, dice, defended, popup=popup, strict=strict).fire(watches)
    except refusals.DefenseRefusal as fault:
        place = [each.figure for each in defenders].index(target)
        raise fault.below(f"/defenses/{place}") from None
