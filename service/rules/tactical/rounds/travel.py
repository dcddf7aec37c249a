"""Movement in a turn, entry by entry: foes on the way are met, and those who wait may interrupt after each entry."""

from collections.abc import Sequence
from typing import Final

from service.dice.model import THREE_D6, Cited, Cites, Expected
from service.errors import RulesRefuse
from service.rules.kernel.book import citable
from service.rules.kernel.hexes import Hex, facing_name
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import rulebook
from service.rules.tactical.close.passage import Passage, Way
from service.rules.tactical.figures.dexterity import dx_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, name_of
from service.rules.tactical.movement.advance import turn_to
from service.rules.tactical.movement.allowance import has_step
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.path_plan import plan_path
from service.rules.tactical.movement.steps import MoveStep
from service.rules.tactical.rounds.checks import Approved
from service.rules.tactical.rounds.round_sentences import walked_text
from service.rules.tactical.rounds.turn import Turn
from service.rules.tactical.rounds.watched_events import EVENTS, EventKind

RULES: Final = citable(rulebook.RULES)


class Journey(Passage):
    """The path of a turn: it is planned anew whenever something else than the movement itself has changed the field."""

    def __init__(self, turn: Turn, approved: Approved) -> None:
        """Begin where the figure is, with a plan of the whole path."""
        way = Way(approved.plan, approved.conduct, turn.orders.opening_for(turn.id))
        super().__init__(turn.field, turn.id, way, turn.dice)
        self.turn, self.order = turn, approved.order
        self.evades, self.slams, self.entered = turn.evades, turn.slams, turn.entered
        self.done = 0
        self.is_stale = False
        self._walked: list[MoveStep] = []
        self._driven_off = False
        self._stretch: list[MoveStep] = []
        self._told = ""
        self._ahead = list(approved.plan.steps)

    def go(self, until: int) -> None:
        """Take the entries of the path up to a number of them, unless something ends the movement before.

        Dice: for each foe on the way those of an evade or of a slam; 3D6 against DX for a jump, by an option.
        """
        pain, slams = self.figure.state.shock, len(self.slams)
        while not self.halted and self.done < until and self._is_planned():
            step = self._ahead.pop(0)
            if step.exits or step.sweeps or step.roll:
                self.tell()
            if not step.roll or self._clears():
                self.take(step)
            if self._driven_off:
                self._driven_off = False
                self.halted = not self.turn.can_go_on()
            self.is_stale = self.is_stale or len(self.slams) > slams
        self.tell()
        if self.halted and self.done < until and self.turn.ended is None:
            self.turn.ended = f"{self.turn.name} got no farther than the foe on its way."
        self.turn.hurt_since(pain)

    def _is_planned(self) -> bool:
        """Plan the rest of the path again if need be, and tell whether it can still be gone."""
        if not self.is_stale:
            return True
        turn = self.turn
        rest = self.order.model_copy(update={"path": self.order.path[self.done :]})
        try:
            plan = plan_path(turn.field, turn.figure, rest, spent=round(turn.figure.state.mp_spent * POINT))
        except RulesRefuse as fault:
            self._end(fault.detail)
            return False
        self.way = self.way._replace(plan=plan)
        self._ahead, self.is_stale = list(plan.steps), False
        return True

    def _end(self, why: str) -> None:
        self.halted = True
        self.turn.ended = self.turn.ended or why
        self.turn.say(rules.MOVEMENT_PATH_LEGALITY, f"{self.turn.name} stopped: {why}")

    def _clears(self) -> bool:
        """Roll a jump, and tell whether it succeeds; a failure ends the movement before the obstacle.

        Dice: 3D6 against DX.
        """
        number = dx_of(self.field, self.figure, acting=True)
        name = name_of(self.figure)
        rule, purpose = rules.MOVEMENT_JUMP, f"whether {name} clears the obstacle"
        self.dice.expect(lambda: [Expected(rule, THREE_D6, self.mover, purpose)])
        jump = roll_success(rule, number, self.dice, actor=self.mover, name=name, skill="DX to jump")
        if not jump.succeeded:
            self._end(f"{name} failed to jump and stopped before the obstacle.")
        return jump.succeeded

    def advance(self, step: MoveStep) -> None:
        """Move by one step, and let those who wait answer it before anybody is met in the new hex."""
        before = self.figure
        super().advance(step)
        self.done += 1
        self._walked.append(step)
        if step.contacts:
            self.tell()
        self.answered(EVENTS[step.kind], before)
        if self.figure.hex != step.hex:
            self.halted = self._driven_off = True

    def run_in(self, foe: str, origin: Hex, step: MoveStep) -> None:
        """Stop in the hex of a foe, unless something has felled the figure, or driven it out again."""
        shared = set(self.field.body(self.figure)).intersection(self.field.body(self.field[foe]))
        if shared and is_conscious(self.figure) and is_conscious(self.field[foe]):
            super().run_in(foe, origin, step)

    def answered(self, kind: EventKind, before: TacticalFigure) -> bool:
        """Let those who wait answer an event, and tell whether the figure can go on."""
        turn = self.turn
        if self._walked and self.dice.tells and self.field.waiting():
            self.tell()
        heard = len(turn.interrupts)
        going_on = turn.happens(kind, before)
        self.is_stale = self.is_stale or len(turn.interrupts) > heard
        self.halted = self.halted or not going_on
        return going_on

    def finish(self) -> None:
        """Turn to the facing that the order ends with, if the path has been gone to its end."""
        if self.halted or not self._is_planned() or not self.way.plan.end_turn:
            return
        before, facing = self.figure, self.way.plan.facing
        turn_to(self.field, self.mover, facing)
        step = has_step(self.order.maneuver, self.order.option)
        rule = rules.STEP_FACING_FREE if step else rules.MOVEMENT_TURN_AT_END
        self.turn.note(rule, f"{name_of(before)} turned to face {facing_name(facing)}.", self.way.plan.cites)
        self.answered(EventKind.TURNS, before)

    def tell(self) -> None:
        """Record the entries that have been taken since the last time; the summary tells a stretch in one sentence."""
        if not self._walked or not self.dice.tells:
            return
        turn, plan = self.turn, self.way.plan
        points = None if has_step(self.order.maneuver, self.order.option) else plan.points
        steps, self._walked = self._walked, []
        text = walked_text(turn.name, self.figure, steps, points)
        turn.note(rules.MOVEMENT_PATH_LEGALITY, text, (*plan.cites, *cites_of(steps)))
        if turn.told and turn.told[-1] == self._told:
            steps = [*self._stretch, *steps]
            turn.told.pop()
        self._stretch, self._told = steps, walked_text(turn.name, self.figure, steps, points)
        turn.told.append(self._told)


def cites_of(steps: Sequence[MoveStep]) -> Cites:
    """Return the rules that entries of a path follow, each once."""
    found: dict[str, Cited] = {}
    for step in steps:
        found |= {each.rule: RULES[each.rule] for each in step.terms}
        found |= {each.id: each for each in step.cites}
    return tuple(found.values())
