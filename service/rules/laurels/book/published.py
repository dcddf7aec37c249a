"""The tables of the family `laurels`, as reference data."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.family import Table
from service.rules.kernel.modifiers import Modifier
from service.rules.laurels.book import tables


def _modifiers(title: str, cites: str, rows: Sequence[Modifier]) -> Table:
    cells = tuple((row.rule.id, row.term.label, row.value, row.fact.says) for row in rows)
    return Table(title, cites, ("rule", "label", "value", "when"), cells)


TABLES: Final = {
    "initiative": Table.of("Initiative and surprise", "Initiative; Surprise", tables.INITIATIVE),
    "damage-dice": Table.of("Damage dice by level", "Damage Dice", tables.DICE_BY_LEVEL),
    "damage-modifiers": _modifiers("Modifiers of damage", "Resolving Combat", tables.DAMAGE_MODIFIERS),
    "check-modifiers": _modifiers("Modifiers of d20 checks", "Sneak Attacks", tables.CHECK_MODIFIERS),
    "exertion": Table.of("Exertion of ranged attacks", "Range Combat", tables.EXERTION),
    "actions": Table.of("What a turn may hold", "Actions", tables.ACTIONS),
}
