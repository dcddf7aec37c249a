"""Opportunity fire: somebody moves, entry by entry, until those who watch fire; the rest of the path is returned."""

from typing import Final

from service.dice.model import Dice
from service.rules.tactical.attack.sentences import summary_of
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import DefenseRefusal
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import name_of, status_of, with_state
from service.rules.tactical.movement.advance import take
from service.rules.tactical.movement.allowance import refuse_unable
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.models import TacticalEntryKind, TacticalMoveOrder
from service.rules.tactical.movement.path_plan import plan_path
from service.rules.tactical.movement.steps import MovePlan, MoveStep
from service.rules.tactical.rounds.appearances import appears_to
from service.rules.tactical.rounds.shot_models import TacticalOpportunityInput
from service.rules.tactical.rounds.shot_outcomes import (
    TacticalOpportunityOutcome,
    TacticalOpportunityVerdict,
    TacticalShotTrigger,
    TacticalWatchResult,
    TacticalWatchShot,
)
from service.rules.tactical.rounds.shots import Volley, Watch, in_turn_order, unanswered
from service.rules.tactical.rounds.watch import hindrance_of
from service.rules.tactical.rounds.watched_events import Event, EventKind
from service.rules.tactical.rounds.watchers import defended_by, in_defenses, watches_of

FIRED: Final = TacticalWatchResult.FIRED
EVENTS: Final = {
    TacticalEntryKind.ENTER: EventKind.ENTERS,
    TacticalEntryKind.JUMP: EventKind.ENTERS,
    TacticalEntryKind.TURN: EventKind.TURNS,
    TacticalEntryKind.POSTURE: EventKind.POSTURE,
}


def opportunity_fire(
    input: TacticalOpportunityInput, rulings: TacticalRulings, dice: Dice
) -> TacticalOpportunityOutcome:
    """Move a figure along its path until those who watch fire at it, and resolve their shots.

    Distances are in yards, which are hexes; injury is in hit points. A watch that holds its fire, or has no shot, goes
    on. Before an entry that meets a foe in his hex, or needs a roll, the movement ends here.

    Dice: for each shooter in turn order 3D6 Vision, if it discriminates, then those of an attack up to its damage; then
    wounds, shooter by shooter.
    Raises: ZoneRefusal, MoveRefusal, DefenseRefusal.
    Source: Opportunity Fire; Opportunity Fire, Target Discrimination. Ruling: tactical/ruling/appear.
    """
    field = field_of(input, rulings)
    mover = field.find(input.mover, "/mover")
    refuse_unable(mover, input.maneuver, "/mover")
    watches = watches_of(field, input.shooters, mover.id, "/shooters")
    spent = round(input.spent * POINT)
    plan = plan_path(field, mover, _order(input), spent=spent)
    fresh = {} if spent else {"moved_hexes": 0, "velocity": None}
    field.put(with_state(mover, maneuver=input.maneuver, option=input.option, mp_spent=input.spent, **fresh))
    passing = Passing(field, input, watches, dice)
    passing.go(plan)
    return passing.outcome()


def _order(input: TacticalOpportunityInput) -> TacticalMoveOrder:
    return TacticalMoveOrder(maneuver=input.maneuver, option=input.option, path=input.path)


class Passing:
    """Somebody who passes those who watch, and what they have done so far."""

    def __init__(self, field: Field, input: TacticalOpportunityInput, watches: list[Watch], dice: Dice) -> None:
        """Set who moves on which field, and who watches."""
        self._field, self._input, self._watches, self._dice = field, input, watches, dice
        self._shots: tuple[TacticalWatchShot, ...] = ()
        self._trigger: TacticalShotTrigger | None = None
        self._done = 0

    def go(self, plan: MovePlan) -> None:
        """Move until somebody fires, or the path ends, or a foe is met."""
        field, mover = self._field, self._input.mover
        if not plan.steps:
            figure = field[mover]
            self._watched(Event(EventKind.APPEARS, mover, figure, self._input.maneuver, popup=self._input.popup), None)
        for step in plan.steps:
            if step.exits or step.contacts or step.sweeps or step.roll:
                self._stop(step)
                break
            before = field[mover]
            take(field, mover, step)
            self._done = step.index + 1
            event = Event(EVENTS[step.kind], mover, before, self._input.maneuver, popup=self._input.popup)
            if self._watched(event, step.index):
                break
        if not self._shots:
            name = name_of(field[mover])
            rule = attack_rules.OPPORTUNITY_NOTHING
            self._dice.note(rule, f"{name} appeared to nobody who watched; nobody fired.", actor=mover)

    def _stop(self, step: MoveStep) -> None:
        """End the movement before an entry that this procedure does not resolve."""
        name = name_of(self._field[self._input.mover])
        self._dice.warn(f"{name} stopped before entry {step.index} of the path, where it meets a foe or must roll.")

    def _watched(self, event: Event, index: int | None) -> bool:
        """Let those fire to whom the mover appears, and tell whether anybody does."""
        field, waiting = self._field, [each for each in self._watches if self._field[each.figure].state.wait]
        watches = [each for each in waiting if appears_to(field, field[each.figure], event)]
        if not watches:
            return False
        first = not self._shots
        volley = Volley(field, event.figure, self._dice, defended_by(self._input.defenses), unanswered)
        try:
            shots = volley.fire(watches, popup=event.popup, strict=first)
        except DefenseRefusal as fault:
            raise in_defenses(fault, self._input.defenses, event.figure) from None
        self._shots += shots
        if not any(each.result is FIRED for each in shots):
            return False
        shooters = tuple([each.figure for each in in_turn_order(field, watches)])
        self._trigger = TacticalShotTrigger(index=index, hex=field[event.figure].hex, shooters=shooters)
        return True

    def outcome(self) -> TacticalOpportunityOutcome:
        """Return what has come of it."""
        field, mover = self._field, self._field[self._input.mover]
        reports = [each.attack for each in self._shots if each.attack is not None]
        wounds = [wound for each in reports if each.hit == mover.id for wound in each.wounds]
        stopped = hindrance_of(mover)
        left = self._input.path[self._done :]
        told = [summary_of(field, reports, None)] if reports else [f"Nobody fired at {name_of(mover)}."]
        if reports and left:
            goes_on = "could go on" if stopped is None else f"was {stopped} and went no farther"
            self._dice.note(attack_rules.WAIT_CONTINUE, f"{name_of(mover)} {goes_on}.", actor=mover.id)
            told.append(f"{name_of(mover)} {goes_on}.")
        return TacticalOpportunityOutcome(
            summary=" ".join(told),
            verdict=TacticalOpportunityVerdict(
                fired=len(reports),
                hits=sum([each.hits for each in reports if each.hit == mover.id]),
                injury=sum([each.injury for each in wounds]),
                mover_status=status_of(mover),
                stopped=stopped is not None,
                friendly_fire=any(each.friendly_fire for each in self._shots),
            ),
            trigger=self._trigger,
            shots=self._shots,
            spent=mover.state.mp_spent,
            path_left=() if stopped is not None else left,
            figures=field.changed(),
        )
