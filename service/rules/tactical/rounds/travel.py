"""Movement in a turn, entry by entry: foes on the way are met, and those who wait may interrupt after each entry."""

from typing import Final

from service.dice.model import Cites, Rule
from service.errors import RulesRefuse
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.figures.dexterity import dx_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious
from service.rules.tactical.movement.advance import take, turn_to
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.models import TacticalEntryKind, TacticalMoveOrder
from service.rules.tactical.movement.plan import plan_path
from service.rules.tactical.movement.steps import MovePlan, MoveStep, spoken_points
from service.rules.tactical.rounds.contacts import SLAM, STOP, leave, leave_behind, meet, run_in
from service.rules.tactical.rounds.events import EventKind
from service.rules.tactical.rounds.turn import Turn

ENTER, TURN, JUMP, POSTURE = TacticalEntryKind
EVENTS: Final = {
    ENTER: EventKind.ENTERS,
    JUMP: EventKind.ENTERS,
    TURN: EventKind.TURNS,
    POSTURE: EventKind.POSTURE,
}
ENTERING: Final = frozenset({ENTER, JUMP})


class Journey:
    """The path of a turn: what is planned of it, and how far it has come.

    The plan is made anew for the rest of the path whenever the field has changed by something else than the movement.
    """

    def __init__(self, turn: Turn, order: TacticalMoveOrder, plan: MovePlan) -> None:
        """Start with a plan of the whole path."""
        self.turn, self.order, self.plan = turn, order, plan
        self.done = 0
        self.over = False
        self._ahead = list(plan.steps)
        self._stale = False
        self._walked: list[MoveStep] = []
        self._began: TacticalFigure = turn.figure

    def disturbed(self) -> None:
        """Note that the rest of the path has to be judged again: something else has happened."""
        self._stale = True

    def go(self, until: int) -> None:
        """Take the entries of the path up to a number of them, unless something ends the movement before.

        Dice: for each foe in the way 3D6 mover, 3D6 foe; those of slams; 3D6 against DX for a jump, by an option.
        """
        self._began = self.turn.figure
        while not self.over and self.done < until and self._is_planned():
            self._take(self._ahead.pop(0))
        self._tell()

    def _is_planned(self) -> bool:
        """Plan the rest of the path again if need be, and tell whether it can still be gone."""
        if not self._stale:
            return True
        turn, rest = self.turn, self.order.model_copy(update={"path": self.order.path[self.done :]})
        try:
            self.plan = plan_path(turn.field, turn.figure, rest, spent=round(turn.figure.state.mp_spent * POINT))
        except RulesRefuse as fault:
            self._end(fault.detail)
            return False
        self._ahead, self._stale = list(self.plan.steps), False
        return True

    def _end(self, why: str) -> None:
        self.over = True
        self.turn.ended = self.turn.ended or why

    def _take(self, step: MoveStep) -> None:
        """Take one entry of the path."""
        turn = self.turn
        if step.exits or step.contacts or step.sweeps or step.roll:
            self._tell()
        if not leave(turn, step):
            self._end("it does not get past its foe")
            return
        if step.roll and not self._clears():
            return
        before = turn.figure
        take(turn.field, turn.id, step)
        self.done += 1
        self._walked.append(step)
        if step.kind in ENTERING:
            leave_behind(turn, before.hex)
        self._arrive(step, before)

    def _clears(self) -> bool:
        """Roll a jump, and tell whether it succeeds; a failure ends the movement before the obstacle.

        Dice: 3D6 against DX.
        """
        turn = self.turn
        number = dx_of(turn.field, turn.figure, acting=True)
        rule = rules.MOVEMENT_JUMP
        jump = roll_success(rule, number, turn.dice, actor=turn.id, name=turn.name, skill="DX to jump")
        if not jump.succeeded:
            self._end("it fails to jump and stops before the obstacle")
        return jump.succeeded

    def _arrive(self, step: MoveStep, before: TacticalFigure) -> None:
        """Meet those whom an entry of the path leads to, once those who wait have answered it."""
        turn = self.turn
        for contact in step.contacts:
            if contact.follow_up is STOP:
                run_in(turn, contact.foe, before.hex)
        going_on = self._answered(EVENTS[step.kind], before)
        if turn.figure.hex != step.hex or not is_conscious(turn.figure):
            return
        for contact in step.contacts:
            if contact.follow_up is not STOP and not self._meets(contact, before.hex, going_on=going_on):
                return

    def _meets(self, contact: Contact, origin: Hex, *, going_on: bool) -> bool:
        """Evade a foe or slam into him, or stay in his hex if the figure cannot act any more; tell if it goes on."""
        turn = self.turn
        if not going_on:
            run_in(turn, contact.foe, origin)
            return False
        if contact.follow_up is not SLAM and meet(turn, contact, origin):
            return True
        self._end(f"it does not get past {name_of(turn.field[contact.foe])}")
        return False

    def _answered(self, kind: EventKind, before: TacticalFigure) -> bool:
        """Let those who wait answer an event, and tell whether the figure can go on."""
        turn = self.turn
        if turn.is_watched():
            self._tell()
        heard = len(turn.interrupts)
        going_on = turn.happens(kind, before)
        self._stale = self._stale or len(turn.interrupts) > heard
        self.over = self.over or not going_on
        return going_on

    def finish(self) -> None:
        """Turn to the facing that the order ends with, if the path has been gone to its end."""
        turn = self.turn
        if self.over or not self._is_planned() or not self.plan.end_turn:
            return
        before = turn.figure
        turn_to(turn.field, turn.id, self.plan.facing)
        rule = rules.STEP_FACING_FREE if has_step(self.order.maneuver, self.order.option) else rules.MOVEMENT_TURN_AT_END
        turn.note(rule, f"{turn.name} turns to facing {self.plan.facing}.", self.plan.cites)
        self._answered(EventKind.TURNS, before)

    def _tell(self) -> None:
        """Record the entries that have been taken since the last time."""
        if not self._walked:
            return
        steps, self._walked = self._walked, []
        cites = cites_of(steps)
        text = walked_text(self.turn.name, self._began, steps, self.plan)
        self.turn.note(rules.MOVEMENT_PATH_LEGALITY, text, (*self.plan.cites, *cites))
        self._began = self.turn.figure


def cites_of(steps: Sequence[MoveStep]) -> Cites:
    """Return the rules that entries of a path follow, each once."""
    found: dict[Rule, None] = {}
    for step in steps:
        found |= dict.fromkeys([RULES[each.rule] for each in step.terms])
        found |= dict.fromkeys(step.cites)
    return tuple(found)
