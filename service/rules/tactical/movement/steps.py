"""The steps of a movement and the plan that they make up: what other rooms take one by one."""

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.hexes import Hex
from service.rules.kernel.telling import amount
from service.rules.kernel.value import value
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.movement.contacts import Contact
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.models import TacticalEntryKind
from service.rules.tactical.movement.poses import Swept


@value
class MoveStep:
    """One entry of a path and where it leads; `cost` and `spent` are half points, and so are the terms.

    `exits` are the foes to evade before the hex is left in which the movement began. `sweeps` are those whom a large
    body slams into as it turns. `roll` tells that a jump takes a DX roll.
    """

    index: int
    kind: TacticalEntryKind
    hex: Hex
    facing: int
    upper_direction: int | None
    posture: Posture
    huddled: bool
    cost: int
    spent: int
    terms: tuple[Term, ...]
    cites: tuple[Rule, ...] = ()
    contacts: tuple[Contact, ...] = ()
    exits: tuple[str, ...] = ()
    sweeps: tuple[Swept, ...] = ()
    roll: bool = False

    @property
    def foe(self) -> str | None:
        """Return the foe whose hex is entered, the first of several."""
        return self.contacts[0].foe if self.contacts else None

    @property
    def follow_up(self) -> TacticalFollowUp | None:
        """Return what is done with that foe."""
        return self.contacts[0].follow_up if self.contacts else None


@value
class MovePlan:
    """A legal path: its half points, its steps and where they lead.

    `facing` is that after the turn at the end, which is `end_turn` hexsides, from -2 to 3. `slams` has those whom a
    turning body sweeps over, too.
    """

    points: int
    spent: int
    steps: tuple[MoveStep, ...]
    hex: Hex
    facing: int
    upper_direction: int | None
    end_turn: int
    evades: tuple[str, ...]
    slams: tuple[str, ...]
    body: tuple[Hex, ...]
    cites: tuple[Rule, ...]


def points_text(halves: int) -> str:
    """Say half points with their unit: "1 movement point" or "1.5 movement points"."""
    return f"{spoken_points(halves)} movement point{'' if halves == POINT else 's'}"


def sides_text(sides: int) -> str:
    """Say how far a turn is, to either side: "1 hexside"."""
    return amount(abs(sides), "hexside")


def spoken_points(halves: int) -> str:
    """Say half points as movement points: "4" or "4.5"."""
    return f"{halves // POINT}.5" if halves % POINT else str(halves // POINT)
