"""Figures are found by their ids, or refused with a pointer."""

from dataclasses import dataclass

import pytest

from service.errors import RulesRefuse
from service.rules.kernel.names import found, refuse_doubles


@dataclass(frozen=True)
class Figure:
    """Somebody with an id."""

    id: str


ASH, ORC = Figure("Ash"), Figure("Orc")


def test_found() -> None:
    """The one of the id is returned."""
    assert found((ASH, ORC), "Orc", "/target", RulesRefuse, "in this battle") is ORC


def test_unknown() -> None:
    """An unknown id is quoted, with the place it was looked for in, and pointed to."""
    with pytest.raises(RulesRefuse, match="'Elf' is not in this battle") as raised:
        found((ASH, ORC), "Elf", "/target", RulesRefuse, "in this battle")
    assert raised.value.pointer == "/target"


def test_doubles() -> None:
    """Two of one id are refused at the second."""
    refuse_doubles((ASH, ORC), "/figures", RulesRefuse)
    with pytest.raises(RulesRefuse, match="'Ash' is named twice") as raised:
        refuse_doubles((ASH, ORC, Figure("Ash")), "/figures", RulesRefuse)
    assert raised.value.pointer == "/figures/2/id"


def test_doubles_of_others() -> None:
    """An id that is taken already is refused, in the words of the family."""
    with pytest.raises(RulesRefuse, match="'Orc' takes part twice") as raised:
        refuse_doubles((ASH, ORC), "/pursuers", RulesRefuse, "{!r} takes part twice.", taken=["Orc"])
    assert raised.value.pointer == "/pursuers/1/id"
