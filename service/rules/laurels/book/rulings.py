"""Every decision of the family, in one tuple; the code cites them from the files that hold them."""

from typing import Final

from service.rules.laurels.book import battle_rulings, strike_rulings

DECISIONS: Final = (*strike_rulings.DECISIONS, *battle_rulings.DECISIONS)
