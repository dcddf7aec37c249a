"""The tables of the family `tactical`, as reference data."""

from collections.abc import Iterable
from typing import Final

from service.rules.kernel.family import Table
from service.rules.roll_under import damage, modifiers
from service.rules.roll_under.exertion import ENCUMBRANCES
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import modifiers as rows
from service.rules.tactical.book import movement_rules, tables, wound_tables
from service.rules.tactical.book.words import TacticalLocation
from service.wire import Json

ADAPTATION: Final = movement_rules.ADAPTATION
BASE_GAME: Final = movement_rules.BASE_GAME
FIRING: Final = "Firing Through an Occupied Hex"
LONGEST_SHOWN: Final = 1000


def _base(title: str, columns: str, of: Iterable[tuple[Json, ...]]) -> Table:
    """Make a table of the base game."""
    return Table(title, BASE_GAME, tuple(columns.split()), tuple(map(tuple, of)))


def _points(halves: int | None) -> Json:
    """Return movement points from halves; null is all of them."""
    return None if halves is None else halves / 2


def _in_the_way(title: str, cites: str, of: tuple[tables.InTheWayRow, ...]) -> Table:
    """Make a table of who is in the way, by the postures of shooter and target."""
    cells = tuple((row.posture, ", ".join(row.shooters), ", ".join(row.targets)) for row in of)
    return Table(title, cites, ("posture", "if_shooter", "or_if_target"), cells)


SPLIT, UNIFIED = tables.IN_THE_WAY
MOVEMENT_COSTS: Final = Table(
    "Movement points",
    movement_rules.COSTS,
    ("rule", "condition", "points"),
    tuple((row.rule.id, row.condition, _points(row.halves)) for row in tables.COSTS),
)
POSTURES: Final = Table(
    "Postures",
    movement_rules.COSTS,
    ("posture", "melee", "defense", "target", "points", "can_move", "hexes"),
    tuple(
        (
            row.posture,
            row.melee,
            row.defense,
            row.target,
            _points(tables.POSTURE_COSTS[row.posture].halves if row.posture in tables.POSTURE_COSTS else 0),
            row.posture is not Posture.SITTING,
            tables.POSTURE_HEXES[row.posture],
        )
        for row in modifiers.POSTURES
    ),
)
SIZES: Final = range(-2, 7)
RANGES: Final = tuple(
    int(modifiers.measure_of(size)) for size in range(40) if modifiers.measure_of(size) <= LONGEST_SHOWN
)

TABLES: Final = {
    "maneuvers": Table.of("Maneuvers", "Maneuvers in Tactical Combat", tables.MANEUVERS),
    "movement-costs": MOVEMENT_COSTS,
    "postures": POSTURES,
    "encumbrance": Table.of("Encumbrance", BASE_GAME, ENCUMBRANCES),
    "melee-modifiers": Table.of_modifiers("Modifiers of melee attacks", BASE_GAME, rows.MELEE_MODIFIERS),
    "ranged-modifiers": Table.of_modifiers("Modifiers of ranged attacks", BASE_GAME, rows.RANGED_MODIFIERS),
    "worst-modifiers": Table.of_modifiers("Modifiers of which the worst counts", "Wild Swings", rows.WORST_MODIFIERS),
    "ranges": _base("Speed and range in yards", "yards modifier", [(at, tables.range_modifier(at)) for at in RANGES]),
    "sizes": _base(
        "Size Modifier and longest dimension in yards",
        "size yards",
        [(at, float(modifiers.measure_of(at))) for at in SIZES],
    ),
    "size-reach": Table.of("Size and reach", BASE_GAME, tables.SIZE_REACH),
    "rapid-fire": _base("Rapid fire", "lowest highest bonus", modifiers.RAPID_FIRE),
    "visibility": Table.of("Visibility", BASE_GAME, modifiers.VISIBILITIES),
    "opportunity-fire": Table(
        "Hexes watched",
        "Opportunity Fire",
        ("lowest", "highest", "modifier"),
        tuple(map(tuple, modifiers.WATCHES)),
    ),
    "missiles": Table.of("Defences against missiles, and weapons for pop-up attacks", BASE_GAME, tables.MISSILES),
    "in-the-way": _in_the_way("Who is in the way of a shot", FIRING, tables.IN_THE_WAY[SPLIT]),
    "hit-astray": _in_the_way("Who may be hit by a shot that misses", "Hitting the Wrong Target", tables.ASTRAY[SPLIT]),
    "in-the-way-unified": _in_the_way("Who is in the way and may be hit", FIRING, tables.IN_THE_WAY[UNIFIED]),
    "sight-blocks": Table(
        "Size Modifiers above the shooter's that close a line",
        FIRING,
        ("posture", "above"),
        tuple(tables.SIGHT_BLOCKS.items()),
    ),
    "critical-hits": Table.of("Critical hits", BASE_GAME, wound_tables.CRITICAL_HITS),
    "critical-head-hits": Table.of("Critical hits to the head", BASE_GAME, wound_tables.CRITICAL_HEAD_HITS),
    "critical-misses": Table.of("Critical misses", BASE_GAME, wound_tables.CRITICAL_MISSES),
    "unarmed-misses": Table.of("Critical misses without a weapon", BASE_GAME, wound_tables.UNARMED_MISSES),
    "defense-modifiers": Table.of_modifiers("Modifiers of a defence", BASE_GAME, rows.DEFENSE_MODIFIERS),
    "locations": Table.of("Hit locations", BASE_GAME, wound_tables.LOCATIONS),
    "random-locations": Table.of("Random hit locations", BASE_GAME, wound_tables.RANDOM_LOCATIONS),
    "wounding": _base(
        "Wounding multiplier in the torso",
        "type multiplier",
        [(kind, halves / 2) for kind, halves in damage.WOUNDING.items()],
    ),
    "wounding-elsewhere": _base(
        "Wounding multiplier elsewhere, where it differs",
        "location type multiplier",
        [
            (location, kind, wound_tables.wounding_halves(kind, location) / 2)
            for location in TacticalLocation
            for kind, halves in damage.WOUNDING.items()
            if wound_tables.wounding_halves(kind, location) != halves
        ],
    ),
    "crippling": _base("Crippling injuries", "location divisor", wound_tables.CRIPPLED_ABOVE.items()),
    "knockdown-modifiers": Table.of_modifiers("Modifiers of knockdown", BASE_GAME, rows.KNOCKDOWN_MODIFIERS),
    "other-rolls": Table.of_modifiers(
        "Modifiers of other rolls",
        BASE_GAME,
        (*rows.DX_MODIFIERS, *rows.FALL_MODIFIERS, *rows.CONSCIOUSNESS_MODIFIERS),
    ),
    "evade-modifiers": Table.of_modifiers("Modifiers of an evade", BASE_GAME, rows.EVADE_MODIFIERS),
    "grapple-modifiers": Table.of_modifiers(
        "Modifiers of grapples", BASE_GAME, (*rows.GRAB_MODIFIERS, *rows.PIN_MODIFIERS, *rows.HOLD_MODIFIERS)
    ),
    "slams": Table.of("Damage of a slam, by hit points times velocity", BASE_GAME, tables.SLAMS),
    "pursuit-bands": Table.of("Distances of a pursuit in hexes", ADAPTATION, tables.BANDS),
}
