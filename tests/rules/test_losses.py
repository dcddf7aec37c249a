"""What a fight without players says of its figures counts from its beginning, in every family."""

from typing import Any, Final

import pytest

from service.rules.kernel.verdict import SkirmishVerdict
from tests.rules.played import of
from tests.rules.test_strength import LISTS

FALLEN: Final[dict[str, dict[str, Any]]] = {
    "heroic": {"hp_pool": 0, "status": "incapacitated"},
    "laurels": {"stamina": 0, "injuries": 9, "status": "dead"},
    "mass": {"morale": 0, "status": "destroyed", "hex": [9, 9]},
    "opposed": {"endurance": 0, "status": "incapacitated"},
    "tactical": {"hp": -3, "state": {"unconscious": True}, "hex": [8, 9]},
}
"""How the first figure of each family's example is when it is out of the fight."""


@pytest.mark.parametrize("family", FALLEN)
def test_losses_from_before_are_not_counted(family: str) -> None:
    """Who was out of the fight before it began is neither standing nor lost, and is no loss of its side."""
    verdict = fought(family, FALLEN[family] | {"id": "fallen"})
    (fallen,) = [each for each in verdict.figures if each.id == "fallen"]
    assert (fallen.standing, fallen.lost) == (0, 0)
    for side in verdict.sides:
        assert side.lost == sum([each.lost for each in verdict.figures if each.side == side.side])
    assert sum([side.lost for side in verdict.sides])


def fought(family: str, changes: dict[str, Any]) -> SkirmishVerdict:
    """How a family's example ends without players, with one more figure that is like the first but for some changes."""
    table = of(family)
    first, *others = table.listed(LISTS[family])
    alone: dict[str, Any] = {name: [] for name in ("engaged_with",) if name in first}
    table.change(**{LISTS[family]: [first, *others, first | alone | changes]})
    verdict: SkirmishVerdict = table.tried("resolve-skirmish", "losses")[0].verdict
    return verdict
