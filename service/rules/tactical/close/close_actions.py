"""An action in close combat while it is resolved, and what comes of it."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.tactical.attack.outcomes import TacticalAttackReport, TacticalFeint
from service.rules.tactical.book.words import TacticalCloseAction, TacticalManeuver
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalReadied
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of

Action = TacticalCloseAction
USUAL: Final = {
    Action.EVADE: TacticalManeuver.MOVE,
    Action.LEAVE: TacticalManeuver.MOVE,
    Action.READY: TacticalManeuver.READY,
    Action.DROP_SHIELD: TacticalManeuver.READY,
}
"""The maneuver of an action for which the request names none; of all others it is Attack."""


class Act(NamedTuple):
    """An action on its field, with what it is done with."""

    input: TacticalCloseInput
    field: Field
    dice: Dice

    @property
    def actor(self) -> TacticalFigure:
        """The figure that acts, as it is now."""
        return self.field[self.input.actor]

    @property
    def foe(self) -> TacticalFigure:
        """The target, as it is now, of an action that has one."""
        return self.field[self.input.target or ""]

    @property
    def names(self) -> tuple[str, str]:
        """What players call the figure that acts and the target, of an action that has one."""
        return name_of(self.actor), name_of(self.foe)

    @property
    def maneuver(self) -> TacticalManeuver:
        """The maneuver of the action."""
        return self.input.maneuver or USUAL.get(self.input.action, TacticalManeuver.ATTACK)


@dataclass(slots=True)
class Deed:
    """What came of an action."""

    succeeded: bool
    summary: str
    evades: tuple[TacticalEvade, ...] = ()
    contest: TacticalContestReport | None = None
    readied: TacticalReadied | None = None
    feint: TacticalFeint | None = None
    attacks: tuple[TacticalAttackReport, ...] = ()
