"""The tables of the family `heroic`, as reference data."""

from typing import Final

from service.rules.heroic.book import tables
from service.rules.heroic.book import tables_reference as reference
from service.rules.kernel.family import Table
from service.rules.roll_under import locations, rapid_fire, st_damage, wounding
from service.rules.roll_under.size_speed_range import measure_of

BASE_GAME: Final = "Not in the source: the base game"
PROCEDURE: Final = "Ranged Combat Phase and Melee Combat Phase, procedure"
SIZES: Final = range(-10, 31)

TACTICS: Final = Table(
    "Combat tactics",
    "Combat Tactics",
    ("tactic", "factor", "melee", "ranged", "defense", "max_shots", "aims", "attacks", "rule"),
    tuple(
        (
            row.tactic,
            row.factor,
            row.melee if row.attacks else None,
            row.ranged if row.attacks else None,
            row.defense,
            row.max_shots,
            row.aims,
            row.attacks,
            row.rule.id,
        )
        for row in tables.TACTICS
    ),
)
MULTIPLIER: Final = Table(
    "Hit multiplier",
    "Attackers/Shots; continued from 31 on",
    ("lowest", "highest", "multiplier"),
    tuple((row.lowest, row.highest, row.halves / 2) for row in tables.MULTIPLIERS),
)
SIZE_ROWS: Final = Table(
    "Size and measure in yards",
    BASE_GAME,
    ("size", "yards"),
    tuple((size, float(measure_of(size))) for size in SIZES),
)
WOUNDING: Final = Table(
    "Wounding multiplier in the torso",
    BASE_GAME,
    ("type", "multiplier"),
    tuple((row.type, row.halves / 2) for row in wounding.WOUNDING),
)
WOUNDING_ELSEWHERE: Final = Table(
    "Wounding multiplier elsewhere, where it differs",
    BASE_GAME,
    ("location", "type", "multiplier"),
    tuple((row.location, row.type, row.halves / 2) for row in wounding.WOUNDING_EXCEPTIONS),
)
ARMOR_DIVISORS: Final = Table(
    "Armour divisors",
    BASE_GAME,
    ("divisor", "divides_by"),
    tuple((row.divisor, None if row.value is None else float(row.value)) for row in wounding.DIVISORS),
)
BATTLE_FATIGUE: Final = Table(
    "Fatigue points of a fight",
    BASE_GAME,
    ("encumbrance", "fatigue"),
    tuple((row.encumbrance, row.fatigue) for row in reference.ENCUMBRANCES),
)

TABLES: Final = {
    "tactics": TACTICS,
    "ratio": Table.of("Attackers to defenders", "Attackers : Defenders", tables.RATIOS),
    "multiplier": MULTIPLIER,
    "ranges": Table.of("Range bands in yards", PROCEDURE, tables.RANGES),
    "group-target": Table.of("Members of a group that is shot at", PROCEDURE, tables.GROUP_TARGETS),
    "rapid-fire": Table.of("Rapid fire", BASE_GAME, rapid_fire.RAPID_FIRE),
    "sizes": SIZE_ROWS,
    "postures": Table.of("Postures", BASE_GAME, reference.POSTURES),
    "visibility": Table.of("Visibility", BASE_GAME, reference.VISIBILITIES),
    "situation": Table.of("Attacker's situation", BASE_GAME, reference.SITUATIONS),
    "cover": Table.of("Cover of the target", BASE_GAME, reference.COVERS),
    "locations": Table.of("Hit locations", BASE_GAME, locations.LOCATIONS),
    "random-locations": Table.of("Random hit locations", BASE_GAME, locations.RANDOM_LOCATIONS),
    "wounding": WOUNDING,
    "wounding-elsewhere": WOUNDING_ELSEWHERE,
    "crippling": Table.of("Crippling injuries", BASE_GAME, locations.CRIPPLING),
    "armor-divisors": ARMOR_DIVISORS,
    "st-damage": Table.of("Damage by ST", BASE_GAME, st_damage.ST_DAMAGE),
    "encumbrance": Table.of("Encumbrance", BASE_GAME, reference.ENCUMBRANCES),
    "battle-fatigue": BATTLE_FATIGUE,
    "opportunity-fire": Table.of("Yards watched", BASE_GAME, reference.WATCHES),
    "cowardice": Table.of("Cowardice", BASE_GAME, reference.COWARDICE),
    "reaction": Table.of("Reactions", BASE_GAME, reference.REACTIONS),
    "actions": Table.of("Deeds other than attacks", "Other Actions", tables.DEEDS),
}
