"""Every decision of the family, in one tuple; the code cites them from the files that hold them."""

from typing import Final

from service.rules.mass.book import battle_rulings, command_rulings, power_rulings

DECISIONS: Final = (*command_rulings.DECISIONS, *power_rulings.DECISIONS, *battle_rulings.DECISIONS)
