"""The tables of the family `heroic`, as reference data."""

from collections.abc import Iterable
from typing import Final

from service.rules.heroic.book import modifiers as rows
from service.rules.heroic.book import tables
from service.rules.kernel.family import Table
from service.rules.kernel.modifiers import Modifier
from service.rules.roll_under import damage, exertion, locations, modifiers
from service.wire import Json

BASE_GAME: Final = "Not in the source: the base game"
PROCEDURE: Final = "Ranged Combat Phase and Melee Combat Phase, procedure"
SIZES: Final = range(-10, 31)


def _modifiers(title: str, cites: str, of: Iterable[Modifier]) -> Table:
    """Make a table of modifiers, with the words that say when each of them counts."""
    return Table(
        title, cites, ("rule", "modifier", "when"), tuple((row.rule.id, row.value, row.fact.says) for row in of)
    )


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
    tuple((band.lowest, band.highest, band.value / 2) for band in tables.MULTIPLIERS),
)
WOUNDING_ELSEWHERE: Final = Table(
    "Wounding multiplier elsewhere, where it differs",
    BASE_GAME,
    ("location", "type", "multiplier"),
    tuple((location, kind, halves / 2) for (location, kind), halves in damage.WOUNDING_ELSEWHERE.items()),
)
ARMOR_DIVISORS: Final = Table(
    "Armour divisors",
    BASE_GAME,
    ("divisor", "divides_by"),
    tuple((divisor, None if value is None else float(value)) for divisor, value in damage.DIVISORS.items()),
)


def _base(title: str, columns: str, of: Iterable[tuple[Json, ...]]) -> Table:
    """Make a table of the base game."""
    return Table(title, BASE_GAME, tuple(columns.split()), tuple(map(tuple, of)))


TABLES: Final = {
    "tactics": TACTICS,
    "ratio": Table.of("Attackers to defenders", "Attackers : Defenders", tables.RATIOS),
    "multiplier": MULTIPLIER,
    "ranges": Table.of("Range bands in yards", PROCEDURE, tables.RANGES),
    "group-target": Table(
        "Members of a group that is shot at",
        PROCEDURE,
        ("lowest", "highest", "bonus"),
        tuple(map(tuple, tables.GROUP_TARGETS)),
    ),
    "rapid-fire": _base("Rapid fire", "lowest highest bonus", modifiers.RAPID_FIRE),
    "sizes": _base("Size and measure in yards", "size yards", [(at, float(modifiers.measure_of(at))) for at in SIZES]),
    "postures": Table.of("Postures", BASE_GAME, modifiers.POSTURES),
    "visibility": Table.of("Visibility", BASE_GAME, modifiers.VISIBILITIES),
    "situation": Table.of("Attacker's situation", BASE_GAME, modifiers.SITUATIONS),
    "cover": _base("Cover of the target", "cover modifier", modifiers.COVERS.items()),
    "locations": Table.of("Hit locations", BASE_GAME, locations.LOCATIONS),
    "random-locations": Table.of("Random hit locations", BASE_GAME, locations.RANDOM_LOCATIONS),
    "wounding": _base(
        "Wounding multiplier in the torso",
        "type multiplier",
        [(kind, halves / 2) for kind, halves in damage.WOUNDING.items()],
    ),
    "wounding-elsewhere": WOUNDING_ELSEWHERE,
    "crippling": _base("Crippling injuries", "location divisor", locations.CRIPPLED_ABOVE.items()),
    "armor-divisors": ARMOR_DIVISORS,
    "st-damage": Table.of("Damage by ST", BASE_GAME, damage.ST_DAMAGE),
    "encumbrance": Table.of("Encumbrance", BASE_GAME, exertion.ENCUMBRANCES),
    "battle-fatigue": _base(
        "Fatigue points of a fight",
        "encumbrance fatigue",
        [(row.encumbrance, row.fatigue) for row in exertion.ENCUMBRANCES],
    ),
    "opportunity-fire": _base("Yards watched", "lowest highest modifier", modifiers.WATCHES),
    "cowardice": _base("Cowardice", "self_control penalty", tables.COWARDICE.items()),
    "reaction": _base("Reactions", "lowest highest reaction", tables.REACTIONS),
    "actions": Table.of("Deeds other than attacks", "Other Actions", tables.DEEDS),
    "attack-modifiers": _modifiers("Modifiers of an attack, beside those of other tables", PROCEDURE, rows.ATTACK),
    "defense-modifiers": _modifiers(
        "Modifiers of a defence, beside those of other tables", PROCEDURE, (*rows.STATE, *rows.DEFENSE)
    ),
    "morale-modifiers": _modifiers("Modifiers of morale", "Morale Phase", rows.MORALE),
    "fatigue-modifiers": _modifiers("Fatigue points beyond one", "Fatigue Phase", rows.FATIGUE),
    "grapple-modifiers": _modifiers("Modifiers of a grapple's follow-ups", "Grappling", rows.GRIP),
    "hold-modifiers": _modifiers("Modifiers of holding and breaking free", "Grappling", rows.HOLD),
}
