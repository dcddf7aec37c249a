"""Announced rolls of fights on the map: every one of them comes, in its order, and each is said to be for something."""

import pytest

from service.errors import RulesRefuse
from tests.golden import Golden
from tests.rules.announced import dice_of, hold_announcements, play_of, requests_of, rolled_goldens, told_of_golden
from tests.rules.tactical.odds_inputs import PROOFS


@pytest.mark.parametrize(
    "golden", [pytest.param(each, id=f"{each.operation}/{each.id}") for each in rolled_goldens("tactical")]
)
def test_goldens_announce_what_comes(golden: Golden) -> None:
    """With the faces of any golden every announcement comes true, and asking step by step leads to the same outcome."""
    found = requests_of(play_of(golden.operation, golden.request), *dice_of(golden))
    assert found.outcome == told_of_golden(golden).outcome


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_procedures_announce_what_comes(name: str) -> None:
    """Whatever a small request and the dice are, every announcement of the procedure comes true."""
    hold_announcements(name, PROOFS[name].bodies, 60, (RulesRefuse,))
