"""Waits that interrupt: what an event sets off, in which order, and how each wait turns into its response.

Opportunity fire at an event comes first, all shots at the same time; then melee waits, the longest reach first. What a
response itself sets off is finished before it; each wait is used once.
Source: Wait; Wait in Tactical Combat; Opportunity Fire.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.dice.transcript import capital
from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance, hex_text, line
from service.rules.tactical.attack.attack import strike, summary_of
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackReport, TacticalFeint
from service.rules.tactical.attack.sight.sight import sees
from service.rules.tactical.attack.situation.situation import unforced
from service.rules.tactical.book import attack_rules, movement_rules
from service.rules.tactical.book.words import (
    TacticalChangeReason,
    TacticalManeuver,
    TacticalStrikeKind,
    TacticalWaitEvent,
    TacticalWaitKind,
)
from service.rules.tactical.close.close_readying import Draw, equipped, plan_draw, ready
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.condition import TacticalResponse, TacticalWait
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan, take
from service.rules.tactical.movement.records import LONGEST_PATH, TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.triggers import Passage, is_triggered, is_watched
from service.rules.tactical.rounds.records import TacticalInterrupt
from service.rules.tactical.rounds.turn import events
from service.rules.tactical.rounds.turn.turn import added_shock
from service.rules.tactical.rounds.waiting.shot_models import TacticalWatchResult, TacticalWatchShot
from service.rules.tactical.rounds.waiting.shots import Defended, Volley, as_sent, is_watching, watches_on
from service.rules.tactical.rounds.waiting.watch import READY, conduct_of, has_moved, order_of

YARDS_FOR_POINT: Final = 2
"""Full yards of a foe's run for each point of damage of a stop thrust."""


class Reply(NamedTuple):
    """A response that is possible: the step before it, if there is one, and the attack, or the weapon made ready."""

    step: MovePlan | None
    plan: AttackPlan | None
    draw: Draw | None


def reply_of(
    field: Field,
    waiter: TacticalFigure,
    wait: TacticalWait,
    response: TacticalResponse,
    target: str,
    defended: Defended,
) -> Reply | None:
    """Return the response that is possible, with its step if that is possible, too; None if there is none.

    Pain since the last turn of the waiting figure does not count yet.
    """
    if response.maneuver is READY:
        try:
            return Reply(None, None, plan_draw(waiter, response.weapon, None, fast=False))
        except RulesRefuse:
            return None
    for step in _steps(field, waiter, wait, response):
        stage = field.copy()
        stage.put(standing.with_state(waiter, shock=0))
        for each in () if step is None else step.steps:
            take(stage, waiter.id, each)
        plan = planned(stage, waiter.id, response, target, defended)
        if plan is not None:
            return Reply(step, plan, None)
    return None


def _steps(
    field: Field, waiter: TacticalFigure, wait: TacticalWait, response: TacticalResponse
) -> list[MovePlan | None]:
    """Return the steps to try: that of the wait, unless the figure has moved or it cannot be made now, and none.

    Nobody steps into the hex of a foe in a wait.
    Ruling: tactical/ruling/wait-step-order, wait-moved.
    """
    if wait.step_to is None or has_moved(waiter, wait) or distance(waiter.hex, wait.step_to) > LONGEST_PATH:
        return [None]
    path = tuple([TacticalPathEntry(to=each) for each in line(waiter.hex, wait.step_to)[1:]])
    order = TacticalMoveOrder(maneuver=response.maneuver, option=response.option, path=path)
    try:
        step = plan_path(field, waiter, order)
    except RulesRefuse:
        return [None]
    return [None] if any(each.contacts or each.exits for each in step.steps) else [step, None]


def planned(
    field: Field, waiter: str, response: TacticalResponse, target: str, defended: Defended
) -> AttackPlan | None:
    """Plan the attack or the feint of a response; None if it is not possible."""
    order = unforced(defended(order_of(response, target)))
    conduct = conduct_of(response, stop_thrust_of(field[waiter], field[target], response))
    try:
        return plan_attack(field, waiter, order, conduct)
    except RulesRefuse:
        return None


def weapon_of_response(waiter: TacticalFigure, response: TacticalResponse) -> TacticalWeapon | None:
    """Return the weapon that a response strikes with: the one that is named, or the first that is ready."""
    return next((each for each in standing.ready_weapons(waiter) if response.weapon in (None, each.id)), None)


def reach_of(waiter: TacticalFigure, response: TacticalResponse) -> int:
    """Return the longest reach, in hexes, at which a figure can respond without changing its grip; 0 without any."""
    weapon = weapon_of_response(waiter, response)
    return 0 if weapon is None else max(standing.reaches_now(waiter, weapon, response.mode), default=0)


def stop_thrust_of(waiter: TacticalFigure, mover: TacticalFigure, response: TacticalResponse) -> int:
    """Return the bonus to damage of a stop thrust: a point for each two full yards that the target came nearer.

    Source: base game.
    """
    weapon, start = weapon_of_response(waiter, response), mover.state.turn_start
    mode = None if weapon is None else standing.mode_of(weapon, response.mode)
    if start is None or mode is None or mode.kind is not TacticalStrikeKind.THRUST:
        return 0
    return stop_thrust_bonus(distance(start.hex, waiter.hex) - distance(mover.hex, waiter.hex))


def stop_thrust_bonus(yards: int) -> int:
    """Return the bonus to damage for the yards that a target has come nearer in its turn."""
    return max(yards, 0) // YARDS_FOR_POINT


# What an event sets off

OPPORTUNITY: Final = TacticalWaitKind.OPPORTUNITY
NOTHING: Final[tuple[TacticalInterrupt, ...]] = ()


class Waits:
    """All waits on a field: called with an event, it plays those that the event sets off."""

    def __init__(self, field: Field, dice: Dice, defended: Defended = as_sent) -> None:
        """Set the field; `defended` adds to an attack how everybody defends himself."""
        self._field, self._dice, self._defended = field, dice, defended

    def __call__(self, event: events.Event) -> tuple[TacticalInterrupt, ...]:
        """Play every wait and all opportunity fire that an event sets off, and return what happened, in order.

        Dice: for each shooter in turn order 3D6 Vision, if it discriminates, and its attack up to the damage; wounds,
        shooter by shooter; then the attacks of melee waits, the longest reach first. What a response sets off comes
        before it.
        Ruling: tactical/ruling/wait-order, simultaneous-melee, pass-waiting.
        """
        field, mover = self._field, self._field[event.figure]
        waiting = [field[each] for each in field.waiting()]
        if not waiting:
            return NOTHING
        passage = events.passage_of(field, event)
        set_off = [each for each in waiting if self._is_set_off(each, event, passage)]
        if not set_off:
            return NOTHING
        shooters = [each for each in set_off if is_watching(each)]
        happened = self._fire(shooters, event) if shooters else NOTHING
        melee = sorted([each for each in set_off if each not in shooters], key=melee_rank)
        if len(melee) > 1:
            names = ", ".join([standing.name_of(each) for each in melee])
            self._dice.note(attack_rules.WAIT_ORDER, f"{standing.name_of(mover)} set off several waits: {names}.")
        for each in melee:
            happened += self._answer(each.id, event)
        if happened and event.kind not in events.SPOKEN_EVENTS:
            self._tell_whether_it_goes_on(event.figure)
        return happened

    def follow(self) -> tuple[TacticalInterrupt, ...]:
        """Play what those set off who have been placed otherwise since those who wait were last asked."""
        return tuple([each for event in events.displaced(self._field) for each in self(event)])

    # What an event sets off

    def _is_set_off(self, waiter: TacticalFigure, event: events.Event, passage: Passage) -> bool:
        """Return whether an event is what a figure waits for, and the figure can act and perceives it."""
        field, wait, mover = self._field, waiter.state.wait, self._field[event.figure]
        if wait is None or waiter.id == mover.id or standing.hindrance_of(waiter) is not None:
            return False
        if wait.kind is OPPORTUNITY:
            return events.appears_to(field, waiter, event, passage)
        trigger, spoken = wait.trigger, events.SPOKEN_EVENTS.get(event.kind)
        if spoken is None:
            fits = is_triggered(field, waiter, mover, passage)
        else:
            known = (spoken, TacticalWaitEvent.ANY)
            fits = trigger is not None and trigger.event in known and is_watched(field, waiter, trigger, mover)
        return fits and (standing.close_with(waiter, mover.id) is not None or sees(field, waiter, mover))

    # Opportunity fire

    def _fire(self, shooters: list[TacticalFigure], event: events.Event) -> tuple[TacticalInterrupt, ...]:
        """Let all those fire who watch where a figure has appeared."""
        nested: list[TacticalInterrupt] = []

        def declared(attacker: str, target: str) -> bool:
            nested.extend(self._declare(attacker, target))
            return standing.hindrance_of(self._field[attacker]) is None

        volley = Volley(self._field, event.figure, self._dice, self._defended, declared, popup=event.popup)
        acting = self._field.acting
        shots = volley.fire(watches_on(shooters))
        self._field.acting = acting
        done = [each for each in shots if each.result is not TacticalWatchResult.NO_SHOT]
        return (*nested, *[self._shot_told(each, event) for each in done], *self.follow())

    def _declare(self, attacker: str, target: str | None) -> tuple[TacticalInterrupt, ...]:
        """Let those who wait answer that a figure attacks in its wait."""
        figure = self._field[attacker]
        return self(events.Event(events.EventKind.ATTACKS, attacker, figure, figure.state.maneuver, target))

    def _shot_told(self, shot: TacticalWatchShot, event: events.Event) -> TacticalInterrupt:
        attacks = () if shot.attack is None else (shot.attack,)
        told = summary_of(self._field, attacks, None)
        told = told if attacks else f"{self._field.name_of(shot.figure)} held its fire."
        roll = None if shot.vision is None else shot.vision.roll
        report = self._told(shot.figure, event, told, attacks)
        return replace(report, kind=OPPORTUNITY, vision_roll=roll, friendly_fire=shot.friendly_fire)

    # Melee waits

    def _answer(self, waiter_id: str, event: events.Event) -> tuple[TacticalInterrupt, ...]:
        """Let a waiting figure respond to an event, if it still waits and can.

        Pain since its last turn does not count yet.
        """
        field, waiter = self._field, self._field[waiter_id]
        wait, able = waiter.state.wait, standing.hindrance_of(waiter) is None
        if wait is None or wait.response is None or not able or not standing.is_conscious(field[event.figure]):
            return ()
        reply = reply_of(field, waiter, wait, wait.response, event.figure, self._defended)
        if reply is None:
            return ()
        pain, acting = waiter.state.shock, field.acting
        field.acting = waiter_id
        field.put(
            standing.with_state(
                waiter, wait=None, maneuver=wait.response.maneuver, option=wait.response.option, shock=0, aim=None
            )
        )
        self._tell(waiter, wait, event)
        happened = self._respond(waiter_id, wait.response, reply, event)
        field.acting = acting
        after = field[waiter_id]
        if pain:
            field.put(standing.with_state(after, shock=added_shock(pain, after.state.shock)))
        return happened

    def _respond(
        self, waiter_id: str, response: TacticalResponse, reply: Reply, event: events.Event
    ) -> tuple[TacticalInterrupt, ...]:
        """Make the response: the step, then the attack, the feint or the weapon; each can be answered before it."""
        field, nested = self._field, NOTHING
        if reply.step is not None:
            nested = self._make_step(waiter_id, reply.step)
        if reply.draw is not None:
            return (*nested, self._make_ready(waiter_id, reply.draw, event))
        if standing.hindrance_of(field[waiter_id]) is None:
            nested += self._declare(waiter_id, event.figure)
        plan = reply.plan
        if nested or reply.step is not None:
            able = standing.hindrance_of(field[waiter_id]) is None
            plan = planned(field, waiter_id, response, event.figure, self._defended) if able else None
        if plan is None:
            name = field.name_of(waiter_id)
            self._dice.note(attack_rules.WAIT_INTERRUPT, f"{name} could not respond any more.", actor=waiter_id)
            return nested
        feint, attacks = strike(field, plan, self._dice)
        told = summary_of(field, attacks, feint)
        return (*nested, self._told(waiter_id, event, told, attacks, feint), *self.follow())

    def _make_step(self, waiter_id: str, step: MovePlan) -> tuple[TacticalInterrupt, ...]:
        """Step before a response, and let those who wait answer each hex."""
        field, nested = self._field, NOTHING
        for each in step.steps:
            before = field[waiter_id]
            take(field, waiter_id, each, TacticalChangeReason.RESPONSE)
            text = f"{standing.name_of(before)} stepped to {hex_text(each.hex)}."
            self._dice.note(attack_rules.WAIT_STEP, text, actor=waiter_id, cites=step.cites)
            nested += self.follow()
            if field[waiter_id].hex != each.hex or standing.hindrance_of(field[waiter_id]) is not None:
                break
        return nested

    def _make_ready(self, waiter_id: str, draw: Draw, event: events.Event) -> TacticalInterrupt:
        """Make a weapon ready; in close combat that takes a roll.

        Dice: 3D6 against DX in close combat.
        """
        field, figure = self._field, self._field[waiter_id]
        what, name = standing.weapon_name(draw.weapon), standing.name_of(figure)
        told = f"{name} readied the {what}."
        if figure.state.close:
            done = ready(field, waiter_id, draw, self._dice)
            told = told if done.ready else f"{name} did not get the {what} ready."
        else:
            field.put(equipped(figure, draw))
            self._dice.note(movement_rules.MANEUVER_READY_RELOAD, told, actor=waiter_id)
        return self._told(waiter_id, event, told)

    # What is told

    def _tell(self, waiter: TacticalFigure, wait: TacticalWait, event: events.Event) -> None:
        """Record that a wait is set off."""
        trigger, response = wait.trigger, wait.response
        cites: Cites = ()
        if trigger is not None and trigger.event is TacticalWaitEvent.ENTERS_REACH:
            cites += (attack_rules.WAIT_REACH, attack_rules.WAIT_BAR_PASSAGE)
        if response is not None and response.maneuver is TacticalManeuver.ALL_OUT_ATTACK:
            cites += (attack_rules.WAIT_ALL_OUT,)
        mover = self._field.name_of(event.figure)
        text = f"{standing.name_of(waiter)} had waited for this and interrupted {mover}."
        self._dice.note(attack_rules.WAIT_INTERRUPT, text, actor=waiter.id, cites=cites)

    def _told(
        self,
        waiter: str,
        event: events.Event,
        told: str,
        attacks: tuple[TacticalAttackReport, ...] = (),
        feint: TacticalFeint | None = None,
    ) -> TacticalInterrupt:
        return TacticalInterrupt(
            figure=waiter,
            against=event.figure,
            kind=TacticalWaitKind.MELEE,
            event=event.kind.value,
            summary=capital(told),
            vision_roll=None,
            feint=feint,
            attacks=attacks,
            friendly_fire=False,
        )

    def _tell_whether_it_goes_on(self, mover: str) -> None:
        text = events.going_on_text(self._field.name_of(mover), standing.hindrance_of(self._field[mover]))
        self._dice.note(attack_rules.WAIT_CONTINUE, text, actor=mover)


def melee_rank(waiter: TacticalFigure) -> tuple[int, int, int, str]:
    """Return the place of a waiting figure among several, the lowest first: by reach, Basic Speed, DX and id."""
    wait = waiter.state.wait
    reach = 0 if wait is None or wait.response is None else reach_of(waiter, wait.response)
    return (-reach, *standing.turn_rank(waiter))
