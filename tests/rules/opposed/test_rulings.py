"""Every option of a request belongs to a ruling."""

from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.rulings import Rulings


def test_options() -> None:
    """The options of a request are those that rulings name, no more and no fewer."""
    assert {ruling.option for ruling in Rulings.RULINGS if ruling.option} == set(OpposedRulings.model_fields)
