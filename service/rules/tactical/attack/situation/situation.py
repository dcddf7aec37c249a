"""Who attacks whom with what, under which circumstances that the order does not say, and where the attack goes."""

from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Term
from service.rules.kernel.hexes import Hex
from service.rules.kernel.tally import term
from service.rules.roll_under.modifiers import POSTURES
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalDefenseChoice
from service.rules.tactical.book import attack_rules, movement_rules, words
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import NATURAL, close_with, skill_of
from service.rules.tactical.map.lines import Segment
from service.wire import value_class

FEINT: Final = words.TacticalManeuver.FEINT
FEINT_FIRST: Final = words.TacticalManeuverOption.FEINT


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

    maneuver: words.TacticalManeuver = words.TacticalManeuver.ATTACK
    option: words.TacticalManeuverOption | None = None
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

    @property
    def feints(self) -> bool:
        """Whether the attack begins with a feint, or is nothing else."""
        return self.maneuver is FEINT or self.option is FEINT_FIRST


@value_class
class Attempt:
    """An attack that somebody could make; `target` is None in an empty hex that is attacked blindly."""

    attacker: TacticalFigure
    target: TacticalFigure | None
    weapon: TacticalWeapon
    mode: TacticalMode
    order: TacticalAttackOrder
    conduct: Conduct


@value_class
class Way:
    """Where an attack goes.

    `origin` is the hex that it comes from, `hex` the one of the target's body that it strikes, `zone` the sector of
    that hex as the attacker sees it. `yards` is the distance: of melee attacks in hexes, of shots with differences in
    height, and 0 for those in close combat. `close` says that the two are in close combat, even if the opponent is in
    the next hex; `reach`, which shots do not have, is 0 then.

    `line` is None in close combat, and for blows at the next hex on ground without walls. `people` and `pairs` count
    those in the way: persons, or hexes with foes, and pairs of hexes that the line runs between; of a shot, `in_way`
    are their ids. `halved` says that the target is beyond half range.
    """

    origin: Hex
    hex: Hex
    yards: int
    zone: words.TacticalSector
    swing: words.TacticalSwing
    close: bool
    cites: Cites
    reach: int | None = None
    line: Segment | None = None
    people: int = 0
    pairs: int = 0
    in_way: tuple[str, ...] = ()
    ranged: bool = False
    halved: bool = False


def unforced_choice(choice: TacticalDefenseChoice) -> TacticalDefenseChoice:
    """Return how a figure defends itself, with another defense if the one it wants is not legal."""
    return choice.model_copy(update={"forced": False}) if choice.forced else choice


def unforced(order: TacticalAttackOrder) -> TacticalAttackOrder:
    """Return an attack whose target falls back on another defense if the one it wants is not legal."""
    choice = order.defense
    if choice is None or not choice.forced:
        return order
    return order.model_copy(update={"defense": unforced_choice(choice)})


NORMAL, CLUMSY, WILD, BLIND = SWINGS = tuple(words.TacticalSwing)


# Where a blow goes


def is_close(field: Field, one: TacticalFigure, other: TacticalFigure) -> bool:
    """Return whether two figures share a hex, or have declared close combat from one hex to the next."""
    if one.hex == other.hex or (one.state.close and close_with(one, other.id) is not None):
        return True
    body, others = field.body(one), field.body(other)
    return len(body) + len(others) > 2 and not set(body).isdisjoint(others)


ATTACK: Final = words.TacticalManeuver.ATTACK
ALL_OUT_ATTACK: Final = words.TacticalManeuver.ALL_OUT_ATTACK
MOVE_AND_ATTACK: Final = words.TacticalManeuver.MOVE_AND_ATTACK
DETERMINED: Final = words.TacticalManeuverOption.DETERMINED
DOUBLE: Final = words.TacticalManeuverOption.DOUBLE
THROWN: Final = words.TacticalWeaponKind.THROWN
UNTRAINED: Final = term(attack_rules.ATTACK_NUMBER, -5, "Untrained")
POSTURE_OF: Final = {row.posture: row for row in POSTURES}


def own_terms(order: TacticalAttackOrder) -> list[Term]:
    """Return the modifiers of the caller's own."""
    return [term(movement_rules.CORE_OPEN_MODIFIERS, each.value, each.label) for each in order.modifiers if each.value]


def level_of(attacker: TacticalFigure, weapon: TacticalWeapon) -> tuple[int, list[Term]]:
    """Return the level that a weapon is used at; without its skill a body strikes with DX, a weapon with DX - 5."""
    level = skill_of(attacker, weapon.skill) if weapon.level is None else weapon.level
    if level is not None:
        return level, []
    return attacker.dx, [] if weapon.kind is NATURAL else [UNTRAINED]
