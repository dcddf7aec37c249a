"""The tables of the family `opposed`, as reference data."""

from typing import Final

from service.rules.kernel.family import Table
from service.rules.opposed.book import modifiers as rows
from service.rules.opposed.book import tables

TABLES: Final = {
    "qualities": Table.of("Attack and Defence Quality", "Table 1", tables.QUALITIES),
    "results": Table.of("Result Quality", "Table 2", tables.RESULTS),
    "strike-modifiers": Table.of_modifiers("Strike Chance modifiers", "57.1", rows.STRIKE_MODIFIERS),
    "defence-modifiers": Table.of_modifiers("Defence modifiers", "57.2", rows.DEFENCE_MODIFIERS),
    "dice-modifiers": Table.of_modifiers("Modifiers of the strike die", "Ranged; Assassin", rows.DIE_MODIFIERS),
    "parries": Table.of("Parry result", "57.3", tables.PARRIES),
    "printed-row-one": Table.of("Row 1 as printed", "57.4", tables.PRINTED_ROW_ONE),
}
