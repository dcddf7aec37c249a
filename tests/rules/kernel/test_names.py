"""Figures are found by their ids, or refused with a pointer."""

from dataclasses import dataclass

import pytest

from service.errors import RulesRefuse
from service.rules.kernel.figures import FEW, found, refuse_doubles
from service.rules.opposed.book.refusals import UnknownParticipant


@dataclass(frozen=True)
class Figure:
    """Somebody with an id."""

    id: str


ASH, ORC = Figure("Ash"), Figure("Orc")


def test_found() -> None:
    """The one of the id is returned."""
    assert found((ASH, ORC), "Orc", "/target", UnknownParticipant, "in this battle") is ORC


def test_unknown() -> None:
    """An unknown id is quoted, with the place it was looked for in, and pointed to."""
    with pytest.raises(UnknownParticipant, match="'Elf' is not in this battle") as raised:
        found((ASH, ORC), "Elf", "/target", UnknownParticipant, "in this battle")
    assert raised.value.pointer == "/target"


@pytest.mark.parametrize(
    ("name", "known", "says"),
    [
        ("Orcs", ["Ash", "Orc"], "There is no 'Orcs'. Did you mean Orc?"),
        ("Elf", ["Ash", "Orc", "Bo"], "There is no 'Elf'. It may be Ash, Orc or Bo."),
        ("Elf", ["Ash"], "There is no 'Elf'. It may be Ash."),
        ("Elf", [], "There is no 'Elf'."),
        ("Elf", [f"orc{number}" for number in range(FEW + 1)], "There is no 'Elf'."),
    ],
)
def test_meant(name: str, known: list[str], says: str) -> None:
    """The refusal of an unknown name ends in the nearest known one; if none is near, in all of a few."""
    assert UnknownParticipant(f"There is no {name!r}.", name, known).detail == says


def test_missing() -> None:
    """Where a name is missing, a few are listed that may stand there."""
    assert (
        UnknownParticipant("There is no target.", None, ["Ash", "Orc"]).detail
        == "There is no target. It may be Ash or Orc."
    )


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
