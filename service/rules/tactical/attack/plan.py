"""Plan of one attack: everything that is known before its first die."""

from typing import NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.kernel.hexes import Hex
from service.rules.kernel.value import value
from service.rules.tactical.attack.defense import PlannedDefense, Threat
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalSector,
    TacticalSwing,
)
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.weapons import TacticalMode, TacticalWeapon
from service.rules.tactical.map.lines import Segment


class Conduct(NamedTuple):
    """Under which circumstances an attack is made, which its order does not say.

    `watched` counts the hexes of a zone for opportunity fire, solid ones left out; `watched_line` stands for a line
    instead. `aim_seconds` are those that watching one hex is worth. `entered` says that the attacker has entered the
    target's hex in this turn, `striking_into` that it strikes into a close combat from outside, which is found out by
    itself where the state of the target says so. `stop_thrust` is the bonus to damage of a stop thrust. `second` is the
    second of two blows, `rapid` one of a Rapid Strike.
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


@value
class AttackPlan:
    """One attack, ready to be rolled.

    `target` is None if the hex that is attacked blindly is empty; `hex` is the hex that is struck, `origin` the one the
    attack comes from. `zone` is the sector of the target as the attacker sees it, `arc` that of the attack as the
    target sees it. `range_yards` is the distance, of melee attacks in hexes. `location` is None if dice say it.
    `halved` says that the damage is. `threat` is what a defender faces; `undefended` are the rules that take every
    defense away if `defense` is None. `order` and `conduct` are those of this blow.
    """

    attacker: str
    target: str | None
    hex: Hex
    origin: Hex
    weapon: TacticalWeapon
    mode: TacticalMode
    ranged: bool
    swing: TacticalSwing
    zone: TacticalSector
    arc: TacticalSector
    reach: int | None
    range_yards: int
    number: Tally
    cites: Cites
    location: TacticalLocation | None
    random_location: bool
    deceptive: int
    shots: int
    halved: bool
    striking_into: bool
    line: Segment | None
    in_way: tuple[str, ...]
    threat: Threat
    defense: PlannedDefense | None
    second_defense: PlannedDefense | None
    undefended: Cites
    order: TacticalAttackOrder
    conduct: Conduct


def plan_attack(field: Field, attacker_id: str, order: TacticalAttackOrder, conduct: Conduct) -> AttackPlan:
    """Work out an attack; nothing is changed, and no die is rolled.

    Raises: every refusal of an attack.
    """
    raise NotImplementedError


def second_order(order: TacticalAttackOrder) -> TacticalAttackOrder | None:
    """Return the order of a second blow, or None if there is only one."""
    raise NotImplementedError


def stray_number(field: Field, plan: AttackPlan, candidate: str) -> tuple[Tally, Cites]:
    """Return what it takes to hit somebody astray: 9, or the number to hit him on purpose if that is worse."""
    raise NotImplementedError


def stray_threat(plan: AttackPlan) -> Threat:
    """Return what somebody faces whom an attack may hit astray."""
    raise NotImplementedError
