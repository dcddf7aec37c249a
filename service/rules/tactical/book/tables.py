"""Tables of movement, maneuvers, missiles, lines of fire, sizes, slams and pursuit.

Those of wounds are in `wound_tables`; what other families share is in `roll_under`.
"""

from typing import Final

from service.dice.model import Rule
from service.rules.roll_under.damage import Damage, damage_of
from service.rules.roll_under.defenses import AGAINST_MISSILES, BLOCK, PARRY
from service.rules.roll_under.modifiers import measure_of, size_of_number
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules
from service.rules.tactical.book.critical_results import TacticalAllotment
from service.rules.tactical.book.options import TacticalPostureRule
from service.rules.tactical.book.words import (
    TacticalBand,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalRangedClass,
)
from service.wire import value_class

STANDING, CROUCHING, KNEELING, SITTING, CRAWLING, LYING = Posture


@value_class
class CostRow:
    """What a hex or a turn costs in halves of a movement point; null is all of them."""

    rule: Rule
    halves: int | None
    condition: str


FORWARD: Final = CostRow(movement_rules.MOVEMENT_FORWARD, 2, "Into a front hex, facing it")
SIDESTEP: Final = CostRow(movement_rules.MOVEMENT_SIDESTEP, 4, "Into a side hex, facing kept")
SIDESTEP_FRONT: Final = CostRow(movement_rules.MOVEMENT_SIDESTEP_FRONT, 4, "Diagonally into a front hex, facing kept")
BACKWARD: Final = CostRow(movement_rules.MOVEMENT_BACKWARD, 4, "Into the back hex, facing kept")
TURN: Final = CostRow(movement_rules.MOVEMENT_TURN_BEFORE_DURING, 2, "Each hex-side turned before or during a move")
CROUCHED: Final = CostRow(movement_rules.MOVEMENT_POSTURE_COST, 1, "Crouching, in addition")
KNELT: Final = CostRow(movement_rules.MOVEMENT_POSTURE_COST, 4, "Kneeling, in addition")
CRAWLED: Final = CostRow(movement_rules.MOVEMENT_POSTURE_COST, 4, "Crawling, in addition")
LAIN: Final = CostRow(movement_rules.MOVEMENT_LYING, None, "Lying")
MINOR: Final = CostRow(movement_rules.MOVEMENT_MINOR_OBSTRUCTION, 2, "Each minor obstruction in the hex, in addition")
FOOTING: Final = CostRow(movement_rules.MOVEMENT_BAD_FOOTING, 2, "Each point of bad footing, in addition")
STAIRS: Final = CostRow(movement_rules.MOVEMENT_STAIRS, 2, "Stairs, up or down, in addition")
SHALLOW_WATER: Final = CostRow(movement_rules.MOVEMENT_SHALLOW_WATER, 2, "Water up to a sixth of height, in addition")
DEEP_WATER: Final = CostRow(movement_rules.MOVEMENT_DEEP_WATER, None, "Deeper water")
JUMPED: Final = CostRow(movement_rules.MOVEMENT_JUMP, 2, "Each hex jumped over, and the one landed in")
COSTS: Final = (
    FORWARD,
    SIDESTEP,
    SIDESTEP_FRONT,
    BACKWARD,
    TURN,
    CROUCHED,
    KNELT,
    CRAWLED,
    LAIN,
    MINOR,
    FOOTING,
    STAIRS,
    SHALLOW_WATER,
    DEEP_WATER,
    JUMPED,
)
POSTURE_COSTS: Final = {CROUCHING: CROUCHED, KNEELING: KNELT, CRAWLING: CRAWLED, LYING: LAIN}
"""What a posture costs in each hex; standing costs nothing, and a sitting figure cannot move."""
POSTURE_HEXES: Final = {STANDING: 1, CROUCHING: 1, KNEELING: 1, SITTING: 1, CRAWLING: 2, LYING: 2}
"""How many hexes a human-sized figure fills."""


@value_class
class ManeuverRow:
    """A maneuver: how far it moves, and what it adds to each defence until the next turn; null rules one out."""

    maneuver: TacticalManeuver
    option: TacticalManeuverOption | None
    movement: TacticalAllotment
    dodge: int | None = 0
    parry: int | None = 0
    block: int | None = 0
    retreats: bool = True


_DEFENDED: Final = TacticalManeuver.ALL_OUT_DEFENSE
NO_MOVE, A_STEP, HALF_MOVE, FULL_MOVE = TacticalAllotment
MANEUVERS: Final = (
    ManeuverRow(TacticalManeuver.DO_NOTHING, None, NO_MOVE),
    ManeuverRow(TacticalManeuver.MOVE, None, FULL_MOVE),
    ManeuverRow(TacticalManeuver.CHANGE_POSTURE, None, NO_MOVE),
    ManeuverRow(TacticalManeuver.AIM, None, A_STEP),
    ManeuverRow(TacticalManeuver.EVALUATE, None, A_STEP),
    ManeuverRow(TacticalManeuver.ATTACK, None, A_STEP),
    ManeuverRow(TacticalManeuver.FEINT, None, A_STEP),
    ManeuverRow(TacticalManeuver.ALL_OUT_ATTACK, None, HALF_MOVE, None, None, None, retreats=False),
    ManeuverRow(TacticalManeuver.MOVE_AND_ATTACK, None, FULL_MOVE, 0, None, 0, retreats=False),
    ManeuverRow(_DEFENDED, TacticalManeuverOption.DODGE, HALF_MOVE, dodge=+2),
    ManeuverRow(_DEFENDED, TacticalManeuverOption.PARRY, A_STEP, parry=+2),
    ManeuverRow(_DEFENDED, TacticalManeuverOption.BLOCK, A_STEP, block=+2),
    ManeuverRow(_DEFENDED, TacticalManeuverOption.DOUBLE_DEFENSE, A_STEP),
    ManeuverRow(TacticalManeuver.CONCENTRATE, None, A_STEP),
    ManeuverRow(TacticalManeuver.READY, None, A_STEP),
    ManeuverRow(TacticalManeuver.WAIT, None, NO_MOVE),
)
_BY_MANEUVER: Final = {(row.maneuver, row.option): row for row in MANEUVERS}
_WITHOUT_BONUS: Final = {row.maneuver: row for row in MANEUVERS if not (row.dodge or row.parry or row.block)}


def maneuver_row(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> ManeuverRow:
    """Return the row of a maneuver; all options of an All-Out Attack share one.

    A state may have an All-Out Defense without one of its options: that adds to no defense.
    """
    return _BY_MANEUVER.get((maneuver, option)) or _WITHOUT_BONUS[maneuver]


# Missiles


@value_class
class MissileRow:
    """What drives a ranged weapon: how it may be stopped, whether a shield's bonus counts, and pop-up attacks."""

    ranged_class: TacticalRangedClass
    parries: bool
    blocks: bool
    shields: bool
    pops_up: bool


def _missile(ranged_class: TacticalRangedClass, drive: str, *, pops_up: bool) -> MissileRow:
    """Make the row of a class of ranged weapons from what drives it; a shield helps where it can block."""
    stops = AGAINST_MISSILES[drive]
    return MissileRow(ranged_class, PARRY in stops, BLOCK in stops, BLOCK in stops, pops_up)


MISSILES: Final = (
    _missile(TacticalRangedClass.THROWN, "thrown", pops_up=True),
    _missile(TacticalRangedClass.BOW, "muscle", pops_up=False),
    _missile(TacticalRangedClass.SLING, "muscle", pops_up=False),
    _missile(TacticalRangedClass.CROSSBOW, "muscle", pops_up=True),
    _missile(TacticalRangedClass.FIREARM, "firearm", pops_up=True),
    _missile(TacticalRangedClass.BEAM, "beam", pops_up=True),
    _missile(TacticalRangedClass.OTHER, "other", pops_up=False),
)
MISSILE_OF: Final = {row.ranged_class: row for row in MISSILES}
LARGEST_ZONE: Final = 400
"""How many hexes may be watched at most."""


# Figures in a line of fire


@value_class
class InTheWayRow:
    """A posture that is in the way of a shot if the shooter, or the target, is in one of these postures."""

    posture: Posture
    shooters: tuple[Posture, ...]
    targets: tuple[Posture, ...]


_ALL: Final = tuple(Posture)
_LOW: Final = (KNEELING, SITTING)
_DOWN: Final = (CRAWLING, LYING)
IN_THE_WAY: Final = {
    TacticalPostureRule.SPLIT: (
        InTheWayRow(STANDING, _ALL, _ALL),
        InTheWayRow(CROUCHING, _ALL, _ALL),
        InTheWayRow(KNEELING, _LOW, _LOW),
        InTheWayRow(SITTING, _LOW, _LOW),
        InTheWayRow(CRAWLING, _DOWN, ()),
        InTheWayRow(LYING, _DOWN, ()),
    ),
    TacticalPostureRule.UNIFIED: (
        InTheWayRow(STANDING, _ALL, _ALL),
        InTheWayRow(CROUCHING, _ALL, _ALL),
        InTheWayRow(KNEELING, (*_LOW, *_DOWN), (*_LOW, *_DOWN)),
        InTheWayRow(SITTING, (*_LOW, *_DOWN), (*_LOW, *_DOWN)),
        InTheWayRow(CRAWLING, _DOWN, ()),
        InTheWayRow(LYING, _DOWN, ()),
    ),
}
"""Who brings a penalty."""
ASTRAY: Final = {
    TacticalPostureRule.SPLIT: (
        InTheWayRow(STANDING, _ALL, _ALL),
        InTheWayRow(CROUCHING, _ALL, _ALL),
        InTheWayRow(KNEELING, _LOW, ()),
        InTheWayRow(SITTING, _LOW, ()),
        InTheWayRow(CRAWLING, _DOWN, ()),
        InTheWayRow(LYING, _DOWN, ()),
    ),
    TacticalPostureRule.UNIFIED: IN_THE_WAY[TacticalPostureRule.UNIFIED],
}
"""Who may be hit by a shot that misses."""


def is_in_the_way(rows: tuple[InTheWayRow, ...], other: Posture, shooter: Posture, target: Posture) -> bool:
    """Return whether a posture is in the way, or a candidate for a stray shot, by the rows of one of them."""
    row = next(row for row in rows if row.posture is other)
    return shooter in row.shooters or target in row.targets


SIGHT_BLOCKS: Final = {STANDING: 2, CROUCHING: 2, KNEELING: 3, SITTING: 3, CRAWLING: 4, LYING: 4}
"""By how much a figure's Size Modifier exceeds the shooter's to close a line of fire."""
SIGHT_BLOCKED_LEVEL: Final = 3
"""By how much that of a body that is carried level does."""


# Sizes and distances


@value_class
class SizeReachRow:
    """A Size Modifier, and what it adds to the top reach of a weapon."""

    size: int
    added: int


SIZE_REACH: Final = tuple(SizeReachRow(size, int(measure_of(size - 3)) if size > 1 else 0) for size in range(1, 21))


def reach_added(size: int) -> int:
    """Return what a Size Modifier adds to the top reach of a weapon; at +1 only reach C grows, to C and 1."""
    return next((row.added for row in SIZE_REACH if row.size == size), 0)


def range_modifier(yards: int) -> int:
    """Return what a distance, with the speed of the target in yards a second, takes from skill: never above 0."""
    return -max(size_of_number(yards), 0) if yards > 0 else 0


def speed_value(move: int) -> int:
    """Return what a Move of at least 1 adds to a runner's score."""
    return size_of_number(move)


# Slams


@value_class
class SlamRow:
    """Hit points times velocity up to this number, and the damage of a slam; beyond the last each hundred is a die."""

    highest: int
    damage: str


SLAMS: Final = (SlamRow(25, "1d-3"), SlamRow(50, "1d-2"), SlamRow(99, "1d-1"))


def slam_damage(hit_points: int, velocity: int) -> Damage:
    """Return the crushing damage that a body does at a velocity in yards a second; half a die is rounded up."""
    product = hit_points * velocity
    row = next((row for row in SLAMS if product <= row.highest), None)
    return damage_of(f"{(product + 50) // 100}d" if row is None else row.damage)


# Pursuit


@value_class
class BandRow:
    """How far behind a pursuer is, in hexes from and to, and how many hexes behind it is put on a map."""

    band: TacticalBand
    lowest: int
    highest: int | None
    placed: int | None


BANDS: Final = (
    BandRow(TacticalBand.CLOSE, 0, 1, 1),
    BandRow(TacticalBand.SHORT, 2, 5, 4),
    BandRow(TacticalBand.MEDIUM, 6, 20, 12),
    BandRow(TacticalBand.LONG, 21, 100, 40),
    BandRow(TacticalBand.EXTREME, 101, 500, None),
    BandRow(TacticalBand.LOST, 501, None, None),
)
ROUND_SECONDS: Final = 15
"""Seconds of a round of pursuit."""


def band_of(hexes: int) -> TacticalBand:
    """Return the band of a gap."""
    return next(row.band for row in BANDS if row.highest is None or hexes <= row.highest)
