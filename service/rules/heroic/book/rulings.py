"""Every decision of the family, in one tuple; the code cites them from the files that hold them."""

from typing import Final

from service.rules.heroic.book import (
    aftermath_rulings,
    contest_rulings,
    injury_rulings,
    melee_rulings,
    order_rulings,
    ranged_rulings,
)

DECISIONS: Final = (
    *contest_rulings.DECISIONS,
    *order_rulings.DECISIONS,
    *ranged_rulings.DECISIONS,
    *melee_rulings.DECISIONS,
    *injury_rulings.DECISIONS,
    *aftermath_rulings.DECISIONS,
)
