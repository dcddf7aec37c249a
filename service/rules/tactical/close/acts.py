"""An action in close combat while it is resolved, and what comes of it."""

from dataclasses import dataclass
from typing import NamedTuple

from service.dice.model import Cited, Dice, Rule
from service.rules.tactical.attack.records import TacticalAttackReport, TacticalFeint
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalReadied
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of


class Act(NamedTuple):
    """An action on its field, with the maneuver that it is and the dice that it is done with."""

    input: TacticalCloseInput
    field: Field
    dice: Dice
    maneuver: TacticalManeuver = TacticalManeuver.ATTACK

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

    def note(self, rule: Rule, text: str, *cites: Cited) -> str:
        """Record what the figure does without dice, and return it."""
        self.dice.note(rule, text, actor=self.input.actor, cites=cites)
        return text


@dataclass(slots=True)
class Deed:
    """The result of an action."""

    succeeded: bool
    summary: str
    evades: tuple[TacticalEvade, ...] = ()
    contest: TacticalContestReport | None = None
    readied: TacticalReadied | None = None
    feint: TacticalFeint | None = None
    attacks: tuple[TacticalAttackReport, ...] = ()
