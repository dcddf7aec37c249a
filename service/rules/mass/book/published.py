"""The tables of the family `mass`, as reference data."""

from typing import Final

from service.rules.kernel.family import Table
from service.rules.mass.book import tables

MODIFIERS: Final = (*tables.BATTLE_ROWS, *tables.MARGIN_ROWS, *tables.RALLY_ROWS, *tables.PURSUIT_ROWS)

TABLES: Final = {
    "powers": Table.of("Encounter Powers", "Sample Encounter Powers", tables.POWER_ROWS),
    "terrains": Table.of("Terrain", "The Rules", tables.TERRAINS),
    "initiative-bands": Table.of("How commanders draw", "Initiative", tables.BANDS),
    "classes": Table.of("Base to-hit numbers", "Not in the source: the base game", tables.CLASSES),
    "modifiers": Table.of_modifiers("Modifiers", "Ending the Round; Rally Troops", MODIFIERS),
}
