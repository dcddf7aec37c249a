"""Who attacks whom with what, and under which circumstances that the order does not say."""

from typing import NamedTuple

from service.rules.kernel.value import value
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure


class Conduct(NamedTuple):
    """Under which circumstances an attack is made, which its order does not say.

    `watched` counts the hexes of a zone for opportunity fire, solid ones left out; `watched_line` stands for a line
    instead. `aim_seconds` are those that watching one hex is worth. `entered` says that the attacker has entered the
    target's hex in this turn, `striking_into` that it strikes into a close combat from outside, which is found out by
    itself where the state of the target says so. `stop_thrust` is the bonus to damage of a stop thrust. `second` is the
    second of two blows, `rapid` one of a Rapid Strike. `larger_by` are the points of Size Modifier that somebody who
    takes hold has above the target's. `dodge_only` says that the target makes a pop-up attack, so that it can only
    dodge.
    """

    maneuver: TacticalManeuver = TacticalManeuver.ATTACK
    option: TacticalManeuverOption | None = None
    popup: bool = False
    watched: int | None = None
    watched_line: bool = False
    discriminates: bool = False
    aim_seconds: int = 0
    entered: bool = False
    striking_into: bool = False
    stop_thrust: int = 0
    second: bool = False
    rapid: bool = False
    larger_by: int = 0
    dodge_only: bool = False


@value
class Attempt:
    """An attack that somebody could make; `target` is None in an empty hex that is attacked blindly."""

    attacker: TacticalFigure
    target: TacticalFigure | None
    weapon: TacticalWeapon
    mode: TacticalMode
    order: TacticalAttackOrder
    conduct: Conduct
