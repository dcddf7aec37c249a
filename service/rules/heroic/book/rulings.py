"""Every ruling of the family; the code names them in the files that hold them."""

from typing import Final

from service.rules.heroic.book.aftermath_rulings import AftermathRulings
from service.rules.heroic.book.contest_rulings import ContestRulings
from service.rules.heroic.book.injury_rulings import InjuryRulings
from service.rules.heroic.book.melee_rulings import MeleeRulings
from service.rules.heroic.book.order_rulings import OrderRulings
from service.rules.heroic.book.ranged_rulings import RangedRulings

DECISIONS: Final = (
    *ContestRulings.RULINGS,
    *OrderRulings.RULINGS,
    *RangedRulings.RULINGS,
    *MeleeRulings.RULINGS,
    *InjuryRulings.RULINGS,
    *AftermathRulings.RULINGS,
)
