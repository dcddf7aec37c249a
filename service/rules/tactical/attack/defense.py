"""Active defenses: which are legal against an attack, what they are worth, and which one is used."""

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.kernel.hexes import Hex
from service.rules.kernel.value import value
from service.rules.tactical.attack.models import TacticalDefenseChoice
from service.rules.tactical.book.words import TacticalDefenseKind, TacticalRangedClass, TacticalSector, TacticalSide
from service.rules.tactical.figures.field import Field


@value
class Threat:
    """What a defender faces.

    `origin` is the hex that the attack comes from; `ranged` is None for melee. `armed` is false for a blow of a bare
    body. `small` marks a small thrown weapon. `close` says that the attacker is in close combat with the defender, or
    counts as being in it since it enters his hex; `strike_into` that the attack is made from outside into the
    defender's close combat. `runaround` is None to find it out from where the attacker's turn began. `dodge_only`
    stands for opportunity fire at a pop-up attack. `unseen` says that the defender does not perceive the attacker.
    """

    attacker: str
    origin: Hex
    ranged: TacticalRangedClass | None = None
    thrust: bool = False
    armed: bool = True
    small: bool = False
    deceptive: int = 0
    close: bool = False
    strike_into: bool = False
    runaround: bool | None = None
    dodge_only: bool = False
    unseen: bool = False


@value
class PlannedDefense:
    """A defense that is going to be tried.

    `hand` is the hand that parries, None for a weapon in both hands; `weapon` is the id of the weapon that parries,
    None for an empty hand. `retreat` is the hex to retreat to, None for none, and `turn` what is turned after it in
    hexsides. `drop` says that the defender drops to the ground.
    """

    kind: TacticalDefenseKind
    hand: TacticalSide | None
    weapon: str | None
    number: Tally
    cites: Cites
    retreat: Hex | None = None
    turn: int = 0
    drop: bool = False


def arc_of_attack(field: Field, defender_id: str, threat: Threat) -> TacticalSector:
    """Return the sector of a defender from which an attack comes; `front` for a runaround is not meant here."""
    raise NotImplementedError


def plan_defense(
    field: Field, defender_id: str, threat: Threat, choice: TacticalDefenseChoice | None, pointer: str = "/defense"
) -> PlannedDefense | None:
    """Return the defense that a figure uses, or None if it has none or wants none.

    Without a choice it is the highest number, with a retreat if one is free; of equal ones parry, block, dodge.

    Raises: DefenseIllegal, PopupDodgeOnly, RetreatNotAllowed, RetreatBlocked, RetreatWrongHex, if the choice is forced.
    """
    raise NotImplementedError


def second_defense(
    field: Field, defender_id: str, threat: Threat, choice: TacticalDefenseChoice | None, first: PlannedDefense
) -> PlannedDefense | None:
    """Return the second defense of a figure with a double defense, a different one; None if it has none."""
    raise NotImplementedError


def why_undefended(field: Field, defender_id: str, threat: Threat) -> Cites:
    """Return the rules that leave a figure without any defense."""
    raise NotImplementedError


def use_defense(field: Field, defender_id: str, planned: PlannedDefense, foe: str) -> None:
    """Mark on the field that a defense is used: parry, block, retreat and drop; the figure loses its aim."""
    raise NotImplementedError
