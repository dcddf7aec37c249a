"""Waits that interrupt: what an event sets off, in which order, and how each wait turns into its response.

Opportunity fire at an event comes first, all shots at the same time; then melee waits, the longest reach first. What a
response itself sets off is finished before it; each wait is used once.
Source: Wait; Wait in Tactical Combat; Opportunity Fire.
"""

from dataclasses import replace
from typing import Final

from service.dice.model import Cites, Dice
from service.rules.kernel.hexes import hex_text
from service.rules.tactical.attack.attack import strike, summary_of
from service.rules.tactical.attack.records import TacticalAttackReport, TacticalFeint
from service.rules.tactical.attack.sight.sight import sees
from service.rules.tactical.book import attack_rules, movement_rules
from service.rules.tactical.book.words import TacticalManeuver, TacticalWaitEvent, TacticalWaitKind
from service.rules.tactical.close.close_readying import Draw, equipped, ready
from service.rules.tactical.figures.condition import TacticalResponse, TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import (
    close_with,
    hindrance_of,
    is_conscious,
    name_of,
    turn_rank,
    weapon_name,
    with_state,
)
from service.rules.tactical.movement.advance import take
from service.rules.tactical.movement.steps import MovePlan
from service.rules.tactical.movement.triggers import Passage, is_triggered, is_watched
from service.rules.tactical.rounds.outcomes import TacticalInterrupt
from service.rules.tactical.rounds.replies import Reply, planned, reach_of, reply_of
from service.rules.tactical.rounds.round_sentences import going_on_text
from service.rules.tactical.rounds.shot_models import TacticalWatchResult, TacticalWatchShot
from service.rules.tactical.rounds.shots import Defended, Volley, as_sent, is_watching, watches_on
from service.rules.tactical.rounds.turn import added_shock
from service.rules.tactical.rounds.watched_events import SPOKEN_EVENTS, Event, EventKind, appears_to, passage_of

OPPORTUNITY: Final = TacticalWaitKind.OPPORTUNITY
NOTHING: Final[tuple[TacticalInterrupt, ...]] = ()


class Waits:
    """All waits on a field: called with an event, it plays those that the event sets off."""

    def __init__(self, field: Field, dice: Dice, defended: Defended = as_sent) -> None:
        """Set the field; `defended` adds to an attack how everybody defends himself."""
        self._field, self._dice, self._defended = field, dice, defended

    def __call__(self, event: Event) -> tuple[TacticalInterrupt, ...]:
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
        passage = passage_of(field, event)
        set_off = [each for each in waiting if self._is_set_off(each, event, passage)]
        if not set_off:
            return NOTHING
        shooters = [each for each in set_off if is_watching(each)]
        happened = self._fire(shooters, event) if shooters else NOTHING
        melee = sorted([each for each in set_off if each not in shooters], key=melee_rank)
        if len(melee) > 1:
            names = ", ".join([name_of(each) for each in melee])
            self._dice.note(attack_rules.WAIT_ORDER, f"{name_of(mover)} set off several waits: {names}.")
        for each in melee:
            happened += self._answer(each.id, event)
        if happened and event.kind not in SPOKEN_EVENTS:
            self._tell_whether_it_goes_on(event.figure)
        return happened

    # What an event sets off

    def _is_set_off(self, waiter: TacticalFigure, event: Event, passage: Passage) -> bool:
        """Return whether an event is what a figure waits for, and the figure can act and perceives it."""
        field, wait, mover = self._field, waiter.state.wait, self._field[event.figure]
        if wait is None or waiter.id == mover.id or hindrance_of(waiter) is not None:
            return False
        if wait.kind is OPPORTUNITY:
            return appears_to(field, waiter, event, passage)
        trigger, spoken = wait.trigger, SPOKEN_EVENTS.get(event.kind)
        if spoken is None:
            fits = is_triggered(field, waiter, mover, passage)
        else:
            known = (spoken, TacticalWaitEvent.ANY)
            fits = trigger is not None and trigger.event in known and is_watched(field, waiter, trigger, mover)
        return fits and (close_with(waiter, mover.id) is not None or sees(field, waiter, mover))

    # Opportunity fire

    def _fire(self, shooters: list[TacticalFigure], event: Event) -> tuple[TacticalInterrupt, ...]:
        """Let all those fire who watch where a figure has appeared."""
        nested: list[TacticalInterrupt] = []

        def declared(attacker: str, target: str) -> bool:
            nested.extend(self._declare(attacker, target))
            return hindrance_of(self._field[attacker]) is None

        volley = Volley(self._field, event.figure, self._dice, self._defended, declared, popup=event.popup)
        shots = volley.fire(watches_on(shooters))
        done = [each for each in shots if each.result is not TacticalWatchResult.NO_SHOT]
        return (*nested, *[self._shot_told(each, event) for each in done])

    def _declare(self, attacker: str, target: str | None) -> tuple[TacticalInterrupt, ...]:
        """Let those who wait answer that a figure attacks in its wait."""
        figure = self._field[attacker]
        return self(Event(EventKind.ATTACKS, attacker, figure, figure.state.maneuver, target))

    def _shot_told(self, shot: TacticalWatchShot, event: Event) -> TacticalInterrupt:
        attacks = () if shot.attack is None else (shot.attack,)
        told = summary_of(self._field, attacks, None)
        told = told if attacks else f"{name_of(self._field[shot.figure])} held its fire."
        roll = None if shot.vision is None else shot.vision.roll
        report = self._told(shot.figure, event, told, attacks)
        return replace(report, kind=OPPORTUNITY, vision_roll=roll, friendly_fire=shot.friendly_fire)

    # Melee waits

    def _answer(self, waiter_id: str, event: Event) -> tuple[TacticalInterrupt, ...]:
        """Let a waiting figure respond to an event, if it still waits and can.

        Pain since its last turn does not count yet.
        """
        field, waiter = self._field, self._field[waiter_id]
        wait, able = waiter.state.wait, hindrance_of(waiter) is None
        if wait is None or wait.response is None or not able or not is_conscious(field[event.figure]):
            return ()
        reply = reply_of(field, waiter, wait, wait.response, event.figure, self._defended)
        if reply is None:
            return ()
        pain = waiter.state.shock
        field.put(
            with_state(
                waiter, wait=None, maneuver=wait.response.maneuver, option=wait.response.option, shock=0, aim=None
            )
        )
        self._tell(waiter, wait, event)
        happened = self._respond(waiter_id, wait.response, reply, event)
        after = field[waiter_id]
        if pain:
            field.put(with_state(after, shock=added_shock(pain, after.state.shock)))
        return happened

    def _respond(
        self, waiter_id: str, response: TacticalResponse, reply: Reply, event: Event
    ) -> tuple[TacticalInterrupt, ...]:
        """Make the response: the step, then the attack, the feint or the weapon; each can be answered before it."""
        field, nested = self._field, NOTHING
        if reply.step is not None:
            nested = self._make_step(waiter_id, reply.step)
        if reply.draw is not None:
            return (*nested, self._make_ready(waiter_id, reply.draw, event))
        if hindrance_of(field[waiter_id]) is None:
            nested += self._declare(waiter_id, event.figure)
        plan = reply.plan
        if nested or reply.step is not None:
            able = hindrance_of(field[waiter_id]) is None
            plan = planned(field, waiter_id, response, event.figure, self._defended) if able else None
        if plan is None:
            name = name_of(field[waiter_id])
            self._dice.note(attack_rules.WAIT_INTERRUPT, f"{name} could not respond any more.", actor=waiter_id)
            return nested
        feint, attacks = strike(field, plan, self._dice)
        told = summary_of(field, attacks, feint)
        return (*nested, self._told(waiter_id, event, told, attacks, feint))

    def _make_step(self, waiter_id: str, step: MovePlan) -> tuple[TacticalInterrupt, ...]:
        """Step before a response, and let those who wait answer each hex."""
        field, nested = self._field, NOTHING
        for each in step.steps:
            before = field[waiter_id]
            take(field, waiter_id, each)
            text = f"{name_of(before)} stepped to {hex_text(each.hex)}."
            self._dice.note(attack_rules.WAIT_STEP, text, actor=waiter_id, cites=step.cites)
            nested += self(Event(EventKind.ENTERS, waiter_id, before, before.state.maneuver))
            if field[waiter_id].hex != each.hex or hindrance_of(field[waiter_id]) is not None:
                break
        return nested

    def _make_ready(self, waiter_id: str, draw: Draw, event: Event) -> TacticalInterrupt:
        """Make a weapon ready; in close combat that takes a roll.

        Dice: 3D6 against DX in close combat.
        """
        field, figure = self._field, self._field[waiter_id]
        what, name = weapon_name(draw.weapon), name_of(figure)
        told = f"{name} readied {what}."
        if figure.state.close:
            done = ready(field, waiter_id, draw, self._dice)
            told = told if done.ready else f"{name} did not get {what} ready."
        else:
            field.put(equipped(figure, draw))
            self._dice.note(movement_rules.MANEUVER_READY_RELOAD, told, actor=waiter_id)
        return self._told(waiter_id, event, told)

    # What is told

    def _tell(self, waiter: TacticalFigure, wait: TacticalWait, event: Event) -> None:
        """Record that a wait is set off."""
        trigger, response = wait.trigger, wait.response
        cites: Cites = ()
        if trigger is not None and trigger.event is TacticalWaitEvent.ENTERS_REACH:
            cites += (attack_rules.WAIT_REACH, attack_rules.WAIT_BAR_PASSAGE)
        if response is not None and response.maneuver is TacticalManeuver.ALL_OUT_ATTACK:
            cites += (attack_rules.WAIT_ALL_OUT,)
        mover = name_of(self._field[event.figure])
        text = f"{name_of(waiter)} had waited for this and interrupted {mover}."
        self._dice.note(attack_rules.WAIT_INTERRUPT, text, actor=waiter.id, cites=cites)

    def _told(
        self,
        waiter: str,
        event: Event,
        told: str,
        attacks: tuple[TacticalAttackReport, ...] = (),
        feint: TacticalFeint | None = None,
    ) -> TacticalInterrupt:
        return TacticalInterrupt(
            figure=waiter,
            against=event.figure,
            kind=TacticalWaitKind.MELEE,
            event=event.kind.value,
            summary=told,
            vision_roll=None,
            feint=feint,
            attacks=attacks,
            friendly_fire=False,
        )

    def _tell_whether_it_goes_on(self, mover: str) -> None:
        text = going_on_text(name_of(self._field[mover]), hindrance_of(self._field[mover]))
        self._dice.note(attack_rules.WAIT_CONTINUE, text, actor=mover)


def melee_rank(waiter: TacticalFigure) -> tuple[int, int, int, str]:
    """Return the place of a waiting figure among several, the lowest first: by reach, Basic Speed, DX and id."""
    wait = waiter.state.wait
    reach = 0 if wait is None or wait.response is None else reach_of(waiter, wait.response)
    return (-reach, *turn_rank(waiter))
