"""The base to-hit number that decides how a commander draws."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally, Term
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.tables import BANDS, CLASSES
from service.rules.mass.book.words import MassBand, MassClass
from service.rules.mass.figures.models import Level
from service.wire import Frozen, record


class MassCalling(Frozen):
    """A commander's class and level."""

    character_class: MassClass = Field(description="The calling.")
    level: Level = Field(description="Level of the calling.")


@record
class MassThac0:
    """A base to-hit number and what it means for initiative."""

    thac0: Annotated[int, Field(description="The to-hit number, lower is better.")]
    band: Annotated[MassBand, Field(description="How a commander with it draws.")]
    tally: Annotated[Tally, Field(description="What made the number.")]


def thac0_of(character_class: MassClass, level: int) -> int:
    """Return the to-hit number of a class and level."""
    row = next(row for row in CLASSES if row.character_class is character_class)
    return row.at_first_level - row.falls_by * ((level - 1) // row.every_levels)


def band_of(thac0: int) -> MassBand:
    """Return how a commander with a to-hit number draws."""
    return next(row.band for row in BANDS if thac0 >= row.lowest_thac0)


def compute_thac0(input: MassCalling, rulings: MassRulings) -> MassThac0:
    """Tell the base to-hit number of a class and level, and how a commander with it draws for initiative.

    Ruling: mass/ruling/base-thac0.
    Source: Initiative; the table is the base game's.
    """
    first, thac0 = thac0_of(input.character_class, 1), thac0_of(input.character_class, input.level)
    rule = rulebook.INITIATIVE_THAC0_TABLE
    term = Term(rule=rule.id, label=rule.title, value=thac0 - first)
    return MassThac0(thac0=thac0, band=band_of(thac0), tally=Tally(base=first, terms=(term,), total=thac0))
