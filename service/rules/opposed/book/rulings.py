"""Every decision of the family, in one tuple; the code cites them from the files that hold them."""

from typing import Final

from service.rules.opposed.book import battle_rulings, chance_rulings, strike_rulings

DECISIONS: Final = (*chance_rulings.DECISIONS, *strike_rulings.DECISIONS, *battle_rulings.DECISIONS)
