"""Opportunity fire: somebody moves, entry by entry, until those who watch fire; the rest of the path is returned."""

from service.dice.model import Dice
from service.dice.transcript import capital
from service.rules.tactical.attack.attack import summary_of
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.changes import changes_told
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan, take
from service.rules.tactical.movement.records import TacticalMoveOrder
from service.rules.tactical.rounds.turn import events
from service.rules.tactical.rounds.waiting import shot_models
from service.rules.tactical.rounds.waiting.shots import Watch, fire_at, watches_of


def opportunity_fire(
    input: shot_models.TacticalOpportunityInput, rulings: TacticalRulings, dice: Dice
) -> shot_models.TacticalOpportunityOutcome:
    """Move a figure along its path until those who watch fire at it, and resolve their shots.

    Distances are in yards, which are hexes; injury is in hit points. A watch that holds its fire, or has no shot, goes
    on. Before an entry that meets a foe in his hex, or needs a roll, the movement ends here.

    Dice: for each shooter in turn order 3D6 Vision, if it discriminates, then those of an attack up to its damage; then
    wounds, shooter by shooter.
    Raises: ZoneRefusal, MoveRefusal, DefenseRefusal.
    Source: Opportunity Fire; Opportunity Fire, Target Discrimination.
    Ruling: tactical/ruling/appear.
    """
    field = field_of(input, rulings)
    mover = field.find(input.mover, "/mover")
    standing.refuse_unable(mover, input.maneuver, "/mover")
    watches = watches_of(field, input.shooters, mover.id, "/shooters")
    spent = round(input.spent * POINT)
    order = TacticalMoveOrder(maneuver=input.maneuver, option=input.option, path=input.path)
    plan = plan_path(field, mover, order, spent=spent)
    field.acting = mover.id
    fresh = {} if spent else {"moved_hexes": 0, "velocity": None}
    field.put(standing.with_state(mover, maneuver=input.maneuver, option=input.option, mp_spent=input.spent, **fresh))
    passing = Passing(field, input, watches, dice)
    passing.go(plan)
    return passing.outcome()


class Passing:
    """Somebody who passes those who watch, and what they have done so far."""

    def __init__(
        self, field: Field, input: shot_models.TacticalOpportunityInput, watches: list[Watch], dice: Dice
    ) -> None:
        """Set who moves on which field, and who watches."""
        self._field, self._input, self._watches, self._dice = field, input, watches, dice
        self._shots: tuple[shot_models.TacticalWatchShot, ...] = ()
        self._trigger: shot_models.TacticalShotTrigger | None = None
        self._done = 0

    def go(self, plan: MovePlan) -> None:
        """Move until somebody fires, or the path ends, or an entry meets a foe or takes a roll."""
        field, mover = self._field, self._input.mover
        name = field.name_of(mover)
        if not plan.steps:
            self._watched(events.EventKind.APPEARS, field[mover], None)
        for step in plan.steps:
            if step.exits or step.contacts or step.sweeps or step.roll:
                where = f"before entry {step.index} of the path, where it meets a foe or must roll"
                self._dice.warn(f"{name} stopped {where}.")
                break
            before = field[mover]
            take(field, mover, step)
            self._done = step.index + 1
            if self._watched(events.EVENTS[step.kind], before, step.index):
                break
        if not self._shots:
            text = f"{name} appeared to nobody who watched; nobody fired."
            self._dice.note(attack_rules.OPPORTUNITY_NOTHING, text, actor=mover)

    def _watched(self, kind: events.EventKind, before: TacticalFigure, index: int | None) -> bool:
        """Let those fire to whom the mover appears, and tell whether anybody does."""
        field, mover, popup = self._field, before.id, self._input.popup
        event = events.Event(kind, mover, before, self._input.maneuver, popup=popup)
        waiting = [each for each in self._watches if field[each.figure].state.wait]
        passage = events.passage_of(field, event)
        watches = [each for each in waiting if events.appears_to(field, field[each.figure], event, passage)]
        if not watches:
            return False
        strict = not self._shots
        shots = fire_at(field, mover, watches, self._input.defenses, self._dice, popup=popup, strict=strict)
        self._shots += shots
        if not any(each.result is shot_models.TacticalWatchResult.FIRED for each in shots):
            return False
        self._trigger = shot_models.TacticalShotTrigger(
            index=index, hex=field[mover].hex, shooters=tuple([each.figure for each in shots])
        )
        return True

    def outcome(self) -> shot_models.TacticalOpportunityOutcome:
        """Return what has come of it."""
        field, mover = self._field, self._field[self._input.mover]
        reports = [each.attack for each in self._shots if each.attack is not None]
        wounds = [wound for each in reports if each.hit == mover.id for wound in each.wounds]
        stopped = standing.hindrance_of(mover)
        left = self._input.path[self._done :]
        told = [summary_of(field, reports, None)] if reports else [f"Nobody fired at {standing.name_of(mover)}."]
        if reports and left:
            told.append(events.going_on_text(standing.name_of(mover), stopped))
            self._dice.note(attack_rules.WAIT_CONTINUE, told[-1], actor=mover.id)
        return shot_models.TacticalOpportunityOutcome(
            summary=" ".join(map(capital, told)),
            verdict=shot_models.TacticalOpportunityVerdict(
                fired=len(reports),
                hits=sum([each.hits for each in reports if each.hit == mover.id]),
                injury=sum([each.injury for each in wounds]),
                mover_status=standing.status_of(mover),
                stopped=stopped is not None,
                friendly_fire=any(each.friendly_fire for each in self._shots),
            ),
            trigger=self._trigger,
            shots=self._shots,
            spent=mover.state.mp_spent,
            path_left=() if stopped is not None else left,
            changes=changes_told(field, self._dice),
            figures=field.changed(),
        )
