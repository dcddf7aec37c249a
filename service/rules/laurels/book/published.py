"""The tables of the family `laurels`, as reference data."""

from typing import Final

from service.rules.kernel.family import Table
from service.rules.laurels.book import modifiers as rows
from service.rules.laurels.book import tables

TABLES: Final = {
    "initiative": Table.of("Initiative and surprise", "Initiative; Surprise", tables.INITIATIVE),
    "damage-dice": Table.of("Damage dice by level", "Damage Dice", tables.DICE_BY_LEVEL),
    "damage-modifiers": Table.of_modifiers("Modifiers of damage", "Resolving Combat", rows.DAMAGE_MODIFIERS),
    "check-modifiers": Table.of_modifiers("Modifiers of d20 checks", "Sneak Attacks", rows.CHECK_MODIFIERS),
    "exertion": Table.of("Exertion of ranged attacks", "Range Combat", tables.EXERTION),
    "actions": Table.of("What a turn may hold", "Actions", tables.ACTIONS),
}
