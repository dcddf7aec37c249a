"""The tables of the family `mass`, as reference data."""

from typing import Final

from service.rules.kernel.family import Table
from service.rules.mass.book import modifiers as rows
from service.rules.mass.book import tables

MODIFIERS: Final = (*rows.BATTLE_ROWS, *rows.MARGIN_ROWS, *rows.RALLY_ROWS, *rows.PURSUIT_ROWS)

TABLES: Final = {
    "powers": Table.of("Encounter Powers", "Sample Encounter Powers", tables.POWER_ROWS),
    "terrains": Table.of("Terrain", "The Rules", tables.TERRAINS),
    "initiative-bands": Table.of("How commanders draw", "Initiative", tables.BANDS),
    "classes": Table.of("Base to-hit numbers", "Not in the source: the base game", tables.CLASSES),
    "modifiers": Table.of_modifiers("Modifiers", "Ending the Round; Rally Troops", MODIFIERS),
}
